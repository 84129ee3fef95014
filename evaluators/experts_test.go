package evaluators_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
)

// An expert's score is Eqn. 7, and without words of its class that of the baseline.
func TestExpert(t *testing.T) {
	b := models(t)
	m := b.Experts()
	all := evaluators.NewExperts(b.Stages(), m)
	if len(all) != len(m.Trained()) {
		t.Fatalf("%d evaluators of %d experts", len(all), len(m.Trained()))
	}
	r := m.NewReader()
	drawn(1, func(seed uint64, s *data.Sentence, rng *rand.Rand) {
		labels := drawLabels(rng, len(s.Tokens))
		session, err := b.Stages().NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Release()
		r.Read(session, true)
		base, own := r.Posteriors(nil, nil)
		for k, e := range all {
			name := e.Features()[0].Name
			if want := evaluators.ExpertPrefix + m.Classes()[m.Trained()[k]].Name; name != want {
				t.Fatalf("%s, want %s", name, want)
			}
			sum := 0.0
			for i, l := range labels {
				p := base[i*int(data.NumLabels)+int(l)]
				if m.Expert(session.TagIndex(i)) == k {
					p = own[i*int(data.NumLabels)+int(l)]
				}
				sum += math.Log(max(p, 1e-9))
			}
			want := sum / float64(len(labels))
			if got := values(t, e, s, labels)[0][0]; math.Abs(got-want) > 1e-9 {
				t.Fatalf("seed %d: %s: labels %v: %v, want %v", seed, name, labels, got, want)
			}
		}
	})
}
