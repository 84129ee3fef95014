package main

import (
	"os"
	"strings"
	"testing"
)

// TestChinese runs the tables on a treebank of four sentences, and checks what wrong flags get.
func TestChinese(t *testing.T) {
	t.Chdir(t.TempDir())
	const sentences = "他\tPN\tN\tB-NP\tB-S\tO\t_\n看\tVV\tV\tB-VP\tB-P\tO\t_\n書\tNN\tN\tB-NP\tB-O\tFUL\t。\n\n" +
		"她\tPN\tN\tB-NP\tB-S\tCOM\t，\n看\tVV\tV\tB-VP\tB-P\tO\t_\n書\tNN\tN\tB-NP\tB-O\tFUL\t。\n\n"
	for name, text := range map[string]string{"train.tsv": sentences + sentences, "dev.tsv": sentences, "bad.tsv": "他\tPN\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		code   int
		output string
	}{
		{"--train train.tsv --dev dev.tsv --least 1", 0, "F1-F10, three passes  1.000  1.000  1.000            12  0.817  0.611  0.699"},
		{"--train train.tsv --dev dev.tsv --least 1 --exact", 0, "COM      1  1.000  1.000  1.000            13  0.753  0.743  0.748"},
		{"--train train.tsv --dev dev.tsv --least 1 --word-tags --least-tags 1", 0, "F1-F10, three passes, tags of words  1.000  1.000  1.000            12  0.817  0.611  0.699"},
		{"--train train.tsv --dev dev.tsv --word-tags --least-tags 0", 2, "--least-tags is at least 1, not 0"},
		{"--train train.tsv --dev dev.tsv --least-tags 2", 2, "--least-tags goes with --word-tags"},
		{"--train train.tsv", 2, "--dev"},
		{"--train train.tsv --dev dev.tsv more", 2, "takes no arguments"},
		{"--train train.tsv --dev dev.tsv --least 0", 2, "--least is at least 1, not 0"},
		{"--train train.tsv --dev dev.tsv --passes 0", 2, "--passes is at least 1, not 0"},
		{"--train train.tsv --dev dev.tsv --l2=-1", 2, "--l2 is at least 0, not -1"},
		{"--train train.tsv --dev dev.tsv --exact --passes 3", 2, "do not go together"},
		{"--train bad.tsv --dev dev.tsv", 1, "bad.tsv:1: a line has seven columns"},
		{"--train missing.tsv --dev dev.tsv", 1, "missing.tsv"},
	} {
		var stdout, stderr strings.Builder
		code := lab().Run(t.Context(), append([]string{"tidytalk-lab", "chinese"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String()+stderr.String(), c.output) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", c.args, code, c.code, c.output, stdout.String(), stderr.String())
		}
	}
}
