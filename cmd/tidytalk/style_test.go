package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/text/style"
)

// TestStyle lists, shows and checks styles, and tells what is wrong with one.
func TestStyle(t *testing.T) {
	dir := t.TempDir()
	mine, bad, none := filepath.Join(dir, "mine.style"), filepath.Join(dir, "bad.style"), filepath.Join(dir, "none.style")
	writeText(t, mine, "like clean-verbatim # ours\nnumbers words\n")
	writeText(t, bad, "like clean\nspell gonna\n")
	wrong := "tidytalk: " + bad + `:2: "gonna": what is spelled out and its form stand around "=": gonna = going to`
	for _, c := range []struct {
		args []string
		code int
		want string // a line of what is written
	}{
		{[]string{"style", "list"}, program.Fine, "verbatim        " + style.Named("verbatim").About},
		{[]string{"style", "list", "x"}, program.Misused, "tidytalk: style list takes no arguments"},
		{[]string{"style", "show"}, program.Misused, "tidytalk: style show takes the name of one style: see 'tidytalk style list'"},
		{[]string{"style", "show", "like clean"}, program.Misused, `tidytalk: there is no style "like clean": see 'tidytalk style list'`},
		{[]string{"style", "check"}, program.Misused, "tidytalk: style check takes files: name one"},
		{[]string{"style", "check", mine}, program.Fine, mine + ": 2 rules"},
		{[]string{"style", "check", bad}, program.Failed, wrong},
		{[]string{"clean", "--style", bad}, program.Failed, wrong},
		{[]string{"clean", "--style", none}, program.Misused, "tidytalk: --style " + none + " is none that is built in (verbatim, clean or clean-verbatim), and no file can be read: open " + none + ": no such file or directory"},
	} {
		code, stdout, stderr := execute(t, "", c.args...)
		if code != c.code || !slices.Contains(strings.Split(stdout+stderr, "\n"), c.want) {
			t.Errorf("%v: exit code %d, want %d, and no line %q:\n%s%s", c.args, code, c.code, c.want, stdout, stderr)
		}
	}
	for _, name := range style.Names() {
		if got := output(t, "", "style", "show", name); got != style.Named(name).Source {
			t.Errorf("%s is shown as %q", name, got)
		}
	}
}

// TestCleanStyle cleans in styles: clean is what is done without one, verbatim keeps all words, and what other options say counts.
func TestCleanStyle(t *testing.T) {
	const in = "Ann: Um, I'm gonna see twenty five of, of them (laughs).\nBob: Is it OK 'cause I said so?\nAnn: Yeah.\n"
	for _, to := range []string{"text", "jsonl", "html", "labels"} {
		if got, want := output(t, in, "clean", "--style", "clean", "--to", to), output(t, in, "clean", "--to", to); got != want {
			t.Errorf("in %s the style clean makes %q, not %q", to, got, want)
		}
	}
	if got := output(t, in, "clean", "--style", "verbatim"); got != in {
		t.Errorf("verbatim is %q", got)
	}
	keep := []string{"clean", "--style", "clean-verbatim", "--keep", "editorial,repairs,filled-pauses", "--numbers", "words"}
	if got, want := output(t, in, keep...), "Ann: Um, I'm going to see twenty five of, of them.\nBob: Is it okay because I said so?\nAnn: Yes.\n"; got != want {
		t.Errorf("but for what goes it is %q, not %q", got, want)
	}
	mine := filepath.Join(t.TempDir(), "mine.style")
	writeText(t, mine, "remove none\nspell gonna = going to\nnumbers digits\n")
	if got, want := output(t, in, "clean", "--style", mine), strings.NewReplacer("gonna", "going to", "twenty five", "25").Replace(in); got != want {
		t.Errorf("in a style of one's own it is %q, not %q", got, want)
	}
	rules := make(map[string]bool)
	for line := range strings.Lines(output(t, in, append(keep, "--to", "jsonl")...)) {
		var s struct {
			Operations []struct{ Op, Rule string }
		}
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		for _, o := range s.Operations {
			rules[o.Op+": "+o.Rule] = true
		}
	}
	for _, want := range []string{"spell: gonna = going to | before verb", "spell: OK = okay", "spell: 'cause = because", "spell: answer yeah = yes", "delete: notes out laughs"} {
		if !rules[want] {
			t.Errorf("JSON lines have no %s, but %v", want, rules)
		}
	}
	review := output(t, in, append(keep, "--to", "review")...)
	for _, want := range []string{
		`<td><b>Ann</b> Um, I&#39;m <del class="m">gonna</del> see twenty five of, of them<del class="m"> (laughs).</del></td>`,
		`<li class="m">gonna → going to <small>gonna = going to | before verb</small></li>`, `<small>answer yeah = yes</small>`, `<small>notes out laughs</small>`,
	} {
		if !strings.Contains(review, want) {
			t.Errorf("the review has no %s:\n%s", want, review[strings.Index(review, "<main>"):])
		}
	}
	if diff := output(t, in, append(keep, "--diff")...); !strings.Contains(diff, "[-gonna-]{+going to+}") || !strings.Contains(diff, "[-Yeah-]{+Yes+}") {
		t.Errorf("the diff is %s", diff)
	}
}
