package language

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"unicode"
)

// The files of a language's folder. Words is written by hand, Repeated is made by tidytalk-lab of fluent text.
const (
	WordsFile    = "words.txt"
	RepeatedFile = "repeated.txt"
)

//go:embed */*.txt
var folders embed.FS

// ReadFolder reads a language from a folder with a file words.txt, and, where there is one, repeated.txt.
//
// words.txt has lines "key: value" (name, blanks, case, dotless, marks, blank before), and after them sections: a line with the name of a
// list in brackets, and the words of it in small letters, with commas or line ends between. What is behind "#" is a
// comment. docs/extending.md says what each list is for. repeated.txt holds words alone, in two lists.
//
// Errors name the file and the line.
func ReadFolder(folder fs.FS, code string) (*Language, error) {
	l := &Language{Code: code, Marks: [3]string{",", ".", "?"}, Whole: func() Set { return nil }}
	for k := range sections {
		if sections[k].set != nil {
			*sections[k].set(l) = make(Set)
		}
	}
	text, err := fs.ReadFile(folder, WordsFile)
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", code, err)
	}
	r := folderReader{l: l, seen: make(map[string]int)}
	if err := r.read(string(text)); err != nil {
		return nil, fmt.Errorf("language %s: %s:%w", code, WordsFile, err)
	}
	text, err = fs.ReadFile(folder, RepeatedFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("language %s: %w", code, err)
	}
	if err := l.readRepeated(string(text)); err != nil {
		return nil, fmt.Errorf("language %s: %s:%w", code, RepeatedFile, err)
	}
	return l, nil
}

// DanglingList is the line in repeated.txt behind which the words are that nobody ends with.
const DanglingList = "[dangling]"

// readRepeated reads repeated.txt. What words.txt says may be said twice, may.
func (l *Language) readRepeated(text string) error {
	dangling := false
	l.Stuttered = maps.Clone(l.Repeated)
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == DanglingList {
			dangling = true
			continue
		}
		for w := range strings.FieldsSeq(line) {
			if w != strings.ToLower(w) || strings.HasPrefix(w, "[") {
				return fmt.Errorf("%d: %q is no word in small letters", n+1, w)
			}
			if dangling {
				l.Dangling[w] = true
			} else {
				l.Repeated[w] = true
			}
		}
	}
	for w := range l.Repeated {
		l.Repeated[w] = !l.Doubles[w] && !l.Numbers[w]
	}
	return nil
}

// section is a list of words.txt.
type section struct {
	name string
	set  func(*Language) *Set // nil: a list of fillers, of a kind and a use
	kind byte
	use  FillerUse
}

// sections are the lists that words.txt may have.
var sections = []section{
	{name: "filled", kind: 'F', use: FillerRemoved},
	{name: "filled unless alone", kind: 'F', use: FillerAloneKept},
	{name: "filled apart", kind: 'F', use: FillerApart},
	{name: "markers", kind: 'D', use: FillerApart},
	{name: "governing", set: func(l *Language) *Set { return &l.Governing }},
	{name: "backchannels", set: func(l *Language) *Set { return &l.Backchannels }},
	{name: "look-alikes", set: func(l *Language) *Set { return &l.NoFillers }},
	{name: "no look-alike before", set: func(l *Language) *Set { return &l.AfterFillers }},
	{name: "in full", set: func(l *Language) *Set { return &l.InFull }},
	{name: "doubled", set: func(l *Language) *Set { return &l.Doubles }},
	{name: "dangling", set: func(l *Language) *Set { return &l.Dangling }},
	{name: "repeated", set: func(l *Language) *Set { return &l.Repeated }},
	{name: "elided", set: func(l *Language) *Set { return &l.Elided }},
	{name: "numbers", set: func(l *Language) *Set { return &l.Numbers }},
	{name: "links", set: func(l *Language) *Set { return &l.Links }},
	{name: "clause openers", set: func(l *Language) *Set { return &l.ClauseOpeners }},
	{name: "interjections", set: func(l *Language) *Set { return &l.Interjections }},
}

