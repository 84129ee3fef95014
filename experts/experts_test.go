package experts_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/stages"
)

var tags = []string{"CC", "DT", "IN", "NN", "PRP", "UH", "VBD"}

func TestReadClasses(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"easy 2 PRP DT # pronouns\n\n# nothing\nhard 1.5 NN\n", ""},
		{"", "f: no classes"},
		{"# only this\n", "f: no classes"},
		{"a 2\n", "f:1: a class needs a name"},
		{"a 2 PRP\nb 2 XYZ\n", `f:2: unknown tag "XYZ": the tagger knows CC DT`},
		{"a 2 PRP\n\nb 2 NN PRP\n", "f:3: tag PRP is in a class already, in line 1"},
		{"a 2 PRP PRP\n", "f:1: tag PRP is in a class already, in line 1"},
		{"a 0 PRP\n", `f:1: the boost of class a must be a number above 0, and is "0"`},
		{"a -1 PRP\n", `f:1: the boost`},
		{"a NaN PRP\n", `f:1: the boost`},
		{"a Inf PRP\n", `f:1: the boost`},
		{"a PRP NN\n", `f:1: the boost of class a must be a number above 0, and is "PRP"`},
		{"a 2 PRP\na 2 NN\n", "f:2: there is a class a already"},
		{"a-b 2 PRP\n", "f:1: the name of a class"},
	} {
		got, err := experts.ReadClasses(strings.NewReader(c.text), "f", tags)
		if c.err == "" {
			want := experts.Classes{{Name: "easy", Boost: 2, Tags: []string{"PRP", "DT"}, Comment: "pronouns"}, {Name: "hard", Boost: 1.5, Tags: []string{"NN"}}}
			if err != nil || !cmp.Equal(got, want) {
				t.Errorf("%q: %v, %v", c.text, got, err)
			}
			if left := got.Left(tags); !slices.Equal(left, []string{"CC", "IN", "UH", "VBD"}) {
				t.Errorf("left: %v", left)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%q: %v, want %s", c.text, err, c.err)
		}
	}
}

func FuzzReadClasses(f *testing.F) {
	f.Add("easy 2 PRP DT # pronouns\nhard 1.5 NN\n")
	f.Add("a 1e-3 NN\r\n\tb\u00a03 DT")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := experts.ReadClasses(strings.NewReader(text), "f", tags)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := experts.ReadClasses(&b, "f", tags)
		if err != nil || again.String() != c.String() {
			t.Errorf("%q becomes %q: %v", c, again, err)
		}
	})
}

// Every tag is in one class, easier tags in earlier ones, and the classes have
// about the shares of edit words that the paper's have.
func TestDerive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var many []string
	counts := make(map[string]metric.Counts)
	for i := range 40 {
		tag := fmt.Sprintf("T%02d", i)
		many = append(many, tag)
		n := 50 + rng.IntN(100)
		right := rng.IntN(n)
		counts[tag] = metric.Counts{TP: right, FN: n - right, FP: rng.IntN(20)}
	}
	many = append(many, "NONE") // no edit words
	for n := 1; n <= len(many); n++ {
		classes, err := experts.Derive(counts, many, n)
		if err != nil || len(classes) != n {
			t.Fatalf("%d classes of %d: %v", len(classes), n, err)
		}
		var all []string
		last := 2.0
		words, total := make([]int, n), 0
		for k, c := range classes {
			if c.Boost != 2 || len(c.Tags) == 0 {
				t.Errorf("class %+v", c)
			}
			for _, tag := range c.Tags {
				if f := counts[tag].F1(); f > last {
					t.Errorf("%d classes: %s with F1 %.2f comes after %.2f", n, tag, f, last)
				} else {
					last = f
				}
				words[k] += counts[tag].TP + counts[tag].FN
			}
			total += words[k]
			all = append(all, c.Tags...)
		}
		slices.Sort(all)
		if want := slices.Sorted(slices.Values(many)); !slices.Equal(all, want) {
			t.Fatalf("%d classes hold %v", n, all)
		}
		if n != 6 {
			continue
		}
		for k, want := range []float64{34.6, 33.3, 17.3, 5.3, 6.3, 3.3} {
			if got := 100 * float64(words[k]) / float64(total); math.Abs(got-want) > 4 {
				t.Errorf("class %d has %.1f%% of the edit words, want about %.1f%%", k+1, got, want)
			}
		}
	}
	for _, n := range []int{0, -1, len(many) + 1} {
		if _, err := experts.Derive(counts, many, n); err == nil {
			t.Errorf("%d classes of %d tags passed", n, len(many))
		}
	}
	if _, err := experts.Derive(nil, many, 2); err == nil {
		t.Error("classes without an edit word")
	}
}

