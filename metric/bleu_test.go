package metric

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// naive counts n-grams in maps.
func naive(reference, text []string) BLEU {
	out := BLEU{Reference: int32(len(reference))}
	for n := 1; n <= 4; n++ {
		there := make(map[string]int)
		for i := 0; i+n <= len(reference); i++ {
			there[strings.Join(reference[i:i+n], " ")]++
		}
		for i := 0; i+n <= len(text); i++ {
			out.Totals[n-1]++
			if g := strings.Join(text[i:i+n], " "); there[g] > 0 {
				there[g]--
				out.Matches[n-1]++
			}
		}
	}
	return out
}

func TestBLEUCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() []string {
		out := make([]string, rng.IntN(15))
		for i := range out {
			out[i] = string(rune('a' + rng.IntN(4)))
		}
		return out
	}
	var sum BLEU
	for range 2000 {
		r := draw()
		reference := NewReference(r)
		for range 2 {
			text := draw()
			got, want := reference.Count(text), naive(r, text)
			if got != want {
				t.Fatalf("%v against %v: %+v, want %+v", text, r, got, want)
			}
			sum = sum.Plus(got)
			if back := sum.Minus(got).Plus(got); back != sum {
				t.Fatalf("%+v, want %+v", back, sum)
			}
		}
	}
}

// The figures of examples whose BLEU is known.
func TestBLEUScore(t *testing.T) {
	count := func(reference, text string) BLEU {
		return NewReference(strings.Fields(reference)).Count(strings.Fields(text))
	}
	for _, c := range []struct {
		name  string
		count BLEU
		want  float64
	}{
		{"same", count("a b c d e", "a b c d e"), 1},
		{"none of four", count("the cat sat on the mat", "the the the the the the the"), 0},
		// 5/6, 3/5, 2/4, 1/3 of as many tokens.
		{"one word wrong", count("the cat sat on the mat", "the dog sat on the mat"), math.Pow(5.0/6*3/5*2/4*1/3, 0.25)},
		// All right, but short by two: exp(1 - 6/4).
		{"short", count("the cat sat on the mat", "the cat sat on"), math.Exp(-0.5)},
		// Longer: 6/8, 5/7, 4/6, 3/5, without a penalty.
		{"long", count("the cat sat on the mat", "the cat sat on the mat , ."), math.Pow(6.0/8*5/7*4/6*3/5, 0.25)},
		{"corpus", count("the cat sat on the mat", "the dog sat on the mat").Plus(count("a b c d e", "a b c d")), math.Pow(9.0/10*6/8*4/6*2/4, 0.25) * math.Exp(1-11.0/10)},
		// The example of NLTK's documentation of corpus_bleu that has one reference: both
		// figures there are 0.5046 for the other one and 0.6223 for the mean.
		{"NLTK", count("he was interested in world history because he read the book", "he read the book because he was interested in world history"), 0.7400828044922853},
		{"nothing", BLEU{}, 0},
	} {
		if got := c.count.Score(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBootstrapOfBLEU(t *testing.T) {
	var worse, better []BLEU
	for range 100 {
		worse = append(worse, BLEU{[4]int32{8, 6, 4, 2}, [4]int32{10, 9, 8, 7}, 10})
		better = append(better, BLEU{[4]int32{9, 7, 5, 3}, [4]int32{10, 9, 8, 7}, 10})
	}
	if p := PairedBootstrapOf(better, worse, BLEU.Score, 200, 1); p != 0 {
		t.Errorf("p = %v", p)
	}
	if p := PairedBootstrapOf(worse, better, BLEU.Score, 200, 1); p != 1 {
		t.Errorf("p = %v", p)
	}
}

func BenchmarkBLEU(b *testing.B) {
	text := strings.Fields("Und natürlich teilen wir alle dieselben Notwendigkeiten , und wir werden alle geboren , nicht wahr , wie die anderen auch .")
	r := NewReference(text)
	b.ReportAllocs()
	for b.Loop() {
		r.Count(text[:len(text)-1])
	}
}
