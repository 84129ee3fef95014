package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// Script is what is left to say of a transcript, free of any form.
type Script struct {
	Name string // of the file
	From Format // of the file
	Said []Said // in the order of the file, or of time where all are timed
	Flow Flow   // of subtitles

	fromCues bool // From has cues
}

// Said is an utterance: a cue, a segment, a turn.
type Said struct {
	Speaker string
	Time    transcript.Interval
	Words   []SaidWord
	Turn    int // of the document
}

// SaidWord is a word with its marks.
type SaidWord struct {
	transcript.KeptWord
	Time       transcript.Interval
	Confidence float64 // as in transcript.Word
	Note       bool    // no word, but "[laughter]"
	Line       bool    // it starts another line of its cue
	Ends       bool    // a sentence ends after it
}

// Text returns the word with its marks.
func (w *SaidWord) Text() string { return w.Lead + w.Core + w.Trail }

// Text returns the words of an utterance in a line.
func (s *Said) Text() string {
	var b strings.Builder
	for i := range s.Words {
		if i > 0 && !s.Words[i].Tight {
			b.WriteByte(' ')
		}
		b.WriteString(s.Words[i].Text())
	}
	return b.String()
}

// Script returns what is left to say after a decision. Utterances that lose all words
// are not in it.
func (f *File) Script(d *Decision) *Script {
	doc := f.Document
	e := d.Edit(doc)
	s := &Script{Name: f.Name, From: f.Format}
	turns := make([]int, len(doc.Lines))
	turn := 0
	for l := range doc.Lines {
		for turn+1 < len(doc.Turns) && doc.Turns[turn+1].FirstLine <= l {
			turn++
		}
		turns[l] = turn
	}
	lines := make([]int, len(doc.Lines))
	for i := range lines {
		lines[i] = i
	}
	cues := f.Format.HasCues()
	slices.SortStableFunc(lines, func(a, b int) int { return cmp.Compare(doc.Lines[a].Utterance, doc.Lines[b].Utterance) })
	var kept []transcript.KeptWord
	before := -1 // the line before that is left
	for _, l := range lines {
		if kept = e.Kept(kept[:0], l); len(kept) == 0 {
			continue
		}
		speaker := ""
		if len(doc.Turns) > 0 {
			speaker = doc.Turns[turns[l]].Speaker
		}
		// The lines of a cue have its time, all of it.
		same := cues && before >= 0 && doc.Lines[l].Time.Known && doc.Lines[l].Time == doc.Lines[before].Time && turns[l] == turns[before]
		if !same {
			s.Said = append(s.Said, Said{Speaker: speaker, Time: doc.Lines[l].Time, Turn: turns[l]})
		}
		u := &s.Said[len(s.Said)-1]
		for i, k := range kept {
			w := &doc.Words[k.Word]
			u.Words = append(u.Words, SaidWord{
				KeptWord: k, Time: w.Time, Confidence: w.Confidence, Note: w.Tokens.Len() == 0,
				Line: same && i == 0, Ends: strings.ContainsAny(k.Trail, ".?!。？！") && !strings.HasSuffix(k.Trail, ","),
			})
		}
		before = l
	}
	timed := true
	for i := range s.Said {
		timed = timed && s.Said[i].Time.Known
	}
	if timed && !cues {
		slices.SortStableFunc(s.Said, func(a, b Said) int { return cmp.Compare(a.Time.Start, b.Time.Start) })
	}
	return s
}

// Write returns the script in the format. What the format cannot be without is an error.
func (f Format) Write(s *Script) (string, error) {
	d := f.declared()
	if d == nil {
		return "", unknownFormat(string(f))
	}
	// Writers change words: names, times that are missing.
	own := *s
	own.fromCues = s.From.HasCues()
	own.Said = slices.Clone(s.Said)
	for i := range own.Said {
		own.Said[i].Words = slices.Clone(own.Said[i].Words)
	}
	if err := own.need(d.needs, f); err != nil {
		return "", err
	}
	var b strings.Builder
	if err := d.write(&b, &own); err != nil {
		return "", err
	}
	return b.String(), nil
}

// need reports that times are missing that a format needs. It fills in those of words
// that lie between words with times.
func (s *Script) need(t times, form Format) error {
	switch t {
	case utteranceTimes:
		return s.needTimes(form)
	case wordTimes:
		return s.needWordTimes(form)
	}
	return nil
}

// needTimes reports an utterance without times.
func (s *Script) needTimes(form Format) error {
	for i := range s.Said {
		if u := &s.Said[i]; !u.Time.Known {
			return fmt.Errorf("%s cannot become %s: it has no times (at %q)", s.Name, form, start(u.Text()))
		}
	}
	return nil
}

// needWordTimes fills in the times of words that lie between words with times, and
// reports utterances without any.
func (s *Script) needWordTimes(form Format) error {
	if err := s.needTimes(form); err != nil {
		return err
	}
	for i := range s.Said {
		u := &s.Said[i]
		known := false
		for j := range u.Words {
			known = known || u.Words[j].Time.Known
		}
		if !known && len(u.spoken()) > 0 {
			return fmt.Errorf("%s cannot become %s, which has a time for every word: there are none in %q", s.Name, form, start(u.Text()))
		}
		u.fill()
	}
	return nil
}

// spoken returns the words that are no notes.
func (s *Said) spoken() []SaidWord {
	var out []SaidWord
	for _, w := range s.Words {
		if !w.Note {
			out = append(out, w)
		}
	}
	return out
}

// fill spreads words without times evenly, by their letters, between those that have
// them, or over the utterance.
func (s *Said) fill() {
	for i := 0; i < len(s.Words); i++ {
		if s.Words[i].Time.Known {
			continue
		}
		first, letters := i, 0
		for ; i < len(s.Words) && !s.Words[i].Time.Known; i++ {
			letters += len(s.Words[i].Core) + 1
		}
		from, to := s.Time.Start, s.Time.End
		if first > 0 {
			from = s.Words[first-1].Time.End
		}
		if i < len(s.Words) {
			to = max(from, s.Words[i].Time.Start)
		}
		to = max(from, to)
		each, at := (to-from)/float64(letters), from
		for k := first; k < i; k++ {
			end := at + each*float64(len(s.Words[k].Core)+1)
			s.Words[k].Time = transcript.Interval{Start: at, End: end, Known: true}
			at = end
		}
	}
}

// start returns the first words of a text, for messages.
func start(text string) string {
	if len(text) < 40 {
		return text
	}
	n := strings.LastIndexByte(text[:40], ' ')
	return text[:max(n, 0)] + " ..."
}

// lane is a speaker with utterances of which no two are said at the same time.
type lane struct {
	name string
	said []*Said
}

// lanes returns the utterances by speaker. Those that overlap others of their speaker
// are in further lanes.
func (s *Script) lanes() []lane {
	var out []lane
	count := make(map[string]int)
next:
	for i := range s.Said {
		u := &s.Said[i]
		name := cmp.Or(u.Speaker, "speaker")
		for k := range out {
			l := &out[k]
			if said := l.said; (l.name == name || strings.HasPrefix(l.name, name+" (")) && said[0].Speaker == u.Speaker && said[len(said)-1].Time.End <= u.Time.Start {
				l.said = append(said, u)
				continue next
			}
		}
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, count[name])
		}
		out = append(out, lane{name, []*Said{u}})
	}
	return out
}
