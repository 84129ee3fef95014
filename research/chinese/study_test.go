package chinese

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/annotate"
)

// mini is a treebank of a few kinds of sentences, so many of each.
func mini(t testing.TB, n int) []zh.Sentence {
	t.Helper()
	var b strings.Builder
	for range n {
		for _, noun := range []string{"书", "报", "饭", "茶"} {
			fmt.Fprintf(&b, "他\tPN\tN\tB-NP\tB-S\tO\t_\n看\tVV\tV\tB-VP\tB-P\tBOO\t《\n%s\tNN\tN\tB-NP\tB-O\tBOO+COM\t》，\n她\tPN\tN\tB-NP\tB-S\tO\t_\n看\tVV\tV\tB-VP\tB-P\tO\t_\n茶\tNN\tN\tB-NP\tB-O\tFUL\t。\n\n", noun)
			fmt.Fprintf(&b, "你\tPN\tN\tB-NP\tB-S\tO\t_\n看\tVV\tV\tB-VP\tB-P\tO\t_\n%s\tNN\tN\tB-NP\tB-O\tO\t_\n吗\tSP\tP\tO\tO\tQUE\t？\n\n", noun)
			fmt.Fprintf(&b, "# lead=“\n茶\tNN\tN\tB-NP\tB-S\tENU\t、\n%s\tNN\tN\tI-NP\tI-S\tO\t_\n好\tVA\tV\tB-VP\tB-P\tFUL+QUO\t。”\n\n", noun)
		}
	}
	path := filepath.Join(t.TempDir(), "mini.tsv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := zh.ReadTreebank(path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func miniStudy(t testing.TB) *Study {
	a := annotate.DefaultConfig()
	a.Tag.Passes, a.Phrase.Passes, a.Chunk.Passes, a.Folds = 3, 3, 3, 2
	return &Study{Train: mini(t, 4), Dev: mini(t, 1), Predicted: true, WordTags: true, LeastTags: 1, Annotator: a, L2: 0.1, Passes: 4, Least: 1, Seed: 1, Workers: 2}
}

// The marks of mini follow from what all rows read, a second run takes everything from the work
// folder, and other settings do not.
func TestStudy(t *testing.T) {
	s := miniStudy(t)
	s.Dir = t.TempDir()
	taken, made := 0, 0
	s.Report = func(e stages.Event) {
		switch {
		case e.Taken:
			taken++
		case e.File != "":
			made++
		}
	}
	done := 0
	s.Done = func(Row) { done++ }
	rows, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	steps := len(rows) + 1 // and the annotation
	if done != len(rows) || made != steps || taken != 0 {
		t.Errorf("%d rows, %d told of, %d steps made, %d taken", len(rows), done, made, taken)
	}
	names := make(map[string]bool)
	predicted, tags := 0, 0
	for i := range rows {
		r := &rows[i]
		if names[r.Name()] {
			t.Errorf("%s is there twice", r.Name())
		}
		names[r.Name()] = true
		if r.Predicted {
			predicted++
		}
		if r.WordTags {
			tags++
		}
		if got := r.Total(); got.F1() < 0.99 {
			t.Errorf("%s: F %.3f", r.Name(), got.F1())
		}
		if than := OnePass(rows, r); than == nil || !than.Single || than.Predicted != r.Predicted || than.WordTags != r.WordTags || !reflect.DeepEqual(than.Features, r.Features) {
			t.Errorf("%s: compared with %+v", r.Name(), than)
		}
		if than := Words(rows, r); than == nil || than.Single != r.Single || than.Predicted != r.Predicted || than.WordTags != r.WordTags || than.Features[0] != "L1-L7" {
			t.Errorf("%s: compared with %+v", r.Name(), than)
		}
		if than := OfGaps(rows, r); than == nil || than.WordTags || strings.Replace(r.Name(), ", tags of words", "", 1) != than.Name() {
			t.Errorf("%s: compared with %+v", r.Name(), than)
		}
	}
	if r := s.Right; r == nil || r.Tags.F1() < 0.99 || r.Phrases.F1() < 0.99 || r.Chunks.F1() < 0.99 {
		t.Errorf("of the annotation %+v is right", r)
	}
	if predicted != 10 {
		t.Errorf("%d rows of predicted annotation, want those of whole levels, of one pass and of three", predicted)
	}
	if tags != 8 {
		t.Errorf("%d rows of tags of words, want those of four sets of features, of one pass and of three", tags)
	}
	if r := OfTable13(rows); r == nil || r.Name() != "P1-P10, F1-F10, three passes" || r.Marks[zh.Comma] != (metric.Counts{TP: 4}) {
		t.Errorf("Table 13 is %+v", r)
	}
	taken, made = 0, 0
	again, err := s.Run(t.Context())
	if err != nil || taken != steps || made != 0 || !reflect.DeepEqual(again, rows) {
		t.Errorf("%v; %d steps are made and %d taken the second time, of %d", err, made, taken, steps)
	}
	taken = 0
	s.Dev = s.Dev[1:]
	if _, err := s.Run(t.Context()); err != nil || taken != 0 {
		t.Errorf("%v; %d steps are taken of another text", err, taken)
	}
}

func TestStudyFails(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := miniStudy(t).Run(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s := miniStudy(t)
	s.Dev = nil
	if _, err := s.Run(t.Context()); err == nil {
		t.Error("nothing to score on, and no error")
	}
}

func TestScore(t *testing.T) {
	comma, stop, open, shut := zh.Sign{Mark: zh.Comma}, zh.Sign{Mark: zh.FullStop}, zh.Sign{Mark: zh.Quote, Side: zh.Open}, zh.Sign{Mark: zh.Quote, Side: zh.Close}
	gold := []zh.Sentence{{Gaps: [][]zh.Sign{{open}, {comma}, {stop, shut}}}, {Gaps: [][]zh.Sign{nil, {comma, comma}}}, {Gaps: [][]zh.Sign{nil, nil}}}
	var r Row
	r.Score(gold, [][][]zh.Sign{{{shut}, {stop}, {shut, stop}}, {nil, {comma}}, {nil, {stop}}})
	if want := []metric.Counts{{TP: 2, FP: 2, FN: 2}, {TP: 1, FN: 1}, {FP: 1}}; !reflect.DeepEqual(r.Counts, want) {
		t.Errorf("%+v, want %+v", r.Counts, want)
	}
	want := [zh.NumMarks]metric.Counts{zh.Quote: {TP: 1, FP: 1, FN: 1}, zh.Comma: {TP: 1, FN: 2}, zh.FullStop: {TP: 1, FP: 2}}
	if r.Marks != want {
		t.Errorf("%+v, want %+v", r.Marks, want)
	}
	if got := r.Total(); got != (metric.Counts{TP: 3, FP: 3, FN: 3}) {
		t.Errorf("%+v in all", got)
	}
}

// Of a part of the treebank, phrases and chunks help, as in the paper.
func TestTreebank(t *testing.T) {
	train, err := zh.ReadTreebank(datatest.Path(t, "punct", "zh-treebank", "train.sinica.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dev, err := zh.ReadTreebank(datatest.Path(t, "punct", "zh-treebank", "dev.sinica.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	s := &Study{Train: train[:1000], Dev: dev, L2: 0.3, Passes: 4, Least: 2, Seed: 1, Workers: 2}
	f := make(map[string]float64)
	for _, features := range []string{"L1-L7", "F1-F10"} {
		r := Row{Experiment: Experiment{Features: []string{features}, Single: true}}
		found, err := s.predict(t.Context(), r.Experiment, s.Train, s.Dev)
		if err != nil {
			t.Fatal(err)
		}
		r.Score(dev, found)
		total := r.Total()
		f[features] = total.F1()
	}
	t.Logf("%.3v", f)
	if f["L1-L7"] < 0.5 || f["F1-F10"] < f["L1-L7"]+0.03 {
		t.Errorf("F is %.3v", f)
	}
}

// Phrases are right where both ends and the kind are.
func TestSpansRight(t *testing.T) {
	words := func(labels string) (out []zh.Word) {
		for l := range strings.FieldsSeq(labels) {
			out = append(out, zh.Word{Phrase: l})
		}
		return out
	}
	got := spansRight(words("B-NP I-NP O B-VP B-NP I-NP"), words("B-NP I-NP B-NP B-NP B-NP O"), func(w *zh.Word) string { return w.Phrase })
	if want := (metric.Counts{TP: 1, FP: 3, FN: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
