package emnlp2010

import (
	"math"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/lm"
)

// Duplicates says what a mark in front of a sentence means for the mark behind it, which
// the paper leaves open.
type Duplicates string

// The ways to read marks that were put in front of sentences, too.
const (
	Front Duplicates = "front" // the mark in front counts, wherever the sentence ends
	Agree Duplicates = "agree" // only sentences with the same mark at both ends are considered
	Back  Duplicates = "back"  // the mark behind counts
)

// HiddenConfig says how marks are modelled as events between words (section 3).
type HiddenConfig struct {
	Order int
	// Duplicate puts the mark that ends a sentence in front of it, too, so that the words
	// that open a question are next to one; "": it does not.
	Duplicate Duplicates
	// Cascaded finds the ends of sentences first, and then the marks of each sentence.
	Cascaded bool
}

// What stands for marks in the language models. Words begin with wordPrefix there, so that
// no word is one.
var events = [numMarks]string{"", ",", ".", "?", "!"}

const (
	endEvent   = "/"
	wordPrefix = "_"
)

// hidden is a hidden-event model.
type hidden struct {
	config HiddenConfig
	marks  *lm.Model
	ends   *lm.Model // Cascaded: of words, commas and ends of sentences
}

// trainHidden estimates the language models, with modified Kneser-Ney smoothing.
func trainHidden(c HiddenConfig, text []Utterance) (*hidden, error) {
	h := &hidden{config: c}
	var err error
	if !c.Cascaded {
		h.marks, err = c.estimate(text, false, func(m Mark) string { return events[m] })
		return h, err
	}
	if h.ends, err = c.estimate(text, false, endsOnly); err != nil {
		return nil, err
	}
	h.marks, err = c.estimate(text, true, func(m Mark) string { return events[m] })
	return h, err
}

// endsOnly has one event for all ends of sentences.
func endsOnly(m Mark) string {
	if m.ends() {
		return endEvent
	}
	return events[m]
}

// estimate estimates a model of utterances, or of their sentences, with the events of
// marks.
func (c *HiddenConfig) estimate(text []Utterance, sentences bool, event func(Mark) string) (*lm.Model, error) {
	counter, err := lm.NewCounter(c.Order)
	if err != nil {
		return nil, err
	}
	// Every event is in the vocabulary, though the text may lack one.
	if err := counter.Add([]string{",", ".", "?", "!", endEvent}); err != nil {
		return nil, err
	}
	var line []string
	for _, u := range text {
		for t, word := range u.Words {
			if u.Tags[t].begins() {
				if sentences && t > 0 {
					if err := counter.Add(line); err != nil {
						return nil, err
					}
					line = line[:0]
				}
				if c.Duplicate != "" {
					line = append(line, event(u.Tags[t].mark()))
				}
			}
			line = append(line, wordPrefix+word)
			if m := u.Marks[t]; m != None {
				line = append(line, event(m))
			}
		}
		if err := counter.Add(line); err != nil {
			return nil, err
		}
		line = line[:0]
	}
	m, _, err := counter.Estimate(lm.EstimateOptions{})
	return m, err
}

// gap is what may stand between two words, before the first or after the last one.
type gap struct {
	events []uint32
	mark   Mark // after the word before
	opens  Mark // of the sentence that follows, where the model says it; else None
}

// search finds the best events between words. It belongs to one goroutine. Unlike
// lm.Hidden it has events before the first word, and lets the marks at both ends of a
// sentence agree.
type search struct {
	model              *lm.Model
	first, inner, last []gap
	agree              bool

	ids    []uint32
	nodes  []node
	layers []int32 // where the nodes of each layer begin
	index  map[nodeKey]int32
}

type nodeKey struct {
	state lm.State
	opens Mark
}

// node is the best way to what the model remembers, and to the mark in front of the
// sentence where that matters.
type node struct {
	nodeKey
	gap  int32
	from int32
	logp float64
}

// newSearch returns the search for events; ends: of sentences, whatever their marks;
// sentence: each text is one sentence.
func newSearch(c *HiddenConfig, m *lm.Model, ends, sentence bool) *search {
	s := &search{model: m, agree: c.Duplicate == Agree && !ends, index: make(map[nodeKey]int32)}
	id := func(m Mark) uint32 {
		if ends {
			return s.model.Vocabulary().ID(endsOnly(m))
		}
		return s.model.Vocabulary().ID(events[m])
	}
	marks := []Mark{Period, QMark, EMark}
	if ends {
		marks = marks[:1]
	}
	s.first, s.inner = []gap{{}}, []gap{{}, {events: []uint32{id(Comma)}, mark: Comma}}
	if c.Duplicate != "" {
		s.first = nil
	}
	if !sentence {
		s.last = append(s.last, s.inner...)
	}
	for _, m := range marks {
		s.last = append(s.last, gap{events: []uint32{id(m)}, mark: m})
		if c.Duplicate == "" {
			continue
		}
		s.first = append(s.first, gap{events: []uint32{id(m)}, opens: m})
		for _, next := range marks {
			if !sentence {
				s.inner = append(s.inner, gap{events: []uint32{id(m), id(next)}, mark: m, opens: next})
			}
		}
	}
	if c.Duplicate == "" && !sentence {
		s.inner = s.last
	}
	return s
}

