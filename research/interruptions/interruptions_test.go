package interruptions_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/research/interruptions"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

func quick() interruptions.Config {
	c := interruptions.DefaultConfig()
	c.Net = classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}
	return c
}

func trained(t testing.TB, c interruptions.Config, in []data.Sentence) *interruptions.Model {
	t.Helper()
	m, err := interruptions.Train(t.Context(), in, c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// voiced gives sentences a voice that falls where they are interrupted, and hides the pauses
// there from it.
func voiced(in []data.Sentence) []data.Sentence {
	falls := slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == "f0.last.end" })
	r := rand.New(rand.NewPCG(3, 3))
	for i := range in {
		for k := range in[i].Tokens {
			w := &in[i].Tokens[k]
			w.Voice = slices.Repeat([]float32{float32(math.NaN())}, prosody.NumFeatures())
			w.Voice[falls] = float32(1 + 0.3*r.NormFloat64())
			if w.Edit {
				w.Voice[falls] -= 3
			}
		}
	}
	return in
}

// A model learns what interruption points look like: on unseen text it is better than their
// share, by times, and by a voice without times.
func TestTrain(t *testing.T) {
	in := interrupted(600)
	unseen := in[500:]
	byTimes := trained(t, quick(), in[:500])
	f := byTimes.Fit(unseen)
	if f.Boundaries != 700 || f.Points < 40 || !(f.Model < 0.6*f.Average) {
		t.Errorf("by times %+v", f)
	}
	p := float64(f.Points) / 700
	if own := -(p*math.Log(p) + (1-p)*math.Log(1-p)); math.Abs(f.Average-own) > 0.02 {
		t.Errorf("the cross-entropy of the share is %v, about %v", f.Average, own)
	}
	heard := voiced(interrupted(600))
	both := trained(t, quick(), heard[:500])
	if g := both.Fit(heard[500:]); !(g.Model < 0.3*g.Average) {
		t.Errorf("by the voice %+v", g)
	}
	if g := both.Fit(unseen); !(g.Model < 0.7*g.Average) {
		t.Errorf("a model that has heard voices has by times %+v", g)
	}
	if g := byTimes.Fit(heard[500:]); g.Boundaries != 0 {
		t.Errorf("a model that has heard no voice says something of voices without pauses: %+v", g)
	}
}

// Odds are logarithms of probabilities over what they are on average; they are 0 where there
// is nothing to say.
func TestRead(t *testing.T) {
	m := trained(t, quick(), interrupted(300))
	share := 0.0
	for _, s := range interrupted(300) {
		for i := range s.Tokens {
			if s.Tokens[i].Edit && !s.Tokens[i+1].Edit {
				share += 1. / 2100
			}
		}
	}
	r := m.NewReader()
	s := spoken("one two |three four")
	odds := slices.Clone(r.Read(s))
	for i, o := range odds[:3] {
		if sum := share*math.Exp(o.Point) + (1-share)*math.Exp(o.None); math.Abs(sum-1) > 0.01 { // odds are bounded
			t.Errorf("boundary %d: the probabilities add up to %v", i, sum)
		}
		if (o.Point > 0) != (i == 1) || (o.None < 0) != (i == 1) {
			t.Errorf("boundary %d: %+v", i, o)
		}
	}
	if odds[3] != (interruptions.Odds{}) {
		t.Errorf("behind the last word: %+v", odds[3])
	}
	// The tokens of a word have one time.
	word := spoken("one two three |four five")
	word.Tokens[1].Start, word.Tokens[1].End = word.Tokens[2].Start, word.Tokens[2].End
	if odds := r.Read(word); odds[1] != (interruptions.Odds{}) || odds[0] == odds[1] || odds[2].Point <= 0 {
		t.Errorf("in a word: %+v", odds)
	}
	partly := spoken("one two |three four")
	for i := range partly.Tokens {
		partly.Tokens[i].Timed = false
	}
	if odds := r.Read(partly); slices.ContainsFunc(odds, func(o interruptions.Odds) bool { return o != interruptions.Odds{} }) {
		t.Errorf("without times: %+v", odds)
	}
	partly.Tokens[1].Timed, partly.Tokens[2].Timed = true, true
	if odds := r.Read(partly); odds[1] == (interruptions.Odds{}) || math.Abs(odds[1].Point) > 5 {
		t.Errorf("with some times: %+v", odds)
	}
	for _, odd := range []float64{math.NaN(), math.Inf(1), -1e300, 1e300} {
		s := spoken("one two three")
		s.Tokens[1].End = odd
		for _, o := range r.Read(s) {
			if math.IsNaN(o.Point) || math.IsInf(o.Point, 0) || math.IsNaN(o.None) || math.IsInf(o.None, 0) {
				t.Errorf("a word that ends at %v: %+v", odd, o)
			}
		}
	}
	if odds := r.Read(&data.Sentence{}); len(odds) != 0 {
		t.Errorf("of no words %+v", odds)
	}
	if again := r.Read(s); !slices.Equal(again, odds) {
		t.Errorf("read again %+v, want %+v", again, odds)
	}
}

// Rows are sampled evenly, and the same way each time.
func TestSample(t *testing.T) {
	in := interrupted(400)
	c := quick()
	c.Most = 700
	a, b := trained(t, c, in), trained(t, c, in)
	x, err := a.Marshal(c.Text())
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Marshal(c.Text())
	if err != nil || !bytes.Equal(x, y) {
		t.Errorf("trained again the file is another (%v)", err)
	}
	if f := a.Fit(in); !(f.Model < 0.7*f.Average) {
		t.Errorf("of a fourth of the rows: %+v", f)
	}
	whole := trained(t, quick(), in)
	if a.Fit(in).Average != whole.Fit(in).Average {
		t.Error("the share depends on what is sampled")
	}
}

