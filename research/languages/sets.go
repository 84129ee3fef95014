package languages

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/packed"
)

// Set is text that a detector is measured on: files of turns.
type Set struct {
	Name  string
	Code  string     // "" if it is mixed
	Files [][]string // turns
}

// read returns the lines of a file.
func read(path ...string) ([]string, error) {
	f, err := packed.Open(filepath.Join(path...))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return strings.Split(strings.TrimRight(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"), "\n"), err
}

// turns cuts lines "speaker TAB text", with a blank line between documents.
func turns(lines []string) (files [][]string) {
	var file []string
	for _, line := range append(lines, "") {
		if text := strings.TrimSpace(line[strings.LastIndexByte(line, '\t')+1:]); text != "" {
			file = append(file, text)
		} else if file != nil {
			files, file = append(files, file), nil
		}
	}
	return files
}

// columns says where tokens are in a file with one a line.
type columns struct {
	file, turn []int // columns that are the same in one file, and in one turn
	word, mark int
	joined     int  // "+": no blank before the next one
	upTo       byte // what the turn's column goes up to
}

// cut joins the tokens of a file to turns.
func (c *columns) cut(lines []string) (files [][]string, err error) {
	var file []string
	var turn strings.Builder
	fileKey, turnKey, joined := "", "", true
	end := func() {
		if turn.Len() > 0 {
			file = append(file, turn.String())
		}
		turn.Reset()
	}
	key := func(f []string, of []int) string {
		var b strings.Builder
		for _, i := range of {
			s := f[i]
			if c.upTo != 0 {
				s, _, _ = strings.Cut(s, string(c.upTo))
			}
			b.WriteString(s + "\t")
		}
		return b.String()
	}
	for _, line := range lines {
		f := strings.Split(line, "\t")
		if len(f) <= max(c.word, c.mark, c.joined) {
			return nil, fmt.Errorf("%d columns: %s", len(f), line)
		}
		if k := key(f, c.file); k != fileKey {
			end()
			if file != nil {
				files, file = append(files, file), nil
			}
			fileKey, turnKey = k, ""
		}
		if k := key(f, c.turn); k != turnKey {
			end()
			turnKey, joined = k, true
		}
		clitic := c.joined == 0 && (strings.HasPrefix(f[c.word], "'") || f[c.word] == "n't")
		if !joined && !clitic {
			turn.WriteByte(' ')
		}
		turn.WriteString(f[c.word])
		if m := f[c.mark]; m != "-" && m != "_" {
			turn.WriteString(m)
		}
		joined = c.joined > 0 && f[c.joined] == "+"
	}
	end()
	return append(files, file), nil
}

var (
	treebank = columns{file: []int{0}, turn: []int{0, 1, 2}, word: 3, mark: 8, joined: 10}
	corpus   = columns{file: []int{0, 1}, turn: []int{0, 1, 2}, word: 4, mark: 8, upTo: '.'} // Switchboard, AMI
)

// Sets reads the development parts of all that is measured: English, then others by their codes.
func Sets(folder string) ([]Set, error) {
	var out []Set
	add := func(name, code string, files [][]string, err error) error {
		if err == nil {
			out = append(out, Set{name, code, files})
		}
		return err
	}
	texts := func(pattern string) error {
		paths, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
		for _, path := range paths {
			lines, err := read(path)
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".txt"), ".dev")
			code, _, _ := strings.Cut(name, "-")
			if !strings.HasPrefix(pattern, "languages/") {
				code, name = English, filepath.Base(filepath.Dir(path))+"/"+name
			}
			if err := add(name, code, turns(lines), nil); err != nil {
				return err
			}
		}
		return err
	}
	for _, pattern := range []string{"punct/en-mixed/*.dev.txt", "punct/en-open/*.dev.txt", "verbatim/*.dev.txt*", "fresh/typed/*.txt", "fresh/bare/*.txt"} {
		if err := texts(pattern); err != nil {
			return nil, err
		}
	}
	for _, s := range []struct {
		name, path string
	}{{"swbd", "swbd/dev.tsv"}, {"ami", "ami/punct.dev.tsv"}} {
		lines, err := read(folder, filepath.FromSlash(s.path))
		if err != nil {
			return nil, err
		}
		files, err := corpus.cut(lines)
		if err := add(s.name, English, files, err); err != nil {
			return nil, err
		}
	}
	numbers, err := read(folder, "itn", "nemo.en.dev.tsv")
	if err != nil {
		return nil, err
	}
	for i := range numbers {
		numbers[i] = strings.Split(numbers[i], "\t")[1]
	}
	if err := add("itn", English, [][]string{numbers}, nil); err != nil {
		return nil, err
	}
	if err := texts("languages/text/*.dev.txt"); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(filepath.Join(folder, "languages", "repairs"))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), ".gz"), ".dev.tsv")
		if !ok {
			continue
		}
		lines, err := read(folder, "languages", "repairs", e.Name())
		if err != nil {
			return nil, err
		}
		code, _, _ := strings.Cut(name, "-")
		if strings.Contains(code, "_") {
			code = ""
		}
		files, err := treebank.cut(lines)
		if err := add(name, code, files, err); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, func(a, b Set) int {
		return cmp.Or(cmp.Compare(one(b.Code == English), one(a.Code == English)), cmp.Compare(a.Code, b.Code))
	})
	return out, nil
}
