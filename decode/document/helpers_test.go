package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// newDecider returns a decider with the default models, at the standard level where none is
// said.
func newDecider(t testing.TB, o Options) *Decider {
	t.Helper()
	if o.Level == "" {
		o.Level = engine.LevelStandard
	}
	d, err := New(bundletest.Default(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func optionsOf(level engine.Level, language string) Options {
	return Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: level}}, Language: language}
}

func parse(t testing.TB, text string) *transcript.Document {
	t.Helper()
	d, err := transcript.ParseText(text, "test")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// clean cleans text as a whole.
func clean(t testing.TB, d *Decider, text string) string {
	t.Helper()
	out, err := d.Decide(t.Context(), parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return out.Edit(transcript.Rewriting{}).Text()
}
