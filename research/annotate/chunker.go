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

// chunkSchema names the columns of the templates of phrases and of functional chunks.
var chunkSchema = &m3n.Schema{Symbols: []string{
	"w", // word
	"e", // last character
	"n", // length
	"t", // tag
	"p", // label of its phrase; Absent for the chunker of phrases
	"v", // Absent where the tag is one of predicates
}}

// chunker finds chunks, phrases or functional ones: a chain over "O", and "B-" and "I-" with each kind, whose
// grammar lets I- follow its own kind alone.
type chunker struct {
	model      *m3n.Model
	symbols    []uint32 // column values of the labels
	predicates []uint32 // column values of the tags of predicates, ascending; none for phrases
}

func newChunker(m *m3n.Model, predicates []uint32) *chunker {
	return &chunker{m, symbolsOf(m.Labels), predicates}
}

// chunkerScratch is the memory of one goroutine.
type chunkerScratch struct {
	seq   *m3n.Sequence
	model *m3n.Scratch
	y     []uint8
}

func (g *chunker) newScratch() *chunkerScratch {
	return &chunkerScratch{seq: m3n.NewSequence(chunkSchema), model: g.model.NewScratch()}
}

// chunk appends the column values of the labels of words, of which tags and phrases, where they are not nil,
// are column values.
func (g *chunker) chunk(words []lexeme, tags, phrases []uint32, s *chunkerScratch, out []uint32) []uint32 {
	fillChunks(s.seq, words, tags, phrases, g.predicates)
	s.y = slices.Grow(s.y[:0], len(words))[:len(words)]
	g.model.Decode(s.seq, nil, s.model, s.y)
	for _, y := range s.y {
		out = append(out, g.symbols[y])
	}
	return out
}

// fillChunks resets a sequence to words and fills its columns.
func fillChunks(seq *m3n.Sequence, words []lexeme, tags, phrases, predicates []uint32) {
	seq.Reset(len(words))
	w, e, n, v := seq.Column(0), seq.Column(1), seq.Column(2), seq.Column(5)
	for t := range words {
		w[t], e[t], n[t] = words[t].word, words[t].last, words[t].length
		_, predicate := slices.BinarySearch(predicates, tags[t])
		v[t] = m3n.Bool(!predicate)
	}
	copy(seq.Column(3), tags)
	copy(seq.Column(4), phrases)
}

// chunkText is a text to train a chunker on: of each sentence the words, the column values of its tags
// and phrases, and its labels.
type chunkText struct {
	words         [][]lexeme
	tags, phrases [][]uint32 // phrases may be nil
	labels        [][]string
}

// trainChunker trains a chunker, of functional chunks if there are phrases.
func trainChunker(ctx context.Context, text *chunkText, c chinese.ChainConfig, workers int, report func(m3n.Progress)) (*chunker, error) {
	name := "phrase"
	var predicates []uint32
	if text.phrases != nil {
		name, predicates = "chunk", predicatesOf(text)
	}
	var names []string
	for _, s := range text.labels {
		names = append(names, s...)
	}
	head, err := chunkGrammar(name, names)
	if err != nil {
		return nil, err
	}
	templates, err := m3n.ParseTemplates(strings.NewReader(head+c.Templates), name+".tmpl")
	if err != nil {
		return nil, err
	}
	names = templates.Space().Names()
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: chunkSchema, Labels: names, Start: -1, N: len(text.words),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			var phrases []uint32
			if text.phrases != nil {
				phrases = text.phrases[i]
			}
			fillChunks(seq, text.words[i], text.tags[i], phrases, predicates)
			ex.Gold = ex.Gold[:0]
			for _, l := range text.labels[i] {
				ex.Gold = append(ex.Gold, uint8(slices.Index(names, l)))
			}
		},
	}, templates, workers)
	if err != nil {
		return nil, err
	}
	m, err := c.Train(ctx, d, m3n.LogLoss{}, workers, report)
	if err != nil {
		return nil, err
	}
	return newChunker(m, predicates), nil
}

// chunkGrammar returns the lines of a template file that declare a layer of labels: O, and B- and I- of each kind
// that is among labels.
func chunkGrammar(layer string, labels []string) (string, error) {
	var kinds []string
	for _, l := range labels {
		if l == "O" {
			continue
		}
		_, kind, _ := strings.Cut(l, "-")
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	if kinds = slices.Compact(kinds); len(kinds) == 0 {
		return "", fmt.Errorf("no word is in a %s: the text to train on must have them", layer)
	}
	all := []string{"O"}
	for _, k := range kinds {
		all = append(all, "B-"+k, "I-"+k)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "threshold %d\nlayer %s %s\nstart %s=O\n", leastChunkFeature, layer, strings.Join(all, " "), layer)
	for _, k := range kinds {
		others := slices.DeleteFunc(slices.Clone(all), func(l string) bool { return l == "B-"+k || l == "I-"+k })
		fmt.Fprintf(&b, "forbid %s=%s -> %s=I-%s\n", layer, strings.Join(others, ","), layer, k)
	}
	b.WriteString("transitions 2\n")
	return b.String(), nil
}

// leastChunkFeature is how often a feature of chunks must be in the text.
const leastChunkFeature = 2

// predicatesOf returns the column values of the tags most of whose words begin a predicate.
func predicatesOf(text *chunkText) []uint32 {
	all, begin := make(map[uint32]int), make(map[uint32]int)
	for i, tags := range text.tags {
		for t, tag := range tags {
			all[tag]++
			if text.labels[i][t] == "B-P" {
				begin[tag]++
			}
		}
	}
	var out []uint32
	for tag, n := range begin {
		if 2*n > all[tag] {
			out = append(out, tag)
		}
	}
	slices.Sort(out)
	return out
}

func (g *chunker) marshal() ([]byte, error) {
	model, err := g.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New("chinese-chunker", AnnotatorVersion, "")
	w.Add("model", model)
	w.Add("predicates", container.Bytes(g.predicates))
	return w.Bytes()
}

func unmarshalChunker(b []byte, options []container.Option) (*chunker, error) {
	f, err := container.Open(b, "chinese-chunker", AnnotatorVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := chinese.OpenChain(f.Section("model"), chunkSchema, "chunker", options)
	if err != nil {
		return nil, err
	}
	predicates, err := container.Slice[uint32](f.Section("predicates"))
	if err != nil {
		return nil, err
	}
	return newChunker(m, predicates), nil
}
