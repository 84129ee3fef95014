package wordclass

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Trainer says how classes are made.
type Trainer struct {
	Fine   int // classes
	Coarse int // classes that these are put together to
	Least  int // words that are there less often are unknown
	Passes int // over the words at most
	// Workers are how many goroutines work; the result does not depend on it.
	Workers int
	// Report, where set, is told of every pass over the words, and of what was found.
	Report func(step string, pass, passes int, found string)
}

// DefaultTrainer returns the settings of the default bundle.
func DefaultTrainer() Trainer { return Trainer{Fine: 500, Coarse: 60, Least: 4, Passes: 15} }

// Bounds of Trainer.
const (
	MaxFine  = 4096
	maxWords = 1 << 17
)

// ErrTrainer is wrapped by the errors of Train about its settings and its text.
var ErrTrainer = errors.New("cannot make word classes")

// Trained are classes with the words that they were made from.
type Trained struct {
	*Classes
	words  []string // the most frequent ones first
	counts []int
	fine   []uint16
}

// Train makes classes of the words of a text.
func (t Trainer) Train(ctx context.Context, c *Counter) (*Trained, error) {
	if t.Report == nil {
		t.Report = func(string, int, int, string) {}
	}
	if t.Coarse < 2 || t.Fine <= t.Coarse || t.Fine > MaxFine || t.Least < 1 || t.Passes < 1 {
		return nil, fmt.Errorf("%w: %d fine and %d coarse classes of words that are there %d times, in %d passes: at most %d fine ones, fewer coarse ones, 2 at least", ErrTrainer, t.Fine, t.Coarse, t.Least, t.Passes, MaxFine)
	}
	words, counts, g := c.bigrams(t.Least)
	if len(words) < t.Fine {
		return nil, fmt.Errorf("%w: %d words are there %d times or more, which is fewer than classes: take more text, or fewer classes", ErrTrainer, len(words), t.Least)
	}
	if len(words) > maxWords {
		return nil, fmt.Errorf("%w: %d words, at most %d: let words that are rarer be unknown", ErrTrainer, len(words), maxWords)
	}
	t.Report("fine classes", 0, t.Passes, fmt.Sprintf("%d words of text, %d that are there %d times or more", c.Words(), len(words), t.Least))
	fine := newPartition(g, firstWord, firstWord+t.Fine)
	if err := fine.exchange(ctx, t.Passes, t.Workers, t.progress("fine classes", t.Passes, fine)); err != nil {
		return nil, err
	}
	coarse := newPartition(fine.joined(), firstWord, firstWord+t.Coarse)
	if err := coarse.exchange(ctx, 4*t.Passes, t.Workers, t.progress("coarse classes", 4*t.Passes, coarse)); err != nil {
		return nil, err
	}
	// Of the items that are no words, one class of unknown words is left.
	out := &Trained{words: words, counts: counts}
	for i := range words {
		out.fine = append(out.fine, fine.of[firstWord+i]-firstWord+1)
	}
	of := []uint16{uint16(Unknown)}
	for _, k := range coarse.of[firstWord:] {
		of = append(of, k-firstWord+1)
	}
	out.Classes = newClasses(words, counts, out.fine, of)
	return out, nil
}

func (t *Trainer) progress(step string, passes int, p *partition) func(pass, moved int) {
	return func(pass, moved int) {
		t.Report(step, pass, passes, fmt.Sprintf("%d words moved, objective %.0f", moved, p.objective()))
	}
}

// joined returns the classes as items.
func (p *partition) joined() *graph {
	b := newGraphBuilder(p.k)
	for a := range p.k {
		for c, n := range p.cells[a*p.k : (a+1)*p.k] {
			if n > 0 {
				b.add(uint32(a), uint32(c), n)
			}
		}
	}
	return b.graph()
}

// WriteText writes the classes as text: a line for each fine class, with its number, that
// of its coarse class, and its words, the most frequent ones first.
func (t *Trained) WriteText(w io.Writer) error {
	lines := make([]strings.Builder, t.Fine())
	for i, word := range t.words {
		lines[t.fine[i]].WriteString(" " + word)
	}
	order := make([]int, 0, len(lines))
	for k := 1; k < len(lines); k++ {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(t.coarse[a]) - int(t.coarse[b]) })
	var out bytes.Buffer
	for _, k := range order {
		fmt.Fprintf(&out, "%d\t%d\t%s\n", k, t.coarse[k], strings.TrimSpace(lines[k].String()))
	}
	_, err := w.Write(out.Bytes())
	return err
}
