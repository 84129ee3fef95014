package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// A bundle may have a network: all engines share it, and it is described.
func TestNetworkInBundles(t *testing.T) {
	b := bundletest.WithNetwork(t)
	shared := b.Sentences().Models().Network
	for _, e := range b.Engines() {
		if e.Models().Network != shared || shared == nil {
			t.Errorf("%s has another network", e.Name())
		}
		if err := e.CanDecode(); err != nil {
			t.Error(err)
		}
		found := 0
		for _, c := range e.Components() {
			if c.Name == "network" || c.Name == "network-marker" {
				if found++; !c.Optional || len(c.Missing) > 0 || c.Source == "" {
					t.Errorf("%s: %+v", e.Name(), c)
				}
			}
		}
		if found != 2 {
			t.Errorf("%s has %d components of the network", e.Name(), found)
		}
	}
	if about, err := b.Describe(engine.PartNetwork); err != nil || !strings.HasSuffix(about, " weights, 1 layer of 32 units a direction") {
		t.Errorf("%q, %v", about, err)
	}
	file, err := b.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	if again := bundletest.Load(t, file); again.Sentences().Models().Network == nil {
		t.Error("a bundle as one file has no network")
	}
	parts := bundletest.Files(t, bundletest.Default(t))
	parts[engine.PartNetwork] = parts[string(stages.PartEdit)]
	if _, err := engine.Build(engine.Manifest{}, parts); !errors.Is(err, engine.ErrKind) || !strings.Contains(err.Error(), "part network") {
		t.Errorf("with another model for network: %v", err)
	}
}

// Without the part, or without its components, everything is as it was; with them, the
// network has its say.
func TestNetworkLabels(t *testing.T) {
	plain, with := bundletest.WithoutNetwork(t), bundletest.WithNetwork(t)
	changed := false
	for i, e := range plain.Engines() {
		for _, o := range []engine.LabelOptions{{}, {Confidence: 0.5}, {Level: engine.LevelStandard}, {Level: engine.LevelLight}}[:drawn.Few(4, 1)] {
			without := o
			without.Decoder.Without = []string{"network", "network-marker"}
			var labellers []*engine.Labeller
			for _, x := range []struct {
				e *engine.Engine
				o engine.LabelOptions
			}{{e, o}, {with.Engines()[i], without}, {with.Engines()[i], o}} {
				l, err := x.e.NewLabeller(x.o)
				if err != nil {
					t.Fatal(err)
				}
				labellers = append(labellers, l)
			}
			for _, s := range bundletest.Lines() {
				var got [][]data.Decision
				for _, l := range labellers {
					out, err := l.Label(t.Context(), s, l.Read(s))
					if err != nil || out.Problem != nil {
						t.Fatal(err, out.Problem)
					}
					got = append(got, out.Decisions)
				}
				if !reflect.DeepEqual(got[0], got[1]) {
					t.Errorf("%s, %+v: without the components %v, want %v", e.Name(), o, got[1], got[0])
				}
				changed = changed || !reflect.DeepEqual(got[0], got[2])
			}
		}
	}
	if !changed {
		t.Error("the network has no say")
	}
}

// The odds under the network are evidence for a removal.
func TestNetworkEvidence(t *testing.T) {
	c := engine.Calibration{16: 1}
	for _, x := range []struct{ odds, want float64 }{{0, 0}, {2, 2}, {-3, -3}, {100, 12}, {-100, -12}} {
		if got := (engine.Evidence{Words: 1, Network: x.odds}).Terms()[16]; got != x.want {
			t.Errorf("the term of %v is %v", x.odds, got)
		}
	}
	if p := c.Probability(engine.Evidence{Words: 1, Network: 3}); p < 0.95 {
		t.Errorf("%v", p)
	}
	for _, b := range []*engine.Bundle{bundletest.Default(t), bundletest.WithNetwork(t)} {
		e := b.Sentences()
		d, err := e.NewDecoder(engine.DecoderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		in := beam.NewInput(bundletest.Sentence("it was it was like the the best thing"))
		_, removed, err := e.Removals(t.Context(), d, in, nil)
		if err != nil || len(removed) == 0 {
			t.Fatalf("%v, %v", removed, err)
		}
		for _, r := range removed {
			if (r.Evidence.Network != 0) != (e.Models().Network != nil) {
				t.Errorf("%+v", r.Evidence)
			}
		}
		in.Release()
	}
}

// Settings without a coefficient for the network are as those before there was one.
func TestNetworkSettings(t *testing.T) {
	sixteen := "calibrate-repairs 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"
	for text, want := range map[string]string{
		sixteen:                       sixteen + "\n",
		sixteen + " 0":                sixteen + "\n",
		sixteen + " -0.5":             sixteen + " -0.5\n",
		"calibrate-repairs 1 2 3 4 5": "calibrate-repairs 1 2 3 4 5 0 0 0 0 0 0 0 0 0 0 0\n",
	} {
		s, err := engine.ReadSettings(strings.NewReader(text), "s")
		if err != nil || s.String() != want {
			t.Errorf("%q: %q, %v", text, s.String(), err)
		}
	}
}
