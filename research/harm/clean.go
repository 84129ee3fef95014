package harm

import (
	"context"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Clean returns what becomes of a text, one output for each set of what goes. It may be
// called by several goroutines at once.
type Clean func(ctx context.Context, text string, remove ...data.Disfluencies) ([]string, error)

// The kinds of disfluency that are counted apart.
const (
	repairs = data.Repairs
	fillers = data.DefaultRemoved &^ data.Repairs
)

// speaker is put in front of single texts, so that none of their own words is taken for one.
const speaker = "S: "

// Measurer measures one way of cleaning.
type Measurer struct {
	Clean   Clean
	Workers int // goroutines; results do not depend on them
}

// lines cleans texts of one line, each as a document of its own, as everybody does.
func (m *Measurer) lines(ctx context.Context, texts []string) ([]string, error) {
	out := make([]string, len(texts))
	err := parallel.Each(ctx, m.Workers, len(texts), func(i int) error {
		cleaned, err := m.Clean(ctx, speaker+texts[i]+"\n", data.DefaultRemoved)
		if err != nil {
			return err
		}
		var said []string
		for line := range strings.Lines(cleaned[0]) {
			said = append(said, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), speaker))
		}
		out[i] = strings.Join(said, " ")
		return nil
	})
	return out, err
}
