package language

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// chineseFiles are the lists of Chinese, which models of its own kind read: ReadFolder does not.
//
//go:embed zh/*.txt
var chineseFiles embed.FS

// readLists reads a file of lists: a line with the name of a list in brackets, and the words of it with blanks between.
// What is behind "#" is a comment. Errors name the file and the line.
func readLists(folder fs.FS, name string) (map[string]Set, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	lists := make(map[string]Set)
	var list Set
	for k, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if list, err = addToLists(lists, list, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, k+1, err)
		}
	}
	return lists, nil
}

// addToLists takes a line, of which the words belong to a list, and returns the list of the next one.
func addToLists(lists map[string]Set, list Set, line string) (Set, error) {
	if name, ok := strings.CutPrefix(line, "["); ok {
		name, ok = strings.CutSuffix(name, "]")
		if !ok || lists[name] != nil {
			return nil, fmt.Errorf("%q has no closing bracket, or is there already", line)
		}
		lists[name] = make(Set)
		return lists[name], nil
	}
	for w := range strings.FieldsSeq(line) {
		switch {
		case list == nil:
			return nil, fmt.Errorf("%q stands in no list", w)
		case list[w]:
			return nil, fmt.Errorf("%q is in the list already", w)
		}
		list[w] = true
	}
	return list, nil
}

// mustReadLists is readLists for files of the program.
func mustReadLists(folder fs.FS, name string) map[string]Set {
	lists, err := readLists(folder, name)
	if err != nil {
		panic(err) // TestChineseLists reads them
	}
	return lists
}
