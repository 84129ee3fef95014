package stages

import (
	"math"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
)

func languageModel(t *testing.T, text string) *lm.Model {
	t.Helper()
	c, err := lm.NewCounter(4)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddText(strings.NewReader(text), "text"); err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Estimate(lm.EstimateOptions{Smoothing: lm.WittenBell})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNgramScores compares with sums over whole stretches, each scored from its
// beginning.
func TestNgramScores(t *testing.T) {
	lms := &LanguageModels{
		Fluent:    languageModel(t, "i want to go to denver\nwe go to boston\nto denver we want to go\n"),
		Disfluent: languageModel(t, "i i want to go to boston uh to denver\nwe uh we go to boston\n"),
	}
	for _, c := range []struct{ words, fillers string }{
		{"i want to go to boston uh to denver", "000000100"},
		{"we we go", "000"},
		{"uh", "1"},
		{"go", "0"},
		{"we zebra uh we go to to", "0010000"},
	} {
		words := strings.Fields(c.words)
		in := &instance{}
		for i, w := range words {
			in.words = append(in.words, newLexeme(w))
			in.start, in.end = append(in.start, unknown), append(in.end, unknown)
			in.tag = append(in.tag, m3n.Symbol("X"))
			in.filler = append(in.filler, m3n.Bool(c.fillers[i] == '1'))
		}
		seq := m3n.NewSequence(stageSchema)
		e := &editScratch{}
		in.fillStage(seq, e, lms)

		logp := func(m *lm.Model, begin bool, words ...string) float64 {
			s := lm.State(0)
			if begin {
				s = m.BeginState()
			}
			total, p := 0.0, 0.0
			for _, w := range words {
				p, s = m.Score(s, m.Vocabulary().ID(w))
				total += p
			}
			return total
		}
		check := func(column, t0 int, what string, want float64) {
			t.Helper()
			if got := seq.Real(column)[t0]; !(math.Abs(got-want) < 1e-5 || got != got && want != want) {
				t.Errorf("%q: %s at %d is %v, want %v", c.words, what, t0, got, want)
			}
		}
		f, nan := lms.Fluent, math.NaN()
		// The words that are no fillers, and where they stand.
		var plain []string
		var at []int
		for i, w := range words {
			if c.fillers[i] == '0' {
				plain, at = append(plain, w), append(at, i)
			}
		}
		// gain is what removing plain words [i, j) gains for the two words after them.
		gain := func(i, j int) float64 {
			after := append(append([]string(nil), plain[j:]...), lm.EndWord)
			after = after[:min(2, len(after))]
			one := func(before []string) float64 {
				return logp(f, true, append(append([]string(nil), before...), after...)...) - logp(f, true, before...)
			}
			return one(plain[:i]) - one(plain[:j])
		}
		for i, w := range words {
			check(stageLM.unigram, i, "P(w)", logp(f, false, w))
			joint := func(n int) float64 {
				if i < n-1 {
					return nan
				}
				return logp(f, false, words[i-n+1:i+1]...)
			}
			check(stageLM.trigram, i, "P of the trigram", joint(3))
			check(stageLM.fourgram, i, "P of the 4-gram", joint(4))
			next := func(m *lm.Model) float64 { return logp(m, true, words[:i+1]...) - logp(m, true, words[:i]...) }
			check(stageLM.next, i, "P(w | before)", next(f))
			check(stageLM.contrast, i, "contrast", next(f)-next(lms.Disfluent))
			check(stageLM.end, i, "P(</s> | before)", logp(f, true, append(append([]string(nil), words[:i+1]...), lm.EndWord)...)-logp(f, true, words[:i+1]...))
		}
		for i, t0 := range at {
			start, end := nan, nan
			for n := 1; n <= maxSkip; n++ {
				if g := 0.0; i+n < len(at) {
					if g = gain(i, i+n); !(start >= g) {
						start = g
					}
				}
				if j := i + 1 - n; j >= 0 && i+1 < len(at) {
					if g := gain(j, i+1); !(end >= g) {
						end = g
					}
				}
			}
			check(stageLM.skip, t0, "gain of a stretch from here", start)
			check(stageLM.skipped, t0, "gain of a stretch up to here", end)
			jump := nan
			if e.copier.score[i] > 0 {
				r := e.copier.region[i]
				jump = gain(int(r.start), int(r.end))
			}
			check(stageLM.jump, t0, "gain of the rough copy", jump)
		}
	}
}
