package punct

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// nothingHeard is a voice of which nothing is defined.
func nothingHeard() []float32 {
	return slices.Repeat([]float32{float32(math.NaN())}, prosody.NumFeatures())
}

// asked makes streams of sentences that are questions where the voice rises at their end, and
// statements where it falls; the words are the same. Without voices, nothing is heard.
func asked(t testing.TB, n int, seed uint64, voices bool) []*Example {
	t.Helper()
	rise, pause := -1, -1
	for i, f := range prosody.Features() {
		switch f.Name {
		case "f0.last.end":
			rise = i
		case "pause.after":
			pause = i
		}
	}
	r := rand.New(rand.NewPCG(seed, 7))
	var out []*Example
	for i := range n {
		var spec strings.Builder
		var falls []bool
		for range 8 {
			question := r.IntN(2) == 0
			falls = append(falls, !question)
			mark := "./ "
			if question {
				mark = "?/ "
			}
			spec.WriteString([]string{"you like it", "they went home", "she is there"}[r.IntN(3)] + mark)
		}
		words, g := Words(side(spec.String()))
		for k := range words {
			w := &words[k]
			w.Timed, w.Start, w.End = true, 0.4*float64(k), 0.4*float64(k)+0.3
			if !voices {
				continue
			}
			w.Voice = nothingHeard()
			w.Voice[pause] = 0.1
			switch {
			case k%3 < 2:
				w.Voice[rise] = float32(0.3 * r.NormFloat64())
			case falls[k/3]:
				w.Voice[rise] = float32(-2 + 0.3*r.NormFloat64())
			default:
				w.Voice[rise] = float32(2 + 0.3*r.NormFloat64())
			}
		}
		out = append(out, &Example{Input: &Input{Reading: labeller(t).Read(&data.Sentence{Tokens: words})}, Gold: g, Fold: i % 2, Conv: i})
	}
	return out
}

// predicted returns what a model of words says of examples.
func predicted(t testing.TB, in []*Example) []*Prediction {
	t.Helper()
	h, err := TrainHidden(HiddenConfig{Order: 3}, asked(t, 20, 1, false))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]*Prediction, len(in))
	for i := range in {
		out[i] = new(Prediction)
		h.Predict(in[i].Input, out[i])
	}
	return out
}

// tinyVoice is trained in no time.
func tinyVoice(t testing.TB, c VoiceConfig) *Voice {
	t.Helper()
	in := asked(t, 20, 2, true)
	v, err := c.Train(t.Context(), in, predicted(t, in))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func tinyVoiceConfig() VoiceConfig {
	return VoiceConfig{Nets: 2, Net: classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1, Epochs: 60}, Weight: 1}
}

// right returns the share of sentence boundaries that have the right punctuation mark.
func right(in []*Example, said []*Prediction) float64 {
	n, all := 0, 0
	for i, e := range in {
		for t, end := range e.Gold.Ends {
			if end {
				all++
				if said[i].Puncts[t] == e.Gold.Puncts[t] {
					n++
				}
			}
		}
	}
	return float64(n) / float64(all)
}

// Where words do not tell questions from statements, and the voice does, punctuation follows it.
func TestVoiceTells(t *testing.T) {
	for name, c := range map[string]VoiceConfig{
		"networks": tinyVoiceConfig(),
		"another": {Classifier: func(ctx context.Context, d *classify.Data) (classify.Marshaler, error) {
			return classify.TrainNet(ctx, d, classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 2})
		}, Weight: 1},
		"punctuation alone": {Nets: 1, Net: classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}, Alone: true, Weight: 1},
		"without f0":        {Nets: 1, Net: classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}, Unused: []string{"f0.last.end"}, Weight: 1},
		"of no weight":      {Nets: 1, Net: classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}},
	} {
		v := tinyVoice(t, c)
		in := asked(t, 20, 3, true)
		said := predicted(t, in)
		before := right(in, said)
		if before > 0.7 {
			t.Fatalf("words alone are right at %.2f of the ends", before)
		}
		for i := range in {
			v.Apply(in[i].Input, said[i], 0.35)
			for k := range said[i].Posteriors {
				sum := 0.0
				for _, p := range said[i].Posteriors[k] {
					sum += p
				}
				if math.Abs(sum-1) > 1e-6 {
					t.Fatalf("%s: posteriors %v", name, said[i].Posteriors[k])
				}
			}
		}
		switch after := right(in, said); name {
		case "without f0":
			if after > 0.7 {
				t.Errorf("%s: %.2f of the ends are right", name, after)
			}
		case "of no weight":
			if math.Abs(after-before) > 0.05 {
				t.Errorf("%s: %.2f became %.2f", name, before, after)
			}
		default:
			if after < 0.95 {
				t.Errorf("%s: with the voice %.2f of the ends are right, without %.2f", name, after, before)
			}
		}
	}
}

