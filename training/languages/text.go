package languages

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Text reads text with marks and case: a line for each line of a document, of which what is before
// a tab is a speaker, and a blank line between documents. name is that of the file, for errors,
// which say what is wrong and where.
func (c *Corpus) Text(r io.Reader, name, language string) error {
	p := newPart(name, language)
	p.Marked = true
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	n := 0
	for in.Scan() {
		n++
		line := in.Text()
		if !utf8.ValidString(line) {
			return fmt.Errorf("%s:%d: the text is not UTF-8", name, n)
		}
		if _, said, ok := strings.Cut(line, "\t"); ok {
			line = said
		}
		if strings.TrimSpace(line) == "" {
			p.text()
			continue
		}
		c.textLine(p, line)
		p.line()
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	if len(p.units) == 0 {
		return fmt.Errorf("%s: there is no text in it", name)
	}
	c.add(p)
	return nil
}

// textLine appends the units of a line.
func (c *Corpus) textLine(p *Part, line string) {
	begin := len(p.units)
	open := multilingual.NoOpen
	dots := -1 // the unit that "..." stands behind
	var units []multilingual.Unit
	var cases []multilingual.Case
	for _, field := range strings.Fields(line) {
		for field != "" {
			word, marks, rest := nextWord(field)
			before, core := lead(word)
			open = max(open, before)
			bare, ok := multilingual.Bare(core)
			if ok {
				units, cases = multilingual.Split(units[:0], cases[:0], bare, p.Language)
				if dots >= 0 && cases[0] == multilingual.LowerCase {
					p.units[dots].labels[multilingual.HeadMark] = int8(multilingual.Comma)
				}
				dots = -1
				p.takeMixed(bare, units, cases)
				for i, u := range units {
					p.units = append(p.units, unit{c.intern(u.Text), [multilingual.NumHeads]int8{0, 0, int8(cases[i]), 0}, u.Joined})
				}
				p.units[len(p.units)-len(units)].labels[multilingual.HeadOpen] = int8(open)
				open = multilingual.NoOpen
			}
			if n := len(p.units); n > begin {
				last := &p.units[n-1].labels[multilingual.HeadMark]
				if m := markOf(marks, p.Language); int8(m) > *last {
					*last = int8(m)
				}
				if strings.Contains(marks, "...") || strings.Contains(marks, "…") {
					dots = n - 1
				}
			}
			field = rest
		}
	}
}

// nextWord returns the first word of what blanks part, the marks behind it, and the rest.
func nextWord(field string) (word, marks, rest string) {
	if !strings.ContainsFunc(field, func(r rune) bool { return !isMark(r) && !isClosing(r) }) {
		return "", field, "" // behind a blank, as in French
	}
	// Marks end words where letters stand before them, and no digit or Latin letter behind them.
	letters := false
	for i, r := range field {
		if isMark(r) && letters {
			end := i
			for _, m := range field[i:] {
				if !isMark(m) && !isClosing(m) {
					break
				}
				end += utf8.RuneLen(m)
			}
			next, _ := utf8.DecodeRuneInString(field[end:])
			if end == len(field) || r >= 0x3000 || strings.HasPrefix(field[i:], "...") || !unicode.IsDigit(next) && next >= 0x2e80 {
				return field[:i], field[i:end], field[end:]
			}
		}
		letters = letters || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return field, "", ""
}

func isMark(r rune) bool { return strings.ContainsRune(".,?!:;…。、，？！．：；", r) }

func isClosing(r rune) bool { return strings.ContainsRune("\"')]}»”’」』）", r) }

// lead returns the mark that opens a sentence before a word, and the word.
func lead(word string) (multilingual.Open, string) {
	open := multilingual.NoOpen
	for i, r := range word {
		switch {
		case r == '¿':
			open = multilingual.OpenQuestion
		case r == '¡':
			open = max(open, multilingual.OpenExclamation)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return open, word[i:]
		}
	}
	return open, word
}

// markOf returns the mark that marks behind a word are: the strongest one.
func markOf(marks, language string) multilingual.Mark {
	has := func(any string) bool { return strings.ContainsAny(marks, any) }
	switch {
	case has("?？") || language == "el" && has(";"):
		return multilingual.Question
	case has("!！"):
		return multilingual.Exclamation
	case has(".…。．"):
		return multilingual.Period
	case has(",;:、，：；"):
		return multilingual.Comma
	}
	return multilingual.NoMark
}
