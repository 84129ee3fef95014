package train_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// goldSides are the sentences of the story as sides of conversations.
func goldSides() []data.Side {
	var out []data.Side
	for i, s := range bundletest.GoldLines() {
		side := data.Side{Conv: 1 + i, Speaker: 'A', Tokens: s.Tokens}
		last := &side.Tokens[len(side.Tokens)-1]
		last.Boundary, last.Punct = data.Complete, '.'
		out = append(out, side)
	}
	return out
}

func fluentText() []data.Sentence {
	s := bundletest.Sentence("They told us that the museum was closed on Friday")
	for i := range s.Tokens {
		s.Written = append(s.Written, data.Written{Shape: data.ShapeOf(s.Tokens[i].Text)})
	}
	s.Written[len(s.Written)-1].After = data.PeriodMark
	return []data.Sentence{*s}
}

// A network does not depend on the number of workers, nor on interruptions: what was kept
// is continued from, unless it is damaged.
func TestNetwork(t *testing.T) {
	b := bundletest.Default(t)
	c := train.DefaultNetworkConfig()
	c.Config = bundletest.TinyNetwork()
	c.Trainer.Passes = 4
	text := train.NetworkText{Fluent: fluentText(), Punctuated: []train.Punctuated{{Sentence: fluentText()[0]}}}
	var want []byte
	for _, workers := range []int{1, 3} {
		passes := 0
		tr := &stages.Trainer{Workers: workers, Report: func(e stages.Event) {
			if e.Step != "network" {
				t.Errorf("event of %q", e.Step)
			}
			if e.Pass > 0 {
				if passes++; e.Pass != passes || e.Passes != 4 || !(e.Objective > 0) {
					t.Errorf("pass %d: %+v", passes, e)
				}
			}
		}}
		file, err := train.Network(t.Context(), b, tr, goldSides(), text, c)
		if err != nil {
			t.Fatal(err)
		}
		if passes != 4 {
			t.Errorf("%d passes are reported", passes)
		}
		if want == nil {
			want = file
		}
		if !bytes.Equal(file, want) {
			t.Errorf("%d workers: another network", workers)
		}
	}
	if _, err := b.With(map[string][]byte{engine.PartNetwork: want}); err != nil {
		t.Fatal(err)
	}

	// It is trained on from what it has learned.
	on := c
	on.Continue, on.Trainer.Passes = true, 1
	file, err := b.With(map[string][]byte{engine.PartNetwork: want})
	if err != nil {
		t.Fatal(err)
	}
	with, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	var first, last float64
	c.Check = func(pass int, loss float64, _ *neural.Model) { last = loss }
	if _, err := train.Network(t.Context(), b, &stages.Trainer{Workers: 1}, goldSides(), text, c); err != nil {
		t.Fatal(err)
	}
	on.Check = func(pass int, loss float64, _ *neural.Model) { first = loss }
	if _, err := train.Network(t.Context(), with, &stages.Trainer{Workers: 1}, goldSides(), text, on); err != nil || first > last*1.1 {
		t.Errorf("trained on: %v, a loss of %v after %v", err, first, last)
	}
	c.Check = nil

	// Next to nothing of the way is the network that it went on from, all of it the one that is trained.
	weights := func(file []byte) []byte {
		m, err := neural.Unmarshal(file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := m.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	on.Check = nil
	var ways [][]byte
	for _, on.Way = range []float64{1e-9, 0.5, 1} {
		file, err := train.Network(t.Context(), with, &stages.Trainer{Workers: 1}, goldSides(), text, on)
		if err != nil {
			t.Fatal(err)
		}
		ways = append(ways, file)
	}
	if !bytes.Equal(weights(ways[0]), weights(want)) || bytes.Equal(ways[0], ways[1]) || bytes.Equal(ways[1], ways[2]) {
		t.Error("shares of the way are not between the two networks")
	}

	for name, damage := range map[string]func(path string) error{
		"interrupted": func(string) error { return nil },
		"damaged":     func(path string) error { return os.Truncate(path, 1000) },
		"foreign":     func(path string) error { return os.WriteFile(path, want, 0o644) },
	} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		interrupted := c
		interrupted.Check = func(pass int, _ float64, m *neural.Model) {
			if pass == 2 {
				cancel()
			}
		}
		if _, err := train.Network(ctx, b, &stages.Trainer{Workers: 1, Dir: dir}, goldSides(), text, interrupted); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", name, err)
		}
		kept, _ := filepath.Glob(filepath.Join(dir, "network-checkpoint-*.step"))
		if len(kept) != 1 {
			t.Fatalf("%s: kept are %q", name, kept)
		}
		if err := damage(kept[0]); err != nil {
			t.Fatal(err)
		}
		var passes []int
		var notes []string
		again := c
		again.Check = func(pass int, _ float64, m *neural.Model) { passes = append(passes, pass) }
		file, err := train.Network(t.Context(), b, &stages.Trainer{Workers: 1, Dir: dir, Report: func(e stages.Event) { notes = append(notes, e.Note) }}, goldSides(), text, again)
		if err != nil || !bytes.Equal(file, want) {
			t.Errorf("%s: another network, %v", name, err)
		}
		first, note := 1, "of no use"
		if name == "interrupted" {
			first, note = 3, "goes on"
		}
		if len(passes) == 0 || passes[0] != first {
			t.Errorf("%s: passes %v", name, passes)
		}
		if all := strings.Join(notes, "\n"); !strings.Contains(all, note) {
			t.Errorf("%s: %s", name, all)
		}
		if _, err := os.Stat(kept[0]); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: what was kept is still there: %v", name, err)
		}
		// The step is there now.
		again.Check = func(int, float64, *neural.Model) { t.Errorf("%s: trained again", name) }
		if file, err := train.Network(t.Context(), b, &stages.Trainer{Workers: 1, Dir: dir}, goldSides(), text, again); err != nil || !bytes.Equal(file, want) {
			t.Errorf("%s, taken: another network, %v", name, err)
		}
	}
}

