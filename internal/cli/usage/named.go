package usage

import "github.com/urfave/cli/v2"

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
	names []string
}

func (f *named) Names() []string { return f.names }

// Named returns the flags of a command so that they know their names. Those of urfave/cli make them by a regular expression whenever
// they are asked, and whether one flag is given, of which it looks for every flag at every start, is asked of all of them.
func Named(flags []cli.Flag) []cli.Flag {
	out := make([]cli.Flag, len(flags))
	for i, f := range flags {
		out[i] = f
		if s, ok := f.(cli.DocGenerationSliceFlag); ok && s.IsSliceFlag() {
			continue // it is told how it is split by a method whose type has no name outside
		}
		if d, ok := f.(described); ok && f != cli.HelpFlag { // which is looked for as itself
			out[i] = &named{d, f.Names()}
		}
	}
	return out
}

// plain returns a flag as it was declared.
func plain(f cli.Flag) cli.Flag {
	if n, ok := f.(*named); ok {
		return n.described
	}
	return f
}
