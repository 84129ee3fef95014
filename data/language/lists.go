package language

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// mostListed is how many bytes a line of a list has, about.
const mostListed = 110

// WriteWords writes what is known of a language as a file words.txt, with what repeated.txt adds to it: ReadFolder
// reads the same lists from it. English has more lists than such a file.
func (l *Language) WriteWords(w io.Writer) error {
	yesNo := func(no bool) string {
		if no {
			return "no"
		}
		return "yes"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\nblanks: %s\ncase: %s\n", l.Name, yesNo(l.Unspaced), yesNo(l.Caseless))
	if l.Dotless {
		b.WriteString("dotless: yes\n")
	}
	if l.Nouns {
		b.WriteString("capital nouns: yes\n")
	}
	if marks := strings.Join(l.Marks[:], " "); len(strings.Fields(marks)) == len(l.Marks) {
		fmt.Fprintf(&b, "marks: %s\n", marks)
	}
	if l.Blanked != "" {
		fmt.Fprintf(&b, "blank before: %s\n", strings.Join(strings.Split(l.Blanked, ""), " "))
	}
	for k := range sections {
		s := &sections[k]
		if words := s.entries(l); len(words) > 0 {
			fmt.Fprintf(&b, "\n[%s]\n", s.name)
			writeList(&b, words)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// entries returns what a language has in a list: fillers in their order, else sorted.
func (s *section) entries(l *Language) (out []string) {
	if s.set == nil {
		for _, f := range l.Fillers {
			if f.Kind == s.kind && f.Use == s.use {
				out = append(out, f.Words)
			}
		}
		return out
	}
	for _, w := range slices.Sorted(maps.Keys(*s.set(l))) {
		if (*s.set(l))[w] {
			out = append(out, w)
		}
	}
	return out
}

// writeList writes words in lines, with commas between.
func writeList(b *strings.Builder, words []string) {
	line := 0
	for i, w := range words {
		b.WriteString(w)
		line += len(w) + 2
		switch {
		case i+1 == len(words):
			b.WriteByte('\n')
		case line > mostListed:
			b.WriteString(",\n")
			line = 0
		default:
			b.WriteString(", ")
		}
	}
}
