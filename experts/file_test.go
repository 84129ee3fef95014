package experts_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// file returns a small file of experts.
func file(t testing.TB, e *engine.Engine) []byte {
	t.Helper()
	tr := trainer()
	tr.Balance, tr.Passes = false, 1
	part, err := train.Experts(t.Context(), e, tr, examples(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func TestFile(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	part := file(t, e)
	edit := e.Stages().Model(stages.PartEdit)
	_, err := experts.Unmarshal(part, &experts.Baseline{Edit: edit, Config: "another", Tags: e.Stages().TagNames()})
	if !errors.Is(err, experts.ErrOtherBaseline) || !strings.Contains(err.Error(), "and this one has another") {
		t.Errorf("experts of another baseline: %v", err)
	}
	if _, err := experts.Unmarshal(part[:len(part)-9], &experts.Baseline{Edit: edit, Tags: e.Stages().TagNames()}); !errors.Is(err, engine.ErrChecksum) {
		t.Errorf("a truncated file: %v", err)
	}
	filetest.Changes(t, part, 200, func(file []byte) error {
		m, err := e.ReadExperts(file)
		if err != nil {
			return err
		}
		m.NewReader()
		return nil
	})
}

func FuzzUnmarshal(f *testing.F) {
	e := bundletest.Default(f).Sentences()
	tr := trainer()
	tr.Balance, tr.Passes, tr.Min = false, 1, 1e9 // no row is kept: inputs are small
	part, err := train.Experts(f.Context(), e, tr, examples(f, e))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(part)
	f.Add(part[:len(part)/2])
	f.Fuzz(func(t *testing.T, part []byte) { _, _ = e.ReadExperts(filetest.Reseal(part)) })
}

// The reader scores the sentence under experts as a labeller does whose edit model
// has the expert's weights: here under experts that do not differ from the baseline.
func TestReaderOfBaseline(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	tr := trainer()
	tr.Balance, tr.Passes, tr.Min = false, 1, 1e9 // no row is kept
	tr.Rate = 1e-9
	part, err := train.Experts(t.Context(), e, tr, examples(t, e))
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	r := m.NewReader()
	for _, text := range []string{"so i i mean we went to the to the beach", "uh", "a a dog dog he he was is gone"} {
		s := data.Sentence{}
		for _, w := range strings.Fields(text) {
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		want := e.Stages().Label(&s, true)
		session, err := e.Stages().NewSession(&s)
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range []bool{false, true} {
			r.Read(session, all)
			if got := r.Labels(nil); !slices.Equal(got, data.LabelsOf(want)) {
				t.Errorf("%q: %v, want %v", text, got, data.LabelsOf(want))
			}
			base, own := r.Posteriors(nil, nil)
			for i := range base {
				w := want[i/int(data.NumLabels)].Posteriors[i%int(data.NumLabels)]
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
	e := bundletest.Default(b).Sentences()
	m := e.Experts()
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
					session, err := e.Stages().NewSession(&sentences[i])
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
	bundle := bundletest.Default(b)
	part := bundle.Part(engine.PartExperts)
	b.SetBytes(int64(len(part)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bundle.Sentences().ReadExperts(part); err != nil {
			b.Fatal(err)
		}
	}
}
