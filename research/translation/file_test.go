package translation

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// smallModel learns all of a model from drawn text.
func smallModel(t testing.TB, seed uint64, n int) (*Model, []Segment) {
	t.Helper()
	segments := randomSegments(rand.New(rand.NewPCG(seed, 1)), n)
	rules, err := Extract(context.Background(), segments, ExtractOptions{Borders: true, Hierarchical: true, MinHierarchical: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Rules: rules, Lexicon: NewLexicon(segments), Weights: DefaultWeights}
	if m.LM, err = EstimateLM(segments, 3, false); err != nil {
		t.Fatal(err)
	}
	return m, segments
}

func TestFile(t *testing.T) {
	m, segments := smallModel(t, 5, 40)
	file, err := m.Marshal("how")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	second, err := again.Marshal("how")
	if err != nil || !bytes.Equal(file, second) {
		t.Errorf("a model that is read and written is another: %v", err)
	}
	sources, _ := naive(segments, ExtractOptions{Length: 6, Borders: true, Hierarchical: true, Span: 10, Terminals: 4})
	for source := range sources {
		from, to := m.Rules.Find(sourceKey(source))
		if f, e := again.Rules.Find(sourceKey(source)); f != from || e != to {
			t.Errorf("%q: rules %d to %d, not %d to %d", source, f, e, from, to)
		}
	}
	for _, w := range []string{"a", "b", "never"} {
		for _, marks := range []Marks{MarksOf(Comma), MarksOf(Period, OpenQuote), MarksOf(Ellipsis)} {
			if a, b := m.Lexicon.Before(WordHash(w), marks), again.Lexicon.Before(WordHash(w), marks); a != b || math.IsNaN(a) || math.IsInf(a, 0) {
				t.Errorf("%s %s: %v, not %v", w, marks, b, a)
			}
		}
	}
}

// TestFileDamaged checks that no change of a file that is opened without its checksum makes
// a lookup fail.
func TestFileDamaged(t *testing.T) {
	m, _ := smallModel(t, 6, 12)
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unmarshal(file[:len(file)/2]); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("half a file: %v", err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		b := bytes.Clone(file)
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		lookUp(b)
	}
}

// lookUp opens a file and looks things up in it.
func lookUp(file []byte) {
	m, err := Unmarshal(file, container.Covered)
	if err != nil {
		return
	}
	for _, source := range []string{"a", "b X", "X c", "a X b", "a b c"} {
		from, to := m.Rules.Find(sourceKey(source))
		for i := from; i < to; i++ {
			var f Features
			m.Rules.Features(i, &f)
			for _, p := range m.Rules.Placed(i) {
				m.Lexicon.Before(WordHash("a"), p.Marks())
				m.Lexicon.After(WordHash("z"), p.Marks())
			}
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	m, _ := smallModel(f, 8, 4)
	file, err := m.Marshal("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Fuzz(func(_ *testing.T, b []byte) { lookUp(b) })
}

// TestLexicon compares with counting.
func TestLexicon(t *testing.T) {
	comma, stop := MarksOf(Comma), MarksOf(Period)
	segments := []Segment{
		{Words: []string{"a", "b", "a"}, Gaps: []Marks{0, comma, 0, stop}},
		{Words: []string{"a", "b"}, Gaps: []Marks{0, 0, stop}},
	}
	x := NewLexicon(segments)
	// Seven gaps: four without marks, of which one more is thought to be there.
	const share = lexMix / 7
	for _, c := range []struct {
		name               string
		got, with, without float64
	}{
		{"before: a ,", x.Before(WordHash("a"), comma), 1 + share*1, 1 + share*5},
		{"before: a .", x.Before(WordHash("a"), stop), 1 + share*2, 1 + share*5},
		{"before: b ,", x.Before(WordHash("b"), comma), share * 1, 1 + share*5},
		{"before: unknown .", x.Before(WordHash("z"), stop), 2, 5},
		{"before: edge ,", x.Before(Edge, comma), share * 1, 2 + share*5},
		{"after: b ,", x.After(WordHash("b"), comma), 1 + share*1, 1 + share*5},
		{"after: edge .", x.After(Edge, stop), 2 + share*2, share * 5},
	} {
		if want := math.Log(c.with / c.without); math.Abs(c.got-want) > 1e-5 {
			t.Errorf("%s: %v, not %v", c.name, c.got, want)
		}
	}
}
