package lm

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of binary model
// files.
const (
	FileKind    = "lm"
	FileVersion = 2
)

// fileHeader is the part of a model file that is JSON.
type fileHeader struct {
	Ngrams    []int  // of each order; the words of the vocabulary are the unigrams
	Last      uint32 // record
	KeyBits   uint8
	StepBits  uint8
	Quantised bool
}

// Marshal returns the model as a binary file. config is the text of the
// configuration that it was made with.
func (m *Model) Marshal(config string) ([]byte, error) {
	w, err := m.file(config)
	if err != nil {
		return nil, err
	}
	return w.Bytes()
}

// Write writes what Marshal returns. It takes no memory beside the model.
func (m *Model) Write(to io.Writer, config string) error {
	w, err := m.file(config)
	if err != nil {
		return err
	}
	_, err = w.WriteTo(to)
	return err
}

func (m *Model) file(config string) (*container.Writer, error) {
	head, err := json.Marshal(fileHeader{m.ngrams, m.last, uint8(m.keyBits), uint8(m.stepBits), m.Quantised()})
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("text", m.vocab.text)
	w.Add("ends", m.vocab.ends)
	w.Add("table", m.vocab.slots)
	w.Add("words", m.words)
	w.Add("slots", m.slots)
	if m.books != nil {
		var books []float32
		for _, b := range m.books.all() {
			books = append(books, b[:]...)
		}
		w.Add("codebooks", container.Bytes(books))
	}
	return w, nil
}

func (c *codebooks) all() []*[256]float32 {
	return []*[256]float32{&c.unigram, &c.ngram[0], &c.ngram[1], &c.backoff}
}

// Unmarshal opens a binary model file. The model lies in b, which must not
// change. What is wrong is one of the errors of package container, which the root
// package exports.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h fileHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	m := &Model{order: len(h.Ngrams), ngrams: h.Ngrams, words: f.Section("words"), slots: f.Section("slots")}
	if h.Quantised {
		if m.books, err = readCodebooks(f); err != nil {
			return nil, err
		}
	}
	if err := m.open(f, &h, slices.Contains(options, container.Trusted)); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return m, nil
}

func readCodebooks(f *container.File) (*codebooks, error) {
	values, err := container.Slice[float32](f.Section("codebooks"))
	if err != nil || len(values) != 4*256 {
		return nil, fmt.Errorf("%w: %d numbers in the codebooks", container.ErrChecksum, len(values))
	}
	c := &codebooks{}
	for i, b := range c.all() {
		copy(b[:], values[256*i:])
	}
	return c, nil
}

// open fills in the layout and the vocabulary, and verifies what queries rely on: the
// sizes, and that words start at records. They go to no record that is not there,
// whatever stands in the others. Of trusted files it looks at the sizes alone.
func (m *Model) open(f *container.File, h *fileHeader, trusted bool) error {
	if m.order < 1 || m.order > MaxOrder || slices.Min(h.Ngrams) < 0 || h.Ngrams[0] >= 1<<30 {
		return fmt.Errorf("%v n-grams", h.Ngrams)
	}
	m.vocab = &Vocabulary{text: f.Section("text"), ends: f.Section("ends"), slots: f.Section("table"), n: h.Ngrams[0], size: tableSize(h.Ngrams[0])}
	m.vocab.complete(len(m.vocab.text))
	if err := m.vocab.check(trusted); err != nil {
		return err
	}
	m.layout = layout{startBits: uint64(bits.Len32(h.Last)), keyBits: uint64(h.KeyBits), stepBits: uint64(h.StepBits), valueBits: fullBits, last: h.Last}
	if h.Quantised {
		m.valueBits = codeBits
	}
	m.complete(m.vocab.n)
	if m.keyBits < m.hashBits || m.keyBits > 32 || m.stepBits > 32 || !m.fits() || m.last >= 1<<31 ||
		len(m.words) != packedBytes(m.vocab.n, m.wordBits) || len(m.slots) != packedBytes(int(m.last)+1, m.slotBits) {
		return fmt.Errorf("%d bytes for words and %d for records up to %d with fields of %d and %d bits", len(m.words), len(m.slots), m.last, m.keyBits, m.stepBits)
	}
	for w := uint32(0); !trusted && w < uint32(m.vocab.n); w++ {
		if m.start(w) > m.last {
			return fmt.Errorf("word %d starts at %d of %d", w, m.start(w), m.last)
		}
	}
	return nil
}

// Open reads a model from a file: a binary one, or else an ARPA file. Warnings
// are those of ReadARPA.
func Open(path string) (*Model, []Warning, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, nil, err
	} else if info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a directory: name a model in it", path)
	}
	var magic [8]byte
	if n, _ := f.ReadAt(magic[:], 0); n == len(magic) && string(magic[:]) == "tidytalk" {
		b, err := bounded.ReadFile(path, bounded.Models)
		if err != nil {
			return nil, nil, err
		}
		m, err := Unmarshal(b)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		return m, nil, nil
	}
	return ReadARPA(f, path)
}
