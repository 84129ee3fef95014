package stages

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/spare"
	"github.com/tidytalk/tidytalk/m3n"
)

// Labeller runs the whole path from words to labels and filler kinds. It is
// immutable and may be used by several goroutines at once.
type Labeller struct {
	models   Models
	scheme   Scheme      // of the edit model
	schema   *m3n.Schema // of the edit model: one of editSchemas
	workers  spare.Pool
	sessions spare.Pool
	readings sync.Pool
}

// NewLabeller assembles a labeller from its models. Models made for other columns
// or labels than this version computes are refused. The edit model may have the
// labels of any Scheme; those of EO leave the fillers to the first stage.
func NewLabeller(m Models) (*Labeller, error) {
	scheme, ok := schemeOf(m.Edit.Labels)
	if !ok {
		return nil, fmt.Errorf("the edit model has unknown labels %v: train it again", m.Edit.Labels)
	}
	schema := stageSchema
	for _, s := range slices.Concat(editSchemas, voicedSchemas) {
		if reflect.DeepEqual(m.Edit.Schema, s) {
			schema = s
		}
	}
	for _, c := range []struct {
		part   Part
		model  *m3n.Model
		schema *m3n.Schema
		labels []string
	}{
		{PartFiller, m.Filler, stageSchema, []string{"O", "F"}},
		{PartEdit, m.Edit, schema, scheme.labels()},
		{PartKinds, m.Kinds, kindSchema, kindLabels},
	} {
		if !reflect.DeepEqual(c.model.Schema, c.schema) || !slices.Equal(c.model.Labels, c.labels) {
			return nil, fmt.Errorf("the %s model is made for other columns or labels: train it again", c.part)
		}
	}
	return &Labeller{models: m, scheme: scheme, schema: schema}, nil
}

// Model returns the model of a part, nil for an unknown one.
func (l *Labeller) Model(p Part) *m3n.Model {
	switch p {
	case PartTagger:
		return l.models.Tagger.model
	case PartFiller:
		return l.models.Filler
	case PartEdit:
		return l.models.Edit
	case PartKinds:
		return l.models.Kinds
	}
	return nil
}

// TagNames returns the tags that the tagger knows.
func (l *Labeller) TagNames() []string { return l.models.Tagger.tags.tags }

// LanguageModels returns the language models.
func (l *Labeller) LanguageModels() LanguageModels { return l.models.LanguageModels }

// WithEdit returns a labeller with another edit model.
func (l *Labeller) WithEdit(edit *m3n.Model) (*Labeller, error) {
	m := l.models
	m.Edit = edit
	return NewLabeller(m)
}

// prunedShare is the share of the largest weight below which Pruned leaves features
// out, by development score.
const prunedShare = 0.06

// Pruned returns a labeller whose filler and edit models are without features of small
// weights: it is faster, and no worse.
func (l *Labeller) Pruned() *Labeller {
	out := &Labeller{models: l.models, scheme: l.scheme, schema: l.schema}
	out.models.Filler, out.models.Edit = l.models.Filler.Pruned(prunedShare), l.models.Edit.Pruned(prunedShare)
	return out
}

// worker is the memory of one goroutine.
type worker struct {
	lexicon *lexicon
	in      instance
	y       []uint8
	labels  []data.Label
	tagging taggerScratch
	stage   *m3n.Sequence
	columns editScratch
	filler  *m3n.Scratch
	edit    *m3n.Scratch
	kinds   *m3n.Scratch
	kindSeq *m3n.Sequence
	allowed [][]uint8

	posteriors []float64
}

func (l *Labeller) worker() *worker {
	if w, ok := l.workers.Get().(*worker); ok {
		return w
	}
	lexicon := newLexicon()
	lexicon.lms = l.models.LanguageModels
	return &worker{lexicon: lexicon, stage: m3n.NewSequence(l.schema), kindSeq: m3n.NewSequence(kindSchema),
		filler: l.models.Filler.NewScratch(), edit: l.models.Edit.NewScratch(), kinds: l.models.Kinds.NewScratch(), tagging: l.models.Tagger.newScratch()}
}

// Label decides about every token of a sentence with the edit model alone (COLING
// 2014, section 3, the baseline): label, kind and tag, and with posteriors P(label).
// Only the texts and times of the tokens are read, and what the sentence says of
// predicted sentence boundaries. See OnTokens for tokens that are no words.
func (l *Labeller) Label(s *data.Sentence, posteriors bool) []data.Decision {
	words, at := Words(s)
	r := l.Read(&words)
	defer r.Release()
	return OnTokens(s, at, l.LabelWords(r, posteriors))
}

