package quality

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// readFile reads a file, or, where it is not there, the compressed one beside it.
func readFile(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	packed, e := os.ReadFile(path + ".gz")
	if e != nil {
		return nil, err
	}
	z, e := gzip.NewReader(bytes.NewReader(packed))
	if e != nil {
		return nil, e
	}
	return io.ReadAll(z)
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
