package readers

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/research/marked"
)

// Turn is what a speaker says before somebody else does, with marks and case.
type Turn struct{ Speaker, Text string }

// Source is text of a kind: dialogues, each of its turns in order.
type Source struct {
	Name      string
	Dialogues [][]Turn
}

// Lines returns what is said in the turns of all dialogues.
func (s *Source) Lines() []string {
	var out []string
	for _, d := range s.Dialogues {
		for _, t := range d {
			out = append(out, t.Text)
		}
	}
	return out
}

// endings are those of files of sources; what is larger is compressed.
var endings = []string{".dev.txt", ".dev.txt.gz"}

// ReadSources reads the sources in a folder, SOURCE.dev.txt or SOURCE.dev.txt.gz: lines
// "speaker TAB text", and a blank line between dialogues. names are those that are read, in
// this order; without any it is all, by name.
func ReadSources(folder string, names ...string) ([]Source, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	files := make(map[string]string)
	var all []string
	for _, e := range entries {
		for _, end := range endings {
			if name, ok := strings.CutSuffix(e.Name(), end); ok && name != "" && files[name] == "" {
				files[name], all = e.Name(), append(all, name)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no source in it: a source is a file SOURCE%s or SOURCE%s", folder, endings[0], endings[1])
	}
	slices.Sort(all)
	if len(names) == 0 {
		names = all
	}
	var out []Source
	for _, name := range names {
		if files[name] == "" {
			return nil, fmt.Errorf("%s: no source %q: there are %s", folder, name, strings.Join(all, ", "))
		}
		dialogues, err := readDialogues(filepath.Join(folder, files[name]))
		if err != nil {
			return nil, err
		}
		out = append(out, Source{name, dialogues})
	}
	return out, nil
}

func readDialogues(path string) ([][]Turn, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out [][]Turn
	between := true
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for n := 1; lines.Scan() && lines.Err() == nil; n++ { // of a file that is cut off the last line is a part of one
		line := strings.TrimSuffix(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			between = true
			continue
		}
		speaker, text, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s:%d: a line is a speaker's name, a tab and what was said", path, n)
		}
		if between {
			out, between = append(out, nil), false
		}
		last := &out[len(out)-1]
		*last = append(*last, Turn{speaker, text})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: nothing is said in it", path)
	}
	return out, nil
}

// Conversations returns the sides of a corpus as a source. A side is a dialogue of one, and
// what it says up to a final mark a turn.
func Conversations(name string, sides []data.Side) Source {
	out := Source{Name: name}
	for i := range sides {
		tokens := sides[i].WithoutPartials()
		var turns []Turn
		from := 0
		for t := range tokens {
			if strings.IndexByte(".?!", tokens[t].Punct) < 0 && t+1 < len(tokens) {
				continue
			}
			if text := data.Typed(tokens[from : t+1]); len(marked.Words(text)) > 0 {
				turns = append(turns, Turn{string(sides[i].Speaker), text})
			}
			from = t + 1
		}
		if len(turns) > 0 {
			out.Dialogues = append(out.Dialogues, turns)
		}
	}
	return out
}
