package readers

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/research/marked"
)

// Clean returns what becomes of a text, with marks and case restored, when such
// disfluencies go. It may be called by several goroutines at once.
type Clean func(ctx context.Context, text string, remove data.Disfluencies) (string, error)

// Measurer measures one way of cleaning.
type Measurer struct {
	Clean   Clean
	Workers int // goroutines; results do not depend on them
}

// Marks takes marks and case away from the first lines of a source that have more than
// three words, each the turn of a speaker of its own, and scores what is put in. Nothing is
// removed.
func (m *Measurer) Marks(ctx context.Context, source *Source, lines int) (marked.Score, error) {
	golds, bare := marked.Turns(source.Lines(), lines)
	cleaned, err := m.Clean(ctx, bare, data.NoDisfluencies)
	if err != nil {
		return marked.Score{}, err
	}
	return marked.OfTurns(golds, cleaned), nil
}

// Cleaned is a passage with what became of its bare text.
type Cleaned struct {
	Passage
	Turns       []Turn // as cleaned
	Differences []Difference
}

// Passages cleans the bare text of passages, each a transcript of its own.
func (m *Measurer) Passages(ctx context.Context, passages []Passage) ([]Cleaned, error) {
	out := make([]Cleaned, len(passages))
	err := parallel.Each(ctx, m.Workers, len(passages), func(i int) error {
		p := &passages[i]
		text, err := m.Clean(ctx, textOf(p.Bare()), data.DefaultRemoved)
		if err != nil {
			return err
		}
		turns := turnsOf(marked.Plain(text))
		out[i] = Cleaned{*p, turns, Compare(p.Turns, turns)}
		return nil
	})
	return out, err
}

// Count returns how many differences there are of each kind.
func Count(passages []Cleaned) [NumKinds]int {
	var out [NumKinds]int
	for _, p := range passages {
		for _, d := range p.Differences {
			out[d.Kind]++
		}
	}
	return out
}
