package producers

import (
	"context"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// EditWordsName is the name of EditWords, EditWordsAbout what it proposes, in a sentence.
const (
	EditWordsName  = "edit-word-marker"
	EditWordsAbout = "the best label sequences of the cleaned-up sentence under the edit model"
)

// EditWords is the edit-word-marker: the n best label sequences of the cleaned-up
// sentence under the edit model, among those not more than Margin below the best
// in log-probability.
type EditWords struct {
	labeller *stages.Labeller
	n        int
	margin   float64
	whole    bool // it proposes label sequences of the whole sentence alone
}

// NewEditWords returns an edit-word-marker.
func NewEditWords(l *stages.Labeller, n int, margin float64) *EditWords {
	return &EditWords{labeller: l, n: n, margin: margin}
}

// OfWhole returns a producer that proposes of cleaned-up sentences, in the place of label
// sequences, each of which takes an analysis, what those of the whole sentence remove, a
// stretch at a time: beside the network-marker this is as good.
func (p *EditWords) OfWhole() *EditWords {
	q := *p
	q.whole = true
	return &q
}

// Name returns EditWordsName.
func (p *EditWords) Name() string { return EditWordsName }

// About says what the producer proposes.
func (p *EditWords) About() string { return EditWordsAbout }

// Prepare returns the proposer of a sentence.
func (p *EditWords) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	s, err := p.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	e := beam.Lend[editWords](in, &editMarkers)
	e.p, e.session, e.found, e.kept = p, s, e.found[:0], e.kept[:0]
	return e, nil
}

var editMarkers sync.Pool

type editWords struct {
	p       *EditWords
	session *stages.Session
	sub     []data.Label
	labels  []data.Label
	found   []occurrence // of OfWhole: the stretches that some label sequence of the whole sentence removes
	kept    []data.Label // their labels
}

func (e *editWords) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	if e.p.whole && len(h.Cleaned.Kept) < len(h.Labels) {
		e.labels = proposeEach(e.found, h, e.labels, emit)
		return nil
	}
	for _, path := range e.session.Analysis(h.Cleaned.ID, h.Cleaned.Kept).NBest(e.p.n, e.p.margin) {
		e.sub = e.sub[:0]
		for _, y := range path.Labels {
			e.sub = append(e.sub, data.Label(y))
		}
		if e.p.whole {
			e.find(e.sub)
		}
		e.labels = h.Cleaned.Restore(h.Labels, e.sub, e.labels)
		emit(e.labels)
	}
	return nil
}

// find keeps the stretches that labels of the whole sentence remove.
func (e *editWords) find(labels []data.Label) {
	for i := 0; i < len(labels); {
		j := i
		for j < len(labels) && labels[j] != data.O {
			j++
		}
		if j > i && !slices.ContainsFunc(e.found, func(o occurrence) bool { return o.at == i && slices.Equal(o.labels, labels[i:j]) }) {
			n := len(e.kept)
			e.kept = append(e.kept, labels[i:j]...)
			e.found = append(e.found, occurrence{i, e.kept[n:len(e.kept):len(e.kept)]})
		}
		i = j + 1
	}
}

// FillerWordsName is the name of FillerWords, FillerWordsAbout what it proposes, in a sentence.
const (
	FillerWordsName  = "filler-word-marker"
	FillerWordsAbout = "nothing of its own: it runs the filler stage on cleaned-up sentences, too"
)

// FillerWords is the filler-word-marker: it makes the first stage run on
// cleaned-up sentences, too, so that what reads its fillers sees those it finds
// there. It proposes nothing itself.
type FillerWords struct{ labeller *stages.Labeller }

// NewFillerWords returns a filler-word-marker.
func NewFillerWords(l *stages.Labeller) *FillerWords { return &FillerWords{l} }

// Name returns FillerWordsName.
func (p *FillerWords) Name() string { return FillerWordsName }

// About says what the producer does.
func (p *FillerWords) About() string { return FillerWordsAbout }

// Prepare switches the marker on for a sentence.
func (p *FillerWords) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	s, err := p.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	s.MarkFillers()
	return fillerWords{}, nil
}

type fillerWords struct{}

func (fillerWords) Propose(*beam.Hypothesis, func([]data.Label)) error { return nil }
