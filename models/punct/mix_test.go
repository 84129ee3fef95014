package punct

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
)

// drawnPuncts draws a distribution of the punctuation marks, with most of it on one of them.
func drawnPuncts(r *rand.Rand, y neural.Mark, most float64) (logs [neural.NumMarks]float64) {
	sum := 0.0
	for k := range logs {
		logs[k] = r.Float64()
		sum += logs[k]
	}
	for k := range logs {
		p := (1 - most) * logs[k] / sum
		if neural.Mark(k) == y {
			p += most
		}
		logs[k] = math.Log(max(p, leastPunct))
	}
	return logs
}

// A mix of the chain alone is the chain; what it sets fits together.
func TestMixSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var logs [2][neural.NumMarks]float64
		logs[0], logs[1] = drawnPuncts(r, neural.Mark(r.IntN(neural.NumMarks)), 0.5), drawnPuncts(r, neural.Mark(r.IntN(neural.NumMarks)), 0.5)
		var p Prediction
		p.Reset(1)
		(&Mix{Chain: 1, Threshold: 0.35}).set(&p, 0, &logs, true, manner{})
		var back [neural.NumMarks]float64
		p.logs(0, &back)
		for y := range back {
			if math.Abs(math.Exp(back[y])-math.Exp(logs[0][y])) > 1e-3 {
				t.Fatalf("%v became %v", logs[0], back)
			}
		}
		m := Mix{Chain: r.Float64(), Network: r.Float64(), Threshold: 0.35}
		m.Timed[neural.EndComma] = r.NormFloat64()
		m.Edited.Offsets[neural.Comma] = r.NormFloat64()
		how := manner{edited: r.Float64(), end: r.Float64()}
		m.set(&p, 0, &logs, true, how)
		sum := 0.0
		for _, v := range p.Posteriors[0] {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 || p.EndCommas[0] > p.Posteriors[0][data.Comma] || p.Ends[0] < p.EndCommas[0]+p.Posteriors[0][data.Period]+p.Posteriors[0][data.QMark]-1e-9 {
			t.Fatalf("the probabilities do not fit: %+v", p)
		}
		least := m.Threshold
		y := p.Puncts[0]
		if y == data.Comma && p.Ends[0] < how.end && max(p.Posteriors[0][data.Period], p.Posteriors[0][data.QMark]) >= p.Posteriors[0][y] {
			least = commaForEnd
		}
		if y != data.NoPunct && p.Posteriors[0][y] < least || y >= data.Period && p.Ends[0] < how.end {
			t.Fatalf("mark %v at %v, ends %v of %v", y, p.Posteriors[0], p.Ends[0], how.end)
		}
	}
}

// Text of a mix reads as the mix that it is of; errors name the line.
func TestReadMix(t *testing.T) {
	m := Mix{Chain: 0.3, Network: 0.85, Threshold: 0.4}
	m.Timed[neural.Comma], m.Untimed[neural.EndQMark] = -0.25, 1.5
	m.Edited.Chain, m.Edited.Offsets[neural.Comma] = -0.3, 0.75
	got, err := ReadMix(strings.NewReader("# mixed\n\n"+m.String()), "mix")
	if err != nil || got != m {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"chain":                  "mix:1: chain takes 2 numbers",
		"\nother 1":              `mix:2: "other" is no line`,
		"chain 1\nCOMMA 1 x":     `mix:2: "x" is not a finite number`,
		"network NaN":            `mix:1: "NaN"`,
		"threshold 1":            "between 0 and 1",
		"COMMA 1":                "mix:1: COMMA takes 3 numbers",
		"threshold":              "mix:1: threshold takes 1 numbers",
		"chain 1e999\nnetwork 1": "mix:1:",
	} {
		if _, err := ReadMix(strings.NewReader(text), "mix"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Tuning finds out which of the two is to be trusted.
func TestMixTune(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	c := &MixCorpus{workers: 2}
	for range 30 {
		g := &Gold{}
		var logs [][2][neural.NumMarks]float64
		for range 40 {
			y := neural.NoMark
			if r.IntN(6) == 0 {
				y = []neural.Mark{neural.Comma, neural.EndPeriod, neural.EndQMark}[r.IntN(3)]
			}
			said := neural.Mark(r.IntN(neural.NumMarks)) // the chain is right now and then
			if r.IntN(3) == 0 {
				said = y
			}
			g.Puncts, g.Fluent, g.Ends = append(g.Puncts, y.Punct()), append(g.Fluent, true), append(g.Ends, y.End())
			end := data.NoPunct
			if y.End() {
				end = y.Punct()
			}
			g.EndPuncts = append(g.EndPuncts, end)
			logs = append(logs, [2][neural.NumMarks]float64{drawnPuncts(r, said, 0.6), drawnPuncts(r, y, 0.4)})
		}
		c.examples, c.manners = append(c.examples, &Example{Gold: g}), append(c.manners, manner{})
		c.logs[0], c.logs[1] = append(c.logs[0], logs), append(c.logs[1], logs)
	}
	start := Mix{Chain: 1, Threshold: 0.35}
	tuned := c.Tune(start, nil, 0)
	for _, timed := range []bool{true, false} {
		before, after := c.Score(&start, timed), c.Score(&tuned, timed)
		for rule := range before {
			if after[rule].F1() < before[rule].F1()+0.2 {
				t.Errorf("times %v, rule %v: F1 %.3f became %.3f with %+v", timed, data.Rule(rule), before[rule].F1(), after[rule].F1(), tuned)
			}
		}
	}
	if tuned.Network <= tuned.Chain {
		t.Errorf("the chain is trusted: %+v", tuned)
	}
}
