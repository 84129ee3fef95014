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

// TestWrittenRestart tells before which words a capital counts as a dash: those that open clauses, after a small word,
// with no mark between.
func TestWrittenRestart(t *testing.T) {
	for text, want := range map[string]string{
		"Why are you gonna go They were gonna go.":   "go",
		"So Mom didn't want me to We had to go, so.": "to",
		"It's just She's such a nightmare.":          "just",
		"They took it There’s more of it.":           "it",
		"Well I saw And I said so.":                  "saw",
		"He don't You know I really don't.":          "n't",

		"They would, They will.":                             "", // there is a mark
		"We read On Writing Well, and went to The Hague.":    "",
		"I read the story And Then There Were None.":         "", // a title
		"It was on the BBC When we saw it.":                  "", // the word before is no small one
		"I know So Mom did.":                                 "", // a name may start
		"So then I saw what I did and why I'm here.":         "",
		"You can take a No. 22 bus. We met in May and left.": "",
		"It has marks, e.g. You and me.":                     "",
		"It was a wor- That was it.":                         "", // a partial word has a sign of its own
		"Take IT or leave it, when WE say so.":               "", // the shapes of abbreviations and stress
		"WHY ARE YOU GONNA GO THEY WERE GONNA GO.":           "",
		"why are you gonna go. they were. i know I was.":     "",
		"I went home\nAnd you stayed.":                       "", // as in verse
		"I went [noise] And you stayed.":                     "",
	} {
		d, err := transcript.ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range d.Segments(transcript.SegmentAuto) {
			sentence := d.Sentence(s)
			for i, w := range sentence.Written {
				if w.After == data.DashMark {
					out = append(out, sentence.Tokens[i].Text)
				}
			}
		}
		if got := strings.Join(out, " "); got != want {
			t.Errorf("%s: a dash after %q, want %q", text, got, want)
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
