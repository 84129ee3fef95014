package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// editRequest says what is removed, how the rest is written, and what people have corrected.
type editRequest struct {
	Remove      *[]string    `json:"remove"`     // kinds; none given: those that are removed by default
	Level       string       `json:"level"`      // "": standard
	Confidence  *float64     `json:"confidence"` // the least of what is removed, in place of a level
	Punct       string       `json:"punct"`
	Case        string       `json:"case"`
	Numbers     string       `json:"numbers"`
	Paragraphs  int          `json:"paragraphs"` // words of one, about; 0: turns are not broken
	Corrections []correction `json:"corrections"`
}

// correction is a transcript.Correction.
type correction struct {
	Word int     `json:"word"`
	Fate string  `json:"fate"` // "stays", "goes", or "": what the models say
	Kind string  `json:"kind"` // of what is removed
	Mark *string `json:"mark"`
	Form string  `json:"form"`
}

// asked returns what a request says of the options of cleaning, but for the confidence.
func (e *editRequest) asked() (*cleaning.Cleaning, error) {
	values := make(url.Values)
	for name, value := range map[string]string{"level": e.Level, "punct": e.Punct, "case": e.Case, "numbers": e.Numbers} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if e.Remove != nil {
		values.Set("remove", strings.Join(append(slices.Clone(*e.Remove), "none"), ","))
	}
	if e.Paragraphs != 0 {
		values.Set("paragraphs", "")
		values.Set("paragraph-words", strconv.Itoa(e.Paragraphs))
	}
	q, err := cleaning.NewQuery(values, cleaning.Page)
	if err != nil {
		return nil, badRequest("%w", err)
	}
	f, err := cleaning.Parse(q, cleaning.Page, tidytalk.Options{}, false)
	if err != nil {
		return nil, badRequest("%w", err)
	}
	return f, nil
}

