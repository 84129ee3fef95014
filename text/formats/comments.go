package formats

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Comment is what a person notes about words that follow one another, or the colour that they are marked with, or
// both. Word documents and pages show it; other files have no place for it.
type Comment struct {
	Words     transcript.Span // in Document.Words
	Text      string          // "": none; a line of it is a paragraph
	Highlight string          // "": none; else one of Highlights
}

// ErrComment is wrapped by the errors of CheckComment.
var ErrComment = errors.New("no such comment")

// MostComment is the length, in bytes, of the longest text of a comment.
const MostComment = 16 << 10

// highlights are the colours, and what Word calls them.
var highlights = [...]struct{ name, word string }{
	{"yellow", "yellow"}, {"green", "green"}, {"blue", "cyan"}, {"pink", "magenta"}, {"gray", "lightGray"},
}

// Highlights returns the colours of comments.
func Highlights() []string {
	var out []string
	for _, h := range highlights {
		out = append(out, h.name)
	}
	return out
}

// wordHighlight returns what Word calls a colour, "" for none.
func wordHighlight(name string) string {
	for _, h := range highlights {
		if h.name == name {
			return h.word
		}
	}
	return ""
}

// CheckComment returns why a comment cannot be about the file: it is about no words, or about such as are not there,
// or it is too long, or says nothing; nil if it can. Errors wrap ErrComment.
func (f *File) CheckComment(c Comment) error {
	switch n := len(f.Document.Words); {
	case c.Words.Start < 0 || c.Words.End > n || c.Words.Start >= c.Words.End:
		return fmt.Errorf("%w: there are no words from %d to %d: there are %d, from 0", ErrComment, c.Words.Start, c.Words.End, n)
	case len(c.Text) > MostComment:
		return fmt.Errorf("%w: its text has more than %d KiB: shorten it", ErrComment, MostComment>>10)
	case c.Highlight != "" && wordHighlight(c.Highlight) == "":
		return fmt.Errorf("%w: the colour %q is unknown: use %s", ErrComment, c.Highlight, prose.Or(Highlights()))
	case c.Highlight == "" && strings.TrimSpace(c.Text) == "":
		return fmt.Errorf("%w: it has neither a text nor a colour", ErrComment)
	}
	return nil
}

// comments returns those of a plan that can be about the file, by their first words.
func (f *File) comments(p *Plan) []Comment {
	if p == nil {
		return nil
	}
	var out []Comment
	for _, c := range p.Comments {
		if f.CheckComment(c) == nil {
			c.Text = strings.TrimSpace(c.Text)
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Comment) int { return a.Words.Start - b.Words.Start })
	return out
}

// highlightsOf returns the colours that words are marked with: of several that of the comment that starts last.
func highlightsOf(comments []Comment) map[int]string {
	out := make(map[int]string)
	for i := range comments {
		for w := comments[i].Words.Start; w < comments[i].Words.End && comments[i].Highlight != ""; w++ {
			out[w] = comments[i].Highlight
		}
	}
	return out
}
