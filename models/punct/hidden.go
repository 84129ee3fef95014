package punct

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
)

// HiddenKind and HiddenVersion are the kind and format version of the file of a
// HiddenEvents.
const (
	HiddenKind    = "punct-hidden"
	HiddenVersion = 1
)

// HiddenConfig says how punctuation is modelled as events between words (Lu and Ng 2010,
// section 3).
type HiddenConfig struct {
	Order int
	// Duplicate puts the punctuation mark that ends a sentence in front of the sentence, too, so
	// that the words that open a question are next to one.
	Duplicate bool
	// Cascaded finds the sentence boundaries first, and then the punctuation of each sentence.
	Cascaded bool
	Prune    []int // see lm.EstimateOptions
}

// HiddenEvents predicts punctuation as hidden events of a language model.
type HiddenEvents struct {
	config  HiddenConfig
	puncts  *lm.Model // of words and punctuation marks
	ends    *lm.Model // Cascaded: of words and sentence boundaries
	workers sync.Pool
}

// The words that stand for punctuation marks in the language models, by data.Punct, and for
// a sentence boundary. No word of a transcript is one.
var punctWords = [data.NumPuncts]string{"", ",", ".", "?"}

const endWord = "/"

// hiddenModel is the kind of model that is registered.
var hiddenModel = Model{
	Name: "hidden-event", About: "the n-gram model of Lu and Ng (2010), section 3, with punctuation marks as words",
	Options: []string{"order", "duplicate", "cascaded"}, FileKind: HiddenKind, FileVersion: HiddenVersion,
	Configure: func(v Values) (Training, Training, error) {
		_, duplicate := v["duplicate"]
		_, cascaded := v["cascaded"]
		c := HiddenConfig{Order: 5, Duplicate: duplicate, Cascaded: cascaded, Prune: []int{0, 1}}
		if err := v.Int("order", 2, &c.Order); err != nil {
			return nil, nil, err
		}
		return c, c, nil
	},
	Open: func(file []byte, options ...container.Option) (Predictor, error) {
		h, err := UnmarshalHidden(file, options...)
		if err != nil {
			return nil, err
		}
		return h, nil
	},
}

// event is an event between two words: the punctuation mark after the first.
type event struct {
	words string
	mark  data.Punct
}

// events returns the events of the configuration.
func (c *HiddenConfig) events() []event {
	switch {
	case c.Cascaded:
		return []event{{",", data.Comma}}
	case !c.Duplicate:
		return []event{{",", data.Comma}, {".", data.Period}, {"?", data.QMark}}
	}
	// The mark of a sentence, and that of the next one in front of it, unless there is
	// none.
	return []event{{",", data.Comma}, {". .", data.Period}, {". ?", data.Period}, {"? .", data.QMark}, {"? ?", data.QMark}, {".", data.Period}, {"?", data.QMark}}
}

// hiddenWorker is the memory of one goroutine.
type hiddenWorker struct {
	puncts, ends *lm.Hidden
	ids          []uint32
	rows         [][]float64
}

// newHidden returns a predictor of finished language models.
func newHidden(c HiddenConfig, puncts, ends *lm.Model) (*HiddenEvents, error) {
	h := &HiddenEvents{config: c, puncts: puncts, ends: ends}
	make := func() (*hiddenWorker, error) {
		w := &hiddenWorker{}
		var events []string
		for _, e := range c.events() {
			events = append(events, e.words)
		}
		var err error
		if w.puncts, err = lm.NewHidden(puncts, events); err != nil {
			return nil, err
		}
		w.puncts.Sentences = true
		if c.Cascaded {
			if w.ends, err = lm.NewHidden(ends, []string{endWord}); err == nil {
				w.ends.Sentences = true
			}
		}
		return w, err
	}
	w, err := make()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrOlder, err)
	}
	h.workers.Put(w)
	h.workers.New = func() any {
		w, err := make()
		if err != nil {
			panic(err) // it went well the first time
		}
		return w
	}
	return h, nil
}

