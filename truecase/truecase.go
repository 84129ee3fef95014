// Package truecase gives words of text without case their case back: names,
// acronyms, the pronoun I. What opens a sentence is the business of the caller. It
// is a chain of package m3n, as in Lita et al. (2003), with the predicted
// part-of-speech tags to tell "may" from "May".
//
// This package is unstable: it serves the engine and its training.
package truecase

import (
	"embed"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/stages"
)

// FileKind and FileVersion are the kind and format version of the file of a Model.
const (
	FileKind    = "truecaser"
	FileVersion = 1
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// The labels of the chain.
const (
	lower = iota
	title // the first letter is a capital
	upper // all letters are
	mixed // as the dictionary spells it
	numLabels
)

var labelNames = []string{"lower", "Title", "UPPER", "mixed"}

// schema names the columns.
var schema = &m3n.Schema{Symbols: []string{
	"w", // word, lower-cased
	"p", // part-of-speech tag
	"k", // the language model knows the word
}}

// Model is a truecaser. It is immutable and may be used by several goroutines at
// once.
type Model struct {
	model   *m3n.Model
	forms   map[string]string // words of mixed case, by lower case
	workers sync.Pool
}

// worker is the memory of one goroutine.
type worker struct {
	seq     *m3n.Sequence
	scratch *m3n.Scratch
	y       []uint8
}

func newModel(m *m3n.Model, forms map[string]string) *Model {
	c := &Model{model: m, forms: forms}
	c.workers.New = func() any { return &worker{seq: m3n.NewSequence(schema), scratch: m.NewScratch()} }
	return c
}

// Unmarshal opens the file of a model, which it uses as it lies. Errors wrap those
// of package container.
func Unmarshal(file []byte) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion)
	if err != nil {
		return nil, err
	}
	forms := make(map[string]string)
	if err := json.Unmarshal(f.Section("forms"), &forms); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	m, err := m3n.UnmarshalModel(f.Section("model"))
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(m.Schema, schema) || !slices.Equal(m.Labels, labelNames) {
		return nil, fmt.Errorf("%w: the truecaser is made for other columns or labels: train it again", container.ErrOlder)
	}
	return newModel(m, forms), nil
}

// marshal returns the model as a file that carries the text of its training
// configuration.
func (c *Model) marshal(config string) ([]byte, error) {
	forms, err := json.Marshal(c.forms)
	if err != nil {
		return nil, err
	}
	model, err := c.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("forms", forms)
	w.Add("model", model)
	return w.Bytes()
}

// Features returns the number of the model's features.
func (c *Model) Features() int { return c.model.Features() }

// fill fills the columns of words.
func fill(seq *m3n.Sequence, r *stages.Reading) {
	n := r.Len()
	seq.Reset(n)
	w, p, k := seq.Column(0), seq.Column(1), seq.Column(2)
	vocabulary := r.Labeller().LanguageModels().Fluent.Vocabulary()
	for t := range n {
		w[t], p[t] = r.Symbol(t), r.Tag(t)
		k[t] = m3n.Bool(vocabulary.ID(r.Text(t)) != lm.Unknown)
	}
}

// Words appends to out the words of a reading in their case inside a sentence.
func (c *Model) Words(out []string, r *stages.Reading) []string {
	n := r.Len()
	if n == 0 {
		return out
	}
	w := c.workers.Get().(*worker)
	defer c.workers.Put(w)
	fill(w.seq, r)
	w.y = append(w.y[:0], make([]uint8, n)...)
	c.model.Decode(w.seq, nil, w.scratch, w.y)
	for t, y := range w.y {
		out = append(out, c.form(r.Text(t), y))
	}
	return out
}

// form returns a word in the case that a label means.
func (c *Model) form(word string, label uint8) string {
	switch label {
	case title:
		return Title(word)
	case upper:
		return strings.ToUpper(word)
	case mixed:
		if form, ok := c.forms[word]; ok {
			return form
		}
		return Title(word)
	}
	return word
}

// Title returns a word with its first letter as a capital.
func Title(word string) string {
	for at, r := range word {
		if unicode.IsNumber(r) {
			break
		}
		if unicode.IsLetter(r) {
			return word[:at] + string(unicode.ToTitle(r)) + word[at+utf8.RuneLen(r):]
		}
	}
	return word
}

// labelOf returns the label of a word as it is written.
func labelOf(word string) uint8 {
	switch w := strings.ToLower(word); word {
	case w:
		return lower
	case Title(w):
		return title
	case strings.ToUpper(w):
		return upper
	}
	return mixed
}
