package formats

import (
	"strings"
	"testing"
)

// TestDropCues takes out cues and lines all of whose words are removed, with what hangs on
// them: numbers, labels, tags.
func TestDropCues(t *testing.T) {
	const t1, t2, t3 = "00:00:01,000 --> 00:00:02,000\n", "00:00:03,000 --> 00:00:04,000\n", "00:00:05,000 --> 00:00:06,000\n"
	for _, c := range []struct {
		name, src, want string
		keepEmpty       bool
	}{
		{"a cue", "1\n" + t1 + "Um,\n\n2\n" + t2 + "we left.\n", "1\n" + t2 + "We left.\n", false},
		{"the last cue", "1\n" + t1 + "We left.\n\n2\n" + t2 + "Um.\n", "1\n" + t1 + "We left.\n\n", false},
		{"all cues", "1\n" + t1 + "Um,\n\n2\n" + t2 + "uh.\n", "", false},
		{"a cue that is kept", "1\n" + t1 + "Um,\n\n2\n" + t2 + "we left.\n", "1\n" + t1 + "\n2\n" + t2 + "We left.\n", true},
		{"a label goes on", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "we left.\n", "1\n" + t2 + "JO: We left.\n", false},
		{"over two cues", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "uh,\n\n3\n" + t3 + "we left.\n", "1\n" + t3 + "JO: We left.\n", false},
		{"to a line", "1\n" + t1 + "JO: Um,\nwe left.\n", "1\n" + t1 + "JO: We left.\n", false},
		{"not to another speaker", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "AL: We left.\n", "1\n" + t2 + "AL: We left.\n", false},
		{"not where it is there", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "JO: We left.\n", "1\n" + t2 + "JO: We left.\n", false},
		{"not after a dash", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "- We left.\n", "1\n" + t2 + "- We left.\n", false},
		{"before a tag", "1\n" + t1 + "JO: Um,\n\n2\n" + t2 + "<i>we left.</i>\n", "1\n" + t2 + "JO: <i>We left.</i>\n", false},
		{"a line", "1\n" + t1 + "Yes.\nUm,\nwe left.\n", "1\n" + t1 + "Yes.\nWe left.\n", false},
		{"the last line", "1\n" + t1 + "We left\num.\n\n2\n" + t2 + "Yes.\n", "1\n" + t1 + "We left.\n\n2\n" + t2 + "Yes.\n", false},
		{"the last line, without its end", "1\n" + t1 + "We left\num.", "1\n" + t1 + "We left.\n", false},
		{"a dialogue", "1\n" + t1 + "- Um.\n- We left.\n", "1\n" + t1 + "- We left.\n", false},
		{"a note stays", "1\n" + t1 + "Um [laughs]\n", "1\n" + t1 + "[laughs]\n", false},
		{"music stays", "1\n" + t1 + "♪ um ♪\n\n2\n" + t2 + "♪ Um.\n", "1\n" + t1 + "♪ um ♪\n\n2\n" + t2 + "♪ Um.\n", false},
		{"a cue without text stays", "1\n" + t1 + "\n2\n" + t2 + "Um, yes.\n", "1\n" + t1 + "\n2\n" + t2 + "Yes.\n", false},
		{"an empty line in a cue", "1\n" + t1 + "Um,\n\nuh\n\n2\n" + t2 + "yes.\n", "1\n" + t2 + "Yes.\n", false},
		{"numbers that start elsewhere", "7\n" + t1 + "Um.\n\n8\n" + t2 + "Yes.\n", "7\n" + t2 + "Yes.\n", false},
		{"numbers here and there", "1\n" + t1 + "Yes.\n\n" + t2 + "Um.\n\n2\n" + t3 + "No.\n", "1\n" + t1 + "Yes.\n\n2\n" + t3 + "No.\n", false},
		{"a pair of tags", "1\n" + t1 + "We <i>um</i> left.\n", "1\n" + t1 + "We left.\n", false},
		{"pairs in pairs", "1\n" + t1 + "We <b><i>um</i>, uh</b> left.\n", "1\n" + t1 + "We left.\n", false},
		{"a pair with a word left", "1\n" + t1 + "We <i>um, both</i> left.\n", "1\n" + t1 + "We <i>both</i> left.\n", false},
		{"a blank before a tag", "1\n" + t1 + "We, <i>um</i> left.\n", "1\n" + t1 + "We left.\n", false},
		{"half a pair in a line that goes", "1\n" + t1 + "<i>Um,\nwe left.</i>\n", "1\n" + t1 + "<i>We left.</i>\n", false},
		{"the other half", "1\n" + t1 + "<i>We left,\num.</i>\n", "1\n" + t1 + "<i>We left.</i>\n", false},
		{"the other half two lines on", "1\n" + t1 + "<i>We left,\num,\nuh.</i>\n", "1\n" + t1 + "<i>We left.</i>\n", false},
		{"both halves", "1\n" + t1 + "Yes,\n<i>um,\nuh,</i>\nwe left.\n", "1\n" + t1 + "Yes,\nwe left.\n", false},
		{"both halves within lines", "1\n" + t1 + "We <i>um,\nuh</i> left.\n", "1\n" + t1 + "We\nleft.\n", false},
		{"both halves at the end", "1\n" + t1 + "We left <i>um,\nuh</i>.\n", "1\n" + t1 + "We left.\n", false},
		{"half a pair, kept", "1\n" + t1 + "<i>Um,\nuh</i>\n\n2\n" + t2 + "Yes.\n", "1\n" + t1 + "\n2\n" + t2 + "Yes.\n", true},
		{"a tag that is never closed", "1\n" + t1 + "{\\an8}Um,\nwe left.\n", "1\n" + t1 + "{\\an8}We left.\n", false},
		{"a tag that is none", "1\n" + t1 + "We <um> left.\n", "1\n" + t1 + "We <um> left.\n", false},
	} {
		t.Run(c.name, func(t *testing.T) { checkDrop(t, SRT, c.src, c.want, c.keepEmpty) })
	}
}

