package adapt

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
)

// Step is something that Adapt tries.
type Step string

// The steps, in their order.
const (
	StepNetwork     Step = "network"      // the recurrent network is trained on
	StepEdit        Step = "edit"         // the edit model for sentences
	StepStreamEdit  Step = "stream-edit"  // that for pieces of streams
	StepWrittenEdit Step = "written-edit" // that for text with marks
	StepKinds       Step = "kinds"        // the model of the kinds of fillers
	StepWeights     Step = "weights"      // the weights of the decoders
	StepConfidence  Step = "confidence"   // how sure a removal is
)

// Steps lists all steps.
var Steps = []Step{StepNetwork, StepEdit, StepStreamEdit, StepWrittenEdit, StepWeights, StepConfidence}

// Options say how Adapt works. The zero value is the default.
type Options struct {
	Seed    uint64
	Workers int // goroutines; the result does not depend on it
	// Unlabelled is text of the user's own, marks and words only.
	Unlabelled []data.Side
	Steps      []Step // to try; nil: all
	Hold       int    // every so many-th part of the sentences is kept to judge with; 0: 5
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

// StepScore is what became of a step.
type StepScore struct {
	Step          Step
	Before, After Counts  // of what is learned from, by models that have not seen it, all forms together
	P             float64 // that this is chance (paired bootstrap over sentences)
	Taken         bool
	Why           string // it was refused, or is not scored
}

// FormScore is what the bundle makes of the sentences that were kept to judge with, in a
// form.
type FormScore struct {
	Form          string // of engine.Sentences, engine.Streams and engine.Written
	Sentences     int
	Before, After Counts
	Edit, Filler  float64 // p-values of "after is better" for edit words and for fillers
	All           float64 // and for both together
}

// Result is what Adapt has made.
type Result struct {
	Bundle  []byte // the adapted bundle as a file, nil: nothing was gained
	Why     string // there is no bundle
	Fillers string // lines for a list of fillers, as fillers.Parse reads them
	Forms   []FormScore
	Steps   []StepScore
	Learned int // sentences that were learned from
	Judged  int // sentences that were kept to judge with
}

// version is a bundle with parts in place of those of the one that is adapted.
type version struct {
	*engine.Bundle
	parts map[string][]byte
}

// task is one adapting.
type task struct {
	Options
	ctx     context.Context
	base    *engine.Bundle
	file    []byte // of base
	corpus  string // hash of what is learned from
	learned []part
	judged  []part
	forms   []string
	held    []*version // of each fold, which have not seen it
	full    *version   // that has seen all folds
	scores  scores     // of learned, by held
}

// Adapt adapts a bundle to labelled sides. Where nothing is gained the result has no bundle,
// and says why. Errors are a *TooFewError, those of a bundle that cannot decode, and that of
// ctx.
func Adapt(ctx context.Context, b *engine.Bundle, sides []data.Side, o Options) (*Result, error) {
	sides, _ = data.Labelled(sides)
	if err := check(sides); err != nil {
		return nil, err
	}
	if err := b.Sentences().CanDecode(); err != nil {
		return nil, err
	}
	o.Hold, o.Workers, o.Time = cmp.Or(o.Hold, defaultHold), max(1, o.Workers), cmp.Or(o.Time, 10*time.Minute)
	if o.Hold < 2 {
		return nil, fmt.Errorf("adapt: every %d-th part cannot be kept: it is every second, third and so on", o.Hold)
	}
	t := &task{Options: o, ctx: ctx, base: b}
	var err error
	if t.file, err = b.With(nil); err != nil {
		return nil, err
	}
	for _, p := range partsOf(sides, o.Hold) {
		if p.fold == kept {
			t.judged = append(t.judged, p)
		} else {
			t.learned = append(t.learned, p)
		}
	}
	t.corpus = hashOf(t.learned)
	for _, form := range forms {
		if b.Engine(form) != nil && (form != engine.Written || marked(sides)) {
			t.forms = append(t.forms, form)
		}
	}
	return t.run()
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

// marked reports whether sides have marks at all.
func marked(sides []data.Side) bool {
	marks, words := 0, 0
	for i := range sides {
		for t := range sides[i].Tokens {
			words++
			switch sides[i].Tokens[t].Punct {
			case '.', ',', '?', '!', ';', ':':
				marks++
			}
		}
	}
	const least = 0.02 // of the words
	return float64(marks) > least*float64(words)
}

func (t *task) tell(e Event) {
	if t.Report != nil {
		t.Report(e)
	}
}

// with returns the bundle with more parts in place of those of the one that is adapted.
func (t *task) with(v *version, parts map[string][]byte) (*version, error) {
	out := &version{parts: make(map[string][]byte)}
	if v != nil {
		maps.Copy(out.parts, v.parts)
	}
	maps.Copy(out.parts, parts)
	if len(out.parts) == 0 {
		out.Bundle = t.base
		return out, nil
	}
	file, err := engine.BuildParts(t.base.Manifest(), out.parts)
	if err != nil {
		return nil, err
	}
	out.Bundle, err = engine.Load(t.file, file)
	return out, err
}

// adapted returns the text of a training configuration with what the part was trained on
// with.
func (t *task) adapted(config string, settings any) string {
	fields := make(map[string]any)
	if err := json.Unmarshal([]byte(config), &fields); err != nil {
		fields = map[string]any{"base": config}
	}
	own := make(map[string]json.RawMessage)
	if json.Unmarshal([]byte(config), &own) == nil {
		for k, v := range own {
			fields[k] = v
		}
	}
	fields["adapted"] = map[string]any{"corpus": t.corpus, "settings": settings}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // plain values always marshal
	}
	return string(text)
}

func (t *task) run() (*Result, error) {
	first, err := t.with(nil, nil)
	if err != nil {
		return nil, err
	}
	t.full, t.held = first, slices.Repeat([]*version{first}, folds)
	t.tell(Event{Note: "scoring what is learned from"})
	if t.scores, err = t.score(t.learned, t.held, t.forms); err != nil {
		return nil, err
	}
	out := &Result{Learned: sentencesIn(t.learned), Judged: sentencesIn(t.judged)}
	for _, step := range Steps {
		if t.Steps != nil && !slices.Contains(t.Steps, step) {
			continue
		}
		s, err := t.try(step)
		if err != nil {
			return nil, fmt.Errorf("adapting: %s: %w", step, err)
		}
		for i := range s {
			t.tell(Event{Step: step, Score: &s[i]})
		}
		out.Steps = append(out.Steps, s...)
	}
	if !slices.ContainsFunc(out.Steps, func(s StepScore) bool { return s.Taken }) {
		out.Why = "no step has gained anything"
	}
	if err := t.judge(out, first); err != nil || out.Why != "" {
		return out, err
	}
	m := t.base.Manifest()
	m.Description = fmt.Sprintf("%s Adapted from version %s to %d sentences of other text.", m.Description, cmp.Or(m.Version, "?"), out.Learned)
	files, err := t.base.Files()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, t.full.parts)
	out.Bundle, err = engine.Build(m, files)
	return out, err
}

