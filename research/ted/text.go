package ted

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Text is the words of talks, one stream, with the mark that follows each.
type Text struct {
	Words []string
	Marks []data.Punct
}

// labels are those of the files of the benchmark.
var labels = map[string]data.Punct{"O": data.NoPunct, "COMMA": data.Comma, "PERIOD": data.Period, "QUESTION": data.QMark}

// ReadFile reads lines "word TAB label" from a file, which may be compressed (.gz). Blank
// lines do not count. A word may be empty, as ten are in the files that everybody scores
// on: it counts, and models do not see it.
func ReadFile(path string) (*Text, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := new(Text)
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan() && lines.Err() == nil; n++ { // of a file that is cut off the last line is a part of one
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		word, label, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s:%d: a line is a word, a tab and a label", path, n)
		}
		mark, ok := labels[label]
		if !ok {
			return nil, fmt.Errorf("%s:%d: unknown label %q: use %s", path, n, label, strings.Join(slices.Sorted(maps.Keys(labels)), ", "))
		}
		out.Words, out.Marks = append(out.Words, word), append(out.Marks, mark)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out.Words) == 0 {
		return nil, fmt.Errorf("%s: no words in it", path)
	}
	return out, nil
}

// part returns the words [from, to).
func (t *Text) part(from, to int) *Text {
	return &Text{t.Words[from:to:to], t.Marks[from:to:to]}
}

// HoldOut parts a text after the end of a sentence, so that about a share of its words is
// in the second part.
func (t *Text) HoldOut(share float64) (rest, held *Text) {
	n := len(t.Words)
	at := n - int(share*float64(n)+0.5)
	for at > 0 && at < n && t.Marks[at-1] < data.Period {
		at++
	}
	return t.part(0, at), t.part(at, n)
}

// tokens returns the words as tokens.
func (t *Text) tokens() []data.Token {
	out := make([]data.Token, len(t.Words))
	for i, w := range t.Words {
		out[i].Text = w
	}
	return out
}

// reading reads the words [from, to) of a text, and returns the places in the text of those
// that models see. Nothing is known of the talk around.
func (t *Text) reading(l *stages.Labeller, from, to int) (*stages.Reading, []int) {
	words, at := stages.Words(&data.Sentence{Tokens: t.part(from, to).tokens()})
	places := make([]int, len(at))
	for i, k := range at {
		places[i] = from + k
	}
	return l.Read(&words), places
}