func defaultBundle(t testing.TB) *tidytalk.Bundle {
	t.Helper()
	b, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// odd are sentences whose edit words the baseline does not expect: a noun before
// the same noun with "and" in between goes, other repeated words stay.
func odd(n int) []data.Sentence {
	rng := rand.New(rand.NewPCG(4, 4))
	nouns := []string{"house", "river", "car", "dog", "school", "city"}
	out := make([]data.Sentence, n)
	for i := range out {
		s := &out[i]
		s.Conv = 2000 + i/4
		noun, other := nouns[rng.IntN(len(nouns))], nouns[rng.IntN(len(nouns))]
		for j, w := range strings.Fields(fmt.Sprintf("we saw a %s and %s with the %s", noun, noun, other)) {
			s.Tokens = append(s.Tokens, data.Token{Text: w, Edit: j == 3})
		}
	}
	return out
}

// trainer trains quickly, and far.
func trainer() experts.Trainer {
	tr := experts.DefaultTrainer()
	tr.Rate, tr.Runs, tr.Passes, tr.Workers = 0.1, 1, 4, 2
	tr.Classes = experts.Classes{{Name: "nouns", Boost: 4, Tags: []string{"NN", "NNS"}}, {Name: "other", Boost: 1, Tags: []string{"DT", "PRP"}}}
	return tr
}

func examples(t testing.TB, b *tidytalk.Bundle) *stages.Examples {
	t.Helper()
	ex, jackknifed, err := b.ExpertExamples(t.Context(), &stages.Trainer{Workers: 2}, odd(80))
	if err != nil || jackknifed {
		t.Fatalf("%v, jackknifed %v", err, jackknifed)
	}
	return ex
}

// Training on what the baseline gets wrong makes experts that get it right, and the
// same ones for any number of workers and for training that goes on.
func TestTrain(t *testing.T) {
	b := defaultBundle(t)
	ex := examples(t, b)
	tr := trainer()
	var balance experts.Balance
	tr.Balanced = func(b experts.Balance) { balance = b }
	part, err := b.TrainExperts(t.Context(), tr, ex)
	if err != nil {
		t.Fatal(err)
	}
	if balance.Expert[0].F1() < 0.95 || balance.Baseline[0].F1() > 0.5 {
		t.Errorf("nouns: F1 %.2f for the expert, %.2f for the baseline", balance.Expert[0].F1(), balance.Baseline[0].F1())
	}
	m, err := b.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Trained()) != 2 || m.Classes().String() != tr.Classes.String() {
		t.Errorf("experts %v of %v", m.Trained(), m.Classes())
	}
	file, err := b.With(map[string][]byte{tidytalk.PartExperts: part, tidytalk.PartSettings: settingsFor(t, b, m)})
	if err != nil {
		t.Fatal(err)
	}
	with, err := tidytalk.LoadBundle(file)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := with.ScoreByClass(t.Context(), odd(40), 2)
	if err != nil {
		t.Fatal(err)
	}
	nouns := scores.Classes[0]
	if nouns.Expert.F1() < 0.95 || nouns.Baseline.F1() > 0.5 || scores.Combined.F1() < 0.95 || scores.Baseline != nouns.Baseline {
		t.Errorf("%+v", scores)
	}
	cleaner, err := tidytalk.New(with, tidytalk.Options{Mode: tidytalk.ModeExperts, Posteriors: true})
	if err != nil {
		t.Fatal(err)
	}
	s := odd(1)[0]
	out, err := cleaner.Label(t.Context(), &s)
	if err != nil || out.Labels[3] != data.E || out.POS[3] != "NN" || out.Posteriors[3][data.E] < 0.5 || out.Labels[0] != data.O {
		t.Errorf("%v, %+v", err, out)
	}

	dir := t.TempDir()
	for name, change := range map[string]func(*experts.Trainer){
		"1 worker":   func(tr *experts.Trainer) { tr.Workers = 1 },
		"kept steps": func(tr *experts.Trainer) { tr.Dir = dir },
	} {
		tr := trainer()
		change(&tr)
		if again, err := b.TrainExperts(t.Context(), tr, ex); err != nil || !bytes.Equal(again, part) {
			t.Errorf("%s: the experts differ, %v", name, err)
		}
	}
	// Going on, nothing is trained again.
	tr = trainer()
	tr.Dir, tr.Report = dir, func(e stages.Event) { t.Errorf("step %s again", e.Step) }
	if again, err := b.TrainExperts(t.Context(), tr, ex); err != nil || !bytes.Equal(again, part) {
		t.Errorf("the experts differ, %v", err)
	}
}

func settingsFor(t testing.TB, b *tidytalk.Bundle, m *experts.Model) []byte {
	t.Helper()
	s, ok := b.Settings()
	if !ok {
		t.Fatal("the bundle has no settings")
	}
	return []byte(s.For(m).String())
}

func TestTrainSome(t *testing.T) {
	b := defaultBundle(t)
	ex := examples(t, b)
	tr := trainer()
	tr.Only, tr.Balance = []string{"other"}, false
	part, err := b.TrainExperts(t.Context(), tr, ex)
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Trained(), []int{1}) {
		t.Errorf("trained %v", m.Trained())
	}
	names := b.Labeller().TagNames()
	for i, tag := range names {
		want := -1
		if tag == "DT" || tag == "PRP" {
			want = 0
		}
		if got := m.Expert(uint8(i)); got != want {
			t.Errorf("the expert for %s is %d, want %d", tag, got, want)
		}
	}
	tr.Only = []string{"none"}
	if _, err := b.TrainExperts(t.Context(), tr, ex); err == nil {
		t.Error("an unknown class passed")
	}
	tr.Only = []string{}
	if _, err := b.TrainExperts(t.Context(), tr, ex); err == nil {
		t.Error("no class passed")
	}
}

