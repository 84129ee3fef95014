package annotate

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
)

//go:embed templates/*.tmpl
var templates embed.FS

// template returns the text of a file of templates.
func template(name string) string {
	b, err := templates.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Config says how an Annotator is trained.
type Config struct {
	Tag, Phrase, Chunk chinese.ChainConfig
	// Coarse takes the coarse tags for tags, for texts whose own tags are not of the same set.
	Coarse bool
	// Folds is in how many parts a text is split: what a stage reads of the one before it is, in each
	// part, predicted by a model of the others.
	Folds int
}

// DefaultConfig returns the configuration of shipped annotators.
func DefaultConfig() Config {
	chunks := func(name string) chinese.ChainConfig {
		return chinese.ChainConfig{Templates: template(name), Passes: 10, Rate: 0.2, L2: 4}
	}
	return Config{
		Tag:    chinese.ChainConfig{Templates: template("tag"), Passes: 6, Rate: 0.05, L2: 0.2},
		Phrase: chunks("phrase"), Chunk: chunks("chunk"), Folds: 5,
	}
}

// Progress says how far the training of an annotator is.
type Progress struct {
	Stage string // "tag", "phrase" or "chunk"
	Fold  int    // that the model is trained without; 0 of the model of all of the text
	Folds int    // that the stage has
	m3n.Progress
}

// Train trains an annotator on the annotation of sentences, without their marks. workers goroutines share
// the work; the result does not depend on it. report, where not nil, is called after passes, by one
// goroutine at a time.
func Train(ctx context.Context, text []chinese.Sentence, c Config, workers int, report func(Progress)) (*Annotator, error) {
	tr, err := newAnnotatorTraining(text, c, workers, report)
	if err != nil {
		return nil, err
	}
	if tr.tags, err = tr.jackknife(ctx, "tag", tr.tagFold); err != nil {
		return nil, err
	}
	if tr.phrases, err = tr.jackknife(ctx, "phrase", tr.phraseFold); err != nil {
		return nil, err
	}
	tags, err := tr.trainTagger(ctx, tr.all, workers, tr.reporter("tag", 0))
	if err != nil {
		return nil, err
	}
	phrase, err := tr.trainPhrases(ctx, tr.all, workers, tr.reporter("phrase", 0))
	if err != nil {
		return nil, err
	}
	chunk, err := tr.trainChunks(ctx, tr.all, workers, tr.reporter("chunk", 0))
	if err != nil {
		return nil, err
	}
	return newAnnotator(tags, phrase, chunk, c.Coarse), nil
}

// Jackknifed returns the sentences with their annotation replaced, as Annotator.Annotated does, by what models say that
// have not seen their part of the text, of which there are so many as folds: what a model must be
// trained on that is to read what annotators say. What the models of a part read of the stages
// before theirs, in training and here, is likewise predicted by models without the part of each sentence.
func Jackknifed(ctx context.Context, text []chinese.Sentence, c Config, folds, workers int, report func(Progress)) ([]chinese.Sentence, error) {
	c.Folds = folds
	tr, err := newAnnotatorTraining(text, c, workers, report)
	if err != nil {
		return nil, err
	}
	if tr.tags, err = tr.jackknife(ctx, "tag", tr.tagFold); err != nil {
		return nil, err
	}
	if tr.phrases, err = tr.jackknife(ctx, "phrase", tr.phraseFold); err != nil {
		return nil, err
	}
	chunks, err := tr.jackknife(ctx, "chunk", tr.chunkFold)
	if err != nil {
		return nil, err
	}
	names := make(map[uint32]string)
	for _, s := range [][][]string{tr.goldTags, tr.goldPhrases, tr.goldChunks} {
		for _, labels := range s {
			for _, l := range labels {
				names[m3n.Symbol(l)] = l
			}
		}
	}
	out := make([]chinese.Sentence, len(text))
	for i, s := range text {
		out[i] = replaced(s, &Annotation{tr.tags[i], tr.phrases[i], chunks[i]}, names, c.Coarse)
	}
	return out, nil
}

// annotatorTraining is a text to train on, and what is known of it so far. All is by sentence.
type annotatorTraining struct {
	config    Config
	workers   int
	report    func(Progress)
	reporting sync.Mutex

	all                               []int // the sentences that have words
	words                             [][]lexeme
	goldTags, goldPhrases, goldChunks [][]string
	tags, phrases                     [][]uint32 // predicted
}

func newAnnotatorTraining(text []chinese.Sentence, c Config, workers int, report func(Progress)) (*annotatorTraining, error) {
	tr := &annotatorTraining{config: c, workers: max(workers, 1), report: report}
	for i, s := range text {
		words := make([]lexeme, 0, len(s.Words))
		labels := [3][]string{}
		before := chinese.Word{Phrase: "O", Chunk: "O"}
		for t, w := range s.Words {
			tag := w.Tag
			if c.Coarse {
				tag = w.Coarse
			}
			switch {
			case tag == "":
				return nil, fmt.Errorf("sentence %d, word %d (%s) has no tag: train on a treebank", i+1, t+1, w.Text)
			case !follows(before.Phrase, w.Phrase):
				return nil, fmt.Errorf("sentence %d, word %d (%s): the label %q of phrases cannot follow %q", i+1, t+1, w.Text, w.Phrase, before.Phrase)
			case !follows(before.Chunk, w.Chunk):
				return nil, fmt.Errorf("sentence %d, word %d (%s): the label %q of functional chunks cannot follow %q", i+1, t+1, w.Text, w.Chunk, before.Chunk)
			}
			words = append(words, lexemeOf(w.Text))
			for k, l := range []string{tag, w.Phrase, w.Chunk} {
				labels[k] = append(labels[k], l)
			}
			before = w
		}
		if len(words) > 0 {
			tr.all = append(tr.all, i)
		}
		tr.words = append(tr.words, words)
		tr.goldTags, tr.goldPhrases, tr.goldChunks = append(tr.goldTags, labels[0]), append(tr.goldPhrases, labels[1]), append(tr.goldChunks, labels[2])
	}
	if c.Folds < 2 || len(tr.all) < c.Folds {
		return nil, fmt.Errorf("an annotator is trained in at least 2 folds of at least a sentence each: there are %d folds and %d sentences", c.Folds, len(tr.all))
	}
	return tr, nil
}

// follows reports whether a label of chunks is one, and may follow another.
func follows(before, label string) bool {
	if kind, ok := strings.CutPrefix(label, "I-"); ok {
		return kind != "" && (before == label || before == "B-"+kind)
	}
	return label == "O" || strings.HasPrefix(label, "B-") && len(label) > 2
}

// predictor returns the column values that a stage says of a sentence.
type predictor func(i int) []uint32

// jackknife returns what a stage says of each sentence, by models that have not seen its fold.
// Folds are blocks, so that sentences of a text are seen together or not at all.
func (tr *annotatorTraining) jackknife(ctx context.Context, stage string, train func(ctx context.Context, in []int, report func(m3n.Progress)) (predictor, error)) ([][]uint32, error) {
	folds := tr.config.Folds
	out := make([][]uint32, len(tr.words))
	err := parallel.Each(ctx, tr.workers, folds, func(k int) error {
		lo, hi := k*len(tr.all)/folds, (k+1)*len(tr.all)/folds
		predict, err := train(ctx, slices.Concat(tr.all[:lo], tr.all[hi:]), tr.reporter(stage, k+1))
		if err != nil {
			return err
		}
		for _, i := range tr.all[lo:hi] {
			out[i] = predict(i)
		}
		return nil
	})
	return out, err
}

// reporter returns a function that reports passes.
func (tr *annotatorTraining) reporter(stage string, fold int) func(m3n.Progress) {
	return func(p m3n.Progress) {
		if tr.report != nil {
			tr.reporting.Lock()
			defer tr.reporting.Unlock()
			tr.report(Progress{stage, fold, tr.config.Folds, p})
		}
	}
}

func (tr *annotatorTraining) trainTagger(ctx context.Context, in []int, workers int, report func(m3n.Progress)) (*tagger, error) {
	return trainTagger(ctx, some(tr.words, in), some(tr.goldTags, in), tr.config.Tag, workers, report)
}

func (tr *annotatorTraining) trainPhrases(ctx context.Context, in []int, workers int, report func(m3n.Progress)) (*chunker, error) {
	text := &chunkText{words: some(tr.words, in), tags: some(tr.tags, in), labels: some(tr.goldPhrases, in)}
	return trainChunker(ctx, text, tr.config.Phrase, workers, report)
}

func (tr *annotatorTraining) trainChunks(ctx context.Context, in []int, workers int, report func(m3n.Progress)) (*chunker, error) {
	text := &chunkText{words: some(tr.words, in), tags: some(tr.tags, in), phrases: some(tr.phrases, in), labels: some(tr.goldChunks, in)}
	return trainChunker(ctx, text, tr.config.Chunk, workers, report)
}

func (tr *annotatorTraining) tagFold(ctx context.Context, in []int, report func(m3n.Progress)) (predictor, error) {
	g, err := tr.trainTagger(ctx, in, 1, report)
	if err != nil {
		return nil, err
	}
	s := g.newScratch()
	return func(i int) []uint32 { return g.tag(tr.words[i], s, nil) }, nil
}

func (tr *annotatorTraining) phraseFold(ctx context.Context, in []int, report func(m3n.Progress)) (predictor, error) {
	g, err := tr.trainPhrases(ctx, in, 1, report)
	if err != nil {
		return nil, err
	}
	s := g.newScratch()
	return func(i int) []uint32 { return g.chunk(tr.words[i], tr.tags[i], nil, s, nil) }, nil
}

func (tr *annotatorTraining) chunkFold(ctx context.Context, in []int, report func(m3n.Progress)) (predictor, error) {
	g, err := tr.trainChunks(ctx, in, 1, report)
	if err != nil {
		return nil, err
	}
	s := g.newScratch()
	return func(i int) []uint32 { return g.chunk(tr.words[i], tr.tags[i], tr.phrases[i], s, nil) }, nil
}

// some returns some of the elements.
func some[T any](of []T, in []int) []T {
	out := make([]T, len(in))
	for k, i := range in {
		out[k] = of[i]
	}
	return out
}
