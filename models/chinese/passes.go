package chinese

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// putColumn is a column that templates of punctuation read besides those of words: at a gap it holds what
// earlier passes have put into it.
const putColumn = "put"

// Punctuator predicts the punctuation between words, in one pass or in several ones (section 3.1 of the
// paper). It is immutable and may be shared between goroutines.
type Punctuator struct {
	header punctuationHeader
	passes []*punctuationPass
}

// punctuationHeader is the part of a file that is JSON.
type punctuationHeader struct {
	More   []string  // names of the columns behind NumColumns
	Passes [][2]Pass // those that there are models of: from one of the paper to before another
}

// punctuationPass is the model of a pass.
type punctuationPass struct {
	passSet
	model *m3n.Model
	*decoder
}

// schema returns the columns of the sequences that are labelled: a gap has those of the word
// before it; the first one has m3n.Begin.
func (h *punctuationHeader) schema() *m3n.Schema {
	s := &m3n.Schema{Symbols: columnNames[:]}
	s.Symbols = append(append(s.Symbols[:NumColumns:NumColumns], h.More...), putColumn)
	return s
}

// NewColumns returns columns for the words of a text.
func (m *Punctuator) NewColumns() *Columns { return NewColumns(len(m.header.More)) }

// More returns the names of the columns that are read besides those of words.
func (m *Punctuator) More() []string { return m.header.More }

// PunctuationScratch is the memory of Predict. It belongs to one goroutine at a time.
type PunctuationScratch struct {
	seq    *m3n.Sequence
	passes []*m3n.Scratch
	y      []uint8
	merged []Sign
	offset Offsets // of the kind of text at hand
}

// NewScratch returns memory for Predict.
func (m *Punctuator) NewScratch() *PunctuationScratch {
	s := &PunctuationScratch{seq: m3n.NewSequence(m.header.schema())}
	for _, p := range m.passes {
		s.passes = append(s.passes, p.model.NewScratch())
	}
	return s
}

// Predict returns the punctuation before each word of a text, and behind the last one, in the memory of
// out as far as that goes. Pairs are balanced and nested. c belongs to the model: see NewColumns.
func (m *Punctuator) Predict(c *Columns, s *PunctuationScratch, out [][]Sign) [][]Sign {
	out = emptyGaps(out, c.Len()+1)
	if c.Len() == 0 {
		return out
	}
	fillSequence(s.seq, c)
	for i, p := range m.passes {
		fillPut(s.seq, len(c.values), out)
		p.predict(s, s.passes[i], out)
	}
	return out
}

// predict adds what a pass finds to gaps.
func (p *punctuationPass) predict(s *PunctuationScratch, scratch *m3n.Scratch, gaps [][]Sign) {
	if cap(s.y) < len(gaps) {
		s.y = make([]uint8, len(gaps), len(gaps)+len(gaps)/4)
	}
	s.y = s.y[:len(gaps)]
	lat := p.model.Score(s.seq, scratch)
	if s.offset != (Offsets{}) && p.own(Comma) {
		s.offset.add(lat, p.decoder)
	}
	lat.Viterbi(s.y)
	for g, label := range s.y {
		if found := p.of(label); len(found) > 0 {
			s.merged = merge(s.merged[:0], gaps[g], found)
			gaps[g] = append(gaps[g][:0], s.merged...)
		}
	}
}

// emptyGaps returns n gaps without signs.
func emptyGaps(gaps [][]Sign, n int) [][]Sign {
	for len(gaps) < n {
		gaps = append(gaps, nil)
	}
	gaps = gaps[:n]
	for i := range gaps {
		gaps[i] = gaps[i][:0]
	}
	return gaps
}

// fillSequence makes the columns of the gaps between words.
func fillSequence(seq *m3n.Sequence, c *Columns) {
	seq.Reset(c.Len() + 1)
	for i, values := range c.values {
		to := seq.Column(i)
		to[0] = m3n.Begin
		copy(to[1:], values)
	}
}

// fillPut makes the column, which is number col, of what passes have put into gaps.
func fillPut(seq *m3n.Sequence, col int, gaps [][]Sign) {
	put := seq.Column(col)
	for g, signs := range gaps {
		put[g] = putValue(signs)
	}
}

// putValue returns the value of signs in a gap. Without signs there is none: features that are
// nearly everywhere would only say once more what words say.
func putValue(signs []Sign) uint32 {
	if len(signs) == 0 {
		return m3n.Absent
	}
	v := 0
	for _, s := range signs {
		v = (v*int(NumMarks)*3 + int(s.Mark)*3 + int(s.Side) + 1) % (1 << 19)
	}
	return m3n.Int(v)
}

// Features returns the number of the features of all passes.
func (m *Punctuator) Features() int {
	n := 0
	for _, p := range m.passes {
		n += p.model.Features()
	}
	return n
}

// Pruned returns the models without small weights, by a share for each pass, the last of which counts
// for all further ones: see m3n.Model.Pruned. Without shares it is the same.
func (m *Punctuator) Pruned(shares ...float64) *Punctuator {
	out := &Punctuator{header: m.header}
	for i, p := range m.passes {
		model := p.model
		if len(shares) > 0 {
			model = model.Pruned(shares[min(i, len(shares)-1)])
		}
		out.passes = append(out.passes, &punctuationPass{p.passSet, model, p.decoder})
	}
	return out
}

// PunctuationKind and PunctuationVersion are the kind and format version of the file of a Punctuator.
const (
	PunctuationKind    = "chinese-marks"
	PunctuationVersion = 1
)

// Marshal returns the model as a file that carries the text of its training configuration.
func (m *Punctuator) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(m.header)
	if err != nil {
		return nil, err
	}
	w := container.New(PunctuationKind, PunctuationVersion, config)
	w.Add("header", head)
	for _, p := range m.passes {
		b, err := p.model.Marshal("")
		if err != nil {
			return nil, err
		}
		w.Add(passSection(p.from), b)
	}
	return w.Bytes()
}

func passSection(p Pass) string { return fmt.Sprintf("pass%d", p+1) }

// UnmarshalPunctuation opens the file of a Punctuator, which it uses as it lies. Errors wrap those of package
// container.
func UnmarshalPunctuation(file []byte, options ...container.Option) (*Punctuator, error) {
	f, err := container.Open(file, PunctuationKind, PunctuationVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Punctuator{}
	if err := json.Unmarshal(f.Section("header"), &m.header); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	want := strings.Join(m.header.schema().Symbols, " ")
	for i, pass := range m.header.Passes {
		if pass[0] >= pass[1] || pass[1] > NumPasses || i > 0 && pass[0] < m.header.Passes[i-1][1] {
			return nil, fmt.Errorf("%w: passes %v", container.ErrChecksum, m.header.Passes)
		}
		model, err := m3n.UnmarshalModel(f.Section(passSection(pass[0])), container.Inside(options)...)
		if err != nil {
			return nil, err
		}
		if strings.Join(model.Schema.Symbols, " ") != want {
			return nil, fmt.Errorf("%w: the punctuation model reads other columns: train it again", container.ErrOlder)
		}
		d, err := newDecoder(model.Templates.Space())
		if err != nil {
			return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
		}
		m.passes = append(m.passes, &punctuationPass{passSet{pass[0], pass[1]}, model, d})
	}
	return m, nil
}
