package emnlp2014

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Joint repeats Table 7 of the paper: CRFs of equal templates that predict marks and
// disfluencies apart, in a soft cascade, and jointly. Both are learned and scored by one rule.
type Joint struct {
	Train, Dev *punct.Corpus
	// Held is the beginning of the numbers of those conversations of Train that no model
	// learns from: they are scored, too. "" is none.
	Held string
	// Choose is the same for those on which one of several regularisers is chosen, for each model of
	// its own. They are not scored.
	Choose string
	Rule   data.Rule
	Orders Orders
	Fit    Fit
	// Dir is where finished steps are kept, "" for nowhere; Basis identifies the models that
	// Train was read with.
	Dir, Basis string
	Seed       uint64
	Workers    int
	Report     func(stages.Event)
	// Tell, where set, is told of each row as it is done.
	Tell func(JointRow)

	train, dev   []*stream
	rest, choice []*stream // those of Train that are held out, to be scored and to choose on
	choosing     bool      // one of several regularisers
	folds        int
	compiled     map[*labelling]*m3n.Dataset // of the isolated models, whose folds come later
}

// JointRow is a row of Table 7.
type JointRow struct {
	Name             string
	PaperPU, PaperDF string // F1 in the paper, "" for none
	Dev, Held        Figures
}

// Figures are the scores of a row on some streams.
type Figures struct {
	Stats  []mert.Stats    // of each stream, of the best sequences of labels
	Fluent []metric.Counts // the marks after fluent words alone
	Own    []mert.Stats    // of the most probable label of each word
}

// MixedLabels is the row whose models set no marks after words that are removed: its PU is
// that of the fluent words.
const MixedLabels = "mixed labels"

// JointRows are the names of the rows, in order. Those of the paper come first.
var JointRows = []string{"isolated", "soft cascade", MixedLabels, "cross product", "factorial", "factorial, more edges"}

// jointPaper holds the F1 of Table 7.
var jointPaper = map[string][2]string{
	"isolated": {"68.7", "77.0"}, "soft cascade": {"69.0", "77.5"}, MixedLabels: {"69.0", "77.2"},
	"cross product": {"69.9", "77.3"}, "factorial": {"69.2", "77.8"},
}

// Table trains and scores rows of JointRows.
func (j *Joint) Table(ctx context.Context, names []string) ([]JointRow, error) {
	j.train, j.dev, j.folds = readStreams(j.Train, j.Rule), readStreams(j.Dev, j.Rule), j.Train.Folds
	return j.table(ctx, names)
}

// table is Table for streams that are read.
func (j *Joint) table(ctx context.Context, names []string) ([]JointRow, error) {
	j.Workers = max(j.Workers, 1)
	j.choosing = len(j.Fit.L2) > 1
	j.rest, j.choice, j.compiled = nil, nil, make(map[*labelling]*m3n.Dataset)
	defer clear(j.compiled)
	for _, s := range j.train {
		switch {
		case j.toChoose(s):
			j.choice = append(j.choice, s)
		case j.held(s):
			j.rest = append(j.rest, s)
		}
	}
	switch {
	case len(j.rest)+len(j.choice) == len(j.train):
		return nil, errNoStreams
	case j.choosing && len(j.choice) == 0:
		return nil, errNoChoice
	}
	var rows []JointRow
	for _, name := range names {
		row := JointRow{Name: name, PaperPU: jointPaper[name][0], PaperDF: jointPaper[name][1]}
		var err error
		switch name {
		case "isolated":
			err = j.isolated(ctx, &row)
		case "soft cascade":
			err = j.cascade(ctx, &row)
		default:
			for _, l := range []*labelling{mixed, crossProduct, factorial, moreEdges} {
				if l.name == name {
					_, err = j.score(ctx, task{step: "joint " + name, labelling: l, without: -1}, &row)
				}
			}
		}
		if err != nil {
			return nil, err
		}
		if rows = append(rows, row); j.Tell != nil {
			j.Tell(row)
		}
	}
	return rows, nil
}

// held reports whether a stream is held out, and scored.
func (j *Joint) held(s *stream) bool { return s.begins(j.Held) && !j.toChoose(s) }

// toChoose reports whether a stream is held out to choose on: where there is one regulariser, none is.
func (j *Joint) toChoose(s *stream) bool { return j.choosing && s.begins(j.Choose) }

// begins reports whether the number of a stream's conversation begins so; no number begins with
// nothing.
func (s *stream) begins(with string) bool {
	return with != "" && strings.HasPrefix(strconv.Itoa(s.conv), with)
}

// isolated scores a model of marks and one of disfluencies.
func (j *Joint) isolated(ctx context.Context, row *JointRow) error {
	for _, l := range []*labelling{onlyDF, onlyPU} {
		if _, err := j.score(ctx, task{step: "joint isolated " + l.name, labelling: l, without: -1}, row); err != nil {
			return err
		}
	}
	return nil
}

