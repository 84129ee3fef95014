package stages

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/m3n"
)

// Trainer trains the parts of the baseline from labelled sentences.
type Trainer struct {
	Config  Config
	Workers int    // goroutines; the models do not depend on it
	Dir     string // where finished steps are kept, so that training resumes; "" keeps nothing
	// Limits bound the memory of counting n-grams and features, and of the features of the
	// corpus. The models do not depend on them.
	Limits m3n.Limits
	// Report, where set, is told how training goes on. It is called from one
	// goroutine at a time.
	Report func(Event)
	// Check, where set, is called after every pass of the edit stage (of its first
	// run) with the model so far and its mean hinge loss per training sentence.
	Check func(pass int, loss float64, m *m3n.Model)

	sentences []trainSentence
	corpus    uint64 // hash of the corpus
	lexicon   *lexicon
	reporting sync.Mutex
}

// Event says how far the training of a step is.
type Event struct {
	Step   string
	Passes int // that the step will take
	m3n.Progress
	// Done is set when the step's training is over. Objective is then the primal
	// objective of its result, which takes a pass of its own: the mean loss per
	// sentence and the regulariser. Before, it is what the method reports.
	Done bool
	// Note says in words what is being done, or was found. It belongs to no pass.
	Note string
	// File is set when the step is over: its result is kept there. Taken says that it was
	// there already.
	File  string
	Taken bool
	// Damage is what is wrong with a result in File that was kept earlier: the step is
	// trained again.
	Damage error
}

// RunStep returns the result of a step of training that was finished in dir with the same
// name and configuration, or makes it with train and keeps it there; with dir "" nothing
// is kept. report, where set, is told what became of it.
func RunStep(dir, name, config string, report func(Event), train func() ([]byte, error)) ([]byte, error) {
	return steps.Run(dir, name, config, func(e steps.Event) {
		if report != nil {
			event := Event{Step: name, File: e.File, Taken: e.State == steps.Taken}
			if e.State == steps.Damaged {
				event.Damage = e.Err
			}
			report(event)
		}
	}, train)
}

// trainSentence is a sentence with what the stages make of it, predicted by
// models that have not seen it.
type trainSentence struct {
	instance
	tokens []data.Token
	fold   int
}

// Train trains the named parts, and what they need, and returns them as files.
func (tr *Trainer) Train(ctx context.Context, sentences []data.Sentence, parts ...Part) (map[Part][]byte, error) {
	if err := tr.start(sentences); err != nil {
		return nil, err
	}
	// The stages read each other up to the last one that is wanted; language models
	// read the text alone.
	last := -1
	for i, p := range LabelParts {
		if slices.Contains(parts, p) {
			last = i
		}
	}
	out := make(map[Part][]byte)
	for _, p := range Parts {
		wanted := slices.Contains(parts, p)
		if i := slices.Index(LabelParts, p); i > last || i < 0 && !wanted {
			continue
		}
		file, err := tr.part(ctx, p, LabelParts[max(last, 0)], wanted)
		if err != nil {
			return nil, fmt.Errorf("training the %s: %w", p, err)
		}
		if wanted {
			out[p] = file
		}
	}
	return out, nil
}

// start checks the configuration and takes up the sentences.
func (tr *Trainer) start(sentences []data.Sentence) error {
	if err := tr.Config.Validate(); err != nil {
		return err
	}
	if len(sentences) < tr.Config.Folds {
		return fmt.Errorf("stages: %d sentences are too few to train on with %d folds", len(sentences), tr.Config.Folds)
	}
	tr.lexicon = newLexicon()
	tr.sentences = make([]trainSentence, len(sentences))
	folds := foldsOf(sentences, tr.Config.Folds)
	for i := range sentences {
		s := &tr.sentences[i]
		s.tokens, s.fold = sentences[i].Tokens, folds[i]
		for j := range s.tokens {
			t := &s.tokens[j]
			s.add(tr.lexicon.get(t.Text), t)
		}
		s.hear(s.tokens)
	}
	tr.corpus = hashOf(sentences)
	return nil
}

// foldsOf deals conversations to n folds in turn, and sentences of no conversation
// one by one.
func foldsOf(sentences []data.Sentence, n int) []int {
	out := make([]int, len(sentences))
	convs := make(map[int]int)
	for i := range sentences {
		conv := sentences[i].Conv
		if conv == 0 {
			out[i] = i % n
			continue
		}
		if _, ok := convs[conv]; !ok {
			convs[conv] = len(convs)
		}
		out[i] = convs[conv] % n
	}
	return out
}

