package bundletest

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// TinyNetwork returns the configuration of a network that is trained in no time.
func TinyNetwork() neural.Config {
	return neural.Config{
		Hidden: 32, Layers: 1, Dense: 32, Word: 16, Affix: 4, Tag: 8, Least: 1, Most: 1000,
		PunctuationWeight: 0.5, CaseWeight: 0.5, Spellings: map[string]string{"like": "liKe"}, Forms: []float64{1},
		Trainer: rnn.Trainer{Passes: 40, Batch: 30, Rate: 2e-2, Warm: 0.1, Clip: 2, Average: 0.3, Seed: 1},
	}
}

// GoldLines returns the sentences of Story with annotation: words that come again at once
// are repairs.
func GoldLines() []*data.Sentence {
	lines := Lines()
	for _, s := range lines {
		for i := range s.Tokens {
			t := &s.Tokens[i]
			switch {
			case t.Text == "uh" || t.Text == "um":
				t.Kind = data.FilledPause
			case i+1 < len(s.Tokens) && t.Text == s.Tokens[i+1].Text:
				t.Edit = true
			}
		}
	}
	return lines
}

// Samples returns the sentences of GoldLines as the stages of the default bundle read
// them, twice: as sentences, and as parts of streams.
func Samples(b *engine.Bundle) []neural.Sample {
	var out []neural.Sample
	for i, s := range GoldLines() {
		var labels []data.Label
		punctuation := make([]neural.Mark, len(s.Tokens))
		punctuation[len(punctuation)-1] = neural.EndPeriod
		cases := make([]truecase.Case, len(s.Tokens))
		for t := range s.Tokens {
			labels = append(labels, s.Tokens[t].Label())
			switch s.Tokens[t].Text {
			case "i":
				cases[t] = truecase.Title
			case "like":
				cases[t] = truecase.Mixed
			}
		}
		r := b.Sentences().Stages().Read(s)
		out = append(out, neural.Sample{Reading: r, Of: neural.Sentence, Labels: labels, Group: i}, neural.Sample{Reading: r, Labels: labels, Marks: punctuation, Cases: cases, Group: i})
	}
	return out
}

var network = sync.OnceValues(func() ([]byte, error) {
	b, err := load()
	if err != nil {
		return nil, err
	}
	m, err := neural.Train(context.Background(), TinyNetwork(), nil, Samples(b), 1, nil)
	if err != nil {
		return nil, err
	}
	return m.Quantised().Marshal("tiny")
})

// Network returns a network that was trained on the sentences of GoldLines, as a part of a
// bundle.
func Network(t testing.TB) []byte {
	t.Helper()
	file, err := network()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var withNetwork = sync.OnceValues(func() (*engine.Bundle, error) {
	file, err := network()
	if err != nil {
		return nil, err
	}
	more, err := engine.BuildParts(engine.Manifest{}, map[string][]byte{engine.PartNetwork: file})
	if err != nil {
		return nil, err
	}
	return engine.Load(append(bundle.Default(), more)...)
})

// WithNetwork returns the default bundle with the network of Network.
func WithNetwork(t testing.TB) *engine.Bundle {
	t.Helper()
	b, err := withNetwork()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// spares are the parts for streams that a bundle without a network needs: a chain of the
// first pass in the place of the second, and a truecaser trained on the sentences of
// Story.
var spares = sync.OnceValues(func() (map[string][]byte, error) {
	b, err := load()
	if err != nil {
		return nil, err
	}
	var texts []truecase.Example
	for _, s := range Lines() {
		texts = append(texts, truecase.Example{Reading: b.Sentences().Stages().Read(s), Words: s.Tokens})
	}
	caser, err := (&truecase.Trainer{Seed: 1, Workers: 1}).Train(context.Background(), texts)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{engine.PartPunctClean: b.Part(engine.PartPunct), engine.PartTruecaser: caser}, nil
})

// WithoutNetwork returns the default bundle without its network, and with the parts that
// it then needs.
func WithoutNetwork(t testing.TB) *engine.Bundle {
	t.Helper()
	more, err := spares()
	if err != nil {
		t.Fatal(err)
	}
	parts := Files(t, Default(t))
	delete(parts, engine.PartNetwork)
	delete(parts, engine.PartPunctuationMix)
	maps.Copy(parts, more)
	file, err := engine.Build(Default(t).Manifest(), parts)
	if err != nil {
		t.Fatal(err)
	}
	return Load(t, file)
}
