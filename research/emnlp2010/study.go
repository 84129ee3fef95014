package emnlp2010

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Study trains models on one text and scores them on another.
type Study struct {
	Train, Dev []Utterance
	Language   string // one of Languages: whose figures of the paper stand beside ours
	// Least is how often an n-gram occurs in the text to train on that is a feature.
	Least int
	// HoldOut is the share of Train, spread evenly, on which L2 and features are chosen.
	HoldOut float64
	// MostChoice is how many utterances models are trained on for that, at most.
	MostChoice int
	// Exact trains chains to the optimum of their log-loss, by L-BFGS, which takes several
	// times as long as the default and gives the same F1.
	Exact bool
	// Edges adds chains with n-grams on the edges, which take ten times the memory.
	Edges   bool
	Noise   []float64 // shares of words that are wrong
	Seed    uint64
	Workers int
	Dir     string // where finished steps are kept; "" keeps nothing
	Report  func(stages.Event)
	// Done, where set, is told of each row as it is done.
	Done func(Row)
}

// Row is a model and how it scored.
type Row struct {
	Name  string
	Paper Paper
	// Counts are those of each utterance: of the development data, and then of these with
	// each share of wrong words.
	Counts [][]metric.Counts
	Marks  [numMarks]metric.Counts // of each mark, in the development data
}

// Choice is what was found on the part of the text to train on that was held out.
type Choice struct {
	Name   string
	F1     float64
	Chosen bool
}

// Result is all that a study found.
type Result struct {
	Rows              []Row
	Linear, Factorial int       // rows: the chains of the paper
	L2, Features      []Choice  // tried on what was held out
	Wrong             []float64 // shares of wrong words that there are
}

// Total adds counts up.
func Total(counts []metric.Counts) metric.Counts {
	var t metric.Counts
	for _, c := range counts {
		t = t.Plus(c)
	}
	return t
}

// Score counts the marks of a text that are right; None is no mark.
func Score(gold []Utterance, marks [][]Mark) []metric.Counts {
	out := make([]metric.Counts, len(gold))
	for i, u := range gold {
		for t, g := range u.Marks {
			p := marks[i][t]
			if g == p && g != None {
				out[i].TP++
				continue
			}
			out[i].Add(g != None, false)
			out[i].Add(false, p != None)
		}
	}
	return out
}

// ByMark counts each mark of a text for itself.
func ByMark(gold []Utterance, marks [][]Mark) (out [numMarks]metric.Counts) {
	for i, u := range gold {
		for t, g := range u.Marks {
			for m := range numMarks {
				out[m].Add(g == m, marks[i][t] == m)
			}
		}
	}
	return out
}

// l2s are the values of L2 that are tried.
var l2s = []float64{0.5, 1.5, 5}

// groups are features of ours, by the name of their template file.
var groups = []struct{ name, file string }{
	{"affixes", "affixes"},
	{"word classes", "classes"},
	{"what hidden-event models say", "events"},
	{"words on edges", "edges"},
	{"words on edges between mark and tag", "pairs"},
	{"three labels in a row", "third"},
}

// run is a study at work.
type run struct {
	*Study
	ctx   context.Context
	texts [][]Utterance // to score on
	out   Result
}

// Run trains and scores all models.
func (s *Study) Run(ctx context.Context) (*Result, error) {
	r := &run{Study: s, ctx: ctx, texts: [][]Utterance{s.Dev}}
	if len(s.Train) == 0 || len(s.Dev) == 0 {
		return nil, errors.New("there is nothing to train on, or to score on")
	}
	confusions := NewConfusions(s.Train)
	for i, share := range s.Noise {
		text, wrong := confusions.Apply(s.Dev, share, s.Seed+uint64(i))
		r.texts, r.out.Wrong = append(r.texts, text), append(r.out.Wrong, wrong)
	}
	for i, m := range hiddenModels() {
		if err := r.row(m.name, m, s.Train, papers[s.Language][i]); err != nil {
			return nil, err
		}
	}
	return &r.out, r.chains()
}

// model is what a row trains.
type model struct {
	name   string
	Hidden *HiddenConfig `json:",omitempty"`
	Chain  *ChainConfig  `json:",omitempty"`
}

// hiddenModels returns the settings of Tables 4 and 5, in their order.
func hiddenModels() []model {
	var out []model
	for _, duplicate := range []Duplicates{"", Front} {
		for _, cascaded := range []bool{false, true} {
			for _, order := range []int{3, 5} {
				name := fmt.Sprintf("hidden-event %d-gram", order)
				if duplicate != "" {
					name += ", duplicated marks"
				}
				if cascaded {
					name += ", cascaded"
				}
				out = append(out, model{name, &HiddenConfig{order, duplicate, cascaded}, nil})
			}
		}
	}
	return out
}

