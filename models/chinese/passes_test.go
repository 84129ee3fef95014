package chinese

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/m3n"
)

// mini is a text of units whose punctuation follows from what is around it.
func mini() []Sentence {
	var out []Sentence
	for range 3 {
		for _, who := range []string{"他", "她"} {
			for _, what := range []string{"书", "报", "饭"} {
				out = append(out,
					Units(who+"说：“我看"+what+"。”"),
					Units(who+"看"+what+"吗？"),
					Units("我看《"+what+"》，"+who+"看茶、酒。"),
					Units(who+"（我）看"+what+"。"))
			}
		}
	}
	return out
}

// units are features for mini, which has no tags.
const units = "order=1 i=-2..3 w[i]\norder=1 i=-1..2 w[i-1] w[i]\n"

func miniConfig(single bool, passes int) PunctuationConfig {
	return PunctuationConfig{Templates: units, PassTemplates: PassFeatures(), Starts: starts(single), L2: 0.01, Passes: passes, Seed: 1, Folds: 3}
}

func trainMini(t testing.TB, c PunctuationConfig, workers int) *Punctuator {
	t.Helper()
	m, err := TrainPunctuation(t.Context(), mini(), c, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// predictWords predicts the punctuation between words.
func predictWords(m *Punctuator, words []Word) [][]Sign {
	c := m.NewColumns()
	FillWords(c, words)
	return m.Predict(c, m.NewScratch(), nil)
}

// All ways to train learn what follows from the words; files say the same.
func TestTrainPunctuation(t *testing.T) {
	for _, single := range []bool{true, false} {
		for _, passes := range []int{0, 12} {
			for _, gold := range []bool{false, true} {
				c := miniConfig(single, passes)
				c.GoldFed = gold
				m := trainMini(t, c, 2)
				for _, s := range mini() {
					if got := predictWords(m, s.Words); !slices.EqualFunc(got, s.Gaps, slices.Equal[[]Sign]) {
						t.Fatalf("%+v: %v, want %v", c, namesOf(got), namesOf(s.Gaps))
					}
				}
			}
		}
	}
}

func TestPunctuatorFile(t *testing.T) {
	for _, single := range []bool{true, false} {
		m := trainMini(t, miniConfig(single, 3), 1)
		file, err := m.Marshal("a text")
		if err != nil {
			t.Fatal(err)
		}
		other, err := trainMini(t, miniConfig(single, 3), 3).Marshal("a text")
		if err != nil || !bytes.Equal(file, other) {
			t.Errorf("three workers train another model: %v", err)
		}
		back, err := UnmarshalPunctuation(file)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back.header, m.header) || back.Features() != m.Features() {
			t.Errorf("%+v, %d features, want %+v, %d", back.header, back.Features(), m.header, m.Features())
		}
		for _, s := range mini() {
			if a, b := predictWords(m, s.Words), predictWords(back, s.Words); !slices.EqualFunc(a, b, slices.Equal[[]Sign]) {
				t.Fatalf("%v, from the file %v", namesOf(a), namesOf(b))
			}
		}
		small := m.Pruned(0.2)
		if f := small.Features(); f == 0 || f >= m.Features() {
			t.Errorf("%d features pruned to %d", m.Features(), f)
		}
		for _, s := range mini() {
			checkNested(t, predictWords(small, s.Words))
		}
		file[len(file)/2] ^= 1
		if _, err := UnmarshalPunctuation(file); !errors.Is(err, container.ErrChecksum) {
			t.Errorf("a flipped bit: %v", err)
		}
	}
}

// Whatever a model and a text, pairs are balanced and nested, and no pass undoes another.
func TestPredictsNested(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	open, rounds := 0, drawn.Few(20, 4)
	for range rounds {
		var text []Sentence
		for range 60 {
			text = append(text, randomSentence(rng, withPairs(rng, randomGaps(rng))))
		}
		c := miniConfig(rng.IntN(2) == 0, 6)
		c.Least = 3 // so that the single pass has not too many labels
		m, err := TrainPunctuation(t.Context(), text, c, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		cols, s := m.NewColumns(), m.NewScratch()
		var out [][]Sign
		for i := range 100 {
			words := randomSentence(rng, randomGaps(rng)).Words
			if i < len(text) {
				words = text[i].Words
			}
			FillWords(cols, words)
			if out = m.Predict(cols, s, out); len(out) != len(words)+1 {
				t.Fatalf("%d gaps of %d words", len(out), len(words))
			}
			checkNested(t, out)
			for _, signs := range out {
				for _, s := range signs {
					if s.Side == Open {
						open++
					}
				}
			}
		}
	}
	if open < 10*rounds {
		t.Errorf("only %d pairs were found", open)
	}
}

// withPairs adds pairs that are nested.
func withPairs(rng *rand.Rand, gaps [][]Sign) [][]Sign {
	for range 3 {
		i, j, m := rng.IntN(len(gaps)), rng.IntN(len(gaps)), []Mark{Quote, Title, Bracket}[rng.IntN(3)]
		if i < j {
			gaps[i] = append(gaps[i], Sign{m, Open})
			gaps[j] = slices.Insert(gaps[j], 0, Sign{m, Close})
		}
	}
	return gaps
}

// randomSentence draws the words between gaps; there is one at least.
func randomSentence(rng *rand.Rand, gaps [][]Sign) Sentence {
	s := Sentence{Gaps: gaps}
	if len(gaps) == 1 {
		s.Gaps = append(s.Gaps, nil)
	}
	for range len(s.Gaps) - 1 {
		s.Words = append(s.Words, Word{Text: string(rune('a' + rng.IntN(20)))})
	}
	return s
}

// Columns of the caller's are read, and memory is used again.
func TestMoreColumns(t *testing.T) {
	text := mini()
	hint := func(c *Columns, s Sentence) {
		FillWords(c, s.Words)
		clear(c.Column(ColWord))
		for i := range s.Words {
			c.Column(NumColumns)[i] = m3n.Symbol(signsName(s.Gaps[i]))
			c.Column(NumColumns + 1)[i] = m3n.Symbol(signsName(s.Gaps[i+1]))
		}
	}
	c := miniConfig(false, 8)
	c.Templates = "order=1 before[1]\norder=1 behind[0]\n"
	c.More = []string{"before", "behind"}
	c.Fill = func(c *Columns, i int) { hint(c, text[i]) }
	m := trainMini(t, c, 2)
	if !slices.Equal(m.More(), c.More) {
		t.Errorf("columns %v", m.More())
	}
	cols, s := m.NewColumns(), m.NewScratch()
	out := [][]Sign{{{Comma, Single}}, {{Quote, Open}}}
	for range 2 {
		for _, sentence := range text {
			hint(cols, sentence)
			if out = m.Predict(cols, s, out); !slices.EqualFunc(out, sentence.Gaps, slices.Equal[[]Sign]) {
				t.Fatalf("%v, want %v", namesOf(out), namesOf(sentence.Gaps))
			}
		}
	}
	hint(cols, text[0])
	if n := testing.AllocsPerRun(10, func() { out = m.Predict(cols, s, out) }); n > 0 {
		t.Errorf("Predict allocates %v times", n)
	}
	cols.Reset(0)
	if out = m.Predict(cols, s, out); len(out) != 1 || len(out[0]) != 0 {
		t.Errorf("of no words: %v", out)
	}
}

func TestTrainPunctuationFails(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	unpunctuated := Units("我看书")
	for name, test := range map[string]struct {
		ctx  context.Context
		text []Sentence
		edit func(*PunctuationConfig)
		want string
	}{
		"no text":        {t.Context(), nil, func(*PunctuationConfig) {}, "no text"},
		"no punctuation": {t.Context(), []Sentence{unpunctuated, unpunctuated, unpunctuated}, func(*PunctuationConfig) {}, "no punctuation in the text"},
		"no gaps":        {t.Context(), []Sentence{{Words: unpunctuated.Words}}, func(*PunctuationConfig) {}, "text 1 has 3 words and 0 gaps"},
		"one text":       {t.Context(), mini()[:1], func(*PunctuationConfig) {}, "two texts"},
		"one fold":       {t.Context(), mini(), func(c *PunctuationConfig) { c.Folds = 1 }, "two folds"},
		"templates":      {t.Context(), mini(), func(c *PunctuationConfig) { c.Templates = "order=1 nothing[0]\n" }, "nothing"},
		"cancelled":      {cancelled, mini(), func(*PunctuationConfig) {}, context.Canceled.Error()},
		"negative L2":    {t.Context(), mini(), func(c *PunctuationConfig) { c.L2 = -1 }, "L2"},
	} {
		c := miniConfig(false, 2)
		test.edit(&c)
		if _, err := TrainPunctuation(test.ctx, test.text, c, 1, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

// starts returns PunctuationConfig.Starts of a single pass, or of all.
func starts(single bool) []Pass {
	if single {
		return []Pass{Finals}
	}
	return nil
}
