package neural_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/transformer"
)

// randomEncoder returns an encoder with random weights that reads letters, and at most so many pieces at once.
func randomEncoder(t testing.TB, positions int, shares neural.Shares) *neural.Encoder {
	t.Helper()
	m, err := transformer.FromSafetensors(bundletest.Encoder(t, positions))
	if err != nil {
		t.Fatal(err)
	}
	e, err := neural.NewEncoder(m, shares)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// With a share of 0 the encoder says nothing; with one of 1 the network says nothing.
func TestShares(t *testing.T) {
	m, r := open(t, bundletest.Network(t)), reading(t, "it was it was like i said do n't go there now")
	read := func(m *neural.Model) (p neural.Prediction) { m.Read(r, neural.Stream, neural.Hidden{}, &p); return }
	alone := read(m)
	if got := read(m.With(randomEncoder(t, 512, neural.Shares{}))); !reflect.DeepEqual(got, alone) {
		t.Errorf("%v, want %v", got, alone)
	}
	all := randomEncoder(t, 512, neural.Shares{1, 1, 1, 1})
	got := read(m.With(all))
	taught := m.With(all).Teach(r, neural.Stream, false)
	for i := range got.Marks {
		for k, p := range got.Marks[i] {
			if want := taught[i*neural.NumLogits+neural.NumDisfluency+k]; p != want {
				t.Errorf("word %d, mark %d: %v, want %v", i, k, p, want)
			}
		}
	}
	some := read(m.With(randomEncoder(t, 512, neural.Shares{1, 0, 0, 1})))
	if !reflect.DeepEqual(some.Marks, alone.Marks) || !reflect.DeepEqual(some.Cases, alone.Cases) || reflect.DeepEqual(some.Labels, alone.Labels) {
		t.Error("a share is of another head, too")
	}
}

// Disfluencies have a share of their own in text that has punctuation, where that is read.
func TestWrittenShare(t *testing.T) {
	s := bundletest.Sentence("it was it was there")
	s.Written = make([]data.Written, len(s.Tokens))
	s.Written[1].After = data.CommaMark
	r := bundletest.Default(t).Sentences().Stages().Read(s)
	m := open(t, bundletest.Network(t))
	read := func(m *neural.Model, hide neural.Hidden) (p neural.Prediction) {
		m.Read(r, neural.Sentence, hide, &p)
		return
	}
	with := m.With(randomEncoder(t, 512, neural.Shares{0, 0, 0, 1}))
	if reflect.DeepEqual(read(with, neural.Hidden{}), read(m, neural.Hidden{})) {
		t.Error("the encoder says nothing of text with punctuation")
	}
	if hide := (neural.Hidden{Written: true}); !reflect.DeepEqual(read(with, hide), read(m, hide)) {
		t.Error("it says something of text without")
	}
}

// Every word is mixed once, however long the text and its words are.
func TestEncoderWindows(t *testing.T) {
	words := map[string]string{"short": "a", "long": strings.Repeat("abc", 30), "contracted": "he 'll", "parts": "'s"}
	words["all"] = strings.Join([]string{words["short"], words["long"], words["contracted"], words["parts"]}, " ")
	for name, word := range words {
		for _, n := range []int{1, 2, 7, 149, 150, 151, 400} {
			for _, positions := range []int{neural.LeastPositions, 200, 512} {
				in := reading(t, strings.Join(slices.Repeat([]string{word}, n), " "))
				e := randomEncoder(t, positions, neural.Shares{0.5, 0.5, 0.5, 0.5})
				logits := make([]float32, in.Len()*neural.NumLogits)
				for i := range logits {
					logits[i] = 1000
				}
				e.Mix(in, logits)
				missing := 0
				for i, v := range logits {
					if v < 450 || v > 550 {
						if v != 1000 {
							t.Fatalf("%s, %d times, %d positions: word %d was mixed again: %v", name, n, positions, i/neural.NumLogits, v)
						}
						missing++
					}
				}
				if missing > 0 && name != "parts" && name != "all" { // words that share a piece
					t.Errorf("%s, %d times, %d positions: %d of %d logits are not mixed", name, n, positions, missing, len(logits))
				}
			}
		}
	}
}

// What the encoder reads: the form, the style, words whose contractions are one, and punctuation where it is shown.
func TestEncoderPieces(t *testing.T) {
	e := randomEncoder(t, 512, neural.Shares{})
	s := bundletest.Sentence("i 'll go a")
	s.Written = []data.Written{{}, {}, {After: data.CommaMark}, {After: data.PeriodMark}}
	in := bundletest.Default(t).Sentences().Stages().Read(s)
	number := e.Number
	i, quote, l, g, o, a := number("i"), number("'"), number("l"), number("g"), number("##o"), number("a")
	words := []int32{i, quote, l, number("##l"), g, o, a}
	for _, c := range []struct {
		name string
		form neural.Form
		hide neural.Hidden
		want []int32
	}{
		{"stream", neural.Stream, neural.Hidden{Written: true}, append([]int32{neural.PieceStream, neural.PieceStyle}, words...)},
		{"sentence", neural.Sentence, neural.Hidden{Written: true}, append([]int32{neural.PieceAlone, neural.PieceStyle}, words...)},
		{"written", neural.Sentence, neural.Hidden{}, []int32{neural.PieceWritten, neural.PieceStyle, i, quote, l, number("##l"), g, o, number(","), a, number(".")}},
	} {
		pieces, at := e.Pieces(in, c.form, c.hide)
		if !reflect.DeepEqual(pieces, c.want) {
			t.Errorf("%s: %v, want %v", c.name, pieces, c.want)
		}
		if want := []int32{2, 3, 6}; !reflect.DeepEqual(at[:3], want) {
			t.Errorf("%s: words begin at %v, want %v", c.name, at, want)
		}
	}
}

func TestEncoderFile(t *testing.T) {
	e := randomEncoder(t, 512, neural.Shares{0.5, 0.25, 0.75, 1})
	file, err := e.Marshal("tiny")
	if err != nil {
		t.Fatal(err)
	}
	again, err := neural.UnmarshalEncoder(file)
	if err != nil || again.Shares() != e.Shares() {
		t.Fatalf("%v, %v", again, err)
	}
	r := reading(t, "it was it was like")
	m := open(t, bundletest.Network(t))
	if a, b := m.With(e).Teach(r, neural.Stream, false), m.With(again).Teach(r, neural.Stream, false); !reflect.DeepEqual(a, b) {
		t.Errorf("%v, want %v", b, a)
	}
	other, err := neural.Reshared(file, neural.Shares{1, 0, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if again, err = neural.UnmarshalEncoder(other); err != nil || again.Shares() != (neural.Shares{1, 0, 0, 1}) {
		t.Errorf("%v, %v", again, err)
	}
	for _, shares := range []neural.Shares{{-0.1}, {1.1}, {float32(math.NaN())}} {
		if _, err := neural.Reshared(file, shares); err == nil {
			t.Errorf("shares %v are taken", shares)
		}
	}
	filetest.Changes(t, file, 100, func(b []byte) error { _, err := neural.UnmarshalEncoder(b); return err })
}
