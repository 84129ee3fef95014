package emnlp2010

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// Template returns the text of template files that ship with the package, one after
// another. It panics on another name.
func Template(names ...string) string {
	var out strings.Builder
	for _, name := range names {
		b, err := templateFiles.ReadFile("templates/" + name + ".tmpl")
		if err != nil {
			panic(err)
		}
		out.Write(b)
	}
	return out.String()
}

// The columns of words that templates read.
const (
	colWord   = iota
	colBegin  // first letters
	colEnd    // last letters
	colLast   // last letter
	colClass  // fine class
	colEvents // marks and tags of the hidden-event models, from here on
)

var schema = &m3n.Schema{Symbols: append(WordColumns(), "h", "k", "g", "l")}

// WordColumns returns the names of the columns of FillWords, the first ones of a schema: the
// word, its first three letters, its last two, its last one, and its class.
func WordColumns() []string { return []string{"w", "b", "e", "f", "c"} }

// FillWords resets a sequence to words and makes their columns; classes may be nil.
func FillWords(seq *m3n.Sequence, words []string, classes *wordclass.Classes) {
	n := len(words)
	seq.Reset(n)
	symbols := func(col int, of func(t int) string) {
		c := seq.Column(col)
		for t := range c {
			c[t] = m3n.Symbol(of(t))
		}
	}
	symbols(colWord, func(t int) string { return words[t] })
	symbols(colBegin, func(t int) string { return head(words[t], 3) })
	symbols(colEnd, func(t int) string { return tail(words[t], 2) })
	symbols(colLast, func(t int) string { return tail(words[t], 1) })
	if classes == nil {
		return
	}
	for t, c := 0, seq.Column(colClass); t < n; t++ {
		c[t] = m3n.Int(int(classes.Of(words[t]).Fine))
	}
}

// fill makes the columns of words, and of the marks that hidden-event models put into them.
func fill(seq *m3n.Sequence, words []string, classes *wordclass.Classes, events [][]Mark) {
	FillWords(seq, words, classes)
	for i, marks := range events {
		m, k := seq.Column(colEvents+2*i), seq.Column(colEvents+2*i+1)
		for t, tag := range Tags(marks) {
			m[t], k[t] = m3n.Int(int(marks[t])), m3n.Int(int(tag))
		}
	}
}

// head returns the first n characters of a word.
func head(w string, n int) string {
	for i := range w {
		if n == 0 {
			return w[:i]
		}
		n--
	}
	return w
}

// tail returns the last n characters of a word.
func tail(w string, n int) string {
	r := []rune(w)
	return string(r[max(0, len(r)-n):])
}

// ClassesOf makes classes of the words of a text of n utterances, fewer of a small one; nil
// of one that is too small.
func ClassesOf(ctx context.Context, n int, text func(i int) []string, workers int) (*wordclass.Classes, error) {
	var c wordclass.Counter
	often := make(map[string]int)
	many := 0
	tr := wordclass.DefaultTrainer()
	for i := range n {
		words := text(i)
		c.Add(words)
		for _, w := range words {
			if often[w]++; often[w] == tr.Least {
				many++
			}
		}
	}
	tr.Fine, tr.Coarse, tr.Workers = min(200, many/8), 2, workers
	if tr.Fine <= tr.Coarse {
		return nil, nil
	}
	t, err := tr.Train(ctx, &c)
	if err != nil {
		return nil, err
	}
	return t.Classes, nil
}

// ChainConfig says how a chain is trained: for its log-loss, by a few passes of AdaGrad or
// to the optimum.
type ChainConfig struct {
	Templates string  // text of the template file
	L2        float64 // L2 |w|^2 is added to the log-loss of the text
	Passes    int     // over the text; 0: by L-BFGS to the optimum
	Seed      uint64  // of the order of the utterances, and of dropout
	// Dropout is the share of the features of a word that each pass leaves out.
	Dropout float64 `json:",omitempty"`
}

// passes and rate of AdaGrad: more passes or other rates change F1 by a tenth or two.
const (
	passes = 15
	rate   = 0.2
)

// needsClasses reports whether templates read classes of words.
func (c *ChainConfig) needsClasses() bool { return strings.Contains(c.Templates, " c[") }

// needsEvents reports whether templates read what hidden-event models say.
func (c *ChainConfig) needsEvents() bool { return strings.Contains(c.Templates, " h[") }

// chain is a linear or factorial chain.
type chain struct {
	model   *m3n.Model
	space   *m3n.Space
	classes *wordclass.Classes
	events  []*hidden
}

// eventModels are the hidden-event models that chains read.
var eventModels = []HiddenConfig{{Order: 5, Duplicate: Front}, {Order: 5}}

// eventFolds is in how many parts a text is for marks of models that have not seen them.
const eventFolds = 5