// LabelWords is Label for words that are read already, by a labeller with the same
// tagger.
func (l *Labeller) LabelWords(r *Reading, posteriors bool) []data.Decision {
	out := make([]data.Decision, r.Len())
	if len(out) == 0 {
		return out
	}
	w := l.worker()
	defer l.workers.Put(w)
	in := &r.in
	if r.l.models.Filler != l.models.Filler {
		// The tags are the same, the fillers are those of the labeller's own first stage.
		w.in.copyOf(in)
		in = &w.in
		l.findFillers(w, in)
	}
	l.fillEdit(w, in)
	lat := l.models.Edit.Score(w.stage, w.edit)
	l.offset(lat, in)
	w.y = resize(w.y, len(out))
	lat.Viterbi(w.y)
	w.labels = w.labels[:0]
	for i := range out {
		out[i].Label = l.class(in, i, w.y[i])
		out[i].Tag = l.models.Tagger.tags.tags[in.tagIndex[i]]
		w.labels = append(w.labels, out[i].Label)
	}
	if posteriors {
		w.posteriors, _ = lat.NodePosteriors(w.posteriors)
		L := len(l.models.Edit.Labels)
		for i := range out {
			for y, p := range w.posteriors[i*L : (i+1)*L] {
				out[i].Posteriors[l.class(in, i, uint8(y))] += p
			}
		}
	}
	l.kinds(w, in, w.labels, func(i int, k data.Kind) { out[i].Kind = k })
	return out
}

// prepare runs the tagger and the first stage on the words in w, and fills the
// columns of the edit stage.
func (l *Labeller) prepare(w *worker) {
	l.firstStage(w, &w.in)
	l.fillEdit(w, &w.in)
}

// fillEdit fills the columns of the edit stage.
func (l *Labeller) fillEdit(w *worker, in *instance) {
	in.fillEdit(w.stage, l.schema, &w.columns, &l.models.LanguageModels)
}

// Evidence returns what the edit model reads besides the words and their times.
func (l *Labeller) Evidence() Evidence {
	e, _ := evidenceOf(l.schema)
	return e
}

// firstStage runs the tagger and the first stage on an instance.
func (l *Labeller) firstStage(w *worker, in *instance) {
	l.models.Tagger.tag(in, &w.tagging)
	l.findFillers(w, in)
}

// findFillers runs the first stage on an instance that has its tags.
func (l *Labeller) findFillers(w *worker, in *instance) {
	w.y = resize(w.y, len(in.words))
	in.fillStage(w.stage, nil, nil)
	l.models.Filler.Decode(w.stage, nil, w.filler, w.y)
	in.setFillers(w.y)
}

// untimedOffset is what the fluent label loses at a word without times, by
// development score. The edit model is trained on words with times, where the
// absence of a pause speaks for it.
const untimedOffset = 0.4

// offset makes up for missing times in the scores of a model that knows times. Text with
// punctuation mostly has none, and its model has learnt that.
func (l *Labeller) offset(lat *m3n.Lattice, in *instance) {
	if l.Evidence() == Punctuation || len(l.models.Edit.Bins) == 0 || len(l.models.Edit.Bins[0]) == 0 {
		return
	}
	for t, start := range in.start {
		if start == start {
			continue
		}
		for y := range lat.L {
			if l.scheme.class(uint8(y)) == data.O {
				lat.Node[t*lat.L+y] -= untimedOffset
			}
		}
	}
}

// class returns the disfluency label that label y of the edit model means for
// word j of an instance.
func (l *Labeller) class(in *instance, j int, y uint8) data.Label {
	c := l.scheme.class(y)
	if l.scheme == EO && c == data.O && in.filler[j] != m3n.Absent {
		return data.F
	}
	return c
}

// kinds calls set with the kind of every filler among the words of in, which have
// these labels.
func (l *Labeller) kinds(w *worker, in *instance, labels []data.Label, set func(word int, k data.Kind)) {
	w.allowed = w.allowed[:0]
	any := false
	for j, y := range labels {
		filler := y == data.F || y == data.E && in.filler[j] != m3n.Absent
		any = any || filler
		w.allowed = append(w.allowed, kindsAllowed(filler))
	}
	if !any {
		return
	}
	in.fillKinds(w.kindSeq)
	w.y = resize(w.y, len(labels))
	l.models.Kinds.Decode(w.kindSeq, w.allowed, w.kinds, w.y)
	for j, y := range w.y {
		set(j, data.Kind(y))
	}
}
