package markers

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// manner reports whether a word is "well" as an adverb, of the participle behind it ("well known"), or of the words before it, where it
// ends what they say: "it went well, you know".
// Behind verbs that open what somebody said it is a marker: "he said well you know".
func (t *Text) manner(i int) bool {
	if t.Words[i] != "well" {
		return false
	}
	if i+1 < len(t.Words) && t.Tags[i+1] == participle && (t.Written == nil || t.Written[i].After == data.NoMark) {
		return true
	}
	if i == 0 || t.Words[i-1] == "you" || opens[t.Words[i-1]] {
		return false
	}
	behind := strings.Join(t.Words[i+1:min(i+4, len(t.Words))], " ")
	end := behind == "" || behind == "you know" || behind == "i mean"
	if t.Written == nil {
		return end && verbs[t.Tags[i-1]] && !being[t.Words[i-1]]
	}
	before, after := t.marks(Span{From: i, To: i + 1})
	return before == data.NoMark && (end || after != data.NoMark && !strings.HasPrefix(behind, "i mean") && verbs[t.Tags[i-1]] && !being[t.Words[i-1]])
}

var (
	opens      = setOf("say says said saying think thinks thought like and but so or because oh uh um")
	being      = setOf("be am are is was were been 's 're 'm")
	participle = m3n.Symbol("VBN")
	verbs      = symbolsOf("VB VBD VBG VBN VBP VBZ")
)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

func symbolsOf(tags string) map[uint32]bool {
	set := make(map[uint32]bool)
	for _, tag := range strings.Fields(tags) {
		set[m3n.Symbol(tag)] = true
	}
	return set
}
