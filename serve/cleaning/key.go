package cleaning

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/finished"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// Key returns a key of all that changes what becomes of a text: the version of the code,
// models, lists of fillers, settings, and options. Those that have a field of their own in
// f.Options are told by that; the others are said, each as "NAME VALUE".
func (f *Cleaning) Key(models *tidytalk.Bundle, said []string) string {
	h := sha256.New()
	level := cmp.Or(f.Options.Level, tidytalk.LevelStandard)
	if f.Options.Level == "" && f.Options.Confidence > 0 {
		level = tidytalk.LevelFull
	}
	fmt.Fprintf(h, "version %s\nremove %d\nlevel %s\nsettings %+v\n", tidytalk.Version, f.Rewriting.Remove, level, f.Options.Settings)
	for _, s := range said {
		fmt.Fprintf(h, "--%s\n", s)
	}
	fmt.Fprintf(h, "speakers %s\n", f.Reading.Speakers.Sum())
	list := f.Options.Fillers
	if list == nil {
		list = fillers.Default()
	}
	for e := range list.All() {
		e.Own = false // it does not matter who says it
		fmt.Fprintf(h, "filler %+v\n", e)
	}
	if f.Style != nil {
		fmt.Fprintf(h, "style %q\n", f.Style.Source)
	}
	if f.ByHand != nil {
		fmt.Fprintf(h, "by hand %s\n", f.ByHand.Sum())
	}
	fmt.Fprintf(h, "names %q\n", f.Options.Vocabulary.Spellings())
	parts := slices.Clone(models.Manifest().Parts)
	slices.SortFunc(parts, func(a, b engine.PartManifest) int { return cmp.Compare(a.Name, b.Name) })
	for _, p := range parts {
		if p.Name == engine.PartSources {
			continue // it says something, and does nothing
		}
		// A quick hash does to tell models apart: nobody makes them collide.
		part := models.Part(p.Name)
		fmt.Fprintf(h, "part %s %d %016x\n", p.Name, len(part), xxh3.Hash(part))
	}
	return finished.Key(h.Sum(nil))
}

// Told are the options whose effect Key tells by what they have made of a Cleaning.
var Told = []string{"style", "remove", "keep", "loops", "level"}
