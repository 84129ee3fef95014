package lm

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of binary model
// files.
const (
	FileKind    = "lm"
	FileVersion = 1
)

// fileHeader is the part of a model file that is JSON.
type fileHeader struct {
	Order     int
	Starts    []uint32
	Quantised bool
}

// Marshal returns the model as a binary file. config is the text of the
// configuration that it was made with.
func (m *Model) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(fileHeader{m.order, m.starts, m.Quantised()})
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("text", m.vocab.text)
	w.Add("ends", container.Bytes(m.vocab.ends))
	w.Add("slots", container.Bytes(m.vocab.slots))
	w.Add("nodes", container.Bytes(m.nodes))
	w.Add("leaves", container.Bytes(m.leaves))
	if m.words16 != nil {
		w.Add("words16", container.Bytes(m.words16))
	} else {
		w.Add("words", container.Bytes(m.words))
	}
	if m.books != nil {
		var books []float32
		for _, b := range m.books.all() {
			books = append(books, b[:]...)
		}
		w.Add("codebooks", container.Bytes(books))
	}
	return w.Bytes()
}

func (c *codebooks) all() []*[256]float32 {
	return []*[256]float32{&c.unigram, &c.middle, &c.leaf, &c.backoff}
}

// Unmarshal opens a binary model file. The model lies in b, which must not
// change. What is wrong is one of the errors of package container, which the
// root package exports.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h fileHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	m := &Model{vocab: &Vocabulary{text: f.Section("text")}, layout: layout{order: h.Order, starts: h.Starts}}
	view := func(name string, to *[]uint32) {
		if err == nil {
			*to, err = container.Slice[uint32](f.Section(name))
		}
	}
	view("ends", &m.vocab.ends)
	view("slots", &m.vocab.slots)
	view("nodes", &m.nodes)
	view("leaves", &m.leaves)
	view("words", &m.words)
	if err == nil {
		m.words16, err = container.Slice[uint16](f.Section("words16"))
	}
	if err != nil {
		return nil, err
	}
	if h.Quantised {
		books, err := container.Slice[float32](f.Section("codebooks"))
		if err != nil || len(books) != 4*256 {
			return nil, fmt.Errorf("%w: %d numbers in the codebooks", container.ErrChecksum, len(books))
		}
		m.books = &codebooks{}
		for i, b := range m.books.all() {
			copy(b[:], books[256*i:])
		}
	}
	if err := m.checkSizes(); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	if slices.Contains(options, container.Trusted) {
		return m, nil
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return m, nil
}

// checkSizes verifies the sizes of a model from a file.
func (m *Model) checkSizes() error {
	if err := m.vocab.check(); err != nil {
		return err
	}
	if m.order < 1 || m.order > MaxOrder || len(m.starts) != m.order+1 || m.starts[0] != 0 || m.starts[1] != uint32(m.vocab.Len()) {
		return fmt.Errorf("order %d with n-grams at %v", m.order, m.starts)
	}
	for k := range m.order {
		if m.starts[k] > m.starts[k+1] {
			return fmt.Errorf("n-grams at %v", m.starts)
		}
	}
	m.unigrams, m.contexts = m.starts[1], m.starts[m.order-1]
	if m.order == 1 {
		m.contexts = m.unigrams
	}
	total := m.starts[m.order]
	nodeSize, leafSize := uint64(fullNode), uint64(fullLeaf)
	if m.Quantised() {
		nodeSize, leafSize = shortNode, shortLeaf
	}
	if uint64(len(m.nodes)) != nodeSize*(uint64(m.contexts)+1) || uint64(len(m.leaves)) != leafSize*uint64(total-m.contexts) ||
		uint64(len(m.words)+len(m.words16)) != uint64(total-m.unigrams) || len(m.words) > 0 && len(m.words16) > 0 {
		return fmt.Errorf("%d numbers for contexts, %d for leaves, %d words, for %d n-grams", len(m.nodes), len(m.leaves), len(m.words)+len(m.words16), total)
	}
	if m.words == nil && m.words16 == nil {
		m.words = []uint32{}
	}
	return nil
}

// check verifies that no number of a model from a file leads out of it.
func (m *Model) check() error {
	total, last := m.starts[m.order], m.unigrams
	for c := range m.contexts {
		first := m.first(c)
		// A back-off leads to an n-gram of a lower order, that is before this one.
		if _, link := m.backoff(c); first < last || first > total || uint32(link) > c {
			return fmt.Errorf("context %d has its children at %d and backs off to %d", c, first, link)
		}
		last = first
	}
	if m.first(m.contexts) != total {
		return fmt.Errorf("the children end at %d of %d", m.first(m.contexts), total)
	}
	for n := m.contexts; n < total; n++ {
		if _, link := m.after(n); uint32(link) > m.contexts {
			return fmt.Errorf("n-gram %d leads to %d", n, link)
		}
	}
	for n := m.unigrams; n < total; n++ {
		if m.word(n) >= m.unigrams {
			return fmt.Errorf("word %d of %d", m.word(n), m.unigrams)
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
