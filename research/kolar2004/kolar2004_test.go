package kolar2004

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// near reports whether a share is some percent, but for a deviation.
func near(share, percent, by float64) bool { return math.Abs(100*share-percent) <= by }

func TestScoreByHand(t *testing.T) {
	gold := []Class{None, None, Sentence, Sentence, Sentence, Comma, Comma, None, None, None}
	found := []Class{None, Comma, Sentence, Comma, None, Comma, Sentence, None, None, Sentence}
	var c Counts
	c.Add(gold, found)
	// 2 marks are right of 6 found and 5 there; 2 are of the wrong kind.
	for _, test := range []struct {
		name      string
		got, want Score
	}{
		{"all", c.Score(false), Score{0.5, 2. / 6, 2. / 5, 4. / 11}},
		{"all, primed", c.Score(true), Score{0.6, 2. / 5, 2. / 4, 4. / 9}},
		{"sen", c.Of(Sentence, false), Score{0, 1. / 3, 1. / 3, 1. / 3}},
		{"sen, primed", c.Of(Sentence, true), Score{0, 1 / 2.5, 1 / 2.5, 1 / 2.5}},
		{"com", c.Of(Comma, false), Score{0, 1. / 3, 1. / 2, 2. / 5}},
		{"com, primed", c.Of(Comma, true), Score{0, 1 / 2.5, 1 / 1.5, 2 / 4.}},
	} {
		g, w := reflect.ValueOf(test.got), reflect.ValueOf(test.want)
		for i := range g.NumField() {
			if math.Abs(g.Field(i).Float()-w.Field(i).Float()) > 1e-12 {
				t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
				break
			}
		}
	}
	if m := c.Marks(); m != (metric.Counts{TP: 2, FP: 4, FN: 3}) {
		t.Errorf("marks %+v", m)
	}
	total := metric.Counts{}
	parts := sentences(gold, found)
	for _, p := range parts {
		total = total.Plus(p)
	}
	if len(parts) != 4 || total != c.Marks() {
		t.Errorf("%d sentences, in all %+v", len(parts), total)
	}
	if (new(Counts)).Score(true) != (Score{}) {
		t.Error("no words have a score")
	}
}

// TestPaperScores has counts that the paper's language model may have had, by its Table 3:
// all its figures follow from them, primed ones too.
func TestPaperScores(t *testing.T) {
	c := Counts{
		None:     {None: 18150, Sentence: 171, Comma: 113},
		Sentence: {None: 865, Sentence: 562, Comma: 88},
		Comma:    {None: 479, Sentence: 137, Comma: 693},
	}
	a, b := c.Score(false), c.Score(true)
	for i, v := range []float64{a.Accuracy, b.Accuracy, a.Precision, b.Precision, a.Recall, b.Recall, a.F, b.F} {
		if !near(v, Table2[LM][i], 0.1) {
			t.Errorf("figure %d of Table 2 is %.2f, want %.2f", i, 100*v, Table2[LM][i])
		}
	}
	for k, class := range []Class{Sentence, Comma} {
		a, b := c.Of(class, false), c.Of(class, true)
		for i, v := range []float64{a.Precision, b.Precision, a.Recall, b.Recall} {
			if !near(v, Table3[LM][4*k+i], 0.1) {
				t.Errorf("figure %d of %s in Table 3 is %.2f, want %.2f", i, class, 100*v, Table3[LM][4*k+i])
			}
		}
	}
}

