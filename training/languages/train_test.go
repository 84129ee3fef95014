package languages

import (
	"bytes"
	"context"
	"testing"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// tinyConfig is a network that is trained in a second.
func tinyConfig() Config {
	c := Config{Config: multilingual.DefaultConfig(), Mix: DefaultMix(), Fillers: map[string][]Filler{"de": {{"ähm", 1}}}}
	c.Hidden, c.Dense, c.Similar, c.Layers = 32, 32, 32, 1
	for k := range c.Columns {
		if c.Columns[k].Symbols > 600 {
			c.Columns[k].Symbols = 600
		}
	}
	c.Trainer.Passes, c.Trainer.Batch, c.Trainer.Rate, c.Mix.Units, c.Mix.Most, c.Mix.Artificial = 5, 200, 1e-2, 10000, 1000, 1
	return c
}

// A network learns marks, case and repairs of simple text; the file says the same however many goroutines there are, and when
// the training was interrupted.
func TestTrain(t *testing.T) {
	corpus := fluentCorpus(t)
	train := func(workers int, p Progress) []byte {
		m, err := Train(context.Background(), tinyConfig(), nil, corpus, workers, p)
		if err != nil {
			t.Fatal(err)
		}
		file, err := m.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	var state []byte
	file := train(1, Progress{Checkpoint: func(s []byte) {
		if state == nil {
			state = bytes.Clone(s)
		}
	}})
	if !bytes.Equal(train(2, Progress{Resume: state}), file) {
		t.Error("the network is another one when its training is resumed with other goroutines")
	}
	m, err := multilingual.Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Marshal("")
	if err != nil || !bytes.Equal(again, file) {
		t.Errorf("a model of a file makes another file (%v)", err)
	}
	if m, err = Calibrate(context.Background(), m, corpus, DefaultCalibration(), 2); err != nil {
		t.Fatal(err)
	}
	rows, err := Measure(context.Background(), m, corpus, 2)
	if err != nil {
		t.Fatal(err)
	}
	s := &rows[0].Marks
	if s.All.F1() < 0.95 || s.Capitals.F1() < 0.95 {
		t.Errorf("F1 of marks %.3f, of capitals %.3f", s.All.F1(), s.Capitals.F1())
	}
	if rows[0].Harm() > DefaultCalibration().Harm {
		t.Errorf("%.2f words of 1,000 are removed", rows[0].Harm())
	}
	repairs := corpus.parts[0]
	sample := sampleOf(corpus, repairs)
	sample.Units = append([]multilingual.Unit{{Text: "gestern"}, {Text: "gestern"}}, sample.Units[1:9]...)
	var out multilingual.Prediction
	m.NewReader().Read(sample.Units, "de", multilingual.Turn{}, &out)
	if p := out.Edits[0][multilingual.Edited]; p < 0.5 {
		t.Errorf("what is said twice is taken back with probability %.2f", p)
	}
}

// A network of another one that is trained on knows the languages of both.
func TestTrainOn(t *testing.T) {
	corpus := fluentCorpus(t)
	c := tinyConfig()
	c.Trainer.Passes = 1
	first, err := Train(context.Background(), c, nil, corpus, 2, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	other := NewCorpus()
	if err := other.Text(bytes.NewReader([]byte("Hej, du. Kom du?\nJa, jag kom.\n")), "y", "sv"); err != nil {
		t.Fatal(err)
	}
	m, err := Train(context.Background(), c, first, other, 2, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"de", "sv"} {
		if l, ok := m.Language(code); !ok || !l.Marks {
			t.Errorf("it does not know %s", code)
		}
	}
}
