package kolar2004

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/cart"
)

// classifiers are those of one kind, CART or MLP, by the equation that they are trained for.
type classifiers [numEquations]classify.Classifier

// prosody trains the classifiers, joins them with the language model, and scores all on the
// parts that have times.
func (r *run) prosody() error {
	rest, held := timed(r.rest), timed(r.held)
	if len(rest) == 0 {
		return fmt.Errorf("%s: too few recordings with times to hold some out", r.set.Name)
	}
	l, err := trainLanguage(r.out.Kind, r.out.Order, r.Rare, r.rest)
	if err != nil {
		return err
	}
	if err := r.choose(l, rest, held); err != nil {
		return err
	}
	if l, err = trainLanguage(r.out.Kind, r.out.Order, r.Rare, r.set.Train); err != nil {
		return err
	}
	by := make(map[Model]*classifiers)
	for _, m := range []Model{CART, MLP} {
		c, err := r.classifiers(m, "", timed(r.set.Train))
		if err != nil {
			return err
		}
		by[m] = &c
	}
	r.out.Tree, r.out.Shape = by[CART][Downsampled].(*cart.Tree), by[MLP][Downsampled].(*classify.Net).Shape()
	for _, p := range r.set.Dev {
		if texts := timed(p.Texts); len(texts) > 0 {
			if err := r.part(l, by, p.Name, texts); err != nil {
				return err
			}
		}
	}
	return nil
}

// classifiers trains those of a kind on texts.
func (r *run) classifiers(m Model, of string, texts []*Text) (out classifiers, err error) {
	d := rowsOf(r.columns, texts)
	for e := range numEquations {
		name := fmt.Sprintf("%s: %s%s%s", r.set.Name, m, []string{"", ", downsampled"}[e], of)
		if out[e], err = r.classifier(name, m, d, e == Downsampled); err != nil {
			return out, err
		}
	}
	return out, nil
}

// recipe is the version of what package classify makes of data and settings.
const recipe = 1

// mostSteps is how many steps each part of the training of a perceptron takes at most.
const mostSteps = 300

