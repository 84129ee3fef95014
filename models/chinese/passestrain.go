package chinese

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
)

// PunctuationConfig says how a Punctuator is trained: by a few passes of AdaGrad over the text for the
// log-loss, or to its optimum. It may be marshalled as JSON: what Fill does is not in it.
type PunctuationConfig struct {
	// Templates are those of all passes: see PaperFeatures. Column names are those of words (w the
	// word, t its tag, p and f the labels of phrase and functional chunk) and of More. A gap is at
	// the word before it: w[0] is that word, and w[1] the one behind.
	Templates string
	// PassTemplates are added for passes that have others before them: see PassFeatures. They may read
	// the column put, too: what those have put into a gap.
	PassTemplates string
	// Starts are the passes of the paper that each pass begins with: nil are all three; with Finals
	// alone, one pass predicts all punctuation; with Finals and Indicators, one that of the first two.
	Starts []Pass `json:",omitempty"`
	// GoldFed trains passes on the punctuation of the text in place of what the passes
	// before would predict. It is there to be compared.
	GoldFed bool `json:",omitempty"`
	// Least is how many texts a combination of signs in a gap has to be in; features must be seen
	// LeastSeen times. 0 is 2 and 1.
	Least, LeastSeen int
	L2               float64 // L2 |w|^2 is added to the log-loss of the text
	Passes           int     // over the text; 0: by L-BFGS to the optimum
	Dropout          float64 `json:",omitempty"` // share of the features that each pass over the text leaves out
	Seed             uint64  // of the order of the texts, and of dropout
	Folds            int     // in which the text is for predictions that passes read; 0 is 5
	// More names columns of the schema besides those of words, which Fill fills.
	More []string `json:",omitempty"`
	// Fill makes the columns of text i. It may be called from several goroutines at once, each
	// with columns of its own, and must always do the same. nil is FillWords.
	Fill func(c *Columns, i int) `json:"-"`
}

// What training by AdaGrad, and by L-BFGS, does at most.
const (
	adaGradRate    = 0.2
	lbfgsSteps     = 250
	lbfgsTolerance = 2e-6 // of the gradient, for every word
	defaultFolds   = 5
)

// TrainPunctuation trains a Punctuator on punctuated texts. report, where set, is told the name of a
// step and how it goes on. The result does not depend on workers.
func TrainPunctuation(ctx context.Context, text []Sentence, config PunctuationConfig, workers int, report func(step string, p m3n.Progress)) (*Punctuator, error) {
	t := &punctuationTrainer{ctx: ctx, PunctuationConfig: config, text: text, workers: max(workers, 1), report: report}
	if err := t.start(); err != nil {
		return nil, err
	}
	passes, err := passSets(t.Starts)
	if err != nil {
		return nil, err
	}
	fed := make([][][]Sign, len(text))
	for i := range fed {
		fed[i] = make([][]Sign, len(text[i].Gaps))
	}
	for i, p := range passes {
		if err := t.pass(p, fed, i+1 < len(passes)); err != nil {
			return nil, err
		}
	}
	if len(t.out.passes) == 0 {
		return nil, errors.New("there is no punctuation in the text to train on")
	}
	return &t.out, nil
}

// punctuationTrainer is a training at work.
type punctuationTrainer struct {
	PunctuationConfig
	ctx     context.Context
	text    []Sentence
	gold    [][][]Sign // balanced
	workers int
	report  func(string, m3n.Progress)
	out     Punctuator
}

func (t *punctuationTrainer) start() error {
	if len(t.text) == 0 {
		return errors.New("there is no text to train on")
	}
	for i, s := range t.text {
		if len(s.Words) == 0 || len(s.Gaps) != len(s.Words)+1 {
			return fmt.Errorf("text %d has %d words and %d gaps: there is one more gap than words, and a word", i+1, len(s.Words), len(s.Gaps))
		}
		t.gold = append(t.gold, Balanced(s.Gaps))
	}
	if t.Folds == 0 {
		t.Folds = defaultFolds
	}
	if t.Least == 0 {
		t.Least = 2
	}
	if t.Folds = min(t.Folds, len(t.text)); t.Folds < 2 && len(t.Starts) != 1 && !t.GoldFed {
		return errors.New("several passes need two texts to train on, and two folds")
	}
	if t.Fill == nil {
		t.Fill = func(c *Columns, i int) { FillWords(c, t.text[i].Words) }
	}
	t.out.header = punctuationHeader{More: t.More}
	return nil
}

