package quality

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/packed"
)

// readFile reads a file, or, where it is not there, the compressed one beside it.
func readFile(path string) ([]byte, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Sources reads texts of edited speech that a folder holds: the lines of each.
func Sources(folder string, names []string) ([][]string, error) {
	out := make([][]string, len(names))
	for i, name := range names {
		b, err := readFile(filepath.Join(folder, name+".dev.txt"))
		if err != nil {
			return nil, err
		}
		out[i] = speech(string(b))
	}
	return out, nil
}

// speech returns the text of lines "speaker TAB text".
func speech(file string) []string {
	var out []string
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\r\n")
		if line = line[strings.LastIndexByte(line, '\t')+1:]; strings.TrimSpace(line) != "" {
			out = append(out, line)
		}
	}
	return out
}