// file returns a small file of experts.
func file(t testing.TB, b *tidytalk.Bundle) []byte {
	t.Helper()
	tr := trainer()
	tr.Balance, tr.Passes = false, 1
	part, err := b.TrainExperts(t.Context(), tr, examples(t, b))
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func TestFile(t *testing.T) {
	b := defaultBundle(t)
	part := file(t, b)
	edit, err := b.Model("edit")
	if err != nil {
		t.Fatal(err)
	}
	_, err = experts.Unmarshal(part, &experts.Baseline{Edit: edit, Config: "another", Tags: b.Labeller().TagNames()})
	if !errors.Is(err, experts.ErrOtherBaseline) || !strings.Contains(err.Error(), "tidytalk train experts --base BUNDLE") {
		t.Errorf("experts of another baseline: %v", err)
	}
	if _, err := experts.Unmarshal(part[:len(part)-9], &experts.Baseline{Edit: edit, Tags: b.Labeller().TagNames()}); !errors.Is(err, tidytalk.ErrChecksum) {
		t.Errorf("a truncated file: %v", err)
	}
	filetest.Changes(t, part, 200, func(file []byte) error {
		m, err := b.ReadExperts(file)
		if err != nil {
			return err
		}
		m.NewReader()
		return nil
	})
}

func FuzzUnmarshal(f *testing.F) {
	b := defaultBundle(f)
	part := file(f, b)
	f.Add(part)
	f.Add(part[:len(part)/2])
	f.Fuzz(func(t *testing.T, part []byte) { _, _ = b.ReadExperts(filetest.Reseal(part)) })
}

// The reader scores the sentence under experts as a labeller does whose edit model
// has the expert's weights: here under experts that do not differ from the baseline.
func TestReaderOfBaseline(t *testing.T) {
	b := defaultBundle(t)
	tr := trainer()
	tr.Balance, tr.Passes, tr.Min = false, 1, 1e9 // no row is kept
	tr.Rate = 1e-9
	part, err := b.TrainExperts(t.Context(), tr, examples(t, b))
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	r := m.NewReader()
	for _, text := range []string{"so i i mean we went to the to the beach", "uh", "a a dog dog he he was is gone"} {
		s := data.Sentence{}
		for _, w := range strings.Fields(text) {
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		want := b.Labeller().Label(&s, true)
		session, err := b.Labeller().NewSession(&s)
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range []bool{false, true} {
			r.Read(session, all)
			if got := r.Labels(nil); !slices.Equal(got, want.Labels) {
				t.Errorf("%q: %v, want %v", text, got, want.Labels)
			}
			base, own := r.Posteriors(nil, nil)
			for i := range base {
				w := want.Posteriors[i/int(data.NumLabels)][i%int(data.NumLabels)]
				if math.Abs(base[i]-w) > 1e-6 || math.Abs(own[i]-w) > 1e-4 {
					t.Fatalf("%q: posterior %d: %v and %v, want %v", text, i, base[i], own[i], w)
				}
			}
		}
		session.Release()
	}
}

// BenchmarkExperts compares the baseline on whole sentences, tagger and first stage
// included, with the same and all six experts, wanted or not: these should cost less
// than twice the baseline.
func BenchmarkExperts(b *testing.B) {
	bundle := defaultBundle(b)
	m := bundle.Experts()
	if m == nil {
		b.Skip("the default bundle has no experts")
	}
	var sentences []data.Sentence
	words := 0
	for _, text := range []string{"so i i mean we went uh we wanted to go to the to the beach", "and and he he was um he is you know a a very good friend of of mine", "that is all"} {
		s := data.Sentence{}
		for _, w := range strings.Fields(text) {
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		words += len(s.Tokens)
		sentences = append(sentences, s)
	}
	for name, use := range map[string]func(s *stages.Session, r *experts.Reader){
		"baseline": func(s *stages.Session, _ *experts.Reader) { s.Whole() },
		"experts":  func(s *stages.Session, r *experts.Reader) { r.Read(s, true); r.Labels(nil) },
	} {
		b.Run(name, func(b *testing.B) {
			r := m.NewReader()
			b.ReportAllocs()
			for b.Loop() {
				for i := range sentences {
					session, err := bundle.Labeller().NewSession(&sentences[i])
					if err != nil {
						b.Fatal(err)
					}
					use(session, r)
					session.Release()
				}
			}
			b.ReportMetric(float64(words)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

// BenchmarkUnmarshal opens the experts of the default bundle, checks included.
func BenchmarkUnmarshal(b *testing.B) {
	bundle := defaultBundle(b)
	part := bundle.Part(tidytalk.PartExperts)
	b.SetBytes(int64(len(part)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bundle.ReadExperts(part); err != nil {
			b.Fatal(err)
		}
	}
}
