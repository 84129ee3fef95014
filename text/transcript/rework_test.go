package transcript

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// told returns the turns of a document, and the lines of each with their times.
func told(d *Document) string {
	var b strings.Builder
	for i := range d.Turns {
		t := &d.Turns[i]
		fmt.Fprintf(&b, "%s:", t.Speaker)
		for l := t.FirstLine; l < len(d.Lines) && d.Lines[l].Words.Start < t.Words.End; l++ {
			x := &d.Lines[l]
			fmt.Fprintf(&b, " %s", d.Source[x.Text:x.End])
			if x.Time.Known {
				fmt.Fprintf(&b, " (%v-%v)", x.Time.Start, x.Time.End)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRework(t *testing.T) {
	yes, no := true, false
	to := func(s string) *string { return &s }
	at := func(from, to float64) Interval { return Interval{from, to, true} }
	said := func(speaker string, time Interval, text string) Utterance {
		return Utterance{Speaker: speaker, Time: time, Pieces: []Piece{{Text: text}}}
	}
	text := "Bob: one two three\nAnn: four five\nBob: six\n"
	timed := []Utterance{said("A", at(0, 6), "one two three"), said("A", at(6, 7), "four"), said("B", at(8, 9), "five six")}
	build := func() *Document { return Build("timed", timed) }
	parse := func() *Document { d, _ := ParseText(text, "text"); return d }
	for _, x := range []struct {
		name string
		d    *Document
		r    Rework
		want string
	}{
		{"rename", parse(), Rework{Speakers: map[string]string{"Bob": "Dr. Robert Lee"}}, "Dr. Robert Lee: one two three\nAnn: four five\nDr. Robert Lee: six\n"},
		{"swap", parse(), Rework{Speakers: map[string]string{"Bob": "Ann", "Ann": "Bob"}}, "Ann: one two three\nBob: four five\nAnn: six\n"},
		{"give", parse(), Rework{Turns: []TurnChange{{Word: 3, Speaker: to("Cy")}, {Word: 5, Speaker: to("")}}}, "Bob: one two three\nCy: four five\n: six\n"},
		{"give, and rename others", parse(), Rework{Speakers: map[string]string{"Bob": "Rob"}, Turns: []TurnChange{{Word: 3, Speaker: to("Bob")}}}, "Rob: one two three\nBob: four five\nRob: six\n"},
		{"split", parse(), Rework{Turns: []TurnChange{{Word: 1, Opens: &yes, Speaker: to("Cy")}, {Word: 2, Opens: &yes, Speaker: to("Bob")}}}, "Bob: one\nCy: two\nBob: three\nAnn: four five\nBob: six\n"},
		{"split, the same goes on", parse(), Rework{Turns: []TurnChange{{Word: 4, Opens: &yes}}}, "Bob: one two three\nAnn: four\nAnn: five\nBob: six\n"},
		{"merge", parse(), Rework{Turns: []TurnChange{{Word: 3, Opens: &no}, {Word: 5, Opens: &no}}}, "Bob: one two three four five six\n"},
		{"split and merge", parse(), Rework{Turns: []TurnChange{{Word: 5, Opens: &no}, {Word: 4, Opens: &yes, Speaker: to("Bob")}}}, "Bob: one two three\nAnn: four\nBob: five six\n"},
		{"split by letters", build(), Rework{Turns: []TurnChange{{Word: 2, Opens: &yes, Speaker: to("C")}}}, "A: one two (0-3.692)\nC: three (3.692-6) four (6-7)\nB: five six (8-9)\n"},
		{"times", build(), Rework{Times: []LineTime{{3, 6.5, 7.25}}}, "A: one two three (0-6) four (6.5-7.25)\nB: five six (8-9)\n"},
	} {
		before := told(x.d)
		got, refused := x.d.Rework(&x.r)
		if s := told(got); s != x.want || refused != nil {
			t.Errorf("%s: %v\n%snot\n%s", x.name, refused, s, x.want)
		}
		if told(x.d) != before {
			t.Errorf("%s: the document was changed", x.name)
		}
	}
	d := build()
	for _, x := range []struct {
		r    Rework
		says string
	}{
		{Rework{Speakers: map[string]string{"Z": "Y"}}, `nobody is called "Z"`},
		{Rework{Speakers: map[string]string{"A": ""}}, "no new name"},
		{Rework{Speakers: map[string]string{"A": "B\nC"}}, "line ends"},
		{Rework{Turns: []TurnChange{{Word: 9}}}, "no word 9"},
		{Rework{Turns: []TurnChange{{Word: 1, Speaker: to("C")}}}, "no turn begins"},
		{Rework{Turns: []TurnChange{{Word: 0, Opens: &no}}}, "before the first"},
		{Rework{Turns: []TurnChange{{Word: 1, Opens: &no}}}, "no turn begins"},
		{Rework{Turns: []TurnChange{{Word: 4, Speaker: to(" C")}}}, "blanks around"},
		{Rework{Turns: []TurnChange{{Word: 4, Speaker: to("B")}, {Word: 4, Opens: &no}}}, "two changes"},
		{Rework{Times: []LineTime{{1, 0, 1}}}, "no line begins"},
		{Rework{Times: []LineTime{{3, 2, 1}}}, "end before"},
		{Rework{Times: []LineTime{{3, -2, 1}}}, "between 0"},
		{Rework{Times: []LineTime{{3, 6, 7}, {3, 2, 3}}}, "two times"},
	} {
		got, refused := d.Rework(&x.r)
		if got != d || len(refused) != 1 || !errors.Is(refused[0].Err, ErrCorrection) || !strings.Contains(refused[0].Err.Error(), x.says) {
			t.Errorf("%+v: %v, which does not say %q", x.r, refused, x.says)
		}
	}
}

// Whatever is changed, all words are in one turn and in one line of it, in order.
func TestReworkAnything(t *testing.T) {
	d, err := ParseText(strings.Repeat("Bob: one two three\nfour five\n\nAnn: six seven [laughs]\n", 3), "text")
	if err != nil {
		t.Fatal(err)
	}
	drawn.Check(t, func(t *drawn.Case) {
		var r Rework
		for range t.Int("changes", 0, 12) {
			c := TurnChange{Word: t.Int("word", -1, len(d.Words))}
			if k := t.Int("opens", 0, 2); k < 2 {
				opens := k == 1
				c.Opens = &opens
			}
			if t.Bool("given") {
				c.Speaker = drawn.Of(t, "speaker", new(string), &d.Turns[0].Speaker)
			}
			r.Turns = append(r.Turns, c)
		}
		out, _ := d.Rework(&r)
		next, line := 0, 0
		for i, turn := range out.Turns {
			if turn.Words.Start != next || turn.Words.Len() == 0 || turn.FirstLine < line {
				t.Fatalf("turn %d is %+v", i, turn)
			}
			next, line = turn.Words.End, turn.FirstLine
			if out.Lines[line].Words.Start != turn.Words.Start {
				t.Fatalf("turn %d begins with line %+v", i, out.Lines[line])
			}
		}
		var words, bytes int
		for i, l := range out.Lines {
			if l.Words.Start != words || l.Bytes.Start != bytes || l.Text > l.End {
				t.Fatalf("line %d is %+v", i, l)
			}
			words, bytes = l.Words.End, l.Bytes.End
		}
		if next != len(d.Words) || words != next || bytes != len(d.Source) {
			t.Fatalf("%d words, %d bytes", words, bytes)
		}
		if got := out.Edit(nil, Rewriting{Case: CaseKeep, Punct: PunctKeep}).Text(); got != d.Source {
			t.Fatalf("%q", got)
		}
		if !slices.Equal(out.Tokens, d.Tokens) {
			t.Fatal("other tokens")
		}
	})
}
