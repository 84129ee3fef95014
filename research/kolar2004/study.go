package kolar2004

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/cart"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Set is what models are trained on, and what they are scored on.
type Set struct {
	Name  string
	Train []*Text
	Dev   []Part
}

// Part is a text to score on.
type Part struct {
	Name  string
	Texts []*Text
}

// Study trains models on sets and scores them.
type Study struct {
	// Rare is how often a word occurs in the texts to train on that stands for itself in the
	// models of rare words (k).
	Rare int
	// Order is that of the language models; 0: it is chosen, of 2 to 4.
	Order int
	// HoldOut is the share of the recordings to train on, those with times where there are
	// any, on which choices are made.
	HoldOut float64
	Shape   []int // of the perceptrons: see classify.NetOptions
	Seed    uint64
	Workers int
	Dir     string // where finished steps are kept; "" keeps nothing
	Report  func(stages.Event)
}

// Model is a row of Tables 2 and 3.
type Model uint8

// The models.
const (
	LM Model = iota
	CART
	MLP
	LMCART
	LMMLP
	numModels
)

// String returns the name of a model as in Table 2.
func (m Model) String() string {
	return [...]string{"LM", "CART", "MLP", "LM+CART", "LM+MLP"}[m]
}

// Result is what a study found of a set.
type Result struct {
	Set       *Set
	Priors    []float64 // shares of the classes in what there is to train on
	Orders    []OrderChoice
	Order     int
	Kind      Kind // the kind of language model of Tables 2 and 3
	Languages []LanguageRow
	Combined  []CombinedRow
	Alone     []AloneRow
	Parts     []PartResult // of the parts of Dev with times; nil: there are no times to train on
	Tree      *cart.Tree
	Shape     []int // of the perceptron
}

// OrderChoice is how a language model did on what was held out.
type OrderChoice struct {
	Order  int
	Kind   Kind
	F      float64
	Chosen bool
}

// LanguageRow is a row of Table 1.
type LanguageRow struct {
	Kind   Kind
	Counts []Counts // by part of Dev
}

// AloneRow is how a classifier did by itself on what was held out.
type AloneRow struct {
	Model    Model    // CART or MLP
	Equation Equation // Downsampled: with the priors put back
	F        float64
	Chosen   bool
}

// CombinedRow is how a way to join a classifier with the language model did.
type CombinedRow struct {
	Model   Model // LMCART or LMMLP
	Variant Variant
	Lambda  float64
	HeldF   float64
	F       []float64 // by part, as Parts
	Chosen  bool
}

// PartResult is how models did on a part.
type PartResult struct {
	Name   string
	Words  int
	Shares []float64 // of the classes
	Counts [numModels]Counts
	// Above[i][j] is the share of the samples of the paired bootstrap in which model i has no
	// better F than model j.
	Above [numModels][numModels]float64
}

// held parts the texts to train on.
func (s *Study) held(texts []*Text) (rest, held []*Text) {
	from := timed(texts)
	if len(from) == 0 {
		from = texts
	}
	n := 0
	for _, t := range texts {
		if slices.Contains(from, t) {
			if n++; int(float64(n)*s.HoldOut) > int(float64(n-1)*s.HoldOut) {
				held = append(held, t)
				continue
			}
		}
		rest = append(rest, t)
	}
	return rest, held
}

// run is a study of a set at work.
type run struct {
	*Study
	ctx        context.Context
	set        *Set
	columns    []classify.Column
	rest, held []*Text
	out        *Result
}

// Columns are those of the vectors that classifiers read: the features of prosody that the
// paper has.
func Columns() []classify.Column {
	var out []classify.Column
	for _, f := range prosody.Features() {
		if !f.Local {
			out = append(out, classify.Column{Name: f.Name, Values: f.Values})
		}
	}
	return out
}

// ofPaper returns the values of Columns, of a vector of prosody, in its memory.
func ofPaper(x []float32) []float32 {
	out := x[:0]
	for i, f := range features {
		if !f.Local {
			out = append(out, x[i])
		}
	}
	return out
}

var features = prosody.Features()

