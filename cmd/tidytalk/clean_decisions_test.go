package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/linediff"
)

// TestDecisions holds texts in which one decision shows that the golden outputs do not.
func TestDecisions(t *testing.T) {
	// Three subtitles begin with the line before them, of more and more.
	rolling := func(cues int) (file, text string) {
		var b strings.Builder
		var said []string
		for i := range cues {
			lines := []string{fmt.Sprintf("there are %d", i)}
			if i == 2 || i == 4 || i == 6 {
				lines = append([]string{said[len(said)-1]}, lines...)
			}
			said = append(said, lines...)
			fmt.Fprintf(&b, "%d\n00:00:%02d,000 --> 00:00:%02d,900\n%s\n\n", i+1, 2*i, 2*i+1, strings.Join(lines, "\n"))
		}
		return b.String(), strings.Join(said, " ") + "\n"
	}
	few, fewSaid := rolling(14)
	many, manySaid := rolling(16)
	for i := 1; i < 6; i += 2 {
		again := fmt.Sprintf("there are %d", i)
		fewSaid = strings.Replace(fewSaid, again+" "+again, again, 1)
	}
	asIs := []string{"--from", "srt", "--to", "text", "--remove", "none", "--punct", "keep", "--case", "keep"}
	for _, c := range []struct {
		what, in, want string
		flags          []string
	}{
		{
			"a sentence that is given up ends, whatever punctuation mark its last word would have inside it",
			"not taken a\n", "not/O/NONE taken/O/NONE a/O/PERIOD\n",
			[]string{"--segment", "line", "--to", "labels"},
		},
		{
			"what a file says is retraced is removed, whatever the models say",
			"@UTF8\n@Begin\n@Participants:\tANN Ann Participant\n*ANN:\t<the red house> [//] a dog ran .\n@End\n",
			"ANN: A dog ran.\n",
			[]string{"--from", "chat", "--to", "text"},
		},
		{
			"the rest of a turn is no turn of its own",
			"and then he said so we can go home and also so they could see it you know how it is and so they stayed so they would not be late thank you yes it's it's twenty-one now actually can you send it to to my mother's address to i mean to my office and now almost george is is parking his bike\n",
			"And then he said so we can go home and also so they could see how it is and so they stayed so they would not be late. Thank you. Yes. It's twenty-one. Now actually can you send it to my mother's address to my office and now almost George is parking his bike?\n",
			nil,
		},
		{
			"a word that the models know has its case",
			"we flew to san francisco in may\n", "We flew to San Francisco in May.\n",
			[]string{"--remove", "none"},
		},
		{"a line that rolls up is said once", few, fewSaid, asIs},
		{"few lines that come again are repeated", many, manySaid, asIs},
	} {
		if got := output(t, c.in, append([]string{"clean"}, c.flags...)...); got != c.want {
			t.Errorf("%s:\n%s", c.what, linediff.Of("output", c.want, got))
		}
	}
}

// Weights from files are for sentences or for streams, never for both, nor for text with
// punctuation.
func TestWeightsOfStreams(t *testing.T) {
	const unpunctuated, punctuated = "we we went home and it it was late\n", "We, we went home. It was, was late.\n"
	for _, c := range []struct{ part, flag, ofUnpunctuated, ofPunctuated string }{
		{"settings", "--weights", "We went home and it was late.\n", "We went home. It was late.\n"},
		{"stream-settings", "--stream-weights", "We, we went home and it, it was late.\n", "We went home. It was late.\n"},
	} {
		file := filepath.Join(t.TempDir(), c.part)
		output(t, "", "bundle", "extract", "--raw", "--parts", c.part, "-o", file)
		writeText(t, file, regexp.MustCompile(`(?m)^edit-words .*`).ReplaceAllString(readText(t, file), "edit-words -1000"))
		if got := output(t, unpunctuated, "clean", c.flag, file); got != c.ofUnpunctuated {
			t.Errorf("%s: unpunctuated text becomes %q, want %q", c.flag, got, c.ofUnpunctuated)
		}
		if got := output(t, punctuated, "clean", c.flag, file); got != c.ofPunctuated {
			t.Errorf("%s: punctuated text becomes %q, want %q", c.flag, got, c.ofPunctuated)
		}
	}
}
