package m3n

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// grmm minimises what belief propagation takes for the penalised log-loss of a dataset by
// L-BFGS, as GRMM does, and returns the weights and the value there. The minimiser starts with
// a fresh estimate where a line search fails, like MALLET's, and ends where that fails, too.
func grmm(t testing.TB, m *loopyModel, l2, tolerance float64) ([]float64, float64) {
	t.Helper()
	const workers = 2
	graphs, grads, unsettled := [workers]loopy{}, [workers][]float64{}, [workers]int{}
	for k := range grads {
		grads[k] = make([]float64, m.d.Parameters())
	}
	sweeps := [workers]int{}
	q := newQuasiNewton(m.d.Parameters(), func(x, grad []float64) float64 {
		value, values := 0.0, [workers]float64{}
		parallel.Strided(workers, workers, func(_, k int) {
			clear(grads[k])
			for i := k; i < m.d.Sequences(); i += workers {
				values[k] += m.loss(&graphs[k], x, grads[k], i, 1e-4)
				sweeps[k] += graphs[k].sweeps
				if !graphs[k].converged {
					unsettled[k]++
				}
			}
		})
		for i, v := range x {
			value += l2 * v * v
			grad[i] = 2 * l2 * v
			for k := range grads {
				grad[i] += grads[k][i]
			}
		}
		for _, v := range values {
			value += v
		}
		return value
	})
	steps := 1
	for ; steps < 500 && largest(q.grad) > tolerance && q.step(); steps++ {
	}
	t.Logf("GRMM: %d steps, %.1f sweeps over a sequence, largest component of the gradient %.2g", steps, float64(sweeps[0]+sweeps[1])/float64(steps*m.d.Sequences()), largest(q.grad))
	if n := unsettled[0] + unsettled[1]; n > 0 {
		t.Logf("GRMM: messages did not settle in %d cases", n)
	}
	return q.x, q.value
}

func largest(v []float64) (top float64) {
	for _, x := range v {
		top = max(top, math.Abs(x))
	}
	return top
}

