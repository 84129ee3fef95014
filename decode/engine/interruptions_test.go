package engine_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
)

// A bundle may have a model of interruption points: all engines share it, and it is described.
func TestInterruptionsInBundles(t *testing.T) {
	if bundletest.Default(t).Sentences().Models().Interruptions != nil {
		t.Fatal("the default bundle has one")
	}
	b := bundletest.WithInterruptions(t)
	shared := b.Sentences().Models().Interruptions
	for _, e := range b.Engines() {
		if e.Models().Interruptions != shared || shared == nil {
			t.Errorf("%s has another model", e.Name())
		}
		found := false
		for _, c := range e.Components() {
			if c.Name == evaluators.ProsodyName {
				found = c.Optional && len(c.Missing) == 0 && len(c.Features) == 1 && c.Source != ""
			}
		}
		if !found {
			t.Errorf("%s has no component for it", e.Name())
		}
	}
	if about, err := b.Describe(engine.PartVoiceRepairs); err != nil || !strings.HasPrefix(about, "a classifier of ") {
		t.Errorf("%q, %v", about, err)
	}
	file, err := b.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := bundletest.Load(t, file)
	if whole.Sentences().Models().Interruptions == nil {
		t.Error("a bundle as one file has no model")
	}
	repacked, err := whole.Repacked()
	if err != nil {
		t.Fatal(err)
	}
	if again := bundletest.Load(t, repacked); string(again.Part(engine.PartVoiceRepairs)) != string(b.Part(engine.PartVoiceRepairs)) {
		t.Error("repacked, the model is another")
	}
	parts := bundletest.Files(t, bundletest.Default(t))
	parts[engine.PartVoiceRepairs] = parts[string(stages.PartEdit)]
	if _, err := engine.Build(engine.Manifest{}, parts); !errors.Is(err, engine.ErrKind) || !strings.Contains(err.Error(), "part voice-repairs") {
		t.Errorf("with another model: %v", err)
	}
}

// Without the part, without its component, and without times, everything is as it was; with
// times and a weight, it has its say.
func TestInterruptionsLabels(t *testing.T) {
	plain, with := bundletest.Default(t).Sentences(), bundletest.WithInterruptions(t).Sentences()
	settings := with.Settings()
	settings.Weights = maps.Clone(settings.Weights)
	settings.Weights[evaluators.ProsodyName] = 2
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
		spoken := bundletest.Spoken(text)
		want := labels(plain, engine.DecoderOptions{}, spoken)
		if got := labels(with, engine.DecoderOptions{Settings: &settings, Without: []string{evaluators.ProsodyName}}, spoken); !reflect.DeepEqual(got, want) {
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
