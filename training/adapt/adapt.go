package adapt

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Step is something that Adapt tries.
type Step string

// The steps, in their order.
const (
	StepNetwork     Step = "network"      // the recurrent network is trained on
	StepUnlabelled  Step = "unlabelled"   // so it is with text that models have labelled, too
	StepEdit        Step = "edit"         // the edit model for sentences
	StepStreamEdit  Step = "stream-edit"  // that for pieces of streams
	StepWrittenEdit Step = "written-edit" // that for text with punctuation
	StepLM          Step = "lm"           // the language models are mixed with those of the sentences
	StepWeights     Step = "weights"      // the weights of the decoders
	StepConfidence  Step = "confidence"   // how sure a removal is
)

// Steps lists all steps.
var Steps = []Step{StepNetwork, StepUnlabelled, StepEdit, StepStreamEdit, StepWrittenEdit, StepLM, StepWeights, StepConfidence}

// ParseStep reads the name of a step.
func ParseStep(s string) (Step, error) {
	if !slices.Contains(Steps, Step(s)) {
		return "", fmt.Errorf("there is no step %q", s)
	}
	return Step(s), nil
}

// Options say how Adapt works. The zero value is the default.
type Options struct {
	Seed    uint64
	Workers int // goroutines; the result does not depend on it
	// Unlabelled is text of the user's own, punctuation and words only.
	Unlabelled []data.Side
	Steps      []Step // to try; nil: all
	// Scattered says that the sentences do not follow each other, as those that were chosen
	// here and there: none tells anything of the next.
	Scattered bool
	// Time is about how long it may take on two cores; 0: ten minutes. How often models are
	// trained over the words follows from it and from how many there are, and from no clock.
	Time time.Duration
	// Report, where set, is told what is tried, gained and refused. It is called from one
	// goroutine at a time.
	Report func(Event)
}

// Event says how far Adapt is.
type Event struct {
	Step Step
	Note string
	// Score, where set, is what became of the step.
	Score *StepScore
}

// String returns the step and the note.
func (e Event) String() string { return strings.TrimPrefix(string(e.Step)+": "+e.Note, ": ") }

// StepScore is what became of a step.
type StepScore struct {
	Step   Step
	Lesson Lesson
	// Forms are what it gains in each form that it changes, by models, and of weights by what was
	// tuned, that have not seen the words that are counted.
	Forms []FormScore
	Share float64 // of the change that training has found, that is best
	P     float64 // that the gain of Counts.Mean is chance (paired bootstrap over blocks of sentences); NaN: that is not what the step is for
	Taken bool
	Why   string // it was refused, or what else there is to be said
}

// FormScore is what is gained in a form.
type FormScore struct {
	Form          string // of engine.Sentences, engine.Streams and engine.Written
	Before, After Counts
	// The p-values of "after is better" for edit words, for fillers, and for Counts.Mean; where the
	// counts differ, one near 1 says that after is worse for certain.
	Edit, Filler, Mean float64
}

// Result is what Adapt has made.
type Result struct {
	Bundle []byte // the adapted bundle as a file, nil: nothing was gained
	Why    string // there is no bundle
	// Fillers are lines for a list of fillers, as fillers.Parse reads them: words about which the
	// bundle, adapted or not, is wrong nearly wherever they stand. "": there are none.
	Fillers string
	// Forms are what all steps that were taken gain together, as those of each step are found.
	Forms     []FormScore
	Steps     []StepScore
	Advice    []string // what to do next, in sentences; nil: nothing is to be said
	Sentences int      // that were learned from
}

// version is a bundle with parts in place of those of the one that is adapted.
type version struct {
	*engine.Bundle
	parts map[string][]byte
}

// task is one adapting.
type task struct {
	Options
	ctx               context.Context
	base              *engine.Bundle
	file              []byte // of base
	corpus            string // hash of all
	punctuated, cased bool   // the corpus has punctuation, and capitals
	all               []part
	forms             []string
	held              []*version // of each fold, which have not seen it
	full              *version   // that has seen all folds
	scores            scores     // of all, by held
	first             scores     // by the bundle that is adapted
	taken             []state    // how far the task was after each step of which something was taken, and first
}

// state is how far a task is.
type state struct {
	held   []*version
	full   *version
	scores scores
	tried  int // so many of Result.Steps
}

// Adapt adapts a bundle to labelled sides. Where nothing is gained the result has no bundle,
// and says why. Errors are a *TooFewError, those of a bundle that cannot decode, and that of
// ctx.
func Adapt(ctx context.Context, b *engine.Bundle, sides []data.Side, o Options) (*Result, error) {
	t, err := newTask(ctx, b, sides, o)
	if err != nil {
		return nil, err
	}
	return t.run()
}

