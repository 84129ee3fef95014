package languages

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// speechColumns are the columns of Speech.
const speechColumns = 11

// Speech reads words with repairs: tab-separated, a token a row, the columns recording, speaker,
// sentence, token, lemma, tag, kind (F: a filled pause), edit (1: in the discarded words of a
// repair), mark behind it (- none), end (/: of a sentence), joined (+: with the next token).
// marked says that its marks are to be learned. Errors say what is wrong and where.
func (c *Corpus) Speech(r io.Reader, name, language string, marked bool) error {
	p := newPart(name, language)
	p.Speech, p.Marked = true, marked
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	n, conv, speaker, sentence := 0, "", "", ""
	for in.Scan() {
		n++
		f := strings.Split(in.Text(), "\t")
		if len(f) != speechColumns {
			return fmt.Errorf("%s:%d: %d columns, not %d", name, n, len(f), speechColumns)
		}
		if f[7] != "0" && f[7] != "1" {
			return fmt.Errorf("%s:%d: column 8, edit, is %q, not 0 or 1", name, n, f[7])
		}
		if f[0] != conv {
			p.line()
			p.text()
		} else if f[1] != speaker || f[2] != sentence {
			p.line()
		}
		conv, speaker, sentence = f[0], f[1], f[2]
		c.speechToken(p, f, marked)
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	if len(p.units) == 0 {
		return fmt.Errorf("%s: there are no words in it", name)
	}
	c.add(p)
	return nil
}

// speechToken appends the units of a token.
func (c *Corpus) speechToken(p *Part, f []string, marked bool) {
	open, token := lead(strings.ReplaceAll(f[3], "_", " "))
	// Treebanks have their own signs of words that are cut off and of lengthening.
	token = strings.ReplaceAll(token, ":", "")
	if cut := strings.TrimRight(token, "~/"); cut != token {
		token = cut + "-"
	}
	edit := multilingual.Fluent
	switch {
	case f[7] == "1":
		edit = multilingual.Edited
	case f[6] == "F":
		edit = multilingual.Filled
	}
	begin := len(p.units)
	if begin > 0 && edit != multilingual.Fluent {
		// A comma that only sets off what is removed is none of the clean text.
		if l := &p.units[begin-1].labels[multilingual.HeadMark]; *l == int8(multilingual.Comma) {
			*l = -1
		}
	}
	for _, word := range strings.Fields(token) {
		bare, ok := multilingual.Bare(word)
		if !ok {
			continue
		}
		if f[10] == "+" && (strings.HasSuffix(word, "'") || strings.HasSuffix(word, "’")) {
			bare += "'" // elided: "j'" before "ai"
		}
		units, _ := multilingual.Split(nil, nil, bare, p.Language)
		for _, u := range units {
			l := [multilingual.NumHeads]int8{-1, -1, -1, int8(edit)}
			if marked && edit == multilingual.Fluent {
				l[multilingual.HeadMark], l[multilingual.HeadOpen] = 0, 0
			}
			p.units = append(p.units, unit{c.intern(u.Text), l, u.Joined})
		}
	}
	if len(p.units) == begin {
		return
	}
	last := &p.units[len(p.units)-1]
	last.joined = f[10] == "+"
	if marked && edit == multilingual.Fluent {
		p.units[begin].labels[multilingual.HeadOpen] = int8(open)
		last.labels[multilingual.HeadMark] = int8(markOf(f[8], p.Language))
	}
}
