package formats

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// reworked is a file whose speakers, turns and times a person has changed.
type reworked struct {
	base *File                   // as it was read
	by   *transcript.Rework      // what was asked for
	to   [3]*transcript.Document // with the names alone, with the turns, too, and with the times, too
	open map[int]bool            // whether a turn begins with a word, where a person says so
}

// Rework returns the file as a person changes it beside its words, and what of that cannot be, in itself. Its Document has it,
// and so has all that is made of that; Rewritten says whether the file itself can have it. f, which is the result where
// nothing changes, is not changed.
func (f *File) Rework(r *transcript.Rework) (*File, []transcript.ReworkRefusal) {
	own := *r
	own.Cues = f.Format.HasCues()
	doc, refused := f.Document.Rework(&own)
	if doc == f.Document {
		return f, refused
	}
	x := &reworked{base: f, by: &own, open: make(map[int]bool)}
	x.to[0], _ = f.Document.Rework(&transcript.Rework{Speakers: own.Speakers})
	x.to[1], _ = f.Document.Rework(&transcript.Rework{Speakers: own.Speakers, Turns: own.Turns})
	x.to[2] = doc
	was, is := turnStarts(f.Document), turnStarts(doc)
	for i := range own.Turns {
		if c := &own.Turns[i]; c.Opens != nil && is[c.Word] == *c.Opens && is[c.Word] != was[c.Word] {
			x.open[c.Word] = *c.Opens
		}
	}
	g := *f
	g.Document, g.reworked = doc, x
	return &g, refused
}

// turnStarts returns the first words of turns.
func turnStarts(d *transcript.Document) map[int]bool {
	out := make(map[int]bool, len(d.Turns))
	for i := range d.Turns {
		out[d.Turns[i].Words.Start] = true
	}
	return out
}

// Rewritten is Rewrite for files in which people have typed words, or have changed more than words: the file has all of it, or
// an error says what it cannot have. What the file is then is read again and compared.
func (f *File) Rewritten(p *Plan) (string, error) {
	if f.shifted != nil {
		own, plan, err := f.shifted.file(p)
		if err != nil {
			return "", err
		}
		return own.Rewritten(plan)
	}
	if f.reworked == nil {
		return f.Rewrite(p), f.checkRetyped(p)
	}
	own, err := f.reworked.file()
	if err != nil {
		return "", err
	}
	plan, err := f.reworked.plan(p, own)
	if err != nil {
		return "", err
	}
	return own.Rewrite(plan), own.checkRetyped(plan)
}

// plan returns a plan for the document of the file as it is when it has all.
func (x *reworked) plan(p *Plan, own *File) (*Plan, error) { return p.carry(x.base, x.to[2], own) }

// carry returns a plan for the document of another file with the same words that does what p does for a document of f.
func (p *Plan) carry(f *File, doc *transcript.Document, own *File) (*Plan, error) {
	if p == nil || p.Decisions == nil {
		return p, nil
	}
	out := *p
	out.Decisions = slices.Clone(p.Decisions)
	theirs := own.inOrder()
	for i, w := range f.inOrder() {
		a, b := doc.Words[w].Tokens, own.Document.Words[theirs[i]].Tokens
		if a.Len() != b.Len() {
			return nil, fmt.Errorf("%s is read otherwise with these changes: save it in another form", own.Name)
		}
		copy(out.Decisions[b.Start:b.End], p.Decisions[a.Start:a.End])
	}
	return &out, nil
}

// file returns the file with all that was changed, its words as they were.
func (x *reworked) file() (*File, error) {
	f := x.base
	for stage, make := range []func(x *reworked, f *File) [][]splice{(*reworked).nameSplices, (*reworked).turnSplices, (*reworked).timeSplices} {
		if x.holds(f, stage) == nil {
			continue
		}
		var why error
		found := false
		for _, splices := range make(x, f) {
			if len(splices) == 0 {
				continue
			}
			g, err := f.again(f.written(apply(f.text, splices, func(_, new string) string { return new }, asIs)))
			if err == nil {
				err = x.holds(g, stage)
			}
			if err == nil {
				f, found = g, true
				break
			}
			why = err
		}
		if !found {
			return nil, x.impossible(stage, why)
		}
	}
	return f, nil
}

