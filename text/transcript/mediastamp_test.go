package transcript

import (
	"math"
	"testing"
)

func TestMediaStamp(t *testing.T) {
	for _, c := range []struct {
		src     string
		seconds float64
		n       int
	}{
		{"#00:01:02-3# so", 62.3, 12},
		{"#1:00:02-3#", 3602.3, 11},
		{"#00:01:02#", 62, 10},
		{"¤<12345>so", 12.345, 9},
		{"¤(0:00:12.3)", 12.3, 13},
		{"¤(1:02)", 62, 8},
		{"#1", 0, 0},
		{"#garden", 0, 0},
		{"#00:01:02-3", 0, 0},
		{"¤<so>", 0, 0},
		{"00:01:02", 0, 0},
	} {
		seconds, n := MediaStamp(c.src)
		if n != c.n || math.Abs(seconds-c.seconds) > 1e-9 {
			t.Errorf("%q leads to %g, %d bytes", c.src, seconds, n)
		}
	}
}

// TestMediaStampsAreNotes takes links to the recording for no words, where they are glued to one, too.
func TestMediaStampsAreNotes(t *testing.T) {
	d, err := ParseText("B: so we went#00:00:12-3# home ¤<14000>then\n", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for i := range d.Words {
		if d.Words[i].Tokens.Len() > 0 {
			words = append(words, d.Text(d.Words[i].Core))
		}
	}
	if got := len(words); got != 5 || words[2] != "went" || words[4] != "then" {
		t.Errorf("the words are %q", words)
	}
}
