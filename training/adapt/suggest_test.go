package adapt

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// candidate returns a sentence: "-" behind a word says that it is removed as a repair, "~" that
// it is removed as a discourse marker, "?" that it is kept, and is doubted.
func candidate(text string) Candidate {
	var c Candidate
	for w := range strings.FieldsSeq(text) {
		d := data.Decision{Confidence: 1}
		bare := strings.TrimRight(w, "-~?")
		switch w[len(bare):] {
		case "-":
			d.Why, d.Confidence = data.Repairs, 0.95
		case "~":
			d.Why, d.Confidence = data.DiscourseMarkers, 0.95
		case "?":
			d.Doubt = 0.5
		}
		d.Would = d.Why
		c.Words, c.Decisions = append(c.Words, bare), append(c.Decisions, d)
	}
	return c
}

func TestSuggest(t *testing.T) {
	texts := []string{
		"we went to the beach last year with all of them",
		"like~ we went home",
		"Like~ we went home",
		"like~ we went home today",
		"yeah yeah yeah",
		"yeah yeah yeah yeah",
		"it- it was the? the best",
		"that is all",
	}
	var candidates []Candidate
	for _, text := range texts {
		candidates = append(candidates, candidate(text))
	}
	chosen := Suggest(candidates, 100)
	seen := make(map[int]bool)
	for _, x := range chosen {
		if x.Wrong <= 0 || seen[x.Candidate] {
			t.Errorf("%+v", x)
		}
		seen[x.Candidate] = true
	}
	if !seen[1] || seen[2] || seen[3] || seen[4] == seen[5] || !seen[6] || seen[0] || seen[7] {
		t.Errorf("%+v", chosen)
	}
	if first := Suggest(candidates, 2); !reflect.DeepEqual(first, chosen[:2]) {
		t.Errorf("the first two are %+v, of all %+v", first, chosen[:2])
	}
	if none := Suggest(candidates, 0); len(none) > 0 {
		t.Errorf("%+v", none)
	}
}

// What is chosen is what each step of a greedy choice over all candidates would choose, and
// no two are alike, whatever the candidates are.
func TestSuggestGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	words := strings.Fields("I you we like~ so~ well~ it it- the the? went home yeah")
	var candidates []Candidate
	for range 300 {
		var text []string
		for range 1 + r.IntN(9) {
			text = append(text, words[r.IntN(len(words))])
		}
		candidates = append(candidates, candidate(strings.Join(text, " ")))
	}
	chosen := Suggest(candidates, 60)
	if len(chosen) != 60 {
		t.Fatalf("%d are chosen", len(chosen))
	}
	s := &suggester{candidates: candidates, doubts: make([][]float64, len(candidates)), features: make([][]feature, len(candidates)), used: make(map[string]float64), pairs: make(map[string][]int)}
	s.findFillers()
	for i := range candidates {
		s.doubts[i] = s.doubtsOf(&candidates[i])
		s.features[i] = s.featuresOf(i)
	}
	out := make(map[int]bool)
	for k, x := range chosen {
		for {
			best := -1
			for i := range candidates {
				if !out[i] && (best < 0 || s.gain(i) > s.gain(best)) {
					best = i
				}
			}
			out[best] = true
			if s.take(best) {
				if best != x.Candidate {
					t.Fatalf("choice %d is %d, and not %d", k, x.Candidate, best)
				}
				break
			}
		}
	}
	if again := Suggest(candidates, 60); !reflect.DeepEqual(again, chosen) {
		t.Error("another choice")
	}
}
