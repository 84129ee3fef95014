package neural_test

import (
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The network is asked about few words, and hardly any edit word is among the others.
// With -v: the shares for other gates.
func TestGate(t *testing.T) {
	sides, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() && len(sides) > 6 {
		sides = sides[:6]
	}
	b := bundletest.Default(t)
	gates := []float64{0.001, 0.002, neural.DefaultGate, 0.008, 0.016, 0.03}
	type count struct{ words, edits int }
	var all count
	missed := make([]count, len(gates)) // of those that the network is not asked about
	sentences := data.Sentences(sides)
	for i := range sentences {
		s, _ := stages.Words(&sentences[i])
		if len(s.Tokens) == 0 || len(s.Tokens) > beam.DefaultMaxWords {
			continue
		}
		session, err := b.Sentences().Stages().NewSession(&s)
		if err != nil {
			t.Fatal(err)
		}
		var own count
		for k := range s.Tokens {
			own.words++
			if s.Tokens[k].Edit {
				own.edits++
			}
		}
		all.words, all.edits = all.words+own.words, all.edits+own.edits
		for k, gate := range gates {
			if !neural.NewAdvisor(nil, gate).Asks(session) {
				missed[k].words, missed[k].edits = missed[k].words+own.words, missed[k].edits+own.edits
			}
		}
		session.Release()
	}
	for k, gate := range gates {
		share, lost := 1-float64(missed[k].words)/float64(all.words), float64(missed[k].edits)/float64(all.edits)
		t.Logf("gate %v: the network is asked about %.1f%% of the words; %.2f%% of the edit words are among the others", gate, 100*share, 100*lost)
		if gate == neural.DefaultGate && (share > 0.85 || lost > 0.02) {
			t.Errorf("gate %v: %v of the words, %v of the edit words", gate, share, lost)
		}
	}
}
