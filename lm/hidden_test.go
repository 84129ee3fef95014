package lm

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

func readLines(t testing.TB, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

// TestHiddenSRILM compares with SRILM's hidden-ngram.
func TestHiddenSRILM(t *testing.T) {
	m, warnings, err := Open(datatest.Path(t, "reference", "hidden-ngram", "srilm.3.arpa"))
	if err != nil {
		t.Fatal(err)
	}
	t.Log("warnings:", warnings)
	events := readLines(t, datatest.Path(t, "reference", "hidden-ngram", "events.txt"))
	h, err := NewHidden(m, events)
	if err != nil {
		t.Fatal(err)
	}
	want := readLines(t, datatest.Path(t, "reference", "hidden-ngram", "viterbi.txt"))
	f, err := os.Open(datatest.Path(t, "reference", "hidden-ngram", "posteriors.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	post := bufio.NewScanner(f)
	worst, differ, shown := 0.0, 0, 0
	for i, line := range readLines(t, datatest.Path(t, "reference", "hidden-ngram", "eval.txt")) {
		words := strings.Fields(line)
		ids := make([]uint32, len(words))
		posteriors := make([][]float64, len(words))
		for j, w := range words {
			ids[j] = m.Vocabulary().ID(w)
			posteriors[j] = make([]float64, len(events)+1)
		}
		best, _ := h.Decode(ids, posteriors)
		var got []string
		for j, w := range words {
			if ids[j] == Unknown {
				w = UnknownWord // as hidden-ngram writes it
			}
			got = append(got, w)
			if best[j] != NoEvent {
				got = append(got, events[best[j]-1])
			}
		}
		if s := strings.Join(got, " "); s != want[i] {
			differ++
			t.Logf("line %d:\n%s\n%s", i+1, s, want[i])
		}
		for j := range words {
			if !post.Scan() {
				t.Fatal("too few posteriors")
			}
			fields := strings.Fields(post.Text())
			for k := 1; k+1 < len(fields); k += 2 {
				v, err := strconv.ParseFloat(fields[k+1], 64)
				if err != nil {
					t.Fatal(err)
				}
				e := 0
				for x, name := range events {
					if name == fields[k] {
						e = x + 1
					}
				}
				d := math.Abs(v - posteriors[j][e])
				worst = math.Max(worst, d)
				if d > 1e-3 && shown < 20 {
					shown++
					t.Logf("line %d word %d %s: %s %v instead of %v", i+1, j+1, words[j], fields[k], posteriors[j][e], v)
				}
			}
		}
	}
	if differ > 0 || worst > 1e-3 {
		t.Errorf("%d sequences differ, posteriors by up to %g", differ, worst)
	}
	t.Logf("posteriors differ by up to %g", worst)
}

// TestHiddenBruteForce tries every sequence of events.
func TestHiddenBruteForce(t *testing.T) {
	m, _ := estimated(t, 3, "a b , c .\na , b c\nc b a ?\na b c .\nb , a b .\n", EstimateOptions{Smoothing: WittenBell})
	events := []string{",", ".", "?"}
	for _, c := range []struct{ sentences, scores bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		for _, line := range []string{"a", "a b c", "c a zebra b", ""} {
			h, err := NewHidden(m, events)
			if err != nil {
				t.Fatal(err)
			}
			h.Sentences = c.sentences
			var words []uint32
			for w := range strings.FieldsSeq(line) {
				words = append(words, m.vocab.ID(w))
			}
			got := make([][]float64, len(words))
			want := make([][]float64, len(words))
			for i := range words {
				got[i], want[i] = make([]float64, 4), make([]float64, 4)
			}
			if c.scores {
				for i := range words {
					h.Scores = append(h.Scores, []float64{-0.5, 0.7 * float64(i), -float64(i), 0.3})
				}
			}
			path, logp := h.Decode(words, got)

			best, bestPath, total := math.Inf(-1), []int(nil), 0.0
			at := make([]int, len(words))
			var try func(i int)
			try = func(i int) {
				if i < len(words) {
					for at[i] = range 4 {
						try(i + 1)
					}
					return
				}
				s, p, sum := State(0), 0.0, 0.0
				if c.sentences {
					s = m.BeginState()
				}
				step := func(w uint32) {
					p, s = m.Score(s, w)
					sum += p
				}
				for j, w := range words {
					step(w)
					if at[j] > 0 {
						step(m.vocab.ID(events[at[j]-1]))
					}
					if c.scores {
						sum += h.Scores[j][at[j]]
					}
				}
				if c.sentences {
					step(End)
				}
				if sum > best {
					best, bestPath = sum, append([]int(nil), at...)
				}
				total += math.Exp(sum)
				for j := range words {
					want[j][at[j]] += math.Exp(sum)
				}
			}
			try(0)
			if math.Abs(best-logp) > 1e-9 {
				t.Errorf("%q: best path e^%v, want e^%v", line, logp, best)
			}
			for i := range words {
				if path[i] != bestPath[i] {
					t.Errorf("%q: events %v, want %v", line, path, bestPath)
				}
				for e := range 4 {
					if math.Abs(got[i][e]-want[i][e]/total) > 1e-9 {
						t.Errorf("%q: P(event %d after word %d) = %v, want %v", line, e, i+1, got[i][e], want[i][e]/total)
					}
				}
			}
		}
	}
	if _, err := NewHidden(m, []string{"!"}); err == nil {
		t.Error("an unknown event is no error")
	}
	if _, err := NewHidden(m, nil); err == nil {
		t.Error("no events are no error")
	}
}