// Where there is no voice, nothing changes; a word without one in a stream that has one is not changed.
func TestVoiceUnheard(t *testing.T) {
	v := tinyVoice(t, tinyVoiceConfig())
	for _, in := range [][]*Example{asked(t, 3, 4, false), {{Input: &Input{Reading: reading(t, "")}, Gold: &Gold{}}}} {
		got, want := predicted(t, in), predicted(t, in)
		for i := range in {
			v.Apply(in[i].Input, got[i], 0.35)
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("without a voice %+v, want %+v", got[i], want[i])
			}
		}
	}
	words, g := Words(side("you like it? they went home."))
	words[5].Voice = nothingHeard()
	in := []*Example{{Input: &Input{Reading: labeller(t).Read(&data.Sentence{Tokens: words})}, Gold: g}}
	got, want := predicted(t, in), predicted(t, in)
	v.Apply(in[0].Input, got[0], 0.35)
	if !reflect.DeepEqual(got[0].Posteriors[:5], want[0].Posteriors[:5]) || !slices.Equal(got[0].Puncts[:5], want[0].Puncts[:5]) {
		t.Errorf("words without a voice have %v, want %v", got[0].Posteriors[:5], want[0].Posteriors[:5])
	}
	for _, p := range got[0].Posteriors[5] {
		if math.IsNaN(p) || p < 0 || p > 1 {
			t.Errorf("a voice of which nothing is defined gives %v", got[0].Posteriors[5])
		}
	}
	with, without := v.Says(in[0].Input.Reading, want[0])
	for k := range with {
		if heard := with[k] != [data.NumPuncts]float64{} && without[k] != [data.NumPuncts]float64{}; heard != (k == 5) {
			t.Errorf("word %d: %v and %v", k, with[k], without[k])
		}
	}
	if _, err := tinyVoiceConfig().Train(t.Context(), asked(t, 3, 4, false), predicted(t, asked(t, 3, 4, false))); err == nil || !strings.Contains(err.Error(), "no word has a voice") {
		t.Errorf("trained without voices: %v", err)
	}
}

// A file holds all of a model, and training gives the same bytes again.
func TestVoiceFile(t *testing.T) {
	v := tinyVoice(t, tinyVoiceConfig())
	file, err := v.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	again, err := UnmarshalVoice(file)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := again.Marshal("config"); err != nil || !bytes.Equal(b, file) {
		t.Errorf("the file is another after it was opened (%v)", err)
	}
	if b, err := tinyVoice(t, tinyVoiceConfig()).Marshal("config"); err != nil || !bytes.Equal(b, file) {
		t.Errorf("trained again the file is another (%v)", err)
	}
	if v.String() != again.String() || !strings.HasPrefix(v.String(), "2 classifiers of ") {
		t.Errorf("%s, and opened %s", v, again)
	}
	in := asked(t, 2, 5, true)
	a, b := predicted(t, in), predicted(t, in)
	for i := range in {
		v.Apply(in[i].Input, a[i], 0.35)
		again.Apply(in[i].Input, b[i], 0.35)
		if !reflect.DeepEqual(a[i], b[i]) {
			t.Errorf("opened %+v, want %+v", b[i], a[i])
		}
	}
}

