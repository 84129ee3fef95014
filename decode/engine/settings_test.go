package engine_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

func TestSettings(t *testing.T) {
	for _, name := range []string{"", engine.Streams, "my-engine"} {
		s := engine.Settings{Engine: name, Weights: beam.Weights{"a": 0.25, "b": -1e-7}, Repairs: engine.Calibration{1, 2, 3, 4, 5}, Fillers: engine.Calibration{-1, 0, 0.5}}
		got, err := engine.ReadSettings(strings.NewReader("# tuned\n"+s.String()), "s.txt")
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if got, err := engine.ReadSettings(strings.NewReader("untuned\nengine x\na 1"), "s.txt"); err != nil || !got.Untuned || got.String() != "engine x\nuntuned\na 1\n" {
		t.Errorf("%+v, %v", got, err)
	}
	if a, b := (engine.Settings{Engine: engine.Sentences}), (engine.Settings{}); a.String() != b.String() {
		t.Errorf("%q, want %q", a, b)
	}
	for text, want := range map[string]string{
		"a 1\ncalibrate-repairs 1 2":         "s.txt:2: calibrate-repairs takes 17 numbers, not 2",
		"\ncalibrate-fillers 1 2 3 4 x":      `s.txt:2: "x" is not a finite number`,
		"calibrate-fillers 1 2 3 4 5\na b c": `wrong weights: s.txt:2: "a b c" is not a feature name and a weight`,
		"a 1\nengine":                        "s.txt:2: settings are for one engine: engine NAME",
		"engine a b":                         "s.txt:1: settings are for one engine: engine NAME",
		"engine a\n\nengine b":               "s.txt:3: settings are for one engine: engine NAME",
		"engine a\na 1\na 2":                 "wrong weights: s.txt:3: a second weight for a",
	} {
		if _, err := engine.ReadSettings(strings.NewReader(text), "s.txt"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadSettings(f *testing.F) {
	f.Add("a 1\ncalibrate-repairs 1 2 3 4 5\n# x\n")
	f.Add("engine streams\na 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := engine.ReadSettings(strings.NewReader(text), "s")
		if err != nil {
			return
		}
		again, err := engine.ReadSettings(strings.NewReader(s.String()), "s")
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v becomes %+v, %v", s, again, err)
		}
	})
}

// Settings come back from a bundle file with the engine that they are for, and change no
// other.
func TestWithSettings(t *testing.T) {
	b := bundletest.Default(t)
	for _, name := range []string{"", engine.Sentences, engine.Streams} {
		e := b.Sentences()
		if name != "" {
			e = b.Engine(name)
		}
		s := e.Settings()
		s.Engine, s.Weights, s.Repairs = name, maps.Clone(s.Weights), engine.Calibration{1, 2, 3, 4, 5}
		s.Weights["repairs"] = 0.125
		file, err := b.WithSettings(s)
		if err != nil {
			t.Fatal(err)
		}
		s.Engine = "" // the engine knows
		for _, got := range bundletest.Load(t, file).Engines() {
			want := b.Engine(got.Name()).Settings()
			if got.Name() == e.Name() {
				want = s
			}
			if !reflect.DeepEqual(got.Settings(), want) {
				t.Errorf("settings of %q: those of %s are %+v, want %+v", name, got.Name(), got.Settings(), want)
			}
		}
	}
	if _, err := b.WithSettings(engine.Settings{Engine: "other"}); !errors.Is(err, engine.ErrNoEngine) {
		t.Errorf("settings of an engine that is not there: %v", err)
	}
}

// Fit leaves out the weights of experts that are not there, and fills in the defaults.
func TestFit(t *testing.T) {
	b := bundletest.Default(t)
	names := expertNames(b.Sentences())
	first := names[0]
	s := engine.Settings{Weights: beam.Weights{"repairs": 1, "expert-gone": 2, first: 3, "mine": 4}, Repairs: engine.Calibration{1}}
	for _, e := range b.Engines() {
		want := beam.Weights{"mine": 4} // of a component that may come
		for _, c := range e.Components() {
			for _, f := range c.Features {
				want[f.Name] = f.Default
			}
		}
		want["repairs"] = 1
		if e == b.Sentences() {
			want[first] = 3
			for _, n := range names[1:] {
				want[n] = 0
			}
		} else if _, ok := want[first]; ok {
			t.Errorf("%s has experts", e.Name())
		}
		if got := e.Fit(s); !reflect.DeepEqual(got.Weights, want) || got.Repairs != s.Repairs {
			t.Errorf("%s: %v, want %v", e.Name(), got, want)
		}
	}
	if len(s.Weights) != 4 {
		t.Errorf("the settings were changed: %v", s.Weights)
	}
}
