// Package bundletest has what tests of the default bundle share.
//
// Start with [Default].
package bundletest

import (
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

var load = sync.OnceValues(func() (*engine.Bundle, error) { return engine.Load(bundle.Default()...) })

// Default returns the default bundle, which is loaded once.
func Default(t testing.TB) *engine.Bundle {
	t.Helper()
	b, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Load loads a bundle from files.
func Load(t testing.TB, files ...[]byte) *engine.Bundle {
	t.Helper()
	b, err := engine.Load(files...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Files returns the parts of a bundle as files by name.
func Files(t testing.TB, b *engine.Bundle) map[string][]byte {
	t.Helper()
	files, err := b.Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Sentence returns a sentence of the words of a text, which are separated by blanks.
func Sentence(text string) *data.Sentence {
	s := &data.Sentence{}
	for _, w := range strings.Fields(text) {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	return s
}

// Kept returns the words that decisions keep.
func Kept(s *data.Sentence, decisions []data.Decision) string {
	var kept []string
	for i, d := range decisions {
		if d.Label == data.O {
			kept = append(kept, s.Tokens[i].Text)
		}
	}
	return strings.Join(kept, " ")
}

// Story is a talk full of repairs, a sentence in each line.
const Story = `so i i mean we went uh we wanted to go to the to the beach
and and he he was um he is you know a a very good friend of of mine
it was it was like the the best thing that that ever happened
well i do n't know if if you uh if you remember
that is all`

// Lines returns the sentences of Story.
func Lines() []*data.Sentence {
	var out []*data.Sentence
	for line := range strings.Lines(Story) {
		out = append(out, Sentence(line))
	}
	return out
}
