// Package settings has what the flags of the commands for batches share: those of cleaning, as package cleaning declares them.
package settings

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/style"
)

// Register adds the options of cleaning on a surface as flags, but for those that are unused. What is given is put into
// settings by the names of options; named is told the name of each flag.
func Register(set *flag.FlagSet, on cleaning.Surface, unused []string, settings map[string][]string, named func(string) string) {
	for _, o := range cleaning.On(on) {
		if slices.Contains(unused, o.Name) {
			continue
		}
		about := o.About
		if text := o.DefaultText(); text != "" {
			about += fmt.Sprintf(" (default: %s)", text)
		}
		give := func(s string) error {
			if o.Type == cleaning.List {
				settings[o.Name] = append(settings[o.Name], s)
			} else {
				settings[o.Name] = []string{s}
			}
			return nil
		}
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			if named(name); o.Type == cleaning.Switch {
				set.BoolFunc(name, about, give)
			} else {
				set.Func(name, about, give)
			}
		}
	}
}

// ReadStyles puts the lines of a style in place of the name of its file: who cleans may not have it.
func ReadStyles(settings map[string][]string) error {
	for i, given := range settings["style"] {
		if style.Named(given) != nil {
			continue
		}
		s, err := style.ReadFile(given)
		if err != nil {
			return fmt.Errorf("--style: %w", err)
		}
		settings["style"][i] = s.Source
	}
	return nil
}

// Help writes what a flag takes, "" if nothing, and is for.
func Help(w io.Writer, name, value, about string) {
	if value != "" {
		value = " " + value
	}
	fmt.Fprintf(w, "  --%s%s\n        %s\n", name, value, about)
}
