package emnlp2014

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

var labellings = []*labelling{onlyDF, onlyPU, mixed, crossProduct, factorial, moreEdges}

// All ways have the same templates, with the clique orders that are asked for.
func TestTemplatesAreEqual(t *testing.T) {
	layers := regexp.MustCompile(` layers=\S+`)
	for _, o := range []Orders{PaperOrders, FullOrders} {
		want := ""
		for _, l := range labellings {
			text := layers.ReplaceAllString(templateLines("joint", l.feeds, o.Templates), "")
			if want == "" {
				want = text
			}
			if text != want {
				t.Errorf("%s, %s: other templates", o.Name, l.name)
			}
			x, err := l.templates(o, true)
			if err != nil {
				t.Fatalf("%s: %v", l.name, err)
			}
			if _, err := x.Compile(jointSchema, make([][]float64, len(jointReals))); err != nil {
				t.Errorf("%s: %v", l.name, err)
			}
			most := 0
			for _, line := range x.Lines {
				most = max(most, line.Order)
			}
			if most != o.Templates {
				t.Errorf("%s, %s: clique order %d", o.Name, l.name, most)
			}
		}
		if n := strings.Count(want, "order="); n != 27 {
			t.Errorf("%d templates", n)
		}
	}
}

// What labels do not tell is lost, and nothing else: marks of removed words in mixed labels.
func TestCodes(t *testing.T) {
	for _, l := range labellings {
		templates, err := l.templates(PaperOrders, false)
		if err != nil {
			t.Fatal(err)
		}
		names := l.names(templates)
		meaning, code := meanings(names), codes(names)
		for y := range data.Label(data.NumLabels) {
			for m := range data.Punct(data.NumPuncts) {
				want := pair{}
				if l.df {
					want.df = y
				}
				if l.pu && (l != mixed || y == data.O) {
					want.mark = m
				}
				if got := meaning[code[y][m]]; got != want {
					t.Errorf("%s: %v %v is %v", l.name, y, m, got)
				}
			}
		}
	}
}

// talk makes streams whose words tell nearly all: "uh" is a filler, a word that is said
// twice is an edit word the first time, and "stop" ends a sentence.
func talk(n int, seed uint64) []*stream {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("a b c d e f g h")
	var out []*stream
	for i := range n {
		s := &stream{fold: i % 2, conv: 2000 + 1000*(i%3)}
		var w, p, f []uint32
		add := func(word string, df data.Label, mark data.Punct) {
			w, p = append(w, m3n.Symbol(word)), append(p, m3n.Symbol(word[:1]))
			f = append(f, m3n.Bool(df == data.F))
			s.df, s.marks = append(s.df, df), append(s.marks, mark)
		}
		for range 40 {
			word := words[rng.IntN(len(words))]
			switch rng.IntN(6) {
			case 0:
				add("uh", data.F, data.Comma)
			case 1:
				add(word, data.E, data.NoPunct)
				add(word, data.O, data.NoPunct)
			case 2:
				add("stop", data.O, data.Period)
			default:
				add(word, data.O, data.NoPunct)
			}
		}
		s.columns = [][]uint32{w, p, f}
		for range jointReals {
			r := make([]float64, len(w))
			for t := range r {
				r[t] = math.NaN()
				if rng.IntN(2) == 0 {
					r[t] = rng.Float64()
				}
			}
			s.reals = append(s.reals, r)
		}
		out = append(out, s)
	}
	return out
}

