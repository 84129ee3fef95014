package pipeline

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/stages"
)

// BenchmarkStages runs the stages from bare text to clean text one by one, on streams of
// development data: with the nanoseconds that a word takes, and the features that are
// looked up for it. The windows are those of whole texts; what is read twice at their ends
// is not counted.
func BenchmarkStages(b *testing.B) {
	sides, err := data.ReadTSVFile(datatest.Path(b, "swbd", "dev.tsv"))
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(bundletest.Default(b), Options{})
	if err != nil {
		b.Fatal(err)
	}
	const most = 20000
	var windows []data.Sentence
	words := 0
	for i := range sides {
		s := data.Sentence{Tokens: sides[i].WithoutPartials()}
		for j := range s.Tokens {
			s.Tokens[j].Timed, s.Tokens[j].Text = false, strings.ToLower(s.Tokens[j].Text)
		}
		s, _ = stages.Words(&s)
		for from := 0; from < len(s.Tokens) && words < most; from += wholeWindow {
			w := s.Part(from, min(from+wholeWindow, len(s.Tokens)))
			for j := range w.Tokens {
				w.Talk.Add(w.Tokens[j].Text)
			}
			windows, words = append(windows, w), words+len(w.Tokens)
		}
	}
	f, err := p.stream(p.whole, p.window)
	if err != nil {
		b.Fatal(err)
	}
	n := len(windows)
	readings, first := make([]*stages.Reading, n), make([]punct.Prediction, n)
	heard, pieces := make([]neural.Prediction, n), make([][]data.Sentence, n)
	parts := make([][]*stages.Reading, n)
	stage := func(name string, run func(i int)) {
		b.Run(name, func(b *testing.B) {
			var looked atomic.Int64
			m3n.CountLookUps(&looked)
			defer m3n.CountLookUps(nil)
			for b.Loop() {
				for i := range windows {
					run(i)
				}
			}
			per := float64(b.N) * float64(words)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/per, "ns/word")
			b.ReportMetric(float64(looked.Load())/per, "look-ups/word")
			b.ReportMetric(0, "ns/op")
		})
	}
	stage("1-tags-and-fillers", func(i int) { readings[i] = f.stages.Read(&windows[i]) })
	stage("2-chain-of-punctuation", func(i int) { f.restorer.models.First.Predict(&punct.Input{Reading: readings[i]}, &first[i]) })
	stage("3-network", func(i int) {
		f.restorer.models.Network.Read(readings[i], neural.Stream, neural.Hidden{}, &heard[i])
	})
	stage("4-pieces", func(i int) {
		var cutting punct.Prediction
		punct.Cutting(&punct.Input{Reading: readings[i]}, &first[i], &heard[i], &cutting)
		pieces[i], parts[i] = pieces[i][:0], parts[i][:0]
		from := 0
		f.restorer.first.Set(&first[i])
		f.cuts = segmentation.DefaultCutter.Cut(f.cuts[:0], &cutting, readings[i])
		f.joinRepairs(readings[i])
		for _, to := range f.cuts {
			piece := segmentation.Piece(windows[i].Tokens, &first[i], from, to, true)
			piece.Talk, piece.Heard = windows[i].Talk, heard[i].Labels[from:to:to]
			pieces[i], parts[i] = append(pieces[i], piece), append(parts[i], readings[i].Part(from, to).Of(&piece))
			from = to
		}
	})
	stage("5-edit-model", func(i int) {
		for _, part := range parts[i] {
			s, err := f.stages.SessionOn(part)
			if err != nil {
				b.Fatal(err)
			}
			s.Whole()
			s.Release()
		}
	})
	labels := make([][]data.Decision, n)
	stage("6-decoder-with-edit-model", func(i int) {
		labels[i] = labels[i][:0]
		for k := range pieces[i] {
			out, err := f.piece(b.Context(), &pieces[i][k], parts[i][k], false)
			if err != nil {
				b.Fatal(err)
			}
			labels[i] = append(labels[i], out.Decisions...)
		}
	})
	stage("7-punctuation-and-case", func(i int) {
		r := &f.restorer
		r.in = punct.Input{Reading: readings[i]}
		r.first.Set(&first[i])
		r.heard = heard[i]
		r.restore(labels[i], data.LabelsOf(labels[i]), make([]bool, len(labels[i])), 0, true, true)
	})
	stage("8-all", func(i int) {
		if _, err := p.Whole(b.Context(), &windows[i]); err != nil {
			b.Fatal(err)
		}
	})
}
