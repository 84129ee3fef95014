package producers

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
)

// DictionaryName is the name of Dictionary, DictionaryAbout what it proposes, in a sentence.
const (
	DictionaryName  = "confusable-phrase-dictionary"
	DictionaryAbout = "the labels that phrases which the models confuse have been found to need"
)

// Dictionary is the confusable-phrase dictionary: wherever the words of an entry
// stand in the sentence with other labels, it gives them the labels of the entry.
type Dictionary struct {
	phrases map[string][][]data.Label // labels by words
	longest int
}

// NewDictionary returns the producer of some phrases.
func NewDictionary(phrases []Phrase) *Dictionary {
	d := &Dictionary{phrases: make(map[string][][]data.Label)}
	for _, p := range phrases {
		key := strings.Join(p.Words, " ")
		d.phrases[key] = append(d.phrases[key], p.Labels)
		d.longest = max(d.longest, len(p.Words))
	}
	return d
}

// Name returns DictionaryName.
func (d *Dictionary) Name() string { return DictionaryName }

// About says what the producer proposes.
func (d *Dictionary) About() string { return DictionaryAbout }

// Prepare finds the phrases in a sentence.
func (d *Dictionary) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	p := beam.Lend[dictionary](in, &dictionaries)
	p.found = p.found[:0]
	key := p.key
	for i := range in.Sentence.Tokens {
		key = key[:0]
		for j := i; j < len(in.Sentence.Tokens) && j < i+d.longest; j++ {
			if j > i {
				key = append(key, ' ')
			}
			key = append(key, in.Sentence.Tokens[j].Text...)
			for _, labels := range d.phrases[string(key)] {
				p.found = append(p.found, occurrence{i, labels})
			}
		}
	}
	p.key = key
	return p, nil
}

var dictionaries sync.Pool

type occurrence struct {
	at     int
	labels []data.Label
}

type dictionary struct {
	key    []byte
	found  []occurrence
	labels []data.Label
}

func (d *dictionary) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	d.labels = proposeEach(d.found, h, d.labels, emit)
	return nil
}

// proposeEach proposes the labels of every occurrence in the place of others, and returns the
// memory of the labels.
func proposeEach(found []occurrence, h *beam.Hypothesis, labels []data.Label, emit func([]data.Label)) []data.Label {
	for _, o := range found {
		if slices.Equal(h.Labels[o.at:o.at+len(o.labels)], o.labels) {
			continue
		}
		labels = append(labels[:0], h.Labels...)
		copy(labels[o.at:], o.labels)
		emit(labels)
	}
	return labels
}
