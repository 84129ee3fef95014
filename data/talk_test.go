package data_test

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func talkOf(text string) data.Talk {
	var s data.Sentence
	for w := range strings.FieldsSeq(text) {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	var t data.Talk
	t.AddAll(&s)
	return t
}

func TestTalk(t *testing.T) {
	for text, signs := range map[string]int{
		"we went to the beach":            0,
		"so Uh i i mean we went um home":  3,
		"it was very very long long ago":  0, // people write that
		"we had had enough of th- of the": 1,
	} {
		if got := talkOf(text); got.Signs != signs || got.Words != len(strings.Fields(text)) {
			t.Errorf("%s: %d signs in %d words", text, got.Signs, got.Words)
		}
	}
}

// TestTalkRate tells that the rate grows with the signs, that much edited text says more
// than little, and that nothing is supposed of talk that was not seen.
func TestTalkRate(t *testing.T) {
	edited := talkOf(strings.Repeat("we went to the beach ", 100))
	short := talkOf("we went to the beach")
	spoken := talkOf(strings.Repeat("we we went uh home ", 100))
	var none data.Talk
	if !(edited.Rate() < short.Rate() && short.Rate() < none.Rate() && none.Rate() < spoken.Rate()) {
		t.Errorf("rates %v edited, %v short, %v of nothing, %v spoken", edited.Rate(), short.Rate(), none.Rate(), spoken.Rate())
	}
}
