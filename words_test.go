package tidytalk

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// spoken yields words with times, a word a third of a second, and then an error if one
// is given.
func spoken(text string, failure error) iter.Seq2[data.Token, error] {
	return func(yield func(data.Token, error) bool) {
		for i, w := range strings.Fields(text) {
			if !yield(data.Token{Text: w, Start: float64(i) / 3, End: float64(i+1) / 3, Timed: true}, nil) {
				return
			}
		}
		if failure != nil {
			yield(data.Token{}, failure)
		}
	}
}

// Words says the same of words that come one by one as LabelStream of all.
func TestWords(t *testing.T) {
	c := newCleaner(t, Options{LookAhead: 10})
	text := strings.Repeat("so i want a flight to bos- to boston uh i mean to denver and [laughs] then you know i will be home by by ten o'clock i guess ", 8)
	var s data.Sentence
	for x := range spoken(text, nil) {
		s.Tokens = append(s.Tokens, x)
	}
	want, err := c.LabelStream(t.Context(), &s)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for w, err := range c.Words(t.Context(), spoken(text, nil)) {
		if err != nil {
			t.Fatal(err)
		}
		if w.Text != s.Tokens[n].Text || w.Start != s.Tokens[n].Start {
			t.Fatalf("word %d is %+v", n, w)
		}
		gone := want.Labels[n] != data.O
		if (w.Reasons != 0) != gone && !w.Partial() || !w.Partial() && (w.Mark != want.Marks[n] || w.End != want.Ends[n] || w.Form != want.Forms[n]) {
			t.Errorf("word %d, %+v, is labelled %v %v", n, w, want.Labels[n], want.Marks[n])
		}
		n++
	}
	if n != len(s.Tokens) {
		t.Errorf("%d words of %d", n, len(s.Tokens))
	}
}

func TestWordsErrors(t *testing.T) {
	c := newCleaner(t, Options{})
	broken := errors.New("broken")
	var last error
	for _, err := range c.Words(t.Context(), spoken("we go", broken)) {
		last = err
	}
	if last != broken {
		t.Errorf("%v, want the error of the words", last)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range c.Words(ctx, spoken("we go home", nil)) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", last)
	}
	for range c.Words(t.Context(), spoken("we we go home", nil)) {
		break // whoever has had enough may stop
	}
}
