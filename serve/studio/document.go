package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// document is a transcript that is open. It does not change.
type document struct {
	id      string
	file    *formats.File
	cleaned *tidytalk.Cleaned
	cleaner *tidytalk.Cleaner // that has decided
}

// open answers a request that brings a transcript with all there is to know about its words, when it is cleaned. With early=true a line
// with the words, of which nothing is decided, comes first, as soon as they are read; what is wrong then comes as a line with an error.
func (s *Studio) open(w web.ResponseWriter, r *web.Request) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	begun := false
	early := func(d *document) {
		begun = true
		if e.Encode(d.columns()) == nil {
			web.Flush(w)
		}
	}
	if r.URL.Query().Get("early") != "true" {
		early = func(*document) {}
	}
	switch out, err := s.opened(r, early); {
	case err == nil:
		_ = e.Encode(out) // whoever asked has gone
	case begun:
		p := problemOf(err)
		_ = e.Encode(map[string]any{"error": map[string]string{"code": cmp.Or(p.code, "failed"), "message": p.Error()}})
	default:
		w.Header().Del("Content-Type")
		s.fail(w, r, err)
	}
}

// opened reads and cleans the transcript that a request brings. early gets it when it is read.
func (s *Studio) opened(r *web.Request, early func(d *document)) (*columns, error) {
	query := r.URL.Query()
	name := baseName(query.Get("name"), "transcript.txt")
	defer fault.Name(name)
	var how formats.Reading
	if from := query.Get("from"); from != "" {
		var err error
		if how.Format, err = formats.ByName(from); err != nil {
			return nil, badRequest("from: %w", err)
		}
	}
	var err error
	if how.Encoding, err = formats.ParseEncoding(query.Get("encoding")); err != nil {
		return nil, badRequest("encoding: %w", err)
	}
	if how.Map = query.Get("map"); how.Map != "" {
		if err := formats.CheckMap(how.Map); err != nil {
			return nil, badRequest("map: %w", err)
		}
	}
	sent, err := s.receive(r, &how, name)
	if err != nil {
		return nil, err
	}
	size := formats.UnpackedSize(sent.src)
	release, err := s.options.Hold(r, size-int64(len(sent.src)))
	if err != nil {
		return nil, err
	}
	defer release()
	d := new(document)
	if d.cleaner, err = s.current(sent.names); err != nil {
		return nil, err
	}
	err = s.options.Work(r, size+sent.turns.size(), func(ctx context.Context) (err error) {
		if how.Speakers, err = sent.turns.parse(); err != nil {
			return refused(err)
		}
		if d.file, err = how.Read(sent.src, name); err != nil {
			return refused(err)
		}
		if len(d.file.Document.Words) == 0 {
			return badRequest("%s has no words in it", name)
		}
		d.cleaned = &tidytalk.Cleaned{Document: d.file.Document, Decisions: make([]data.Decision, len(d.file.Document.Tokens))}
		early(d)
		d.cleaned, err = d.cleaner.Clean(ctx, d.file.Document)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.documents.put(d)
	return d.columns(), nil
}

// refused is the problem of a file that cannot be read.
func refused(err error) error {
	var large *web.MaxBytesError
	var known interface{ HTTPStatus() int } // of the service
	switch {
	case errors.As(err, &large), errors.As(err, &known):
		return err
	case errors.Is(err, formats.ErrTooLarge):
		return &problem{web.StatusRequestEntityTooLarge, "too_large", err}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &problem{web.StatusRequestTimeout, "too_slow", errors.New("the file did not come in time")}
	}
	return &problem{web.StatusUnprocessableEntity, "unreadable", errors.New(cleaning.Bare(err.Error()))}
}

// forget lets go of a document.
func (s *Studio) forget(r *web.Request) (any, error) {
	s.documents.drop(r.PathValue("id"))
	return struct{}{}, nil
}

// columns is what the page knows of a document. Lists are by word of the document, but for
// turns, lines and sentences; maps are by the number of the word, and have those for which
// there is something.
type columns struct {
	ID     string   `json:"id"` // "": it is not cleaned yet, and nothing is known of what follows sentences
	Name   string   `json:"name"`
	Format string   `json:"format"`
	Title  string   `json:"title"`
	Saves  []string `json:"saves"` // formats that it can be saved in
	// Cannot says of the others that are written why it cannot, and what to do.
	Cannot map[string]string `json:"cannot"`

	Words     []string       `json:"words"`  // without their punctuation
	Lead      map[int]string `json:"lead"`   // punctuation before them
	Trail     map[int]string `json:"trail"`  // punctuation after them
	Joined    []int          `json:"joined"` // words without a blank after them
	Notes     []int          `json:"notes"`  // that are no words, but "[laughter]"
	Speakers  []string       `json:"speakers"`
	Turns     [][3]int       `json:"turns"`           // first word, end, speaker; -1: none
	Lines     []line         `json:"lines"`           // of the file: subtitles, utterances, lines of text
	Sentences []int          `json:"sentences"`       // first words
	Start     times          `json:"start,omitempty"` // of words; none are known where it is missing
	End       times          `json:"end,omitempty"`

	Why        []int           `json:"why"`        // for which a word is removed at the highest level
	Level      []int           `json:"level"`      // the lowest level at which it is removed, by its number
	Confidence []rounded       `json:"confidence"` // the probability that its removal is right
	Doubt      map[int]rounded `json:"doubt"`      // of words that no level removes: the probability that they should be removed

	Warnings []warning `json:"warnings"`
	Left     []left    `json:"left"`   // in other languages
	Spoken   []left    `json:"spoken"` // what was cleaned in others than English
	Problems []string  `json:"problems"`
}

// line is where a line of the file is among the words, and when it was said.
type line struct {
	first, end int
	time       transcript.Interval
}

// MarshalJSON writes [first word, end, start, end], with null for times that are not known.
func (l line) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, "[%d,%d,", l.first, l.end)
	if !l.time.Known {
		return append(b, "null,null]"...), nil
	}
	b = append(decisions.Seconds(l.time.Start).Append(b), ',')
	return append(decisions.Seconds(l.time.End).Append(b), ']'), nil
}

