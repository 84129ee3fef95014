package chinese

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// miniDialogues are the texts of mini in words.
func miniDialogues(t testing.TB) []Sentence {
	t.Helper()
	var out []Sentence
	for _, s := range mini() {
		var words []string
		for i := 0; i < len(s.Words); i++ {
			w := s.Words[i].Text
			if (w == "我" || w == "他") && i+1 < len(s.Words) && s.Words[i+1].Text == "看" && len(s.Gaps[i+1]) == 0 {
				w, i = w+"看", i+1
			}
			words = append(words, w)
		}
		g, ok := s.Grouped(words)
		if !ok {
			t.Fatalf("%v is not made of %v", words, s.Words)
		}
		out = append(out, g)
	}
	return out
}

func miniConfigs() Config {
	c := DefaultConfig()
	c.Segmenter.Templates = Template("segment")
	c.Marks.L2, c.Marks.Dropout, c.Marks.Least, c.Marks.LeastSeen = 0.001, 0, 1, 1
	c.PruneSegmenter, c.PrunePunctuation = 0, []float64{0.001}
	return c
}

func trainModel(t testing.TB, workers int) *Model {
	t.Helper()
	var steps []string
	m, err := Train(t.Context(), []Source{{miniDialogues(t), true}, {mini()[:8], false}}, miniConfigs(), workers, func(step string, _ m3n.Progress) {
		if !slices.Contains(steps, step) {
			steps = append(steps, step)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != 6+6+3+1 {
		t.Errorf("steps %q", steps)
	}
	return m
}

// A model finds words and punctuation of what it has seen, from words, from characters and from traditional ones; files say
// the same, and so does training with more workers.
func TestModel(t *testing.T) {
	m := trainModel(t, 1)
	file, err := m.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := trainModel(t, 3).Marshal("config"); err != nil || !bytes.Equal(again, file) {
		t.Errorf("with three workers: another model, %v", err)
	}
	read, err := UnmarshalModel(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []*Model{m, read} {
		r := model.NewReader()
		var out, known Reading
		for _, s := range miniDialogues(t) {
			r.ReadWords(wordsOf(s), &known)
			units := wordsOf(s.byUnit())
			r.Read(units, nil, &out)
			var words []string
			for k, from := range out.Starts[:len(out.Starts)-1] {
				words = append(words, strings.Join(units[from:out.Starts[k+1]], ""))
			}
			if want := wordsOf(s); !slices.Equal(words, want) {
				t.Fatalf("words %q, want %q", words, want)
			}
			for _, gaps := range [][][]Sign{out.Gaps, known.Gaps} {
				if !slices.EqualFunc(gaps, s.Gaps, slices.Equal[[]Sign]) {
					t.Fatalf("%q: %v, want %v", words, namesOf(gaps), namesOf(s.Gaps))
				}
			}
			for i, u := range units {
				units[i] = strings.NewReplacer("说", "說", "报", "報", "书", "書", "饭", "飯", "吗", "嗎").Replace(u)
			}
			r.Read(units, nil, &known)
			if !slices.Equal(known.Starts, out.Starts) || !slices.EqualFunc(known.Gaps, out.Gaps, slices.Equal[[]Sign]) {
				t.Fatalf("%q: traditional characters are read in another way", units)
			}
		}
	}
}

func wordsOf(s Sentence) []string {
	var out []string
	for _, w := range s.Words {
		out = append(out, w.Text)
	}
	return out
}

// Any units are read: borders that are given are kept, and gaps are balanced.
func TestReaderAny(t *testing.T) {
	r := trainModel(t, 2).NewReader()
	rng := rand.New(rand.NewPCG(1, 2))
	var out Reading
	for range 500 {
		var units []string
		var apart []bool
		for range rng.IntN(30) {
			units = append(units, []string{"我", "看", "书", "說", "𠮷", "iPhone12", "3.5", "の", "👍", "他"}[rng.IntN(10)])
			apart = append(apart, rng.IntN(4) == 0)
		}
		r.Read(units, apart, &out)
		if n := len(out.Starts); n == 0 || len(out.Gaps) != n || int(out.Starts[n-1]) != len(units) || !slices.IsSorted(out.Starts) {
			t.Fatalf("%q: starts %v, %d gaps", units, out.Starts, len(out.Gaps))
		}
		for i, a := range apart {
			if a && !slices.Contains(out.Starts, int32(i)) {
				t.Fatalf("%q: no word begins at %d: %v", units, i, out.Starts)
			}
		}
		if b := Balanced(out.Gaps); !slices.EqualFunc(b, out.Gaps, slices.Equal[[]Sign]) {
			t.Fatalf("%q: %v is not balanced", units, namesOf(out.Gaps))
		}
	}
	if n := testing.AllocsPerRun(20, func() { r.Read([]string{"我", "看", "书", "他", "看", "报"}, nil, &out) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestModelFails(t *testing.T) {
	file, err := trainModel(t, 2).Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"empty": nil, "half": file[:len(file)/2], "flipped": flipped(file)} {
		if _, err := UnmarshalModel(bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	s, err := trainModel(t, 2).segmenter.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := UnmarshalModel(s); !errors.Is(err, container.ErrKind) {
		t.Errorf("a segmenter: %v", err)
	}
	if _, err := newModel(nil, nil, trainMini(t, miniConfig(true, 2), 1), nil); !errors.Is(err, container.ErrOlder) {
		t.Errorf("a punctuator that reads other columns: %v", err)
	}
	if _, err := Train(t.Context(), nil, DefaultConfig(), 1, nil); err == nil {
		t.Error("no dialogues, and no error")
	}
}

func flipped(file []byte) []byte {
	out := bytes.Clone(file)
	out[len(out)/2] ^= 4
	return out
}

// Joined texts have all words and punctuation of the sentences, in order.
func TestJoin(t *testing.T) {
	text := []Sentence{Units("“好！”"), Units("《书》？他，"), Units("看")}
	j := Join(text)
	if got := strings.Join(wordsOf(j), ""); got != "好书他看" || len(j.Gaps) != 5 {
		t.Fatalf("%s, %d gaps", got, len(j.Gaps))
	}
	var signs []Sign
	for _, g := range j.Gaps {
		signs = append(signs, g...)
	}
	if want := ReadSigns("“！”《》？，"); !slices.Equal(signs, want) || !slices.Equal(j.Gaps[1], ReadSigns("！”《")) {
		t.Errorf("%v, want %v", signs, want)
	}
	many := slices.Repeat(text, 50)
	units := 0
	for _, s := range joined(many, 6, 1) {
		units += len(s.Words)
	}
	if units != 200 {
		t.Errorf("%d units of 200 are joined", units)
	}
}

func BenchmarkReader(b *testing.B) {
	r := trainModel(b, 2).NewReader()
	text := Join(slices.Repeat(miniDialogues(b), 3))
	for _, with := range []struct {
		name  string
		units []string
		read  func(units []string, out *Reading)
	}{
		{"words", wordsOf(text), r.ReadWords},
		{"characters", wordsOf(text.byUnit()), func(units []string, out *Reading) { r.Read(units, nil, out) }},
	} {
		b.Run(with.name, func(b *testing.B) {
			var out Reading
			start := time.Now()
			for b.Loop() {
				with.read(with.units, &out)
			}
			b.ReportMetric(float64(b.N*len(text.Words))/time.Since(start).Seconds(), "words/s")
		})
	}
}
