package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// quoting is the decision to put quotes around the third to the fifth word of each turn, a
// semicolon after the second, and brackets around the next two, where they are asked for: in
// some places they would make a note of them.
func quoting(f *File, brackets bool) *Plan {
	d := keepAll(f)
	d.Punct = transcript.PunctRestore
	for _, t := range f.Document.Turns {
		for i := t.Words.Start; i < t.Words.End; i++ {
			w := f.Document.Words[i].Tokens
			if w.Len() == 0 {
				continue
			}
			first, last := &d.Decisions[w.Start].Signs, &d.Decisions[w.End-1].Signs
			switch i - t.Words.Start {
			case 1:
				*last, d.Decisions[w.End-1].Punct = &data.Signs{Looks: [data.NumPuncts]string{data.Comma: ";"}}, data.Comma
			case 2:
				*first = &data.Signs{Opens: `"`}
			case 4:
				*last, d.Decisions[w.End-1].Punct = &data.Signs{Closes: `"`}, data.Comma
			case 5:
				if brackets {
					*first = data.JoinSigns(&data.Signs{Opens: "("}, *first)
				}
			case 6:
				if brackets {
					*last = data.JoinSigns(*last, &data.Signs{Closes: ")", Within: 1})
				}
			}
		}
	}
	return d
}

// TestSigns puts quotes and brackets into all places where words stand, but in those that
// have words alone by custom.
func TestSigns(t *testing.T) {
	for _, c := range []struct {
		format    Format
		src, want string
	}{
		{Text, "A: one two three four five six seven\n", "A: one two; \"three four five,\" (six seven).\n"},
		{SRT, "1\n00:00:01,000 --> 00:00:02,000\none two three\nfour <i>five six</i> seven\n", "1\n00:00:01,000 --> 00:00:02,000\none two; \"three\nfour <i>five,\" (six</i> seven).\n"},
		{Whisper, `{"text":" one two three four five","segments":[{"text":" one two three four five","words":[{"word":" one"},{"word":" two"},{"word":" three"},{"word":" four"},{"word":" five"}]}]}`,
			`{"text":" one two; \"three four five.\"","segments":[{"text":" one two; \"three four five.\"","words":[{"word":" one"},{"word":" two;"},{"word":" \"three"},{"word":" four"},{"word":" five.\""}]}]}`},
		{CTM, "a 1 0.0 0.5 one\na 1 0.5 0.5 two\na 1 0.7 0.5 three\na 1 0.8 0.5 four\na 1 0.9 0.5 five\n", "a 1 0.0 0.5 one\na 1 0.5 0.5 two\na 1 0.7 0.5 three\na 1 0.8 0.5 four\na 1 0.9 0.5 five\n"},
	} {
		f := mustRead(t, c.src, "x", c.format)
		sameText(t, f.Rewrite(quoting(f, true)), c.want)
	}
}

// TestSignsEverywhere puts them into all fixtures, without their punctuation: what comes out is of
// the format, with the same words, and quotes and brackets in pairs.
func TestSignsEverywhere(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		f.Document.Assume(false, false)
		plan := quoting(f, false)
		text := f.Rewrite(plan)
		g, err := Read(text, x.name, x.format)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		want, got := words(f, keepAll(f)), words(g, keepAll(g))
		if len(want) != len(got) {
			t.Errorf("%s: %d words, not %d\n%.2000s", x.name, len(got), len(want), text)
		}
		for _, to := range written()[:drawn.Few(len(written()), 8)] {
			s := f.Transcript(plan)
			out, err := to.Write(s)
			if err != nil {
				continue
			}
			if _, err := Read(out, "out"+to.Extensions()[0], to); err != nil {
				t.Errorf("%s to %s: %v\n%s", x.name, to, err, out)
			}
			if to == Text && strings.Count(out, `"`)%2 != 0 {
				t.Errorf("%s: %s", x.name, out)
			}
		}
	}
}
