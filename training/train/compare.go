package train

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Compared is what was said in a conversation, compared with what an editor has made of it.
type Compared struct {
	Name string
	Said *transcript.Document
	// Kept says of each token whether the editor has it, too, Changed whether it is next to words that were not said.
	Kept, Changed []bool
}

// ComparePairs returns pairs as conversations, each pair as a turn of a speaker of its own. Those of one
// conversation (see ConversationOf) follow each other.
func ComparePairs(pairs []Pair) ([]Compared, error) {
	var out []Compared
	for from := 0; from < len(pairs); {
		name := ConversationOf(pairs[from].ID)
		to := from + 1
		for to < len(pairs) && ConversationOf(pairs[to].ID) == name {
			to++
		}
		c, err := comparePairs(name, pairs[from:to])
		if err != nil {
			return nil, err
		}
		out = append(out, c)
		from = to
	}
	return out, nil
}

// comparePairs compares the pairs of a conversation.
func comparePairs(name string, pairs []Pair) (Compared, error) {
	var text strings.Builder
	for i, p := range pairs {
		fmt.Fprintf(&text, "P%d: %s\n", i, p.Verbatim)
	}
	said, err := transcript.ParseText(text.String(), name)
	if err != nil {
		return Compared{}, err
	}
	c := Compared{name, said, make([]bool, len(said.Tokens)), make([]bool, len(said.Tokens))}
	for _, turn := range said.Turns {
		var k int
		s := tokensOf(said, &turn)
		if _, err := fmt.Sscanf(turn.Speaker, "P%d", &k); err != nil || k >= len(pairs) || s.Len() == 0 {
			for t := s.Start; t < s.End; t++ { // what was typed looks like a speaker
				c.Kept[t], c.Changed[t] = true, true
			}
			continue
		}
		edited, err := transcript.ParseText(pairs[k].Clean+"\n", pairs[k].ID)
		if err != nil {
			return Compared{}, err
		}
		kept, changed := align(lowered(said.Tokens[s.Start:s.End]), lowered(edited.Tokens))
		copy(c.Kept[s.Start:], kept)
		copy(c.Changed[s.Start:], changed)
	}
	return c, nil
}

// CompareTranscripts compares two transcripts of a conversation.
func CompareTranscripts(name string, said, edited *transcript.Document) Compared {
	kept, changed := align(lowered(said.Tokens), lowered(edited.Tokens))
	return Compared{name, said, kept, changed}
}

// Pure reports whether the editor did nothing in a turn but take out words, one at least.
func (c *Compared) Pure(turn int) bool {
	out := false
	s := tokensOf(c.Said, &c.Said.Turns[turn])
	for t := s.Start; t < s.End; t++ {
		if c.Changed[t] {
			return false
		}
		out = out || !c.Kept[t]
	}
	return out
}

// ConversationOf returns the id of the conversation that a pair is of: its own without the number of the pair behind a last "-".
func ConversationOf(id string) string {
	if i := strings.LastIndexByte(id, '-'); i > 0 && strings.Trim(id[i+1:], "0123456789") == "" {
		return id[:i]
	}
	return id
}

// tokensOf returns the tokens of a turn.
func tokensOf(d *transcript.Document, turn *transcript.Turn) transcript.Span {
	if turn.Words.Len() == 0 {
		return transcript.Span{}
	}
	return transcript.Span{Start: d.Words[turn.Words.Start].Tokens.Start, End: d.Words[turn.Words.End-1].Tokens.End}
}

// lowered returns the words of tokens in lower case.
func lowered(tokens []transcript.Token) []string {
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = strings.ToLower(tokens[i].Text)
	}
	return out
}