// times are those of words; those that are not known are not numbers.
type times []float64

// MarshalJSON writes all at once, null where they are not known.
func (t times) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, x := range t {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(x) {
			b = append(b, "null"...)
		} else {
			b = decisions.Seconds(x).Append(b)
		}
	}
	return append(b, ']'), nil
}

// rounded is a probability with three digits after the point, rounded down: what is below a
// threshold of fewer digits stays below it.
type rounded float64

// MarshalJSON rounds it.
func (p rounded) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, math.Floor(float64(p)*1000+1e-6)/1000, 'f', -1, 64), nil
}

type warning struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// left is a stretch of words in another language than English.
type left struct {
	first, end int
	language   string // BCP 47 code; "und" for one that has none here
}

// MarshalJSON writes [first word, end, name of the language, its code].
func (l left) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%q,%q]", l.first, l.end, tidytalk.LanguageName(l.language), l.language), nil
}

// leastDoubt is the least doubt about kept words that is told.
const leastDoubt = 0.05

// columns returns what there is to know of the document.
func (d *document) columns() *columns {
	doc := d.file.Document
	n := len(doc.Words)
	out := &columns{
		ID: d.id, Name: d.file.Name, Format: string(d.file.Format), Title: d.file.Format.Title(),
		Words: make([]string, n), Lead: map[int]string{}, Trail: map[int]string{}, Joined: []int{}, Notes: []int{},
		Speakers: []string{}, Turns: [][3]int{}, Lines: []line{}, Sentences: []int{},
		Why: make([]int, n), Level: make([]int, n), Confidence: make([]rounded, n), Doubt: map[int]rounded{},
		Warnings: []warning{}, Left: []left{}, Spoken: []left{}, Problems: []string{},
	}
	if out.Saves, out.Cannot = []string{}, map[string]string{}; d.id != "" {
		out.Saves, out.Cannot = d.saves()
	}
	timed := false
	start, end := make(times, n), make(times, n)
	for i := range doc.Words {
		w := &doc.Words[i]
		out.Words[i] = doc.Text(w.Core)
		start[i], end[i] = math.NaN(), math.NaN()
		if w.Time.Known {
			timed, start[i], end[i] = true, w.Time.Start, w.Time.End
		}
		if w.Joined {
			out.Joined = append(out.Joined, i)
		}
		if w.Tokens.Len() == 0 {
			out.Words[i] = doc.Text(w.Bytes)
			out.Notes = append(out.Notes, i)
			continue
		}
		if punctuation := doc.Source[w.Bytes.Start:w.Core.Start]; punctuation != "" {
			out.Lead[i] = punctuation
		}
		if punctuation := doc.Source[w.Core.End:w.Bytes.End]; punctuation != "" {
			out.Trail[i] = punctuation
		}
		d.describe(out, i)
	}
	if timed {
		out.Start, out.End = start, end
	}
	d.structure(out)
	return out
}

