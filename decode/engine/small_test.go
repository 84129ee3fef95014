package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// A small bundle is whole, has all engines, is smaller, and is not made smaller again; its sources are those of the
// bundle.
func TestSmall(t *testing.T) {
	b := bundletest.Default(t)
	file, err := b.Small()
	if err != nil {
		t.Fatal(err)
	}
	small, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, p := range b.Manifest().Parts {
		size += len(b.Part(p.Name))
	}
	if len(file) > size*2/5 {
		t.Errorf("%d bytes of %d", len(file), size)
	}
	for _, name := range []string{engine.Sentences, engine.Streams, engine.Written} {
		e := small.Engine(name)
		if e == nil || e.CanDecode() != nil {
			t.Fatalf("the engine %s cannot decode", name)
		}
		for _, x := range []string{"fluent-lm", "disfluent-lm"} {
			if w := e.Settings().Weights[x]; w != 0 {
				t.Errorf("%s: %s has the weight %v, and knows few words", name, x, w)
			}
		}
	}
	stated, err := small.Sources()
	if err != nil {
		t.Fatal(err)
	}
	if len(stated.Known) == 0 || slices.Contains(stated.Known, engine.PartVoice) {
		t.Errorf("sources are known of %v", stated.Known)
	}
	again, err := small.Small()
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := engine.Load(again); err != nil || twice.Engine(engine.Written) == nil {
		t.Errorf("made small twice: %v", err)
	}
	var others []string
	for _, p := range b.Manifest().Parts {
		if !strings.HasPrefix(p.Name, "written-") {
			others = append(others, p.Name)
		}
	}
	without, err := b.Extract(others)
	if err != nil {
		t.Fatal(err)
	}
	lean, err := engine.Load(without)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lean.Small(); err == nil || !strings.Contains(err.Error(), "written-") {
		t.Errorf("without parts for text with punctuation: %v", err)
	}
}
