package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// readersFolder returns a folder with two small sources, and a token TSV.
func readersFolder(t *testing.T) (folder, corpus string) {
	t.Helper()
	folder = t.TempDir()
	var talk strings.Builder
	for i := range 6 {
		fmt.Fprintf(&talk, "A\tWe went to the market on Monday, and I bought %d pears.\nB\tDid you see my brother there?\n", i+2)
	}
	writeText(t, filepath.Join(folder, "market.dev.txt"), talk.String())
	writeText(t, filepath.Join(folder, "short.dev.txt"), "A\tYes.\n\nB\tThat is all I know.\n")
	corpus = filepath.Join(folder, "dev.tsv")
	var tsv strings.Builder
	for i := range 8 {
		for j, word := range strings.Fields("so uh i went there after a game") {
			kind, mark, end := "-", "-", "-"
			switch word {
			case "uh":
				kind = "F"
			case "game":
				mark, end = ".", "/"
			}
			fmt.Fprintf(&tsv, "4519\tA\t%d.%d\tsd\t%s\tNN\t%s\t0\t%s\t%s\t-\t-\n", i+1, j, word, kind, mark, end)
		}
	}
	writeText(t, corpus, tsv.String())
	return folder, corpus
}

func TestReaders(t *testing.T) {
	folder, corpus := readersFolder(t)
	passages := filepath.Join(folder, "passages.txt")
	got := squeezed(output(t, "", "readers", "-q", "--mixed", folder, "--corpus", corpus, "--classify", "-o", passages))
	for _, want := range []string{
		"F1 in bare text words all marks period question comma ends capitals case errors, %\nmarket 108 ",
		"\nshort 5 ", "\nall 113 ",
		"\ndifferences passages end missing end wrong question missed question wrong comma missing comma wrong capital missing capital wrong\nmarket 2 ",
		"\nconversations 1 ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	text := readText(t, passages)
	for _, want := range []string{"\n1  market\nbare   S1: ", "\n3  conversations\nbare   so uh i went there", "\nown    so uh i went there"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if again := squeezed(output(t, "", "readers", "-q", "-j", "1", "--mixed", folder, "--corpus", corpus, "--classify", "-o", passages)); again != got || readText(t, passages) != text {
		t.Error("another run gives something else")
	}
	page := filepath.Join(folder, "passages.html")
	output(t, "", "readers", "-q", "--mixed", folder, "--sources", "market", "-o", page)
	if !strings.HasPrefix(readText(t, page), "<!DOCTYPE html>") {
		t.Error("a page is none")
	}
	output(t, "", "readers", "-q", "--mixed", folder, "--sources", "market", "--to", "text", "-o", page)
	if strings.HasPrefix(readText(t, page), "<!DOCTYPE html>") {
		t.Error("a text is a page")
	}
}

// TestReadersBaseline compares a bundle with itself.
func TestReadersBaseline(t *testing.T) {
	folder, _ := readersFolder(t)
	bundle := filepath.Join(folder, "old.tt")
	file, err := bundletest.Default(t).With(nil)
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, bundle, string(file))
	got := squeezed(output(t, "", "readers", "-q", "--mixed", folder, "--sources", "market", "--baseline-bundle", bundle, "--classify"))
	for line := range strings.Lines(got) {
		f := strings.Fields(line)
		if len(f) < 4 || f[0] != "market" {
			continue
		}
		for i := 2; i < len(f); i += 2 {
			if f[i+1] != "("+f[i]+")" {
				t.Errorf("%s and %s in %s", f[i], f[i+1], line)
			}
		}
	}
	if strings.Count(got, "\nmarket ")+strings.Count(got, "\nall ") != 4 {
		t.Errorf("%s", got)
	}
}

func TestReadersErrors(t *testing.T) {
	folder, corpus := readersFolder(t)
	bad := t.TempDir()
	writeText(t, filepath.Join(bad, "bad.dev.txt"), "no tab here\n")
	missing := filepath.Join(folder, "no", "such", "folder")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", program.Misused, "readers needs --mixed"},
		{"--mixed " + folder + " more", program.Misused, "--mixed"},
		{"--mixed " + folder + " --lines 0", program.Misused, "--lines must be at least 1"},
		{"--mixed " + folder + " --passages 0", program.Misused, "--passages must be at least 1"},
		{"--mixed " + folder + " --to svg -o x", program.Misused, `unknown form "svg"`},
		{"--mixed " + folder + " --to html", program.Misused, "--output"},
		{"--mixed " + missing, program.Failed, "no such file"},
		{"--mixed " + folder + " --sources market,none", program.Failed, `no source "none": there are market, short`},
		{"--mixed " + bad, program.Failed, "bad.dev.txt:1: a line is a speaker's name"},
		{"--mixed " + folder + " --sources short --classify", program.Failed, "no passage of 40 to 80 words"},
		{"--mixed " + folder + " --corpus " + missing, program.Failed, "no such file"},
		{"--mixed " + folder + " --bundle " + corpus, program.Failed, corpus},
		{"--mixed " + folder + " --baseline-bundle " + corpus, program.Failed, corpus},
		{"--mixed " + folder + " -o " + folder, program.Failed, "is a directory"},
	} {
		code, _, problems := execute(t, "", append([]string{"readers"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(problems, c.want) {
			t.Errorf("%s: exit code %d, want %d; %q does not say %q", c.args, code, c.code, problems, c.want)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a file is written")
	}
}
