package chinese

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/m3n"
)

// Spaced reads sentences of words with blanks between them, one a line.
func spaced(text string) []Sentence {
	var out []Sentence
	for line := range strings.Lines(text) {
		var s Sentence
		for _, w := range strings.Fields(line) {
			s.Words = append(s.Words, Word{Text: w})
		}
		s.Gaps = make([][]Sign, len(s.Words)+1)
		out = append(out, s)
	}
	return out
}

const words = `我們 在 北京 大學 學習
北京 是 一個 大 城市
他 在 大城市 學習 了 3.5% 的 時間
學生 學習 時間 的 GSD - 方法
我 的 學生 在 城市 的 大學
`

func segmenter(t testing.TB, text []Sentence, workers int) *Segmenter {
	t.Helper()
	c := DefaultSegmenterConfig()
	c.L2, c.Passes = 0.01, 30
	g, err := TrainSegmenter(t.Context(), text, c, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSegment(t *testing.T) {
	text := spaced(words)
	g := segmenter(t, text, 1)
	s := g.NewScratch()
	for i, x := range text {
		units, want := x.units()
		if got := g.Segment(units, nil, s, nil); !slices.Equal(got, want) {
			t.Errorf("sentence %d: words start at %d, want %d", i+1, got, want)
		}
		for k, u := range units {
			units[k] = SimplifiedText(u)
		}
		if got := g.Segment(units, nil, s, nil); !slices.Equal(got, want) {
			t.Errorf("sentence %d, simplified: words start at %d, want %d", i+1, got, want)
		}
	}
	if got := g.Segment(nil, nil, s, []int32{7}); !slices.Equal(got, []int32{7, 0}) {
		t.Errorf("no units: %d is appended to 7", got)
	}
}

// Whatever is apart, a word begins there, and words are ascending and whole; where the best labels
// begin a word anyway, that changes nothing.
func TestSegmentApart(t *testing.T) {
	text := spaced(words)
	g := segmenter(t, text, 1)
	s := g.NewScratch()
	rng := rand.New(rand.NewPCG(1, 2))
	var all []string
	for _, x := range text {
		u, _ := x.units()
		all = append(all, u...)
	}
	for range 300 {
		n := 1 + rng.IntN(12)
		units, apart := make([]string, n), make([]bool, n)
		for i := range units {
			units[i], apart[i] = all[rng.IntN(len(all))], rng.IntN(3) == 0
		}
		got := g.Segment(units, apart, s, nil)
		if got[0] != 0 || got[len(got)-1] != int32(n) || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%q: words start at %d", units, got)
		}
		for i, a := range apart {
			if a && !slices.Contains(got, int32(i)) {
				t.Fatalf("%q: no word begins at unit %d, which is apart: %d", units, i, got)
			}
		}
		free := g.Segment(units, nil, s, nil)
		clear(apart)
		for _, i := range free[:len(free)-1] {
			apart[i] = rng.IntN(2) == 0
		}
		if got := g.Segment(units, apart, s, nil); !slices.Equal(got, free) {
			t.Fatalf("%q: what is apart anyway changes %d to %d", units, free, got)
		}
	}
}

// The file does not depend on the number of goroutines, and the model in it says the same.
func TestSegmenterFile(t *testing.T) {
	text := spaced(words)
	g := segmenter(t, text, 1)
	one, err := g.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	three, err := segmenter(t, text, 3).Marshal("config")
	if err != nil || !bytes.Equal(one, three) {
		t.Errorf("three goroutines make another file: %v", err)
	}
	h, err := UnmarshalSegmenter(one)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range text {
		units, _ := x.units()
		if a, b := g.Segment(units, nil, g.NewScratch(), nil), h.Segment(units, nil, h.NewScratch(), nil); !slices.Equal(a, b) {
			t.Errorf("read from its file, the segmenter says %d, not %d", b, a)
		}
	}
	one[len(one)-1] ^= 1
	if _, err := UnmarshalSegmenter(one); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a file with a flipped bit: %v", err)
	}
}

