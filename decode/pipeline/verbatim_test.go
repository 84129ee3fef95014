package pipeline

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestKeepVerbatim keeps what is written verbatim, but where another one takes its place.
func TestKeepVerbatim(t *testing.T) {
	for _, c := range []struct{ name, text, decided, want string }{
		{"words", "we uh we go", "RF--", "RF--"},
		{"a filler", "look at #uh", "--F", "---"},
		{"a repair", "go to um.js go", "RRR-", "----"},
		{"one that is said again", "um.js is um.js is it", "RR---", "RR---"},
		{"one that another takes the place of", "to ann@x.com uh to bo@x.com", "RRF--", "RRF--"},
		{"too far away", "um.js so a b c d e f g h um.js", "R----------", "-----------"},
		{"a filler before one", "uh @ann @ann go", "FR--", "FR--"},
		{"words behind it", "@ann we we go", "-R--", "-R--"},
	} {
		words, decisions := signed(c.text, c.decided)
		keepVerbatim(words, decisions)
		if got := shown(decisions); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// signed returns words with decisions: a sign for each, "F" of a filled pause, "R" of a repair, and "-" of one that is kept.
func signed(text, signs string) (words []data.Token, decisions []data.Decision) {
	labels := map[byte]data.Decision{
		'-': {}, 'F': {Label: data.F, Kind: data.FilledPause, Why: data.FilledPauses},
		'R': {Label: data.E, Why: data.Repairs, Would: data.Repairs},
	}
	for i, w := range strings.Fields(text) {
		words, decisions = append(words, data.Token{Text: w}), append(decisions, labels[signs[i]])
	}
	return words, decisions
}

// shown returns decisions as signed takes them.
func shown(decisions []data.Decision) string {
	var b strings.Builder
	for i := range decisions {
		switch d := &decisions[i]; {
		case d.Why == 0 && d.Would == 0 && d.Label == data.O:
			b.WriteByte('-')
		case d.Label == data.E:
			b.WriteByte('R')
		default:
			b.WriteByte('F')
		}
	}
	return b.String()
}
