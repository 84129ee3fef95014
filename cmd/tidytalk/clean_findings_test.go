package main

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

const germanTalk = `Interviewer: Also, ähm, wie sind Sie denn, wie sind Sie denn eigentlich zum Backen gekommen?
Maria: Na ja, ich, ich habe um vier Uhr angefangen, als ich zwölf war. Meine Großmutter hatte eine, eine kleine Bäckerei.
Interviewer: Mhm. Und Sie, Sie haben ihr geholfen?
Maria: Um vier, um vier Uhr.
`

const germanClean = `Interviewer: Also, wie sind Sie denn, wie sind Sie denn eigentlich zum Backen gekommen?
Maria: Na ja, ich habe um vier Uhr angefangen, als ich zwölf war. Meine Großmutter hatte eine kleine Bäckerei.
Interviewer: Mhm. Und Sie, Sie haben ihr geholfen?
Maria: Um vier, um vier Uhr.
`

// What is not English is cleaned by what is known of its language, or written as it is, and reported.
func TestCleanLanguages(t *testing.T) {
	mixed := "Ann: Um, so, so we flew to Denver, and then we took a bus to the lake.\n" + germanTalk
	for _, c := range []struct {
		in, want, warning string
		args              []string
	}{
		{germanTalk, germanClean, "tidytalk: standard input:1: 4 of 4 lines are German: only filled pauses, repetitions and partial words go; punctuation and case stay\n", nil},
		{germanTalk, germanClean, "4 of 4 lines are German", []string{"--punct", "keep", "--case", "keep"}},
		{germanTalk, germanClean, "", []string{"--stream"}},
		{strings.SplitAfter(germanTalk, "\n")[1], strings.SplitAfter(germanClean, "\n")[1], "1 of 1 line is German", nil},
		{mixed, "Ann: So, so we flew to Denver, and then we took a bus to the lake.\n" + strings.Replace(germanTalk, "ähm, ", "", 1), "standard input:2: 4 of 5 lines are German", []string{"--remove", "filled-pauses"}},
		{germanTalk, "", "", []string{"--language", "en"}},
		{mixed, mixed, "tidytalk: standard input:1: 5 of 5 lines are Swiss German: left alone; there are no models for it\n", []string{"--language", "gsw"}},
		{mixed, mixed, "standard input:1: Catalan: left as it is, here and in later lines; there are no models for it\n", []string{"--language", "ca-ES", "--stream"}},
		{"WEBVTT\nLanguage: de\n\n00:01.000 --> 00:02.000\nUm vier, um vier.\n", "WEBVTT\nLanguage: de\n\n00:01.000 --> 00:02.000\nUm vier, um vier.\n", "standard input:5: 1 of 1 line is German", nil},
	} {
		code, out, problems := execute(t, c.in, append([]string{"clean"}, c.args...)...)
		if code != program.Fine || c.want != "" && out != c.want || !strings.Contains(problems, c.warning) || c.warning == "" && problems != "" {
			t.Errorf("%v: exit code %d, %s\n%swant\n%s", c.args, code, problems, out, c.want)
		}
	}
	code, _, problems := execute(t, "", "clean", "--language", "zz")
	if code != program.Misused || !strings.Contains(problems, `--language takes auto, cs, de, en, es, fr, it, ja, ko, nl, no, pl, pt, ru, sv, tr, zh or the code of another language, such as fi, ca-ES or yue, not "zz"`) {
		t.Errorf("exit code %d: %s", code, problems)
	}
}

func TestCleanLoops(t *testing.T) {
	text := "Ann: Um, I see.\n" + strings.Repeat("Ann: Thank you.\n", 8) + "Bob: Uh, " + strings.Repeat("the next one, ", 6) + "and that is it.\n"
	kept := strings.NewReplacer("Um, I", "I", "Uh, the", "The").Replace(text)
	for _, c := range []struct {
		args           []string
		want, warnings string
	}{
		{nil, kept, "tidytalk: standard input:2: 8 times \"Thank you\", as recognisers write in silence or noise: kept; --loops drop leaves one\n" +
			"tidytalk: standard input:10: 6 times \"the next one\", as recognisers write in silence or noise: kept; --loops drop leaves one\n"},
		{[]string{"--loops", "drop"}, "Ann: I see.\nAnn: Thank you.\nBob: The next one, and that is it.\n", "standard input:2: 8 times \"Thank you\", as recognisers write in silence or noise: one is left; --loops keep keeps all\n"},
		{[]string{"--remove", "loops"}, "Ann: Um, I see.\nAnn: Thank you.\nBob: Uh, the next one, and that is it.\n", "one is left"},
		{[]string{"--remove", "all", "--loops", "keep"}, kept, "kept"},
	} {
		code, out, problems := execute(t, text, append([]string{"clean"}, c.args...)...)
		if code != program.Fine || !strings.EqualFold(out, c.want) || !strings.Contains(problems, c.warnings) {
			t.Errorf("%v: exit code %d, %s\n%swant\n%s", c.args, code, problems, out, c.want)
		}
	}
	many := ""
	for _, name := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
		many += strings.Repeat("Ann: This is number "+name+".\n", 5)
	}
	if _, _, problems := execute(t, many, "clean"); strings.Count(problems, "\n") != cleaning.MostWarnings+1 || !strings.Contains(problems, "this and 2 more places say the same over and over") {
		t.Error(problems)
	}
	for _, args := range [][]string{{"--loops", "some"}, {"--stream", "--loops", "drop"}} {
		if code, _, problems := execute(t, "", append([]string{"clean"}, args...)...); code != program.Misused || !strings.Contains(problems, "--loops") {
			t.Errorf("%v: exit code %d: %s", args, code, problems)
		}
	}
}