// corrections returns what people have corrected.
func (e *editRequest) corrections() ([]transcript.Correction, error) {
	var out []transcript.Correction
	for _, c := range e.Corrections {
		x := transcript.Correction{Word: c.Word, Mark: c.Mark, Form: c.Form}
		switch c.Fate {
		case "":
		case "stays":
			x.Fate = transcript.Keep
		case "goes":
			x.Fate = transcript.Remove
		default:
			return nil, badRequest("corrections: word %d: unknown fate %q: use stays or goes", c.Word, c.Fate)
		}
		if c.Kind != "" {
			var err error
			if x.Kind, err = data.ParseDisfluencies(c.Kind); err != nil {
				return nil, badRequest("corrections: word %d: %w", c.Word, err)
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// removes returns whether a token is removed for its disfluencies, of whatever kind.
func (e *editRequest) removes() (func(d *data.Decision) bool, error) {
	if e.Confidence != nil {
		least := *e.Confidence
		if !(least >= 0 && least <= 1) {
			return nil, badRequest("confidence: %v is no probability", least)
		}
		const always = data.FilledPauses | data.PartialWords | data.Loops
		return func(d *data.Decision) bool { return d.Would&always != 0 || d.Would != 0 && d.Confidence >= least }, nil
	}
	f, err := e.asked()
	if err != nil {
		return nil, err
	}
	level := slices.Index(engine.Levels, cmp.Or(f.Options.Level, engine.LevelStandard))
	return func(d *data.Decision) bool { return d.Would != 0 && int(d.Level) <= level }, nil
}

// decisions returns what is decided about the tokens of a document: what the models have
// decided, as far as the level lets it happen, with what people have corrected.
func (e *editRequest) decisions(d *document) ([]data.Decision, error) {
	removes, err := e.removes()
	if err != nil {
		return nil, err
	}
	out := slices.Clone(d.cleaned.Decisions)
	for t := range out {
		x := &out[t]
		switch would := removes(x); {
		case would == (x.Why != 0):
		case would:
			x.Why = x.Would
			x.Label, x.Kind = x.Would.Labelled()
		default:
			x.Label, x.Kind, x.Why = data.O, data.NoKind, 0
		}
	}
	by, err := e.corrections()
	if err != nil {
		return nil, err
	}
	if out, err = d.file.Document.Correct(out, by); err != nil {
		return nil, badRequest("corrections: %w", err)
	}
	return out, nil
}

// plan returns what becomes of the file of a document.
func (e *editRequest) plan(d *document) (*formats.Plan, error) {
	f, err := e.asked()
	if err != nil {
		return nil, err
	}
	decided := *d.cleaned
	if decided.Decisions, err = e.decisions(d); err != nil {
		return nil, err
	}
	return decided.Plan(f.Rewriting), nil
}

// interactive is the size of requests on whose answer somebody waits with the mouse in his hand: they
// are small, whatever the document is.
const interactive = 0

// edited says what the text becomes. Maps are by the number of the word.
type edited struct {
	Gone    [][2]int       `json:"gone"` // stretches of removed words
	Lead    map[int]string `json:"lead"` // of kept words, where it is not that of the source
	Core    map[int]string `json:"core"`
	Trail   map[int]string `json:"trail"`
	Joined  []int          `json:"joined"`  // words written without the blank that is before them
	Numbers map[int]number `json:"numbers"` // words written as one form
	Opens   []int          `json:"opens"`   // words that open a paragraph within their turn
	Counts  []int          `json:"counts"`  // removed words, by kind
	Left    int            `json:"left_words"`
}

// number is the last word that a number in digits is written for, and its form.
type number struct {
	last int
	form string
}

// MarshalJSON writes [last word, form].
func (n number) MarshalJSON() ([]byte, error) { return json.Marshal([]any{n.last, n.form}) }

// edit answers with what the text becomes.
func (s *Studio) edit(r *http.Request) (any, error) {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	defer fault.Name(d.file.Name)
	var e editRequest
	if err := decode(r, &e); err != nil {
		return nil, err
	}
	var out *edited
	err = s.options.Work(r, interactive, func(context.Context) error {
		plan, err := e.plan(d)
		if err == nil {
			out = d.edited(plan.Edit(d.file.Document))
		}
		return err
	})
	return out, err
}

// edited returns what the text becomes by an edit.
func (d *document) edited(e *transcript.Edit) *edited {
	doc := d.file.Document
	counts := e.Counts()
	out := &edited{
		Gone: [][2]int{}, Lead: map[int]string{}, Core: map[int]string{}, Trail: map[int]string{}, Joined: []int{},
		Numbers: map[int]number{}, Opens: []int{}, Counts: counts[:],
	}
	next := 0 // the first word of which nothing is said
	removed := func(to int) {
		if next < to {
			out.Gone = append(out.Gone, [2]int{next, to})
		}
	}
	different := func(to map[int]string, word int, is, was string) {
		if is != was {
			to[word] = is
		}
	}
	var kept []transcript.KeptWord
	for l := range doc.Lines {
		kept = e.Kept(kept[:0], l)
		for _, k := range kept {
			removed(k.Word)
			next = max(next, k.Last+1)
			w := &doc.Words[k.Word]
			if k.Opens {
				out.Opens = append(out.Opens, k.Word)
			}
			if w.Tokens.Len() == 0 {
				continue
			}
			out.Left++
			if k.Tight && k.Word > 0 && doc.Words[k.Word-1].Bytes.End < w.Bytes.Start {
				out.Joined = append(out.Joined, k.Word)
			}
			different(out.Lead, k.Word, k.Lead, doc.Source[w.Bytes.Start:w.Core.Start])
			different(out.Trail, k.Word, k.Trail, doc.Source[w.Core.End:w.Bytes.End])
			if k.Last > k.Word {
				out.Numbers[k.Word] = number{k.Last, k.Core}
			} else {
				different(out.Core, k.Word, k.Core, doc.Text(w.Core))
			}
		}
	}
	removed(len(doc.Words))
	return out
}
