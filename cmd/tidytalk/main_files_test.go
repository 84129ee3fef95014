package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/filelock"
)

// What killed runs left is deleted, wherever a run writes.
func TestLeftovers(t *testing.T) {
	if !filelock.Held {
		t.Skip("SKIPPED: no locks here")
	}
	const name = ".tidytalk-0123abcd"
	for args, folder := range map[string]string{
		"clean --in-place talks/talk.txt":     "talks",
		"clean --out-dir out talks/talk.txt":  "out",
		"clean -o out/x.txt talks/talk.txt":   "out",
		"fillers -o out/fillers.txt":          "out",
		"clean --in-place talks/talk.txt -v":  "talks", // which is clean already
		"clean --report out/r.md talks -o o.": "out",
	} {
		t.Chdir(t.TempDir())
		writeText(t, "talks/talk.txt", spoken)
		writeText(t, filepath.Join(folder, name), "half")
		if code, _, problems := execute(t, "", strings.Fields(args)...); code != program.Fine {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
		if _, err := os.Stat(filepath.Join(folder, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the leftover is there: %v", args, err)
		}
	}
}

func TestNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	for args, want := range map[string]string{
		"clean missing.txt -o nowhere/x.txt":              "cannot write nowhere/x.txt: the folder nowhere does not exist: make it first",
		"clean missing.txt -o talk.txt/x.txt":             "cannot write talk.txt/x.txt: talk.txt is no folder",
		"clean missing.txt --report nowhere/x.md":         "cannot write nowhere/x.md: the folder nowhere does not exist: make it first",
		"lm build -o nowhere/x.lm missing.txt":            "cannot write nowhere/x.lm: the folder nowhere does not exist: make it first",
		"fillers -o nowhere/x.txt":                        "cannot write nowhere/x.txt: the folder nowhere does not exist: make it first",
		"clean --stream -o nowhere/deeper/x.txt":          "cannot write nowhere/deeper/x.txt: the folder nowhere/deeper does not exist: make it first",
		"clean talk.txt --report talk.txt":                "--report writes JSON or Markdown: talk.txt has to end in .json or .md\nTry 'tidytalk clean --help'.",
		"clean talk.txt --out-dir talk.txt":               "mkdir talk.txt: not a directory",
		"clean --in-place talk.txt --manifest nowhere/it": "cannot write nowhere/it: the folder nowhere does not exist: make it first",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code == program.Fine || problems != "tidytalk: "+want+"\n" {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
	checkFiles(t, ".", "talk.txt")
}

// What never ends is refused, or bounded, in every place that a file is named.
func TestEndlessFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("SKIPPED: no /dev/zero here")
	}
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	for args, want := range map[string]string{
		"clean /dev/zero":                     "/dev/zero:1:1: control character 0x00: this looks like binary data, not text",
		"clean --from srt /dev/zero":          "/dev/zero:1:1: a NUL character: this looks like binary data, not a transcript",
		"clean --from tokens /dev/zero":       "/dev/zero:1:1: control character 0x00: this looks like binary data, not text",
		"clean --bundle /dev/zero talk.txt":   "bundle /dev/zero: not a tidytalk file",
		"clean --fillers /dev/zero talk.txt":  "/dev/zero is too large: more than 16 MiB are not read",
		"clean --weights /dev/zero talk.txt":  "reading settings: /dev/zero: /dev/zero is too large: more than 16 MiB are not read",
		"bundle set --phrases /dev/zero -o x": "/dev/zero is too large: more than 16 MiB are not read",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code != program.Failed || !strings.HasPrefix(problems, "tidytalk: "+want) {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
	for _, name := range []string{"big.srt", "big.txt", "big.fillers"} {
		writeText(t, name, "")
		if err := os.Truncate(name, 200<<30); err != nil {
			t.Skip("SKIPPED: no file may be so large:", err)
		}
	}
	for args, want := range map[string]string{
		"clean big.srt":                         "big.srt has more than 128 MiB: cut it into parts\n",
		"clean --in-place big.srt":              "big.srt has more than 128 MiB: cut it into parts\n",
		"clean big.txt":                         "big.txt has more than 1024 MiB: cut it into parts\n",
		"clean --bundle big.txt talk.txt":       "bundle big.txt: not a tidytalk file",
		"clean --fillers big.fillers talk.txt":  "big.fillers is too large: more than 16 MiB are not read\n",
		"clean --stream-weights big.txt < /dev": "big.txt is too large",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code != program.Failed || !strings.Contains(problems, want) {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
}
