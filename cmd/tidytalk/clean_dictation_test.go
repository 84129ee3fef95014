package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestDictation does what is commanded, in files and in live text, and keeps words that are meant.
func TestDictation(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"hello comma how are you question mark", "Hello, how are you?"},
		{"cap smith comma all caps nasa end caps comma and spell b as in boy double o k period", "Smith, NASA, and book."},
		{"caps on the long way home caps off is a book period no caps Monday is none period", "The Long Way Home is a book. monday is none."},
		{"we left comma undo that and came back period undo that redo that", "We left and came back."},
		{"we met in june full stop the weather was fine exclamation mark", "We met in June. The weather was fine!"},
		{"she said open quote i will be there comma close quote and left period", `She said "I will be there," and left.`},
		{"bring three things colon a tent semicolon a lamp ellipsis", "Bring three things: a tent; a lamp..."},
		{"the first line new line the second line new paragraph the third line", "The first line\nThe second line\n\nThe third line"},
		{"we meet on monday period scratch that we meet on tuesday period", "We meet on Tuesday."},
		{"the first one is good period the second one is bad period scratch that the third one is old period", "The first one is good. The third one is old."},
		{"the comma is missing period", "The comma is missing."},
		{"it took a period of time comma and he put a dash in front period", "It took a period of time, and he put a dash in front."},
		{"i need to scratch that itch period", "I need to scratch that itch."},
		{"uh the uh the test is over period", "The test is over."},
		{"period", ""},
		// Marks that a recogniser has put in, too.
		{"Hello comma, how are you question mark? New line. I am fine full stop.", "Hello, how are you?\nI am fine."},
	} {
		for _, more := range [][]string{nil, {"--stream"}} {
			in := c.in + "\n"
			if got := strings.TrimSpace(output(t, in, append([]string{"clean", "--dictation", "--punct", "keep"}, more...)...)); got != c.want && (more == nil || in != strings.ToLower(in) || !strings.Contains(in, "scratch")) {
				t.Errorf("%q %v: %q, not %q", c.in, more, got, c.want)
			}
		}
		if got := strings.ToLower(output(t, c.in+"\n", "clean", "--punct", "keep", "--remove", "none")); got != strings.ToLower(c.in)+"\n" {
			t.Errorf("nobody dictates: %q becomes %q", c.in, got)
		}
	}
	if got := output(t, "how are you question mark i am fine\n", "clean", "--dictation"); got != "How are you? I am fine.\n" {
		t.Errorf("with restored punctuation: %q", got)
	}
	const cue = "1\n00:00:01,000 --> 00:00:02,000\nHello comma how are\n\n2\n00:00:02,000 --> 00:00:03,000\nyou question mark\n"
	if got := output(t, cue, "clean", "--from", "srt", "--dictation"); !strings.Contains(got, "\nHello, how are\n") || !strings.Contains(got, "\nyou?\n") {
		t.Errorf("subtitles: %q", got)
	}
}

// TestDictationLive tells that live text is what the whole is, however it comes, but for what is taken back.
func TestDictationLive(t *testing.T) {
	words := strings.Fields("comma period question mark new line paragraph open close quote full stop the a we went home there and it was uh is dash colon cap all caps end on off no spell b c as in boy capital")
	drawn.Check(t, func(c *drawn.Case) {
		in := strings.Join(drawn.Several(c, "text", 1, 60, words...), " ") + "\n"
		args := []string{"clean", "--dictation", "--language", "en", "--punct", "keep", "--case", "keep", "--remove", "none"}
		whole, live := output(t, in, args...), output(t, in, append(args, "--stream")...)
		if whole != live {
			t.Errorf("%q: %q, live %q", in, whole, live)
		}
	})
}

// TestDictationLog does again what a log says, or all of it but some.
func TestDictationLog(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	text, log := path("text.txt"), path("log.jsonl")
	const src = "dear ann comma cap smith period we meet on monday period change monday to tuesday period\nhello comma spell b o b comma caps on a big day caps off undo that period scratch that bye exclamation mark\n"
	if err := os.WriteFile(text, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	same := []string{"--punct", "keep", "--numbers", "digits"}
	want := output(t, "", append([]string{"clean", "--dictation", "--dictation-log", log}, append(same, text)...)...)
	if want != "Dear Ann, Smith. We meet on Tuesday.\nBye!\n" {
		t.Errorf("%q", want)
	}
	if got := output(t, "", append([]string{"clean", "--dictation-replay", log}, append(same, text)...)...); got != want {
		t.Errorf("done again: %q, not %q", got, want)
	}
	lines, err := os.ReadFile(log)
	if err != nil || strings.Count(string(lines), "\n") != 16 {
		t.Fatalf("%s, error %v", lines, err)
	}
	if got := output(t, "", append([]string{"clean", "--dictation-replay", log, "--dictation-undo", "5", "--dictation-undo", "14"}, append(same, text)...)...); got != "Dear Ann, Smith. We meet on Monday.\nHello, bob, A Big Day. Bye!\n" {
		t.Errorf("all but two: %q", got)
	}
	// Without its line a command is words.
	var rest []string
	for line := range strings.Lines(string(lines)) {
		if !strings.Contains(line, `"said":"cap"`) {
			rest = append(rest, line)
		}
	}
	if err := os.WriteFile(log, []byte(strings.Join(rest, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := output(t, "", append([]string{"clean", "--dictation-replay", log}, append(same, text)...)...); !strings.EqualFold(got, "Dear Ann, cap Smith. We meet on Tuesday.\nBye!\n") {
		t.Errorf("all but a line: %q", got)
	}
	other, broken := path("other.txt"), path("broken.jsonl")
	os.WriteFile(other, []byte("hello period\n"), 0o666)
	os.WriteFile(broken, []byte("{\"dictation\":1,\"sha256\":\"x\"}\n{\"n\":1,\"from\":5,\"to\":2}\n"), 0o666)
	for want, args := range map[string][]string{
		"is not the text":           {"--dictation-replay", log, other},
		"broken.jsonl:2: not a log": {"--dictation-replay", broken, text},
		"with a command 99":         {"--dictation-replay", log, "--dictation-undo", "99", text},
		"goes with --dictation":     {"--dictation-log", log, text},
		"name it with":              {"--dictation-undo", "1", text},
		"does not go with --stream": {"--dictation", "--dictation-log", log, "--stream"},
		"of one text":               {"--dictation", "--dictation-log", log, text, other},
		"it is of plain text":       {"--dictation", "--dictation-log", log, "--to", "html", text},
		"not standard input":        {"--dictation-replay", log},
	} {
		if code, _, message := execute(t, "", append([]string{"clean"}, args...)...); code == 0 || !strings.Contains(message, want) {
			t.Errorf("%v: code %d, %q", args, code, message)
		}
	}
}
