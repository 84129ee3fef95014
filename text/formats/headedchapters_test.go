package formats

import (
	"strings"
	"testing"
)

// TestVideoPage reads transcripts as they are copied from the page of a video.
func TestVideoPage(t *testing.T) {
	const below = "\n0:09\nand um then\n0:12\nwe went\n0:15\nto the shop\n0:18\nto get\n1:01\nsome bread\n1:05\nwhich was\n1:09\ngone\n"
	for _, c := range []struct{ name, src, said string }{
		{"a line below each time", "0:00\nso we met\n0:05\nat noon" + below, "so we met at noon and um then we went to the shop to get some bread which was gone"},
		{"titles of chapters", "0:00\nso we met\n0:05\nat noon\nGetting bread" + below, "so we met at noon and um then we went to the shop to get some bread which was gone"},
		{"a second line that is said", "0:00\nso we met\n0:05\nat noon\nat the door" + below, "so we met at noon at the door and um then we went to the shop to get some bread which was gone"},
		{"more lines below a time", "0:00\nso we met\nat the\ndoor\n0:05\nat noon\nGetting bread" + below, "so we met at the door at noon Getting bread and um then we went to the shop to get some bread which was gone"},
		{"times in words", "0:00\n0 seconds\nso we met\n0:05\n5 seconds\nat noon\n1:05\n1 minute, 5 seconds\nin town\n1:00:02\n1 hour, 2 seconds\nso\n", "so we met at noon in town so"},
		{"other times in words", "0:00\nso we met\n0:05\n7 seconds\n0:09\nwe had\n", "so we met 7 seconds we had"},
	} {
		f := mustRead(t, c.src, "a.txt", "")
		if f.Format != Headed {
			t.Errorf("%s is %s", c.name, f.Format)
		}
		var said []string
		for _, u := range f.Transcript(keepAll(f)).Utterances {
			said = append(said, u.Text())
		}
		if got := strings.Join(said, " "); got != c.said {
			t.Errorf("%s: got %q, not %q", c.name, got, c.said)
		}
		if got, want := f.Rewrite(dropFillers(f)), strings.Replace(c.src, "and um then", "and then", 1); got != want {
			t.Errorf("%s: cleaned it is %q", c.name, got)
		}
	}
}
