package baseline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// Trainer trains the parts of the baseline from labelled sentences.
type Trainer struct {
	Config  Config
	Workers int    // goroutines; the models do not depend on it
	Dir     string // where finished steps are kept, so that training resumes; "" keeps nothing
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
	if err := tr.Config.Validate(); err != nil {
		return nil, err
	}
	if len(sentences) < tr.Config.Folds {
		return nil, fmt.Errorf("baseline: %d sentences are too few to train on with %d folds", len(sentences), tr.Config.Folds)
	}
	tr.prepare(sentences)
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

func (tr *Trainer) prepare(sentences []data.Sentence) {
	tr.lexicon = newLexicon()
	tr.sentences = make([]trainSentence, len(sentences))
	h := xxh3.New()
	convs := make(map[int]int)
	for i := range sentences {
		s := &tr.sentences[i]
		s.tokens = sentences[i].Tokens
		// Conversations are dealt to the folds in turn; sentences of no conversation
		// one by one.
		conv := sentences[i].Conv
		if conv == 0 {
			s.fold = i % tr.Config.Folds
		} else {
			if _, ok := convs[conv]; !ok {
				convs[conv] = len(convs)
			}
			s.fold = convs[conv] % tr.Config.Folds
		}
		for j := range s.tokens {
			t := &s.tokens[j]
			s.add(tr.lexicon.get(t.Text), t)
			fmt.Fprintf(h, "%s\t%s\t%d\t%v\t%v\t%v\n", t.Text, t.POS, t.Kind, t.Edit, t.Start, t.End)
		}
		fmt.Fprintln(h)
	}
	tr.corpus = h.Sum64()
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
		others := func(s *trainSentence) bool { return s.fold != k }
		switch p {
		case PartTagger:
			file, err := tr.trainTagger(ctx, tr.foldStep(p, k), others)
			if err != nil {
				return err
			}
			tagger, err := UnmarshalTagger(file)
			if err != nil {
				return err
			}
			tr.predict(k, func() func(*trainSentence) {
				scratch := tagger.newScratch()
				return func(s *trainSentence) { tagger.tag(&s.instance, &scratch) }
			})
		case PartFiller:
			file, err := tr.trainFiller(ctx, tr.foldStep(p, k), others)
			if err != nil {
				return err
			}
			model, err := m3n.UnmarshalModel(file)
			if err != nil {
				return err
			}
			tr.predict(k, func() func(*trainSentence) {
				scratch, seq, y := model.NewScratch(), m3n.NewSequence(stageSchema), []uint8(nil)
				return func(s *trainSentence) {
					s.fillStage(seq, nil, nil)
					y = resize(y, len(s.words))
					model.Decode(seq, nil, scratch, y)
					s.setFillers(y)
				}
			})
		}
	}
	return nil
}

// predict runs a stage over the sentences of a fold.
func (tr *Trainer) predict(fold int, newWorker func() func(*trainSentence)) {
	workers := max(tr.Workers, 1)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f := newWorker()
			for i := w; i < len(tr.sentences); i += workers {
				if s := &tr.sentences[i]; s.fold == fold {
					f(s)
				}
			}
		}()
	}
	wg.Wait()
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
	if tr.Dir == "" {
		return train(config)
	}
	path := filepath.Join(tr.Dir, strings.Map(fileName, name)+"-"+container.Hash(config)+".tt")
	switch b, err := os.ReadFile(path); {
	case err == nil:
		return b, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	b, err := train(config)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(tr.Dir, 0o755); err != nil {
		return nil, err
	}
	// A step that is cut off while writing must not look finished.
	if err := os.WriteFile(path+".part", b, 0o644); err != nil {
		return nil, err
	}
	return b, os.Rename(path+".part", path)
}

func fileName(r rune) rune {
	switch r {
	case ' ':
		return '-'
	case ',':
		return -1
	}
	return r
}
