package train_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// markerSides are conversations in which "zounds" is a marker between a form of "be" and an adjective,
// and a noun behind an article.
func markerSides() []data.Side {
	r := rand.New(rand.NewPCG(3, 4))
	one := func(words string) string { all := strings.Fields(words); return all[r.IntN(len(all))] }
	var out []data.Side
	for conv := range 8 {
		side := data.Side{Conv: 2001 + conv, Speaker: 'A'}
		for k := range 40 {
			text, marker := fmt.Sprintf("he is , zounds , %s .", one("tired happy late old")), true
			if r.IntN(2) == 0 {
				text, marker = fmt.Sprintf("she saw the zounds %s .", one("yesterday there again")), false
			}
			for w := range strings.FieldsSeq(text) {
				if last := len(side.Tokens) - 1; w == "," || w == "." {
					side.Tokens[last].Punct = w[0]
					if w == "." {
						side.Tokens[last].Boundary = data.Complete
					}
					continue
				}
				t := data.Token{Text: w, Utt: fmt.Sprintf("%d.1", k+1)}
				if w == "zounds" && marker {
					t.Kind = data.DiscourseMarker
				}
				side.Tokens = append(side.Tokens, t)
			}
		}
		out = append(out, side)
	}
	return out
}

// TestMarkers: what was learned decides in the decoder, with and without punctuation, and no number of
// workers changes the file.
func TestMarkers(t *testing.T) {
	b := bundletest.Default(t)
	var file []byte
	for _, workers := range []int{1, 3} {
		c := train.DefaultMarkerConfig()
		c.Workers = workers
		got, err := train.Markers(context.Background(), b.Sentences().Stages(), markerSides(), nil, nil, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		if file != nil && !bytes.Equal(file, got) {
			t.Error("the number of workers changes the file")
		}
		file = got
	}
	whole, err := b.With(map[string][]byte{engine.PartMarkers: file})
	if err != nil {
		t.Fatal(err)
	}
	b = bundletest.Load(t, whole)
	if about, err := b.Describe(engine.PartMarkers); err != nil || !strings.Contains(about, "1 phrases") {
		t.Errorf("described as %q, error %v", about, err)
	}
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"he is, zounds, happy.":     "he is happy",
		"she saw the zounds there.": "she saw the zounds there",
		"she saw the zounds there":  "she saw the zounds there",
	} {
		d, err := transcript.ParseText(text+"\n", "text")
		if err != nil {
			t.Fatal(err)
		}
		s := d.Sentence(d.Segments(transcript.SegmentAuto)[0])
		out, err := p.Sentence(t.Context(), &s, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := bundletest.Kept(&s, out.Decisions); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestMarkersAnnotated: conversations whose annotators have marked next to nothing teach nothing, where that is asked for.
func TestMarkersAnnotated(t *testing.T) {
	b := bundletest.Default(t)
	trained := func(sides []data.Side, least float64) (file []byte, notes []string) {
		c := train.DefaultMarkerConfig()
		c.Annotated, c.Passes, c.Phrases = least, 1, 10
		c.Report = func(e stages.Event) { notes = append(notes, e.Note) }
		file, err := train.Markers(t.Context(), b.Sentences().Stages(), sides, nil, nil, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		return file, notes
	}
	sides := markerSides()
	for i := range sides[:6] {
		for k := range sides[i].Tokens {
			sides[i].Tokens[k].Kind = data.NoKind
		}
	}
	file, some := trained(sides, 15)
	if own, _ := trained(sides[6:], 15); !bytes.Equal(file, own) {
		t.Error("conversations without markers teach something")
	}
	// The file says how many sentences there were: the notes say how many examples.
	if _, all := trained(sides, 0); slices.Equal(all, some) {
		t.Errorf("conversations without markers teach nothing, though that was not asked for: %q", all)
	}
}
