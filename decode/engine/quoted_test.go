package engine

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// What is removed, in braces behind its label, may be a quotation by itself, or be repaired outside of the one that it is in.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]bool{
		`The word E{ "that" } that he used.`:     true,
		`"I like E{ it," } it said.`:             true,
		`They called it E{ "the thing," } the.`:  true,
		`E{ "The," } "the thing," she said.`:     false, // said once more in quotes
		`He said, E{ "I, } I can't."`:            false,
		`He told E{ the "big" story, } the one.`: false, // the quotation is inside
		`We call it F{ "like" } like they do.`:   true,
		`F{ "Uh," } he said.`:                    false,
		`She says F{ "um" } a lot.`:              true,
		`She says F{ “um” } a lot.`:              true,
		`It was, F{ you know, } fine.`:           false,
	} {
		before, rest, _ := strings.Cut(text, "{")
		label := map[byte]data.Label{'E': data.E, 'F': data.F}[before[len(before)-1]]
		removed, after, _ := strings.Cut(rest, "}")
		before = before[:len(before)-1]
		doc, err := transcript.ParseText(before+strings.TrimSpace(removed)+after, "test")
		if err != nil {
			t.Fatal(err)
		}
		sentence := doc.Sentence(transcript.Segment{Words: transcript.Span{End: len(doc.Words)}, Tokens: transcript.Span{End: len(doc.Tokens)}})
		from := len(strings.Fields(before))
		x := Stretch{From: from, To: from + len(strings.Fields(removed)), Label: label}
		if got := x.quoted(sentence.Written, x.To); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