// folderReader reads words.txt.
type folderReader struct {
	l       *Language
	section *section
	seen    map[string]int // line of each entry, by list and entry
}

func (r *folderReader) read(text string) error {
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := r.line(n+1, line); err != nil {
			return fmt.Errorf("%d: %w", n+1, err)
		}
	}
	switch {
	case r.l.Name == "":
		return errors.New("1: there is no line \"name: English name of the language\"")
	case len(r.l.Fillers) == 0:
		return errors.New("1: there are no filled pauses: a list [filled] is needed")
	}
	return nil
}

func (r *folderReader) line(n int, line string) error {
	if name, ok := strings.CutPrefix(line, "["); ok {
		name, ok = strings.CutSuffix(name, "]")
		if !ok {
			return fmt.Errorf("%q has no closing bracket", line)
		}
		for k := range sections {
			if sections[k].name == name {
				r.section = &sections[k]
				return nil
			}
		}
		return fmt.Errorf("there is no list %q: use %s", name, sectionNames())
	}
	if r.section == nil {
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			return fmt.Errorf("%q is neither \"key: value\" nor [list]", line)
		}
		return r.key(key, strings.TrimSpace(value))
	}
	for entry := range strings.SplitSeq(line, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		if err := r.entry(n, entry); err != nil {
			return err
		}
	}
	return nil
}

// key takes a line in front of the lists.
func (r *folderReader) key(key, value string) error {
	no := value == "no"
	if key != "name" && key != "marks" && key != "blank before" && !no && value != "yes" {
		return fmt.Errorf("%s is yes or no, not %q", key, value)
	}
	switch key {
	case "name":
		r.l.Name = value
	case "blanks":
		r.l.Unspaced = no
	case "case":
		r.l.Caseless = no
	case "marks":
		marks := strings.Fields(value)
		if len(marks) != len(r.l.Marks) {
			return fmt.Errorf("marks are a comma, a full stop and a question mark, with blanks between, not %q", value)
		}
		copy(r.l.Marks[:], marks)
	case "dotless":
		r.l.Dotless = !no
	case "capital nouns":
		r.l.Nouns = !no
	case "blank before":
		r.l.Blanked = strings.Join(strings.Fields(value), "")
		if i := strings.IndexFunc(r.l.Blanked, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }); i >= 0 {
			return fmt.Errorf("a blank stands before marks, such as \"? !\", not %q", value)
		}
	default:
		return fmt.Errorf("there is no key %q: use name, blanks, case, dotless, capital nouns, marks or blank before", key)
	}
	return nil
}

// entry takes a word or phrase of a list.
func (r *folderReader) entry(n int, entry string) error {
	if entry != r.l.Lower(entry) {
		return fmt.Errorf("%q has capitals: words are in small letters", entry)
	}
	key := r.section.name + "\x00" + entry
	if r.section.kind != 0 {
		key = "\x00" + entry // a filler is in one of the lists
	}
	if at := r.seen[key]; at > 0 {
		return fmt.Errorf("%q is in line %d already", entry, at)
	}
	r.seen[key] = n
	if r.section.kind != 0 {
		r.l.Fillers = append(r.l.Fillers, Filler{Words: entry, Kind: r.section.kind, Use: r.section.use})
		return nil
	}
	if two := len(strings.Fields(entry)) == 2; r.section.name == "elided" && !two {
		return fmt.Errorf("%q are not a word and what it is before a vowel, as in \"le l'\"", entry)
	} else if r.section.name == "in full" && !two {
		return fmt.Errorf("%q are not a filler and the word that it looks like, as in \"e er\"", entry)
	}
	(*r.section.set(r.l))[entry] = true
	return nil
}

func sectionNames() string {
	var names []string
	for k := range sections {
		names = append(names, sections[k].name)
	}
	return strings.Join(names, ", ")
}
