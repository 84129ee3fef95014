package main

import (
	"os"
	"strings"
	"testing"
)

// TestChineseModelsOfOnesOwn trains models on a few turns, lets them read these, and checks what wrong flags get.
func TestChineseModelsOfOnesOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	var turns, words, utterances strings.Builder
	for i := range 120 {
		who, what := []string{"我们", "你们", "他们"}[i%3], []string{"北京", "上海"}[i%2]
		turns.WriteString("d-1-0\t" + who + "去" + what + "，好吗？\n")
		words.WriteString(who + "\tNONE\n去\tNONE\n" + what + "\tCOMMA\n好\tNONE\n吗\tQMARK\n\n")
		utterances.WriteString(who + "\tNONE\n去\tNONE\n" + what + "\tPERIOD\n\n")
	}
	const tree = "他\tPN\tN\tB-NP\tB-S\tO\t_\n看\tVV\tV\tB-VP\tB-P\tO\t_\n書\tNN\tN\tB-NP\tB-O\tFUL\t。\n\n"
	for name, text := range map[string]string{
		"d.orig.tsv": turns.String(), "d.word.tsv": words.String(), "short.orig.tsv": turns.String(), "short.word.tsv": "我们\tNONE\n\n",
		"lonely.orig.tsv": turns.String(), "tree.tsv": tree, "u.tsv": utterances.String(), "bad.orig.tsv": "no tab\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		code   int
		output string
	}{
		{"train chinese -q -o own.tt --name mine --licence CC0 --passes 3 d.orig.tsv tree.tsv", 0, ""},
		{"train chinese -q -o alone.tt --passes 1 d.orig.tsv", 0, ""},
		{"bundle info own.tt", 0, "CC0"},
		{"clean --bundle own.tt --lang zh d.orig.tsv --from text", 0, "我们"},
		{"train chinese -o x.tt", 2, "takes files of dialogues"},
		{"train chinese d.orig.tsv", 2, "--output"},
		{"train chinese -o x.tt --prune 2 d.orig.tsv", 2, "--prune"},
		{"train chinese -o x.tt --join 0 d.orig.tsv", 2, "--join"},
		{"train chinese -o x.tt tree.tsv", 1, "too few dialogues"},
		{"train chinese -o x.tt short.orig.tsv", 1, "short.word.tsv has 1 utterances, and short.orig.tsv 120"},
		{"train chinese -o x.tt lonely.orig.tsv", 1, "lonely.word.tsv"},
		{"train chinese -o x.tt bad.orig.tsv", 1, "bad.orig.tsv:1: a line is the name of a turn"},
	} {
		if code, out, says := execute(t, "", strings.Fields(c.args)...); code != c.code || !strings.Contains(out+says, c.output) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", c.args, code, c.code, c.output, out, says)
		}
	}
	if _, err := os.Stat("x.tt"); err == nil {
		t.Error("a training that failed has written a file")
	}
}
