package harm

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/research/quality"
)

// commaFillers are the words of which the stretches are whose commas are compared.
var commaFillers = strings.Fields("uh um er ah eh like you know i mean so well")

// marksAfter returns what stands behind each word of a text, up to the next; nil where they are
// not the words that quality.Words tells.
func marksAfter(text string, words []string) []string {
	out := make([]string, len(words))
	rest := strings.ReplaceAll(strings.ToLower(text), "’", "'")
	for i, w := range words {
		at := strings.Index(rest, w)
		if at < 0 {
			return nil
		}
		if i > 0 {
			out[i-1] = rest[:at]
		}
		rest = rest[at+len(w):]
	}
	if n := len(words); n > 0 {
		out[n-1] = rest
	}
	return out
}

// addCommas compares the commas where fillers were within a sentence, which are gone as the editor
// has it, between words that are kept.
func (s *PairScore) addCommas(p Pair, cleaned string, said []string, gold, gone []bool) {
	before := marksAfter(p.Verbatim, said)
	editor := marksAfter(p.Clean, quality.Words(p.Clean))
	ours := marksAfter(cleaned, quality.Words(cleaned))
	if before == nil || editor == nil || ours == nil {
		return
	}
	last, e, o := -1, -1, -1 // the last word that both keep, and which word of theirs it is
	at, to := -1, -1
	for i := range said {
		if !gold[i] {
			e++
		}
		if !gone[i] {
			o++
		}
		switch {
		case gold[i] && gone[i] && slices.Contains(commaFillers, said[i]):
		case gold[i] || gone[i]:
			last = -1
		default:
			if last >= 0 && i > last+1 && !strings.ContainsAny(strings.Join(before[last:i], ""), ".?!") {
				s.Commas.Add(strings.ContainsAny(editor[at], ",;:"), strings.ContainsAny(ours[to], ",;:"))
				s.Places++
			}
			last, at, to = i, e, o
		}
	}
}

// CommasAgree returns the part of the places at which there is a comma, or none, as the editor
// has it.
func (s *PairScore) CommasAgree() float64 {
	return 1 - float64(s.Commas.FP+s.Commas.FN)/float64(max(1, s.Places))
}
