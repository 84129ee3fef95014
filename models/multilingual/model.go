package multilingual

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/rnn"
)

// FileKind and FileVersion are those of files of models.
const (
	FileKind    = "languages"
	FileVersion = 1
)

// The sections of a file.
const (
	aboutSection = "about" // JSON of About
	knownSection = "known" // the words that training has seen often enough
	netSection   = "net"   // file of package rnn
)

// Model is a network for the languages that it names. It is immutable and may be used by
// several goroutines at once.
type Model struct {
	about About
	known known
	net   *rnn.Model
	shape rnn.Config
}

// About is what a model says of itself.
type About struct {
	// Languages are the codes of the languages that it has learned, by the number that the network knows them by, from 1 on.
	Languages []Language
}

// Language is what a model knows of a language beside its weights.
type Language struct {
	Code string
	// Spellings are those of mixed case, by their lower case.
	Spellings map[string]string `json:",omitempty"`
	// Marks says that the model has learned the marks and the case of the language.
	Marks bool
	// Repairs is the least mean probability of the words of a repair that is removed; 0: none is.
	Repairs float64 `json:",omitempty"`
	// Words is how many words of it the model has learned from.
	Words int `json:",omitempty"`
}

// Languages returns what the model knows of its languages.
func (m *Model) Languages() []Language { return slices.Clone(m.about.Languages) }

// Language returns what the model knows of a language, and whether it has learned it.
func (m *Model) Language(code string) (Language, bool) {
	if i := m.number(code); i > 0 {
		return m.about.Languages[i-1], true
	}
	return Language{Code: code}, false
}

// With returns the model with other Repairs, Spellings and so on of a language that it knows.
func (m *Model) With(l Language) *Model {
	out := *m
	out.about.Languages = slices.Clone(m.about.Languages)
	if i := m.number(l.Code); i > 0 {
		out.about.Languages[i-1] = l
	}
	return &out
}

// Knows reports whether training has seen a word of a language often enough, which is in lower case. It is right for 99 of 100
// words that it has not.
func (m *Model) Knows(word, code string) bool {
	n := m.number(code)
	return n > 0 && m.known.has(salted(xxh3.HashString(word), uint64(n)+1))
}

// number returns the number that the network knows a language by, 0 for none.
func (m *Model) number(code string) int32 {
	return int32(1 + slices.IndexFunc(m.about.Languages, func(l Language) bool { return l.Code == code }))
}

// Config returns the shape of the network.
func (m *Model) Config() rnn.Config { return m.shape }

// Quantised returns the model with the weights that its file has.
func (m *Model) Quantised() *Model { return m.with(m.net.Quantised()) }

func (m *Model) with(net *rnn.Model) *Model {
	out := *m
	out.net, out.shape = net, net.Config()
	return &out
}

// Marshal returns the model as a file. config says what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	about, err := json.Marshal(m.about)
	if err != nil {
		return nil, err
	}
	net, err := m.net.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add(aboutSection, about)
	w.Add(knownSection, container.Bytes([]uint32(m.known)))
	w.Add(netSection, net)
	return w.Bytes()
}

// Unmarshal opens a file, which must not change. Errors wrap those of package container:
// ErrOlder for a network that is made for other columns, flags or labels.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{}
	if err := json.Unmarshal(f.Section(aboutSection), &m.about); err != nil {
		return nil, fmt.Errorf("%w: the languages of a network: %w", container.ErrChecksum, err)
	}
	if n := len(m.about.Languages); n == 0 || n > maxLanguages {
		return nil, fmt.Errorf("%w: a network for %d languages", container.ErrChecksum, n)
	}
	if m.known, err = container.Slice[uint32](f.Section(knownSection)); err != nil {
		return nil, err
	}
	if m.net, err = rnn.Unmarshal(f.Section(netSection), container.Inside(options)...); err != nil {
		return nil, err
	}
	m.shape = m.net.Config()
	if !fits(&m.shape) {
		return nil, fmt.Errorf("%w: the network is made for other columns", container.ErrOlder)
	}
	return m, nil
}

// fits reports whether a network is made for the columns, flags and labels of this package.
func fits(c *rnn.Config) bool {
	if len(c.Columns) != numColumns || c.Flags != numFlags || !reflect.DeepEqual(c.Heads, heads) {
		return false
	}
	for i, column := range c.Columns {
		if column.Name != columnNames[i] || column.Symbols < 2 {
			return false
		}
	}
	return c.Columns[colLanguage].Symbols == maxLanguages+1 && c.Columns[colShape].Symbols == numShapes
}

// String says in a few words what the model knows.
func (m *Model) String() string {
	var marks, repairs []string
	for _, l := range m.about.Languages {
		if l.Marks {
			marks = append(marks, l.Code)
		}
		if l.Repairs > 0 {
			repairs = append(repairs, l.Code)
		}
	}
	return fmt.Sprintf("%d units, %d layers; marks and case of %s; repairs of %s", m.shape.Hidden, m.shape.Layers, list(marks), list(repairs))
}

func list(codes []string) string {
	if len(codes) == 0 {
		return "none"
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}