func TestTrainSegmenterErrors(t *testing.T) {
	for name, c := range map[string]struct {
		text      []Sentence
		templates string
		want      string
	}{
		"no words":     {spaced("- -\n"), Template("segment"), "no words"},
		"no layer":     {spaced(words), "order=1 c[0]\n", "must declare"},
		"other labels": {spaced(words), "layer word B I\norder=1 c[0]\n", "must declare"},
		"no column":    {spaced(words), "layer word B M E S\norder=1 z[0]\n", "no column"},
	} {
		config := DefaultSegmenterConfig()
		config.Templates = c.templates
		if _, err := TrainSegmenter(t.Context(), c.text, config, 1, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

func TestUnitValue(t *testing.T) {
	for _, c := range []struct {
		unit  string
		value uint32
		t     UnitType
	}{
		{"學", m3n.Int('学'), OtherHan}, {"学", m3n.Int('学'), OtherHan},
		{"萬", m3n.Int('万'), NumeralHan}, {"點", m3n.Int('点'), DateHan},
		{"3.5%", m3n.Int(-1 - int(Digits)), Digits}, {"10:30", m3n.Int(-1 - int(Digits)), Digits},
		{"GSD", m3n.Int(-1 - int(Letters)), Letters}, {"かな", m3n.Int(-1 - int(Letters)), Letters},
		{"B12", m3n.Int(-1 - int(Mixture)), Mixture}, {"𠀾", m3n.Int('𠀾'), OtherHan},
	} {
		if v, k := unitValue(c.unit); v != c.value || k != c.t {
			t.Errorf("%s has value %d and type %d, want %d and %d", c.unit, v, k, c.value, c.t)
		}
	}
}

func TestSegmentAllocations(t *testing.T) {
	text := spaced(words)
	g := segmenter(t, text, 1)
	s := g.NewScratch()
	units, _ := text[2].units()
	apart := make([]bool, len(units))
	apart[3] = true
	out := g.Segment(units, apart, s, nil)
	if n := testing.AllocsPerRun(100, func() { out = g.Segment(units, apart, s, out[:0]) }); n > 0 {
		t.Errorf("%v allocations for a text", n)
	}
}

func treebank(t testing.TB, name string) []Sentence {
	t.Helper()
	text, err := ReadTreebank(datatest.Path(t, "punct", "zh-treebank", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Of the words of a text that the model has not seen, it finds so many as others of its kind do.
func TestSegmenterOfTreebank(t *testing.T) {
	train, dev := treebank(t, "train.gsd.tsv.gz"), treebank(t, "dev.gsd.tsv")
	c := DefaultSegmenterConfig()
	c.Passes = 4
	g, err := TrainSegmenter(t.Context(), train, c, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := g.NewScratch()
	var right, found, there int
	for _, x := range dev {
		units, want := x.units()
		got := g.Segment(units, nil, s, nil)
		found, there = found+len(got)-1, there+len(want)-1
		for i := range got[:len(got)-1] {
			if k, ok := slices.BinarySearch(want, got[i]); ok && want[k+1] == got[i+1] {
				right++
			}
		}
	}
	if f := 200 * float64(right) / float64(found+there); f < 89 {
		t.Errorf("F1 of words is %.2f, want at least 89", f)
	}
}

func BenchmarkSegment(b *testing.B) {
	train, dev := treebank(b, "train.gsd.tsv.gz"), treebank(b, "dev.gsd.tsv")
	c := DefaultSegmenterConfig()
	c.Passes = 2
	g, err := TrainSegmenter(b.Context(), train, c, 2, nil)
	if err != nil {
		b.Fatal(err)
	}
	var text [][]string
	n := 0
	for _, x := range dev {
		u, _ := x.units()
		text, n = append(text, u), n+len(u)
	}
	s := g.NewScratch()
	var out []int32
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		for _, u := range text {
			out = g.Segment(u, nil, s, out[:0])
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "units/s")
}
