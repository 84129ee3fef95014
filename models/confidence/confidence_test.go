package confidence

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// fluent is a language model in which "we go home" is likely.
func fluent(t testing.TB) *lm.Model {
	t.Helper()
	c, err := lm.NewCounter(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddText(strings.NewReader(strings.Repeat("we go home\n", 5)), "text"); err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Estimate(lm.EstimateOptions{Smoothing: lm.WittenBell})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// removal reads words, those that are removed in brackets, with a dash or comma behind them.
func removal(t testing.TB, l *lm.Model, line string) *Removal {
	t.Helper()
	r := &Removal{Columns: &stages.Columns{}, Fluent: l, Terms: []float64{0.5}}
	c := r.Columns
	inside := false
	for i, w := range strings.Fields(line) {
		if strings.HasPrefix(w, "[") {
			inside, r.From = true, i
		}
		mark := data.NoMark
		switch {
		case strings.Contains(w, ","):
			mark = data.CommaMark
		case strings.Contains(w, "-"):
			mark = data.DashMark
		}
		label := data.O
		if inside {
			label = data.E
		}
		if strings.Contains(w, "]") {
			inside, r.To = false, i+1
		}
		w = strings.Trim(w, "[],-")
		c.Word, c.Tag, c.Fluent = append(c.Word, m3n.Symbol(w)), append(c.Tag, m3n.Symbol(w[:1])), append(c.Fluent, l.Vocabulary().ID(w))
		c.Written, r.Labels = append(c.Written, data.Written{After: mark}), append(r.Labels, label)
	}
	return r
}

// examples are removals of words that are said again, which are right, and of others.
func examples(t testing.TB) (*Examples, *lm.Model) {
	l := fluent(t)
	var e Examples
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		w := strings.Fields("we they you i")[r.IntN(4)]
		e.Add(removal(t, l, "["+w+",] "+w+" go home"), 1, 0.8)
		e.Add(removal(t, l, w+" go [there,] home"), 0, 0.6)
	}
	return &e, l
}

func train(t testing.TB, e *Examples) *Model {
	t.Helper()
	m, err := DefaultTrainer().Train(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModel(t *testing.T) {
	e, l := examples(t)
	m := train(t, e)
	file, err := m.Marshal("{}")
	if err != nil {
		t.Fatal(err)
	}
	again, err := train(t, e).Marshal("{}")
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("training twice gives different files, error %v", err)
	}
	read, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	var keys []uint32
	for line, right := range map[string]bool{"[we,] we go home": true, "you go [there,] home": false, "[she,] she go home": true} {
		r := removal(t, l, line)
		var p, q float64
		p, keys = m.Probability(r, 0.5, keys)
		q, keys = read.Probability(r, 0.5, keys)
		if p > 0.5 != right || math.Abs(p-q) > 0.02 {
			t.Errorf("%s: %.3f, from the file %.3f", line, p, q)
		}
		if sure, _ := m.Probability(r, 0.99, nil); sure <= p {
			t.Errorf("%s: %.3f beside an estimator that is sure, %.3f beside one that is not", line, sure, p)
		}
		for _, other := range []float64{0, 1} {
			if p, _ := m.Probability(r, other, nil); !(p >= 0 && p <= 1) {
				t.Errorf("%s beside %v: %v", line, other, p)
			}
		}
	}
	filetest.Changes(t, file, 300, func(b []byte) error { _, err := Unmarshal(b); return err })
}

// TestCalibrate: at the greatest likelihood the mean of the probabilities is the share of what is right.
func TestCalibrate(t *testing.T) {
	e, l := examples(t)
	m := train(t, e)
	var held Examples
	const n = 30
	for i := range n {
		right := 0
		if i%3 > 0 {
			right = 1
		}
		held.Add(removal(t, l, "you go [there,] home"), right, 0.6)
	}
	sum := 0.0
	c := m.Calibrate(&held)
	for range n {
		p, _ := c.Probability(removal(t, l, "you go [there,] home"), 0.6, nil)
		sum += p
	}
	if math.Abs(sum-2./3*n) > 1e-3 {
		t.Errorf("%.4f of %d, want two thirds", sum, n)
	}
	if m.intercept != 0 {
		t.Error("the model that was there has changed")
	}
}

// TestFluency: what is left is likelier without a word that the model of fluent text does not expect.
func TestFluency(t *testing.T) {
	l := fluent(t)
	of := func(line string) float64 {
		r := removal(t, l, line)
		v := r.view()
		return r.fluency(&v)
	}
	if good, bad := of("we [home] go home"), of("we [go] home"); !(good > 0 && bad < 0) {
		t.Errorf("%.2f and %.2f", good, bad)
	}
}

// TestView: the kept words next to a stretch, how much of it is said again, and the marks around.
func TestView(t *testing.T) {
	l := fluent(t)
	for line, want := range map[string]view{
		"[we] we go":        {p: [3]int{-1, -1, -1}, n: [3]int{1, 2, 3}, before: edge, words: 1, copied: 1},
		"a, [we go-] we to": {p: [3]int{0, -1, -1}, n: [3]int{3, 4, 5}, before: data.CommaMark, behind: data.DashMark, words: 2, copied: 1},
		"a b c [d]":         {p: [3]int{2, 1, 0}, n: [3]int{4, 4, 4}, words: 1},
	} {
		r := removal(t, l, line)
		if got := r.view(); got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	if a, b := removal(t, l, "[we,] we go").keys(nil), removal(t, l, "[we-] we go").keys(nil); slices.Equal(a, b) {
		t.Error("a dash is as good as a comma")
	}
}

func TestNoExamples(t *testing.T) {
	l := fluent(t)
	var e Examples
	e.Add(removal(t, l, "[we,] we go"), 1, 0.5)
	if _, err := DefaultTrainer().Train(context.Background(), &e); !errors.Is(err, ErrNoExamples) {
		t.Errorf("error %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	some, _ := examples(t)
	if _, err := DefaultTrainer().Train(stopped, some); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// FuzzUnmarshal: files of any kind are read or refused.
func FuzzUnmarshal(f *testing.F) {
	e, l := examples(f)
	file, err := train(f, e).Marshal("{}")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)/2])
	w := container.New(FileKind, FileVersion, "{}")
	w.Add("intercept", []byte("NaN"))
	if odd, err := w.Bytes(); err == nil {
		f.Add(odd)
	}
	r := removal(f, l, "[we,] we go home")
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Unmarshal(b)
		if err != nil {
			return
		}
		if p, _ := m.Probability(r, 0.5, nil); math.IsNaN(p) {
			t.Error("no probability")
		}
	})
}
