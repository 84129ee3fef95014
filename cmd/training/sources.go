package training

import (
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/nearest"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/models/licences"
)

// SourceFlags are the flags of commands that write bundles about what models learn from.
func SourceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "sources", Usage: "`FILE` that lists sources with their licences, for 'bundle info --licences': see docs/models.md"},
		&cli.StringSliceFlag{Name: "source", Usage: "this run learns from these `NAMES` of --sources (comma list); without them, from an unnamed corpus"},
	}
}

// Learning returns a bundle that says of the parts which a command puts into it what they were
// made from: what the flags name, and, where parts are tuned or trained further, what they were
// made from before.
func Learning(c *cli.Context, b *engine.Bundle, further bool) (*engine.Bundle, error) {
	o, err := OriginOf(c)
	if err != nil {
		return nil, err
	}
	o.Kept = further
	return b.Knowing(bundle.Sources()).LearnedFrom(o), nil
}

// OriginOf reads the flags about what models learn from.
func OriginOf(c *cli.Context) (engine.Origin, error) {
	o := engine.Origin{Licence: c.String("licence")}
	var names []string
	for _, list := range c.StringSlice("source") {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	path := c.String("sources")
	switch {
	case path == "" && len(names) > 0:
		return o, usage.Errorf("--source names sources of a list: say with --sources which file it is")
	case path == "":
		return o, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return o, err
	}
	defer f.Close()
	list, err := licences.ReadList(f, path)
	if err != nil {
		return o, err
	}
	if len(names) == 0 {
		if len(list.Sources) > 1 {
			return o, usage.Errorf("%s lists %d sources: name those that this run learns from with --source", path, len(list.Sources))
		}
		o.Sources = list.Sources
		return o, nil
	}
	for _, name := range names {
		s := list.Source(name)
		if s == nil {
			return o, noSource(path, list, name)
		}
		o.Sources = append(o.Sources, *s)
	}
	return o, nil
}

func noSource(path string, list *licences.Statement, name string) error {
	var known []string
	for _, s := range list.Sources {
		known = append(known, s.Name)
	}
	if near := nearest.Of(known, name); near != "" {
		return usage.Errorf("%s has no source %q; "+cli.SuggestDidYouMeanTemplate, path, name, near)
	}
	return usage.Errorf("%s has no source %q: it has %s", path, name, prose.And(known))
}

// Load opens a bundle that a training has made, for parts that it trains next.
func (t *Run) Load(file []byte) (*engine.Bundle, error) {
	b, err := engine.Load(file)
	if err != nil {
		return nil, err
	}
	return Learning(t.Context, b, false)
}

// LicencesOf returns the licences of sources, each with the names of its sources.
func LicencesOf(sources []licences.Source) string {
	of := make(map[string][]string)
	var order []string
	for _, s := range sources {
		if of[s.Licence] == nil {
			order = append(order, s.Licence)
		}
		of[s.Licence] = append(of[s.Licence], s.Name)
	}
	for i, licence := range order {
		order[i] = licence + " (" + strings.Join(of[licence], ", ") + ")"
	}
	return strings.Join(order, "; ")
}
