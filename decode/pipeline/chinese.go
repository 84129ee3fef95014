package pipeline

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// ChineseReader finds words and punctuation in Chinese text: see chinese.Reader. It belongs to one
// goroutine.
type ChineseReader interface {
	Read(units []string, apart []bool, out *chinese.Reading)
}

// Chinese decides about Chinese text. It is immutable and may be used by several goroutines
// at once.
type Chinese struct {
	memory   sync.Pool // of *chineseText
	removals chinese.Removals
	fillers  *fillers.List
	level    uint8
	explain  bool
}

// NewChinese returns what decides with readers that newReader makes, one for a goroutine.
func NewChinese(newReader func() ChineseReader, o Options) *Chinese {
	c := &Chinese{fillers: cmp.Or(o.Fillers, fillers.Default()), level: uint8(max(0, slices.Index(engine.Levels, o.Level))), explain: o.Explain}
	c.memory.New = func() any { return &chineseText{Chinese: c, reader: newReader()} }
	return c
}

// Chinese returns what decides about Chinese text, nil where the bundle has no models for it.
func (p *Pipeline) Chinese() (*Chinese, error) {
	m, err := p.bundle.Chinese()
	if m == nil || err != nil {
		return nil, err
	}
	return NewChinese(func() ChineseReader { return m.NewReader() }, p.options), nil
}

// ChineseUnit is a unit of Chinese text: a character, or a word of another script.
type ChineseUnit struct {
	Text   string
	Apart  bool // a word begins with it in any case
	Marked bool // punctuation stands behind it
	Ends   bool // a sentence ends with it, by the punctuation of the text
	// Within says that the unit goes on in the next one, since the words are known: no
	// punctuation is put behind it.
	Within bool
}

// ChineseWindow is how many units are looked at together: windows end where sentences do, so
// that memory does not grow with a text, however long it is.
const ChineseWindow = 2000

// chineseText is what is being decided about, with memory that is used again.
type chineseText struct {
	*Chinese
	reader  ChineseReader
	units   []ChineseUnit
	texts   []string
	apart   []bool
	reading chinese.Reading
	removed []chinese.Removal // of units
	kept    []int             // units
}

// Decide decides about all units of a turn, or of a part of one that goes on in another
// language. decision returns where to put the decision about a unit. Punctuation is that of
// what is kept when all is removed that the level says. The error is that of ctx.
func (c *Chinese) Decide(ctx context.Context, units []ChineseUnit, decision func(i int) *data.Decision) error {
	t := c.memory.Get().(*chineseText)
	defer t.done()
	for from := 0; from < len(units); {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.units = units[from:min(from+ChineseWindow, len(units))]
		from += t.decide(from+len(t.units) == len(units), func(i int) *data.Decision { return decision(from + i) })
	}
	return ctx.Err()
}

// First is Decide for the first units of a turn of which more is to come, and returns how many
// they are. There have to be more than ChineseWindow; with those behind them, Decide goes on.
func (c *Chinese) First(ctx context.Context, units []ChineseUnit, decision func(i int) *data.Decision) (n int, err error) {
	t := c.memory.Get().(*chineseText)
	defer t.done()
	t.units = units[:ChineseWindow]
	return t.decide(false, decision), ctx.Err()
}

// done gives the memory back.
func (t *chineseText) done() {
	t.units = nil
	clear(t.texts[:cap(t.texts)]) // which are parts of a document
	t.memory.Put(t)
}

// decide decides about the first units of a window, all of them if it is the last one, and
// returns how many they are.
func (t *chineseText) decide(last bool, decision func(i int) *data.Decision) int {
	t.kept = t.kept[:0]
	for i := range t.units {
		t.kept = append(t.kept, i)
	}
	t.read()
	n, ends := len(t.units), true
	if !last {
		n, ends = t.cut()
	}
	if t.remove(n); len(t.kept) > 0 && len(t.kept) < n {
		t.read() // what is said, without removed words
	}
	for i := range n {
		d := decision(i)
		*d = data.Decision{Chinese: true, Confidence: 1, End: t.units[i].Ends}
		t.decideUnit(d, t.removed[i])
	}
	t.punctuate(ends, decision)
	return n
}

// read reads the units that are kept.
func (t *chineseText) read() {
	t.texts, t.apart = t.texts[:0], t.apart[:0]
	marked := false
	for k, i := range t.kept {
		u := &t.units[i]
		gap := k > 0 && (t.kept[k-1] != i-1 || t.texts[k-1] == u.Text && language.ChineseStutters[chinese.SimplifiedText(u.Text)])
		t.texts, t.apart = append(t.texts, u.Text), append(t.apart, u.Apart || marked || gap)
		marked = u.Marked
	}
	t.reading.Starts, t.reading.Gaps = t.reading.Starts[:0], t.reading.Gaps[:0]
	t.reader.Read(t.texts, t.apart, &t.reading)
}

// cut returns how many units of a window that goes on are decided about: up to the last end
// of a sentence behind its middle, or else to the last word; ends says which it is.
func (t *chineseText) cut() (n int, ends bool) {
	least := len(t.units) / 2
	for k := len(t.reading.Starts) - 2; k > 0; k-- {
		at := int(t.reading.Starts[k])
		if at <= least {
			break
		}
		if t.units[at-1].Ends || endsSentence(t.reading.Gaps[k]) {
			return at, true
		}
		if n == 0 {
			n = at
		}
	}
	if n == 0 {
		n = len(t.units)
	}
	return n, false
}