// cascade scores models that read what the isolated ones of the other say.
func (j *Joint) cascade(ctx context.Context, row *JointRow) error {
	for _, l := range [][2]*labelling{{onlyPU, onlyDF}, {onlyDF, onlyPU}} {
		from, to := l[0], l[1]
		chosen, err := j.score(ctx, task{step: "joint isolated " + from.name, labelling: from, without: -1}, &JointRow{})
		if err != nil {
			return err
		}
		t := task{step: fmt.Sprintf("joint cascade from %s to %s", from.name, to.name), labelling: to, without: -1}
		if t.first, err = j.jackknife(ctx, from, chosen.index); err != nil {
			return err
		}
		if _, err := j.scoreAfter(ctx, t, from, chosen.model, row); err != nil {
			return err
		}
	}
	return nil
}

// jackknife returns what models that have not seen them say of the training streams. which
// is the regulariser.
func (j *Joint) jackknife(ctx context.Context, l *labelling, which int) ([][]uint8, error) {
	out := make([][]uint8, len(j.train))
	own := j.Fit.L2
	j.Fit.L2 = own[which : which+1]
	defer func() { j.Fit.L2 = own }()
	for k := range j.folds {
		models, err := j.fit(ctx, task{step: "joint isolated " + l.name, labelling: l, without: k})
		if err != nil {
			return nil, err
		}
		var in []*stream
		var at []int
		for i, s := range j.train {
			if s.fold == k {
				in, at = append(in, s), append(at, i)
			}
		}
		best, _ := j.tell(models[0], in, nil)
		for i := range best {
			out[at[i]] = best[i].first(l)
		}
	}
	return out, nil
}

// chosen is a model that was chosen, with the index of its regulariser.
type chosen struct {
	model *m3n.Model
	index int
}

// score trains a model and adds its scores to a row.
func (j *Joint) score(ctx context.Context, t task, row *JointRow) (chosen, error) {
	return j.scoreAfter(ctx, t, nil, nil, row)
}

// scoreAfter is score for a model that reads what one of another labelling says.
func (j *Joint) scoreAfter(ctx context.Context, t task, from *labelling, first *m3n.Model, row *JointRow) (chosen, error) {
	models, err := j.fit(ctx, t)
	if err != nil {
		return chosen{}, err
	}
	before := func(in []*stream) [][]uint8 {
		if first == nil {
			return nil
		}
		best, _ := j.tell(first, in, nil)
		out := make([][]uint8, len(in))
		for i := range best {
			out[i] = best[i].first(from)
		}
		return out
	}
	c, most := chosen{models[0], 0}, -1.0
	if len(models) > 1 {
		evidence := before(j.choice)
		for i, m := range models {
			f := j.figures(t.labelling, m, j.choice, evidence)
			total := Total(f.Stats)
			j.note(t, j.Fit.L2[i], total, Total(f.Own))
			if f1 := total.Punct.F1() + total.Edit.F1(); f1 > most {
				c, most = chosen{m, i}, f1
			}
		}
	}
	row.Dev.add(j.figures(t.labelling, c.model, j.dev, before(j.dev)))
	if len(j.rest) > 0 {
		row.Held.add(j.figures(t.labelling, c.model, j.rest, before(j.rest)))
	}
	return c, nil
}

// note reports the scores of a model with a regulariser.
func (j *Joint) note(t task, l2 float64, best, own mert.Stats) {
	if j.Report == nil {
		return
	}
	text := fmt.Sprintf("regulariser %v", l2)
	if t.labelling.pu {
		text += fmt.Sprintf(", PU %.2f (own %.2f)", 100*best.Punct.F1(), 100*own.Punct.F1())
	}
	if t.labelling.df {
		text += fmt.Sprintf(", DF %.2f (own %.2f)", 100*best.Edit.F1(), 100*own.Edit.F1())
	}
	j.Report(stages.Event{Step: t.step, Note: text})
}

// add adds the scores of a model that tells something else.
func (f *Figures) add(o Figures) {
	if f.Stats == nil {
		*f = o
		return
	}
	for i := range f.Stats {
		f.Stats[i], f.Own[i] = f.Stats[i].Plus(o.Stats[i]), f.Own[i].Plus(o.Own[i])
		f.Fluent[i] = f.Fluent[i].Plus(o.Fluent[i])
	}
}

// figures scores a model.
func (j *Joint) figures(l *labelling, m *m3n.Model, in []*stream, first [][]uint8) Figures {
	best, own := j.tell(m, in, first)
	f := Figures{make([]mert.Stats, len(in)), make([]metric.Counts, len(in)), make([]mert.Stats, len(in))}
	for i, s := range in {
		f.Stats[i], f.Fluent[i] = j.compare(l, s, &best[i])
		f.Own[i], _ = j.compare(l, s, &own[i])
	}
	return f
}

// compare scores what a labelling tells of a stream. Mixed labels have no marks after words
// that are removed, and are scored without those, as in the paper.
func (j *Joint) compare(l *labelling, s *stream, t *told) (out mert.Stats, fluent metric.Counts) {
	var all, kept metric.Marks
	for w, mark := range t.marks {
		if s.df[w] == data.O {
			kept.Add(s.marks[w], mark)
		}
		all.Add(s.marks[w], mark)
		if l.df {
			out.Edit.Add(s.df[w] == data.E, t.df[w] == data.E)
			out.Filler.Add(s.df[w] == data.F, t.df[w] == data.F)
		}
	}
	if !l.pu {
		return out, fluent
	}
	out.Punct, fluent = all.All(), kept.All()
	if j.Rule == data.ReadersRule || l == mixed {
		out.Punct = fluent
	}
	return out, fluent
}
