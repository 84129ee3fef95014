package formats

import "testing"

// TestTakenFrom reads where utterances are from, which starts a turn of its own.
func TestTakenFrom(t *testing.T) {
	f := mustRead(t, lines(
		`"speaker":"Ann","text":"so","taken_from":{"document":"a b.srt","speaker":"Ann","later":2.5}`,
		`"speaker":"Ann","text":"yes","taken_from":{"document":"c.txt"}`,
		`"speaker":"Ann","text":"no"`, `"speaker":"Ann","text":"and","taken_from":"c.txt"`, `"speaker":"Ann","text":"oh","taken_from":{"document":"c.txt","later":-1}`,
	), "a.jsonl", "")
	for u, want := range []Taken{{"a b.srt", "Ann", 2.5}, {Document: "c.txt"}, {}, {}, {}} {
		if got, ok := f.TakenFrom(u); got != want || ok != (want != Taken{}) {
			t.Errorf("utterance %d: %+v, %v, want %+v", u, got, ok, want)
		}
	}
	if n := len(f.Document.Turns); n != 2 {
		t.Errorf("%d turns, want 2", n)
	}
}
