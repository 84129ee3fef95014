package pipeline

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Languages returns the codes of the languages that Turns knows, sorted: those that have a folder, and those that the
// bundle has a network for. A bundle whose network cannot be opened has those with a folder.
func (p *Pipeline) Languages() []string {
	codes := language.Codes()
	if more, err := p.bundle.Languages(); err == nil {
		codes = append(codes, more...)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// NetworkDecider decides by the rules of a language, and then by a network: repairs, and, where the text has no
// punctuation, marks and case.
type NetworkDecider struct {
	*RuleDecider
	model    *multilingual.Model
	language multilingual.Language
	readers  sync.Pool // of *networkTurn
}

// NewNetworkDecider returns what decides by the rules of a language and by a network that knows it.
func NewNetworkDecider(l *language.Language, m *multilingual.Model, o Options) *NetworkDecider {
	d := &NetworkDecider{RuleDecider: NewRuleDecider(l, o), model: m}
	d.language, _ = m.Language(l.Code)
	d.readers.New = func() any { return &networkTurn{reader: m.NewReader()} }
	return d
}

// Can says what the network has learned of the language.
func (d *NetworkDecider) Can() Level {
	switch {
	case !d.language.Marks:
		return CanPauses
	case d.language.Repairs == 0:
		return CanMarks
	}
	return CanRepairs
}

// RemovesRepairs reports whether the network finds repairs, which it may without knowing the marks of a language.
func (d *NetworkDecider) RemovesRepairs() bool { return d.language.Repairs > 0 }

// networkTurn is a turn that is being decided about, with memory that is used again.
type networkTurn struct {
	reader  *multilingual.Reader
	units   []multilingual.Unit
	cases   []multilingual.Case
	word    []int // of each unit
	read    multilingual.Prediction
	repairs []multilingual.Repair
}

// Decide decides about all words of a turn.
func (d *NetworkDecider) Decide(ctx context.Context, turn *Turn, decision func(i int) *data.Decision) error {
	if err := d.RuleDecider.Decide(ctx, turn, decision); err != nil || len(turn.Words) == 0 {
		return err
	}
	t := d.readers.Get().(*networkTurn)
	defer d.readers.Put(t)
	t.take(turn, d.language.Code, nil)
	t.readUnits(d.language.Code)
	if d.language.Repairs > 0 {
		d.remove(t, turn, decision)
	}
	if !d.language.Marks {
		return ctx.Err()
	}
	removed := false
	for i := range turn.Words {
		x := decision(i)
		x.Unmarked = false
		removed = removed || x.Why != 0
	}
	if !turn.Marked {
		if removed {
			t.take(turn, d.language.Code, func(i int) bool { return decision(i).Why == 0 })
			t.readUnits(d.language.Code) // what is said, without removed words
		}
		d.punctuate(t, turn, decision)
	}
	return ctx.Err()
}

// take takes up the units of words, those that keep says, or all.
func (t *networkTurn) take(turn *Turn, code string, keep func(i int) bool) {
	t.units, t.cases, t.word = t.units[:0], t.cases[:0], t.word[:0]
	for i := range turn.Words {
		w := &turn.Words[i]
		if keep != nil && !keep(i) {
			continue
		}
		bare, ok := multilingual.Bare(w.Text)
		if !ok {
			continue
		}
		if strings.HasPrefix(w.After, "-") && !strings.HasSuffix(bare, "-") {
			bare += "-" // which is broken off
		}
		t.units, t.cases = multilingual.Split(t.units, t.cases, bare, code)
		for len(t.word) < len(t.units) {
			t.word = append(t.word, i)
		}
		if n := len(t.units) - 1; n >= 0 && w.Joined && multilingual.Unbroken(t.units[n].Text) {
			t.units[n].Joined = true
		}
	}
}

func (t *networkTurn) readUnits(code string) {
	t.reader.Read(t.units, code, multilingual.Turn{Known: true, Begins: true, Ends: true}, &t.read)
}

// punctuate puts marks and case into the decisions about the words that are kept.
func (d *NetworkDecider) punctuate(t *networkTurn, turn *Turn, decision func(i int) *data.Decision) {
	var form strings.Builder
	begin := 0 // the first unit of a sentence
	for u := range t.units {
		i := t.word[u]
		code := d.language.Code
		kind := t.read.Case(u)
		form.WriteString(kind.Spell(t.units[u].Text, code, d.language.Spellings[t.units[u].Text]))
		if u+1 < len(t.units) && t.word[u+1] == i {
			continue
		}
		x := decision(i)
		if turn.Caseless && !d.rules.Language().Caseless {
			x.Cased = strings.TrimSuffix(form.String(), "-") + hyphen(turn.Words[i].Text)
		}
		form.Reset()
		mark := t.read.Mark(u)
		if u == len(t.units)-1 && mark < multilingual.Period {
			mark = t.read.End(u)
		}
		x.Punct = punctuation[mark]
		if x.Punct == data.NoPunct {
			continue
		}
		look := d.look(mark)
		x.Signs = data.JoinSigns(x.Signs, &data.Signs{Looks: looks(x.Punct, look)})
		if x.Punct < data.Period {
			continue
		}
		x.End, x.EndPunct = true, x.Punct
		if sign, at := t.read.Opener(mark, begin, u); sign != "" {
			first := decision(t.word[at])
			first.Signs = data.JoinSigns(&data.Signs{Lead: sign}, first.Signs)
		}
		begin = u + 1
	}
}

// punctuation is what marks are.
var punctuation = [multilingual.NumMarks]data.Punct{
	multilingual.NoMark: data.NoPunct, multilingual.Comma: data.Comma, multilingual.Period: data.Period,
	multilingual.Question: data.QMark, multilingual.Exclamation: data.Period,
}

// narrow is the narrow no-break blank.
const narrow = "\u202f"

// look returns how a mark is written in the language, with the blank before it, if it has one there.
func (d *NetworkDecider) look(m multilingual.Mark) string {
	l := d.rules.Language()
	sign := l.Marks[2]
	switch m {
	case multilingual.Comma:
		sign = l.Marks[0]
	case multilingual.Period:
		sign = l.Marks[1]
	case multilingual.Exclamation:
		if sign = "!"; l.Unspaced {
			sign = "！"
		}
	}
	if strings.Contains(l.Blanked, sign) {
		return narrow + sign
	}
	return sign
}

func looks(p data.Punct, look string) (out [data.NumPuncts]string) {
	out[p] = look
	return out
}

// hyphen returns the hyphen that a word ends in.
func hyphen(word string) string {
	if strings.HasSuffix(word, "-") {
		return "-"
	}
	return ""
}
