package neural

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/spare"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// Model is the network with its vocabulary. It is immutable and may be used by several
// goroutines at once.
type Model struct {
	vocab     *vocabulary
	net       *rnn.Model
	style     Style // to punctuate in
	spellings *spellings
	encoder   *Encoder // nil: none

	readers spare.Pool
}

// Prediction is what the network says of the words of a sequence.
type Prediction struct {
	// Labels holds P(label) of each word, Marks P(punctuation mark).
	Labels [][data.NumLabels]float32
	Marks  [][NumMarks]float32
	// Cases holds P(case) inside a sentence; nothing where the network does not know.
	Cases [][truecase.NumCases]float32
}

func (p *Prediction) reset(n int) {
	p.Labels, p.Marks, p.Cases = p.Labels[:0], p.Marks[:0], p.Cases[:0]
	for range n {
		p.Labels, p.Marks = append(p.Labels, [data.NumLabels]float32{}), append(p.Marks, [NumMarks]float32{})
	}
}

// Quantised returns the model with the weights that its file has.
func (m *Model) Quantised() *Model {
	return m.with(m.net.Quantised())
}

// Read runs the network on a sentence, or on a part of a stream, and fills out.
func (m *Model) Read(in *stages.Reading, form Form, hide Hidden, out *Prediction) {
	r := m.reader()
	defer m.readers.Put(r)
	r.read(in, form, hide)
	out.reset(in.Len())
	if m.Cases() {
		out.Cases = append(out.Cases, make([][truecase.NumCases]float32, in.Len())...)
	}
	for t := range in.Len() {
		out.set(t, r.logits[t*numLogits:][:numLogits])
	}
}

// teach appends the probabilities that the model gives the labels of the words of a reading, as rnn.Example has them; where
// punctuation is shown to who learns, nothing of punctuation and case.
func (m *Model) teach(in *stages.Reading, form Form, shown bool, out []float32) []float32 {
	r := m.reader()
	defer m.readers.Put(r)
	r.read(in, form, Hidden{Written: !shown})
	from := len(out)
	out = append(out, r.logits...)
	for row := out[from:]; len(row) > 0; {
		for k, h := range heads {
			p := row[:len(h.Labels)]
			rnn.Softmax(p, p)
			if shown && k != headDisfluency {
				p[0] = rnn.Untaught
			}
			row = row[len(p):]
		}
	}
	return out
}

// reader returns a reader, to be put back.
func (m *Model) reader() *reader {
	r, ok := m.readers.Get().(*reader)
	if !ok {
		r = &reader{m: m, run: m.net.NewRunner(), columns: columns{flags: m.net.Config().Flags}}
		r.all, r.take = []*rnn.Input{&r.in}, r.heard
		if m.encoder != nil {
			r.encoder = m.encoder.newReader()
		}
	}
	return r
}

// reader runs the network. It belongs to one goroutine.
type reader struct {
	m       *Model
	columns columns
	in      rnn.Input
	all     []*rnn.Input // in
	run     *rnn.Runner
	encoder *encoderReader // nil: none
	logits  []float32      // by words
	take    func(sequence, word int, logits []float32)
}

// read fills logits.
func (r *reader) read(in *stages.Reading, form Form, hide Hidden) {
	r.in.Reset(numColumns)
	r.columns.fill(&r.in, r.m.vocab, in, form, r.m.style, in.Talk(), hide)
	r.logits = slices.Grow(r.logits[:0], in.Len()*numLogits)[:in.Len()*numLogits]
	r.run.Run(r.all, r.take)
	if r.encoder != nil {
		r.encoder.read(in, form, hide, r.logits)
	}
}

// numLogits is what the heads say of a word.
const numLogits = numDisfluency + NumMarks + int(truecase.NumCases)

// heard takes up what the network says of a word.
func (r *reader) heard(_, t int, logits []float32) {
	copy(r.logits[t*numLogits:][:numLogits], logits)
}

// set sets the probabilities of a word.
func (p *Prediction) set(t int, logits []float32) {
	var labels [numDisfluency]float32
	rnn.Softmax(labels[:], logits)
	for y, v := range labels {
		p.Labels[t][class(y)] += v
	}
	logits = logits[numDisfluency:]
	rnn.Softmax(p.Marks[t][:], logits)
	if len(p.Cases) > 0 {
		rnn.Softmax(p.Cases[t][:], logits[NumMarks:])
	}
}

// Cases reports whether the network says how words are written.
func (m *Model) Cases() bool { return len(m.net.Config().Heads) > headCase }

// Knows reports whether the network has learned a word of a reading.
func (m *Model) Knows(r *stages.Reading, word int) bool {
	return m.vocab.number(colWord, r.Symbol(word)) != 0
}

// Spelling returns a word of a reading in the case that the network finds most
// probable for it inside a sentence.
func (m *Model) Spelling(r *stages.Reading, at int, p *[truecase.NumCases]float32) string {
	word := r.Text(at)
	best := truecase.Lower
	for y := truecase.Title; y < truecase.NumCases; y++ {
		if p[y] > p[best] {
			best = y
		}
	}
	if !m.spellings.acronyms {
		return best.Form(word, m.spellings)
	}
	if p[truecase.Lower] >= 0.5 {
		return word
	}
	form := max(best, truecase.Title).Spell(word, m.spellings)
	if best == truecase.Title && truecase.Of(form) == truecase.Upper && m.Knows(r, at) {
		return truecase.Capital(word) // "Main Street": some texts that it has read shout
	}
	return form
}
