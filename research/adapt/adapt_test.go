package adapt

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/research/curveview"
)

// talk returns sides of so many sentences each.
func talk(sides, sentences int) []data.Side {
	var out []data.Side
	for i := range sides {
		s := data.Side{Conv: 5000 + i/2, Speaker: byte('A' + i%2)}
		for k := range sentences {
			for _, w := range strings.Fields("so i went to uh to the beach- beach") {
				s.Tokens = append(s.Tokens, data.Token{Text: w, Edit: w == "to" && s.Tokens[len(s.Tokens)-1].Text == "went", Start: float64(k)})
			}
			s.Tokens[len(s.Tokens)-1].Boundary, s.Tokens[len(s.Tokens)-1].Punct = data.Complete, '.'
		}
		s.Tokens[len(s.Tokens)-1].Boundary = data.NoBoundary
		out = append(out, s)
	}
	return out
}

// Of a sample, smaller parts are in larger ones, and the whole is the corpus.
func TestSample(t *testing.T) {
	sides := talk(5, 50)
	for _, how := range Choices {
		s, err := NewSample(t.Context(), sides, how, 20, 1, bundletest.Default(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != 250 {
			t.Fatalf("%s: %d sentences", how, s.Len())
		}
		var before map[[2]int]bool
		for _, n := range []int{1, 20, 45, 250} {
			part, err := s.Sides(n)
			if err != nil {
				t.Fatal(err)
			}
			own := make(map[[2]int]bool)
			count := 0
			for i := range part {
				for k := range part[i].Tokens {
					x := &part[i].Tokens[k]
					own[[2]int{part[i].Conv<<8 | int(part[i].Speaker), int(x.Start)}] = true
					if x.Boundary != data.NoBoundary {
						count++
					}
				}
			}
			if len(own) != n || count != n {
				t.Errorf("%s: %d and %d sentences, want %d", how, len(own), count, n)
			}
			for x := range before {
				if !own[x] {
					t.Errorf("%s: %v is not among %d", how, x, n)
				}
			}
			before = own
		}
		if _, err := s.Sides(251); err == nil {
			t.Errorf("%s: more than there are", how)
		}
		again, err := NewSample(t.Context(), sides, how, 20, 1, bundletest.Default(t), 2)
		if err != nil || !reflect.DeepEqual(again.places, s.places) {
			t.Errorf("%s: another order, %v", how, err)
		}
	}
}

// TestCurve runs the experiment with an adapting that changes nothing, and one that refuses.
func TestCurve(t *testing.T) {
	b := bundletest.Default(t)
	s, err := NewSample(t.Context(), talk(4, 30), Blocks, 0, 1, b, 1)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	c := &Curve{
		Bundle: b, Sample: s, Sizes: []int{10, 50}, Texts: []Text{{"own", talk(2, 3)}, {"home", talk(1, 2)}}, Seed: 1, Workers: 1, Dir: t.TempDir(),
		Adapt: func(_ context.Context, b *engine.Bundle, sides []data.Side) ([]byte, string, error) {
			if calls++; len(data.Sentences(sides)) == 10 {
				return nil, "too few", nil
			}
			file, err := b.With(nil)
			return file, "", err
		},
	}
	var table string
	for range 2 {
		var points []Point
		if err := c.Run(t.Context(), func(p Point) error { points = append(points, p); return nil }); err != nil {
			t.Fatal(err)
		}
		if calls != 2 || len(points) != 3 || points[1].Why != "too few" || points[2].Why != "" {
			t.Fatalf("%d calls, %+v", calls, points)
		}
		if x := points[2].Scores[0][Streams]; x.Counts != points[0].Scores[0][Streams].Counts || x.EditP != 1 || x.EditWorse != 1 || x.Edit.TP == 0 {
			t.Errorf("%+v", x)
		}
		var w bytes.Buffer
		if err := WriteTable(&w, c.Texts, points); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"as it comes", "50 sentences", "nothing is taken: too few", "typed", "home"} {
			if !strings.Contains(w.String(), want) {
				t.Errorf("no %q in\n%s", want, w.String())
			}
		}
		if table != "" && table != w.String() {
			t.Errorf("the second time\n%s\nthe first\n%s", w.String(), table)
		}
		table = w.String()
		svg := curveview.SVG(Chart("Adapting", c.Texts, points))
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if n := strings.Count(svg, "<polyline"); n != 12 || len(svg) > 20000 {
			t.Errorf("%d lines in %d bytes", n, len(svg))
		}
	}
	c.Sizes = []int{1000}
	if err := c.Run(t.Context(), func(Point) error { return nil }); err == nil || !slices.Contains(Choices, Blocks) {
		t.Error("more sentences than there are")
	}
}

// Draws are counted as they are: those in which nothing is taken gain nothing.
func TestWriteDraws(t *testing.T) {
	score := func(right int) Scores {
		out := make(Scores)
		for _, form := range Forms {
			c := metric.Counts{TP: right, FN: 10 - right}
			out[form] = Score{Counts: Counts{c, c, c}, EditWorse: 0.01, FillerWorse: 0.9, RemovedWorse: 0.9}
		}
		return out
	}
	first := Point{Scores: []Scores{score(5)}}
	draws := []Point{{Sentences: 20, Scores: []Scores{score(8)}}, {Sentences: 20, Scores: []Scores{score(6)}}, {Sentences: 20, Why: "nothing", Scores: first.Scores}}
	var w bytes.Buffer
	if err := WriteDraws(&w, []Text{{Name: "own"}}, first, draws); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(w.String()), " ")
	for _, want := range []string{
		"3 draws of 20 sentences", "nothing is taken in 1",
		"all forms mean 66.67 +10.19 11.23 +0.00 +22.22 2 0",
		"sentences edit words 66.67 +10.19 11.23 +0.00 +22.22 2 2",
		"fillers 66.67 +10.19 11.23 +0.00 +22.22 2 0",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, w.String())
		}
	}
}

func TestSpread(t *testing.T) {
	if s := SpreadOf([]float64{3}); s != (Spread{3, 0, 3, 3}) {
		t.Errorf("of one value %+v", s)
	}
	if s := SpreadOf([]float64{2, 4, 4, 6}); s.Mean != 4 || s.Least != 2 || s.Most != 6 || math.Abs(s.Deviation-math.Sqrt(8.0/3)) > 1e-9 {
		t.Errorf("of four values %+v", s)
	}
}

// Every n-th conversation is kept whole.
func TestSplit(t *testing.T) {
	others, kept, err := Split(talk(8, 1), 2)
	if err != nil || len(others) != 4 || len(kept) != 4 || kept[0].Conv != 5001 || kept[1].Conv != 5001 || kept[3].Conv != 5003 {
		t.Errorf("%d and %d sides, %v", len(others), len(kept), err)
	}
	if _, _, err := Split(talk(4, 1), 3); err == nil {
		t.Error("the third of two conversations")
	}
}
