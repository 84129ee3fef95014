package truecase

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Example is a text to train on: words in their case, and what the tagger makes of
// them without it.
type Example struct {
	Reading *stages.Reading
	Words   []data.Token
}

// Trainer trains a truecaser.
type Trainer struct {
	Seed    uint64
	Workers int    // goroutines; the result does not depend on it
	Dir     string // where finished steps are kept; "" keeps nothing
	Report  func(stages.Event)
	Limits  m3n.Limits // memory of the features; the result does not depend on them
}

const (
	recipe  = 3
	passes  = 4
	leastOf = 2 // times a form of mixed case has to be seen
)

// Train returns the file of a model. Words that open a sentence teach nothing:
// theirs is the case of the sentence.
func (tr *Trainer) Train(ctx context.Context, in []Example) ([]byte, error) {
	if len(in) == 0 {
		return nil, errors.New("truecase: there is nothing to train on")
	}
	h, spellings := xxh3.New(), Spellings{}
	for i := range in {
		for t := range in[i].Words {
			w := &in[i].Words[t]
			spellings.Add(w.Text)
			fmt.Fprintln(h, w.Text, w.Boundary, in[i].Reading.Tag(t))
		}
	}
	template, err := templateFiles.ReadFile("templates/case.tmpl")
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":"truecaser","corpus":"%016x","seed":%d,"templates":%q}`, recipe, h.Sum64(), tr.Seed, template)
	return stages.RunStep(tr.Dir, "truecaser", config, tr.Report, func() ([]byte, error) {
		templates, err := m3n.ParseTemplates(strings.NewReader(string(template)), "case.tmpl")
		if err != nil {
			return nil, err
		}
		d, err := m3n.NewDataset(&m3n.Corpus{
			Schema: schema, Labels: Names[:], Start: int(Lower), N: len(in),
			Example: func(i int, seq *m3n.Sequence, x *m3n.Example) {
				fill(seq, in[i].Reading)
				x.Gold, x.Weight = x.Gold[:0], x.Weight[:0]
				for t := range in[i].Words {
					weight := float32(1)
					if Opens(in[i].Words, t) {
						weight = 0
					}
					x.Gold, x.Weight = append(x.Gold, uint8(Of(in[i].Words[t].Text))), append(x.Weight, weight)
				}
			}, Limits: tr.Limits}, templates, tr.Workers)
		if err != nil {
			return nil, err
		}
		defer d.Close()
		event := stages.Event{Step: "truecaser", Passes: passes}
		w, err := m3n.Subgradient{Passes: passes, Rate: 0.1, L2: 1e-4, Dropout: 0.1, Batch: 2, Seed: tr.Seed, Workers: tr.Workers,
			Report: func(p m3n.Progress, _ func() []float32) {
				if event.Progress = p; tr.Report != nil {
					tr.Report(event)
				}
			}}.Train(ctx, d)
		if err != nil {
			return nil, err
		}
		m, err := m3n.NewModel(d, w, m3n.Prune{Min: 0.1})
		if err != nil {
			return nil, err
		}
		return newModel(m, spellings.Frequent(leastOf)).Marshal(config)
	})
}
