package readers

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/tidytalk/tidytalk/research/marked"
)

// The words of a passage: enough to follow what is said, few enough to be read at once.
const (
	fewest = 40
	most   = 80
)

// Passage is a stretch of a dialogue. Its speakers are called S1, S2 and so on.
type Passage struct {
	Source string
	Turns  []Turn
}

// Bare returns the passage without marks and case.
func (p *Passage) Bare() []Turn {
	out := make([]Turn, len(p.Turns))
	for i, t := range p.Turns {
		out[i] = Turn{t.Speaker, marked.Bare(t.Text)}
	}
	return out
}

// textOf writes turns as a transcript.
func textOf(turns []Turn) string {
	var b strings.Builder
	for _, t := range turns {
		fmt.Fprintf(&b, "%s: %s\n", t.Speaker, t.Text)
	}
	return b.String()
}

var labelled = regexp.MustCompile(`^(S\d+): ?(.*)$`)

// turnsOf is the inverse of textOf.
func turnsOf(text string) []Turn {
	var out []Turn
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := labelled.FindStringSubmatch(line)
		switch {
		case m != nil:
			out = append(out, Turn{m[1], m[2]})
		case len(out) > 0 && line != "":
			out[len(out)-1].Text += " " + line
		}
	}
	return out
}

// Choose chooses n passages of 40 to 80 words, as many of each source as there are, that
// share no line. What is chosen of a source depends on the seed and on nothing of the
// other sources but how many they have. It returns fewer where there are no more.
func Choose(sources []Source, n int, seed uint64) []Passage {
	all := make([][]Passage, len(sources))
	for i := range sources {
		all[i] = drawn(&sources[i], n, seed)
	}
	take := make([]int, len(all))
	for round := 0; n > 0; round++ {
		left := false
		for i := range all {
			if n > 0 && round < len(all[i]) {
				take[i]++
				n--
				left = true
			}
		}
		if !left {
			break
		}
	}
	var out []Passage
	for i := range all {
		out = append(out, all[i][:take[i]]...)
	}
	return out
}

// drawn draws at most n passages of a source.
func drawn(s *Source, n int, seed uint64) []Passage {
	type place struct{ dialogue, line int }
	var places []place
	used := make([][]bool, len(s.Dialogues))
	for d, lines := range s.Dialogues {
		used[d] = make([]bool, len(lines))
		for l := range lines {
			places = append(places, place{d, l})
		}
	}
	h := fnv.New64a()
	h.Write([]byte(s.Name))
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	var out []Passage
	for _, p := range places {
		if len(out) == n {
			break
		}
		lines := s.Dialogues[p.dialogue]
		to, words := p.line, 0
		for to < len(lines) && words < fewest && !used[p.dialogue][to] {
			words += len(marked.Words(lines[to].Text))
			to++
		}
		if words < fewest || words > most {
			continue
		}
		for l := p.line; l < to; l++ {
			used[p.dialogue][l] = true
		}
		out = append(out, Passage{s.Name, joined(lines[p.line:to])})
	}
	return out
}

// joined makes one turn of those of a speaker that follow each other, and calls the
// speakers S1, S2 and so on.
func joined(lines []Turn) []Turn {
	names := make(map[string]string)
	var out []Turn
	for _, l := range lines {
		name := names[l.Speaker]
		if name == "" {
			name = fmt.Sprintf("S%d", len(names)+1)
			names[l.Speaker] = name
		}
		text := marked.Plain(l.Text)
		if k := len(out) - 1; k >= 0 && out[k].Speaker == name {
			out[k].Text += " " + text
			continue
		}
		out = append(out, Turn{name, text})
	}
	return out
}
