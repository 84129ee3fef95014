package chinese

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/annotate"
)

// Experiment is a model of marks that is trained and scored.
type Experiment struct {
	Table    string   // those of the paper that it stands in, "" for none
	Features []string // as PaperFeatures takes them
	Single   bool     // all marks in one pass
	GoldFed  bool     // passes are trained on what the ones before should have put
	// Predicted says that tags, phrases and functional chunks are predicted, not the treebank's.
	Predicted bool
	WordTags  bool // chains over words whose labels are the paper's tags, not over gaps
	Paper     Figures
}

// Name says what is special about the experiment.
func (e Experiment) Name() string {
	name := strings.Join(e.Features, ", ")
	switch {
	case e.Single:
		name += ", one pass"
	case e.GoldFed:
		name += ", three passes, fed with the right marks"
	default:
		name += ", three passes"
	}
	if e.WordTags {
		name += ", tags of words"
	}
	if e.Predicted {
		name += ", predicted annotation"
	}
	return name
}

// whole reports whether the features are all of one level, or of several ones.
func (e *Experiment) whole() bool {
	return !slices.ContainsFunc(e.Features, func(f string) bool { return f != "L1-L7" && f != "P1-P10" && f != "F1-F10" })
}

// ofTags reports whether there is a row of the tags of words with the features.
func (e *Experiment) ofTags() bool { return e.whole() && !e.GoldFed && len(e.Features) < 3 }

// Study trains models on texts and scores them on others.
type Study struct {
	Train, Dev []zh.Sentence // with their annotation
	// Predicted adds rows with predicted annotation: that of the text to train on by models that
	// have not seen it.
	Predicted bool
	// WordTags adds rows of chains whose labels are the paper's tags of words, those in at least
	// LeastTags sentences.
	WordTags  bool
	LeastTags int
	Annotator annotate.Config // how these are trained
	L2        float64
	Passes    int // of AdaGrad over the text; 0: L-BFGS to the optimum
	Least     int // features that occur so often in the text to train on are used
	Seed      uint64
	Workers   int
	Dir       string // where finished steps are kept; "" keeps nothing
	Report    func(stages.Event)
	// Right is what is right of the predicted annotation of Dev, once there are rows with some.
	Right *Right
	// Done, where set, is told of each row as it is done.
	Done func(Row)
}

// Row is how a model scored.
type Row struct {
	Experiment
	Counts []metric.Counts            // of each sentence
	Marks  [zh.NumMarks]metric.Counts // of each mark in all
}

// Total adds the counts of the sentences up.
func (r *Row) Total() metric.Counts {
	var t metric.Counts
	for _, c := range r.Counts {
		t = t.Plus(c)
	}
	return t
}

// Score counts signs: one is right where a sign of the same mark and side stands in the same gap.
func (r *Row) Score(gold []zh.Sentence, found [][][]zh.Sign) {
	r.Counts = make([]metric.Counts, len(gold))
	for i, s := range gold {
		for g, signs := range s.Gaps {
			left := slices.Clone(found[i][g])
			count := func(s zh.Sign, gold, there bool) {
				r.Counts[i].Add(gold, there)
				r.Marks[s.Mark].Add(gold, there)
			}
			for _, s := range signs {
				at := slices.Index(left, s)
				if count(s, true, at >= 0); at >= 0 {
					left = slices.Delete(left, at, at+1)
				}
			}
			for _, s := range left {
				count(s, false, true)
			}
		}
	}
}

