package chinese

import (
	"context"
	"errors"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/emnlp2010"
)

// Turns is a study of marks in turns of dialogues whose words are known, those of Lu and Ng (2010): four
// marks, by the chains of shipped models, in one pass and in several ones.
type Turns struct {
	Train, Dev []emnlp2010.Utterance
	Config     zh.PunctuationConfig // as shipped; Starts is set by the study
	Workers    int
	Report     func(stages.Event)
}

// TurnsRow is how passes scored.
type TurnsRow struct {
	Name   string
	Counts []metric.Counts                    // of each turn
	Marks  [emnlp2010.EMark + 1]metric.Counts // of each mark in all
}

// Total adds the counts of the turns up.
func (r *TurnsRow) Total() metric.Counts {
	var t metric.Counts
	for _, c := range r.Counts {
		t = t.Plus(c)
	}
	return t
}

// turnPasses are the passes that are compared. These turns have no marks of the last pass of the paper, so
// that one pass is the first of the two that shipped models have.
var turnPasses = []struct {
	name   string
	starts []zh.Pass
}{
	{"one pass", []zh.Pass{zh.Finals}},
	{"two passes: ends, commas", nil},
}

// marksOf are the marks of the turns as those of the paper.
var marksOf = [emnlp2010.EMark + 1]zh.Mark{emnlp2010.Comma: zh.Comma, emnlp2010.Period: zh.FullStop, emnlp2010.QMark: zh.Question, emnlp2010.EMark: zh.Exclamation}

// Run trains and scores. Errors are those of ctx and of training.
func (s *Turns) Run(ctx context.Context) ([]TurnsRow, error) {
	if len(s.Train) == 0 || len(s.Dev) == 0 {
		return nil, errors.New("there is nothing to train on, or to score on")
	}
	train, dev := sentences(s.Train), sentences(s.Dev)
	var rows []TurnsRow
	for _, p := range turnPasses {
		c := s.Config
		c.Starts, c.Fill = p.starts, func(to *zh.Columns, i int) { zh.FillPlain(to, train[i].Words) }
		m, err := zh.TrainPunctuation(ctx, train, c, s.Workers, func(step string, progress m3n.Progress) {
			if s.Report != nil {
				s.Report(stages.Event{Step: p.name + ", " + step, Passes: c.Passes, Progress: progress})
			}
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, s.score(p.name, m, dev))
	}
	return rows, nil
}

// sentences returns turns as texts.
func sentences(turns []emnlp2010.Utterance) []zh.Sentence {
	out := make([]zh.Sentence, len(turns))
	for i, u := range turns {
		s := zh.Sentence{Gaps: make([][]zh.Sign, len(u.Words)+1)}
		for t, w := range u.Words {
			s.Words = append(s.Words, zh.Word{Text: w})
			if m := marksOf[u.Marks[t]]; m != zh.NoMark {
				s.Gaps[t+1] = []zh.Sign{{Mark: m}}
			}
		}
		out[i] = s
	}
	return out
}

// score counts as Lu and Ng do: one mark after a word.
func (s *Turns) score(name string, m *zh.Punctuator, dev []zh.Sentence) TurnsRow {
	row := TurnsRow{Name: name, Counts: make([]metric.Counts, len(dev))}
	found := make([][]zh.Mark, len(dev))
	workers := max(s.Workers, 1)
	parallel.Strided(workers, workers, func(me, _ int) {
		columns, scratch := m.NewColumns(), m.NewScratch()
		var gaps [][]zh.Sign
		for i := me; i < len(dev); i += workers {
			zh.FillPlain(columns, dev[i].Words)
			gaps = m.Predict(columns, scratch, gaps)
			for _, signs := range gaps[1:] {
				mark := zh.NoMark
				if len(signs) > 0 {
					mark = signs[0].Mark
				}
				found[i] = append(found[i], mark)
			}
		}
	})
	for i, u := range s.Dev {
		for t, gold := range u.Marks {
			for m := emnlp2010.Comma; m <= emnlp2010.EMark; m++ {
				row.Counts[i].Add(gold == m, found[i][t] == marksOf[m])
				row.Marks[m].Add(gold == m, found[i][t] == marksOf[m])
			}
		}
	}
	return row
}
