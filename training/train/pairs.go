package train

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// ReadPairs reads text that was transcribed word for word, and again by an editor: lines of an id, a tab, the
// one, a tab, and the other. It returns the sentences of the first, with Edit set for the words that are not in the second;
// of words that are in it once, and were said twice, the first. Pairs that differ in anything else are left out.
func ReadPairs(path string) ([]data.Sentence, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	defer f.Close()
	var out []data.Sentence
	var talk data.Talk
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<22)
	for n := 1; scanner.Scan(); n++ {
		fields := strings.Split(scanner.Text(), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s:%d: a line is an id, a tab, what was said, a tab, and what an editor made of it", path, n)
		}
		said, err := sentencesOf(fields[1], path)
		if err != nil {
			return nil, err
		}
		edited, err := sentencesOf(fields[2], path)
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
	return out, scanner.Err()
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
