package harm

import (
	"context"

	"github.com/tidytalk/tidytalk/research/quality"
)

// Forms in which text is measured.
const (
	Typed    = iota // with marks and case
	Bare            // without
	NumForms = 2
)

// Removed is how many words were taken out of edited text, by form.
type Removed struct {
	Words            int
	Repairs, Fillers [NumForms]int
}

// Rates returns the words of 1,000 that went as repairs and as fillers.
func (r *Removed) Rates() (repairs, fillers [NumForms]float64) {
	for form := range NumForms {
		repairs[form] = perThousand(r.Repairs[form], r.Words)
		fillers[form] = perThousand(r.Fillers[form], r.Words)
	}
	return repairs, fillers
}

func perThousand(n, words int) float64 { return 1000 * float64(n) / float64(max(1, words)) }

// Edited counts what goes from the first lines of edited text, as repairs and as fillers.
func (m *Measurer) Edited(ctx context.Context, source []string, lines int) (*Removed, error) {
	out := new(Removed)
	for form, text := range quality.TypedAndBare(source, lines) {
		cleaned, err := m.Clean(ctx, text, repairs, fillers)
		if err != nil {
			return nil, err
		}
		out.Words = len(quality.Words(text))
		out.Repairs[form] = out.Words - len(quality.Words(cleaned[0]))
		out.Fillers[form] = out.Words - len(quality.Words(cleaned[1]))
	}
	return out, nil
}