// best returns the marks after words on the most probable path, and the mark in front of
// each sentence at its first word, None elsewhere.
func (s *search) best(words []string) (marks, opens []Mark) {
	s.ids = s.ids[:0]
	for _, w := range words {
		s.ids = append(s.ids, s.model.Vocabulary().ID(wordPrefix+w))
	}
	s.nodes, s.layers = append(s.nodes[:0], node{nodeKey: nodeKey{state: s.model.BeginState()}}), append(s.layers[:0], 0)
	s.layer(s.first)
	for i := range s.ids {
		s.word(s.ids[i])
		if i+1 < len(s.ids) {
			s.layer(s.inner)
		}
	}
	s.layer(s.last)
	best, at := math.Inf(-1), int32(-1)
	for i := s.layers[len(s.layers)-1]; i < int32(len(s.nodes)); i++ {
		p, _ := s.model.Score(s.nodes[i].state, lm.End)
		if p += s.nodes[i].logp; p > best || at < 0 {
			best, at = p, i
		}
	}
	marks, opens = make([]Mark, len(words)), make([]Mark, len(words))
	gaps := s.last
	for t := len(words) - 1; t >= 0; t-- {
		marks[t] = gaps[s.nodes[at].gap].mark
		if t+1 < len(words) {
			opens[t+1] = gaps[s.nodes[at].gap].opens
		}
		at, gaps = s.nodes[at].from, s.inner
	}
	if len(words) > 0 {
		opens[0] = s.first[s.nodes[at].gap].opens
	}
	return marks, opens
}

// word adds a word to every path.
func (s *search) word(id uint32) {
	for i := s.layers[len(s.layers)-1]; i < int32(len(s.nodes)); i++ {
		n := &s.nodes[i]
		p, next := s.model.Score(n.state, id)
		n.logp, n.state = n.logp+p, next
	}
}

// layer adds what may stand in a gap to every path.
func (s *search) layer(gaps []gap) {
	lo, hi := s.layers[len(s.layers)-1], int32(len(s.nodes))
	s.layers = append(s.layers, hi)
	clear(s.index)
	for i := lo; i < hi; i++ {
		for g := range gaps {
			n := s.nodes[i]
			if s.agree && gaps[g].mark.ends() && gaps[g].mark != n.opens {
				continue
			}
			for _, id := range gaps[g].events {
				p, next := s.model.Score(n.state, id)
				n.logp, n.state = n.logp+p, next
			}
			if s.agree && gaps[g].opens != None {
				n.opens = gaps[g].opens
			}
			n.gap, n.from = int32(g), i
			switch j, ok := s.index[n.nodeKey]; {
			case !ok:
				s.index[n.nodeKey] = int32(len(s.nodes))
				s.nodes = append(s.nodes, n)
			case n.logp > s.nodes[j].logp:
				s.nodes[j] = n
			}
		}
	}
}

// predict returns the marks of texts.
func (h *hidden) predict(text []Utterance, workers int) [][]Mark {
	out := make([][]Mark, len(text))
	parallel.Strided(workers, workers, func(me, _ int) {
		marks := newSearch(&h.config, h.marks, false, h.config.Cascaded)
		var ends *search
		if h.config.Cascaded {
			ends = newSearch(&h.config, h.ends, true, false)
		}
		for i := me; i < len(text); i += workers {
			words := text[i].Words
			if ends == nil {
				out[i] = h.read(marks.best(words))
				continue
			}
			cut, _ := ends.best(words)
			from := 0
			for t := range words {
				if cut[t].ends() || t+1 == len(words) {
					out[i] = append(out[i], h.read(marks.best(words[from:t+1]))...)
					from = t + 1
				}
			}
		}
	})
	return out
}

// read returns the marks after words, given those in front of sentences.
func (h *hidden) read(marks, opens []Mark) []Mark {
	if h.config.Duplicate != Front {
		return marks
	}
	now := None
	for t := range marks {
		if opens[t] != None {
			now = opens[t]
		}
		if marks[t].ends() {
			marks[t] = now
		}
	}
	return marks
}
