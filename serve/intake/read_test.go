package intake

import "testing"

func TestOutputName(t *testing.T) {
	for _, c := range []struct{ rel, to, want string }{
		{"a/x.txt", "", "a/x.txt"},
		{"a/x.md", "", "a/x.md"},
		{"a/x.TXT", "labels", "a/x.labels"},
		{"a/x.txt", "text", "a/x.txt"},
		{"a/interview.2024", "jsonl", "a/interview.2024.jsonl"},
		{"a.txt/x", "text", "a.txt/x.txt"},
	} {
		if got := OutputName(c.rel, c.to); got != c.want {
			t.Errorf("%s to %q is %s, want %s", c.rel, c.to, got, c.want)
		}
	}
}
