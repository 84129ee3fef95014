package wordclass

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// text returns sentences in which days, towns and colours stand among words of their own.
func text(sentences int) *Counter {
	rng := rand.New(rand.NewPCG(1, 2))
	days, towns, colours := strings.Fields("monday tuesday friday sunday"), strings.Fields("boston denver dallas austin"), strings.Fields("red blue green white")
	pick := func(words []string) string { return words[rng.IntN(len(words))] }
	c := &Counter{}
	for range sentences {
		switch rng.IntN(3) {
		case 0:
			c.Add([]string{"see", "you", "on", pick(days), "at", fmt.Sprint(1 + rng.IntN(9))})
		case 1:
			c.Add([]string{"we", "fly", "to", pick(towns), "from", pick(towns)})
		default:
			c.Add([]string{"the", pick(colours), "car", "is", pick(colours)})
		}
	}
	return c
}

func train(t testing.TB, workers int) *Trained {
	t.Helper()
	c, err := Trainer{Fine: 10, Coarse: 4, Least: 2, Passes: 20, Workers: workers}.Train(t.Context(), text(3000))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAlike(t *testing.T) {
	c := train(t, 2)
	for _, x := range []struct {
		a, b  string
		alike bool
	}{
		{"monday", "friday", true},
		{"boston", "denver", true},
		{"red", "white", true},
		{"monday", "boston", false},
		{"red", "tuesday", false},
		{"3", "7", true},
		{"car", "red", false},
	} {
		a, b := c.Of(x.a), c.Of(x.b)
		if got := a.Fine == b.Fine; got != x.alike || a.Fine == Unknown || b.Fine == Unknown {
			t.Errorf("%s is of class %d, %s of %d; alike is %v, want %v", x.a, a.Fine, x.b, b.Fine, got, x.alike)
		}
		if c.Coarse(a.Fine) != a.Coarse || x.alike && a.Coarse != b.Coarse {
			t.Errorf("%s and %s: coarse classes %d and %d", x.a, x.b, a.Coarse, b.Coarse)
		}
	}
	if w := c.Of("zebra"); w != (Word{}) {
		t.Errorf("an unknown word is %v", w)
	}
	if n := math.Exp2(c.Of("see").LogCount); n < 900 || n > 1100 {
		t.Errorf("see is there %.0f times", n)
	}
}

// The result does not depend on the number of workers, nor on the file between.
func TestMarshal(t *testing.T) {
	var files [][]byte
	for _, workers := range []int{0, 1, 3} {
		c := train(t, workers)
		file, err := c.Marshal("config")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		back, err := Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		if back.Len() != c.Len() || back.Fine() != c.Fine() {
			t.Errorf("%d words in %d classes, %d in %d after reading", c.Len(), c.Fine(), back.Len(), back.Fine())
		}
		for _, w := range c.words {
			if back.Of(w) != c.Of(w) || c.Of(w) == (Word{}) {
				t.Errorf("%s is %v, and %v after reading", w, c.Of(w), back.Of(w))
			}
		}
	}
	if !bytes.Equal(files[0], files[1]) || !bytes.Equal(files[1], files[2]) {
		t.Error("the classes depend on the number of workers")
	}
	if _, err := Unmarshal(files[0][:len(files[0])-8]); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a file that is cut: %v", err)
	}
	bad := container.New(FileKind, FileVersion, "")
	bad.Add("hashes", container.Bytes([]uint32{1, 2}))
	bad.Add("fine", container.Bytes([]uint16{0, 9}))
	bad.Add("coarse", container.Bytes([]uint16{0, 1}))
	bad.Add("counts", []byte{1, 1})
	b, _ := bad.Bytes()
	if _, err := Unmarshal(b); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a class that is not there: %v", err)
	}
}

// What a move is said to gain is what the objective gains, whatever the graph.
func TestGain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		c := &Counter{}
		for range 60 {
			var words []string
			for range 1 + rng.IntN(6) {
				words = append(words, fmt.Sprintf("w%c", 'a'+rng.IntN(12)))
			}
			c.Add(words)
		}
		_, _, g := c.bigrams(1)
		p := newPartition(g, firstWord, firstWord+4)
		v := p.newNeighbours()
		for range 20 {
			item, to := firstWord+rng.IntN(len(p.of)-firstWord), firstWord+rng.IntN(4)
			v.read(p, item)
			gain := v.gain(p, item, int(p.of[item]), to) - v.gain(p, item, int(p.of[item]), int(p.of[item]))
			before := p.objective()
			moved := p.move(v, item, to)
			if after := p.objective(); moved && math.Abs(after-before-gain) > 1e-6 || !moved && gain > 1e-6 {
				t.Fatalf("moved %v: the objective gains %v, not %v", moved, after-before, gain)
			}
			if got := recount(g, p); !slices.Equal(got, p.cells) {
				t.Fatal("the counts of classes are not those of their words")
			}
		}
	}
}

// recount counts the classes of a partition from its items.
func recount(g *graph, p *partition) []int64 {
	cells := make([]int64, p.k*p.k)
	for a := range p.of {
		cells[int(p.of[a])*p.k+int(p.of[a])] += g.self[a]
		for _, x := range g.next[a] {
			cells[int(p.of[a])*p.k+int(p.of[x.to])] += x.n
		}
	}
	return cells
}

func TestTrainErrors(t *testing.T) {
	good := Trainer{Fine: 14, Coarse: 4, Least: 2, Passes: 5}
	for name, change := range map[string]func(*Trainer){
		"no coarse classes":  func(t *Trainer) { t.Coarse = 0 },
		"more coarse":        func(t *Trainer) { t.Coarse = 14 },
		"too many":           func(t *Trainer) { t.Fine = MaxFine + 1 },
		"more than words":    func(t *Trainer) { t.Fine = 1000 },
		"no passes":          func(t *Trainer) { t.Passes = 0 },
		"words never there":  func(t *Trainer) { t.Least = 0 },
		"words always there": func(t *Trainer) { t.Least = 1 << 20 },
	} {
		tr := good
		change(&tr)
		if _, err := tr.Train(t.Context(), text(300)); !errors.Is(err, ErrTrainer) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.Train(ctx, text(300)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestWriteText(t *testing.T) {
	var out strings.Builder
	c := train(t, 1)
	if err := c.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	words := 0
	for line := range strings.Lines(out.String()) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		for _, w := range strings.Fields(f[2]) {
			if k := c.Of(w); fmt.Sprint(k.Fine) != f[0] || fmt.Sprint(k.Coarse) != f[1] {
				t.Errorf("%s is %v, and written in %s/%s", w, k, f[0], f[1])
			}
			words++
		}
	}
	if words != c.Len() {
		t.Errorf("%d words are written, of %d", words, c.Len())
	}
}

func BenchmarkOf(b *testing.B) {
	c := train(b, 1)
	for b.Loop() {
		c.Of("monday")
	}
}
