package train

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// EditTermConfig says how the model of repairs with an editing term is trained.
type EditTermConfig struct {
	editterms.Trainer
	// Harm is how many of 1,000 words of text that is kept apart it may wrongly take for a
	// reparandum: before a known term, before others, and before filled pauses.
	Harm float64
	// Precision is the least share of right ones among the words of labelled sentences that
	// it takes for a reparandum before filled pauses, which edited text does not have.
	Precision float64
	// Least are the least probabilities of repairs that are made; where they are 0,
	// Harm and Precision choose them.
	Least editterms.Least
	// Artificial is how many of 100 stretches of edited text get an artificial repair.
	Artificial int
	Workers    int
	// Report, where set, is told how training goes on.
	Report func(stages.Event)
}

const editTermStep = "corrections"

// note reports what was found.
func (c *EditTermConfig) note(format string, args ...any) {
	c.Report(stages.Event{Step: editTermStep, Note: fmt.Sprintf(format, args...)})
}

// DefaultEditTermConfig returns the configuration of the default bundle.
func DefaultEditTermConfig() EditTermConfig {
	return EditTermConfig{Trainer: editterms.DefaultTrainer(), Harm: 0.05, Precision: 0.9, Artificial: 40}
}

const (
	stretchBatch = 512 // stretches of text that are read as one task
	heldOut      = 12  // one stretch in so many is kept apart to choose least probabilities on
	maxStretch   = 60  // words
)

// stretch is text that is read at once: a sentence, or several of a speaker as of a piece
// of a stream.
type stretch struct {
	words  []string
	marks  []data.Mark // after each word, of a stretch that is a sentence
	starts []bool
	gold   *data.Sentence // of a labelled corpus: its words with their labels; else nil
}

// EditTerms trains the model of repairs with an editing term, as a file: from labelled
// sentences, whose repairs are real, and from edited text, into which it puts artificial ones,
// and which says how the words of editing terms are used otherwise. l reads the text.
// The result does not depend on the number of workers.
func EditTerms(ctx context.Context, l *stages.Labeller, classes *wordclass.Classes, sentences, text []data.Sentence, c EditTermConfig) ([]byte, error) {
	if c.Report == nil {
		c.Report = func(stages.Event) {}
	}
	t := &editTermTask{c: c, l: l, classes: classes}
	t.count(sentences, text)
	t.cut(sentences, text)
	c.note("reading %d stretches of text", len(t.stretches))
	examples, err := t.examples(ctx)
	if err != nil {
		return nil, err
	}
	all, some := examples.Places()
	c.note("%d places, %d of them repairs", all, some)
	c.Trainer.Report = func(pass int, loss float64) {
		c.Report(stages.Event{Step: editTermStep, Passes: c.Passes, Progress: m3n.Progress{Pass: pass, Objective: loss}})
	}
	model, err := c.Train(ctx, examples, t.phrases)
	if err != nil {
		return nil, err
	}
	if c.Least != (editterms.Least{}) {
		model = model.WithLeast(c.Least)
	} else if model, err = t.choose(ctx, model); err != nil {
		return nil, err
	}
	config, err := json.Marshal(map[string]any{"passes": c.Passes, "rate": c.Rate, "l2": c.L2, "least": c.Trainer.Least, "seed": c.Seed, "harm": c.Harm, "precision": c.Precision, "artificial": c.Artificial, "probabilities": c.Least, "stretches": len(t.stretches)})
	if err != nil {
		return nil, err
	}
	return model.Marshal(string(config))
}

// editTermTask is one training of the model.
type editTermTask struct {
	c         EditTermConfig
	l         *stages.Labeller
	classes   *wordclass.Classes
	phrases   *editterms.Phrases
	members   map[wordclass.Class][]member
	stretches []stretch
}

// count counts the phrases and the words of the text.
func (t *editTermTask) count(sentences, text []data.Sentence) {
	var phrases editterms.PhraseCounter
	counts := make(map[string]int)
	var marks []bool
	for _, all := range [][]data.Sentence{sentences, text} {
		for i := range all {
			words, _ := stages.Words(&all[i])
			var texts []string
			marks = marks[:0]
			for k := range words.Tokens {
				w := &words.Tokens[k]
				texts, marks = append(texts, w.Text), append(marks, w.Punct != 0 || w.Boundary != data.NoBoundary)
				counts[w.Text]++
			}
			phrases.Add(texts, marks)
		}
	}
	for _, e := range editingTerms {
		phrases.AddTerm(e.words)
	}
	t.phrases, t.members = phrases.Phrases(), newMembers(t.classes, counts)
}