// TestDropVTT is TestDropCues for what is WebVTT's own.
func TestDropVTT(t *testing.T) {
	const t1, t2, t3 = "00:01.000 --> 00:02.000\n", "00:03.000 --> 00:04.000 align:start\n", "00:05.000 --> 00:06.000\n"
	for _, c := range []struct {
		name, src, want string
		keepEmpty       bool
	}{
		{"a cue", "WEBVTT\n\n" + t1 + "Um,\n\n" + t2 + "we left.\n", "WEBVTT\n\n" + t2 + "We left.\n", false},
		{"names", "WEBVTT\n\none\n" + t1 + "Um,\n\ntwo\n" + t2 + "we left.\n", "WEBVTT\n\ntwo\n" + t2 + "We left.\n", false},
		{"numbers", "WEBVTT\n\n1\n" + t1 + "Um,\n\n2\n" + t2 + "we left.\n", "WEBVTT\n\n1\n" + t2 + "We left.\n", false},
		{"numbers and none", "WEBVTT\n\n1\n" + t1 + "We left.\n\n" + t2 + "Um.\n\n2\n" + t3 + "Yes.\n", "WEBVTT\n\n1\n" + t1 + "We left.\n\n2\n" + t3 + "Yes.\n", false},
		{"blocks stay", "WEBVTT\n\nNOTE um\n\n" + t1 + "Um,\n\nNOTE uh\n\n" + t2 + "we left.\n", "WEBVTT\n\nNOTE um\n\nNOTE uh\n\n" + t2 + "We left.\n", false},
		{"a voice goes with its line", "WEBVTT\n\n" + t1 + "<v Jo>Um.</v>\n<v Al>We left.</v>\n", "WEBVTT\n\n" + t1 + "<v Al>We left.</v>\n", false},
		{"a voice that is not closed", "WEBVTT\n\n" + t1 + "<v Jo>Um,\nwe left.\n", "WEBVTT\n\n" + t1 + "<v Jo>We left.\n", false},
		{"a voice that is not closed, kept", "WEBVTT\n\n" + t1 + "<v Jo>Um,\nuh.\n\n" + t2 + "Yes.\n", "WEBVTT\n\n" + t1 + "\n" + t2 + "Yes.\n", true},
		{"times go with their line", "WEBVTT\n\n" + t1 + "Um, <00:01.500>uh,\nwe left.\n", "WEBVTT\n\n" + t1 + "We left.\n", false},
		{"classes", "WEBVTT\n\n" + t1 + "We <c.loud.x>um</c> left.\n", "WEBVTT\n\n" + t1 + "We left.\n", false},
		{"references", "WEBVTT\n\n" + t1 + "Q&amp;A, um, &lt;now&gt;\n", "WEBVTT\n\n" + t1 + "Q&amp;A &lt;now&gt;\n", false},
		{"a reference next to what goes", "WEBVTT\n\n" + t1 + "so&nbsp;um&nbsp;yes\n", "WEBVTT\n\n" + t1 + "so&nbsp;yes\n", false},
	} {
		t.Run(c.name, func(t *testing.T) { checkDrop(t, VTT, c.src, c.want, c.keepEmpty) })
	}
}

