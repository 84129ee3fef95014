package iwslt2014

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/research/translation"
)

// Text is segments, of talks one after another where these are told apart.
type Text struct {
	Name     string
	Segments []translation.Segment
	Talks    []int // first segment of each talk; nil: talks are not told apart
}

// maxLine is the longest line that is a segment, or a paragraph.
const maxLine = 1 << 20

// ReadFile reads a file, which may be compressed (.gz): see Read.
func ReadFile(path, language string) (*Text, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path, language)
}

// Read reads text in a language of translation.NewReader: a segment a line, or, where the
// first line has a tab, lines "talk TAB paragraph", which are cut into segments of a sentence,
// or several short ones. Lines without words do not count. name is used in errors.
func Read(r io.Reader, name, language string) (*Text, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	out, reader := &Text{Name: name}, translation.NewReader(language)
	talks, last := false, ""
	n := 0
	for in.Scan() && in.Err() == nil { // of a file that is cut off the last line is a part of one
		n++
		line := strings.TrimSpace(in.Text())
		if !utf8.ValidString(line) {
			return nil, fmt.Errorf("%s:%d: invalid UTF-8: convert the file to UTF-8", name, n)
		}
		talk, paragraph, tab := strings.Cut(line, "\t")
		if n == 1 {
			talks = tab
		}
		switch {
		case line == "":
			continue
		case tab != talks:
			return nil, fmt.Errorf("%s:%d: some lines have a tab and others have none: a line is a segment, or a talk, a tab and a paragraph", name, n)
		case !tab:
			out.Segments = append(out.Segments, short(reader.Read(line))...)
			continue
		}
		if len(out.Talks) == 0 || talk != last {
			out.Talks, last = append(out.Talks, len(out.Segments)), talk
		}
		out.Segments = append(out.Segments, sentences(reader.Read(paragraph))...)
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: a line longer than %d bytes is no segment", name, n+1, maxLine)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(out.Segments) == 0 {
		return nil, fmt.Errorf("%s: no words in it", name)
	}
	return out, nil
}

// The sizes of segments, in words.
const (
	// leastWords is how many a segment has at least before a sentence ends it: English talks
	// come out with 18 words and 1.2 sentences a segment then, like German ones as they are.
	leastWords = 7
	mostWords  = 200
)

// sentences cuts a paragraph into segments.
func sentences(s *translation.Segment) []translation.Segment {
	var out []translation.Segment
	for from := 0; from < len(s.Words); {
		to := from + 1
		for to < len(s.Words) && (to-from < leastWords || !endsSentence(s.Gaps[to])) {
			to++
		}
		out = append(out, short(part(s, from, to))...)
		from = to
	}
	return out
}

// short returns a segment, cut into as many as it needs to be no longer than mostWords: where
// a sentence ends, or where there is a mark, if it must be.
func short(s *translation.Segment) []translation.Segment {
	var out []translation.Segment
	for from := 0; from < len(s.Words); {
		to := len(s.Words)
		if to-from > mostWords {
			to = from + mostWords
			for _, fits := range []func(translation.Marks) bool{endsSentence, func(m translation.Marks) bool { return m != 0 }} {
				k := to
				for k > from && !fits(s.Gaps[k]) {
					k--
				}
				if k > from {
					to = k
					break
				}
			}
		}
		out = append(out, *part(s, from, to))
		from = to
	}
	return out
}

// endsSentence reports whether marks after a word end a sentence.
func endsSentence(m translation.Marks) bool {
	for ; m != 0; m = m.From(1) {
		if m.At(0).Class() == translation.Ends {
			return true
		}
	}
	return false
}

// part returns the words [from, to) of a segment. Of marks between two parts those that open
// something belong to the second.
func part(s *translation.Segment, from, to int) *translation.Segment {
	out := &translation.Segment{Words: s.Words[from:to:to], Gaps: append([]translation.Marks(nil), s.Gaps[from:to+1]...)}
	if from > 0 {
		out.Gaps[0] = out.Gaps[0].From(closing(out.Gaps[0]))
	}
	if n := to - from; to < len(s.Words) {
		out.Gaps[n] = out.Gaps[n].First(closing(out.Gaps[n]))
	}
	return out
}

// closing returns how many marks stand before the first that opens something.
func closing(m translation.Marks) int {
	n := 0
	for n < m.Len() && !m.At(n).Opens() {
		n++
	}
	return n
}

// Spread returns n segments of a text, spread evenly, or all if there are no more.
func Spread(text []translation.Segment, n int) []translation.Segment {
	if n >= len(text) {
		return text
	}
	out := make([]translation.Segment, n)
	for i := range out {
		out[i] = text[i*len(text)/n]
	}
	return out
}
