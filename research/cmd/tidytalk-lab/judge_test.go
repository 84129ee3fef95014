package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

func TestJudge(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "market.txt")
	writeText(t, text, "Ann: Uh, we went to the, the market, uh, on Monday.\nBo: Um, did you see my brother there?\n")
	page := filepath.Join(folder, "judge.html")
	code, _, problems := execute(t, "", "judge", "-o", page, text)
	if code != program.Fine || !strings.Contains(problems, "4 removals, 4 of them on the page") {
		t.Fatalf("exit code %d: %s", code, problems)
	}
	if got := readText(t, page); !strings.HasPrefix(got, "<!DOCTYPE html>") || strings.Count(got, `"source":"market"`) != 4 {
		t.Errorf("%s", got)
	}
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(folder, "judged.tsv")
	writeText(t, known, "market\t5\t8\tgo\tright filler\n")
	code, _, problems = execute(t, "", "judge", "-q", "--known", known, "--removals", "2", "-o", page, text)
	if got := readText(t, page); code != program.Fine || problems != "" || strings.Count(got, `"source":"market"`) != 2 || strings.Contains(got, `"from":5,`) {
		t.Errorf("exit code %d: %s", code, problems)
	}
}

func TestJudgeErrors(t *testing.T) {
	folder := t.TempDir()
	text, same, bytes, known := filepath.Join(folder, "a.txt"), filepath.Join(folder, "b", "a.srt"), filepath.Join(folder, "bytes.txt"), filepath.Join(folder, "judged.tsv")
	writeText(t, text, "We went home.\n")
	writeText(t, same, "Um.\n")
	writeText(t, bytes, "We went to the caf\xe9.\n")
	writeText(t, known, "a\t0\tgo\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", program.Misused, "judge needs the names of texts"},
		{"-", program.Misused, "need files with names"},
		{"--removals 0 " + text, program.Misused, "--removals must be at least 1"},
		{text + " " + same, program.Misused, `are both called "a"`},
		{"--level most " + text, program.Misused, "most"},
		{"--known " + known + " " + text, program.Failed, "judged.tsv:1: a line is source"},
		{"--known " + known + "x " + text, program.Failed, "judged.tsvx"},
		{text + "x", program.Failed, "a.txtx"},
		{bytes, program.Failed, "not UTF-8"},
		{text, program.Failed, "there is nothing to judge"},
		{"-o " + folder + " " + text, program.Failed, "is a directory"},
	} {
		code, _, problems := execute(t, "", append([]string{"judge"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(problems, c.want) {
			t.Errorf("%s: exit code %d, want %d; %q does not say %q", c.args, code, c.code, problems, c.want)
		}
	}
}
