package document

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestLoopsSeenOnce(t *testing.T) {
	const again = "thank you all very much for that"
	doc := parse(t, "so yes\n"+strings.Repeat(again+"\n", 5)+"it's done")
	w := &work{Decider: newDecider(t, Options{}), doc: doc}
	if w.findLoops(); len(w.found) != 1 {
		t.Fatalf("%d loops", len(w.found))
	}
	w.cut()
	w.loops = newLoops(doc, w.found)
	all := transcript.Span{End: len(doc.Tokens)}
	s := data.Sentence{Tokens: make([]data.Token, len(doc.Tokens))}
	for i := range s.Tokens {
		s.Tokens[i].Text = doc.Tokens[i].Text
	}
	var once []string
	place := w.loops.places([]transcript.Span{all})
	for i, token := range w.loops.once(s, 0).Tokens {
		if doc.Tokens[place(i)].Text != token.Text {
			t.Errorf("token %d, %q, is put at %d", i, token.Text, place(i))
		}
		once = append(once, token.Text)
	}
	if got, want := strings.Join(once, " "), "so yes "+again+" it 's done"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w.decisions = decidedAs(strings.Repeat("R", len(doc.Tokens)))
	w.decisions[2].Cased = "Thank"
	w.fillLoops()
	if got, want := why(w.decisions, removedAs), "RR"+strings.Repeat("-", 7)+strings.Repeat("L", 28)+"RRR"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if d := w.decisions[9]; d.Cased != "Thank" || d.Label != data.O || d.Would != 0 || d.Confidence != 1 {
		t.Errorf("a copy: %+v", d)
	}
	for _, s := range []struct {
		loops *loops
		want  int
	}{{w.loops, 37}, {&loops{}, 9}} {
		if got := s.loops.next(9); got != s.want {
			t.Errorf("the next token is %d, want %d", got, s.want)
		}
	}
}
