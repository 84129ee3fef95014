package m3n

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// BenchmarkLayers measures inference in label spaces of the sizes that the papers have: words
// of a sequence of 200, for each.
func BenchmarkLayers(b *testing.B) {
	const disfluencies = "layer df E F O\nlayer pu NONE COMMA PERIOD QMARK\nstart df=O pu=PERIOD\nbias df*pu\n"
	for _, c := range []struct{ name, text string }{
		{"3x4/order2", disfluencies + "transitions 2\norder=1 w[0]\n"},
		{"3x4/order3", disfluencies + "transitions 3\norder=1 w[0]\n"},
		{"3x4/order2 features", disfluencies + "transitions 2\norder=1 w[0]\norder=2 w[0]\n"},
		{"3x4/order3 features", disfluencies + "transitions 3\norder=1 w[0]\norder=2 w[0]\norder=3 w[0]\n"},
		{"5x6/grammar", sentenceTypes + "transitions 2\nbias word*sentence\norder=1 w[0]\n"},
	} {
		templates := layeredTemplates(b, c.text)
		s := templates.Space()
		rng := rand.New(rand.NewPCG(7, 8))
		var gold []uint8
		for before := s.start; len(gold) < 200; {
			if u := rng.IntN(s.Size()); s.arcs.follows(before, u) {
				gold, before = append(gold, uint8(u)), u
			}
		}
		corpus := &Corpus{Schema: &Schema{Symbols: []string{"w"}}, N: 1, Example: func(_ int, seq *Sequence, ex *Example) {
			seq.Reset(len(gold))
			for t := range gold {
				seq.Column(0)[t] = Int(t % 17)
			}
			ex.Gold = gold
		}}
		d, err := NewDataset(corpus, templates, 1)
		if err != nil {
			b.Fatal(err)
		}
		w := make([]float64, d.Parameters())
		for i := range w {
			w[i] = rng.NormFloat64()
		}
		lat, m := d.NewLattice(), &Marginals{sums: true}
		y := make([]uint8, len(gold))
		for _, f := range []struct {
			name string
			do   func()
		}{
			{"Score", func() {}},
			{"Viterbi", func() { lat.Viterbi(y) }},
			{"Gradient", func() { lat.excess(m, gold) }},
			{"NodePosteriors", func() { m.Node, _ = lat.NodePosteriors(m.Node) }},
		} {
			b.Run(c.name+"/"+f.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Score(d, w, 0, lat)
					f.do()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(gold)), "ns/word")
			})
		}
	}
}

// sentenceTypes is the label space of Lu and Ng (2010), Table 2, with its grammar.
const sentenceTypes = `
layer word NONE COMMA PERIOD QMARK EMARK
layer sentence DEBEG DEIN QNBEG QNIN EXBEG EXIN
start word=PERIOD sentence=DEIN
forbid word=PERIOD sentence=QNBEG,QNIN,EXBEG,EXIN
forbid word=QMARK sentence=DEBEG,DEIN,EXBEG,EXIN
forbid word=EMARK sentence=DEBEG,DEIN,QNBEG,QNIN
forbid word=NONE,COMMA -> sentence=DEBEG,QNBEG,EXBEG
forbid word=PERIOD,QMARK,EMARK -> sentence=DEIN,QNIN,EXIN
forbid word=NONE,COMMA sentence=DEBEG,DEIN -> sentence=QNIN,EXIN
forbid word=NONE,COMMA sentence=QNBEG,QNIN -> sentence=DEIN,EXIN
forbid word=NONE,COMMA sentence=EXBEG,EXIN -> sentence=DEIN,QNIN
`

