package ted

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

const (
	none   = data.NoPunct
	comma  = data.Comma
	period = data.Period
	qmark  = data.QMark
)

func TestReadFile(t *testing.T) {
	const good = "well\tCOMMA\r\nit\tO\n's\tO\n\nfine\tPERIOD\nis\tO\nit\tQUESTION\n\tCOMMA\n"
	want := &Text{[]string{"well", "it", "'s", "fine", "is", "it", ""}, []data.Punct{comma, none, none, period, none, qmark, comma}}
	for _, c := range []struct{ name, text, want string }{
		{"a.tsv", good, ""},
		{"a.tsv.gz", filetest.Gzip(good), ""},
		{"a.tsv.gz", good, "a.tsv.gz: "},
		{"a.tsv.gz", filetest.Gzip(good)[:25], "a.tsv.gz: unexpected EOF"},
		{"a.tsv", good + "no label\n", "a.tsv:9: a line is a word, a tab and a label"},
		{"a.tsv", "it\tDASH\n", `a.tsv:1: unknown label "DASH": use COMMA, O, PERIOD, QUESTION`},
		{"a.tsv", "it\tO\tO\n", "a.tsv:1: unknown label"},
		{"a.tsv", "\n", "no words"},
		{"a.tsv", strings.Repeat("x", 1<<17), "a.tsv: "},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		if c.want == "" {
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v, %v", c.name, got, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestHoldOut(t *testing.T) {
	text := &Text{strings.Fields("a b c d e f g h i j"), []data.Punct{none, period, none, comma, none, qmark, none, none, none, period}}
	for share, want := range map[float64]int{0: 10, 0.1: 10, 0.3: 10, 0.4: 6, 0.5: 6, 0.79: 2, 0.8: 2, 1: 0} {
		rest, held := text.HoldOut(share)
		if len(rest.Words) != want || len(rest.Words)+len(held.Words) != 10 || len(held.Marks) != len(held.Words) {
			t.Errorf("share %v: %v and %v", share, rest, held)
		}
	}
}

func TestScore(t *testing.T) {
	text := &Text{strings.Fields("a b c d e f"), []data.Punct{comma, period, none, qmark, period, comma}}
	s := text.Score([]data.Punct{comma, period, comma, period, none, comma})
	for k, want := range map[data.Punct]metric.Counts{
		comma:  {TP: 2, FP: 1},
		period: {TP: 1, FP: 1, FN: 1},
		qmark:  {FN: 1},
	} {
		if s[k] != want {
			t.Errorf("%v: %+v, want %+v", k, s[k], want)
		}
	}
	// The wrong mark is one too many of its own and one too few of the other.
	if all := s.All(); all != (metric.Counts{TP: 3, FP: 2, FN: 2}) {
		t.Errorf("overall %+v", all)
	}
}

func TestOffsets(t *testing.T) {
	text := &Text{strings.Fields("a b c d"), []data.Punct{none, comma, period, comma}}
	chances := Chances{{0.9, 0.1, 0, 0}, {0.6, 0.4, 0, 0}, {0.1, 0.2, 0.7, 0}, {0.55, 0.45, 0, 0}}
	if got := chances.Marks(Offsets{}); !slices.Equal(got, []data.Punct{none, none, period, none}) {
		t.Errorf("%v", got)
	}
	o := chances.Tune(text)
	if got := chances.Marks(o); !slices.Equal(got, text.Marks) {
		t.Errorf("%v with %v", got, o)
	}
	// The smallest that does: the logarithm of 0.6/0.4 is 0.405.
	if want := (Offsets{comma: 0.45}); math.Abs(o[comma]-want[comma]) > 1e-9 || o[none] != 0 || o[period] != 0 || o[qmark] != 0 {
		t.Errorf("%v, want %v", o, want)
	}
	if o := chances.Tune(&Text{text.Words, []data.Punct{none, none, period, none}}); o != (Offsets{}) {
		t.Errorf("%v, and nothing was wrong", o)
	}
}

func TestWindows(t *testing.T) {
	for n := range 1000 {
		at := 0
		for i, w := range windows(n) {
			if w.first != at || w.last <= w.first || w.from > w.first || w.to < w.last || w.to-w.from > window || w.to > n {
				t.Fatalf("%d words, window %d: %+v", n, i, w)
			}
			if w.from > 0 && w.first-w.from < overlap/2 || w.to < n && w.to-w.last < overlap/2 {
				t.Fatalf("%d words, window %d: %+v sees little around its words", n, i, w)
			}
			at = w.last
		}
		if at != n {
			t.Fatalf("%d words: windows up to %d", n, at)
		}
	}
}

// repeated returns so many short sentences, two statements and a question.
func repeated(n int) *Text {
	out := new(Text)
	for range n {
		for _, s := range []string{"we do n't know that.", "well, they went home.", "-", "what is it?"} {
			for _, w := range strings.Fields(s) {
				mark := none
				if k := strings.IndexByte(",.?", w[len(w)-1]); k >= 0 {
					w, mark = w[:len(w)-1], data.Punct(k+1)
				}
				out.Words, out.Marks = append(out.Words, w), append(out.Marks, mark)
			}
		}
	}
	return out
}

func TestSamples(t *testing.T) {
	l := bundletest.Default(t).Sentences().Stages()
	text := repeated(300)
	words := 0
	for _, w := range text.Words {
		if w != "-" {
			words++
		}
	}
	var all [2][]string
	groups := make(map[[2]int]bool)
	for _, s := range Samples(l, text, 2) {
		if n := s.Reading.Len(); n > shortest+spread+shortest/2 || n == 0 || len(s.Marks) != n {
			t.Errorf("%d words and %d marks", n, len(s.Marks))
		}
		groups[[2]int{s.Group, s.Form}] = true
		for k := range s.Reading.Len() {
			all[s.Form] = append(all[s.Form], s.Reading.Text(k)+"/"+s.Marks[k].Punct().String())
		}
	}
	if len(all[0]) != words || !slices.Equal(all[0], all[1]) {
		t.Errorf("%d and %d of %d words", len(all[0]), len(all[1]), words)
	}
	if want := strings.Fields("we/NONE do/NONE n't/NONE know/NONE that/PERIOD well/COMMA"); !slices.Equal(all[0][:6], want) {
		t.Errorf("%v", all[0][:6])
	}
	if stretches := (len(text.Words) + stretch - 1) / stretch; len(groups) != 2*stretches {
		t.Errorf("%d groups and forms of %d stretches", len(groups), stretches)
	}
}

// A network learns the few sentences that there are, and says the same whatever the number
// of goroutines.
func TestTrain(t *testing.T) {
	l := bundletest.Default(t).Sentences().Stages()
	c := train.DefaultNetworkConfig()
	c.Config = bundletest.TinyNetwork()
	c.Forms = []float64{0.5, 0.5}
	c.Least, c.Trainer.Passes, c.Trainer.Batch, c.Trainer.Rate = 1, 8, 200, 0.01
	text, dev := repeated(250), repeated(40)
	var file []byte
	var chances Chances
	for workers := 1; workers <= 3; workers += 2 {
		got, err := Train(t.Context(), l, &stages.Trainer{Workers: workers}, text, c)
		if err != nil {
			t.Fatal(err)
		}
		m, err := neural.Unmarshal(got)
		if err != nil {
			t.Fatal(err)
		}
		said, speed, err := Predict(t.Context(), l, m, dev, workers)
		if err != nil || speed.Words != len(dev.Words) || speed.PerSecond() <= 0 {
			t.Fatalf("%+v, %v", speed, err)
		}
		if file == nil {
			file, chances = got, said
		}
		if !bytes.Equal(got, file) || !reflect.DeepEqual(said, chances) {
			t.Errorf("%d goroutines: something else", workers)
		}
	}
	s := dev.Score(chances.Marks(Offsets{}))
	if all := s.All(); all.F1() < 0.95 {
		t.Errorf("F1 is %v", all.F1())
	}
	for i, p := range chances {
		if sum := p[0] + p[1] + p[2] + p[3]; math.Abs(float64(sum)-1) > 1e-5 || dev.Words[i] == "-" && p[none] != 1 {
			t.Errorf("%s: %v", dev.Words[i], p)
		}
	}
}

func TestRestored(t *testing.T) {
	text := &Text{Words: strings.Fields("thank you very much - we went to the market yesterday and i bought some pears")}
	marks, speed, err := Restored(t.Context(), bundletest.Default(t), text)
	if err != nil || len(marks) != len(text.Words) || speed.Words != len(marks) {
		t.Fatalf("%v, %+v, %v", marks, speed, err)
	}
	if marks[3] != period || marks[4] != none || marks[len(marks)-1] != period {
		t.Errorf("%v", marks)
	}
	parts := bundletest.Files(t, bundletest.Default(t))
	for _, name := range []string{engine.PartPunct, engine.PartPunctClean, engine.PartTruecaser, engine.PartStreamEdit, engine.PartStreamRepairs, engine.PartStreamSettings, engine.PartPunctuationMix} {
		delete(parts, name)
	}
	file, err := engine.Build(bundletest.Default(t).Manifest(), parts)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restored(t.Context(), bundletest.Load(t, file), text); !errors.Is(err, engine.ErrNoStreams) {
		t.Errorf("without the parts for streams: %v", err)
	}
}
