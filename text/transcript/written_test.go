package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// marks are how the tests write punctuation marks.
var marks = [data.NumMarks]string{"", "=", `"`, "(", ",", ":", "^", "--", "...", ".", "!", "?"}

var shapes = [...]string{"", "a", "A", "AA", "aA", "1"}

// TestWritten tells how tokens are written: the punctuation mark before, the token, its shape, and the
// mark after it.
func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"I came, I saw. Fine.":                       "I/A came/a, I/A saw/a. | Fine/A.",
		"Well... you know -- it's 10:30, OK?":        "Well/A... you/a know/a-- it/a 's/a 10:30/1, OK/AA?",
		`He said, "Go (now)," and left.`:             `He/A said/a, "Go/A (now/a, and/a left/a.`,
		"an open-source tool - a McDonald; yes: no.": "an/a open-source/a tool/a-- a/a McDonald/aA, yes/a: no/a.",
		"So I--I went… home.":                        "So/A I/A-- I/A went/a... home/a.",
		"i went home. so did he.":                    "i/ went/ home/. | so/ did/ he/.",
		"At 5 a.m. we left.":                         "At/A 5/1 a.m./a we/a left/a.",
	} {
		d, err := transcript.ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range d.Segments(transcript.SegmentAuto) {
			if len(out) > 0 {
				out = append(out, "|")
			}
			sentence := d.Sentence(s)
			for i, w := range sentence.Written {
				out = append(out, fmt.Sprintf("%s%s/%s%s", marks[w.Before], sentence.Tokens[i].Text, shapes[w.Shape], marks[w.After]))
			}
		}
		if got := strings.Join(out, " "); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestWrittenBare tells that nothing is known of text without punctuation.
func TestWrittenBare(t *testing.T) {
	d, err := transcript.ParseText("so i went home and i was like what is this", "test")
	if err != nil {
		t.Fatal(err)
	}
	if s := d.Sentence(d.Segments(transcript.SegmentAuto)[0]); s.Written != nil {
		t.Errorf("bare text is written: %v", s.Written)
	}
}
