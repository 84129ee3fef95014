package languages

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
)

//go:embed fillers.tsv
var defaultFillers string

// DefaultFillers returns filled pauses of some languages, as often as they are in treebanks of speech.
func DefaultFillers() map[string][]Filler {
	all, err := ReadFillers(strings.NewReader(defaultFillers), "fillers.tsv")
	if err != nil {
		panic(err.Error()) // it is part of the program
	}
	return all
}

// ReadFillers reads filled pauses: lines of a language, a spelling and a weight, with tabs between
// them; lines that begin with # say nothing.
func ReadFillers(r io.Reader, name string) (map[string][]Filler, error) {
	out := make(map[string][]Filler)
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || f[0] == "" || f[1] == "" {
			return nil, fmt.Errorf("%s:%d: a line is a language, a spelling and a weight, with tabs between them", name, n)
		}
		weight, err := strconv.ParseFloat(f[2], 64)
		if err != nil || !(weight > 0 && weight < 1e9) {
			return nil, fmt.Errorf("%s:%d: the weight %q is no number above 0", name, n, f[2])
		}
		out[f[0]] = append(out[f[0]], Filler{Text: f[1], Weight: weight})
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
