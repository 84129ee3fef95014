package engine_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/repairs"
)

// A bundle that is packed again decides the same, whether its parts were in earlier formats
// or not, and holds the model of tags of the models of repairs once.
func TestRepacked(t *testing.T) {
	b := bundletest.Default(t)
	file, err := b.Repacked()
	if err != nil {
		t.Fatal(err)
	}
	again := bundletest.Load(t, file)
	if same, err := again.Repacked(); err != nil || !bytes.Equal(same, file) {
		t.Errorf("packing a bundle twice gives two bundles, error %v", err)
	}
	for _, name := range []string{engine.PartStreamRepairs, engine.PartWrittenRepairs} {
		if _, err := repairs.Unmarshal(again.Part(name)); !errors.Is(err, engine.ErrOlder) {
			t.Errorf("%s can be read alone: %v", name, err)
		}
		if _, err := repairs.Unmarshal(bundletest.Files(t, again)[name]); err != nil {
			t.Errorf("%s of the files cannot be read alone: %v", name, err)
		}
	}
	for i, e := range b.Engines() {
		was, err := e.NewLabeller(engine.LabelOptions{Level: engine.LevelFull})
		if err != nil {
			t.Fatal(err)
		}
		is, err := again.Engines()[i].NewLabeller(engine.LabelOptions{Level: engine.LevelFull})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range bundletest.Lines() {
			x, err := was.Label(t.Context(), s, was.Read(s))
			if err != nil {
				t.Fatal(err)
			}
			y, err := is.Label(t.Context(), s, is.Read(s))
			if err != nil {
				t.Fatal(err)
			}
			if a, b := bundletest.Kept(s, x.Decisions), bundletest.Kept(s, y.Decisions); a != b {
				t.Errorf("engine %s keeps %q, and packed again %q", e.Name(), a, b)
			}
		}
	}
}

// A model of repairs that reads other tags than that for sentences keeps its own model of
// them, and is refused without.
func TestOwnTags(t *testing.T) {
	b := bundletest.Default(t)
	c, err := lm.NewCounter(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range [][]string{{"DT", "NN"}, {"PRP", "VBD", "DT", "NN"}, {"PRP", "VBD"}, {"NN"}, {"UH"}} {
		if err := c.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	tags, _, err := c.Estimate(lm.EstimateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var list repairs.List
	list.Add([]uint32{1}, []float64{0}, 0)
	list.Add([]uint32{2}, []float64{0}, 1)
	model, _, err := repairs.DefaultTrainer().Train(t.Context(), []repairs.List{list, list, list}, tags)
	if err != nil {
		t.Fatal(err)
	}
	other, err := model.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	file, err := b.With(map[string][]byte{engine.PartRepairs: other})
	if err != nil {
		t.Fatal(err)
	}
	mixed := bundletest.Load(t, file)
	if got := mixed.Engine(engine.Streams).Models().Repairs.Tags(); got.Order() == 2 {
		t.Error("the engine for streams reads the tags of another model of repairs")
	}
	packed, err := b.Repacked()
	if err != nil {
		t.Fatal(err)
	}
	only, err := engine.BuildParts(engine.Manifest{}, map[string][]byte{engine.PartRepairs: other})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Load(packed, only); !errors.Is(err, engine.ErrOlder) {
		t.Errorf("a bundle whose models of repairs read tags that are not there: %v", err)
	}
}

// The files of a bundle in several keep their parts, and are the same bundle as before.
func TestRepackFiles(t *testing.T) {
	files, err := engine.Repack(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	was, is := bundletest.Default(t), bundletest.Load(t, files...)
	for i, p := range was.Manifest().Parts {
		if got := is.Manifest().Parts[i]; got.Name != p.Name || got.Config != p.Config {
			t.Errorf("part %d is %+v, want %+v", i, got, p)
		}
		if p.Size < 10000 && !bytes.Equal(was.Part(p.Name), is.Part(p.Name)) {
			t.Errorf("part %s has changed", p.Name)
		}
	}
	again, err := engine.Repack(files...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if !bytes.Equal(again[i], files[i]) {
			t.Errorf("file %d is another one when it is packed again", i)
		}
	}
	if _, err := engine.Repack(bundle.Default()[1]); err == nil {
		t.Error("a file that is no bundle alone: no error")
	}
}