// A pretrained network does not depend on the number of workers, nor on interruptions of the
// pretraining, and is another one than without.
func TestPretrainedNetwork(t *testing.T) {
	b := bundletest.Default(t)
	dir := t.TempDir()
	for name, line := range map[string]string{"talks": "They told us that the museum was closed. I met a friend of the family.", "icsi": "I I think, uh, it was late."} {
		if err := os.WriteFile(filepath.Join(dir, name+".train.txt"), []byte(strings.Repeat("A\t"+line+"\n", 30)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := train.DefaultNetworkConfig()
	c.Config = bundletest.TinyNetwork()
	c.Trainer.Passes = 3
	c.Pretrain.Words, c.Pretrain.Passes = 3000, 3
	text := train.NetworkText{Pretraining: train.PretrainingText{Folders: []string{dir}, Sources: []string{"talks", "icsi"}, Words: 1000}}
	run := func(workers int, dir string, c train.NetworkConfig, text train.NetworkText) ([]byte, error) {
		return train.Network(t.Context(), b, &stages.Trainer{Workers: workers, Dir: dir}, goldSides(), text, c)
	}
	want, err := run(1, "", c, text)
	if err != nil {
		t.Fatal(err)
	}
	if file, err := run(3, "", c, text); err != nil || !bytes.Equal(file, want) {
		t.Errorf("3 workers: another network, %v", err)
	}
	if file, err := run(1, "", c, train.NetworkText{}); err != nil || bytes.Equal(file, want) {
		t.Errorf("without pretraining: the same network, %v", err)
	}
	work := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	interrupted, calls := c, 0
	interrupted.Check = func(pass int, _ float64, _ *neural.Model) {
		if calls++; calls == 2 {
			cancel()
		}
	}
	if _, err := train.Network(ctx, b, &stages.Trainer{Workers: 1, Dir: work}, goldSides(), text, interrupted); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var passes []int
	again := c
	again.Check = func(pass int, _ float64, _ *neural.Model) { passes = append(passes, pass) }
	if file, err := run(2, work, again, text); err != nil || !bytes.Equal(file, want) {
		t.Errorf("interrupted: another network, %v", err)
	}
	if want := []int{3, 1, 2, 3}; !slices.Equal(passes, want) {
		t.Errorf("passes %v, want %v", passes, want)
	}
	text.Pretraining.Sources = []string{"none"}
	if _, err := run(1, "", c, text); err == nil || !strings.Contains(err.Error(), "none.train.txt") {
		t.Errorf("a source that is not there: %v", err)
	}
}

// A network that has learned the story labels it.
func TestScoreNetwork(t *testing.T) {
	b := bundletest.WithNetwork(t)
	sentences := goldStory()
	sentences = append(sentences, data.Sentence{})
	s, err := train.ScoreNetwork(t.Context(), b.Sentences().Stages(), b.Sentences().Models().Network.Model(), sentences, 2)
	if err != nil || s.Edit.F1() < 0.95 || s.Filler.F1() < 0.95 {
		t.Errorf("%+v, %v", s, err)
	}
}

// The calibration learns what the network says, and nothing else changes where there is
// none.
func TestCalibrateNetwork(t *testing.T) {
	for _, c := range []struct {
		b       *engine.Bundle
		without []string
		network bool
	}{
		{bundletest.WithoutNetwork(t), nil, false},
		{bundletest.WithNetwork(t), nil, true},
		{bundletest.WithNetwork(t), []string{"network", "network-marker"}, false},
	} {
		sentences := goldStory()
		tuned, err := train.Calibrate(t.Context(), c.b.Sentences(), sentences, train.TuneOptions{Decoder: engine.DecoderOptions{Without: c.without}})
		if err != nil {
			t.Fatal(err)
		}
		k := tuned.Settings.Repairs[len(tuned.Settings.Repairs)-1]
		if (k != 0) != c.network {
			t.Errorf("without %v: the coefficient of the network is %v", c.without, k)
		}
		if c.network && k < 0 {
			t.Errorf("the network speaks against what is right: %v", k)
		}
	}
}
