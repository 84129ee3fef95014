package producers

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// MaxPhrase is the greatest number of words of a confusable phrase.
const MaxPhrase = 5

// Phrase is an entry of the confusable-phrase dictionary: a phrase that is often
// labelled wrongly, and what its labels should then be.
type Phrase struct {
	Words  []string
	Labels []data.Label
	Count  int // occurrences of the words
	Wrong  int // of these, labelled wrongly
	Right  int // of the wrong ones, those that should have Labels
}

// String returns the entry as a line of a dictionary: "you know O || 1144 31 9".
// One label stands for all words if they have the same.
func (p Phrase) String() string {
	labels := make([]string, 0, len(p.Labels))
	same := true
	for _, l := range p.Labels {
		labels = append(labels, l.String())
		same = same && l == p.Labels[0]
	}
	if same {
		labels = labels[:1]
	}
	return fmt.Sprintf("%s %s || %d %d %d", strings.Join(p.Words, " "), strings.Join(labels, " "), p.Count, p.Wrong, p.Right)
}

// ErrPhrases is wrapped by the errors of ReadPhrases.
var ErrPhrases = errors.New("wrong phrase dictionary")

// ReadPhrases reads a dictionary: an entry a line, as Phrase.String writes it.
// Empty lines and lines that start with # are skipped. Errors name the line.
func ReadPhrases(r io.Reader, name string) ([]Phrase, error) {
	var out []Phrase
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePhrase(line)
		if err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %w", ErrPhrases, name, n, err)
		}
		out = append(out, p)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("reading the phrase dictionary %s: %w", name, err)
	}
	return out, nil
}

func parsePhrase(line string) (Phrase, error) {
	var p Phrase
	left, right, ok := strings.Cut(line, "||")
	counts := strings.Fields(right)
	if !ok || len(counts) != 3 {
		return p, fmt.Errorf("%q is not words, labels, || and three counts, such as: you know O || 1144 31 9", line)
	}
	for i, to := range []*int{&p.Count, &p.Wrong, &p.Right} {
		v, err := strconv.Atoi(counts[i])
		if err != nil || v < 0 {
			return p, fmt.Errorf("%q is not a count", counts[i])
		}
		*to = v
	}
	words := strings.Fields(left)
	// Labels are capitals, words are in lower case.
	at := len(words)
	for at > 0 && isLabel(words[at-1]) {
		at--
	}
	labels := words[at:]
	p.Words = words[:at]
	if len(p.Words) == 0 || len(p.Words) > MaxPhrase {
		return p, fmt.Errorf("a phrase of %d words: it may have 1 to %d", len(p.Words), MaxPhrase)
	}
	if len(labels) != 1 && len(labels) != len(p.Words) {
		return p, fmt.Errorf("%d labels for %d words: give one for all, or one for each (E, F or O)", len(labels), len(p.Words))
	}
	for i := range p.Words {
		p.Labels = append(p.Labels, labelOf(labels[min(i, len(labels)-1)]))
	}
	return p, nil
}

func isLabel(s string) bool { return s == "E" || s == "F" || s == "O" }

func labelOf(s string) data.Label {
	switch s {
	case "E":
		return data.E
	case "F":
		return data.F
	}
	return data.O
}

// WritePhrases writes a dictionary as ReadPhrases reads it.
func WritePhrases(w io.Writer, phrases []Phrase) error {
	for _, p := range phrases {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	return nil
}

// PhraseCounter finds confusable phrases in predictions for sentences that the
// predicting models have not seen.
type PhraseCounter struct {
	words map[string]int            // occurrences of each word sequence up to MaxPhrase
	wrong map[string]map[string]int // of words: right labels, as text
}

// NewPhraseCounter returns an empty counter.
func NewPhraseCounter() *PhraseCounter {
	return &PhraseCounter{make(map[string]int), make(map[string]map[string]int)}
}

// Add counts a sentence with its labels and the predicted ones. A confusable
// phrase is a run of at most MaxPhrase words that are all labelled wrongly,
// between words that are not.
func (c *PhraseCounter) Add(s *data.Sentence, predicted []data.Label) {
	for i := range s.Tokens {
		key := ""
		for j := i; j < min(i+MaxPhrase, len(s.Tokens)); j++ {
			key += " " + s.Tokens[j].Text
			c.words[key]++
		}
	}
	for i := 0; i < len(s.Tokens); i++ {
		key, labels := "", ""
		j := i
		for ; j < len(s.Tokens) && s.Tokens[j].Label() != predicted[j]; j++ {
			key += " " + s.Tokens[j].Text
			labels += " " + s.Tokens[j].Label().String()
		}
		if j == i || j-i > MaxPhrase {
			i = j
			continue
		}
		if c.wrong[key] == nil {
			c.wrong[key] = make(map[string]int)
		}
		c.wrong[key][labels]++
		i = j
	}
}

// Phrases returns the entries that were right at least least times, and in at
// least this share of the occurrences of their words, the most frequently wrong
// phrases first. The share keeps out single words that are sometimes wrong, which
// would cost a hypothesis wherever they stand.
func (c *PhraseCounter) Phrases(least int, share float64) []Phrase {
	var out []Phrase
	for key, by := range c.wrong {
		wrong := 0
		for _, n := range by {
			wrong += n
		}
		for labels, n := range by {
			if n < least || float64(n) < share*float64(c.words[key]) {
				continue
			}
			p := Phrase{Words: strings.Fields(key), Count: c.words[key], Wrong: wrong, Right: n}
			for _, l := range strings.Fields(labels) {
				p.Labels = append(p.Labels, labelOf(l))
			}
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Phrase) int {
		return cmp.Or(cmp.Compare(b.Wrong, a.Wrong), slices.Compare(a.Words, b.Words), cmp.Compare(b.Right, a.Right), slices.Compare(a.Labels, b.Labels))
	})
	return out
}
