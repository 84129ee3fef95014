// Package truecase restores the case of words of text without it (truecasing): names,
// acronyms, the pronoun I. What opens a sentence is the business of the caller. It
// is a chain of package m3n, as in Lita et al. (2003), with the predicted
// part-of-speech tags to tell "may" from "May".
//
// Start with [Model] and [Case].
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

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// FileKind and FileVersion are the kind and format version of the file of a Model.
const (
	FileKind    = "truecaser"
	FileVersion = 1
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// Case says how a word is written that opens no sentence.
type Case int8

// The cases: the labels of the chain, and Unknown, which is none of them.
const (
	Unknown  Case = iota - 1
	Lower         // no capital
	Title         // the first letter is a capital
	Upper         // all letters are
	Mixed         // as it was most often seen
	NumCases = 4
)

// Names are the names of the cases.
var Names = [NumCases]string{"lower", "Title", "UPPER", "mixed"}

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
	forms   Forms // words of mixed case, by lower case
	workers sync.Pool
}

// worker is the memory of one goroutine.
type worker struct {
	seq     *m3n.Sequence
	scratch *m3n.Scratch
	y       []uint8
}

func newModel(m *m3n.Model, forms Forms) *Model {
	c := &Model{model: m, forms: forms}
	c.workers.New = func() any { return &worker{seq: m3n.NewSequence(schema), scratch: m.NewScratch()} }
	return c
}

// Unmarshal opens the file of a model, which it uses as it lies. Errors wrap those
// of package container.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	forms := make(map[string]string)
	if err := json.Unmarshal(f.Section("forms"), &forms); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	m, err := m3n.UnmarshalModel(f.Section("model"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(m.Schema, schema) || !slices.Equal(m.Labels, Names[:]) {
		return nil, fmt.Errorf("%w: the truecaser is made for other columns or labels: train it again", container.ErrOlder)
	}
	return newModel(m, forms), nil
}

// Marshal returns the model as a file that carries the text of its training
// configuration.
func (c *Model) Marshal(config string) ([]byte, error) {
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
		out = append(out, Case(y).Form(r.Text(t), c.forms))
	}
	return out
}

// Lookup knows how words are spelled.
type Lookup interface {
	// Lookup returns the form of a word, given in lower case.
	Lookup(word string) (form string, ok bool)
}

// Forms are words as they are spelled, by their lower case.
type Forms map[string]string

// Lookup implements the interface.
func (f Forms) Lookup(word string) (form string, ok bool) {
	form, ok = f[word]
	return form, ok
}

// Form returns a word, given in lower case, in the case. spellings are those of words of
// Mixed case, by their lower case; others are as those of Title.
func (c Case) Form(word string, spellings Lookup) string {
	switch c {
	case Title:
		return Capital(word)
	case Upper:
		return strings.ToUpper(word)
	case Mixed:
		if form, ok := spellings.Lookup(word); ok {
			return form
		}
		return Capital(word)
	}
	return word
}

// Capital returns a word with its first letter as a capital.
func Capital(word string) string {
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

// Of returns the case of a word as it is written.
func Of(word string) Case {
	switch w := strings.ToLower(word); word {
	case w:
		return Lower
	case Capital(w):
		return Title
	case strings.ToUpper(w):
		return Upper
	}
	return Mixed
}

// Opens reports whether word t opens a sentence, or an utterance, which has a capital in
// the transcripts, too.
func Opens(words []data.Token, t int) bool {
	if t == 0 || words[t-1].Boundary != data.NoBoundary || words[t-1].Utt != words[t].Utt {
		return true
	}
	switch words[t-1].Punct {
	case '.', '?', '!':
		return true
	}
	return false
}