// linearFeatures are the templates of EMNLP 2014, Table 3, that need words and tags alone, all
// of clique order 1 as in its section 6.
const linearFeatures = `
order=1 i=-4..4 w[i]
order=1 i=-3..4 w[i-1] w[i]
order=1 i=-2..4 w[i-2] w[i-1] w[i]
order=1 i=-4..4 p[i]
order=1 i=-3..4 p[i-1] p[i]
order=1 i=-2..4 p[i-2] p[i-1] p[i]
order=1 w[0] w[-6..-1]
order=1 w[0] w[1..6]
order=1 j=-10..-1,1..10 I(w[0],w[j])
order=1 j=-10..-1,1..10 I(w[0],w[j]; w[1],w[j+1])
order=1 j=-10..-1,1..10 if(w[0]=w[j]) w[0]
order=1 j=-10..-1,1..10 I(p[0],p[j])
order=1 j=-10..-1,1..10 I(p[0],p[j]; p[1],p[j+1])
order=1 j=-10..-1,1..10 if(p[0]=p[j]) p[0]
order=1 i=-1..2 p[i-1] w[i]
order=1 i=-1..2 w[i-1] p[i]
`

// BenchmarkFactorial trains the two-layer factorial CRF of EMNLP 2014, section 6, to its optimum
// on speaker-long streams of Switchboard: 10,000 words, and all of them.
func BenchmarkFactorial(b *testing.B) {
	path := datatest.Path(b, "swbd", "train.tsv")
	for _, words := range []int{10000, 1 << 30} {
		for _, order := range []int{2, 3} {
			text := fmt.Sprintf("threshold 5\nlayer df E F O\nlayer pu NONE COMMA PERIOD QMARK\nbias df*pu\ntransitions %d\n%s", order, linearFeatures)
			templates := layeredTemplates(b, text)
			corpus := switchboardStreams(b, path, words, templates.Space())
			b.Run(fmt.Sprintf("words%d/order%d", words, order), func(b *testing.B) {
				for b.Loop() {
					d, err := NewDataset(corpus, templates, 2)
					if err != nil {
						b.Fatal(err)
					}
					steps := 0
					report := func(p Progress, _ func() []float64) {
						steps = p.Pass
						if words > 10000 && steps%10 == 0 {
							b.Logf("step %d: %.1f, gradient %.2g, %v", p.Pass, p.Objective, p.Gap, b.Elapsed())
						}
					}
					tolerance := 1e-3 * float64(d.Positions()) / 10000
					if _, err := (LBFGS{L2: 0.5, Workers: 2, Steps: 300, Tolerance: max(tolerance, 1e-3), Report: report}).Train(context.Background(), d); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(steps), "steps")
					b.ReportMetric(float64(d.Parameters()), "weights")
				}
			})
		}
	}
}

// switchboardStreams reads the first streams of one speaker each: words, tags, and the labels
// of EMNLP 2014, with punctuation at sentence boundaries.
func switchboardStreams(b *testing.B, path string, words int, s *Space) *Corpus {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	type stream struct {
		words, tags []uint32
		gold        []uint8
	}
	var streams []stream
	last, n := "", 0
	sc := bufio.NewScanner(f)
	for sc.Scan() && n < words {
		c := strings.Split(sc.Text(), "\t")
		if strings.HasSuffix(c[4], "-") {
			continue
		}
		if id := c[0] + c[1]; id != last {
			last = id
			streams = append(streams, stream{})
		}
		df, pu := uint8(2), uint8(0)
		switch {
		case c[7] == "1":
			df = 0
		case strings.Contains("FDEC", c[6]):
			df = 1
		}
		if c[9] != "-" {
			pu = map[string]uint8{",": 1, ";": 1, ":": 1, ".": 2, "!": 2, "?": 3}[c[8]]
		}
		u, _ := s.Tuple(df, pu)
		x := &streams[len(streams)-1]
		x.words, x.tags, x.gold = append(x.words, Symbol(strings.ToLower(c[4]))), append(x.tags, Symbol(strings.TrimPrefix(c[5], "^"))), append(x.gold, u)
		n++
	}
	return &Corpus{Schema: &Schema{Symbols: []string{"w", "p"}}, N: len(streams), Example: func(i int, seq *Sequence, ex *Example) {
		x := &streams[i]
		seq.Reset(len(x.gold))
		copy(seq.Column(0), x.words)
		copy(seq.Column(1), x.tags)
		ex.Gold = x.gold
	}}
}
