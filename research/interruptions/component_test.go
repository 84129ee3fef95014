package interruptions_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

// A bundle may have a model of interruption points, which the component reads: the decoders of
// all engines have it, and files are written with it.
func TestComponent(t *testing.T) {
	b := withPart(t, drawnModel(t))
	for _, e := range b.Engines() {
		found := false
		for _, c := range e.Components() {
			if c.Name == interruptions.Feature {
				found = c.Optional && len(c.Missing) == 0 && len(c.Features) == 1 && c.Source != ""
			}
		}
		if !found {
			t.Errorf("%s has no component for it", e.Name())
		}
	}
	plain := bundletest.Default(t).Add(interruptions.Component())
	for _, c := range plain.Sentences().Components() {
		if c.Name == interruptions.Feature && len(c.Missing) != 1 {
			t.Errorf("without the part %+v", c)
		}
	}
	file, err := b.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := bundletest.Load(t, file)
	if string(whole.Part(interruptions.Part)) != string(drawnModel(t)) {
		t.Error("a bundle as one file has no model")
	}
	repacked, err := whole.Repacked()
	if err != nil {
		t.Fatal(err)
	}
	if again := bundletest.Load(t, repacked); string(again.Part(interruptions.Part)) != string(b.Part(interruptions.Part)) {
		t.Error("repacked, the model is another")
	}
	other := withPart(t, bundletest.Default(t).Part(string(stages.PartEdit)))
	if _, err := other.Sentences().NewDecoder(engine.DecoderOptions{}); !errors.Is(err, engine.ErrKind) || !strings.Contains(err.Error(), "part voice-repairs") {
		t.Errorf("with another model: %v", err)
	}
}

// Without the part, without its component, and without times, everything is as it was; with
// times and a weight, it has its say.
func TestComponentLabels(t *testing.T) {
	plain, with := bundletest.Default(t).Sentences(), withPart(t, drawnModel(t)).Sentences()
	settings := with.Settings()
	settings.Weights = maps.Clone(settings.Weights)
	settings.Weights[interruptions.Feature] = 2
	labels := func(e *engine.Engine, o engine.DecoderOptions, s *data.Sentence) []data.Decision {
		l, err := e.NewLabeller(engine.LabelOptions{Decoder: o})
		if err != nil {
			t.Fatal(err)
		}
		out, err := l.Label(t.Context(), s, l.Read(s))
		if err != nil || out.Problem != nil {
			t.Fatal(err, out.Problem)
		}
		return out.Decisions
	}
	changed := false
	for _, text := range append(strings.Split(bundletest.Story, "\n"), "so we |so he went to the |to my house", "and i |we saw |found the old |river") {
		spoken := spoken(text)
		want := labels(plain, engine.DecoderOptions{}, spoken)
		if got := labels(with, engine.DecoderOptions{Settings: &settings, Without: []string{interruptions.Feature}}, spoken); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: without the component %v, want %v", text, got, want)
		}
		changed = changed || !reflect.DeepEqual(data.LabelsOf(labels(with, engine.DecoderOptions{Settings: &settings}, spoken)), data.LabelsOf(want))
		untimed := bundletest.Sentence(strings.ReplaceAll(text, "|", ""))
		if got, want := labels(with, engine.DecoderOptions{Settings: &settings}, untimed), labels(plain, engine.DecoderOptions{}, untimed); !reflect.DeepEqual(data.LabelsOf(got), data.LabelsOf(want)) {
			t.Errorf("%q: without times %v, want %v", text, got, want)
		}
	}
	if !changed {
		t.Error("pauses have no say")
	}
}