// hashOf identifies labelled sentences.
func hashOf(sentences []data.Sentence) uint64 {
	h := xxh3.New()
	for i := range sentences {
		for j := range sentences[i].Tokens {
			t := &sentences[i].Tokens[j]
			fmt.Fprintf(h, "%s\t%s\t%d\t%v\t%v\t%v\n", t.Text, t.POS, t.Kind, t.Edit, t.Start, t.End)
			if t.Voice != nil {
				fmt.Fprintln(h, t.Voice)
			}
		}
		if s := &sentences[i]; s.Ends != nil {
			fmt.Fprintln(h, s.Ends, s.Puncts)
		}
		if s := &sentences[i]; s.Written != nil {
			fmt.Fprintln(h, s.Written)
		}
		fmt.Fprintln(h)
	}
	return h.Sum64()
}

// part trains one part, if it is wanted; if later stages follow, it also predicts
// by jackknifing what they read from it.
func (tr *Trainer) part(ctx context.Context, p, last Part, wanted bool) ([]byte, error) {
	if p != last {
		if err := tr.jackknife(ctx, p); err != nil {
			return nil, err
		}
	}
	if !wanted {
		return nil, nil
	}
	all := func(*trainSentence) bool { return true }
	switch p {
	case PartTagger:
		return tr.trainTagger(ctx, taggerStep, all)
	case PartFiller:
		return tr.trainFiller(ctx, fillerStep, all)
	case PartFluent, PartDisfluent:
		return tr.trainLM(ctx, p)
	case PartEdit:
		return tr.trainEdit(ctx, editStep, tr.Config.Edit, all)
	}
	return tr.trainKinds(ctx)
}

// The steps that train the parts which are trained for folds, too.
const (
	taggerStep = "tagger"
	fillerStep = "filler stage"
	editStep   = "edit stage"
)

// foldStep returns the name of the step that trains a part for a fold.
func (tr *Trainer) foldStep(p Part, fold int) string {
	step := map[Part]string{PartTagger: taggerStep, PartFiller: fillerStep, PartEdit: editStep}[p]
	return fmt.Sprintf("%s, fold %d of %d", step, fold+1, tr.Config.Folds)
}

// jackknife predicts what later stages read from a part: for each fold, by a
// model of the others. Nothing is predicted of parts that later stages do not
// read, nor of language models, whose scores are computed as they are read.
func (tr *Trainer) jackknife(ctx context.Context, p Part) error {
	for k := range tr.Config.Folds {
		if p != PartTagger && p != PartFiller {
			continue
		}
		file, err := tr.heldOutPart(ctx, p, k)
		if err != nil {
			return err
		}
		switch p {
		case PartTagger:
			tagger, err := UnmarshalTagger(file)
			if err != nil {
				return err
			}
			err = tr.predict(ctx, k, func() func(*trainSentence) {
				scratch := tagger.newScratch()
				return func(s *trainSentence) { tagger.tag(&s.instance, &scratch) }
			})
			if err != nil {
				return err
			}
		case PartFiller:
			model, err := m3n.UnmarshalModel(file)
			if err != nil {
				return err
			}
			err = tr.predict(ctx, k, func() func(*trainSentence) {
				scratch, seq, y := model.NewScratch(), m3n.NewSequence(stageSchema), []uint8(nil)
				return func(s *trainSentence) {
					s.fillStage(seq, nil, nil)
					y = resize(y, len(s.words))
					model.Decode(seq, nil, scratch, y)
					s.setFillers(y)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// predict runs a stage over the sentences of a fold.
func (tr *Trainer) predict(ctx context.Context, fold int, newWorker func() func(*trainSentence)) error {
	_, err := parallel.EachWith(ctx, tr.Workers, len(tr.sentences), newWorker, func(f func(*trainSentence), i int) {
		if s := &tr.sentences[i]; s.fold == fold {
			f(s)
		}
	})
	return err
}

func (tr *Trainer) selected(use func(*trainSentence) bool) []*trainSentence {
	var in []*trainSentence
	for i := range tr.sentences {
		if use(&tr.sentences[i]) {
			in = append(in, &tr.sentences[i])
		}
	}
	return in
}

// Tell reports an event of training with what this trainer has trained.
func (tr *Trainer) Tell(e Event) { tr.report(e) }

func (tr *Trainer) report(e Event) {
	if tr.Report != nil {
		tr.reporting.Lock()
		defer tr.reporting.Unlock()
		tr.Report(e)
	}
}

// recipe is the version of what the code of this package and of m3n makes of a
// corpus and settings: a change of features or trainers raises it, so that no
// finished step of another recipe is taken up.
const recipe = 2

// step runs one step of training, or takes its result from Dir if it was
// finished there with the same configuration and corpus.
func (tr *Trainer) step(ctx context.Context, name, config string, train func(config string) ([]byte, error)) ([]byte, error) {
	config = fmt.Sprintf(`{"recipe":%d,"step":%q,"corpus":"%016x","settings":%s}`, recipe, name, tr.corpus, config)
	return RunStep(tr.Dir, name, config, tr.report, func() ([]byte, error) { return train(config) })
}
