package iwslt2014

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/translation"
)

// Study trains systems on one text, tunes them to another, and scores them on others.
type Study struct {
	Language string // one of Languages: whose figures of the paper stand beside ours
	Train    []translation.Segment
	Tune     []translation.Segment
	Tests    []*Text
	Systems  []System // that rows are made of; nil: all
	// Objectives are those of Objectives that translation is tuned on; nil: all.
	Objectives []mert.Objective
	// Order is that of the language models.
	Order int
	// Extract says which rules are taken from text; which kind, systems say.
	Extract translation.ExtractOptions
	Phrases translation.PhraseOptions
	Chart   translation.ChartOptions
	// Tuning: translations of a segment, rounds, and random starts in each.
	NBest, Rounds, Restarts int
	// Least is how often marks stand together that hidden events and chains know; Events is
	// how many of these there are, at most, with no mark.
	Least, Events int
	// Passes and L2 are those of chains: L2 |w|^2 / 2 is added to the log-loss of the text.
	Passes  int
	L2      float64
	Seed    uint64
	Workers int
	Dir     string // where finished steps are kept; "" keeps nothing
	Report  func(stages.Event)
	// Done, where set, is told of each row as it is done.
	Done func(*Row)
}

// System is what puts marks into text.
type System uint8

// The systems.
const (
	Plain        System = iota // phrases without the heuristic of section 4.1
	Phrases                    // phrases
	Hierarchical               // rules with gaps
	Hidden                     // hidden events
	Chain                      // linear chains
	// Phrases and rules with gaps that read what the linear chain says of each mark
	// (translation.Decoder.Advise), and with phrases of words that were seen once for any word
	// (translation.ExtractOptions.Unknown): what the paper does not have.
	AdvisedPhrases
	AdvisedHierarchical
	NumSystems
)

// translates reports whether the system translates: it has rules, and weights.
func (s System) translates() bool { return s != Hidden && s != Chain }

// advised reports whether the system reads what the chain says.
func (s System) advised() bool { return s == AdvisedPhrases || s == AdvisedHierarchical }

// hierarchical reports whether the system has rules with gaps.
func (s System) hierarchical() bool { return s == Hierarchical || s == AdvisedHierarchical }

// SystemNames are the names of the systems in settings.
var SystemNames = [NumSystems]string{"pbt-plain", "pbt", "hpbt", "hidden", "chain", "pbt-chain", "hpbt-chain"}

// String returns the name of a system in tables.
func (s System) String() string {
	return [NumSystems]string{"PBT without the heuristic", "PBT", "HPBT", "hidden events", "linear chain", "PBT with the chain", "HPBT with the chain"}[s]
}

// Row is a system and how it scored.
type Row struct {
	Name   string
	System System
	Paper  Paper
	// Tuned is what is tuned, of the text for that: BLEU, or F of marks.
	Tuned   float64
	Weights *translation.Features // nil: the system has none
	Tests   []Scored
}

// Scored is how a row did on a text.
type Scored struct {
	Gaps   [][]translation.Marks // of each segment
	Counts []translation.Counts
	BLEU   []metric.BLEU
	Rules  Rules
}

// Counted returns the counts of all marks of each segment, for metric.PairedBootstrap.
func (s *Scored) Counted() []metric.Counts {
	out := make([]metric.Counts, len(s.Counts))
	for i, c := range s.Counts {
		out[i] = c.All()
	}
	return out
}

// Total returns the counts of the text.
func (s *Scored) Total() translation.Counts { return total(s.Counts) }

// SumBLEU adds counts up.
func SumBLEU(counts []metric.BLEU) (out metric.BLEU) {
	for i := range counts {
		out.Add(&counts[i])
	}
	return out
}

// Marked returns how a text does without marks, or with those that it has.
func (s *Study) Marked(test int, own bool) *Scored {
	text := s.Tests[test].Segments
	gaps := make([][]translation.Marks, len(text))
	for i := range text {
		if gaps[i] = text[i].Gaps; !own {
			gaps[i] = make([]translation.Marks, len(text[i].Gaps))
		}
	}
	return score(text, gaps)
}

