package markers

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// text reads words, each with its tag behind a slash, and, with marks, a comma that follows it.
func text(line string, marks bool) *Text {
	t := &Text{}
	for w := range strings.FieldsSeq(line) {
		w, comma := strings.CutSuffix(w, ",")
		w, tag, _ := strings.Cut(w, "/")
		t.Words, t.Tags = append(t.Words, w), append(t.Tags, m3n.Symbol(tag))
		if marks {
			written := data.Written{}
			if comma {
				written.After = data.CommaMark
			}
			t.Written = append(t.Written, written)
		}
	}
	return t
}

func known(all ...string) phrases {
	p := make(phrases)
	for _, phrase := range all {
		p[phrase] = ofMarker
	}
	return p
}

// TestSpans: the longest phrase at the leftmost place, and no overlaps.
func TestSpans(t *testing.T) {
	p := known("you know", "you", "like you know", "know")
	for line, want := range map[string][]Span{
		"":                          nil,
		"like":                      nil,
		"you know":                  {{From: 0, To: 2}},
		"like you know you":         {{From: 0, To: 3}, {From: 3, To: 4}},
		"do you like you":           {{From: 1, To: 2}, {From: 3, To: 4}},
		"they know you know know":   {{From: 1, To: 2}, {From: 2, To: 4}, {From: 4, To: 5}},
		"you knowing like you knew": {{From: 0, To: 1}, {From: 3, To: 4}},
	} {
		if got := p.spans(text(line, false), nil); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestApart(t *testing.T) {
	for _, x := range []struct {
		line           string
		setOff, joined bool
	}{
		{"he is, like, tired", true, false},
		{"he is like tired", false, true},
		{"he is, like tired", false, false},
		{"he is like, tired", false, true},
		{"like, he is tired", true, false},
		{"like he is tired", false, true},
		{"he is like", false, true},
		{"like", false, false},
	} {
		s := text(x.line, true)
		i := slices.Index(s.Words, "like")
		if got := s.SetOff(Span{From: i, To: i + 1}); got != x.setOff {
			t.Errorf("%s: set off %v", x.line, got)
		}
		if got := s.Joined(Span{From: i, To: i + 1}); got != x.joined {
			t.Errorf("%s: joined %v", x.line, got)
		}
	}
}

// examples draws occurrences of "like": before adjectives it is a marker, after verbs it is none, and with
// marks it is one where commas are around it, whatever the tags say.
func examples(marks bool) (*Examples, func(*Model) float64) {
	c := NewCounter()
	for range 30 {
		c.Add([]string{"like"}, false)
	}
	c.Add([]string{"rare"}, false)
	e := c.Examples(20)
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() (*Text, Span, bool) {
		before := []string{"looks/V", "is/B", "he/P"}[r.IntN(3)]
		after := []string{"tired/J", "me/P", "him/P"}[r.IntN(3)]
		comma := ""
		if marks && r.IntN(2) == 0 {
			comma = ","
		}
		s := text(before+comma+" like/I"+comma+" "+after, marks)
		is := strings.HasPrefix(before, "is") && strings.HasPrefix(after, "tired")
		if marks {
			is = comma != ""
		}
		return s, Span{From: 1, To: 2}, is
	}
	for range 400 {
		s, x, is := draw()
		e.Add(s, x, is)
	}
	return e, func(m *Model) float64 {
		right, n := 0, 500
		for range n {
			s, _, is := draw()
			_, _, found := m.WithSure(Sure{0.5, 0.5}).find(s, nil, nil, nil)
			switch {
			case !marks && is: // left to others
				if len(found) == 0 {
					right++
				}
			case len(found) == 1 && (found[0].Probability > 0.5) == is:
				right++
			}
		}
		return float64(right) / float64(n)
	}
}

// TestTrain: what can be told apart is, the file says the same, and training is repeatable.
func TestTrain(t *testing.T) {
	for _, marks := range []bool{false, true} {
		e, score := examples(marks)
		m, err := DefaultTrainer().Train(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		if m.Phrases() != 1 || m.Sure() != DefaultSure {
			t.Errorf("%d phrases, sure %v", m.Phrases(), m.Sure())
		}
		if s := score(m); s < 0.99 {
			t.Errorf("marks %v: %.3f right", marks, s)
		}
		file, err := m.WithSure(Sure{0.8, 0.2}).Marshal("{}")
		if err != nil {
			t.Fatal(err)
		}
		read, err := Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		if s := score(read); s < 0.99 || read.Sure() != (Sure{0.8, 0.2}) {
			t.Errorf("marks %v: %.3f right after reading, sure %v", marks, s, read.Sure())
		}
		again, _ := examples(marks)
		m, err = DefaultTrainer().Train(context.Background(), again)
		if err != nil {
			t.Fatal(err)
		}
		if other, _ := m.WithSure(Sure{0.8, 0.2}).Marshal("{}"); !bytes.Equal(file, other) {
			t.Error("another training gives another file")
		}
	}
}

func TestTrainErrors(t *testing.T) {
	c := NewCounter()
	c.Add([]string{"like"}, false)
	e := c.Examples(1)
	e.Add(text("is like tired", false), Span{From: 1, To: 2}, true)
	if _, err := DefaultTrainer().Train(context.Background(), e); !errors.Is(err, ErrNoExamples) {
		t.Errorf("markers alone: %v", err)
	}
	e.Add(text("looks like me", false), Span{From: 1, To: 2}, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := DefaultTrainer().Train(ctx, e); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestLabels: what is contradicted, what is not, and that nothing is after marking.
func TestLabels(t *testing.T) {
	for _, x := range []struct {
		found        Found
		labels, want string
	}{
		{Found{Span{From: 1, To: 3}, 0.99}, "OOOO", "OFFO"},
		{Found{Span{From: 1, To: 3}, 0.99}, "OFFO", ""},
		{Found{Span{From: 1, To: 3}, 0.99}, "OEOO", "OEFO"},
		{Found{Span{From: 1, To: 3}, 0.99}, "EEEO", ""},
		{Found{Span{From: 1, To: 3}, 0.01}, "OOOO", ""},
		{Found{Span{From: 1, To: 3}, 0.01}, "FFFO", "FOOO"},
		{Found{Span{From: 1, To: 3}, 0.01}, "OEEO", ""},
		{Found{Span{From: 0, To: 1, Conjunction: true}, 0.01}, "FOOO", ""},
		{Found{Span{From: 0, To: 1, Conjunction: true}, 0.99}, "OOOO", "FOOO"},
	} {
		labels := make([]data.Label, len(x.labels))
		for i, r := range x.labels {
			labels[i] = map[rune]data.Label{'O': data.O, 'F': data.F, 'E': data.E}[r]
		}
		if got := x.found.Contradicted(labels); got != (x.want != "") {
			t.Errorf("%v, %s: contradicted %v", x.found, x.labels, got)
		}
		x.found.Mark(labels)
		got := ""
		for _, y := range labels {
			got += map[data.Label]string{data.O: "O", data.F: "F", data.E: "E"}[y]
		}
		if want := x.want; want != "" && got != want {
			t.Errorf("%v, %s: %s, want %s", x.found, x.labels, got, want)
		}
		if x.found.Contradicted(labels) {
			t.Errorf("%v, %s: still contradicted", x.found, x.labels)
		}
	}
}

// TestConjunctions: what is a conjunction now and then is known as one, in the file, too.
func TestConjunctions(t *testing.T) {
	c := NewCounter()
	for i := range 40 {
		c.Add([]string{"so"}, i%4 == 0)
		c.Add([]string{"like"}, false)
		c.Add([]string{"far", "too", "many", "words"}, false)
	}
	e := c.Examples(20)
	for range 10 {
		e.Add(text("is like tired", false), Span{From: 1, To: 2}, true)
		e.Add(text("looks so me", false), Span{From: 1, To: 2}, false)
	}
	m, err := DefaultTrainer().Train(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	file, err := m.Marshal("{}")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = Unmarshal(file); err != nil {
		t.Fatal(err)
	}
	_, _, found := m.WithSure(Sure{0, 1}).find(text("like so", true), nil, nil, nil)
	if len(found) != 2 || found[0].Conjunction || !found[1].Conjunction || m.Phrases() != 2 {
		t.Errorf("%+v of %d phrases", found, m.Phrases())
	}
	e.Drop(func(phrase string) bool { return phrase == "so" })
	if got := e.Spans(text("like so", false)); !slices.Equal(got, []Span{{From: 0, To: 1}}) {
		t.Errorf("after Drop: %v", got)
	}
}

// FuzzUnmarshal: files of any kind are read or refused.
func FuzzUnmarshal(f *testing.F) {
	e, _ := examples(true)
	m, err := DefaultTrainer().Train(context.Background(), e)
	if err != nil {
		f.Fatal(err)
	}
	file, err := m.Marshal("{}")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)/2])
	w := container.New(FileKind, FileVersion, "{}")
	w.Add("phrases", []byte("like"))
	if empty, err := w.Bytes(); err == nil {
		f.Add(empty)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Unmarshal(b)
		if err != nil {
			return
		}
		m.find(text("he is, like, tired", true), nil, nil, nil)
	})
}