// impossible returns why the file cannot have what was changed.
func (x *reworked) impossible(stage int, _ error) error {
	f := x.base
	what := [...]string{"these names of speakers", "these turns, or who says them,", "these times"}[stage]
	why := [...]string{
		"they do not stand beside what is said, as they are called, or another name would be read otherwise",
		"where turns begin, and whose they are, does not stand beside their words, or cannot",
		"they stand elsewhere, or it has none of its own there",
	}[stage]
	if f.turns != nil && stage < 2 {
		why = "who speaks is from the diarization, and the file names nobody"
	}
	forms := []string{"text", "html"}
	for _, form := range []Format{VTT, SRT} {
		if form != f.Format && (stage == 2 || slices.Contains(f.Transcript(nil).Formats(), form)) {
			forms = append(forms, string(form))
		}
	}
	if stage == 2 {
		forms = forms[2:]
	}
	return fmt.Errorf("%s cannot have %s in its own form (%s): %s: save it as %s instead", f.Name, what, f.Format.Title(), why, prose.Or(forms))
}

// again reads a file as this one was read.
func (f *File) again(src string) (*File, error) {
	how := f.how
	if how.Map == "" {
		how.Format = f.Format
	}
	return how.Read(src, f.Name)
}

// inOrder returns the words of the document in the order in which they are in the file.
func (f *File) inOrder() []int {
	doc := f.Document
	out := make([]int, len(doc.Words))
	for w := range out {
		out[w] = w
	}
	if len(f.views) == 0 {
		return out
	}
	of := make([]int, len(out)) // piece of each word
	k := 0
	for w := range doc.Words {
		for k+1 < len(doc.Pieces) && doc.Pieces[k].Bytes.End <= doc.Words[w].Bytes.Start {
			k++
		}
		of[w] = k
	}
	slices.SortStableFunc(out, func(a, b int) int {
		x, y := &doc.Pieces[of[a]], &doc.Pieces[of[b]]
		return cmp.Or(cmp.Compare(x.Utterance, y.Utterance), cmp.Compare(x.Piece, y.Piece), cmp.Compare(a, b))
	})
	return out
}

// speakersOf returns the labels of who says each word.
func speakersOf(d *transcript.Document) []string {
	out := make([]string, len(d.Words))
	for i := range d.Turns {
		for w := d.Turns[i].Words.Start; w < d.Turns[i].Words.End; w++ {
			out[w] = d.Turns[i].Speaker
		}
	}
	return out
}

// lineTimes returns the time of the line of each word, not known where a line is a part of one.
func lineTimes(d *transcript.Document) []transcript.Interval {
	out := make([]transcript.Interval, len(d.Words))
	for i := range d.Lines {
		l := &d.Lines[i]
		cut := i > 0 && d.Lines[i-1].Utterance == l.Utterance || i+1 < len(d.Lines) && d.Lines[i+1].Utterance == l.Utterance
		for w := l.Words.Start; w < l.Words.End && !cut; w++ {
			out[w] = l.Time
		}
	}
	return out
}

// The ways in which a file may not be as it was to be.
var (
	errOtherWords    = errors.New("other words")
	errOtherSpeakers = errors.New("other speakers")
	errOtherTurns    = errors.New("other turns")
	errOtherTimes    = errors.New("other times")
)

// holds returns an error if a file that has the same words has not what a stage is to give it.
func (x *reworked) holds(f *File, stage int) error {
	want, got := x.to[stage], f.Document
	if len(want.Words) != len(got.Words) {
		return errOtherWords
	}
	mine, theirs := x.base.inOrder(), f.inOrder()
	at := make([]int, len(mine))
	ownNames, names := speakersOf(want), speakersOf(got)
	ownTimes, times := lineTimes(want), lineTimes(got)
	for i, w := range mine {
		k := theirs[i]
		a, b := &want.Words[w], &got.Words[k]
		at[w] = k
		switch {
		case want.Text(a.Bytes) != got.Text(b.Bytes):
			return errOtherWords
		case ownNames[w] != names[k]:
			return errOtherSpeakers
		case !sameTime(a.Time, b.Time) && !x.cutWord(a.Time, b.Time), ownTimes[w].Known && times[k].Known && !sameTime(ownTimes[w], times[k]):
			return errOtherTimes
		}
	}
	if stage == 0 {
		return nil
	}
	starts := turnStarts(got)
	for _, w := range slices.Sorted(maps.Keys(x.open)) {
		if starts[at[w]] != x.open[w] {
			return errOtherTurns
		}
	}
	return nil
}

// cutWord reports whether the times of a word are as good as the same: they are known in one of two readings alone.
func (x *reworked) cutWord(a, b transcript.Interval) bool {
	return len(x.by.Times) > 0 && a.Known != b.Known
}

// sameTime reports whether two times are the same to the millisecond.
func sameTime(a, b transcript.Interval) bool {
	const least = 0.0011
	return a.Known == b.Known && math.Abs(a.Start-b.Start) < least && math.Abs(a.End-b.End) < least
}
