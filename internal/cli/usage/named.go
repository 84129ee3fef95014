package usage

import (
	"sync"

	"github.com/urfave/cli/v2"
)

// described is what all flags of urfave/cli do but those that may be given several times.
type described interface {
	cli.ActionableFlag
	cli.CategorizableFlag
	cli.DocGenerationFlag
	cli.RequiredFlag
}

// named is a flag that knows its names.
type named struct {
	described
	names func() []string
}

func (f *named) Names() []string { return f.names() }

// namedStrings and namedInts are flags that may be given several times.
type (
	namedStrings struct {
		*cli.StringSliceFlag
		names func() []string
	}
	namedInts struct {
		*cli.IntSliceFlag
		names func() []string
	}
)

func (f *namedStrings) Names() []string { return f.names() }
func (f *namedInts) Names() []string    { return f.names() }

// Named returns the flags of a command so that they know their names. Those of urfave/cli make them by a regular expression whenever
// they are asked, and whether one flag is given, of which it looks for every flag at every start, is asked of all of them.
func Named(flags []cli.Flag) []cli.Flag {
	out := make([]cli.Flag, len(flags))
	for i, f := range flags {
		out[i] = f
		names := sync.OnceValue(f.Names) // of a command that does not run nobody asks
		switch s := f.(type) {
		case *cli.StringSliceFlag:
			out[i] = &namedStrings{s, names}
			continue
		case *cli.IntSliceFlag:
			out[i] = &namedInts{s, names}
			continue
		}
		if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() {
			continue // it is told how it is split by a method whose type has no name outside
		}
		if d, ok := f.(described); ok && f != cli.HelpFlag { // which is looked for as itself
			out[i] = &named{d, names}
		}
	}
	return out
}

// plain returns a flag as it was declared.
func plain(f cli.Flag) cli.Flag {
	switch n := f.(type) {
	case *named:
		return n.described
	case *namedStrings:
		return n.StringSliceFlag
	case *namedInts:
		return n.IntSliceFlag
	}
	return f
}