// describe adds what the models say of a word that is no note.
func (d *document) describe(out *columns, word int) {
	w := &d.file.Document.Words[word]
	why, level, confidence, doubt := data.AllDisfluencies, 0, 1.0, 1.0
	var kinds data.Disfluencies
	for t := w.Tokens.Start; t < w.Tokens.End; t++ {
		x := &d.cleaned.Decisions[t]
		if x.Would == 0 || w.Kept {
			why = 0
		}
		kinds |= x.Would
		level, confidence, doubt = max(level, int(x.Level)), min(confidence, x.Confidence), min(doubt, x.Doubt)
	}
	if why == 0 {
		if doubt >= leastDoubt && !w.Kept {
			out.Doubt[word] = rounded(likely(doubt))
		}
		return
	}
	out.Why[word], out.Level[word], out.Confidence[word] = int(kinds), level, rounded(confidence)
}

// likely returns the probability that a kept word should be removed, by the doubt about it. The
// search, which knows more than the models that doubt, has kept it: in development
// conversations a fifth of those that are doubted least should be removed, and a third of those
// that are doubted most.
func likely(doubt float64) float64 { return 0.17 + 0.17*doubt }

// structure adds turns, lines, sentences, and what is odd.
func (d *document) structure(out *columns) {
	out.Speakers, out.Turns, out.Lines = turnsOf(d.file.Document)
	for i := range d.cleaned.Segments {
		out.Sentences = append(out.Sentences, d.cleaned.Segments[i].Words.Start)
	}
	for _, x := range d.file.Warnings {
		out.Warnings = append(out.Warnings, warning{x.Line, x.Text})
	}
	for _, x := range d.cleaned.Left {
		words := d.cleaned.Segments[x.Segment].Words
		out.Left = append(out.Left, left{words.Start, words.End, x.Language})
	}
	for i := range d.cleaned.Segments {
		s := &d.cleaned.Segments[i]
		if code := spokenIn(&d.cleaned.Decisions[s.Tokens.Start]); code != "" {
			out.Spoken = append(out.Spoken, left{s.Words.Start, s.Words.End, code})
		}
	}
	for _, x := range d.cleaned.Problems {
		out.Problems = append(out.Problems, fmt.Sprintf("line %d: %s", d.file.Line(d.cleaned.Segments[x.Segment].Tokens.Start), cleaning.DecoderFailed(x.Err)))
	}
}

// spokenIn returns the language that a word was cleaned in, "" for English.
func spokenIn(x *data.Decision) string {
	switch {
	case x.Chinese:
		return langid.Chinese
	case x.Language != nil:
		return x.Language.Code
	}
	return ""
}

// turnsOf returns who speaks in a document, its turns, and its lines with words.
func turnsOf(doc *transcript.Document) (names []string, turns [][3]int, lines []line) {
	names, turns, lines = []string{}, [][3]int{}, []line{}
	speakers := make(map[string]int)
	for i := range doc.Turns {
		t := &doc.Turns[i]
		speaker := -1
		if t.Speaker != "" {
			known, ok := speakers[t.Speaker]
			if !ok {
				known = len(names)
				speakers[t.Speaker] = known
				names = append(names, t.Speaker)
			}
			speaker = known
		}
		turns = append(turns, [3]int{t.Words.Start, t.Words.End, speaker})
	}
	for i := range doc.Lines {
		if l := &doc.Lines[i]; l.Words.Len() > 0 {
			lines = append(lines, line{l.Words.Start, l.Words.End, l.Time})
		}
	}
	return names, turns, lines
}