// checkDrop removes the fillers from a file, with either kind of line ends.
func checkDrop(t *testing.T, format Format, src, want string, keepEmpty bool) {
	t.Helper()
	for _, end := range []string{"\n", "\r\n"} {
		src, want := strings.ReplaceAll(src, "\n", end), strings.ReplaceAll(want, "\n", end)
		f := mustRead(t, src, "drop", format)
		d := dropFillers(f)
		d.KeepEmpty = keepEmpty
		if got := f.Rewrite(d); got != want {
			t.Fatalf("%q\n   becomes %q\n       not %q", src, got, want)
		}
	}
}

// TestDropElements takes elements out of lists, with their commas.
func TestDropElements(t *testing.T) {
	for _, c := range []struct {
		name      string
		format    Format
		src, want string
		keepEmpty bool
	}{
		{"the first", Whisper, `{"segments":[{"text":" Um.","start":0,"end":1}, {"text":" Yes."}]}`, `{"segments":[{"text":" Yes."}]}`, false},
		{"the last", Whisper, `{"segments":[{"text":" Yes."} , {"text":" Um."} ]}`, `{"segments":[{"text":" Yes."} ]}`, false},
		{"one inside", Whisper, `{"segments":[{"text":"A."},{"text":"Um."},{"text":"Uh."},{"text":"B."}]}`, `{"segments":[{"text":"A."},{"text":"B."}]}`, false},
		{"first and last", Whisper, `{"segments":[{"text":"Um."},{"text":"A."},{"text":"Uh."}]}`, `{"segments":[{"text":"A."}]}`, false},
		{"all", Whisper, `{"text":" Um. Uh.","segments":[{"text":" Um."},{"text":" Uh."}]}`, `{"text":"","segments":[]}`, false},
		{"none", Whisper, `{"text":" Um.","segments":[{"text":" Um."}]}`, `{"text":"","segments":[{"text":""}]}`, true},
		{"a word", Whisper, `{"segments":[{"text":" Um, yes.","words":[{"word":" Um,","start":0,"end":1},{"word":" yes.","start":1,"end":2}]}]}`,
			`{"segments":[{"text":" Yes.","words":[{"word":" Yes.","start":1,"end":2}]}]}`, false},
		{"a segment of notes stays", Whisper, `{"segments":[{"text":" [MUSIC]"},{"text":" Um [laughs]"}]}`, `{"segments":[{"text":" [MUSIC]"},{"text":" [laughs]"}]}`, false},
		{"escapes", Whisper, `{"segments":[{"text":"\u00c0 c\u00f4t\u00e9, um,\n\"uh\" and\/or \u201cl\u2019\u00e9t\u00e9\u201d"}]}`, `{"segments":[{"text":"\u00c0 c\u00f4t\u00e9 and\/or \u201cl\u2019\u00e9t\u00e9\u201d"}]}`, false},
		{"a pair of surrogates", Whisper, `{"segments":[{"text":"so \ud83d\ude00 um yes \ud83d\ude00"}]}`, `{"segments":[{"text":"so \ud83d\ude00 yes \ud83d\ude00"}]}`, false},
		{"lines", JSONL, "{\"text\":\"Um.\"}\n{\"text\":\"Yes.\"}\n{\"text\":\"Uh.\"}", "{\"text\":\"Yes.\"}\n", false},
		{"lines, kept", JSONL, "{\"text\":\"Um.\"}\n{\"text\":\"Yes.\"}", "{\"text\":\"\"}\n{\"text\":\"Yes.\"}", true},
		{"analyses", JSONL, `{"tokens":["um","yes"],"text":"um yes","line":3,"x":1}`, `{"text":"yes","x":1}`, false},
		{"rows", CTM, "a 1 0 1 um\na 1 1 1 yes\na 1 2 1 uh", "a 1 1 1 yes\n", false},
		{"rows, though kept", STM, "a 1 x 0 1 um\na 1 x 1 2 <o> um yes", "a 1 x 0 1 \na 1 x 1 2 <o> yes", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "drop", c.format)
			d := dropFillers(f)
			d.KeepEmpty = c.keepEmpty
			got := f.Rewrite(d)
			if got != c.want {
				t.Errorf("%s\n  becomes %s\n      not %s", c.src, got, c.want)
			}
			if _, err := Read(got, "dropped", c.format); err != nil {
				t.Error(err)
			}
		})
	}
}
