package quality

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/research/marked"
)

// goldWord is a word of a corpus with its label.
type goldWord struct {
	text  string // in lower case
	label byte   // E, F or O
}

// typedSide is a side of a conversation as somebody would type it.
type typedSide struct {
	text  string
	words []goldWord
}

// glued are tokens that are written with what is before them.
var glued = []string{"n't", "'s", "'re", "'ve", "'d", "'ll", "'m", "'"}

// typedSides makes text, with marks and case, of a token TSV, without partial words.
func typedSides(tsv string) ([]typedSide, error) {
	var sides []typedSide
	number := make(map[string]int)
	line := 0
	for row := range strings.Lines(tsv) {
		line++
		f := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(f) != 12 {
			return nil, fmt.Errorf("line %d of the corpus has %d columns instead of 12", line, len(f))
		}
		word, kind, edit, mark := f[4], f[6], f[7], f[8]
		if strings.HasSuffix(word, "-") {
			continue
		}
		id := f[0] + f[1]
		n, known := number[id]
		if !known {
			n = len(sides)
			number[id], sides = n, append(sides, typedSide{})
		}
		s := &sides[n]
		w := goldWord{strings.ToLower(word), 'O'}
		switch {
		case edit == "1":
			w.label = 'E'
		case strings.ContainsAny(kind, "FDEC"):
			w.label = 'F'
		}
		s.words = append(s.words, w)
		if s.text != "" && !slices.Contains(glued, w.text) {
			s.text += " "
		}
		if s.text += word; mark != "-" {
			s.text += mark
		}
	}
	return sides, nil
}

// measureTyped scores the labels of text made of a corpus.
func measureTyped(clean Clean, sides []typedSide) (edit, filler marked.Counts, err error) {
	texts := make([]string, len(sides))
	for i, s := range sides {
		texts[i] = s.text + "\n"
	}
	cleaned, err := clean(texts, "--from", "text", "--to", "labels")
	if err != nil {
		return edit, filler, err
	}
	for i, s := range sides {
		var words []string
		var labels []byte
		for _, token := range strings.Fields(cleaned[i]) {
			rest, _, ok := cutLast(token)
			text, label, ok2 := cutLast(rest)
			if !ok || !ok2 || label == "" {
				return edit, filler, fmt.Errorf("%q is no token with its labels", token)
			}
			words, labels = append(words, strings.ToLower(text)), append(labels, label[0])
		}
		gold := make([]string, len(s.words))
		for j, w := range s.words {
			gold[j] = w.text
		}
		for _, p := range marked.Align(words, gold) {
			got, want := labels[p[0]], s.words[p[1]].label
			edit.Add(want == 'E', got == 'E')
			filler.Add(want == 'F', got == 'F')
		}
	}
	return edit, filler, nil
}

// cutLast cuts a token before its last slash.
func cutLast(token string) (before, after string, ok bool) {
	i := strings.LastIndexByte(token, '/')
	if i < 0 {
		return token, "", false
	}
	return token[:i], token[i+1:], true
}