// pass trains a pass on what the ones before have put into gaps. Where others follow it adds to
// that what models say that have not seen the text.
func (t *punctuationTrainer) pass(p passSet, fed [][][]Sign, more bool) error {
	g := learnGrammar(p, t.gold, t.Least)
	if len(g.found) == 1 {
		return nil
	}
	d, dec, err := t.dataset(g, fed)
	if err != nil {
		return err
	}
	name := "punctuation"
	if p != (passSet{Finals, NumPasses}) {
		name = fmt.Sprintf("punctuation, pass %d", len(t.out.passes)+1)
	}
	model, err := t.train(d, name)
	if err != nil {
		return err
	}
	t.out.passes = append(t.out.passes, &punctuationPass{p, model, dec})
	t.out.header.Passes = append(t.out.header.Passes, [2]Pass{p.from, p.to})
	if !more {
		return nil
	}
	if t.GoldFed {
		return t.feed(fed, 0, len(t.text), func(i int, _ *PunctuationScratch, gaps [][]Sign) {
			for gap, signs := range g.nearest(t.gold[i]) {
				_, found := split(signs, p.own, p.earlier)
				gaps[gap] = merge(nil, gaps[gap], found)
			}
		})
	}
	for fold := range t.Folds {
		lo, hi := fold*len(t.text)/t.Folds, (fold+1)*len(t.text)/t.Folds
		keep := make([]bool, len(t.text))
		for i := range keep {
			keep[i] = i < lo || i >= hi
		}
		rest, err := d.Subset(keep)
		if err != nil {
			return err
		}
		model, err := t.train(rest, fmt.Sprintf("%s, fold %d", name, fold+1))
		if err != nil {
			return err
		}
		unseen := &punctuationPass{p, model, dec}
		if err := t.feed(fed, lo, hi, func(_ int, s *PunctuationScratch, gaps [][]Sign) { unseen.predict(s, s.passes[0], gaps) }, model); err != nil {
			return err
		}
	}
	return nil
}

// feed calls f with texts and what passes have put into their gaps, for it to add to. The
// sequence of the scratch is ready, as is memory for models.
func (t *punctuationTrainer) feed(fed [][][]Sign, lo, hi int, f func(i int, s *PunctuationScratch, gaps [][]Sign), models ...*m3n.Model) error {
	type worker struct {
		c *Columns
		s *PunctuationScratch
	}
	_, err := parallel.EachWith(t.ctx, t.workers, hi-lo, func() worker {
		s := &PunctuationScratch{seq: m3n.NewSequence(t.out.header.schema())}
		for _, m := range models {
			s.passes = append(s.passes, m.NewScratch())
		}
		return worker{NewColumns(len(t.More)), s}
	}, func(w worker, i int) {
		i += lo
		t.Fill(w.c, i)
		fillSequence(w.s.seq, w.c)
		fillPut(w.s.seq, len(w.c.values), fed[i])
		f(i, w.s, fed[i])
	})
	return err
}

// dataset compiles the text for a pass.
func (t *punctuationTrainer) dataset(g *grammar, fed [][][]Sign) (*m3n.Dataset, *decoder, error) {
	source := g.head() + fmt.Sprintf("threshold %d\n", max(t.LeastSeen, 1)) + t.Templates
	if len(t.out.passes) > 0 {
		source += t.PassTemplates
	}
	templates, err := m3n.ParseTemplates(strings.NewReader(source), "templates")
	if err != nil {
		return nil, nil, err
	}
	dec, err := newDecoder(templates.Space())
	if err != nil {
		return nil, nil, err
	}
	gold := make([][]uint8, len(t.text))
	for i := range t.text {
		for _, l := range g.encode(g.nearest(t.gold[i])) {
			y, ok := templates.Space().Tuple([]uint8{uint8(l[0]), uint8(l[1])}[:len(templates.Space().Layers())]...)
			if !ok {
				return nil, nil, fmt.Errorf("text %d: no label for %s", i+1, g.found[l[0]])
			}
			gold[i] = append(gold[i], y)
		}
	}
	columns := sync.Pool{New: func() any { return NewColumns(len(t.More)) }}
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: t.out.header.schema(), N: len(t.text),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			c := columns.Get().(*Columns)
			t.Fill(c, i)
			fillSequence(seq, c)
			fillPut(seq, len(c.values), fed[i])
			columns.Put(c)
			ex.Gold = gold[i]
		},
	}, templates, t.workers)
	return d, dec, err
}

// train trains a model.
func (t *punctuationTrainer) train(d *m3n.Dataset, name string) (*m3n.Model, error) {
	return t.TrainChain(t.ctx, d, t.workers, func(p m3n.Progress) {
		if t.report != nil {
			t.report(name, p)
		}
	})
}

// TrainChain trains a chain on a dataset as those of a Punctuator are trained, with L2, Passes, Dropout and
// Seed, for others to be compared with them. report is told how it goes on. The result does not
// depend on workers.
func (c *PunctuationConfig) TrainChain(ctx context.Context, d *m3n.Dataset, workers int, report func(m3n.Progress)) (*m3n.Model, error) {
	if c.Passes > 0 {
		w, err := m3n.Subgradient{
			Objective: m3n.LogLoss{}, Passes: c.Passes, L2: 2 * c.L2 / float64(d.Sequences()), Rate: adaGradRate, Seed: c.Seed, Dropout: c.Dropout, Workers: workers,
			Report: func(p m3n.Progress, _ func() []float32) { report(p) },
		}.Train(ctx, d)
		if err != nil {
			return nil, err
		}
		return m3n.NewModel(d, w, m3n.Prune{})
	}
	w, err := m3n.LBFGS{
		L2: c.L2, Tolerance: lbfgsTolerance * float64(d.Positions()), Steps: lbfgsSteps, Workers: workers,
		Report: func(p m3n.Progress, _ func() []float64) { report(p) },
	}.Train(ctx, d)
	if err != nil {
		return nil, err
	}
	small := make([]float32, len(w))
	for i, v := range w {
		small[i] = float32(v)
	}
	return m3n.NewModel(d, small, m3n.Prune{})
}