// row trains a model and scores it.
func (r *run) row(name string, m model, train []Utterance, p Paper) error {
	marks, err := r.predict(name, m, train, r.texts)
	if err != nil {
		return err
	}
	row := Row{Name: name, Paper: p, Marks: ByMark(r.Dev, marks[0])}
	for i, text := range r.texts {
		row.Counts = append(row.Counts, Score(text, marks[i]))
	}
	r.out.Rows = append(r.out.Rows, row)
	if r.Done != nil {
		r.Done(row)
	}
	return nil
}

// dropout is that of chains with our features, which have many; it was chosen on a part of
// the English BTEC that was held out, of 0, 0.15 and 0.35. Longer n-grams, n-grams with gaps
// and the words that utterances begin and end with made such parts worse, and are gone.
const dropout = 0.35

// ours returns a chain of templates that is trained with dropout.
func (r *run) ours(l2 float64, files ...string) model {
	m := r.chain(l2, files...)
	if !r.Exact {
		m.Chain.Dropout = dropout
	}
	return m
}

// chain returns a chain of templates.
func (r *run) chain(l2 float64, files ...string) model {
	c := &ChainConfig{Templates: fmt.Sprintf("threshold %d\n", max(1, r.Least)) + Template(files...), L2: l2, Passes: passes, Seed: r.Seed}
	if r.Exact {
		c.Passes = 0
	}
	return model{Chain: c}
}

// chains trains the linear and factorial chains, the paper's and ours.
func (r *run) chains() error {
	linear, factorial := []string{"linear", "ngrams"}, []string{"factorial", "grammar", "ngrams"}
	lin, err := r.chooseL2("linear chain", linear)
	if err != nil {
		return err
	}
	fac, err := r.chooseL2("factorial chain", factorial)
	if err != nil {
		return err
	}
	more, err := r.chooseFeatures(fac, factorial)
	if err != nil {
		return err
	}
	figures := papers[r.Language]
	r.out.Linear, r.out.Factorial = len(r.out.Rows), len(r.out.Rows)+1
	type chain struct {
		name  string
		model model
		paper Paper
	}
	rows := []chain{
		{"linear chain", r.chain(lin, linear...), figures[8]},
		{"factorial chain", r.chain(fac, "factorial", "ngrams"), figures[9]},
		{"factorial chain, grammar", r.chain(fac, factorial...), Paper{}},
		{"factorial chain, grammar, tags by nearer words", r.chain(fac, "factorial", "grammar", "near-ngrams"), Paper{}},
	}
	if r.Edges {
		rows = append(rows,
			chain{"linear chain, n-grams on edges", r.chain(lin, "linear", "edge-ngrams"), figures[8]},
			chain{"factorial chain, n-grams on all edges", r.chain(fac, "factorial", "edge-ngrams", "pair-ngrams"), figures[9]})
	}
	// What belongs to two layers, a chain of one cannot have.
	alone := slices.DeleteFunc(slices.Clone(more), func(f string) bool { return f == "pairs" })
	rows = append(rows,
		chain{"linear chain, dropout", r.ours(lin, linear...), Paper{}},
		chain{"factorial chain, grammar, dropout", r.ours(fac, factorial...), Paper{}},
		chain{"linear chain, our features", r.ours(lin, append(linear, alone...)...), Paper{}},
		chain{"factorial chain, grammar, our features", r.ours(fac, append(factorial, more...)...), Paper{}})
	for _, c := range rows {
		if err := r.row(c.name, c.model, r.Train, c.paper); err != nil {
			return err
		}
	}
	return nil
}

// Held parts the text to train on: what choices are made on, and what is learned from for
// that.
func (s *Study) Held() (rest, held []Utterance) {
	for i, u := range s.Train {
		if int(float64(i+1)*s.HoldOut) > int(float64(i)*s.HoldOut) {
			held = append(held, u)
		} else {
			rest = append(rest, u)
		}
	}
	if s.MostChoice > 0 {
		rest = Spread(rest, s.MostChoice)
	}
	return rest, held
}

// Spread returns n utterances of a text, spread evenly, or all if there are no more.
func Spread(text []Utterance, n int) []Utterance {
	if n >= len(text) {
		return text
	}
	out := make([]Utterance, n)
	for i := range out {
		out[i] = text[i*len(text)/n]
	}
	return out
}

// try returns the F1 of a chain on what is held out.
func (r *run) try(name string, m model) (float64, error) {
	rest, held := r.Held()
	if len(rest) == 0 || len(held) == 0 {
		return 0, nil
	}
	marks, err := r.predict(name, m, rest, [][]Utterance{held})
	if err != nil {
		return 0, err
	}
	return Total(Score(held, marks[0])).F1(), nil
}