// voiceFile is a file with a header and sections in the place of those of a model.
func voiceFile(t testing.TB, h voiceHeader, sections map[string][]byte) []byte {
	t.Helper()
	head, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	w := container.New(VoiceKind, VoiceVersion, "")
	w.Add("header", head)
	for i := range min(max(h.Nets, 0), 2) {
		for _, sort := range []string{"with", "without"} {
			if s := sections[section(sort, i)]; s != nil {
				w.Add(section(sort, i), s)
			}
		}
	}
	file, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// net is the file of a network.
func net(t testing.TB, classes []string, columns ...string) []byte {
	t.Helper()
	d := &classify.Data{Classes: classes}
	for _, name := range columns {
		d.Columns = append(d.Columns, classify.Column{Name: name})
	}
	for i := range 40 {
		x := slices.Repeat([]float32{float32(i)}, len(columns))
		d.X, d.Y = append(d.X, x), append(d.Y, uint8(i%len(classes)))
	}
	n, err := classify.TrainNet(t.Context(), d, classify.NetOptions{Shape: []int{0, 2, 0}, Epochs: 2})
	if err != nil {
		t.Fatal(err)
	}
	file, err := n.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Files that are damaged, or that do not fit, are refused with what is wrong.
func TestVoiceRefused(t *testing.T) {
	good := net(t, punctClasses, "f0.mean", "words.comma")
	both := map[string][]byte{"with 0": good, "without 0": good, "with 1": good, "without 1": good}
	with := func(name string, file []byte) map[string][]byte {
		out := map[string][]byte{}
		for k, v := range both {
			out[k] = v
		}
		out[name] = file
		return out
	}
	if _, err := UnmarshalVoice(voiceFile(t, voiceHeader{1, 2}, both)); err != nil {
		t.Fatalf("a good file: %v", err)
	}
	for _, c := range []struct {
		what     string
		header   voiceHeader
		sections map[string][]byte
		want     error
		says     string
	}{
		{"a weight below 0", voiceHeader{-1, 1}, both, container.ErrChecksum, "a weight of -1"},
		{"no classifiers", voiceHeader{1, 0}, both, container.ErrChecksum, "0 classifiers"},
		{"too many classifiers", voiceHeader{1, MostNets + 1}, both, container.ErrChecksum, "65 classifiers"},
		{"a classifier is not there", voiceHeader{1, 2}, with("without 1", nil), nil, ""},
		{"a classifier is none", voiceHeader{1, 2}, with("with 1", []byte("nothing")), container.ErrForeign, ""},
		{"other classes", voiceHeader{1, 1}, with("with 0", net(t, []string{"none", "some"}, "f0.mean")), container.ErrOlder, "other classes"},
		{"another column", voiceHeader{1, 1}, with("with 0", net(t, punctClasses, "f0.of_old")), container.ErrOlder, "f0.of_old"},
		{"different columns", voiceHeader{1, 2}, with("with 1", net(t, punctClasses, "f0.max", "words.comma")), container.ErrChecksum, "different columns"},
	} {
		if _, err := UnmarshalVoice(voiceFile(t, c.header, c.sections)); err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	file := voiceFile(t, voiceHeader{1, 2}, both)
	for at := 0; at < len(file); at += 1 + len(file)/200 {
		broken := bytes.Clone(file)
		broken[at] ^= 0x10
		if _, err := UnmarshalVoice(broken); err == nil {
			t.Errorf("byte %d of %d is another, and the file is opened", at, len(file))
		}
		if _, err := UnmarshalVoice(file[:at]); err == nil {
			t.Errorf("the first %d of %d bytes are opened", at, len(file))
		}
	}
	chain := container.New(ChainKind, ChainVersion, "")
	if b, err := chain.Bytes(); err != nil {
		t.Fatal(err)
	} else if _, err := UnmarshalVoice(b); !errors.Is(err, container.ErrKind) {
		t.Errorf("a chain: %v", err)
	}
}

func FuzzUnmarshalVoice(f *testing.F) {
	file, err := tinyVoice(f, tinyVoiceConfig()).Marshal("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add(voiceFile(f, voiceHeader{1, 1}, map[string][]byte{"with 0": net(f, punctClasses, "f0.mean"), "without 0": net(f, punctClasses, "pause.after")}))
	f.Add([]byte("tidytalk"))
	in := asked(f, 1, 6, true)
	said := predicted(f, in)[0]
	f.Fuzz(func(t *testing.T, b []byte) {
		// With the checksum left alone, what is inside has to be looked at.
		for _, options := range [][]container.Option{nil, {container.Trusted}} {
			v, err := UnmarshalVoice(b, options...)
			if err != nil {
				continue
			}
			p := *said
			p.Posteriors, p.Puncts, p.Ends, p.EndCommas = slices.Clone(p.Posteriors), slices.Clone(p.Puncts), slices.Clone(p.Ends), slices.Clone(p.EndCommas)
			v.Apply(in[0].Input, &p, 0.35)
		}
	})
}

// voicedChain trains a chain on words alone, or on the voice, too.
func voicedChain(t testing.TB, voiced bool, in []*Example) *Chain {
	t.Helper()
	c := DefaultChainConfig()
	if voiced {
		c.Templates += "\n" + Template("voice")
	}
	c.Templates = leastCount.ReplaceAllString(c.Templates, "threshold 1")
	c.Passes, c.Rate, c.Dropout, c.Min = 20, 0.2, 0, 0
	file, err := c.Train(t.Context(), &Trainer{Seed: 1, Workers: 2}, "test", in)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Chain)
}

func predictions(p Predictor, in []*Example) []*Prediction {
	out := make([]*Prediction, len(in))
	for i := range in {
		out[i] = new(Prediction)
		p.Predict(in[i].Input, out[i])
	}
	return out
}

// A chain whose templates read the voice hears questions; without a voice it says what one
// that reads none says, where there was none to learn from.
func TestChainHears(t *testing.T) {
	train, unseen := asked(t, 20, 1, true), asked(t, 20, 2, true)
	deaf, hears := voicedChain(t, false, train), voicedChain(t, true, train)
	if deaf.voiced || !hears.voiced {
		t.Errorf("the chains read the voice: %v, %v", deaf.voiced, hears.voiced)
	}
	if share := right(unseen, predictions(deaf, unseen)); share > 0.7 {
		t.Errorf("without the voice %.2f of the ends are right", share)
	}
	if share := right(unseen, predictions(hears, unseen)); share < 0.95 {
		t.Errorf("with the voice %.2f of the ends are right", share)
	}
	if testing.Short() {
		return // the same goroutines train on
	}
	unheard := asked(t, 20, 1, false)
	plain, voiced := voicedChain(t, false, unheard), voicedChain(t, true, unheard)
	for i, e := range asked(t, 10, 3, false) {
		var a, b Prediction
		plain.Predict(e.Input, &a)
		voiced.Predict(e.Input, &b)
		if !slices.Equal(a.Puncts, b.Puncts) {
			t.Errorf("stream %d: %v, want %v", i, b.Puncts, a.Puncts)
		}
	}
}

// Chains are opened where their columns are those of today.
func TestChainOpened(t *testing.T) {
	c := voicedChain(t, true, asked(t, 4, 1, true))
	for what, x := range map[string]struct {
		change func(reals []string) []string
		fine   bool
	}{
		"those of today":       {func(r []string) []string { return r }, true},
		"a column fewer":       {func(r []string) []string { return r[:len(r)-1] }, false},
		"a column of old":      {func(r []string) []string { r[len(r)-1] = "v_of_old"; return r }, false},
		"columns out of order": {func(r []string) []string { slices.Reverse(r); return r }, false},
	} {
		s := *c.model.Schema
		s.Reals = x.change(slices.Clone(s.Reals))
		m := *c.model
		m.Schema = &s
		if _, fine := newChain(&m, c.header); fine != x.fine {
			t.Errorf("%s: opened is %v", what, fine)
		}
	}
}
