package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/corrections"
)

// carryCorrections lets what --corrections names be carried out, if it is given, on
// so many transcripts.
func carryCorrections(c *cli.Context, f *cleaning.Cleaning, transcripts int) error {
	path := c.String("corrections")
	switch {
	case path == "" && c.IsSet("corrections"):
		return usage.Errorf("--corrections needs the name of a file")
	case path == "":
		return nil
	case transcripts > 1:
		return usage.Errorf("--corrections is about one transcript: name that alone, not %d", transcripts)
	case f.From == "tokens":
		return usage.Errorf("--corrections is about a transcript: it does not go with --from tokens")
	case c.IsSet("audio"):
		return usage.Errorf("--corrections is about what the words alone say: it does not go with --audio")
	}
	p, err := corrections.ReadFile(path)
	if err != nil {
		return err
	}
	return p.Carry(f, c.IsSet)
}