// classifier trains one, or takes it from Dir.
func (r *run) classifier(name string, m Model, d *classify.Data, downsample bool) (classify.Classifier, error) {
	hash, err := hashOf(d)
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(struct {
		Recipe     int
		Model      string
		Downsample bool
		Shape      []int
		Seed       uint64
		Data       string
	}{recipe, m.String(), downsample, r.Shape, r.Seed, hash})
	if err != nil {
		return nil, err
	}
	file, err := stages.RunStep(r.Dir, name, string(settings), r.Report, func() ([]byte, error) {
		event := stages.Event{Step: name}
		tell := func() {
			if r.Report != nil {
				r.Report(event)
			}
		}
		tell()
		if m == CART {
			t, err := cart.Train(r.ctx, d, cart.Options{Downsample: downsample, Seed: r.Seed, Workers: r.Workers})
			if err != nil {
				return nil, err
			}
			return t.Marshal("")
		}
		event.Passes = 2 * mostSteps
		n, err := classify.TrainNet(r.ctx, d, classify.NetOptions{Epochs: mostSteps, Shape: r.Shape, Downsample: downsample, Seed: r.Seed, Report: func(step int, loss, held float64) {
			event.Progress = m3n.Progress{Pass: step, Objective: loss}
			tell()
		}})
		if err != nil {
			return nil, err
		}
		return n.Marshal("")
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if m == CART {
		return cart.Unmarshal(file)
	}
	return classify.UnmarshalNet(file)
}

// hashOf identifies data.
func hashOf(d *classify.Data) (string, error) {
	columns, err := json.Marshal(d.Columns)
	if err != nil {
		return "", err
	}
	h := xxh3.New()
	h.Write(columns)
	h.Write(d.Y)
	var b bytes.Buffer
	for i, x := range d.X {
		b.Reset()
		if err := binary.Write(&b, binary.LittleEndian, x); err != nil {
			return "", err
		}
		if err := binary.Write(&b, binary.LittleEndian, d.Group[i]); err != nil {
			return "", err
		}
		h.Write(b.Bytes())
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// alone returns what a classifier that was trained on texts says by itself: with the priors
// put back where it was trained without them.
func (c *classifiers) alone(e Equation, trained []*Text) classify.Classifier {
	if e == Downsampled {
		return withPriors(c[e], shares(trained))
	}
	return c[e]
}

// heard returns the scores that equation e joins with those of a language model.
func (c *classifiers) heard(e Equation, trained, texts []*Text) [][][]float64 {
	var priors []float64
	if e == ByPriors {
		priors = shares(trained)
	}
	return heard(c[e], texts, priors)
}

// choose finds, on what is held out, which classifiers are best alone, and which way to
// join them with the language model is, with which exponent.
func (r *run) choose(l *language, rest, held []*Text) error {
	base, err := l.posteriors(r.ctx, held, nil, r.Workers)
	if err != nil {
		return err
	}
	for _, m := range []Model{CART, MLP} {
		c, err := r.classifiers(m, ", to choose", rest)
		if err != nil {
			return err
		}
		from := len(r.out.Alone)
		for e := range numEquations {
			post := exponentials(heard(c.alone(e, rest), held, nil))
			counts := countsOf(held, post)
			r.out.Alone = append(r.out.Alone, AloneRow{Model: m, Equation: e, F: counts.Score(false).F})
		}
		rows := r.out.Alone[from:]
		best := 0
		for i := range rows {
			if rows[i].F > rows[best].F {
				best = i
			}
		}
		rows[best].Chosen = true
		if err := r.chooseVariant(l, m, &c, rest, held, base); err != nil {
			return err
		}
	}
	return nil
}

// chooseVariant is choose for the ways to join classifiers of a kind with the language model.
func (r *run) chooseVariant(l *language, m Model, c *classifiers, rest, held []*Text, base [][][]float64) error {
	r.report(fmt.Sprintf("choosing how %s is joined", m))
	from := len(r.out.Combined)
	for _, v := range variants {
		row := CombinedRow{Model: m + LMCART - CART, Variant: v, HeldF: -1}
		scores := c.heard(v.Equation, rest, held)
		for _, lambda := range lambdas {
			post, err := r.joined(l, v, lambda, held, base, scores)
			if err != nil {
				return err
			}
			counts := countsOf(held, post)
			if f := counts.Score(false).F; f > row.HeldF {
				row.HeldF, row.Lambda = f, lambda
			}
		}
		r.out.Combined = append(r.out.Combined, row)
	}
	rows := r.out.Combined[from:]
	best := 0
	for i := range rows {
		if rows[i].HeldF > rows[best].HeldF {
			best = i
		}
	}
	rows[best].Chosen = true
	return nil
}

// joined returns the posteriors of a classifier, whose scores are given, and a language
// model, whose posteriors alone are base.
func (r *run) joined(l *language, v Variant, lambda float64, texts []*Text, base, scores [][][]float64) ([][][]float64, error) {
	if v.HMM {
		return l.posteriors(r.ctx, texts, scaled(scores, lambda), r.Workers)
	}
	return multiplied(base, scaled(scores, lambda)), nil
}

// exponentials returns posteriors of their logarithms.
func exponentials(scores [][][]float64) [][][]float64 {
	ones := make([][][]float64, len(scores))
	for i, text := range scores {
		ones[i] = matrix(len(text))
		for _, row := range ones[i] {
			for k := range row {
				row[k] = 1
			}
		}
	}
	return multiplied(ones, scores)
}

// part scores all models on a part.
func (r *run) part(l *language, by map[Model]*classifiers, name string, texts []*Text) error {
	r.report("scoring " + name)
	out, trained := PartResult{Name: name, Words: Words(texts), Shares: shares(texts)}, timed(r.set.Train)
	base, err := l.posteriors(r.ctx, texts, nil, r.Workers)
	if err != nil {
		return err
	}
	var found [numModels][][]Class
	take := func(m Model, post [][][]float64) {
		for _, p := range post {
			found[m] = append(found[m], decide(p))
		}
		out.Counts[m] = countsOf(texts, post)
	}
	take(LM, base)
	for _, a := range r.out.Alone {
		if a.Chosen {
			take(a.Model, exponentials(heard(by[a.Model].alone(a.Equation, trained), texts, nil)))
		}
	}
	for i := range r.out.Combined {
		c := &r.out.Combined[i]
		scores := by[c.Model-LMCART+CART].heard(c.Variant.Equation, trained, texts)
		post, err := r.joined(l, c.Variant, c.Lambda, texts, base, scores)
		if err != nil {
			return err
		}
		counts := countsOf(texts, post)
		c.F = append(c.F, counts.Score(false).F)
		if c.Chosen {
			take(c.Model, post)
		}
	}
	out.compare(texts, &found, r.Seed)
	r.out.Parts = append(r.out.Parts, out)
	return nil
}
