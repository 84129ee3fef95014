package train

import (
	"fmt"
	"io"
	"slices"
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
// of words that are in it once, and were said twice, the first. Sentences in which an editor did anything else are left out.
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
		out = append(out, markRemoved(said, edited)...)
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

// markRemoved sets Edit of the words of sentences that an editor has removed, and returns those to which nothing else
// was done.
func markRemoved(said, edited []data.Sentence) []data.Sentence {
	var left, words []string
	var tokens []*data.Token // of words
	for i := range edited {
		of, _ := stages.Words(&edited[i])
		for k := range of.Tokens {
			left = append(left, of.Tokens[k].Text)
		}
	}
	begin := make([]int, len(said)+1) // of the sentences, in words
	for i := range said {
		of, at := stages.Words(&said[i])
		for k, t := range at {
			words, tokens = append(words, of.Tokens[k].Text), append(tokens, &said[i].Tokens[t])
		}
		begin[i+1] = len(words)
	}
	kept, changed := align(words, left)
	for i, t := range tokens {
		t.Edit = !kept[i]
	}
	var out []data.Sentence
	for i := range said {
		if !slices.Contains(changed[begin[i]:begin[i+1]], true) {
			out = append(out, said[i])
		}
	}
	return out
}

// align finds the longest common subsequence of what was said and what is left of it, of those that are as long the one
// that ends last: which words are in it, and which are next to words that were not said.
func align(said, left []string) (kept, changed []bool) {
	n, m := len(said), len(left)
	common := make([]int32, (n+1)*(m+1)) // of said[:i] and left[:j]
	at := func(i, j int) *int32 { return &common[i*(m+1)+j] }
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			if said[i-1] == left[j-1] {
				*at(i, j) = *at(i-1, j-1) + 1
			} else {
				*at(i, j) = max(*at(i-1, j), *at(i, j-1))
			}
		}
	}
	kept, changed = make([]bool, n), make([]bool, n)
	i, j, added := n, m, false
	after := n // the word that is kept behind
	gap := func() {
		for k := max(i-1, 0); added && k <= min(after, n-1); k++ {
			changed[k] = true
		}
		added = false
	}
	for i > 0 || j > 0 {
		switch {
		case i > 0 && j > 0 && said[i-1] == left[j-1]:
			gap()
			i, j = i-1, j-1
			kept[i], after = true, i
		case j == 0 || i > 0 && *at(i-1, j) >= *at(i, j-1):
			i--
		default:
			j, added = j-1, true
		}
	}
	gap()
	return kept, changed
}
