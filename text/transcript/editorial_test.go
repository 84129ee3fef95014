package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestEditorialMarks takes out what editors do, in braces with the first letter of its kind behind: a dash at which the speaker breaks
// off stays, a tag leaves no question behind a statement.
func TestEditorialMarks(t *testing.T) {
	kinds := map[byte]data.Disfluencies{'o': data.Openers, 't': data.TagQuestions, 'h': data.Hedges, 'm': data.DiscourseMarkers, 'p': data.PartialWords}
	for _, c := range []struct{ in, want string }{
		{"You don't know how-- {yeah,}h you got me.", "You don't know how-- you got me."},
		{"You don't know how-- {well,}m you got me.", "You don't know how you got me."},
		{"It was -- {like}h -- late.", "It was late."},
		{"It was, {like,}h late.", "It was late."},
		{"We left. {So-- yeah.}o They came.", "We left. They came."},
		{"We look at it, {right-}p {right?}t {Like,}o we did.", "We look at it. We did."},
		{"Did you go, {right?}t We did.", "Did you go? We did."},
	} {
		var plain strings.Builder
		kind := make(map[int]data.Disfluencies) // by byte of the plain text
		for rest := c.in; rest != ""; {
			before, braced, ok := strings.Cut(rest, "{")
			plain.WriteString(before)
			if !ok {
				break
			}
			words, behind, _ := strings.Cut(braced, "}")
			for i := range words {
				kind[plain.Len()+i] = kinds[behind[0]]
			}
			plain.WriteString(words)
			rest = behind[1:]
		}
		d, err := ParseText(plain.String(), "x")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range d.Tokens {
			decisions[i].Why = kind[d.Tokens[i].Bytes.Start]
		}
		r := Rewriting{Remove: data.DefaultRemoved | data.Editorial}.AsWritten()
		if got := d.Edit(decisions, r).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}
