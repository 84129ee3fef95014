package style

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
)

// Style says how a transcript is delivered. It is immutable and may be used by several goroutines at once.
type Style struct {
	Name  string // of a built-in one, or of the file
	About string // a line for lists; "": nothing is said
	// Remove is what goes; data.NoDisfluencies: nothing.
	Remove data.Disfluencies
	// Shares says of the kinds of data.Editorial that are removed how many editors at least would.
	Shares data.Shares
	// Level, Numbers, NumberStyle, Punct and Case are values of the options of these names; "": theirs.
	Level, Numbers, NumberStyle, Punct, Case string
	Paragraphs                               int    // how many words they have about; 0: turns stay whole
	Notes                                    *Notes // that go; nil: none does
	Forms                                    *Forms // that are spelled out; nil: none is
	Source                                   string // the text that it was read from
}

//go:embed *.style
var files embed.FS

// Names lists the styles that are built in, from the one that changes least on.
func Names() []string { return []string{"verbatim", "clean", "clean-verbatim"} }

// Default is the name of the style that is what options say where no style is given.
const Default = "clean"

var builtIn = sync.OnceValue(func() map[string]*Style {
	out := make(map[string]*Style)
	for _, name := range Names() {
		src, err := files.ReadFile(name + ".style")
		if err == nil {
			out[name], err = parse(string(src), name, out)
		}
		if err != nil {
			panic(err) // the files are part of the program, and tested
		}
	}
	return out
})

// Named returns a style that is built in; nil: there is none of that name.
func Named(name string) *Style { return builtIn()[name] }

// IsText reports whether a value is a style itself, and no name: names have no blanks in them, and lines of a style
// always do.
func IsText(value string) bool { return strings.ContainsAny(value, " \t\n") }

// Find returns the style that a request asks for: one that is built in by its name, or what the text of one says. The
// error is ErrStyle.
func Find(value string) (*Style, error) {
	if s := Named(value); s != nil {
		return s, nil
	}
	if IsText(value) {
		return Parse(value, "style")
	}
	return nil, unknown(value)
}

// unknown is the error about a name.
func unknown(name string) error {
	return fmt.Errorf("%w: there is no style %q: use %s, or the lines of a style", ErrStyle, name, strings.Join(Names(), ", "))
}

// Rules returns the lines of the style that are no comments, in order, for people.
func (s *Style) Rules() []string {
	var out []string
	for line := range strings.Lines(strings.TrimPrefix(s.Source, "\ufeff")) {
		if fields := strings.Fields(uncommented(line)); len(fields) > 0 {
			out = append(out, strings.Join(fields, " "))
		}
	}
	return slices.Clip(out)
}
