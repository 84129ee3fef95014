package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle/languages"
	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// TestLanguages lists the languages with and without models beside the program, shows lists, and tells what a file is in.
func TestLanguages(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	talk := filepath.Join(folder, "talk.txt")
	writeText(t, talk, "Ann: So I was, uh, going there.\nBernd: Er kommt ähm um drei. Ja, genau.\nKen: えーと、明日行きます。\nAino: me kävimme eilen vanhassa talossa ja sen jälkeen ajoimme junalla\nLi: 我们明天几点见？\n")
	rows := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for _, c := range []struct {
		name string
		args []string
		code int
		want []string // parts of what is written, blanks between words apart
	}{
		{"no models", []string{"languages"}, program.Fine, []string{
			"code language fillers repetitions punctuation and case repairs by", "de German yes yes - - lists", "en English yes yes yes yes the models of the program",
			"zh Chinese - - - - no models found", "Punctuation, case and repairs of 20 languages need models that are not there: put them there as"}},
		{"list", []string{"languages", "list"}, program.Fine, []string{"ja Japanese yes yes - - lists"}},
		{"list of what", []string{"languages", "list", "x"}, program.Misused, []string{`languages takes list, show CODE or guess FILE, not "x"`}},
		{"show", []string{"languages", "show", "fr-CA"}, program.Fine, []string{"name: French blanks: yes case: yes marks: , . ? blank before: ? ! [filled] euh,", "[elided]", "je j'"}},
		{"English", []string{"languages", "show", "en"}, program.Fine, []string{"'tidytalk fillers' has its fillers. name: English"}},
		{"show nothing", []string{"languages", "show"}, program.Misused, []string{"languages show takes the code of one language"}},
		{"no language", []string{"languages", "show", "x1"}, program.Misused, []string{`"x1" is no language: name one of cs, de, en,`}},
		{"no lists", []string{"languages", "show", "fi"}, program.Misused, []string{"there are no lists of Finnish: there are of cs, de,"}},
		{"guess", []string{"languages", "guess", talk}, program.Fine, []string{
			"1 Ann en", "2 Bernd de", "3 Ken ja", "the script えーと、明日", "4 Aino fi", "5 Li zh",
			"Finnish (fi), 10 words: left as it is", "German (de), 7 words: fillers, repetitions and partial words go, by lists", "Chinese (zh), 7 words: left as it is",
			"repairs go, punctuation and case are restored where there are none, by the models of the program"}},
		{"guess nothing", []string{"languages", "guess"}, program.Misused, []string{"languages guess takes one file"}},
		{"guess what is not there", []string{"languages", "guess", filepath.Join(folder, "none.txt")}, program.Failed, []string{"none.txt: no such file"}},
		{"a format that is none", []string{"languages", "guess", "--from", "foo", talk}, program.Misused, []string{`--from: unknown format "foo"`}},
		{"another format", []string{"languages", "guess", "--from", "srt", talk}, program.Failed, []string{"talk.txt:1: "}},
	} {
		code, stdout, stderr := execute(t, "", c.args...)
		for _, want := range c.want {
			if !strings.Contains(rows(stdout+stderr), want) {
				t.Errorf("%s: %q is not in\n%s%s", c.name, want, stdout, stderr)
			}
		}
		if code != c.code {
			t.Errorf("%s: exit code %d, want %d: %s", c.name, code, c.code, stderr)
		}
	}

	network := filepath.Join(folder, "tidytalk", "tidytalk-languages.tt")
	if err := os.MkdirAll(filepath.Dir(network), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(network, languages.Models(), 0o666); err != nil {
		t.Fatal(err)
	}
	list := rows(output(t, "", "languages", "list"))
	for _, want := range []string{"fi Finnish - - yes yes tidytalk-languages.tt", "de German yes yes yes yes tidytalk-languages.tt", "cs Czech yes yes yes yes tidytalk-languages.tt", "sq Albanian - - - yes tidytalk-languages.tt", "en English yes yes yes yes the models of the program"} {
		if !strings.Contains(list, want) {
			t.Errorf("with the network %q is not in %s", want, list)
		}
	}
	if strings.Contains(list, "need models") || strings.Contains(list, "fy_nl") {
		t.Errorf("with the network the list is %s", list)
	}
	if named := rows(output(t, "", "languages", "list", "--bundle", network)); named != list {
		t.Errorf("with the network that is named the list is %s", named)
	}
	if guess := rows(output(t, "", "languages", "guess", talk)); !strings.Contains(guess, "Finnish (fi), 10 words: repairs go, punctuation and case are restored where there are none, by tidytalk-languages.tt") {
		t.Errorf("with the network the guess is %s", guess)
	}
}
