package chinese

import (
	"context"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
)

// TextRow is how a model reads a text.
type TextRow struct {
	Name         string
	Marks        [zh.NumMarks]metric.Counts // of each mark: see Row.Score
	Found        metric.Counts              // of the words: both ends are right
	Words, Units int                        // of the text
	Seconds      float64                    // that reading it took on one core
}

// Total adds the counts of the marks up.
func (r *TextRow) Total() metric.Counts {
	var t metric.Counts
	for _, c := range r.Marks {
		t = t.Plus(c)
	}
	return t
}

// turnsTogether is how many turns are read as one text, as recognisers write what they hear.
const turnsTogether = 8

// Read reads a text without its marks, in three ways: its words as they are, its characters, and
// characters of eight turns together.
func Read(m *zh.Model, text []zh.Sentence) [3]TextRow {
	var joined []zh.Sentence
	for at := 0; at < len(text); at += turnsTogether {
		joined = append(joined, zh.Join(text[at:min(at+turnsTogether, len(text))]))
	}
	return [3]TextRow{
		read(m, "words", nil, text, (*zh.Reader).ReadWords),
		read(m, "characters", text, zh.ByUnit(text), characters),
		read(m, "characters, eight turns", joined, zh.ByUnit(joined), characters),
	}
}

func characters(r *zh.Reader, units []string, out *zh.Reading) { r.Read(units, nil, out) }

// read reads a text of words or units. Where words are given, those that are found are counted by them.
func read(m *zh.Model, name string, words, text []zh.Sentence, with func(*zh.Reader, []string, *zh.Reading)) TextRow {
	row := TextRow{Name: name}
	r := m.NewReader()
	var out zh.Reading
	found := make([][][]zh.Sign, len(text))
	for i, s := range text {
		units := texts(s)
		start := time.Now()
		with(r, units, &out)
		row.Seconds += time.Since(start).Seconds()
		row.Units, row.Words = row.Units+len(units), row.Words+len(out.Starts)-1
		if words != nil {
			row.countWords(words[i], out.Starts)
		}
		found[i] = make([][]zh.Sign, len(units)+1)
		for k, at := range out.Starts {
			found[i][at] = append([]zh.Sign(nil), out.Gaps[k]...)
		}
	}
	var score Row
	score.Score(text, found)
	row.Marks = score.Marks
	return row
}

// countWords counts the words of a text, and those that were found, by the units that they begin with.
func (r *TextRow) countWords(s zh.Sentence, found []int32) {
	gold := []int32{0}
	for _, w := range s.Words {
		if n := len(zh.Units(w.Text).Words); n > 0 {
			gold = append(gold, gold[len(gold)-1]+int32(n))
		}
	}
	right := 0
	for g, f := 0, 0; g+1 < len(gold) && f+1 < len(found); {
		switch {
		case gold[g] == found[f]:
			if gold[g+1] == found[f+1] {
				right++
			}
			g, f = g+1, f+1
		case gold[g] < found[f]:
			g++
		default:
			f++
		}
	}
	r.Found = r.Found.Plus(metric.Counts{TP: right, FN: len(gold) - 1 - right, FP: len(found) - 1 - right})
}

func texts(s zh.Sentence) []string {
	out := make([]string, len(s.Words))
	for i, w := range s.Words {
		out[i] = w.Text
	}
	return out
}

// Removed returns how many units go of a text, at a level of the command: bare, and with its marks.
// What goes of text that people have written is lost.
func Removed(ctx context.Context, p *pipeline.Chinese, text []zh.Sentence) (bare, marked, units int, err error) {
	for _, s := range zh.ByUnit(text) {
		for _, with := range []bool{false, true} {
			in := make([]pipeline.ChineseUnit, len(s.Words))
			for i, w := range s.Words {
				in[i].Text = w.Text
				if before := s.Gaps[i]; with && len(before) > 0 {
					in[i].Apart = true
				}
				if after := s.Gaps[i+1]; with && len(after) > 0 {
					in[i].Marked = true
					in[i].Ends = after[0].Mark.Pass() == zh.Finals
				}
			}
			decided := make([]data.Decision, len(in))
			if err := p.Decide(ctx, in, func(i int) *data.Decision { return &decided[i] }); err != nil {
				return 0, 0, 0, err
			}
			for _, d := range decided {
				switch {
				case d.Why&data.DefaultRemoved == 0:
				case with:
					marked++
				default:
					bare++
				}
			}
		}
		units += len(s.Words)
	}
	return bare, marked, units, nil
}
