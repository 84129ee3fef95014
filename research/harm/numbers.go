package harm

import (
	"context"
	"slices"
	"strings"
)

// Number is a fluent text with a number in it, all of whose words have to stay.
type Number struct{ Kind, Text, Number string }

// numberSeed is that of the texts with numbers.
const numberSeed = 1

// Numbers returns the first n of a fixed sequence of texts with numbers, of all kinds in
// turn. Nothing in them is disfluent: there is no interregnum, no cut-off word, and repeated
// digits belong to the number.
func Numbers(n int) []Number {
	drawers := newDrawers(numberSeed, len(numberKinds))
	seen := make(map[string]bool)
	var out []Number
	for len(out) < n {
		i := len(out) % len(numberKinds)
		k, d := &numberKinds[i], drawers[i]
		x := k.draw(d)
		for try := 0; seen[x.Text] && try < 100; try++ {
			x = k.draw(d)
		}
		seen[x.Text] = true
		out = append(out, x)
	}
	return out
}

// NumberKinds returns the names of the kinds of numbers.
func NumberKinds() []string {
	var out []string
	for _, k := range numberKinds {
		out = append(out, k.name)
	}
	return out
}

// numberKind is a kind of number with the sentences that such numbers stand in.
type numberKind struct {
	name   string
	number func(d drawer) string
	frames []string // with % where the number stands
}

// Clauses that may stand around any of the sentences.
var (
	openings = []string{"", "", "", "", "", "", "", "I think that ", "As far as I know ", "She said ", "Please note that ", "They told me ", "It says here that "}
	endings  = []string{"", "", "", "", "", "", "", ", as I said before", ", if I remember correctly", ", which surprised all of us", ", and that was that", ", according to the report", " after all", ", so please check it"}
)

func (k *numberKind) draw(d drawer) Number {
	number := k.number(d)
	before, after, _ := strings.Cut(d.one(k.frames...), "%")
	if statement, ok := strings.CutSuffix(after, "."); ok && opensPlainly(before) {
		after = statement + d.one(endings...) + "."
		if open := d.one(openings...); open != "" {
			before = open + strings.ToLower(before[:1]) + before[1:]
		}
	}
	x := Number{Kind: k.name, Text: capitalised(before + number + after), Number: number}
	if d.chance(50) {
		x.Text, x.Number = bare(x.Text), bare(x.Number)
	}
	return x
}

// opensPlainly reports whether a clause can stand among others: it opens with an article or
// a pronoun, so it is no order, and its capital is no name's.
func opensPlainly(clause string) bool {
	first, _, _ := strings.Cut(clause, " ")
	return slices.Contains(strings.Fields("The A He She It We They My Our Your His Her There"), first)
}

// NumberScore is how many texts were hurt.
type NumberScore struct {
	Texts   int
	Changed int // a word of the number went or changed
	Around  int // another word did
	// Examples are some of the changed texts, with what became of them.
	Examples []Example
}

// Example is a text with what became of it.
type Example struct{ Text, Cleaned string }

// Numbers cleans texts with numbers and counts, by kind, those that are hurt, keeping the
// first examples of each kind.
func (m *Measurer) Numbers(ctx context.Context, texts []Number, examples int) (map[string]*NumberScore, error) {
	in := make([]string, len(texts))
	for i, x := range texts {
		in[i] = x.Text
	}
	cleaned, err := m.lines(ctx, in)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*NumberScore)
	for i, x := range texts {
		s := out[x.Kind]
		if s == nil {
			s = new(NumberScore)
			out[x.Kind] = s
		}
		s.Texts++
		got := wrapped(cleaned[i])
		switch {
		case !strings.Contains(got, wrapped(x.Number)):
			s.Changed++
			if len(s.Examples) < examples {
				s.Examples = append(s.Examples, Example{x.Text, cleaned[i]})
			}
		case got != wrapped(x.Text):
			s.Around++
		}
	}
	return out, nil
}

// wrapped returns the words of a text with blanks around each, to be looked for in another.
func wrapped(text string) string { return " " + bare(text) + " " }
