package annotate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
)

// tagSchema names the columns of the tagger's templates.
var tagSchema = &m3n.Schema{Symbols: []string{
	"w",      // word
	"a",      // the tags that it can have
	"b", "d", // first characters
	"x", "e", // last ones
	"n", // length
	"s", // types of its characters
}}

// tagger gives words their tags: a chain over the tags that a dictionary leaves of each word.
type tagger struct {
	model   *m3n.Model
	tags    *tagDictionary
	symbols []uint32 // column values of the labels
}

func newTagger(m *m3n.Model, d *tagDictionary) *tagger { return &tagger{m, d, symbolsOf(m.Labels)} }

func symbolsOf(names []string) []uint32 {
	out := make([]uint32, len(names))
	for i, name := range names {
		out[i] = m3n.Symbol(name)
	}
	return out
}

// taggerScratch is the memory of one goroutine.
type taggerScratch struct {
	seq     *m3n.Sequence
	model   *m3n.Scratch
	allowed [][]uint8
	y       []uint8
}

func (g *tagger) newScratch() *taggerScratch {
	return &taggerScratch{seq: m3n.NewSequence(tagSchema), model: g.model.NewScratch()}
}

// tag appends the column values of the tags of words.
func (g *tagger) tag(words []lexeme, s *taggerScratch, out []uint32) []uint32 {
	s.allowed = g.tags.fill(s.seq, words, s.allowed[:0])
	s.y = slices.Grow(s.y[:0], len(words))[:len(words)]
	g.model.Decode(s.seq, s.allowed, s.model, s.y)
	for _, y := range s.y {
		out = append(out, g.symbols[y])
	}
	return out
}

// fill resets a sequence to words and fills its columns. It appends the labels of each word to allowed.
func (d *tagDictionary) fill(seq *m3n.Sequence, words []lexeme, allowed [][]uint8) [][]uint8 {
	seq.Reset(len(words))
	w, a, b, second := seq.Column(0), seq.Column(1), seq.Column(2), seq.Column(3)
	x, e, n, s := seq.Column(4), seq.Column(5), seq.Column(6), seq.Column(7)
	for t := range words {
		l := &words[t]
		set := d.set(l)
		allowed = append(allowed, d.sets[set])
		w[t], a[t], b[t], second[t] = l.word, d.classes[set], l.first, l.second
		x[t], e[t], n[t], s[t] = l.before, l.last, l.length, l.shape
	}
	return allowed
}

// trainTagger trains a tagger on sentences, of which tags are the tags. The loss is the margin's: it
// looks at the tags that the dictionary leaves alone, which the log-loss does not.
func trainTagger(ctx context.Context, text [][]lexeme, tags [][]string, c chinese.ChainConfig, workers int, report func(m3n.Progress)) (*tagger, error) {
	templates, err := m3n.ParseTemplates(strings.NewReader(c.Templates), "tag.tmpl")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range tags {
		names = append(names, s...)
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > maxTags {
		return nil, fmt.Errorf("%d tags are too many: at most %d; train on the coarse ones", len(names), maxTags)
	}
	var words []lexeme
	var of []uint8
	for i := range text {
		words = append(words, text[i]...)
		for _, tag := range tags[i] {
			y, _ := slices.BinarySearch(names, tag)
			of = append(of, uint8(y))
		}
	}
	d := learnTags(words, of, len(names))
	data, err := m3n.NewDataset(&m3n.Corpus{
		Schema: tagSchema, Labels: names, Start: -1, N: len(text),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			ex.Allowed = d.fill(seq, text[i], ex.Allowed[:0])
			ex.Gold = ex.Gold[:0]
			for t, tag := range tags[i] {
				y, _ := slices.BinarySearch(names, tag)
				if !slices.Contains(ex.Allowed[t], uint8(y)) {
					y = int(ex.Allowed[t][0]) // a tag that the dictionary takes for a mistake
				}
				ex.Gold = append(ex.Gold, uint8(y))
			}
		},
	}, templates, workers)
	if err != nil {
		return nil, err
	}
	m, err := c.Train(ctx, data, m3n.Hinge{}, workers, report)
	if err != nil {
		return nil, err
	}
	return newTagger(m, d), nil
}

// maxTags is how many labels a chain has at most.
const maxTags = 255

func (g *tagger) marshal() ([]byte, error) {
	model, err := g.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New("chinese-tagger", AnnotatorVersion, "")
	w.Add("model", model)
	if err := g.tags.add(w); err != nil {
		return nil, err
	}
	return w.Bytes()
}

func unmarshalTagger(b []byte, options []container.Option) (*tagger, error) {
	f, err := container.Open(b, "chinese-tagger", AnnotatorVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := chinese.OpenChain(f.Section("model"), tagSchema, "tagger", options)
	if err != nil {
		return nil, err
	}
	d, err := openDictionary(f, len(m.Labels))
	if err != nil {
		return nil, err
	}
	return newTagger(m, d), nil
}