// cut cuts all text into stretches.
func (t *editTermTask) cut(sentences, text []data.Sentence) {
	for i := range sentences {
		if words, _ := stages.Words(&sentences[i]); len(words.Tokens) > 1 {
			t.stretches = append(t.stretches, stretch{words: textsOf(&words), marks: marksOf(&words), gold: &words})
		}
	}
	var x stretch
	for i := range text {
		cut := cutSentences(&text[i])
		if i%4 != 1 {
			// As a stream is cut: some sentences at once, where speakers are not told apart those of
			// several turns, "did you see him no i didn't".
			for k := range cut {
				words := textsOf(&cut[k])
				if len(x.words)+len(words) > maxStretch {
					t.addStretch(x)
					x = stretch{}
				}
				for w := range words {
					x.words, x.starts = append(x.words, words[w]), append(x.starts, w == 0)
				}
			}
			if i%4 != 2 {
				t.addStretch(x)
				x = stretch{}
			}
			continue
		}
		for k := range cut {
			words, _ := stages.Words(&cut[k])
			t.addStretch(stretch{words: textsOf(&words), marks: marksOf(&words), starts: make([]bool, len(words.Tokens))})
		}
	}
}

func (t *editTermTask) addStretch(x stretch) {
	if len(x.words) > 1 && len(x.words) <= 2*maxStretch {
		t.stretches = append(t.stretches, x)
	}
}

// marksOf returns the marks after the words of a sentence.
func marksOf(s *data.Sentence) []data.Mark {
	out := make([]data.Mark, len(s.Tokens))
	for i := range out {
		out[i] = markOfPunct(s.Tokens[i].Punct)
	}
	return out
}