func TestTrainErrors(t *testing.T) {
	untimed := []data.Sentence{*bundletest.Sentence("we we went")}
	untimed[0].Tokens[0].Edit = true
	if _, err := interruptions.Train(t.Context(), untimed, quick()); !errors.Is(err, interruptions.ErrNoTimes) {
		t.Errorf("without times: %v", err)
	}
	if _, err := interruptions.Train(t.Context(), nil, quick()); !errors.Is(err, interruptions.ErrNoTimes) {
		t.Errorf("of nothing: %v", err)
	}
	if _, err := interruptions.Train(t.Context(), []data.Sentence{*spoken("all is fine")}, quick()); err == nil || !strings.Contains(err.Error(), "0 of 2 boundaries") {
		t.Errorf("without repairs: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := interruptions.Train(ctx, interrupted(100), quick()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A file holds all of a model.
func TestFile(t *testing.T) {
	file := drawnModel(t)
	m, err := interruptions.Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	config, err := container.ConfigOf(file, interruptions.FileKind, interruptions.FileVersion)
	if err != nil || config != "drawn" {
		t.Errorf("the configuration is %q, %v", config, err)
	}
	if again, err := m.Marshal(config); err != nil || !bytes.Equal(again, file) {
		t.Errorf("the file is another after it was opened (%v)", err)
	}
	c := interruptions.DefaultConfig()
	c.Net = classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}
	own := trained(t, c, interrupted(300))
	s := spoken("one two |three four")
	if a, b := m.NewReader().Read(s), own.NewReader().Read(s); !reflect.DeepEqual(a, b) || m.String() != own.String() {
		t.Errorf("%s says %+v, opened %s says %+v", own, b, m, a)
	}
	for at := 0; at < len(file); at += 1 + len(file)/100 {
		broken := bytes.Clone(file)
		broken[at] ^= 4
		if _, err := interruptions.Unmarshal(broken); err == nil {
			t.Errorf("byte %d of %d is another, and the file is opened", at, len(file))
		}
		if _, err := interruptions.Unmarshal(file[:at]); err == nil {
			t.Errorf("the first %d of %d bytes are opened", at, len(file))
		}
	}
}

// fileOf is a file with a share and a classifier of columns.
func fileOf(t testing.TB, share float64, classes []string, columns ...classify.Column) []byte {
	t.Helper()
	d := &classify.Data{Classes: classes, Columns: columns}
	for i := range 40 {
		d.X, d.Y = append(d.X, slices.Repeat([]float32{float32(i % 2)}, len(columns))), append(d.Y, uint8(i%len(classes)))
	}
	n, err := classify.TrainNet(t.Context(), d, classify.NetOptions{Shape: []int{0, 2, 0}, Epochs: 2})
	if err != nil {
		t.Fatal(err)
	}
	classifier, err := n.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	head, err := json.Marshal(map[string]float64{"Share": share})
	if err != nil {
		t.Fatal(err)
	}
	w := container.New(interruptions.FileKind, interruptions.FileVersion, "")
	w.Add("header", head)
	w.Add("classifier", classifier)
	file, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRefused(t *testing.T) {
	classes := []string{"none", "interruption"}
	pause := classify.Column{Name: "pause.after"}
	if _, err := interruptions.Unmarshal(fileOf(t, 0.1, classes, pause)); err != nil {
		t.Fatalf("a good file: %v", err)
	}
	for what, c := range map[string]struct {
		file []byte
		want error
	}{
		"no share":       {fileOf(t, 0, classes, pause), container.ErrChecksum},
		"all are points": {fileOf(t, 1, classes, pause), container.ErrChecksum},
		"other classes":  {fileOf(t, 0.1, []string{"some", "others"}, pause), container.ErrOlder},
		"an old column":  {fileOf(t, 0.1, classes, pause, classify.Column{Name: "pause.of_old"}), container.ErrOlder},
		"other values":   {fileOf(t, 0.1, classes, classify.Column{Name: "pause.type", Values: []string{"a", "b"}}), container.ErrOlder},
		"something else": {[]byte("what"), container.ErrForeign},
		"a classifier":   {bundletest.Network(t), container.ErrKind},
	} {
		if _, err := interruptions.Unmarshal(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	file := fileOf(f, 0.1, []string{"none", "interruption"}, classify.Column{Name: "pause.after"}, classify.Column{Name: "word.dur"})
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte("tidytalk"))
	s := spoken("one two |three four")
	f.Fuzz(func(t *testing.T, b []byte) {
		// With the checksum left alone, what is inside has to be looked at.
		for _, options := range [][]container.Option{nil, {container.Trusted}} {
			if m, err := interruptions.Unmarshal(b, options...); err == nil {
				m.NewReader().Read(s)
			}
		}
	})
}

// BenchmarkRead reads sentences of 8 words by their times.
func BenchmarkRead(b *testing.B) {
	m := trained(b, interruptions.DefaultConfig(), interrupted(300))
	in := interrupted(100)
	r := m.NewReader()
	b.ReportAllocs()
	for b.Loop() {
		for i := range in {
			r.Read(&in[i])
		}
	}
	b.ReportMetric(800*float64(b.N)/b.Elapsed().Seconds(), "words/s")
}
