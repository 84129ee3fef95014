package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Origin says what parts are made from.
type Origin struct {
	// Sources are what they learn from; none: a corpus that nobody named.
	Sources []licences.Source
	// Licence is that of a corpus that nobody named; "" is that of the bundle.
	Licence string
	// Kept says that parts come from what they came from before, too: they are tuned, or
	// trained further.
	Kept bool
}

// Stated is what is known of what the parts of a bundle were made from.
type Stated struct {
	// Statement has a line for each part. One of which nothing is said comes from an unnamed
	// corpus under the licence of its file.
	licences.Statement
	// Known are the names of the parts of which something is said.
	Known []string
}

// LearnedFrom returns the bundle, for With and WithSettings to say that the parts which they
// put into it were made from an origin, and from what the parts were made from that they read.
// Otherwise they say, of a bundle of which anything is known, that such parts come from an
// unnamed corpus, too.
func (b *Bundle) LearnedFrom(o Origin) *Bundle {
	out := *b
	out.origin = &o
	return &out
}

// Knowing returns the bundle with a statement, as text of package licences, about files of
// parts, some of which may be its own, for those that say nothing themselves. What is wrong
// with it is told when it is needed.
func (b *Bundle) Knowing(statement string) *Bundle {
	out := *b
	out.known = statement
	return &out
}

// statements returns what the files of the bundle say, and what is known otherwise.
func (b *Bundle) statements() ([]*licences.Statement, error) {
	var all []*licences.Statement
	for _, f := range b.files {
		if text := f.Section(PartSources); text != nil {
			s, err := licences.Parse(string(text), PartSources)
			if err != nil {
				return nil, fmt.Errorf("%w: part %w", ErrChecksum, err)
			}
			all = append(all, s)
		}
	}
	if b.known != "" {
		s, err := licences.Parse(b.known, "known sources")
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Sources returns what the parts of the bundle were made from, as far as is said. What is said
// of another file is not said of a part of its name.
func (b *Bundle) Sources() (*Stated, error) {
	files, err := b.Files()
	if err != nil {
		return nil, err
	}
	all, err := b.statements()
	if err != nil {
		return nil, err
	}
	out := &Stated{}
	for _, name := range statedParts(files) {
		hash := licences.Hash(files[name])
		p := licences.Part{Name: name, Hash: hash}
		for _, s := range all {
			if said := s.Part(name, hash); said != nil {
				p.Sources = out.take(s, said.Sources)
				out.Known = append(out.Known, name)
				break
			}
		}
		if p.Sources == nil {
			p.Sources = []string{out.Add(licences.UnnamedCorpus(b.licenceOf(name)))}
		}
		out.Parts = append(out.Parts, p)
	}
	return out, nil
}

// take adds sources of another statement, and returns their names in this one.
func (s *Stated) take(of *licences.Statement, names []string) []string {
	var out []string
	for _, name := range names {
		if name = s.Add(*of.Source(name)); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// licenceOf returns the licence of the file that a part is in, by the manifest of that file.
func (b *Bundle) licenceOf(part string) string {
	i := slices.IndexFunc(b.files, func(f *container.File) bool { return f.Section(part) != nil })
	return b.licences[i]
}

// statedParts returns the names of the parts among files of which something can be said, in
// the order in which they are trained.
func statedParts(files map[string][]byte) []string {
	names := slices.DeleteFunc(slices.Collect(maps.Keys(files)), func(name string) bool {
		return name == PartSources || name == "" || strings.ContainsFunc(name, unicode.IsControl)
	})
	sortParts(names)
	return names
}

// alsoReads are parts that others learn from when they are trained, and fit without.
var alsoReads = map[string][]string{
	PartExperts: {string(stages.PartTagger), string(stages.PartFiller), string(stages.PartFluent), string(stages.PartDisfluent)},
	PartVoice:   {string(stages.PartTagger), string(stages.PartFiller), PartPunct, PartPunctClean, PartNetwork, PartPunctuationMix},
}

// readsOf returns the parts whose output a part learns from.
func readsOf(name string) []string {
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return append(slices.Clone(parts[i].Reads), alsoReads[name]...)
}

// State returns PartSources for files of parts by name: some of them, learned, were made from
// an origin, and from what the parts were made from that they read; the others are those of a
// bundle, which is nil where there are none.
func State(of *Bundle, files map[string][]byte, learned []string, o Origin) ([]byte, error) {
	before := &Stated{}
	if of != nil {
		var err error
		if before, err = of.Sources(); err != nil {
			return nil, err
		}
		if o.Licence == "" {
			o.Licence = of.manifest.Licence
		}
	}
	if len(o.Sources) == 0 {
		o.Sources = []licences.Source{licences.UnnamedCorpus(o.Licence)}
	}
	files, err := aloneRepairs(files)
	if err != nil {
		return nil, err
	}
	names := make(map[string][]string, len(before.Parts)) // of the sources of parts
	var own []string
	for _, p := range before.Parts {
		names[p.Name] = p.Sources
	}
	for _, s := range o.Sources {
		if name := before.Add(s); !slices.Contains(own, name) {
			own = append(own, name)
		}
	}
	var out licences.Statement
	for _, name := range statedParts(files) {
		if was := names[name]; was == nil || slices.Contains(learned, name) {
			if !o.Kept {
				was = nil
			}
			names[name] = slices.Concat(was, own)
			for _, r := range readsOf(name) {
				if files[r] != nil {
					names[name] = append(names[name], names[r]...)
				}
			}
		}
		out.Parts = append(out.Parts, licences.Part{Name: name, Hash: licences.Hash(files[name]), Sources: names[name]})
	}
	// One order, whatever that in which they came.
	for i := range out.Parts {
		sorted := slices.Clone(out.Parts[i].Sources)
		slices.Sort(sorted)
		out.Parts[i].Sources = slices.Compact(sorted)
	}
	out.Sources = before.Statement.Sources
	slices.SortFunc(out.Sources, func(x, y licences.Source) int { return strings.Compare(x.Name, y.Name) })
	return []byte(out.Only(statedParts(files)).String()), nil
}

// restate puts into files of parts what is said of what they were made from, where anything is
// known, or told by LearnedFrom: they are those of the bundle but for those that are learned.
func (b *Bundle) restate(files map[string][]byte, learned []string) error {
	o := Origin{Kept: true}
	if b.origin != nil {
		o = *b.origin
	}
	if b.origin == nil || len(learned) == 0 {
		if all, err := b.statements(); err != nil || len(all) == 0 {
			return err
		}
	}
	text, err := State(b, files, learned, o)
	if err == nil {
		files[PartSources] = text
	}
	return err
}

// Extract returns some parts of the bundle as a file for Load to add to others, with what is
// known of what they were made from.
func (b *Bundle) Extract(names []string) ([]byte, error) {
	all, err := b.Files()
	if err != nil {
		return nil, err
	}
	if err := b.restate(all, nil); err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	if text := all[PartSources]; text != nil {
		s, err := licences.Parse(string(text), PartSources)
		if err != nil {
			return nil, fmt.Errorf("part %w", err)
		}
		files[PartSources] = []byte(s.Only(names).String())
	}
	for _, name := range names {
		if name == PartSources && files[name] != nil {
			continue // what it says of these parts
		}
		if files[name] = b.Part(name); files[name] == nil {
			return nil, fmt.Errorf("the bundle has no part %q", name)
		}
	}
	return BuildParts(b.manifest, files)
}
