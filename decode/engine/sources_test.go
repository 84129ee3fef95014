package engine_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/licences"
)

var (
	free      = licences.Source{Name: "free", Licence: "CC-BY-4.0", Commercial: licences.Yes, Attribution: "Free"}
	forbidden = licences.Source{Name: "forbidden", Licence: "CC-BY-NC-4.0", Commercial: licences.No, Attribution: "Forbidden"}
)

// sourcesOf returns what is said of a part, blanks between the names; "" if nothing is.
func sourcesOf(t testing.TB, b *engine.Bundle, part string) string {
	t.Helper()
	s, err := b.Sources()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(s.Known, part) {
		return ""
	}
	i := slices.IndexFunc(s.Parts, func(p licences.Part) bool { return p.Name == part })
	return strings.Join(s.Parts[i].Sources, " ")
}

// bare is a bundle in one file of which nothing is said: the stages, and what streams need.
func bare(t testing.TB) *engine.Bundle {
	t.Helper()
	file, err := engine.Build(engine.Manifest{Licence: "CC0-1.0"}, bundletest.Files(t, bundletest.Load(t, bundle.Default()[:2]...)))
	if err != nil {
		t.Fatal(err)
	}
	return bundletest.Load(t, file)
}

func with(t testing.TB, b *engine.Bundle, parts ...string) *engine.Bundle {
	t.Helper()
	replaced := make(map[string][]byte)
	for _, name := range parts {
		replaced[name] = bundletest.Files(t, b)[name]
	}
	file, err := b.With(replaced)
	if err != nil {
		t.Fatal(err)
	}
	return bundletest.Load(t, file)
}

// What parts were made from goes with them: those that are put into a bundle get what
// LearnedFrom says, and the others keep what they had.
func TestLearnedFrom(t *testing.T) {
	b := bare(t)
	if s, err := b.Sources(); err != nil || len(s.Known) > 0 || s.Parts[0].Sources[0] != licences.Unnamed || s.Sources[0].Licence != "CC0-1.0" {
		t.Errorf("%+v, %v", s, err)
	}
	if plain := with(t, b, "edit"); plain.Part(engine.PartSources) != nil {
		t.Error("nothing is known, and a part says something")
	}
	b = with(t, b.LearnedFrom(engine.Origin{Sources: []licences.Source{free}}), "tagger", "edit")
	for part, want := range map[string]string{"tagger": "free", "edit": "free", "filler": "unnamed"} {
		if got := sourcesOf(t, b, part); got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
	again := with(t, b.LearnedFrom(engine.Origin{Sources: []licences.Source{forbidden}}), "edit")
	further := with(t, b.LearnedFrom(engine.Origin{Sources: []licences.Source{forbidden}, Kept: true}), "edit")
	nobody := with(t, b.Licensed("MIT").LearnedFrom(engine.Origin{}), "edit")
	silent := with(t, b, "edit")
	for _, c := range []struct {
		name       string
		b          *engine.Bundle
		edit, same string
	}{
		{"trained", again, "forbidden", "free"},
		{"trained further", further, "forbidden free", "free"},
		{"from nobody knows what", nobody, "unnamed-2", "free"},
		{"no word of it", silent, "free unnamed", "free"},
	} {
		if edit, same := sourcesOf(t, c.b, "edit"), sourcesOf(t, c.b, "tagger"); edit != c.edit || same != c.same {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, edit, same, c.edit, c.same)
		}
	}
	if s, _ := nobody.Sources(); s.Source("unnamed-2").Licence != "MIT" || s.Source("unnamed").Licence != "CC0-1.0" {
		t.Errorf("%+v", s.Sources)
	}
}

