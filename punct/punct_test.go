package punct

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/stages"
)

// side reads a side: "word", "word." (a mark), "word/" or "word./" (a sentence ends),
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
		got = append(got, words[i].Text+"="+fineLabels.names[g.labels[i]]+"="+g.Marks[i].String())
	}
	want := "do=NONE?=NONE you=NONE?=NONE uh=NONE?=NONE know=QMARK/=QMARK i=NONE=NONE i=NONE=NONE uh=NONE=NONE left=PERIOD/=PERIOD and=NONE/=NONE so=NONE=NONE uh=PERIOD/=NONE yes=NONE/=NONE"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("labels\n%s, want\n%s", s, want)
	}
	for i := range words {
		if g.Ends[i] != fineLabels.ends[g.labels[i]] || g.Fluent[i] != (g.DF[i] == data.O) {
			t.Errorf("word %d: end %v, fluent %v", i, g.Ends[i], g.Fluent[i])
		}
		if plain := plainLabels.encode(nil, g.labels[i:i+1])[0]; plainLabels.marks[plain] != fineLabels.marks[g.labels[i]] {
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
	return labeller(t).Read(words)
}

// TestCut cuts streams whose ends are marked: "|" a sure end, ";" a doubtful one.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		max  int
		want string
	}{
		{"they left | we stayed", 80, "they left | we stayed"},
		{"they left ; we stayed", 80, "they left we stayed"},
		{"i am sorry | i am not going", 80, "i am sorry i am not going"},
		{"she went | went home", 80, "she went went home"},
		{"one two three ; four five six", 4, "one two three | four five six"},
		{"one two three four five six", 4, "one two three four | five six"},
		{"one two to boston to boston now", 6, "one two to boston to boston | now"},
		// Fillers on either side of the end may be an interregnum, but not any number of
		// words before them is a reparandum.
		{"to boston uh | to denver", 80, "to boston uh to denver"},
		{"to boston | uh to denver", 80, "to boston uh to denver"},
		{"to boston | to denver", 80, "to boston | to denver"},
		{"to see a big house uh | to denver", 80, "to see a big house uh | to denver"},
		// Where no end is sure, the most probable one, and none inside a repetition if there
		// is another.
		{"we go to ; to boston now", 5, "we go to to boston | now"},
		{"go go go ; go go go go", 5, "go go go | go go go go"},
	} {
		var words []string
		var p Prediction
		for _, w := range strings.Fields(c.text) {
			switch w {
			case "|":
				p.Ends[len(p.Ends)-1] = 0.99
			case ";":
				p.Ends[len(p.Ends)-1] = 0.5
			default:
				words, p.Ends = append(words, w), append(p.Ends, 0.01)
			}
		}
		r := reading(t, strings.Join(words, " "))
		var got []string
		from := 0
		for _, to := range (&Cutter{Sure: 0.8, Max: c.max}).Cut(nil, &p, r) {
			got = append(got, strings.Join(words[from:to], " "))
			from = to
		}
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%s: %s, want %s", c.text, s, c.want)
		}
	}
}

// TestCutProperties: pieces are all words in order, and none is too long.
func TestCutProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"i", "am", "uh", "boston", "yeah"}), 0, 120).Draw(rt, "words")
		var p Prediction
		for range words {
			p.Ends = append(p.Ends, rapid.Float64Range(0, 1).Draw(rt, "end"))
		}
		most := rapid.IntRange(1, 30).Draw(rt, "max")
		from := 0
		for _, to := range (&Cutter{Sure: 0.8, Max: most}).Cut(nil, &p, reading(t, strings.Join(words, " "))) {
			if to <= from || to-from > most {
				rt.Fatalf("a piece from %d to %d", from, to)
			}
			from = to
		}
		if from != len(words) {
			rt.Fatalf("%d of %d words", from, len(words))
		}
	})
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
		out = append(out, &Example{Input: &Input{Reading: l.Read(words)}, Gold: g, Fold: i % 2, Conv: i})
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
		file, err := (&Trainer{Seed: 1, Workers: 2}).Chain(t.Context(), "test", c, in)
		if err != nil {
			t.Fatal(err)
		}
		again, err := (&Trainer{Seed: 1, Workers: 1}).Chain(t.Context(), "test", c, in)
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
	if len(x.Marks) != 0 {
		t.Errorf("%s: marks of nothing", p.Name())
	}
	for _, e := range in[:2] {
		p.Predict(e.Input, &x)
		if !slices.Equal(x.Marks, e.Gold.Marks) {
			t.Errorf("%s: marks %v, want %v", p.Name(), x.Marks, e.Gold.Marks)
		}
		for i := range x.Marks {
			sum := 0.0
			for _, q := range x.Posteriors[i] {
				sum += q
			}
			if sum < 0.999 || sum > 1.001 || x.Ends[i] < 0 || x.Ends[i] > 1.001 {
				t.Fatalf("%s: posteriors %v, end %v", p.Name(), x.Posteriors[i], x.Ends[i])
			}
		}
		list := p.NBest(e.Input, 4)
		if len(list) < 2 || !slices.Equal(list[0].Marks, e.Gold.Marks) {
			t.Fatalf("%s: n-best %v", p.Name(), list)
		}
		for i := range list[1:] {
			if list[i+1].Logp > list[i].Logp+1e-9 || slices.Equal(list[i+1].Marks, list[i].Marks) {
				t.Errorf("%s: sequences %d and %d of the n-best list are the same or out of order", p.Name(), i+1, i+2)
			}
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
