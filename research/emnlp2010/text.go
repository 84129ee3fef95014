package emnlp2010

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/packed"
)

// Utterance is a turn of a dialogue, or a part of one: words, the mark after each, and
// the tags that belong to the marks.
type Utterance struct {
	Words []string
	Marks []Mark
	Tags  []Tag
}

// maxLine is the longest line that is a word with its labels.
const maxLine = 1 << 20

// ReadFile reads a file of utterances, which may be compressed (.gz): see Read.
func ReadFile(path string) ([]Utterance, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads lines "word TAB mark", with a blank line after each utterance. Where there is
// a third column it is the tag of the sentence, which must fit the marks; where not, the
// tags are those that belong to the marks. name is used in errors.
func Read(r io.Reader, name string) ([]Utterance, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	in := reader{}
	n := 0
	for lines.Scan() && lines.Err() == nil { // of a file that is cut off the last line is a part of one
		n++
		if err := in.line(strings.TrimSuffix(lines.Text(), "\r")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: a line longer than %d bytes is no word with its labels", name, n+1, maxLine)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	in.end()
	if len(in.out) == 0 {
		return nil, fmt.Errorf("%s: no words in it", name)
	}
	return in.out, nil
}

// reader collects utterances line by line.
type reader struct {
	out  []Utterance
	now  Utterance
	tags bool // the utterance has tags
}

func (r *reader) line(line string) error {
	if line == "" {
		r.end()
		return nil
	}
	if !utf8.ValidString(line) {
		return errors.New("invalid UTF-8: convert the file to UTF-8")
	}
	columns := strings.Split(line, "\t")
	if len(columns) < 2 || len(columns) > 3 {
		return fmt.Errorf("a line is a word, a tab and a mark, and maybe another tab and a tag of the sentence, not %d columns", len(columns))
	}
	tags := len(columns) == 3
	if len(r.now.Words) > 0 && tags != r.tags {
		return errors.New("the layers of an utterance are of different lengths: some of its words have a tag of the sentence, others have none")
	}
	r.tags = tags
	if columns[0] == "" {
		return errors.New("an empty word")
	}
	if strings.ContainsFunc(columns[0], unicode.IsSpace) {
		return fmt.Errorf("%q is no word: it has blanks", columns[0])
	}
	mark, err := parse("mark", columns[1], markNames)
	if err != nil {
		return err
	}
	r.now.Words, r.now.Marks = append(r.now.Words, columns[0]), append(r.now.Marks, Mark(mark))
	if !tags {
		return nil
	}
	tag, err := parse("tag of a sentence", columns[2], tagNames)
	if err != nil {
		return err
	}
	r.now.Tags = append(r.now.Tags, Tag(tag))
	return checkTag(r.now.Marks, r.now.Tags, len(r.now.Tags)-1)
}

// end ends an utterance.
func (r *reader) end() {
	if len(r.now.Words) == 0 {
		return
	}
	if !r.tags {
		r.now.Tags = Tags(r.now.Marks)
	}
	r.out = append(r.out, r.now)
	r.now = Utterance{}
}

// write writes utterances as Read reads them, with tags.
func write(to io.Writer, text []Utterance) error {
	w := bufio.NewWriter(to)
	for _, u := range text {
		for t, word := range u.Words {
			fmt.Fprintf(w, "%s\t%s\t%s\n", word, u.Marks[t], u.Tags[t])
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