// Nothing is learned by settings that are made to fit, by leaving features out, and by other
// formats; parts of which others learn are among what these were made from.
func TestSourcesStay(t *testing.T) {
	b := with(t, bare(t).LearnedFrom(engine.Origin{Sources: []licences.Source{free}}), "tagger", "edit", "settings", "repairs")
	for name, change := range map[string]func() ([]byte, error){
		"fitted":   b.Fitted,
		"pruned":   func() ([]byte, error) { return b.Prune([]string{"tagger", "edit"}, 0.3) },
		"repacked": b.Repacked,
		"repacked in files": func() ([]byte, error) {
			whole, err := b.With(nil)
			if err != nil {
				return nil, err
			}
			files, err := engine.Repack(whole)
			if err != nil {
				return nil, err
			}
			return files[0], nil
		},
		"extracted": func() ([]byte, error) {
			return b.Extract([]string{"tagger", "filler", "fluent-lm", "disfluent-lm", "edit", "kinds", "phrases", "repairs", "settings"})
		},
	} {
		file, err := change()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		changed := bundletest.Load(t, file)
		for part, want := range map[string]string{"tagger": "free", "edit": "free", "settings": "free", "repairs": "free", "filler": "unnamed"} {
			if got := sourcesOf(t, changed, part); got != want {
				t.Errorf("%s: %s: %q, want %s", name, part, got, want)
			}
		}
	}
	// Of the default bundle: the network reads the tagger, classes nothing, the voice what says
	// something of punctuation.
	d := bundletest.Default(t).Knowing(bundle.Sources())
	d = with(t, d.LearnedFrom(engine.Origin{Sources: []licences.Source{free}}), engine.PartNetwork, engine.PartClasses, engine.PartStreamRepairs, engine.PartVoice)
	for part, want := range map[string]string{engine.PartNetwork: "free isip swda", engine.PartClasses: "free", engine.PartStreamRepairs: "free isip swda", engine.PartPunct: "isip swda"} {
		if got := sourcesOf(t, d, part); got != want {
			t.Errorf("%s: %q, want %s", part, got, want)
		}
	}
	if got := sourcesOf(t, d, engine.PartVoice); !strings.Contains(got, "swda") || strings.Contains(got, "naija") {
		t.Errorf("the voice: %s", got)
	}
}

// What is said of a file is not said of another one in its place.
func TestOtherFileOfAPart(t *testing.T) {
	b := with(t, bare(t).LearnedFrom(engine.Origin{Sources: []licences.Source{free}}), "tagger", "phrases")
	other, err := engine.BuildParts(engine.Manifest{Licence: "MIT"}, map[string][]byte{engine.PartPhrases: []byte("you know O || 1144 31 9\n")})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := b.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	both := bundletest.Load(t, whole, other)
	s, err := both.Sources()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(s.Parts, func(p licences.Part) bool { return p.Name == engine.PartPhrases })
	if from := s.Source(s.Parts[i].Sources[0]); from.Licence != "MIT" || from.Commercial != licences.Unknown || slices.Contains(s.Known, engine.PartPhrases) {
		t.Errorf("phrases of another file come from %+v", from)
	}
	if got := sourcesOf(t, both, "tagger"); got != "free" {
		t.Errorf("the tagger: %s", got)
	}
}

func TestWrongSources(t *testing.T) {
	parts := bundletest.Files(t, bare(t))
	parts[engine.PartSources] = []byte("source\tx\n")
	if _, err := engine.Build(engine.Manifest{}, parts); !errors.Is(err, engine.ErrChecksum) || !strings.Contains(err.Error(), "part sources:1: ") {
		t.Errorf("%v", err)
	}
	if _, err := bare(t).Knowing("x\n").Sources(); err == nil || !strings.Contains(err.Error(), "known sources:1: ") {
		t.Errorf("%v", err)
	}
	if _, err := bare(t).Extract([]string{engine.PartSources}); err == nil {
		t.Error("a part that is not there is extracted")
	}
}

// Of every part of the models of the repository it is known what they were made from, and the
// list of sources says the same of these.
func TestSourcesOfDefault(t *testing.T) {
	f, err := os.Open("../../data/licences/sources.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := licences.ReadList(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	chinese, err := engine.LoadParts(zh.Models())
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*engine.Bundle{"default": bundletest.Default(t), "without network": bundletest.Load(t, bundle.Default()[:3]...), "decoder": bundletest.Load(t, bundle.Default()[:2]...), "chinese": chinese} {
		s, err := b.Knowing(bundle.Sources()).Sources()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Parts {
			if !slices.Contains(s.Known, p.Name) {
				t.Errorf("%s: nothing says what %s was made from: run go run ./internal/sources", name, p.Name)
			}
		}
		for _, source := range s.Sources {
			if known := list.Source(source.Name); known == nil || *known != source {
				t.Errorf("%s: %+v is another one in the list: run go run ./internal/sources", name, source)
			}
		}
		if got := licences.Commercial(s.Sources); got != licences.No {
			t.Errorf("%s: commercial use: %s", name, got)
		}
	}
}

// The open bundle comes from sources alone that allow commercial use.
func TestSourcesOfOpen(t *testing.T) {
	b, err := engine.Open("../../data/bundle/open/tidytalk-open.tt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Parts {
		if !slices.Contains(s.Known, p.Name) {
			t.Errorf("nothing says what %s was made from", p.Name)
		}
		for _, name := range p.Sources {
			if source := s.Source(name); source.Commercial != licences.Yes {
				t.Errorf("%s was made from %s, of which commercial use is %s", p.Name, name, source.Commercial)
			}
		}
	}
}