// newTask returns the task of adapting a bundle, which has scored what is learned from.
func newTask(ctx context.Context, b *engine.Bundle, sides []data.Side, o Options) (*task, error) {
	sides, _ = data.Labelled(sides)
	if err := check(sides); err != nil {
		return nil, err
	}
	if err := b.Sentences().CanDecode(); err != nil {
		return nil, err
	}
	o.Workers, o.Time = max(1, o.Workers), cmp.Or(o.Time, 10*time.Minute)
	t := &task{Options: o, ctx: ctx, base: b}
	var err error
	if t.file, err = b.With(nil); err != nil {
		return nil, err
	}
	t.all = partsOf(sides, o.Scattered)
	t.corpus = hashOf(t.all)
	t.punctuated, t.cased = punctuationOf(sides)
	for _, form := range forms {
		if b.Engine(form) != nil && (form != engine.Written || t.punctuated) {
			t.forms = append(t.forms, form)
		}
	}
	t.full = &version{b, make(map[string][]byte)}
	t.held = slices.Repeat([]*version{t.full}, folds)
	t.note("", "scoring what is learned from")
	if t.first, err = t.score(t.held, t.forms); err != nil {
		return nil, err
	}
	t.scores = maps.Clone(t.first)
	t.reached(0)
	return t, nil
}

// hashOf identifies parts.
func hashOf(parts []part) string {
	h := xxh3.New()
	for i := range parts {
		for _, x := range parts[i].side.Tokens {
			fmt.Fprintf(h, "%s\t%d\t%v\t%c\t%d\n", x.Text, x.Kind, x.Edit, x.Punct, x.Boundary)
		}
		fmt.Fprintln(h, parts[i].fold)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// punctuationOf reports whether sides have punctuation, and whether they have capitals.
func punctuationOf(sides []data.Side) (punctuated, cased bool) {
	marks, capitals, words := 0, 0, 0
	for i := range sides {
		for t := range sides[i].Tokens {
			words++
			if strings.ContainsRune(".,?!;:", rune(sides[i].Tokens[t].Punct)) {
				marks++
			}
			if data.ShapeOf(sides[i].Tokens[t].Text) != data.LowerShape {
				capitals++
			}
		}
	}
	const least = 0.02 // of the words
	return float64(marks) > least*float64(words), float64(capitals) > least*float64(words)
}

func (t *task) tell(e Event) {
	if t.Report != nil {
		t.Report(e)
	}
}

func (t *task) note(step Step, format string, args ...any) {
	t.tell(Event{Step: step, Note: fmt.Sprintf(format, args...)})
}

// with returns a version with more parts in place of those of the bundle that is adapted.
func (t *task) with(v *version, parts map[string][]byte) (*version, error) {
	out := &version{parts: maps.Clone(v.parts)}
	maps.Copy(out.parts, parts)
	file, err := engine.BuildParts(t.base.Manifest(), out.parts)
	if err != nil {
		return nil, err
	}
	out.Bundle, err = engine.Load(t.file, file)
	return out, err
}

// config returns the text of the training configuration of a part with what the part was
// trained on with.
func (t *task) config(base string, settings any) string {
	fields := make(map[string]json.RawMessage)
	if json.Unmarshal([]byte(base), &fields) != nil {
		fields["base"], _ = json.Marshal(base)
	}
	own, err := json.Marshal(map[string]any{"corpus": t.corpus, "settings": settings})
	if err != nil {
		panic(err) // plain values always marshal
	}
	fields["adapted"] = own
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (t *task) run() (*Result, error) {
	out := &Result{Sentences: sentencesIn(t.all)}
	wanted := func(step Step) bool { return t.Steps == nil || slices.Contains(t.Steps, step) }
	for _, step := range Steps {
		if wanted(step) && step != StepConfidence {
			if err := t.step(step, out); err != nil {
				return nil, err
			}
		}
	}
	t.judge(out)
	if wanted(StepConfidence) { // it changes no label, and goes with the models that are left
		if err := t.step(StepConfidence, out); err != nil {
			return nil, err
		}
	}
	var err error
	if out.Fillers, err = t.fillers(); err != nil {
		return nil, err
	}
	if out.Advice, err = t.advice(out); err != nil || out.Why != "" {
		return out, err
	}
	return out, t.build(out)
}

// step tries a step, and tells what became of it.
func (t *task) step(step Step, out *Result) error {
	s, err := t.try(step)
	if err != nil {
		return fmt.Errorf("adapting: %s: %w", step, err)
	}
	for i := range s {
		t.tell(Event{Step: step, Score: &s[i]})
	}
	out.Steps = append(out.Steps, s...)
	t.reached(len(out.Steps))
	return nil
}

// reached notes how far the task is after so many tried steps, where that is farther than
// before.
func (t *task) reached(tried int) {
	if n := len(t.taken); n == 0 || t.taken[n-1].full != t.full {
		t.taken = append(t.taken, state{t.held, t.full, maps.Clone(t.scores), tried})
	}
}

// build makes the file of the bundle.
func (t *task) build(out *Result) (err error) {
	m := t.base.Manifest()
	about := fmt.Sprintf("%s Adapted from version %s to %d sentences of other text.", m.Description, cmp.Or(m.Version, "unknown"), out.Sentences)
	out.Bundle, err = t.base.Described(strings.TrimSpace(about)).With(t.full.parts)
	return err
}

func sentencesIn(parts []part) int {
	n := 0
	for i := range parts {
		n += len(parts[i].side.Sentences())
	}
	return n
}

// score scores all parts, each with the version of its fold.
func (t *task) score(held []*version, forms []string) (scores, error) {
	out := make(scores)
	for _, form := range forms {
		var err error
		out[form], err = score(t.ctx, t.all, form, nil, func(i int) *engine.Bundle { return held[t.all[i].fold].Bundle }, t.Workers)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