// Text returns a text with the marks of a row, a segment a line, words and marks with blanks
// between them.
func (s *Study) Text(r *Row, test int) []byte {
	var out bytes.Buffer
	for i, seg := range s.Tests[test].Segments {
		out.WriteString(strings.Join(translation.Tokens(nil, seg.Words, r.Tests[test].Gaps[i], translation.Mark.String), " "))
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// Rules tells of the rules that put marks (Table 6).
type Rules struct {
	Lexical, Gapped RuleCount
}

// RuleCount is how many rules put marks, and how many symbols their targets have: words,
// marks and gaps.
type RuleCount struct{ Rules, Symbols int }

// MeanLength returns the mean number of symbols of a target, 0 without rules.
func (c RuleCount) MeanLength() float64 {
	if c.Rules == 0 {
		return 0
	}
	return float64(c.Symbols) / float64(c.Rules)
}

// add counts the rules of a derivation that put marks.
func (r *Rules) add(derivation []translation.Step) {
	for _, s := range derivation {
		marks := 0
		for _, p := range s.Placed {
			marks += p.Marks.Len()
		}
		if marks == 0 {
			continue
		}
		c, symbols := &r.Lexical, s.To-s.From+marks
		if gap := s.Gap.To - s.Gap.From; gap > 0 {
			c, symbols = &r.Gapped, symbols-gap+1
		}
		c.Rules++
		c.Symbols += symbols
	}
}

// outcome is what a step gives for a row.
type outcome struct {
	Name    string
	Tuned   float64
	Weights *translation.Features   `json:",omitempty"`
	Gaps    [][][]translation.Marks // of each segment of each test
	Rules   []Rules                 `json:",omitempty"` // of each test
}

// run is a study at work.
type run struct {
	*Study
	ctx    context.Context
	basis  string             // what all steps depend on
	words  *translation.Model // with a language model and a lexicon alone
	latest *translation.Model // of the system that was asked for last
	of     System
	chain  *labelled // what the linear chain says
	rows   []Row
}

// Run makes all rows.
func (s *Study) Run(ctx context.Context) ([]Row, error) {
	if len(s.Train) == 0 || len(s.Tune) == 0 || len(s.Tests) == 0 {
		return nil, errors.New("there is nothing to train on, to tune to, or to score on")
	}
	r := &run{Study: s, ctx: ctx}
	if err := r.hash(); err != nil {
		return nil, err
	}
	if err := r.translations(Plain, Phrases, Hierarchical); err != nil {
		return nil, err
	}
	err := r.step(Hidden.String(), Hidden, []any{r.Least, r.Events}, r.events)
	if err != nil {
		return nil, err
	}
	err = r.step(Chain.String(), Chain, r.chainSettings(), func() ([]outcome, error) {
		found, err := r.chained()
		if err != nil {
			return nil, err
		}
		return r.ways(Chain.String(), found), nil
	})
	if err != nil {
		return nil, err
	}
	err = r.translations(AdvisedPhrases, AdvisedHierarchical)
	return r.rows, err
}

// tunedOn reports whether there is a row of a system tuned on an objective: phrases without the
// heuristic have one, as in the paper, and what the paper does not have is tuned on F1 and F2.
func (s System) tunedOn(objective int) bool {
	switch {
	case s == Plain:
		return objective == 0
	case s.advised():
		return objective == 1 || objective == 2
	}
	return true
}

// translations makes the rows of systems that translate.
func (r *run) translations(systems ...System) error {
	for _, system := range systems {
		for i, o := range Objectives {
			if !system.tunedOn(i) || len(r.Objectives) > 0 && !slices.Contains(r.Objectives, o) {
				continue
			}
			name := fmt.Sprintf("%s, %s", system, ObjectiveName(o))
			settings := []any{r.Extract, r.NBest, r.Rounds, r.Restarts, r.Seed}
			if system.hierarchical() {
				settings = append(settings, r.Chart)
			} else {
				settings = append(settings, r.Phrases)
			}
			if system.advised() {
				settings = append(settings, r.chainSettings())
			}
			err := r.step(name, system, settings, func() ([]outcome, error) { return r.translate(name, system, o) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Objectives are what translation is tuned on in the paper; phrases without the heuristic, on
// the first.
var Objectives = []mert.Objective{mert.BLEU{}, mert.PunctF{Recall: 1}, mert.PunctF{Recall: 2}, mert.PunctF{Recall: 3}, mert.PunctF{Recall: 4}}

// ObjectiveName returns the name of an objective in tables.
func ObjectiveName(o mert.Objective) string {
	if f, ok := o.(mert.PunctF); ok {
		return fmt.Sprintf("F%v", f.Recall)
	}
	return "BLEU"
}

// recipe is the version of what this package, translation, lm and m3n make of texts and
// settings.
const recipe = 2

// hash fills basis.
func (r *run) hash() error {
	h := xxh3.New()
	var line []string
	for _, text := range append([][]translation.Segment{r.Train, r.Tune}, segmentsOf(r.Tests)...) {
		for i := range text {
			line = translation.Tokens(line[:0], text[i].Words, text[i].Gaps, translation.Mark.Token)
			for _, w := range line {
				io.WriteString(h, w)
				io.WriteString(h, " ")
			}
			io.WriteString(h, "\n")
		}
		io.WriteString(h, "\n")
	}
	r.basis = fmt.Sprintf(`"recipe":%d,"text":"%016x","order":%d`, recipe, h.Sum64(), r.Order)
	return nil
}

func segmentsOf(texts []*Text) [][]translation.Segment {
	var out [][]translation.Segment
	for _, t := range texts {
		out = append(out, t.Segments)
	}
	return out
}

// step makes the rows of a step, or takes them from Dir.
func (r *run) step(name string, system System, settings []any, make func() ([]outcome, error)) error {
	if len(r.Systems) > 0 && !slices.Contains(r.Systems, system) {
		return nil
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	config := fmt.Sprintf(`{%s,"step":%q,"settings":%s}`, r.basis, name, text)
	r.report(stages.Event{Step: name})
	b, err := stages.RunStep(r.Dir, name, config, r.Report, func() ([]byte, error) {
		out, err := make()
		if err != nil {
			return nil, err
		}
		return json.Marshal(out)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var found []outcome
	if err := json.Unmarshal(b, &found); err != nil {
		return fmt.Errorf("%s: a step of another kind: %w", name, err)
	}
	for i := range found {
		row, err := r.score(&found[i], system)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if r.rows = append(r.rows, *row); r.Done != nil {
			r.Done(row)
		}
	}
	return nil
}

// score scores an outcome.
func (r *run) score(o *outcome, system System) (*Row, error) {
	row := &Row{Name: o.Name, System: system, Paper: papers[r.Language][o.Name], Tuned: o.Tuned, Weights: o.Weights}
	for i, t := range r.Tests {
		if len(o.Gaps) != len(r.Tests) || !fits(t.Segments, o.Gaps[i]) {
			return nil, errors.New("a step of other texts")
		}
		s := score(t.Segments, o.Gaps[i])
		if len(o.Rules) > 0 {
			s.Rules = o.Rules[i]
		}
		row.Tests = append(row.Tests, *s)
	}
	return row, nil
}

// fits reports whether marks are of a text.
func fits(text []translation.Segment, gaps [][]translation.Marks) bool {
	for i := range text {
		if len(gaps) != len(text) || len(gaps[i]) != len(text[i].Gaps) {
			return false
		}
	}
	return true
}

// score scores marks in the gaps of a text.
func score(text []translation.Segment, gaps [][]translation.Marks) *Scored {
	out := &Scored{Gaps: gaps, Counts: count(text, gaps)}
	for i := range text {
		out.BLEU = append(out.BLEU, translation.CountBLEU(text[i].Words, text[i].Gaps, gaps[i]))
	}
	return out
}

func (r *run) report(e stages.Event) {
	if r.Report != nil {
		r.Report(e)
	}
}

// note tells of something in a step.
func (r *run) note(step, format string, args ...any) {
	r.report(stages.Event{Step: step, Note: fmt.Sprintf(format, args...)})
}

// since returns how many words a second were done since a time.
func since(start time.Time, words int) float64 { return float64(words) / time.Since(start).Seconds() }
