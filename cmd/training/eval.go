package training

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// Values lists what flags with a few fixed values take: see program.Command.
var Values = map[string][]string{
	"--split":        {string(data.Train), string(data.Dev), string(data.Test)},
	"eval --segment": {"line", "auto", "written"},
	"tune --segment": {"line", "auto", "written"},
}

// EvalCommand is the command eval.
func EvalCommand() *cli.Command {
	return &cli.Command{
		Name:  "eval",
		Usage: "score the models on a labelled corpus",
		Description: `Scores gold sentences in the setting of the papers: lower-cased, without
punctuation and partial words, with predicted part-of-speech tags. With --segment
auto, scores speaker-long streams of words, whose sentences and punctuation are
predicted, too: all words of one side of a conversation joined. With --segment
written, scores text with the punctuation and capitals of the transcript, cut after
final punctuation.

Where a corpus annotates fillers, but no conjunction that opens a sentence ("and then ..."), those
that models find are not counted, as clean keeps them; how many says the first line.

The last column is the 95% confidence interval of F1 of the headline figures, where the corpus
has ten conversations or more: percentiles of a bootstrap of 1,000 draws of whole
conversations (of sentences or streams that are in none).

Examples:
  tidytalk eval --corpus dev.tsv
  tidytalk eval --corpus dev.tsv --no-times --json
  tidytalk eval --segment auto --columns --corpus dev.tsv
  tidytalk eval --mode experts --corpus dev.tsv
  tidytalk eval --by-class --corpus dev.tsv
  tidytalk eval --bundle my.tt --corpus corpus/ --split dev`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "only", Usage: "score only conversations whose number starts with `PREFIX`"},
			&cli.StringFlag{Name: "segment", Value: "line", Usage: "score `WHAT`: line (gold sentences), auto (speaker-long streams) or written (punctuated text)"},
			bundles.OptionFlag(cleaning.At(cleaning.EvalCommand, "look-ahead")),
			&cli.BoolFlag{Name: "columns", DisableDefaultText: true, Usage: "score with word times, without, and, with --segment auto, without times and the other speaker's turns, side by side"},
			&cli.BoolFlag{Name: "no-times", Usage: "hide the word times from the models"},
			CorpusAudioFlag(),
			&cli.BoolFlag{Name: "no-turns", Usage: "hide where the other speaker spoke from the models (with --segment auto)"},
			bundles.OptionFlag(cleaning.At(cleaning.EvalCommand, "all-features")),
			&cli.IntFlag{Name: "cues", DefaultText: "off", Usage: "hide the word times but for those of subtitles of at most `N` characters; with --segment auto"},
			&cli.BoolFlag{Name: "by-class", Usage: "score each POS-class expert alone, on the words of its class and on all"},
			&cli.BoolFlag{Name: "json", Usage: "write JSON"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.OptionFlag(cleaning.At(cleaning.EvalCommand, "level")),
			bundles.OptionFlag(cleaning.At(cleaning.EvalCommand, "confidence")),
			bundles.Flag(),
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: 1, Usage: "use `N` goroutines"},
			usage.QuietFlag(),
		}, bundles.DecoderFlags(cleaning.EvalCommand)...),
		Before: usage.Hush,
		Action: Alive(eval),
	}
}

func eval(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("eval takes no arguments: name the corpus with --corpus")
	}
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	if err := checkCorpusAudio(c); err != nil {
		return err
	}
	if err := checkColumns(c); err != nil {
		return err
	}
	segment, written, err := segmentOf(c)
	if err != nil {
		return err
	}
	if c.IsSet("cues") && (c.Int("cues") < 1 || c.Bool("no-times") || segment != transcript.SegmentAuto) {
		return usage.Errorf("--cues is a number of characters, such as 84, and goes with --segment auto and without --no-times")
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	options, err := bundles.Options(c, cleaning.EvalCommand)
	if err != nil {
		return err
	}
	p, err := pipeline.New(b, options)
	if err != nil {
		return err
	}
	if segment == transcript.SegmentAuto && !written {
		return evalStreams(c, p)
	}
	sides, err := Scored(c, c.String("corpus"), c.String("split"), c.String("only"))
	if err != nil {
		return err
	}
	sentences, err := toScore(c.String("corpus"), sides)
	if err != nil {
		return err
	}
	if written {
		sentences = train.WrittenPieces(sides, false, train.DefaultWrittenConfig().Seed)
	}
	seen := viewsOf(c, false)
	var scored []evalScores
	for i := range seen { // from the first to the last, less and less is left in the sentences
		seen[i].hide(sentences)
		if c.Bool("by-class") {
			return evalByClass(c, b, sentences)
		}
		s, err := evaluate(c, p, sentences)
		if err != nil {
			return err
		}
		scored = append(scored, s)
	}
	return writeScores(c, seen, scored)
}

// latencies are the times that sentences took, ascending.
type latencies []time.Duration

// at returns a quantile.
func (l latencies) at(q float64) time.Duration {
	return l[min(len(l)-1, int(q*float64(len(l))))].Round(10 * time.Microsecond)
}

// sentenceScores are the scores on sentences.
type sentenceScores struct {
	metric.Disfluency
	edit, filler resampled
	took         latencies
	elapsed      time.Duration
}

