package quality

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// markedWord is a word with the kind of mark that follows it: '.', '?', ',' or 0.
type markedWord struct {
	text string
	mark byte
}

func (w markedWord) ends() bool    { return w.mark == '.' || w.mark == '?' }
func (w markedWord) capital() bool { return w.text[0] >= 'A' && w.text[0] <= 'Z' }

var wordAndMarks = regexp.MustCompile(`([A-Za-z0-9]+(?:['&.:-][A-Za-z0-9]+)*)([^A-Za-z0-9]*)`)

func markedWords(text string) []markedWord {
	var out []markedWord
	for _, m := range wordAndMarks.FindAllStringSubmatch(strings.ReplaceAll(text, "’", "'"), -1) {
		w := markedWord{text: m[1]}
		switch after := m[2]; {
		case strings.Contains(after, "?"):
			w.mark = '?'
		case strings.ContainsAny(after, ".!"):
			w.mark = '.'
		case strings.ContainsAny(after, ",;:—"), strings.Contains(after, "--"):
			w.mark = ','
		}
		out = append(out, w)
	}
	return out
}

func lowered(words []markedWord) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w.text)
	}
	return out
}

// marks are the counts of what is put into bare text.
type marks struct{ all, ends, capitals counts }

func (m *marks) add(gold, got markedWord) {
	m.all.add(gold.mark != 0, got.mark != 0)
	if gold.mark != 0 && got.mark != 0 && gold.mark != got.mark {
		m.all.right-- // a mark, but not this one
	}
	m.ends.add(gold.ends(), got.ends())
	m.capitals.add(gold.capital(), got.capital())
}

var turn = regexp.MustCompile(`^S(\d+): ?(.*)`)

// measureMarks takes marks and case away from the first lines of each source that have
// more than three words, and compares what is put in with what was there. A line is a
// speaker's.
func measureMarks(clean Clean, sources [][]string, lines int) (*marks, error) {
	golds := make([][][]markedWord, len(sources))
	texts := make([]string, len(sources))
	for i, s := range sources {
		var b strings.Builder
		for _, line := range s {
			if len(golds[i]) == lines || len(strings.Fields(line)) <= 3 {
				continue
			}
			words := markedWords(line)
			fmt.Fprintf(&b, "S%d: %s\n", len(golds[i]), strings.Join(lowered(words), " "))
			golds[i] = append(golds[i], words)
		}
		texts[i] = b.String()
	}
	cleaned, err := clean(texts, "--from", "text", "--to", "text", "--remove", "none")
	if err != nil {
		return nil, err
	}
	out := new(marks)
	for i, text := range cleaned {
		said := make([]string, len(golds[i]))
		for line := range strings.Lines(text) {
			m := turn.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			if n, err := strconv.Atoi(m[1]); err == nil && n < len(said) {
				said[n] += " " + m[2]
			}
		}
		for n, gold := range golds[i] {
			got := markedWords(said[n])
			for _, p := range align(lowered(gold), lowered(got)) {
				out.add(gold[p[0]], got[p[1]])
			}
		}
	}
	return out, nil
}
