package punct

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/stages"
)

// side reads a side: "word", "word." (a punctuation mark), "word/" or "word./" (a sentence ends),
// "uh=F", "i=E" (disfluent), "som-" (partial).
func side(spec string) *data.Side {
	s := &data.Side{}
	for _, w := range strings.Fields(spec) {
		var t data.Token
		if head, ok := strings.CutSuffix(w, "/"); ok {
			w, t.Boundary = head, data.Complete
		}
		if n := len(w) - 1; n > 0 && strings.IndexByte(",.?!;:", w[n]) >= 0 {
			w, t.Punct = w[:n], w[n]
		}
		if head, ok := strings.CutSuffix(w, "=F"); ok {
			w, t.Kind = head, data.FilledPause
		}
		if head, ok := strings.CutSuffix(w, "=E"); ok {
			w, t.Edit = head, true
		}
		t.Text = w
		s.Tokens = append(s.Tokens, t)
	}
	return s
}

func TestWords(t *testing.T) {
	words, g := Words(side("do you uh=F, know?/ i=E i, uh=F left. th- and/ som-/ so uh=F./ yes"))
	var got []string
	for i := range words {
		got = append(got, words[i].Text+"="+fineLabels.names[g.labels[i]]+"="+g.Puncts[i].String())
	}
	want := "do=NONE?=NONE you=NONE?=NONE uh=NONE?=NONE know=QMARK/=QMARK i=NONE=NONE i=NONE=NONE uh=NONE=NONE left=PERIOD/=PERIOD and=NONE/=NONE so=NONE=NONE uh=PERIOD/=NONE yes=NONE/=NONE"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("labels\n%s, want\n%s", s, want)
	}
	for i, want := range map[int]data.Punct{1: 0, 2: 0, 3: data.QMark, 7: 0, 8: 0, 10: data.Period, 11: 0} {
		if g.EndPuncts[i] != want {
			t.Errorf("at the end of a sentence after %s: %v, want %v", words[i].Text, g.EndPuncts[i], want)
		}
	}
	for i := range words {
		if g.Ends[i] != fineLabels.ends[g.labels[i]] || g.Fluent[i] != (g.DF[i] == data.O) {
			t.Errorf("word %d: end %v, fluent %v", i, g.Ends[i], g.Fluent[i])
		}
		if plain := punctLabels.encode(nil, g.labels[i:i+1])[0]; punctLabels.puncts[plain] != fineLabels.puncts[g.labels[i]] {
			t.Errorf("word %d: plain label %d", i, plain)
		}
	}
}

func TestStyle(t *testing.T) {
	heavy, light := &habit{}, &habit{}
	for h, spec := range map[*habit]string{
		heavy: "we went,/ and we left,/ she came,/ he, too, was there./",
		light: "we went/ and we left./ she came./ he too was there./",
	} {
		s := side(strings.Repeat(spec+" ", 50))
		for i := range s.Tokens {
			if s.Tokens[i].Text == "and" {
				s.Tokens[i].Kind = data.Conjunction
			}
		}
		words, g := Words(s)
		h.add(words, g)
	}
	if s := heavy.style(); s != (Style{0, 4, 3, 3}) {
		t.Errorf("heavy style %+v", s)
	}
	if s := light.style(); s != (Style{4, 0, 0, 0}) {
		t.Errorf("light style %+v", s)
	}
}

// labeller returns that of the default bundle.
func labeller(t testing.TB) *stages.Labeller {
	t.Helper()
	once.Do(func() { shared = load(t) })
	return shared
}

var (
	once   sync.Once
	shared *stages.Labeller
)

