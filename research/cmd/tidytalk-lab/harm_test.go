package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/linediff"
	"github.com/tidytalk/tidytalk/research/quality"
)

// TestHarm keeps what the probes, the first texts with numbers and the written corrections
// lose, by kind.
func TestHarm(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: TestHarmOfFiles starts the same goroutines")
	}
	for name, args := range map[string][]string{
		"harm.txt":        {"harm", "--numbers", "1050"},
		"corrections.txt": {"corrections"},
	} {
		got := output(t, "", append([]string{args[0], "-q"}, args[1:]...)...)
		golden := filepath.Join("testdata", name)
		if *update {
			writeText(t, golden, got)
		} else if d := linediff.Of(golden, readText(t, golden), got); d != "" {
			t.Errorf("not as before; if this is meant: go test ./cmd/tidytalk-lab -run TestHarm -update\n%s", d)
		}
	}
}

// TestHarmOfFiles measures small files.
func TestHarmOfFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range quality.Edited {
		writeText(t, filepath.Join(dir, name+".dev.txt"), "A\tWe went to the market today.\n\nB\tUh, I bought a pear.\n")
	}
	pairs := filepath.Join(dir, "pairs.tsv")
	writeText(t, pairs, "1\tUh, we went home.\tWe went home.\n2\tYes.\tYes.\n3\tIt rained.\tIt snowed.\n")
	got := output(t, "", "harm", "-q", "--mixed", dir, "--pairs", pairs, "--numbers", "1")
	for _, want := range []string{
		"ted (talks) 11 0.00 0.00 90.91 90.91",
		"mean 66 0.00 0.00 90.91 90.91",
		"mean with them 77 0.00 0.00 90.91 90.91",
		"phone 1 ",
		"all 1 4 1 100.0 100.0 100.0 0 0.00 1 0",
	} {
		if !strings.Contains(squeezed(got), "\n"+want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}

	corpus := filepath.Join(dir, "dev.tsv")
	var tsv strings.Builder
	for i, field := range strings.Fields("i/PRP went/VBD there/RB on/IN Monday/NNP after/IN a/DT game/NN") {
		word, tag, _ := strings.Cut(field, "/")
		mark, end := "-", "-"
		if word == "game" {
			mark, end = ".", "/"
		}
		fmt.Fprintf(&tsv, "4519\tA\t1.%d\tsd\t%s\t%s\t-\t0\t%s\t%s\t-\t-\n", i, word, tag, mark, end)
	}
	writeText(t, corpus, tsv.String())
	saved := filepath.Join(dir, "sets.tsv")
	got = output(t, "", "corrections", "-q", "--corpus", corpus, "--made", "1", "--pairs", pairs, "--save", saved, "--examples", "1")
	for _, want := range []string{"made, seen 1 ", "written, fluent 50 ", "pairs 1 4 1 100.0 "} {
		if !strings.Contains(squeezed(got), "\n"+want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
	if text := readText(t, saved); strings.Count(text, "\n") != 402 || !strings.HasPrefix(text, "seen/made/001\t") {
		t.Errorf("saved are %d lines", strings.Count(text, "\n"))
	}
}

// squeezed returns a text with one blank between words.
func squeezed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	return b.String()
}

func TestHarmErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "pairs.tsv")
	writeText(t, bad, "one\ttwo\n")
	corpus := filepath.Join(dir, "dev.tsv")
	writeText(t, corpus, "4519\tA\t1.1\tsd\tyes\tUH\t-\t0\t.\t/\t-\t-\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"harm folder", program.Misused, "--mixed"},
		{"harm --numbers 0", program.Misused, "--numbers must be at least 1"},
		{"harm --lines 0", program.Misused, "--lines must be at least 1"},
		{"harm --mixed " + dir, program.Failed, "ted.dev.txt"},
		{"harm --pairs " + bad, program.Failed, bad + ":1: "},
		{"corrections --made 0", program.Misused, "--made must be at least 1"},
		{"corrections corpus", program.Misused, "--corpus"},
		{"corrections --corpus " + corpus, program.Failed, "for 0 corrections only"},
		{"corrections --pairs " + bad, program.Failed, bad + ":1: "},
	} {
		code, _, problems := execute(t, "", strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(problems, c.want) {
			t.Errorf("%s: exit code %d, want %d; %q does not say %q", c.args, code, c.code, problems, c.want)
		}
	}
}
