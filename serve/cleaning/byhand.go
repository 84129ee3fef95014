package cleaning

import (
	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/formats"
)

// ByHand is what people have changed of one transcript by hand: package corrections has it. Its methods may be
// called from several goroutines.
type ByHand interface {
	// Check returns an error if a file is not the one that was changed.
	Check(src, name string) error
	// Options returns the options of a cleaner whose decisions Apply takes.
	Options(o tidytalk.Options) tidytalk.Options
	// Apply returns a file and the decisions about it as people want them, and the plan that has them. What cannot be
	// is told by f.Note.
	Apply(f *Cleaning, file *formats.File, cleaned *tidytalk.Cleaned) (*formats.File, *tidytalk.Cleaned, *formats.Plan)
	// Sum tells what was changed from anything else that may be.
	Sum() string
}

// CleanerOptions returns the options of the cleaner that Clean takes.
func (f *Cleaning) CleanerOptions() tidytalk.Options {
	if f.ByHand == nil {
		return f.Options
	}
	return f.ByHand.Options(f.Options)
}
