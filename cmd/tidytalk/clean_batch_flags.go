package main

import (
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// batchFlags say where results go, which of the inputs are cleaned, and what happens
// if one fails.
type batchFlags struct {
	output    string // FILE, or "" for standard output
	outDir    string
	inPlace   bool
	backup    string // suffix that originals are kept with; "" keeps none
	to        string // format that was asked for; "" is that of each input
	part      shard
	keepGoing bool
	resume    bool // what the manifest of outDir has is skipped
}

func parseBatchFlags(c *cli.Context, f *cleaning.Cleaning) (*batchFlags, error) {
	p := &batchFlags{output: c.String("output"), outDir: c.String("out-dir"), inPlace: c.Bool("in-place"), backup: c.String("backup"), keepGoing: c.Bool("keep-going"), resume: c.Bool("resume")}
	if p.output == "-" {
		p.output = ""
	}
	if f.From != "tokens" || c.IsSet("to") {
		p.to = f.To
	}
	args := c.Args().Slice()
	stdin := len(args) == 0 || slices.Contains(args, "-")
	if err := p.checkPlace(c, f, stdin); err != nil {
		return nil, err
	}
	if err := p.checkRest(c); err != nil {
		return nil, err
	}
	if !c.IsSet("shard") {
		return p, nil
	}
	var err error
	p.part, err = parseShard(c.String("shard"))
	return p, err
}

// checkPlace returns why results cannot go where flags say. stdin says that standard input is
// cleaned.
func (p *batchFlags) checkPlace(c *cli.Context, f *cleaning.Cleaning, stdin bool) error {
	switch {
	case c.IsSet("out-dir") && p.outDir == "":
		return usage.Errorf("--out-dir needs the name of a folder")
	case p.outDir != "" && c.IsSet("output"):
		return usage.Errorf("--out-dir and --output do not go together: results go to one place")
	case p.outDir != "" && stdin:
		return usage.Errorf("--out-dir names results after their files, and standard input has no name: name the files to clean")
	case p.inPlace && (c.IsSet("output") || p.outDir != ""):
		return usage.Errorf("--in-place writes into the files themselves: leave --output and --out-dir out")
	case p.inPlace && stdin:
		return usage.Errorf("--in-place changes files, and standard input is none: name the files to clean")
	case p.inPlace && f.Show != nil:
		return usage.Errorf("--in-place writes cleaned text: leave --diff out")
	case p.inPlace && f.To != "" && f.To != f.From:
		return usage.Errorf("--in-place keeps the format of a file: it does not go with --to %s", c.String("to"))
	}
	return nil
}

// checkRest returns which other flags do not go with the place of results, or with each other.
func (p *batchFlags) checkRest(c *cli.Context) error {
	switch {
	case c.IsSet("backup") && !p.inPlace:
		return usage.Errorf("--backup keeps what --in-place replaces: it goes with --in-place only")
	case c.IsSet("backup") && (p.backup == "" || filepath.Base(p.backup) != p.backup):
		return usage.Errorf("--backup is what to put after a file's name, such as .bak, not %q", p.backup)
	case c.IsSet("manifest") && !p.inPlace && p.outDir == "":
		return usage.Errorf("--manifest remembers what --in-place or --out-dir has cleaned: it goes with these only")
	case c.IsSet("manifest") && c.String("manifest") == "":
		return usage.Errorf("--manifest needs the name of a file")
	case c.Bool("again") && !p.inPlace:
		return usage.Errorf("--again cleans what --in-place has cleaned before: it goes with --in-place only")
	case p.resume && p.outDir == "":
		return usage.Errorf("--resume skips what is in --out-dir already: it goes with --out-dir only (--in-place does so unasked)")
	case c.IsSet("report") && c.String("report") == "":
		return usage.Errorf("--report needs the name of a file")
	case c.Bool("stream") && c.IsSet("report"):
		return usage.Errorf("--report counts the words of whole inputs: leave --stream or --report out")
	case c.Bool("stream") && (c.IsSet("shard") || p.keepGoing):
		return usage.Errorf("--stream cleans one input: leave --shard and --keep-going out")
	}
	return nil
}
