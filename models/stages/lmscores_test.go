package stages

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
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

// plainScores fills the columns with every score asked for where it is needed.
func plainScores(seq *m3n.Sequence, c *lmColumns, words []*lexeme, lms *LanguageModels, copier *roughCopier) {
	f, d := lms.Fluent, lms.Disfluent
	var id, plain []uint32
	fs, ds := f.BeginState(), d.BeginState()
	for _, l := range words {
		id = append(id, f.Vocabulary().ID(l.text))
	}
	for t, w := range id {
		var p, q float64
		p, fs = f.Score(fs, w)
		q, ds = d.Score(ds, d.Vocabulary().ID(words[t].text))
		seq.Real(c.next)[t], seq.Real(c.contrast)[t] = p, p-q
		seq.Real(c.end)[t], _ = f.Score(fs, lm.End)
		joint, state := 0.0, lm.State(0)
		for k := t; k < len(id) && k < t+4; k++ {
			p, state = f.Score(state, id[k])
			joint += p
			switch k - t {
			case 0:
				seq.Real(c.unigram)[k] = joint
			case 2:
				seq.Real(c.trigram)[k] = joint
			case 3:
				seq.Real(c.fourgram)[k] = joint
			}
		}
	}
	for _, t := range copier.at {
		plain = append(plain, id[t])
	}
	plain = append(plain, lm.End)
	// gain is what removing the plain words from i to j gains.
	gain := func(i, j int) float64 {
		pair := func(i int) float64 {
			s := f.BeginState()
			for _, w := range plain[:i] {
				_, s = f.Score(s, w)
			}
			p, s := f.Score(s, plain[j])
			q, _ := f.Score(s, plain[j+1])
			return p + q
		}
		return pair(i) - pair(j)
	}
	skipped := seq.Real(c.skipped)
	for i, t := range copier.at {
		if r := copier.region[i]; copier.score[i] > 0 {
			seq.Real(c.jump)[t] = gain(int(r.start), int(r.end))
		}
		for n := 1; n <= maxSkip && i+n < len(copier.at); n++ {
			g := gain(i, i+n)
			if n == 1 || g > seq.Real(c.skip)[t] {
				seq.Real(c.skip)[t] = g
			}
			if e := copier.at[i+n-1]; skipped[e] != skipped[e] || g > skipped[e] {
				skipped[e] = g
			}
		}
	}
}

// TestNgramScoresShared holds that what is asked for once is the same to the last bit.
func TestNgramScoresShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	vocabulary := strings.Fields("i we you uh um want to go the a boston denver know mean")
	text := func(lines int) string {
		var b strings.Builder
		for range lines {
			for at := rng.IntN(len(vocabulary)); at < len(vocabulary); at += rng.IntN(4) {
				b.WriteString(vocabulary[at] + " ")
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	for _, quantised := range []bool{false, true} {
		lms := &LanguageModels{Fluent: languageModel(t, text(60)), Disfluent: languageModel(t, text(30))}
		if quantised {
			lms.Fluent, lms.Disfluent = lms.Fluent.Quantise(), lms.Disfluent.Quantise()
		}
		lexicon := newLexicon()
		if quantised {
			lexicon.lms = *lms
		}
		for range drawn.Few(300, 30) {
			in := &instance{}
			for range 1 + rng.IntN(14) {
				w := vocabulary[rng.IntN(len(vocabulary))]
				if n := len(in.words); n > 1 && rng.IntN(3) == 0 {
					w = in.words[n-1-rng.IntN(2)].text
				} else if rng.IntN(12) == 0 {
					w = "zebra"
				}
				in.words = append(in.words, lexicon.get(w))
				in.start, in.end = append(in.start, unknown), append(in.end, unknown)
				in.tag = append(in.tag, m3n.Symbol("X"))
				in.filler = append(in.filler, m3n.Bool(rng.IntN(4) == 0))
			}
			got, want := m3n.NewSequence(stageSchema), m3n.NewSequence(stageSchema)
			e := &editScratch{}
			in.fillStage(got, e, lms)
			in.fillStage(want, &editScratch{}, nil)
			plainScores(want, &stageLM, in.words, lms, &e.copier)
			for _, c := range []int{stageLM.unigram, stageLM.trigram, stageLM.fourgram, stageLM.next, stageLM.end, stageLM.contrast, stageLM.jump, stageLM.skip, stageLM.skipped} {
				for i := range in.words {
					if x, y := got.Real(c)[i], want.Real(c)[i]; math.Float64bits(x) != math.Float64bits(y) && !(x != x && y != y) {
						t.Fatalf("column %d of word %d is %v, not %v", c, i, x, y)
					}
				}
			}
		}
	}
}