// chooseL2 returns the L2 that is best on what is held out.
func (r *run) chooseL2(name string, files []string) (float64, error) {
	best, at := -1.0, len(r.out.L2)
	for _, l2 := range l2s {
		c := Choice{Name: fmt.Sprintf("%s, L2 %v", name, l2)}
		var err error
		if c.F1, err = r.try(c.Name, r.chain(l2, files...)); err != nil {
			return 0, err
		}
		if r.out.L2 = append(r.out.L2, c); c.F1 > best {
			best, at = c.F1, len(r.out.L2)-1
		}
	}
	r.out.L2[at].Chosen = true
	return l2s[at%len(l2s)], nil
}

// chooseFeatures returns the groups of features that the factorial chain is better with
// on what is held out, added one by one, those that help most alone first.
func (r *run) chooseFeatures(l2 float64, files []string) ([]string, error) {
	base, err := r.try("features: the paper's, with dropout", r.ours(l2, files...))
	if err != nil {
		return nil, err
	}
	r.out.Features = append(r.out.Features, Choice{"the paper's, with dropout", base, true})
	alone := make(map[string]float64)
	var order []string
	for _, g := range groups {
		f1, err := r.try("features: "+g.name, r.ours(l2, append(files, g.file)...))
		if err != nil {
			return nil, err
		}
		r.out.Features = append(r.out.Features, Choice{"with " + g.name, f1, false})
		if alone[g.file] = f1; f1 > base {
			order = append(order, g.file)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(alone[b], alone[a]) })
	var chosen []string
	best := base
	for i, f := range order {
		f1 := alone[f]
		if i > 0 {
			if f1, err = r.try("features: "+fmt.Sprint(append(chosen, f)), r.ours(l2, append(slices.Clone(files), append(chosen, f)...)...)); err != nil {
				return nil, err
			}
		}
		if f1 > best {
			chosen, best = append(chosen, f), f1
		}
	}
	for i, g := range groups {
		r.out.Features[i+1].Chosen = slices.Contains(chosen, g.file)
	}
	r.out.Features = append(r.out.Features, Choice{"with all that are chosen", best, true})
	return chosen, nil
}

// recipe is the version of what this package and m3n make of texts and settings.
const recipe = 1

// predict trains a model and returns the marks of texts, or takes them from Dir.
func (r *run) predict(name string, m model, train []Utterance, texts [][]Utterance) ([][][]Mark, error) {
	settings, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	h := xxh3.New()
	for _, text := range texts {
		if err := write(h, text); err != nil {
			return nil, err
		}
		fmt.Fprintln(h)
	}
	basis := h.Sum64()
	h.Reset()
	if err := write(h, train); err != nil {
		return nil, err
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":%q,"train":"%016x","texts":"%016x","settings":%s}`, recipe, name, h.Sum64(), basis, settings)
	b, err := stages.RunStep(r.Dir, name, config, r.Report, func() ([]byte, error) {
		marks, err := r.marks(name, m, train, texts)
		if err != nil {
			return nil, err
		}
		var out []byte
		for _, text := range marks {
			for _, u := range text {
				for _, m := range u {
					out = append(out, byte(m))
				}
			}
		}
		return out, nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out := make([][][]Mark, len(texts))
	for i, text := range texts {
		for _, u := range text {
			marks := make([]Mark, len(u.Words))
			for t := range marks {
				if len(b) == 0 || b[0] >= byte(numMarks) {
					return nil, fmt.Errorf("%s: a step of other texts", name)
				}
				marks[t], b = Mark(b[0]), b[1:]
			}
			out[i] = append(out[i], marks)
		}
	}
	return out, nil
}

// marks trains a model and returns the marks of texts.
func (r *run) marks(name string, m model, train []Utterance, texts [][]Utterance) ([][][]Mark, error) {
	event := stages.Event{Step: name}
	report := func() {
		if r.Report != nil {
			r.Report(event)
		}
	}
	report()
	var predict func([]Utterance, int) [][]Mark
	if m.Hidden != nil {
		h, err := trainHidden(*m.Hidden, train)
		if err != nil {
			return nil, err
		}
		predict = h.predict
	} else {
		if event.Passes = m.Chain.Passes; event.Passes == 0 {
			event.Passes = maxSteps
		}
		c, err := trainChain(r.ctx, *m.Chain, train, max(1, r.Workers), func(p m3n.Progress) {
			event.Progress = p
			report()
		})
		if err != nil {
			return nil, err
		}
		predict = c.predict
	}
	var out [][][]Mark
	for _, text := range texts {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, predict(text, max(1, r.Workers)))
	}
	return out, nil
}