// evaluate scores a pipeline and measures the time of each sentence.
func evaluate(c *cli.Context, p *pipeline.Pipeline, sentences []data.Sentence) (*sentenceScores, error) {
	outcomes := make([]pipeline.Outcome, len(sentences))
	took := make(latencies, len(sentences))
	from := time.Now()
	scored := Counting(c, "scoring", "sentence", "sentences", len(sentences))
	err := parallel.Each(c.Context, c.Int("jobs"), len(sentences), func(i int) (err error) {
		start := time.Now()
		outcomes[i], err = p.Sentence(c.Context, &sentences[i], false)
		took[i] = time.Since(start)
		scored()
		return err
	})
	if err != nil {
		return nil, err
	}
	scores := &sentenceScores{took: took, elapsed: time.Since(from)}
	scores.NoConjunctions = metric.WithoutConjunctions(sentences)
	for i, o := range outcomes {
		if o.Problem != nil {
			fmt.Fprintf(c.App.ErrWriter, "tidytalk: sentence %d: the decoder failed, so the baseline's labels stand: %v\n", i+1, o.Problem)
		}
		edit, filler := scores.Edit, scores.Filler
		scores.Add(&sentences[i], o.Decisions)
		scores.edit.add(sentences[i].Conv, scores.Edit.Minus(edit))
		scores.filler.add(sentences[i].Conv, scores.Filler.Minus(filler))
	}
	slices.Sort(took)
	return scores, nil
}

// EvaluateBaseline scores the baseline on one core.
func EvaluateBaseline(l *stages.Labeller, sentences []data.Sentence) *metric.Disfluency {
	scores := new(metric.Disfluency)
	for i := range sentences {
		scores.Add(&sentences[i], l.Label(&sentences[i], false))
	}
	return scores
}

// kindNames are the names of the filler kinds for people.
var kindNames = [data.NumKinds]string{
	data.FilledPause: "filled pauses", data.DiscourseMarker: "discourse markers",
	data.EditingTerm: "editing terms", data.Conjunction: "opening conjunctions",
}

func (s *sentenceScores) size() string {
	return fmt.Sprintf("%d tokens in %d sentences%s", s.Tokens, s.Sentences, notCounted(&s.Disfluency))
}

// notCounted says how many conjunctions are neither right nor wrong.
func notCounted(s *metric.Disfluency) string {
	if s.Conjunctions == 0 {
		return ""
	}
	return fmt.Sprintf("; opening conjunctions, of which the corpus annotates none, are not counted: %d", s.Conjunctions)
}

func (s *sentenceScores) sections() []figureRows {
	rows := []figureRow{{"edit words", s.Edit, &s.edit}}
	if s.EditWithin != s.Edit {
		rows = append(rows, figureRow{"edit words within units", s.EditWithin, nil})
	}
	rows = append(rows, figureRow{"filler words", s.Filler, &s.filler})
	for k := data.FilledPause; k <= data.Conjunction; k++ {
		rows = append(rows, figureRow{kindNames[k], s.Kinds[k], nil})
	}
	return []figureRows{{"", rows}}
}

func (s *sentenceScores) write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(to, "%s\n\n", s.size())
	writeSections(w, s.sections())
	if s.TagsKnown > 0 {
		fmt.Fprintf(w, "part-of-speech accuracy\t%d\t\t\t%.2f\t\n", s.TagsKnown, 100*s.TagAccuracy())
	}
	fmt.Fprintf(w, "\t\t\t\t\t\nedit words by repair\tshare %%\t\tR\t\t\n")
	for kind, f := range s.ByRepair {
		if f.Gold > 0 {
			fmt.Fprintf(w, "%s\t%.1f\t\t%.2f\t\t\n", metric.Repair(kind), 100*float64(f.Gold)/float64(s.Edit.TP+s.Edit.FN), 100*f.Recall())
		}
	}
	fmt.Fprintf(w, "\t\t\t\t\t\nedit words by gold tag\tshare %%\tP\tR\tF1\t\n")
	for _, r := range s.ByPOS() {
		if n := r.Counts.TP + r.Counts.FN; n > 0 && r.POS != "" {
			fmt.Fprintf(w, "%s\t%.1f\t%.2f\t%.2f\t%.2f\t\n", r.POS, 100*float64(n)/float64(s.Edit.TP+s.Edit.FN), 100*r.Counts.Precision(), 100*r.Counts.Recall(), 100*r.Counts.F1())
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(to, "\n%d words in %v: %.0f words/s\na sentence takes %v at the median, %v at the 99th percentile, %v at most\n",
		s.Tokens, s.elapsed.Round(time.Millisecond), float64(s.Tokens)/s.elapsed.Seconds(), s.took.at(0.5), s.took.at(0.99), s.took.at(1))
	return err
}

// scores are counts with what follows from them, for JSON.
type scores struct {
	metric.Counts
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	// Interval is the 95% interval of F1, of headline figures.
	Interval *metric.Interval `json:"f1_interval,omitempty"`
}

func scoresOf(c metric.Counts) scores { return scores{c, c.Precision(), c.Recall(), c.F1(), nil} }

// with returns the scores with the interval of F1.
func (s scores) with(r *resampled) scores {
	s.Interval = r.interval()
	return s
}

func (s *sentenceScores) json() map[string]any {
	kinds := make(map[string]scores)
	for k := data.FilledPause; k <= data.Conjunction; k++ {
		kinds[k.String()] = scoresOf(s.Kinds[k])
	}
	byPOS := make(map[string]scores)
	for _, r := range s.ByPOS() {
		byPOS[r.POS] = scoresOf(r.Counts)
	}
	byRepair := make(map[string]metric.Found)
	for kind, f := range s.ByRepair {
		byRepair[metric.Repair(kind).String()] = f
	}
	return map[string]any{
		"sentences": s.Sentences, "tokens": s.Tokens, "edit": scoresOf(s.Edit).with(&s.edit), "filler": scoresOf(s.Filler).with(&s.filler),
		"conjunctions_not_annotated": s.Conjunctions, "kinds": kinds, "edit_by_pos": byPOS, "edit_by_repair": byRepair, "pos_accuracy": s.TagAccuracy(),
	}
}
