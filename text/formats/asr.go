package formats

import (
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// seconds returns the interval that two members of an object say, in units of seconds.
func seconds(n *node, from, to string, scale float64) transcript.Interval {
	a, ok := n.number(from)
	b, ok2 := n.number(to)
	if !ok || !ok2 {
		return transcript.Interval{}
	}
	return n.tree.f.interval(n.from, a*scale, b*scale, true)
}

// probability returns a member that is a confidence, 0 where there is none, or no number.
func probability(n *node, name string) float64 {
	p, _ := n.number(name)
	return confidence(p)
}

// confidence returns what is known by a number that is said to be a confidence.
func confidence(p float64) float64 {
	if !(p > 0) || math.IsInf(p, 0) {
		return 0
	}
	return min(p, 1)
}

// joined reports whether words bring their blanks along: one of them starts with one.
func joined(words []*node, name string) bool {
	for _, w := range words {
		if strings.HasPrefix(w.str(name), " ") {
			return true
		}
	}
	return false
}

// speakerOf returns the name of who says something: the first of some members that says
// it. A number becomes a name.
func speakerOf(n *node, names ...string) string {
	for _, name := range names {
		if m := n.get(name); m != nil && m.kind == 'n' {
			return "Speaker " + m.scalar()
		}
		if s := n.str(name); s != "" {
			return s
		}
	}
	return ""
}