// compareToGRMM trains the same model both ways.
func compareToGRMM(t *testing.T, corpus *Corpus, templates *Templates) {
	t.Helper()
	const l2 = 2
	d, err := NewDataset(corpus, templates, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d words in %d sequences, %d weights", d.Positions(), d.Sequences(), d.Parameters())
	begin := time.Now()
	ours, err := LBFGS{L2: l2, Tolerance: 2e-2, Workers: 2}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("exact: %v", time.Since(begin))
	m := newLoopyModel(t, d)
	begin = time.Now()
	theirs, theirValue := grmm(t, m, l2, 0.3)
	t.Logf("GRMM: %v", time.Since(begin))

	f := newLikelihood(packAll(d), l2, 2)
	exact := func(w []float64) float64 { return f.eval(w, make([]float64, len(w))) }
	approximate := func(w []float64) (value float64) {
		g, grad := &loopy{}, make([]float64, len(w))
		for i := range d.Sequences() {
			value += m.loss(g, w, grad, i, 1e-4)
		}
		for _, v := range w {
			value += l2 * v * v
		}
		return value
	}
	a, b := exact(ours), exact(theirs)
	t.Logf("exact objective: %.4f at ours, %.4f at GRMM's", a, b)
	if b < a-1e-3 {
		t.Errorf("GRMM's optimum is lower: %v, ours %v", b, a)
	}
	if b > 1.05*a {
		t.Errorf("GRMM's optimum, %v, is far from ours, %v: is it the same model?", b, a)
	}
	// It is the optimum of its own objective, or it would be no oracle.
	if ours := approximate(ours); ours < theirValue-1e-3 {
		t.Errorf("GRMM's objective is %v at its optimum and %v at ours", theirValue, ours)
	} else {
		t.Logf("GRMM's objective: %.4f at ours, %.4f at its own", ours, theirValue)
	}
	// The approximation is one.
	g, lat, worst, wrong := &loopy{}, d.NewLattice(), 0.0, 0
	y, z := []uint8(nil), []uint8(nil)
	for i := range d.Sequences() {
		_, marginal := m.apart(g, lat, theirs, i)
		worst = max(worst, marginal)
		y, z = grow(y, g.T), grow(z, g.T)
		Score(d, theirs, i, lat)
		lat.Viterbi(y)
		Score(d, ours, i, lat)
		lat.Viterbi(z)
		for p := range y {
			if y[p] != z[p] {
				wrong++
			}
		}
	}
	t.Logf("marginals up to %.3g apart, %d tuples found that are others", worst, wrong)
	if worst < 1e-3 {
		t.Errorf("marginals at most %v apart: nothing is approximate there", worst)
	}
}

// grmmTemplates are a factorial CRF with words around, rungs with and without words.
const grmmTemplates = `
threshold 3
layer a O F E
layer b NONE COMMA PERIOD QMARK
bias a*b
transitions 2
order=1 i=-1..1 w[i]
order=1 layers=a*b w[0]
`

// TestGRMM compares with GRMM's model class on words that a small hidden process makes: the
// layers are a Markov chain in which each depends on what the other was and is, and a word says
// something of one of them, or nothing.
func TestGRMM(t *testing.T) {
	templates := layeredTemplates(t, grmmTemplates)
	compareToGRMM(t, hiddenProcess(templates.Space(), drawn.Few(10000, 500)), templates)
}

// hiddenProcess is a corpus of so many words.
func hiddenProcess(s *Space, words int) *Corpus {
	rng := rand.New(rand.NewPCG(21, 22))
	type sentence struct {
		words []uint32
		gold  []uint8
	}
	var all []sentence
	draw := func(weights ...float64) uint8 {
		sum := 0.0
		for _, v := range weights {
			sum += v
		}
		x := rng.Float64() * sum
		for i, v := range weights {
			if x -= v; x < 0 {
				return uint8(i)
			}
		}
		return 0
	}
	for n := 0; n < words; {
		var one sentence
		a, b := uint8(0), uint8(2)
		for length := 1 + rng.IntN(24); len(one.gold) < length && n < words; n++ {
			// Fillers come in the beginning and after punctuation, edits go on; punctuation follows fillers.
			switch {
			case a == 2 && b == 0:
				a = draw(3, 1, 6)
			case b != 0:
				a = draw(4, 5, 2)
			default:
				a = draw(16, 1, 2)
			}
			switch {
			case len(one.gold)+1 == length:
				b = draw(0, 0, 4, 1)
			case a == 1:
				b = draw(2, 8, 1, 0.1)
			case a == 2:
				b = draw(6, 3, 0.1, 0.1)
			default:
				b = draw(16, 2, 2, 0.5)
			}
			word := 100 + int(rng.ExpFloat64()*60)
			switch rng.IntN(5) {
			case 0:
				word = int(a)*10 + rng.IntN(10)
			case 1:
				word = 50 + int(b)*10 + rng.IntN(10)
			case 2:
				word = 1000 + (int(a)*4+int(b))*5 + rng.IntN(8)
			}
			u, _ := s.Tuple(a, b)
			one.words, one.gold = append(one.words, Int(word)), append(one.gold, u)
		}
		all = append(all, one)
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, N: len(all),
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(len(all[i].words))
			copy(seq.Column(0), all[i].words)
			ex.Gold = all[i].gold
		},
	}
}

// TestGRMMOnSwitchboard compares on 10,000 words of conversations.
func TestGRMMOnSwitchboard(t *testing.T) {
	templates := layeredTemplates(t, grmmTemplates)
	compareToGRMM(t, switchboardTurns(t, templates.Space(), drawn.Few(10000, 500)), templates)
}

// switchboardTurns is the first so many words of Switchboard, whole turns, with tuples of the
// labels O, F, E and the punctuation.
func switchboardTurns(t testing.TB, s *Space, words int) *Corpus {
	n, counted := 0, 0
	sentences := readSwitchboard(t, func(sentences []spoken) bool {
		for ; counted < len(sentences); counted++ {
			n += len(sentences[counted].gold)
		}
		return n < words
	})
	var turns []spoken
	for _, one := range sentences {
		if k := len(turns) - 1; k >= 0 && turns[k].turn == one.turn {
			turns[k].words, turns[k].gold, turns[k].puncts = append(turns[k].words, one.words...), append(turns[k].gold, one.gold...), append(turns[k].puncts, one.puncts...)
		} else {
			turns = append(turns, one)
		}
	}
	for _, one := range turns {
		for i := range one.gold {
			one.gold[i], _ = s.Tuple(one.gold[i], one.puncts[i])
		}
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, N: len(turns),
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(len(turns[i].words))
			copy(seq.Column(0), turns[i].words)
			ex.Gold = turns[i].gold
		},
	}
}
