package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Bundles without experts say so, and experts of another baseline are refused.
func TestExpertsInBundles(t *testing.T) {
	b := bundletest.Default(t)
	parts := make(map[string][]byte)
	for _, p := range stages.Parts {
		parts[string(p)] = b.Part(string(p))
	}
	file, err := engine.Build(engine.Manifest{}, parts)
	if err != nil {
		t.Fatal(err)
	}
	without := bundletest.Load(t, file)
	if _, err := without.Sentences().NewLabeller(engine.LabelOptions{Mode: engine.ModeExperts}); !errors.Is(err, engine.ErrNoExperts) {
		t.Errorf("%v", err)
	}
	edit, err := b.Model("edit")
	if err != nil {
		t.Fatal(err)
	}
	e := b.Sentences()
	part, err := e.Experts().Marshal("", &experts.Baseline{Edit: edit, Config: "another", Tags: e.Stages().TagNames()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.With(map[string][]byte{engine.PartExperts: part}); !errors.Is(err, experts.ErrOtherBaseline) {
		t.Errorf("%v", err)
	}
}

// A bundle in files is the bundle in memory; errors name the files.
func TestOpen(t *testing.T) {
	var paths []string
	for i, file := range bundle.Default() {
		path := filepath.Join(t.TempDir(), "models"+string(rune('a'+i)))
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	b, err := engine.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	if want := bundletest.Default(t).Manifest(); !reflect.DeepEqual(b.Manifest(), want) {
		t.Errorf("%+v, want %+v", b.Manifest(), want)
	}
	if _, err := engine.Open(paths[0], paths[0]+"x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("these are no models, but some text in a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(text); !errors.Is(err, engine.ErrForeign) || !strings.Contains(err.Error(), text) {
		t.Errorf("a text: %v", err)
	}
}

// A group of parts is there as a whole or not at all, but for what the network makes up for.
func TestPartGroups(t *testing.T) {
	b := bundletest.Default(t)
	for _, g := range []engine.Group{engine.StageParts, engine.DecoderParts, engine.StreamParts, engine.WrittenParts} {
		for i, name := range engine.PartsOf(g) {
			if i%drawn.Few(1, 3) != 0 {
				continue
			}
			parts := bundletest.Files(t, b)
			spare := parts[name] == nil
			delete(parts, name)
			if spare {
				delete(parts, engine.PartNetwork)
			}
			if _, err := engine.Build(engine.Manifest{}, parts); err == nil {
				t.Errorf("a bundle may lack %s alone", name)
			}
		}
	}
}

func TestInvalidates(t *testing.T) {
	said := []string{"punct", "stream-edit", "punct-clean", "truecaser", "stream-repairs", "stream-settings", "written-edit", "written-repairs", "written-settings"}
	withEditTerms := append(slices.Clone(said), "corrections")
	tagged := append(slices.Clone(withEditTerms), "discourse-markers", "editor", "written-confidence", "network", "marks")
	for _, c := range []struct{ changed, want []string }{
		{nil, nil},
		{[]string{"settings"}, nil},
		{[]string{"experts"}, nil},
		{[]string{"edit"}, []string{"experts"}},
		{[]string{"edit", "experts"}, nil},
		{[]string{"tagger"}, tagged},
		{[]string{"filler"}, append(slices.Clone(said), "editor", "written-confidence", "network", "marks")},
		{[]string{string(stages.PartFluent)}, append(slices.Clone(withEditTerms), "editor", "written-confidence", "marks")},
		{[]string{"tagger", "edit", "punct"}, append([]string{"experts"}, tagged[1:]...)},
		{[]string{"classes"}, []string{"corrections"}},
		{[]string{"network"}, []string{"marks"}},
		{[]string{"tagger", "network"}, append(slices.Clone(withEditTerms), "discourse-markers", "editor", "written-confidence", "marks")},
		{[]string{"mine"}, nil},
	} {
		if !slices.ContainsFunc(c.changed, func(n string) bool { return n == "mine" }) {
			for _, n := range c.changed {
				if !slices.ContainsFunc(engine.Parts(), func(p engine.Part) bool { return p.Name == n }) {
					t.Errorf("there is no part %s", n)
				}
			}
		}
		if got := engine.Invalidates(c.changed...); !slices.Equal(got, c.want) {
			t.Errorf("%v invalidates %v, want %v", c.changed, got, c.want)
		}
	}
}

// Parts stand in the order of Parts; those that are not the product's come last, and are
// there for components.
func TestUnknownParts(t *testing.T) {
	b := bundletest.Default(t)
	extra, err := engine.BuildParts(engine.Manifest{Version: "mine"}, map[string][]byte{
		"zz-mine": []byte("z"), "aa-mine": []byte("few words"), engine.PartPhrases: b.Part(engine.PartPhrases), engine.PartSettings: b.Part(engine.PartSettings)})
	if err != nil {
		t.Fatal(err)
	}
	more := bundletest.Load(t, append(slices.Clone(bundle.Default()), extra)...)
	if m := more.Manifest(); m.Version != "mine" || string(more.Part("aa-mine")) != "few words" {
		t.Errorf("%+v", m)
	}
	whole, err := more.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, p := range bundletest.Load(t, whole).Manifest().Parts {
		got = append(got, p.Name)
	}
	for _, p := range engine.Parts() {
		if b.Part(p.Name) != nil { // bundles may lack some
			want = append(want, p.Name)
		}
	}
	if want = append(want, "aa-mine", "zz-mine"); !slices.Equal(got, want) {
		t.Errorf("parts %v\nwant %v", got, want)
	}
	if about, err := more.Describe("aa-mine"); about != "" || err != nil {
		t.Errorf("it is described as %q, %v", about, err)
	}

	for _, name := range []string{"", "manifest", "two words", "a,b"} {
		if _, err := engine.BuildParts(engine.Manifest{}, map[string][]byte{name: nil}); err == nil {
			t.Errorf("a part has the name %q", name)
		}
	}

	part := engine.NeedPart("aa-mine", func(file []byte) (string, error) { return string(file), nil })
	reads := engine.EvaluatorOf("mine", part, func(_ *stages.Labeller, words string) beam.Evaluator {
		if words != "few words" {
			return nil
		}
		return constant{beam.Feature{Name: "mine"}}
	})
	for _, e := range more.Add(reads).Engines() {
		if _, err := e.NewDecoder(engine.DecoderOptions{}); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	without := b.Add(reads).Sentences()
	if err := without.CanDecode(); !errors.Is(err, engine.ErrNoDecoder) || !strings.Contains(err.Error(), "mine needs aa-mine") {
		t.Errorf("without the part: %v", err)
	}
	reads.Optional = true
	if err := b.Add(reads).Sentences().CanDecode(); err != nil {
		t.Errorf("without the part, which is optional: %v", err)
	}
}

// constant is an evaluator of a feature that is 1 for every hypothesis.
type constant struct{ feature beam.Feature }

func (c constant) Features() []beam.Feature { return []beam.Feature{c.feature} }

func (c constant) Prepare(context.Context, *beam.Input) (beam.Scorer, error) { return c, nil }

func (constant) Score(_ *beam.Hypothesis, out []float64) ([]float64, error) {
	return append(out, 1), nil
}
