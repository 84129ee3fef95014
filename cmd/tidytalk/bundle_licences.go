package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/models/licences"
)

// licenceReport says what a bundle was made from, and what may be done with it.
type licenceReport struct {
	Bundle     string          `json:"bundle"`
	Version    string          `json:"version"`
	Licence    string          `json:"licence"` // as its manifest has it
	Stated     bool            `json:"stated"`  // whether anything is known of its sources
	Commercial licences.Answer `json:"commercial_use"`
	ShareAlike bool            `json:"share_alike"`
	InTheWay   []licencePart   `json:"in_the_way"` // parts that may not be used commercially, or of which it is not known
	Sources    []licenceSource `json:"sources"`

	parts []string
}

// licencePart is a part of a bundle with sources.
type licencePart struct {
	Part    string   `json:"part"`
	Sources []string `json:"sources"`
}

// licenceSource is a source with the parts that were made from it.
type licenceSource struct {
	Name        string          `json:"source"`
	Licence     string          `json:"licence"`
	Commercial  licences.Answer `json:"commercial_use"`
	ShareAlike  bool            `json:"share_alike"`
	URL         string          `json:"url,omitempty"`
	Attribution string          `json:"attribution"`
	Parts       []string        `json:"parts"`
}

// licencesOfBundle makes the report of a bundle.
func licencesOfBundle(b *engine.Bundle, name string) (*licenceReport, error) {
	s, err := b.Sources()
	if err != nil {
		return nil, err
	}
	m := b.Manifest()
	r := &licenceReport{Bundle: name, Version: m.Version, Licence: m.Licence, Stated: len(s.Known) > 0, InTheWay: []licencePart{}, Sources: []licenceSource{}}
	if r.Commercial = licences.Commercial(s.Sources); !r.Stated {
		r.Commercial = licences.Unknown
		return r, nil
	}
	for _, source := range s.Sources {
		x := licenceSource{source.Name, source.Licence, source.Commercial, source.ShareAlike, source.URL, source.Attribution, nil}
		for _, p := range s.Parts {
			if slices.Contains(p.Sources, source.Name) {
				x.Parts = append(x.Parts, p.Name)
			}
		}
		r.ShareAlike = r.ShareAlike || source.ShareAlike
		r.Sources = append(r.Sources, x)
	}
	slices.SortFunc(r.Sources, func(x, y licenceSource) int { return strings.Compare(x.Name, y.Name) })
	for _, p := range s.Parts {
		r.parts = append(r.parts, p.Name)
		var names []string
		for _, name := range p.Sources {
			if s.Source(name).Commercial != licences.Yes {
				names = append(names, name)
			}
		}
		if names != nil {
			r.InTheWay = append(r.InTheWay, licencePart{p.Name, names})
		}
	}
	return r, nil
}

// partsText names the parts that were made from a source, or those that were not, where these
// are fewer.
func (r *licenceReport) partsText(s *licenceSource) string {
	var others []string
	for _, p := range r.parts {
		if !slices.Contains(s.Parts, p) {
			others = append(others, p)
		}
	}
	switch {
	case len(others) == 0 && len(s.Parts) > 1:
		return "all parts"
	case len(others) < len(s.Parts) && len(s.Parts) > 3:
		return "all but " + strings.Join(others, ", ")
	}
	return strings.Join(s.Parts, ", ")
}

// verdict says in a sentence whether the bundle may be used commercially.
func (r *licenceReport) verdict() string {
	var shared []string
	for _, s := range r.Sources {
		if s.ShareAlike {
			shared = append(shared, s.Name)
		}
	}
	switch {
	case !r.Stated:
		return "it is not known whether it may be used commercially: this file says only: " + r.Licence
	case r.Commercial == licences.No:
		return "it may not be used commercially"
	case r.Commercial != licences.Yes:
		return "it is not known whether it may be used commercially"
	case r.ShareAlike:
		return "it may be used commercially, with the attribution below; what is made from it and given away is under the same licence (" + prose.And(shared) + ")"
	}
	return "it may be used commercially, with the attribution below"
}

func (r *licenceReport) write(to io.Writer) error {
	fmt.Fprintf(to, "%s: %s\n", r.Bundle, r.verdict())
	if !r.Stated {
		return nil
	}
	if len(r.InTheWay) > 0 {
		fmt.Fprintln(to, "\nWhat stands in the way:")
		for i := range r.Sources {
			s := &r.Sources[i]
			switch s.Commercial {
			case licences.No:
				fmt.Fprintf(to, "  %s (%s) forbids it: %s\n", s.Name, s.Licence, r.partsText(s))
			case licences.Unknown:
				fmt.Fprintf(to, "  of %s (%s) it is not known: %s\n", s.Name, s.Licence, r.partsText(s))
			}
		}
	}
	fmt.Fprintln(to)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "source\tlicence\tcommercial use\tshare-alike\tparts")
	for i := range r.Sources {
		s := &r.Sources[i]
		shared := licences.No
		if s.ShareAlike {
			shared = licences.Yes
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.Name, s.Licence, s.Commercial, shared, r.partsText(s))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(to, "\nAttribution:")
	for _, s := range r.Sources {
		fmt.Fprintf(to, "- %s\n", s.Attribution)
	}
	return nil
}

// bundleLicences is bundle info --licences.
func bundleLicences(c *cli.Context, b *engine.Bundle, name string) error {
	r, err := licencesOfBundle(b, name)
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(to io.Writer) error {
		if !c.Bool("json") {
			return r.write(to)
		}
		e := json.NewEncoder(to)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(r)
	})
}