// Run trains and scores all models.
func (s *Study) Run(ctx context.Context) ([]Row, error) {
	if len(s.Train) == 0 || len(s.Dev) == 0 {
		return nil, errors.New("there is nothing to train on, or to score on")
	}
	var out []Row
	one := func(e Experiment, train, dev []zh.Sentence) error {
		found, err := s.predict(ctx, e, train, dev)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
		r := Row{Experiment: e}
		r.Score(dev, found)
		out = append(out, r)
		if s.Done != nil {
			s.Done(r)
		}
		return nil
	}
	for _, e := range experiments {
		if err := one(e, s.Train, s.Dev); err != nil {
			return nil, err
		}
	}
	for _, e := range experiments {
		if e.WordTags = true; s.WordTags && e.ofTags() {
			if err := one(e, s.Train, s.Dev); err != nil {
				return nil, err
			}
		}
	}
	if !s.Predicted {
		return out, nil
	}
	train, dev, err := s.annotated(ctx)
	if err != nil {
		return nil, err
	}
	s.Right = rightOf(s.Dev, dev)
	for _, e := range experiments {
		if e.whole() && !e.GoldFed {
			e.Predicted, e.Table, e.Paper = true, "", nil // the paper's annotation is the treebank's
			if err := one(e, train, dev); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// recipe is the version of what this package, package chinese and m3n make of texts and settings.
const recipe = 1

// predict trains a model and returns the marks of the text to score on, or takes them from Dir.
func (s *Study) predict(ctx context.Context, e Experiment, train, dev []zh.Sentence) ([][][]zh.Sign, error) {
	features, err := PaperFeatures(e.Features...)
	if err != nil {
		return nil, err
	}
	config := zh.PunctuationConfig{
		Templates: features, PassTemplates: zh.PassFeatures(), Starts: e.starts(), GoldFed: e.GoldFed,
		LeastSeen: s.Least, L2: s.L2, Passes: s.Passes, Seed: s.Seed,
	}
	if e.WordTags {
		config.Templates, config.PassTemplates, config.Least = strings.ReplaceAll(features, "i=0..1", "i=0"), tagPassFeatures, s.LeastTags
	}
	settings, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	b, err := s.step(e.Name(), string(settings), train, dev, func() ([]byte, error) {
		report := func(_ string, p m3n.Progress) {
			if s.Report != nil {
				s.Report(stages.Event{Step: e.Name(), Progress: p, Passes: s.Passes})
			}
		}
		if e.WordTags {
			found, err := tagged(ctx, train, dev, config, s.Workers, report)
			return spelled(found), err
		}
		m, err := zh.TrainPunctuation(ctx, train, config, s.Workers, report)
		if err != nil {
			return nil, err
		}
		found := make([][][]zh.Sign, len(dev))
		c, scratch := m.NewColumns(), m.NewScratch()
		for i, sentence := range dev {
			zh.FillWords(c, sentence.Words)
			found[i] = m.Predict(c, scratch, nil)
		}
		return spelled(found), nil
	})
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) != len(dev) {
		return nil, errors.New("a step of another text")
	}
	out := make([][][]zh.Sign, len(dev))
	for i, line := range lines {
		if out[i], err = zh.ParseTags(strings.Fields(line)); err != nil {
			return nil, err
		}
		if len(out[i]) != len(dev[i].Gaps) {
			return nil, errors.New("a step of another text")
		}
	}
	return out, nil
}

// spelled returns the tags of words in texts, a line each.
func spelled(texts [][][]zh.Sign) []byte {
	var out []byte
	for _, gaps := range texts {
		out = fmt.Appendln(out, strings.Join(zh.Tags(gaps), " "))
	}
	return out
}

// step runs a step, or takes its result from Dir.
func (s *Study) step(name, settings string, train, dev []zh.Sentence, do func() ([]byte, error)) ([]byte, error) {
	h := xxh3.New()
	for _, text := range [][]zh.Sentence{train, dev} {
		if err := writeText(h, text); err != nil {
			return nil, err
		}
		fmt.Fprintln(h)
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":%q,"text":"%016x","settings":%s}`, recipe, name, h.Sum64(), settings)
	return stages.RunStep(s.Dir, name, config, s.Report, do)
}

// writeText writes all of a text.
func writeText(w io.Writer, text []zh.Sentence) error {
	for _, s := range text {
		tags := zh.Tags(s.Gaps)
		for i, word := range s.Words {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", word.Text, word.Tag, word.Phrase, word.Chunk, tags[i]); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// starts returns the passes of a row.
func (e Experiment) starts() []zh.Pass {
	if e.Single {
		return []zh.Pass{zh.Finals}
	}
	return nil
}

// Words returns the row of the features of words with as many passes and the same annotation as a
// row, nil for none.
func Words(rows []Row, of *Row) *Row {
	return find(rows, func(e *Experiment) bool {
		return slices.Equal(e.Features, []string{"L1-L7"}) && e.Single == of.Single && !e.GoldFed && e.Predicted == of.Predicted && e.WordTags == of.WordTags
	})
}

// OnePass returns the row of one pass with the features and annotation of a row, nil for none.
func OnePass(rows []Row, of *Row) *Row {
	return find(rows, func(e *Experiment) bool {
		return slices.Equal(e.Features, of.Features) && e.Single && e.Predicted == of.Predicted && e.WordTags == of.WordTags
	})
}

// OfGaps returns the row of chains over gaps with the features, passes and annotation of a row,
// nil for none.
func OfGaps(rows []Row, of *Row) *Row {
	return find(rows, func(e *Experiment) bool {
		return slices.Equal(e.Features, of.Features) && e.Single == of.Single && e.GoldFed == of.GoldFed && e.Predicted == of.Predicted && !e.WordTags
	})
}

// OfTable13 returns the row of Table 13.
func OfTable13(rows []Row) *Row {
	return find(rows, func(e *Experiment) bool { return e.Table == "13" })
}

func find(rows []Row, want func(e *Experiment) bool) *Row {
	i := slices.IndexFunc(rows, func(r Row) bool { return want(&r.Experiment) })
	if i < 0 {
		return nil
	}
	return &rows[i]
}