func TestSubtag(t *testing.T) {
	for tag, want := range map[string]string{
		"VpYS---XR-AA---": "p-XR-",
		"NNIS4-----A----": "N4---",
		"NNIS7-----A----": "No---",
		"AAIS2----2A----": "A2--2",
		"NOUN":            "NOUN",
		"":                "",
	} {
		if got := subtag(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	recorded, err := prosody.ReadRecorded(strings.NewReader(
		"r1\ts\t1\tDnes\tdnes\tDb-------------\t,\t-\t0.1\t0.4\n"+
			"r1\ts\t1\tč\tč\tX@-------------\t.\t-\t-\t-\n"+
			"r1\ts\t1\tkonec\tk\tNNIS1-----A----\t.\t/\t0.5\t0.9\n"+
			"r2\ts\t1\tco\tc\tPQ--1----------\t-\t-/\t-\t-\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	texts := Texts(recorded)
	if len(texts) != 2 || !slices.Equal(texts[0].words, []string{"dnes", "č", "konec"}) || !slices.Equal(texts[0].gold, []Class{Comma, None, Sentence}) ||
		!texts[0].timed || texts[1].timed || !slices.Equal(texts[1].gold, []Class{Sentence}) || Words(texts) != 4 || !isPositional(texts) {
		t.Errorf("%+v %+v", texts[0], texts[1])
	}
	if got := shares(texts); !slices.Equal(got, []float64{0.25, 0.5, 0.25}) {
		t.Errorf("shares %v", got)
	}
}

// TestRareWords replaces words that are rare, or not known.
func TestRareWords(t *testing.T) {
	train := []*Text{{words: []string{"a", "b", "a", "c", "a"}, tags: []string{"VpYS---XR-AA---", "B", "VpYS---XR-AA---", "C", "D"}, gold: []Class{Comma, None, Sentence, None, None}}}
	test := &Text{words: []string{"a", "b", "new"}, tags: []string{"T", "T", "NNIS4-----A----"}}
	for kind, want := range [][]string{{"_a", "_b", "_new"}, {"#T", "#T", "#NNIS4-----A----"}, {"_a", "#T", "#NNIS4-----A----"}, {"_a", "#T", "#N4---"}} {
		l, err := trainLanguage(Kind(kind), 2, 3, train)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if got := l.token(test, i); got != w {
				t.Errorf("%s: word %d is %q, want %q", Kind(kind).Name(3), i, got, w)
			}
		}
	}
}

// drawnSet returns recordings whose commas the words tell, and whose ends of sentences the
// pauses tell.
func drawnSet(recordings, words int, seed uint64) []prosody.Recorded {
	rng := rand.New(rand.NewPCG(seed, 21))
	var b strings.Builder
	for r := range recordings {
		at := 0.0
		for range words {
			word, tag, mark, slash, pause := fmt.Sprintf("w%d", rng.IntN(40)), "NNIS1-----A----", "-", "-", 0.02*rng.Float64()
			switch v := rng.Float64(); {
			case v < 0.12:
				mark, slash, pause = ".", "/", 0.3*rng.Float64()
			case v < 0.25:
				mark = ","
				if rng.IntN(4) > 0 {
					word, tag = fmt.Sprintf("c%d", rng.IntN(9)), "J,-------------"
				}
			case v < 0.3:
				word, tag, pause = fmt.Sprintf("c%d", rng.IntN(9)), "J,-------------", 0.2*rng.Float64()
			}
			fmt.Fprintf(&b, "r%d\ts\t1\t%s\tx\t%s\t%s\t%s\t%.3f\t%.3f\n", r, word, tag, mark, slash, at, at+0.2)
			at += 0.2 + pause
		}
	}
	out, err := prosody.ReadRecorded(strings.NewReader(b.String()), "drawn")
	if err != nil {
		panic(err)
	}
	return out
}

func drawnSets(dev uint64) *Set {
	return &Set{Name: "drawn", Train: Texts(drawnSet(12, 120, 1)), Dev: []Part{{"dev", Texts(drawnSet(4, 150, dev))}}}
}

func (s *Study) mustRun(t *testing.T, set *Set) *Result {
	t.Helper()
	r, err := s.Run(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStudy finds that both models together are better than each, whatever the number of
// goroutines, and that nothing is chosen on what is scored.
func TestStudy(t *testing.T) {
	s := &Study{Rare: 2, HoldOut: 0.25, Seed: 1, Workers: 1, Shape: []int{0, 4, 6, 0}, Dir: t.TempDir()}
	r := s.mustRun(t, drawnSets(2))
	p := &r.Parts[0]
	f := func(m Model) float64 { return p.Counts[m].Score(false).F }
	for _, m := range []Model{LMCART, LMMLP} {
		if f(m) < f(LM)+0.05 || f(m) < f(m-LMCART+CART)+0.05 || p.Above[m][LM] > 0.01 || p.Above[LM][m] < 0.99 {
			t.Errorf("%s: F %.3f (LM %.3f, classifier %.3f), p %v", m, f(m), f(LM), f(m-LMCART+CART), p.Above[m][LM])
		}
	}
	if p.Words != 600 || len(r.Languages) != 4 || len(r.Combined) != 8 || len(r.Alone) != 4 || len(r.Orders) != 12 {
		t.Errorf("%d words, %d language models, %d ways to join, %d classifiers, %d orders", p.Words, len(r.Languages), len(r.Combined), len(r.Alone), len(r.Orders))
	}
	if r.Tree == nil || !strings.HasPrefix(r.Tree.String(), "pause.after < ") {
		t.Errorf("the tree is\n%s", r.Tree)
	}

	s.Workers = 3 // what is finished is taken
	again := s.mustRun(t, drawnSets(2))
	if !reflect.DeepEqual(r.Parts, again.Parts) || !reflect.DeepEqual(r.Combined, again.Combined) {
		t.Error("other figures with three goroutines")
	}
	other := s.mustRun(t, drawnSets(3))
	if reflect.DeepEqual(r.Parts, other.Parts) {
		t.Error("another text has the same figures")
	}
	for i := range r.Combined {
		a, b := r.Combined[i], other.Combined[i]
		a.F, b.F = nil, nil
		if !reflect.DeepEqual(a, b) {
			t.Errorf("another text to score on, another choice: %+v, %+v", a, b)
		}
	}
	if !reflect.DeepEqual(r.Orders, other.Orders) || !reflect.DeepEqual(r.Alone, other.Alone) {
		t.Error("another text to score on, other choices")
	}
}

// TestUntimed trains language models alone.
func TestUntimed(t *testing.T) {
	set := drawnSets(2)
	for _, texts := range [][]*Text{set.Train, set.Dev[0].Texts} {
		for _, text := range texts {
			text.timed = false
		}
	}
	s := &Study{Rare: 2, HoldOut: 0.25, Order: 3}
	r := s.mustRun(t, set)
	if len(r.Parts) != 0 || r.Tree != nil || len(r.Languages) != 4 || r.Order != 3 {
		t.Errorf("%+v", r)
	}
	// Commas are told by the words, mostly.
	if f := r.Languages[WordsOnly].Counts[0].Of(Comma, false).F; f < 0.25 {
		t.Errorf("F of commas is %v", f)
	}
}

func TestHeld(t *testing.T) {
	var texts []*Text
	for i := range 20 {
		texts = append(texts, &Text{Name: fmt.Sprint(i), timed: i%2 == 1})
	}
	rest, held := (&Study{HoldOut: 0.3}).held(texts)
	if len(held) != 3 || len(rest) != 17 {
		t.Fatalf("%d of 20 held out", len(held))
	}
	for _, h := range held {
		if !h.timed || slices.Contains(rest, h) {
			t.Errorf("%s is held out", h.Name)
		}
	}
}

func TestRunErrors(t *testing.T) {
	set := drawnSets(2)
	if _, err := (&Study{Rare: 2, HoldOut: 0.01}).Run(t.Context(), set); err == nil {
		t.Error("nothing held out is no error")
	}
	for _, text := range set.Train {
		for i := range text.gold {
			text.gold[i] = min(text.gold[i], Sentence)
		}
	}
	if _, err := (&Study{Rare: 2, HoldOut: 0.3}).Run(t.Context(), set); !errors.Is(err, errNeeded) {
		t.Errorf("no commas: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Study{Rare: 2, HoldOut: 0.3}).Run(ctx, drawnSets(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// fixed is a classifier that says the same of everything.
type fixed []float64

func (f fixed) Classes() []string          { return classNames }
func (f fixed) Columns() []classify.Column { return nil }
func (f fixed) Posteriors(_ []float32, out []float64) []float64 {
	return append(out[:0], f...)
}

// TestJoined checks equations 9 and 10 word by word, and that states emit nothing with an
// exponent of 0.
func TestJoined(t *testing.T) {
	text := &Text{words: []string{"a"}, gold: []Class{None}, rows: [][]float32{nil}}
	posteriors := [][][]float64{{{0.5, 0.3, 0.2}}}
	c := &classifiers{fixed{0.6, 0.3, 0.1}, fixed{0.2, 0.4, 0.4}}
	trained := []*Text{{gold: []Class{None, None, None, Sentence, Comma}}}
	for e, want := range [][]float64{
		{0.5, 0.3 * math.Sqrt(0.3/0.2), 0.2 * math.Sqrt(0.1/0.2)},
		{0.5 * math.Sqrt(0.2), 0.3 * math.Sqrt(0.4), 0.2 * math.Sqrt(0.4)},
	} {
		got := multiplied(posteriors, scaled(c.heard(Equation(e), trained, []*Text{text}), 0.5))[0][0]
		sum := want[0] + want[1] + want[2]
		for k := range want {
			if math.Abs(got[k]-want[k]/sum) > 1e-12 {
				t.Errorf("equation %d: %v, want %v", 9+e, got, want)
				break
			}
		}
	}
	p := c.alone(Downsampled, trained).Posteriors(nil, nil)
	if sum := 0.6*0.2 + 0.2*0.4 + 0.2*0.4; math.Abs(p[0]-0.12/sum) > 1e-12 {
		t.Errorf("with priors: %v", p)
	}

	texts := Texts(drawnSet(2, 60, 3))
	l, err := trainLanguage(WordsOnly, 3, 2, texts)
	if err != nil {
		t.Fatal(err)
	}
	base, err := l.posteriors(t.Context(), texts, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	scores := make([][][]float64, len(texts))
	for i := range scores {
		scores[i] = matrix(len(texts[i].words))
		for _, row := range scores[i] {
			row[Comma] = 100
		}
	}
	none, err := l.posteriors(t.Context(), texts, scaled(scores, 0), 2)
	if err != nil || !reflect.DeepEqual(base, none) {
		t.Errorf("an exponent of 0 changes posteriors (%v)", err)
	}
	sure, err := l.posteriors(t.Context(), texts, scores, 1)
	if err != nil || slices.ContainsFunc(decide(sure[0]), func(c Class) bool { return c != Comma }) {
		t.Errorf("what is heard for sure does not stand (%v)", err)
	}
}

// TestCzech scores language models of the Czech corpora, whose figures are known within
// bounds.
func TestCzech(t *testing.T) {
	var train []*Text
	for _, name := range []string{"parczech.train.tsv.gz", "ud_by_sa.train.tsv.gz"} {
		recorded, err := prosody.ReadRecordedFile(datatest.Path(t, "cs", name))
		if err != nil {
			t.Fatal(err)
		}
		train = append(train, Texts(recorded)...)
	}
	recorded, err := prosody.ReadRecordedFile(datatest.Path(t, "cs", "parczech.dev.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dev := Texts(recorded)
	var f [numKinds]float64
	for kind := range numKinds {
		l, err := trainLanguage(kind, 3, 7, train)
		if err != nil {
			t.Fatal(err)
		}
		post, err := l.posteriors(t.Context(), dev, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		counts := countsOf(dev, post)
		f[kind] = counts.Score(false).F
		t.Logf("%s: %+v", kind.Name(7), counts.Score(false))
	}
	if f[RareSubtags] < 0.5 || f[RareSubtags] < f[TagsOnly] || f[RareSubtags] < f[WordsOnly] {
		t.Errorf("F by kind: %v", f)
	}
}