func sentencesIn(parts []part) int {
	n := 0
	for i := range parts {
		n += len(parts[i].side.Sentences())
	}
	return n
}

// score scores parts, each with the version of its fold.
func (t *task) score(parts []part, held []*version, forms []string) (scores, error) {
	return score(t.ctx, parts, forms, func(i int) *engine.Bundle { return held[max(parts[i].fold, 0)].Bundle }, t.Workers)
}

// worse is the p-value from which on something is worse for certain.
const worse = 0.95

// judge scores what was kept, before and after, and says why there is to be no bundle.
func (t *task) judge(out *Result, first *version) error {
	t.tell(Event{Note: "judging with what was kept"})
	before, err := t.score(t.judged, []*version{first}, t.forms)
	if err != nil {
		return err
	}
	after, err := t.score(t.judged, []*version{t.full}, t.forms)
	if err != nil {
		return err
	}
	for _, form := range t.forms {
		a, b := after[form], before[form]
		f := FormScore{Form: form, Sentences: len(a), Before: total(b), After: total(a), All: better(a, b)}
		f.Edit, f.Filler = better(only(a, true), only(b, true)), better(only(a, false), only(b, false))
		out.Forms = append(out.Forms, f)
		if out.Why == "" && (better(only(b, true), only(a, true)) <= 1-worse || better(only(b, false), only(a, false)) <= 1-worse) {
			out.Why = fmt.Sprintf("%s are done worse than before", form)
		}
	}
	if p := better(after.all(), before.all()); out.Why == "" && p >= 0.05 {
		out.Why = fmt.Sprintf("what was kept to judge with is not done better for certain (p %.2f)", p)
	}
	return nil
}

// only returns the counts of edit words alone, or of fillers.
func only(c []Counts, edit bool) []Counts {
	out := make([]Counts, len(c))
	for i := range c {
		if edit {
			out[i].Edit = c[i].Edit
		} else {
			out[i].Filler = c[i].Filler
		}
	}
	return out
}
