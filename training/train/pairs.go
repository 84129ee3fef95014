package train

import (
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Pair is a text as it was said, and as an editor made it.
type Pair struct{ ID, Verbatim, Clean string }

// ReadPairs reads a file of pairs, which may be compressed (.gz): see ParsePairs.
func ReadPairs(path string) ([]Pair, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return ParsePairs(string(text), path)
}

// ParsePairs reads lines "id TAB verbatim TAB clean". name is that of errors.
func ParsePairs(text, name string) ([]Pair, error) {
	var out []Pair
	line := 0
	for row := range strings.Lines(text) {
		line++
		if row = strings.TrimRight(row, "\r\n"); row == "" {
			continue
		}
		f := strings.Split(row, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("%s:%d: a pair is an id, a verbatim and a clean text with tabs between them, not %d columns", name, line, len(f))
		}
		out = append(out, Pair{f[0], f[1], f[2]})
	}
	return out, nil
}

// Edited returns the verbatim sentences of pairs, with Edit set for the words that are not in the clean text;
// of words that are in it once, and were said twice, the first. Pairs that differ in anything else are left out.
func Edited(pairs []Pair) ([]data.Sentence, error) {
	var out []data.Sentence
	var talk data.Talk
	for _, p := range pairs {
		said, err := sentencesOf(p.Verbatim, p.ID)
		if err != nil {
			return nil, err
		}
		edited, err := sentencesOf(p.Clean, p.ID)
		if err != nil {
			return nil, err
		}
		for i := range said {
			talk.AddAll(&said[i])
		}
		if markRemoved(said, edited) {
			out = append(out, said...)
		}
	}
	for i := range out {
		out[i].Talk = talk
	}
	return out, nil
}

// sentencesOf returns the sentences of a text, as they are decoded.
func sentencesOf(text, name string) ([]data.Sentence, error) {
	d, err := transcript.ParseText(text+"\n", name)
	if err != nil {
		return nil, err
	}
	var out []data.Sentence
	for _, s := range d.Segments(transcript.SegmentAuto) {
		if sentence := d.Sentence(s); sentence.Written != nil {
			out = append(out, sentence)
		}
	}
	return out, nil
}

// markRemoved sets Edit of the words that an editor has removed, and reports whether that is all that was
// done.
func markRemoved(said, edited []data.Sentence) bool {
	var left []string
	for i := range edited {
		words, _ := stages.Words(&edited[i])
		for k := range words.Tokens {
			left = append(left, words.Tokens[k].Text)
		}
	}
	n := len(left)
	for i := len(said) - 1; i >= 0; i-- {
		words, at := stages.Words(&said[i])
		for k := len(at) - 1; k >= 0; k-- {
			if n > 0 && words.Tokens[k].Text == left[n-1] {
				n--
			} else {
				said[i].Tokens[at[k]].Edit = true
			}
		}
	}
	return n == 0
}