func load(t testing.TB) *stages.Labeller {
	t.Helper()
	f, err := container.Open(bundle.Default()[0], "bundle", 1)
	if err != nil {
		t.Fatal(err)
	}
	models, err := stages.LoadModels(func(p stages.Part) []byte { return f.Section(string(p)) })
	if err != nil {
		t.Fatal(err)
	}
	l, err := stages.NewLabeller(models)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// reading returns what the default bundle makes of words.
func reading(t testing.TB, text string) *stages.Reading {
	t.Helper()
	words, _ := Words(side(text))
	return labeller(t).Read(&data.Sentence{Tokens: words})
}

// examples makes a corpus of a tiny language.
func examples(t testing.TB, n int) []*Example {
	t.Helper()
	l := labeller(t)
	var out []*Example
	for i := range n {
		spec := "do you like it?/ yes, i like it./ and you went home./ "
		if i%2 == 1 {
			spec = "we like it./ do you?/ well, yes i do./ "
		}
		words, g := Words(side(strings.Repeat(spec, 3)))
		out = append(out, &Example{Input: &Input{Reading: l.Read(&data.Sentence{Tokens: words})}, Gold: g, Fold: i % 2, Conv: i})
	}
	return out
}

// TestHiddenEvents: all configurations learn a tiny language, survive their files,
// and give n-best lists in order.
func TestHiddenEvents(t *testing.T) {
	in := examples(t, 10)
	for _, c := range []HiddenConfig{
		{Order: 3}, {Order: 5, Duplicate: true}, {Order: 5, Cascaded: true}, {Order: 4, Duplicate: true, Cascaded: true},
	} {
		h, err := TrainHidden(c, in)
		if err != nil {
			t.Fatal(err)
		}
		file, err := h.Marshal("config")
		if err != nil {
			t.Fatal(err)
		}
		p, err := Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		checkPredictor(t, p, in)
	}
}

// TestChains: M3N, CRF and the labels of both kinds learn a tiny language.
func TestChains(t *testing.T) {
	in := examples(t, 10)
	for _, c := range []ChainConfig{DefaultChainConfig(), M3N(DefaultChainConfig()), LuNgConfig()} {
		c.Templates = leastCount.ReplaceAllString(c.Templates, "threshold 1")
		c.Passes, c.Rate, c.Dropout, c.Min = 20, 0.2, 0, 0
		file, err := c.Train(t.Context(), &Trainer{Seed: 1, Workers: 2}, "test", in)
		if err != nil {
			t.Fatal(err)
		}
		again, err := c.Train(t.Context(), &Trainer{Seed: 1, Workers: 1}, "test", in)
		if err != nil || !slices.Equal(file, again) {
			t.Errorf("%s: the model depends on the number of goroutines (%v)", c.Name, err)
		}
		p, err := Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		checkPredictor(t, p, in)
	}
}

var leastCount = regexp.MustCompile(`threshold \d+`)

func checkPredictor(t *testing.T, p Predictor, in []*Example) {
	t.Helper()
	var x Prediction
	p.Predict(&Input{Reading: reading(t, "")}, &x)
	if len(x.Puncts) != 0 {
		t.Errorf("%s: punctuation of nothing", p.Name())
	}
	for _, e := range in[:2] {
		p.Predict(e.Input, &x)
		if !slices.Equal(x.Puncts, e.Gold.Puncts) {
			t.Errorf("%s: punctuation %v, want %v", p.Name(), x.Puncts, e.Gold.Puncts)
		}
		for i := range x.Puncts {
			sum := 0.0
			for _, q := range x.Posteriors[i] {
				sum += q
			}
			comma := x.EndCommas[i]
			if sum < 0.999 || sum > 1.001 || x.Ends[i] < 0 || x.Ends[i] > 1.001 || comma < 0 || comma > x.Ends[i]+1e-9 || comma > x.Posteriors[i][data.Comma]+1e-9 {
				t.Fatalf("%s: posteriors %v, end %v, with a comma %v", p.Name(), x.Posteriors[i], x.Ends[i], comma)
			}
		}
	}
}

// A punctuation mark is predicted at the end of a sentence where one is likelier than none, though no
// single one is.
func TestEndPunct(t *testing.T) {
	for _, c := range []struct {
		posteriors [data.NumPuncts]float64
		comma      float64
		want       data.Punct
	}{
		{[data.NumPuncts]float64{0.5, 0.1, 0.2, 0.2}, 0, data.NoPunct},
		{[data.NumPuncts]float64{0.3, 0.1, 0.4, 0.2}, 0, data.Period},
		{[data.NumPuncts]float64{0.1, 0.2, 0.3, 0.4}, 0.2, data.QMark},
		{[data.NumPuncts]float64{0, 0.9, 0.1, 0}, 0.1, data.NoPunct},
		{[data.NumPuncts]float64{0, 0.9, 0.1, 0}, 0.6, data.Comma},
		{[data.NumPuncts]float64{1, 0, 0, 0}, 0, data.NoPunct},
	} {
		p := Prediction{Posteriors: [][data.NumPuncts]float64{c.posteriors}, EndCommas: []float64{c.comma}}
		if got := p.EndPunct(0, EndThreshold); got != c.want {
			t.Errorf("%v, a comma at an end %v: %v, want %v", c.posteriors, c.comma, got, c.want)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	h, err := TrainHidden(HiddenConfig{Order: 3}, examples(f, 2))
	if err != nil {
		f.Fatal(err)
	}
	file, err := h.Marshal("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte("tidytalk"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := Unmarshal(b); err == nil {
			var x Prediction
			p.Predict(&Input{Reading: reading(t, "do you like it")}, &x)
		}
	})
}
