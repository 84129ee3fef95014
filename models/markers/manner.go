package markers

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// manner reports whether a word such as "well" is an adverb, of the participle behind it ("well known"), or of the words before it, where it
// ends what they say: "it went well, you know".
// Behind verbs that open what somebody said it is a marker: "he said well you know".
func (t *Text) manner(i int) bool {
	if !lang.Manner[t.Words[i]] {
		return false
	}
	if i+1 < len(t.Words) && t.Tags[i+1] == participle && (t.Written == nil || t.Written[i].After == data.NoMark) {
		return true
	}
	if i == 0 || t.Words[i-1] == "you" || lang.Quoting[t.Words[i-1]] {
		return false
	}
	acts := verbs[t.Tags[i-1]] && !lang.Copulas[t.Words[i-1]]
	behind := strings.Join(t.Words[i+1:min(i+4, len(t.Words))], " ")
	end := behind == "" || behind == "you know" || behind == "i mean"
	if t.Written == nil {
		return end && acts
	}
	before, after := t.marks(Span{From: i, To: i + 1})
	return before == data.NoMark && (end || after != data.NoMark && !strings.HasPrefix(behind, "i mean") && acts)
}

// means reports whether an occurrence ends with a verb whose object, a pronoun, is all that follows in its sentence, or in text with
// punctuation in its clause: "no, I mean it, seriously".
func (t *Text) means(x Span) bool {
	if x.To == len(t.Words) || !lang.Meaning[t.Words[x.To-1]] || !lang.Objects[t.Words[x.To]] {
		return false
	}
	object, ends := t.Words[x.To], x.To+1 == len(t.Words)
	if t.Written == nil {
		return ends
	}
	after := t.Written[x.To].After
	return t.Written[x.To-1].After == data.NoMark && (ends || after.Final() || after == data.ColonMark ||
		object == "it" && after != data.NoMark && t.Words[x.To+1] != object)
}

var (
	participle = m3n.Symbol("VBN")
	verbs      = map[uint32]bool{m3n.Symbol("VB"): true, m3n.Symbol("VBD"): true, m3n.Symbol("VBG"): true, participle: true, m3n.Symbol("VBP"): true, m3n.Symbol("VBZ"): true}
)
