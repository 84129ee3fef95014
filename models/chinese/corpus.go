package chinese

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/packed"
)

// Word is a word of a corpus, with what is known of it; "" is unknown.
type Word struct {
	Text   string
	Tag    string // the treebank's own
	Coarse string // one of few tags
	Phrase string // label of its phrase: "B-NP", "I-NP", "O"
	Chunk  string // label of its functional chunk: "B-S", "I-S", "O"; "B-O" is an object's
}

// Sentence is a text of a corpus: words, and the punctuation between them.
type Sentence struct {
	Words []Word
	// Gaps holds the punctuation marks before each word, and behind the last one, in order: it is one
	// longer than Words.
	Gaps [][]Sign
}

// maxLine is the longest line of a corpus, in bytes.
const maxLine = 1 << 20

// ReadTreebank reads a file of sentences with their annotation, which may be compressed
// (.gz): seven columns (word, tag, coarse tag, phrase, functional chunk, punctuation
// marks behind it joined by "+", the same as written), a blank line after each sentence; a line
// "# lead=SIGNS" before a sentence has the punctuation before its first word. Errors name file and line.
func ReadTreebank(path string) ([]Sentence, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readTreebank(f, path)
}

func readTreebank(r io.Reader, name string) ([]Sentence, error) {
	var out []Sentence
	var now Sentence
	var lead []Sign
	end := func() {
		if len(now.Words) > 0 {
			out = append(out, now)
		}
		now, lead = Sentence{}, nil
	}
	err := eachLine(r, name, func(line string) error {
		if line == "" {
			end()
			return nil
		}
		if l, ok := strings.CutPrefix(line, "# lead="); ok && !strings.Contains(line, "\t") {
			if len(now.Words) > 0 {
				return errors.New("punctuation before the first word stands behind it: put a blank line between sentences")
			}
			lead = ReadSigns(l)
			return nil
		}
		c := strings.Split(line, "\t")
		if len(c) != 7 {
			return fmt.Errorf("a line has seven columns (word, tag, coarse tag, phrase, chunk, punctuation, punctuation as written), not %d", len(c))
		}
		for i, v := range c {
			if v == "" {
				return fmt.Errorf("column %d is empty", i+1)
			}
		}
		for i, kind := range []string{"phrase", "functional chunk"} {
			if l := c[3+i]; l != "O" && !strings.HasPrefix(l, "B-") && !strings.HasPrefix(l, "I-") {
				return fmt.Errorf("%q is no label of a %s: use O, or B- or I- and a kind", l, kind)
			}
		}
		signs, err := treebankSigns(c[5], c[6])
		if err != nil {
			return err
		}
		if len(now.Words) == 0 {
			now.Gaps = append(now.Gaps, lead)
		}
		now.Words = append(now.Words, Word{c[0], c[1], c[2], c[3], c[4]})
		now.Gaps = append(now.Gaps, signs)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if end(); len(out) == 0 {
		return nil, fmt.Errorf("%s: no words in it", name)
	}
	return out, nil
}

// treebankSigns returns the signs of the columns of punctuation. Of straight quotes, which do
// not tell, the first one of a gap closes where a mark that ends a sentence follows.
func treebankSigns(marks, as string) ([]Sign, error) {
	if marks == "O" {
		return nil, nil
	}
	read := ReadSigns(as)
	var out []Sign
	for name := range strings.SplitSeq(marks, "+") {
		m, err := ParseMark(name)
		if err != nil {
			return nil, err
		}
		s := Sign{Mark: m}
		for len(read) > 0 && read[0].Mark != m && !m.Paired() {
			read = read[1:]
		}
		switch {
		case len(read) > 0 && read[0].Mark == m:
			s, read = read[0], read[1:]
		case m.Paired():
			s.Side = Open
			if len(out) == 0 && strings.Contains(marks, "+") {
				s.Side = Close
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// eachLine calls f for each line, without its end. Errors get the name and the line.
func eachLine(r io.Reader, name string, f func(line string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSuffix(lines.Text(), "\r")
		err := error(nil)
		if !utf8.ValidString(line) {
			err = errors.New("invalid UTF-8: convert the file to UTF-8")
		} else {
			err = f(line)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: a line longer than %d bytes is none of a corpus", name, n+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Turn is an utterance of a dialogue as it was written.
type Turn struct {
	ID   string // the dialogue and the number of the turn in it: "dd-dev-0-1"
	Text string
}

// ReadTurns reads a file of turns, "ID TAB text", which may be compressed (.gz). Errors name
// file and line.
func ReadTurns(path string) ([]Turn, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Turn
	err = eachLine(f, path, func(line string) error {
		id, text, ok := strings.Cut(line, "\t")
		if !ok || id == "" || strings.TrimSpace(text) == "" || strings.Contains(text, "\t") {
			return errors.New("a line is the name of a turn, a tab and what was said")
		}
		out = append(out, Turn{id, text})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no turns in it", path)
	}
	return out, err
}

// IsHan reports whether a character is a unit of its own: a Chinese character.
func IsHan(r rune) bool { return language.IsHan(r) }

// Units returns the units of a punctuated text, as a sentence each of whose words is a unit,
// without anything known of it. A point, comma or colon between digits or letters of other scripts is part of
// a unit, as are other marks inside of one and a percent sign ("3.5%"); blanks, hyphens and whatever else is
// no punctuation mark are left out. Straight quotes open and close in turn.
func Units(text string) Sentence {
	var s Sentence
	r := []rune(text)
	var gap []rune
	flush := func(unit string) {
		s.Gaps = append(s.Gaps, ReadSigns(string(gap)))
		gap = gap[:0]
		if unit != "" {
			s.Words = append(s.Words, Word{Text: unit})
		}
	}
	quotes := 0
	for i := 0; i < len(r); {
		switch {
		case IsHan(r[i]):
			flush(string(r[i]))
			i++
		case inRun(r[i]):
			n := runLength(r[i:])
			flush(string(r[i : i+n]))
			i += n
		case r[i] == '"':
			gap = append(gap, []rune("“”")[quotes%2])
			quotes++
			i++
		default:
			gap = append(gap, r[i])
			i++
		}
	}
	flush("")
	return s
}

// inRun reports whether a character is part of a run of letters and digits.
func inRun(r rune) bool {
	return !IsHan(r) && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// runLength returns the length of the run of letters and digits that a text starts with.
func runLength(r []rune) int {
	n := 1
	for n < len(r) {
		switch {
		case inRun(r[n]):
			n++
		case n+1 < len(r) && inRun(r[n+1]) && strings.ContainsRune(".,:'’/_@&+*", r[n]) && (r[n] != ',' || unicode.IsDigit(r[n-1]) && unicode.IsDigit(r[n+1])):
			n += 2
		case strings.ContainsRune("%℃°", r[n]):
			return n + 1
		default:
			return n
		}
	}
	return n
}

// Grouped returns a sentence of units with the units joined into words. It returns false where
// the words are not made of the units, in order and whole. Punctuation within a word is lost.
func (s Sentence) Grouped(words []string) (Sentence, bool) {
	out := Sentence{Gaps: [][]Sign{s.Gaps[0]}}
	at := 0
	for _, w := range words {
		rest := w
		for rest != "" {
			if at == len(s.Words) || !strings.HasPrefix(rest, s.Words[at].Text) {
				return Sentence{}, false
			}
			rest = rest[len(s.Words[at].Text):]
			at++
		}
		out.Words = append(out.Words, Word{Text: w})
		out.Gaps = append(out.Gaps, s.Gaps[at])
	}
	return out, at == len(s.Words)
}