// Run trains and scores all models of a set. Nothing is chosen on what is scored.
func (s *Study) Run(ctx context.Context, set *Set) (*Result, error) {
	r := &run{Study: s, ctx: ctx, set: set, columns: Columns(), out: &Result{Set: set}}
	if r.rest, r.held = s.held(set.Train); len(r.rest) == 0 || len(r.held) == 0 {
		return nil, fmt.Errorf("%s: with a share of %v nothing is left to train on, or to choose on, of %d recordings", set.Name, s.HoldOut, len(set.Train))
	}
	var all []prosody.Word
	for _, t := range set.Train {
		all = append(all, t.said...)
	}
	if slices.Min(shares(r.rest)) == 0 {
		return nil, fmt.Errorf("%s: %w: words without a mark, ends of sentences and commas", set.Name, errNeeded)
	}
	stats := prosody.LearnDurations(all)
	voice(set.Train, stats)
	for _, p := range set.Dev {
		voice(p.Texts, stats)
	}
	if err := r.chooseLanguage(); err != nil {
		return nil, err
	}
	if err := r.table1(); err != nil {
		return nil, err
	}
	if len(timed(set.Train)) == 0 {
		return r.out, nil
	}
	return r.out, r.prosody()
}

var errNeeded = errors.New("the texts to train on need all classes")

func (r *run) report(step string) {
	if r.Report != nil {
		r.Report(stages.Event{Step: r.set.Name + ": " + step})
	}
}

// kinds returns the kinds of language models that texts have tags for.
func (r *run) kinds() []Kind {
	if isPositional(r.set.Train) {
		return []Kind{WordsOnly, TagsOnly, RareTags, RareSubtags}
	}
	return []Kind{WordsOnly, TagsOnly, RareTags}
}

// chooseLanguage chooses the order and the kind of the language model by the F of what is
// held out.
func (r *run) chooseLanguage() error {
	r.report("choosing a language model")
	orders := []int{r.Order}
	if r.Order == 0 {
		orders = []int{2, 3, 4}
	}
	best := -1
	for _, order := range orders {
		for _, kind := range r.kinds() {
			l, err := trainLanguage(kind, order, r.Rare, r.rest)
			if err != nil {
				return err
			}
			counts, err := r.counted(l, r.held)
			if err != nil {
				return err
			}
			r.out.Orders = append(r.out.Orders, OrderChoice{Order: order, Kind: kind, F: counts.Score(false).F})
			if at := len(r.out.Orders) - 1; best < 0 || r.out.Orders[at].F > r.out.Orders[best].F {
				best = at
			}
		}
	}
	c := &r.out.Orders[best]
	c.Chosen = true
	r.out.Order, r.out.Kind = c.Order, c.Kind
	return nil
}

// counted returns the counts of texts by a language model alone.
func (r *run) counted(l *language, texts []*Text) (Counts, error) {
	post, err := l.posteriors(r.ctx, texts, nil, r.Workers)
	if err != nil {
		return Counts{}, err
	}
	return countsOf(texts, post), nil
}

// countsOf counts the most probable classes of texts.
func countsOf(texts []*Text, post [][][]float64) Counts {
	var out Counts
	for i, t := range texts {
		out.Add(t.gold, decide(post[i]))
	}
	return out
}

// table1 scores all kinds of language models on all parts.
func (r *run) table1() error {
	for _, kind := range r.kinds() {
		r.report("language model: " + kind.Name(r.Rare))
		l, err := trainLanguage(kind, r.out.Order, r.Rare, r.set.Train)
		if err != nil {
			return err
		}
		row := LanguageRow{Kind: kind}
		for _, p := range r.set.Dev {
			counts, err := r.counted(l, p.Texts)
			if err != nil {
				return err
			}
			row.Counts = append(row.Counts, counts)
		}
		r.out.Languages = append(r.out.Languages, row)
	}
	return nil
}

// bootstrapSamples is how often the bootstrap draws.
const bootstrapSamples = 1000

// compare fills PartResult.Above.
func (p *PartResult) compare(texts []*Text, found *[numModels][][]Class, seed uint64) {
	var by [numModels][]metric.Counts
	for m := range numModels {
		for i, t := range texts {
			by[m] = append(by[m], sentences(t.gold, found[m][i])...)
		}
	}
	for a := range numModels {
		for b := range numModels {
			if a != b {
				p.Above[a][b] = metric.PairedBootstrap(by[a], by[b], bootstrapSamples, seed)
			}
		}
	}
}
