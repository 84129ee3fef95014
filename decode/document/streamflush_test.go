package document

import (
	"errors"
	"strings"
	"testing"
)

// flushed returns what a stream writes of words that come one by one, flushed after each so many, and how much of it was
// there before it was closed.
func flushed(t *testing.T, text string, every int, paused bool) (out, early string) {
	t.Helper()
	var b strings.Builder
	s, err := newDecider(t, Options{}).NewStream(t.Context(), &b, StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range strings.SplitAfter(text, " ") {
		if _, err = s.Write([]byte(w)); err == nil && every > 0 && i%every == every-1 {
			err = s.Flush(paused)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	early = b.String()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Flush(false); !errors.Is(err, ErrClosed) {
		t.Errorf("flushed when it is closed: %v", err)
	}
	return b.String(), early
}

// TestFlush: what is flushed comes earlier, and has the same words.
func TestFlush(t *testing.T) {
	const talk = "so um i was i was thinking that we should uh we should go to boston i mean to denver next week because the the office there has a meeting on tuesday and uh everybody is"
	words := func(s string) string {
		return strings.ToLower(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" .,?", r) }), " "))
	}
	want, early := flushed(t, talk, 0, false)
	if early != "" {
		t.Fatalf("%q is there anyway", early)
	}
	for _, paused := range []bool{false, true} {
		got, early := flushed(t, talk, 6, paused)
		if words(got) != words(want) || early == "" {
			t.Errorf("%v: %q, at first %q, want %q", paused, got, early, want)
		}
	}
	for _, same := range []string{"So, um, we left. Yes, we, we did. Then", "so um", "", "a\n", "Wir haben, äh, nicht gewusst, dass das so ist, und dann sind wir gegangen, weil es spät war"} {
		want, _ := flushed(t, same, 0, false)
		if got, _ := flushed(t, same, 1, true); got != want {
			t.Errorf("%q: %q, want %q", same, got, want)
		}
	}
}