// Every row learns what is easy, by both trainers and by both rules.
func TestTable(t *testing.T) {
	exact, stochastic := Fit{L2: []float64{0.1, 1}, Steps: 20}, Fit{L2: []float64{1e-4}, Passes: 10, Rate: 0.2, Words: 25}
	for _, c := range []struct {
		fit    Fit
		orders Orders
		rule   data.Rule
	}{
		{exact, PaperOrders, data.PapersRule},
		{stochastic, PaperOrders, data.ReadersRule},
		{Fit{L2: []float64{0.1}, Steps: 10}, FullOrders, data.PapersRule},
	}[:drawn.Few(3, 1)] {
		j := &Joint{train: talk(18, 1), dev: talk(4, 2), folds: 2, Held: "4", Choose: "3", Rule: c.rule, Orders: c.orders, Fit: c.fit, Workers: 2}
		rows, err := j.table(context.Background(), JointRows)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			for _, f := range []Figures{r.Dev, r.Held} {
				total, own := Total(f.Stats), Total(f.Own)
				if least := min(total.Punct.F1(), total.Edit.F1(), own.Punct.F1(), own.Edit.F1()); least < 0.5 {
					t.Errorf("%s, %s: %+v, own %+v", r.Name, c.orders.Name, total, own)
				}
			}
		}
		if len(rows[0].Held.Stats) != 6 {
			t.Errorf("%d streams are held out", len(rows[0].Held.Stats))
		}
	}
}

// Finished steps are taken again, those of disfluencies alone by the other rule, too.
func TestResumes(t *testing.T) {
	dir := t.TempDir()
	var made []string
	run := func(rule data.Rule) {
		j := &Joint{train: talk(6, 1), dev: talk(2, 2), folds: 2, Rule: rule, Orders: PaperOrders, Fit: Fit{L2: []float64{1}, Steps: 2}, Dir: dir}
		for _, s := range j.train {
			s.marks[0] = data.Punct(rule) // each rule has other marks
		}
		made = nil
		j.Report = func(e stages.Event) {
			if e.File != "" && !e.Taken {
				made = append(made, e.Step)
			}
		}
		if _, err := j.table(context.Background(), []string{"isolated", "soft cascade"}); err != nil {
			t.Fatal(err)
		}
	}
	run(data.PapersRule)
	if len(made) != 8 {
		t.Errorf("steps %q", made)
	}
	run(data.PapersRule)
	if len(made) > 0 {
		t.Errorf("made again: %q", made)
	}
	run(data.ReadersRule)
	if len(made) != 5 {
		t.Errorf("by the other rule, steps %q", made)
	}
}

// The regulariser is chosen on conversations that are neither learned from nor scored: what is scored
// has no say.
func TestChoice(t *testing.T) {
	of := func(conv string, l2 ...float64) *Joint {
		return &Joint{train: talk(18, 1), dev: talk(4, 2), folds: 2, Held: "4", Choose: conv, Rule: data.PapersRule, Orders: PaperOrders, Fit: Fit{L2: l2, Steps: 20}, Workers: 2}
	}
	j := of("3", 1e7, 0.1)
	for _, s := range j.dev { // for which it is best to find nothing
		for i := range s.df {
			s.df[i], s.marks[i] = data.O, data.NoPunct
		}
	}
	rows, err := j.table(context.Background(), []string{"isolated"})
	if err != nil {
		t.Fatal(err)
	}
	if found := Total(rows[0].Dev.Stats).Edit; found.FP == 0 {
		t.Errorf("the model that finds nothing was chosen: %+v", found)
	}
	if f1 := Total(rows[0].Held.Stats).Edit.F1(); f1 < 0.5 {
		t.Errorf("F1 %v of what is held out", f1)
	}
	if len(j.choice) != 6 || len(j.rest) != 6 {
		t.Errorf("%d streams are chosen on, %d held out", len(j.choice), len(j.rest))
	}
	for _, p := range j.parts() {
		if c := j.train[p.stream].conv; c != 2000 {
			t.Errorf("conversation %d is learned from", c)
		}
	}
	for _, c := range []struct {
		j    *Joint
		want error
	}{{of("", 1, 2), errNoChoice}, {of("7", 1, 2), errNoChoice}, {of("7", 1), nil}} {
		if _, err := c.j.table(context.Background(), nil); err != c.want {
			t.Errorf("--choose %q of %v: %v, want %v", c.j.Choose, c.j.Fit.L2, err, c.want)
		}
	}
}

func TestAllHeldOut(t *testing.T) {
	j := &Joint{train: talk(3, 1), Held: ""}
	for _, s := range j.train {
		s.conv = 3900
	}
	j.Held = "39"
	if _, err := j.table(context.Background(), JointRows); err != errNoStreams {
		t.Errorf("error %v", err)
	}
}
