package neural_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

func open(t testing.TB, file []byte) *neural.Model {
	t.Helper()
	m, err := neural.Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// predict returns what a model says of a text.
func predict(t testing.TB, m *neural.Model, text string, form neural.Form) neural.Prediction {
	var p neural.Prediction
	m.Read(reading(t, text), form, neural.Hidden{}, &p)
	return p
}

func reading(t testing.TB, text string) *stages.Reading {
	return bundletest.Default(t).Sentences().Stages().Read(bundletest.Sentence(text))
}

// A network learns its corpus; its file says what it says.
func TestTrain(t *testing.T) {
	m := open(t, bundletest.Network(t))
	edits := 0
	for i, s := range bundletest.GoldLines() {
		text := ""
		for k := range s.Tokens {
			text += " " + s.Tokens[k].Text
		}
		p := predict(t, m, text, neural.Sentence)
		for k := range s.Tokens {
			sum := float32(0)
			for _, v := range p.Labels[k] {
				sum += v
			}
			if math.Abs(float64(sum)-1) > 1e-5 {
				t.Errorf("sentence %d, word %d: the probabilities add up to %v", i, k, sum)
			}
			if s.Tokens[k].Edit {
				edits++
			}
			if y := s.Tokens[k].Label(); p.Labels[k][y] < 0.5 {
				t.Errorf("sentence %d: P(%v) of %s is %v", i, y, s.Tokens[k].Text, p.Labels[k][y])
			}
		}
		p = predict(t, m, text, neural.Stream)
		if p.Marks[len(p.Marks)-1][neural.EndPeriod] < 0.5 {
			t.Errorf("sentence %d: the end is %v", i, p.Marks[len(p.Marks)-1])
		}
		for k := range s.Tokens {
			want := cmp.Or(map[string]string{"i": "I", "like": "liKe"}[s.Tokens[k].Text], s.Tokens[k].Text)
			if got := m.Spelling(reading(t, text), k, &p.Cases[k]); got != want {
				t.Errorf("sentence %d: %s is written %s", i, want, got)
			}
		}
	}
	if edits == 0 {
		t.Error("there is nothing to learn")
	}
}

func TestMarshal(t *testing.T) {
	file := bundletest.Network(t)
	m := open(t, file)
	again, err := m.Marshal("tiny")
	if err != nil || !bytes.Equal(again, file) {
		t.Errorf("the file of a file is another one: %v", err)
	}
	if a, b := predict(t, m, "it was it was like", neural.Stream), predict(t, open(t, again), "it was it was like", neural.Stream); !reflect.DeepEqual(a, b) {
		t.Errorf("%v, want %v", b, a)
	}
	if n := m.Weights(); n < 50000 || n > 1000000 {
		t.Errorf("%d weights", n)
	}
	filetest.Changes(t, file, 200, func(b []byte) error { _, err := neural.Unmarshal(b); return err })
}

// A network for others columns is told from one that is damaged.
func TestUnmarshalErrors(t *testing.T) {
	f, err := container.Open(bundletest.Network(t), neural.FileKind, neural.FileVersion)
	if err != nil {
		t.Fatal(err)
	}
	words, style := f.Section("vocabulary"), f.Section("style")
	n := binary.LittleEndian.Uint32(words)
	less := binary.LittleEndian.AppendUint32(nil, n-1)
	less = append(less, words[4:4*n]...)
	less = append(less, words[4*n+4:]...)
	for name, c := range map[string]struct {
		words, style, net []byte
		want              error
	}{
		"as it is":              {words, style, f.Section("net"), nil},
		"a word less":           {less, style, f.Section("net"), container.ErrOlder},
		"cut off":               {words[:len(words)-4], style, f.Section("net"), container.ErrChecksum},
		"cut inside a word":     {words[:len(words)-1], style, f.Section("net"), container.ErrChecksum},
		"more words":            {append(bytes.Clone(words), 0, 0, 0, 0), style, f.Section("net"), container.ErrChecksum},
		"no spellings":          {words, style, f.Section("net"), container.ErrChecksum},
		"not sorted":            {append(append(bytes.Clone(words[:4]), 255, 255, 255, 255), words[8:]...), style, f.Section("net"), container.ErrChecksum},
		"no words":              {nil, style, f.Section("net"), container.ErrChecksum},
		"no style":              {words, nil, f.Section("net"), container.ErrChecksum},
		"another style":         {words, []byte{0, 0, 0, 200}, f.Section("net"), container.ErrChecksum},
		"no network":            {words, style, nil, container.ErrForeign},
		"something for network": {words, style, bundletest.Network(t), container.ErrKind},
	} {
		w := container.New(neural.FileKind, neural.FileVersion, "")
		w.Add("vocabulary", c.words)
		w.Add("style", c.style)
		w.Add("net", c.net)
		if name != "no spellings" {
			w.Add("spellings", []byte("{}"))
		}
		file, err := w.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := neural.Unmarshal(file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	file := bundletest.Network(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, b := range [][]byte{b, filetest.Reseal(b)} {
			if m, err := neural.Unmarshal(b); err == nil {
				predict(t, m, "it was it was like", neural.Stream)
			}
		}
	})
}

// Samples have a hash that tells what they depend on.
func TestHashOf(t *testing.T) {
	b := bundletest.Default(t)
	seen := make(map[uint64]string)
	for name, change := range map[string]func(s []neural.Sample){
		"as they are": func([]neural.Sample) {},
		"group":       func(s []neural.Sample) { s[0].Group = 9 },
		"form":        func(s []neural.Sample) { s[0].Form = 1 },
		"sentence":    func(s []neural.Sample) { s[0].Of = neural.Stream },
		"labels":      func(s []neural.Sample) { s[0].Labels = nil },
		"a label":     func(s []neural.Sample) { s[0].Labels[0] = data.E },
		"marks":       func(s []neural.Sample) { s[1].Marks = nil },
		"one mark":    func(s []neural.Sample) { s[1].Marks[0] = neural.Comma },
		"style":       func(s []neural.Sample) { s[1].Style[0] = 2 },
		"kind":        func(s []neural.Sample) { s[0].Kind = neural.Labelled },
		"cases":       func(s []neural.Sample) { s[0].Cases = make([]truecase.Case, s[0].Reading.Len()) },
		"a case": func(s []neural.Sample) {
			s[1].Cases = make([]truecase.Case, s[1].Reading.Len())
			s[1].Cases[0] = truecase.Upper
		},
		"talk": func(s []neural.Sample) {
			s[0].Reading = s[0].Reading.Of(&data.Sentence{Talk: data.Talk{Words: 9, Signs: 2}})
		},
		"words": func(s []neural.Sample) { s[0].Reading = s[2].Reading; s[0].Labels = s[2].Labels },
	} {
		s := bundletest.Samples(b)
		change(s)
		h := neural.HashOf(s)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[h] = name
		s = bundletest.Samples(b)
		if change(s); neural.HashOf(s) != h {
			t.Errorf("%s: two hashes", name)
		}
	}
}

// The network is asked about sentences in which something may be disfluent, once, unless
// the sentence says what is heard.
func TestAdvisor(t *testing.T) {
	b := bundletest.WithNetwork(t)
	model := b.Sentences().Models().Network.Model()
	l := b.Sentences().Stages()
	heard := [][data.NumLabels]float32{{0.25, 0.25, 0.5}, {1, 0, 0}}
	for _, c := range []struct {
		text  string
		gate  float64
		heard [][data.NumLabels]float32
		ends  []float32
		asked bool
	}{
		{"it was it was like", neural.DefaultGate, nil, nil, true},
		{"it was it was like", neural.DefaultGate, nil, []float32{0, 0, 0, 0, 1}, true},
		{"thank you", neural.DefaultGate, nil, nil, false},
		{"thank you", 0, nil, nil, true},
		{"thank you", neural.DefaultGate, heard, nil, true},
		{"", 0, nil, nil, false},
	} {
		a := neural.NewAdvisor(model, c.gate)
		s := bundletest.Sentence(c.text)
		s.Heard, s.Ends = c.heard, c.ends
		if c.ends != nil {
			s.Puncts = make([]data.Punct, len(c.ends))
		}
		in := beam.NewInput(s)
		v, err := a.On(in, l)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := a.On(in, l); again != v {
			t.Errorf("%q: asked twice", c.text)
		}
		if asked := len(v.P) > 0; asked != c.asked || len(v.Logs) != len(v.P) {
			t.Errorf("%q, gate %v: asked is %v, %d logarithms", c.text, c.gate, asked, len(v.Logs))
		}
		switch {
		case !c.asked:
			if v.Odds(0, len(s.Tokens), data.E) != 0 {
				t.Errorf("%q has odds", c.text)
			}
		case c.heard != nil:
			if o := v.Odds(0, 1, data.E); math.Abs(o) > 1e-6 {
				t.Errorf("odds %v", o)
			}
			if o := v.Odds(0, 2, data.E); math.Abs(o-math.Log(1e-6/(1-1e-6))) > 1e-6 {
				t.Errorf("lowest odds %v", o)
			}
			if v.Logs[1].Edit != math.Log(1e-6) {
				t.Errorf("the logarithm of 0 is %v", v.Logs[1].Edit)
			}
		default:
			if want := predict(t, model, c.text, neural.Form(c.ends == nil)).Labels; !reflect.DeepEqual(v.P, want) {
				t.Errorf("%q: %v, want %v", c.text, v.P, want)
			}
		}
		in.Release()
	}
}

func BenchmarkAdvisor(b *testing.B) {
	e := bundletest.WithNetwork(b).Sentences()
	a := neural.NewAdvisor(e.Models().Network.Model(), 0)
	s := bundletest.Sentence("so i i mean we went uh we wanted to go to the to the beach")
	b.ReportAllocs()
	for b.Loop() {
		in := beam.NewInput(s)
		if _, err := a.On(in, e.Stages()); err != nil {
			b.Fatal(err)
		}
		in.Release()
	}
}

// TestGrown: a network that knows more words says the same as before, of all that it knew and of words that are new to it.
func TestGrown(t *testing.T) {
	m := open(t, bundletest.Network(t))
	const text = "it was it was like zyzzyva it was like"
	l := bundletest.Default(t).Sentences().Stages()
	more := neural.Sample{Reading: l.Read(bundletest.Sentence("zyzzyva zyzzyva zyzzyva"))}
	grown, c := m.Grown(bundletest.TinyNetwork(), []neural.Sample{more})
	if grown.Weights() <= m.Weights() || grown.Config().Hidden != c.Hidden || c.Hidden != m.Config().Hidden {
		t.Fatalf("%d weights, before %d; %+v", grown.Weights(), m.Weights(), c)
	}
	word := l.Read(bundletest.Sentence("zyzzyva"))
	if m.Knows(word, 0) || !grown.Knows(word, 0) {
		t.Error("the new word is known before, or not at all")
	}
	a, b := predict(t, m, text, neural.Stream), predict(t, grown, text, neural.Stream)
	for w := range a.Labels {
		for y := range a.Labels[w] {
			if d := math.Abs(float64(a.Labels[w][y] - b.Labels[w][y])); d > 0.02 { // 8-bit weights
				t.Errorf("word %d, label %d: %v, before %v", w, y, b.Labels[w][y], a.Labels[w][y])
			}
		}
	}
}