// read returns words as readers take them, with their marks, nil: they have none.
func (t *editTermTask) read(words []string, marks []data.Mark) editterms.Text {
	s := &data.Sentence{}
	for _, w := range words {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	r := t.l.Read(s)
	defer r.Release()
	out := EditTermText(r)
	out.Marks = marks
	return out
}

// EditTermText returns a reading as readers of package editterms take it.
func EditTermText(r *stages.Reading) editterms.Text {
	var out editterms.Text
	for i := range r.Len() {
		out.Words, out.Tags = append(out.Words, r.Text(i)), append(out.Tags, r.Tag(i))
	}
	return out
}

func (t *editTermTask) reader(phrases *editterms.Phrases) *editterms.Reader {
	return editterms.NewReader(t.classes, phrases, t.l.LanguageModels().Fluent)
}

// examples reads the stretches that are not held out.
func (t *editTermTask) examples(ctx context.Context) (*editterms.Examples, error) {
	out := &editterms.Examples{}
	made, missed := 0, 0
	type result struct {
		examples     *editterms.Examples
		made, missed int
	}
	n := (len(t.stretches) + stretchBatch - 1) / stretchBatch
	err := parallel.InOrder(ctx, max(t.c.Workers, 1), n, func(_ context.Context, batch int) result {
		rng := rand.New(rand.NewPCG(t.c.Seed, uint64(batch)))
		f := &synthesiser{classes: t.classes, members: t.members, rng: rng, seen: make(map[uint32][]string)}
		reader := t.reader(t.phrases)
		mask := func() editterms.Known {
			return editterms.Known(f.choose(3, 1, 4, 2))
		}
		r := result{examples: &editterms.Examples{}}
		var last editterms.Text
		for i := batch * stretchBatch; i < min(len(t.stretches), (batch+1)*stretchBatch); i++ {
			x := &t.stretches[i]
			if i%heldOut == 0 {
				continue
			}
			// A model reads text with punctuation and without.
			marks := x.marks
			if rng.IntN(2) == 0 {
				marks = nil
			}
			now := t.read(x.words, marks)
			reader.Reset(now)
			if x.gold != nil {
				r.missed += r.examples.Add(reader, goldRepairs(x.gold), mask, always)
				continue
			}
			r.examples.Add(reader, fluent, mask, always)
			if rng.IntN(2) == 0 {
				reader.Reset(t.read(f.hesitant(now, x.starts)))
				r.examples.Add(reader, fluent, mask, always)
			}
			if rng.IntN(4) == 0 {
				if words, marks, ok := f.anaphora(now); ok {
					reader.Reset(t.read(words, marks))
					r.examples.Add(reader, fluent, mask, always)
				}
			}
			if len(last.Words) > 0 && rng.IntN(100) < t.c.Artificial {
				if made, ok := f.make(now, last, x.starts); ok {
					reader.Reset(t.read(made.words, made.marks))
					r.made++
					r.missed += r.examples.Add(reader, one(made.Span), mask, always)
				}
			}
			f.remember(now)
			last = now
		}
		return r
	}, func(_ int, r result) error {
		out.Join(r.examples)
		made, missed = made+r.made, missed+r.missed
		return ctx.Err()
	})
	t.c.note("%d artificial ones; %d of all are none that a reader finds", made, missed)
	return out, err
}

func always() bool { return true }

// fluent is the repair in fluent text: none.
func fluent(int) (editterms.Span, bool) { return editterms.Span{}, true }

// near is how far around an artificial repair places are examples of none: the others
// are those of the sentence that it was made of.
const near = 6

// one is the repair in a sentence with a single one.
func one(span editterms.Span) editterms.Wanted {
	return func(t int) (editterms.Span, bool) {
		if t == span.Term {
			return span, true
		}
		return editterms.Span{}, t > span.From-near && t < span.Repair+near
	}
}

// goldRepairs are the repairs in a sentence of a labelled corpus: edit words with fillers
// behind them.
func goldRepairs(s *data.Sentence) editterms.Wanted {
	return func(t int) (editterms.Span, bool) {
		if s.Tokens[t-1].Label() != data.E {
			return editterms.Span{}, true
		}
		x := editterms.Span{From: t - 1, Term: t, Repair: t}
		for x.From > 0 && s.Tokens[x.From-1].Label() == data.E {
			x.From--
		}
		for x.Repair < len(s.Tokens) && s.Tokens[x.Repair].Label() == data.F {
			x.Repair++
		}
		// Edit words after the place too, or no filler: it is a repair of another kind.
		return x, x.Repair > t
	}
}

// choose finds the least probabilities on the stretches held out.
func (t *editTermTask) choose(ctx context.Context, m *editterms.Model) (*editterms.Model, error) {
	all := m.WithLeast(editterms.Least{})
	var held []int
	words := 0
	for i := 0; i < len(t.stretches); i += heldOut {
		held = append(held, i)
		words += len(t.stretches[i].words)
	}
	type result struct {
		editterms.Found
		fluent       bool
		right, wrong int // words of a reparandum
	}
	found := make([][]result, len(held))
	err := parallel.Each(ctx, t.c.Workers, len(held), func(k int) error {
		x := &t.stretches[held[k]]
		reader := t.reader(m.Phrases())
		marks := x.marks
		if k%2 == 0 {
			marks = nil
		}
		reader.Reset(t.read(x.words, marks))
		for _, f := range all.Find(reader) {
			r := result{Found: f, fluent: x.gold == nil}
			for i := f.From; i < f.Term; i++ {
				if x.gold != nil && x.gold.Tokens[i].Label() != data.O {
					r.right++
				} else {
					r.wrong++
				}
			}
			found[k] = append(found[k], r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := slices.Concat(found...)
	slices.SortStableFunc(list, func(a, b result) int { return cmp.Compare(b.Probability, a.Probability) })
	least := editterms.Least{1, 1, 1}
	var harm, right, wrong [editterms.NumBetween]int
	for _, r := range list {
		k := r.Between
		harm[k] += r.wrong
		if !r.fluent {
			right[k], wrong[k] = right[k]+r.right, wrong[k]+r.wrong
		}
		harmless := 1000*float64(harm[k]) <= t.c.Harm*float64(words)
		if k == editterms.Pause {
			harmless = float64(right[k]) >= t.c.Precision*float64(right[k]+wrong[k])
		}
		if harmless {
			least[k] = r.Probability
		}
	}
	for k, p := range least {
		least[k] = max(p, leastProbability)
	}
	t.c.note("right %v, wrong %v words of labelled sentences", right, wrong)
	t.c.note("taken from a probability of %.3f on with a term that is known, %.3f with another one, %.3f with a filled pause", least[editterms.Term], least[editterms.OtherTerm], least[editterms.Pause])
	return m.WithLeast(least), nil
}

// leastProbability is the least probability of any repair that is made.
const leastProbability = 0.01