// learnEvents trains the hidden-event models, and returns for each utterance of the text
// the marks of models that were trained without its fold.
func (c *chain) learnEvents(text []Utterance, workers int) ([][][]Mark, error) {
	out := make([][][]Mark, len(text))
	for _, config := range eventModels {
		h, err := trainHidden(config, text)
		if err != nil {
			return nil, err
		}
		c.events = append(c.events, h)
		for fold := range eventFolds {
			var seen, unseen []Utterance
			for i, u := range text {
				if i%eventFolds == fold {
					unseen = append(unseen, u)
				} else {
					seen = append(seen, u)
				}
			}
			if h, err = trainHidden(config, seen); err != nil {
				return nil, err
			}
			for i, marks := range h.predict(unseen, workers) {
				out[i*eventFolds+fold] = append(out[i*eventFolds+fold], marks)
			}
		}
	}
	return out, nil
}

// trainChain trains a chain to the optimum of its log-loss.
func trainChain(ctx context.Context, c ChainConfig, text []Utterance, workers int, report func(m3n.Progress)) (*chain, error) {
	templates, err := m3n.ParseTemplates(strings.NewReader(c.Templates), "templates")
	if err != nil {
		return nil, err
	}
	ch := &chain{space: templates.Space()}
	if ch.space == nil {
		return nil, fmt.Errorf("the templates declare no layers")
	}
	if c.needsClasses() {
		if ch.classes, err = ClassesOf(ctx, len(text), func(i int) []string { return text[i].Words }, workers); err != nil {
			return nil, err
		}
	}
	events := make([][][]Mark, len(text))
	if c.needsEvents() {
		if events, err = ch.learnEvents(text, workers); err != nil {
			return nil, err
		}
	}
	gold, err := ch.gold(text)
	if err != nil {
		return nil, err
	}
	words := 0
	for _, u := range text {
		words += len(u.Words)
	}
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: schema, Labels: ch.space.Names(), Start: -1, N: len(text),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			fill(seq, text[i].Words, ch.classes, events[i])
			ex.Gold = gold[i]
		},
	}, templates, workers)
	if err != nil {
		return nil, err
	}
	small, err := c.train(ctx, d, words, workers, report)
	if err != nil {
		return nil, err
	}
	ch.model, err = m3n.NewModel(d, small, m3n.Prune{})
	return ch, err
}

// Training ends where no component of the gradient is above tolerance for every word, or
// after maxSteps.
const (
	tolerance = 2e-6
	maxSteps  = 250
)

// train returns the weights.
func (c *ChainConfig) train(ctx context.Context, d *m3n.Dataset, words, workers int, report func(m3n.Progress)) ([]float32, error) {
	if c.Passes > 0 {
		return m3n.Subgradient{
			Objective: m3n.LogLoss{}, Passes: c.Passes, L2: 2 * c.L2 / float64(d.Sequences()), Rate: rate, Seed: c.Seed, Dropout: c.Dropout, Workers: workers,
			Report: func(p m3n.Progress, _ func() []float32) { report(p) },
		}.Train(ctx, d)
	}
	w, err := m3n.LBFGS{
		L2: c.L2, Tolerance: tolerance * float64(words), Steps: maxSteps, Workers: workers,
		Report: func(p m3n.Progress, _ func() []float64) { report(p) },
	}.Train(ctx, d)
	small := make([]float32, len(w))
	for i, v := range w {
		small[i] = float32(v)
	}
	return small, err
}

// gold returns the labels of texts.
func (c *chain) gold(text []Utterance) ([][]uint8, error) {
	out := make([][]uint8, len(text))
	layers := len(c.space.Layers())
	for i, u := range text {
		out[i] = make([]uint8, len(u.Words))
		for t := range u.Words {
			y, ok := c.space.Tuple([]uint8{uint8(u.Marks[t]), uint8(u.Tags[t])}[:layers]...)
			if !ok {
				return nil, fmt.Errorf("utterance %d, word %d: the templates forbid %s with %s", i+1, t+1, u.Marks[t], u.Tags[t])
			}
			out[i][t] = y
		}
	}
	return out, nil
}

// predict returns the marks of the best labels of texts.
func (c *chain) predict(text []Utterance, workers int) [][]Mark {
	out, events := make([][]Mark, len(text)), make([][][]Mark, len(text))
	for _, h := range c.events {
		for i, marks := range h.predict(text, workers) {
			events[i] = append(events[i], marks)
		}
	}
	parallel.Strided(workers, workers, func(me, _ int) {
		seq, s := m3n.NewSequence(schema), c.model.NewScratch()
		var y []uint8
		for i := me; i < len(text); i += workers {
			n := len(text[i].Words)
			fill(seq, text[i].Words, c.classes, events[i])
			y = append(y[:0], make([]uint8, n)...)
			c.model.Decode(seq, nil, s, y)
			out[i] = make([]Mark, n)
			for t := range y {
				out[i][t] = Mark(c.space.Label(0, y[t]))
			}
		}
	})
	return out
}