// remove finds what is removed of the first n units, and leaves the others in kept.
func (t *chineseText) remove(n int) {
	var words []string
	var marked, put []bool
	var last []int // unit of each word
	at := 0
	for k, end := range t.reading.Starts[1:] {
		if int(end) > n {
			break
		}
		// Words that are known are not cut.
		if end := int(end); end > at && !t.units[end-1].Within {
			words = append(words, strings.Join(t.texts[at:end], ""))
			marked, put, last = append(marked, t.units[end-1].Marked), append(put, len(t.reading.Gaps[k+1]) > 0), append(last, end-1)
			at = end
		}
	}
	found := t.removals.Find(words, marked, put, nil)
	t.removed, t.kept = t.removed[:0], t.kept[:0]
	for w := range words {
		r := found[w]
		if kind, removed := t.fillers.Removes(words[w]); removed {
			r = chinese.Removal{Why: data.DisfluenciesOf(words[w], data.F, kind)}
		} else if r.Why&data.FilledPauses != 0 && t.fillers.Keeps(words[w]) {
			r = chinese.Removal{}
		}
		for i := len(t.removed); i <= last[w]; i++ {
			if t.removed = append(t.removed, r); r.Why == 0 || r.Level > t.level {
				t.kept = append(t.kept, i)
			}
		}
	}
	for i := len(t.removed); i < n; i++ {
		t.removed, t.kept = append(t.removed, chinese.Removal{}), append(t.kept, i)
	}
}

// decideUnit decides whether a unit is removed.
func (t *chineseText) decideUnit(d *data.Decision, r chinese.Removal) {
	if r.Why != 0 && r.Level <= t.level {
		d.Why = r.Why
		d.Label, d.Kind = r.Why.Labelled()
	}
	if t.explain {
		d.Would, d.Level = r.Why, r.Level
	}
	d.Posteriors[d.Label] = 1
}

// punctuate puts the punctuation of the reading into the decisions about the units that are
// kept. ends says that a sentence ends with the last one.
func (t *chineseText) punctuate(ends bool, decision func(i int) *data.Decision) {
	if len(t.kept) == 0 {
		return
	}
	var open []chinese.Mark
	sentence := 0 // where it begins, in what is kept
	for k, start := range t.reading.Starts {
		at := int(start)
		if at > len(t.kept) {
			break // of the next window
		}
		before, after := -1, -1
		if at > 0 {
			before = t.kept[at-1]
		}
		if at < len(t.kept) {
			after = t.kept[at]
		}
		if before >= 0 && t.units[before].Within {
			continue
		}
		marks := t.reading.Gaps[k]
		if after < 0 && !ends {
			marks = slices.DeleteFunc(slices.Clone(marks), func(s chinese.Sign) bool { return s.Mark.Pass() == chinese.Finals })
		}
		if endsSentence(marks) {
			if after >= 0 && len(marks) == 1 && marks[0].Mark == chinese.FullStop && t.opener(sentence, at) {
				marks = []chinese.Sign{{Mark: chinese.Comma}}
			} else {
				sentence = at
			}
		}
		open = putMarks(marks, open, before, after, decision)
	}
}

// opener reports whether the units from one on that are kept are a word that opens a sentence, and are no sentence.
func (t *chineseText) opener(from, to int) bool {
	const longest = 3 // characters
	return to-from <= longest && language.ChineseOpeners[chinese.SimplifiedText(strings.Join(t.texts[from:to], ""))]
}

// endsSentence reports whether a sentence ends at punctuation marks.
func endsSentence(marks []chinese.Sign) bool {
	return slices.ContainsFunc(marks, func(s chinese.Sign) bool { return s.Mark.Pass() == chinese.Finals && s.Mark != chinese.NoMark })
}

// putMarks puts the punctuation marks between two units, of which either is -1 where there is
// none, into the decisions about them. open are the pairs that are open, as is what it returns.
func putMarks(marks []chinese.Sign, open []chinese.Mark, before, after int, decision func(i int) *data.Decision) []chinese.Mark {
	var left, right data.Signs // of the unit before, and of that behind
	look, mark := "", data.NoPunct
	for _, s := range marks {
		inside := false
		switch s.Side {
		case chinese.Open:
			inside = len(open) > 0 && open[len(open)-1] == s.Mark
			open = append(open, s.Mark)
			right.Opens += s.Text(inside)
			continue
		case chinese.Close:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
			inside = len(open) > 0 && open[len(open)-1] == s.Mark
			if left.Closes += s.Text(inside); look == "" {
				left.Within++
			}
			continue
		}
		if right.Opens != "" {
			continue // no mark stands right behind what opens
		}
		look += s.Text(false)
		mark = max(mark, punctOf(s.Mark))
	}
	if left.Looks[mark] = look; mark == data.Comma && marks[len(marks)-1].Mark == chinese.Ellipsis {
		left.Looks[data.Period] = look // at the end of a turn it does for a full stop
	}
	if before >= 0 {
		d := decision(before)
		if d.Punct = mark; mark >= data.Period {
			d.End, d.EndPunct = true, mark
		}
		if left != (data.Signs{}) {
			d.Signs = data.JoinSigns(d.Signs, &left)
		}
	}
	if right.Opens != "" && after >= 0 {
		decision(after).Signs = &right
	}
	return open
}

// punctOf returns the punctuation that a mark is.
func punctOf(m chinese.Mark) data.Punct {
	switch m {
	case chinese.FullStop, chinese.Exclamation:
		return data.Period
	case chinese.Question:
		return data.QMark
	}
	return data.Comma
}
