package tidytalk_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestOptionsRefused(t *testing.T) {
	b := bundletest.Default(t)
	uncalibrated := &tidytalk.Settings{Untuned: true, Weights: b.Sentences().Settings().Weights}
	for name, o := range map[string]tidytalk.Options{
		"mode":        {Mode: "best"},
		"beam":        {Decoder: tidytalk.DecoderOptions{Beam: -1}},
		"rounds":      {Decoder: tidytalk.DecoderOptions{Rounds: -1}},
		"huge beam":   {Decoder: tidytalk.DecoderOptions{Beam: 1_000_000}},
		"huge rounds": {Decoder: tidytalk.DecoderOptions{Rounds: 1_000_000}},
		"no margin":   {Decoder: tidytalk.DecoderOptions{Margin: math.Inf(-1)}},
		"look-ahead":  {LookAhead: 1_000_000},
		"margin":      {Decoder: tidytalk.DecoderOptions{Margin: math.NaN()}},
		"confidence":  {Confidence: 1.5},
		"NaN":         {Confidence: math.NaN()},
		"baseline":    {Mode: tidytalk.ModeBaseline, Confidence: 0.9},
		"calibration": {Confidence: 0.9, Decoder: tidytalk.DecoderOptions{Settings: uncalibrated}},
		"settings":    {Confidence: 0.9, Settings: []tidytalk.Settings{*uncalibrated}},
		"jobs":        {Jobs: -1},
	} {
		if _, err := tidytalk.New(b, o); !errors.Is(err, tidytalk.ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tidytalk.New(b, tidytalk.Options{Decoder: tidytalk.DecoderOptions{Without: []string{"nothing"}}}); err == nil {
		t.Error("a component that is not there can be left out")
	}
	for _, w := range []tidytalk.Weight{{Feature: "x", Value: 1}, {Engine: "streams", Feature: "expert-1", Value: 1}, {Feature: "network", Value: math.NaN()}} {
		if _, err := tidytalk.New(b, tidytalk.Options{Decoder: tidytalk.DecoderOptions{Weights: []tidytalk.Weight{w}}}); !errors.Is(err, beam.ErrWeights) {
			t.Errorf("the weight %s: %v", w, err)
		}
	}
	other := tidytalk.Settings{Weights: beam.Weights{"x": 1}}
	if _, err := tidytalk.New(b, tidytalk.Options{Decoder: tidytalk.DecoderOptions{Settings: &other}}); !errors.Is(err, beam.ErrWeights) {
		t.Errorf("other weights: %v", err)
	}
	if _, err := tidytalk.New(b, tidytalk.Options{Settings: []tidytalk.Settings{other}}); !errors.Is(err, beam.ErrWeights) {
		t.Errorf("other weights: %v", err)
	}
	if _, err := tidytalk.New(b, tidytalk.Options{Settings: []tidytalk.Settings{{Engine: "other"}}}); !errors.Is(err, tidytalk.ErrNoEngine) {
		t.Errorf("settings of an engine that is not there: %v", err)
	}
	if _, err := tidytalk.New(b, tidytalk.Options{Settings: []tidytalk.Settings{{}}}); err != nil {
		t.Errorf("settings without weights: %v", err) // they change nothing
	}
	plain := bundletest.Load(t, bundle.Default()[0])
	if _, err := tidytalk.New(plain, tidytalk.Options{}); !errors.Is(err, tidytalk.ErrNoDecoder) {
		t.Errorf("a bundle without decoder: %v", err)
	}
	if _, err := tidytalk.New(plain, tidytalk.Options{Mode: tidytalk.ModeBaseline}); err != nil {
		t.Errorf("a bundle without decoder, in the mode baseline: %v", err)
	}
	if _, err := tidytalk.New(plain, tidytalk.Options{Mode: tidytalk.ModeExperts}); !errors.Is(err, tidytalk.ErrNoExperts) {
		t.Errorf("a bundle without experts: %v", err)
	}
}

// Load and Open make a cleaner of files in one step.
func TestLoadAndOpen(t *testing.T) {
	var paths []string
	dir := t.TempDir()
	for i, file := range bundle.Default() {
		paths = append(paths, filepath.Join(dir, string(rune('a'+i))))
		if err := os.WriteFile(paths[i], file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, open := range map[string]func() (*tidytalk.Cleaner, error){
		"load": func() (*tidytalk.Cleaner, error) { return tidytalk.Load(bundle.Default()...) },
		"open": func() (*tidytalk.Cleaner, error) { return tidytalk.Open(paths...) },
	} {
		c, err := open()
		if err != nil {
			t.Fatal(err)
		}
		if got := batch(t, c, "so uh we we want to go"); got != "So we want to go." {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, err := tidytalk.Load([]byte("no models, but a text that is long enough")); !errors.Is(err, tidytalk.ErrForeign) {
		t.Errorf("load: %v", err)
	}
	if _, err := tidytalk.Open(paths[0] + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("open: %v", err)
	}
}

// With a bundle that cannot restore punctuation and case, text keeps its own.
func TestPlanAsWritten(t *testing.T) {
	const text = "we we want to go\nand uh Bob went\n"
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		t.Fatal(err)
	}
	plain := bundletest.Load(t, bundle.Default()[:2]...)
	for _, c := range []struct {
		cleaner  *tidytalk.Cleaner
		restored bool
		punct    transcript.PunctMode
		cased    transcript.CaseMode
		want     string
	}{
		{newCleaner(t, tidytalk.Options{}), true, transcript.PunctRestore, transcript.CaseRestore, "We want to go.\nAnd Bob went.\n"},
		{cleanerOf(t, plain, tidytalk.Options{}), false, transcript.PunctKeep, transcript.CaseKeep, "we want to go\nand Bob went\n"},
		{newCleaner(t, tidytalk.Options{AsWritten: true, Segment: transcript.SegmentLine}), false, transcript.PunctKeep, transcript.CaseKeep, "we want to go\nand Bob went\n"},
	} {
		cleaned, err := c.cleaner.Clean(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		p := cleaned.Plan(transcript.Rewriting{Remove: data.Repairs | data.FilledPauses})
		if cleaned.Restored != c.restored || p.Punct != c.punct || p.Case != c.cased || p.Remove != data.Repairs|data.FilledPauses {
			t.Errorf("restored is %v, the plan %+v", cleaned.Restored, p.Rewriting)
		}
		if got := cleaned.Edit(transcript.Rewriting{}).Text(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		strip := transcript.Rewriting{Punct: transcript.PunctStrip, Case: transcript.CaseLower}
		if p := cleaned.Plan(strip); p.Rewriting != strip {
			t.Errorf("what does not restore becomes %+v", p.Rewriting)
		}
	}
}

// Punctuation and case that had to be found are restored, also where what is written is kept.
func TestRestoredAsWritten(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{AsWritten: true})
	for text, want := range map[string]bool{"we we want to go": true, "I want to go. We we left.": false, "": false} {
		d, err := transcript.ParseText(text, "text")
		if err != nil {
			t.Fatal(err)
		}
		if cleaned, err := c.Clean(t.Context(), d); err != nil || cleaned.Restored != want {
			t.Errorf("%q: restored is %v, %v", text, cleaned.Restored, err)
		}
	}
}