// UnmarshalHidden opens the file of a hidden-event predictor.
func UnmarshalHidden(file []byte, options ...container.Option) (*HiddenEvents, error) {
	f, err := container.Open(file, HiddenKind, HiddenVersion, options...)
	if err != nil {
		return nil, err
	}
	var c HiddenConfig
	if err := json.Unmarshal(f.Section("header"), &c); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	puncts, err := lm.Unmarshal(f.Section("marks"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	var ends *lm.Model
	if c.Cascaded {
		if ends, err = lm.Unmarshal(f.Section("ends"), container.Inside(options)...); err != nil {
			return nil, err
		}
	}
	return newHidden(c, puncts, ends)
}

// Marshal returns the predictor as a file.
func (h *HiddenEvents) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(h.config)
	if err != nil {
		return nil, err
	}
	w := container.New(HiddenKind, HiddenVersion, config)
	w.Add("header", head)
	b, err := h.puncts.Marshal("")
	if err != nil {
		return nil, err
	}
	w.Add("marks", b)
	if h.ends != nil {
		if b, err = h.ends.Marshal(""); err != nil {
			return nil, err
		}
		w.Add("ends", b)
	}
	return w.Bytes()
}

// Name implements Predictor.
func (h *HiddenEvents) Name() string {
	name := fmt.Sprintf("hidden-event %d-gram", h.config.Order)
	if h.config.Duplicate {
		name += ", duplicated marks"
	}
	if h.config.Cascaded {
		name += ", cascaded"
	}
	return name
}

// Predict implements Predictor.
func (h *HiddenEvents) Predict(in *Input, out *Prediction) {
	n := in.Reading.Len()
	out.Reset(n)
	if n == 0 {
		return
	}
	w := h.workers.Get().(*hiddenWorker)
	defer h.workers.Put(w)
	if h.config.Cascaded {
		h.cascade(w, in, out)
		return
	}
	events := h.config.events()
	w.read(h.puncts, in, 0, n)
	best, _ := w.puncts.Decode(w.ids, w.posteriors(n, len(events)+1))
	for t, e := range best {
		out.Posteriors[t][data.NoPunct] = w.rows[t][lm.NoEvent]
		if e != lm.NoEvent {
			out.Puncts[t] = events[e-1].mark
		}
		for i := range events {
			out.Posteriors[t][events[i].mark] += w.rows[t][i+1]
		}
		out.SetEnd(t, out.Posteriors[t][data.Period]+out.Posteriors[t][data.QMark])
	}
}

// SetEnd sets the probability that a sentence ends after word t.
func (p *Prediction) SetEnd(t int, end float64) {
	p.Ends[t], p.Last[t] = end, data.Period
	if p.Posteriors[t][data.QMark] > p.Posteriors[t][data.Period] {
		p.Last[t] = data.QMark
	}
}

// read makes ids of the words [from, to) of a stream.
func (w *hiddenWorker) read(m *lm.Model, in *Input, from, to int) {
	w.ids = w.ids[:0]
	for t := from; t < to; t++ {
		w.ids = append(w.ids, m.Vocabulary().ID(in.Reading.Text(t)))
	}
}

// posteriors returns memory for the posteriors of n words.
func (w *hiddenWorker) posteriors(n, events int) [][]float64 {
	for len(w.rows) < n || len(w.rows[0]) != events {
		if len(w.rows) > 0 && len(w.rows[0]) != events {
			w.rows = w.rows[:0]
		}
		w.rows = append(w.rows, make([]float64, events))
	}
	return w.rows[:n]
}

// cascade finds the sentence boundaries, and then the punctuation of each sentence.
func (h *HiddenEvents) cascade(w *hiddenWorker, in *Input, out *Prediction) {
	n := in.Reading.Len()
	w.read(h.ends, in, 0, n)
	rows := w.posteriors(n, 2)
	ends, _ := w.ends.Decode(w.ids, rows)
	for t := range n {
		out.Ends[t] = rows[t][1]
	}
	from := 0
	for t := range n {
		if ends[t] != lm.NoEvent || t+1 == n {
			h.sentence(w, in, out, from, t+1)
			from = t + 1
		}
	}
}

// sentence finds the punctuation of the words [from, to), which are a sentence.
func (h *HiddenEvents) sentence(w *hiddenWorker, in *Input, out *Prediction, from, to int) {
	best, bestLogp := data.Period, math.Inf(-1)
	var commas []int
	var logps [data.NumPuncts]float64
	for mark := data.Period; mark <= data.QMark; mark++ {
		id := h.puncts.Vocabulary().ID(punctWords[mark])
		w.read(h.puncts, in, from, to)
		first := 0
		if h.config.Duplicate {
			w.ids = append([]uint32{id}, w.ids...)
			first = 1
		}
		w.ids = append(w.ids, id)
		found, logp := w.puncts.Decode(w.ids, nil)
		if logps[mark] = logp; logp > bestLogp {
			best, bestLogp, commas = mark, logp, found[first:len(found)-1]
		}
	}
	for i, e := range commas {
		t := from + i
		if t+1 == to {
			p := 1 / (1 + math.Exp(logps[data.Period]-logps[data.QMark]))
			out.Posteriors[t][data.QMark] = out.Ends[t] * p
			out.Posteriors[t][data.Period] = out.Ends[t] * (1 - p)
			out.Posteriors[t][data.NoPunct] = 1 - out.Ends[t]
			out.Puncts[t], out.Last[t] = best, best
			continue
		}
		out.Last[t] = data.Period
		if e != lm.NoEvent {
			out.Puncts[t] = data.Comma
		}
		out.Posteriors[t][out.Puncts[t]] = 1 - out.Ends[t]
		out.Posteriors[t][data.Period] = out.Ends[t]
	}
}

// TrainHidden trains a hidden-event predictor.
func TrainHidden(c HiddenConfig, in []*Example) (*HiddenEvents, error) {
	puncts, err := c.estimate(in, c.texts)
	if err != nil {
		return nil, err
	}
	var ends *lm.Model
	if c.Cascaded {
		if ends, err = c.estimate(in, endTexts); err != nil {
			return nil, err
		}
	}
	return newHidden(c, puncts, ends)
}

// estimate estimates a language model of what texts makes of the examples.
func (c *HiddenConfig) estimate(in []*Example, texts func(*Example, func([]string) error) error) (*lm.Model, error) {
	counter, err := lm.NewCounter(c.Order)
	if err != nil {
		return nil, err
	}
	// Every punctuation mark is in the vocabulary, though the corpus may lack one.
	if err := counter.Add(append(slices.Clone(punctWords[data.Comma:]), endWord)); err != nil {
		return nil, err
	}
	for _, e := range in {
		if err := texts(e, counter.Add); err != nil {
			return nil, err
		}
	}
	m, _, err := counter.Estimate(lm.EstimateOptions{Prune: c.Prune})
	if err != nil {
		return nil, err
	}
	return m.Quantise(), nil
}

// endTexts makes a text of words and sentence boundaries.
func endTexts(e *Example, add func([]string) error) error {
	var text []string
	for t, y := range e.Gold.labels {
		text = append(text, e.Input.Reading.Text(t))
		if mark := fineLabels.puncts[y]; mark == data.Period || mark == data.QMark {
			text = append(text, endWord)
		}
	}
	return add(text)
}

// texts makes a text of words and punctuation marks; where predictions are cascaded, a text of
// each sentence.
func (c *HiddenConfig) texts(e *Example, add func([]string) error) error {
	var text, sentence []string
	n := len(e.Gold.labels)
	for t, y := range e.Gold.labels {
		sentence = append(sentence, e.Input.Reading.Text(t))
		mark := fineLabels.puncts[y]
		if t+1 == n && mark < data.Period {
			mark = data.Period // a sentence that the side leaves open
		}
		if mark != data.NoPunct {
			sentence = append(sentence, punctWords[mark])
		}
		if mark < data.Period {
			continue
		}
		if c.Duplicate {
			text = append(text, punctWords[mark])
		}
		text = append(text, sentence...)
		sentence = sentence[:0]
		if c.Cascaded {
			if err := add(text); err != nil {
				return err
			}
			text = text[:0]
		}
	}
	if len(text) == 0 {
		return nil
	}
	return add(text)
}
