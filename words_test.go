package tidytalk_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// spoken yields words with times, a word a third of a second, and then an error if one
// is given.
func spoken(text string, failure error) iter.Seq2[tidytalk.Word, error] {
	return func(yield func(tidytalk.Word, error) bool) {
		for i, w := range strings.Fields(text) {
			if !yield(tidytalk.Word{Text: w, Start: float64(i) / 3, End: float64(i+1) / 3, Timed: true}, nil) {
				return
			}
		}
		if failure != nil {
			yield(tidytalk.Word{}, failure)
		}
	}
}

// Words says the same of words that come one by one as Tokens of all.
func TestWords(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{LookAhead: 10})
	text := strings.Repeat("so i want a flight to bos- to boston uh i mean to denver and [laughs] then you know i will be home by by ten o'clock i guess ", drawn.Few(8, 3))
	var s []tidytalk.Word
	for x := range spoken(text, nil) {
		s = append(s, x)
	}
	all, err := c.Tokens(t.Context(), [][]tidytalk.Word{s})
	if err != nil {
		t.Fatal(err)
	}
	want, n := all[0].Decisions, 0
	for w, err := range c.Words(t.Context(), spoken(text, nil)) {
		if err != nil {
			t.Fatal(err)
		}
		if w.Word != s[n] {
			t.Fatalf("word %d is %+v", n, w)
		}
		removed, partial := want[n].Label != data.O, data.IsPartial(w.Text)
		if (w.Why != 0) != removed && !partial || !partial && (w.Punct != want[n].Punct || w.Decision.End != want[n].End || w.Cased != want[n].Cased) {
			t.Errorf("word %d, %+v, is decided as %+v", n, w, want[n])
		}
		if w.Why != want[n].Why || w.Label != want[n].Label || w.Problem != nil {
			t.Errorf("word %d, %+v, is decided as %+v", n, w, want[n])
		}
		n++
	}
	if n != len(s) {
		t.Errorf("%d words of %d", n, len(s))
	}
}

func TestWordsErrors(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
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
	plain := cleanerOf(t, bundletest.Load(t, bundle.Default()[:2]...), tidytalk.Options{})
	n := 0
	for _, err := range plain.Words(t.Context(), spoken("we go", nil)) {
		if n++; !errors.Is(err, tidytalk.ErrNoStreams) || n > 1 {
			t.Errorf("without parts for streams: %v", err)
		}
	}
	if n == 0 {
		t.Error("without parts for streams: no error")
	}
}
