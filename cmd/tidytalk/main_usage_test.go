package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrongUsage checks that mistakes are reported at once, with what to do, and that nothing
// is written.
func TestWrongUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	const row = "2000\tA\t1.1\tsd\tthey\tPRP\t-\t0\t-\t/\t-\t-\n"
	for name, text := range map[string]string{"c.tsv": strings.Repeat(row, 3), "a.txt": "so uh yes\n", "empty": ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, stderr string
		code         int
	}{
		{"train c.tsv", "train needs --output", 2},
		{"train -o x.tt", "train takes one corpus, not 0", 2},
		{"train -o x.tt exprts", "exprts is no corpus; did you mean 'train experts'?", 2},
		{"train -o x.tt nosuch", "nosuch: no such file", 1},
		{"train -o x.tt empty", "empty: nothing to train on", 1},
		{"train -o x.tt folder", "folder: no corpus: neither train.tsv, ", 1},
		{"train -o folder c.tsv", "folder is a directory: name a file to write to", 1},
		{"train -o folder/new/ c.tsv", "cannot write folder/new/: the folder folder/new does not exist: make it first", 1},
		{"train -o a.txt/x.tt c.tsv", "a.txt", 1},
		{"train -o x.tt --jobs 0 c.tsv", "--jobs must be at least 1, not 0", 2},
		{"train -o x.tt --passes -1 c.tsv", "--runs and --passes may not be negative", 2},
		{"train -o x.tt --seed x c.tsv", `--seed takes a whole number, and not "x"`, 2},
		{"train -o x.tt --l2 x c.tsv", `--l2 takes a number, and not "x"`, 2},
		{"train --keep-work=x -o x.tt c.tsv", `--keep-work takes true, false or no value, and not "x"`, 2},
		{"train c.tsv -o", "-o needs a value", 2},
		{"train editing-terms -o x.tt", "train editing-terms takes one corpus, not 0", 2},
		{"train corrections -o x.tt", "train editing-terms takes one corpus, not 0", 2}, // its name before
		{"tune c.tsv", "tune takes no arguments: name the corpus with --corpus", 2},
		{"tune --corpus folder", "folder: no corpus: neither train.tsv, ", 1},
		{"tune --corpus c.tsv -o folder", "folder is a directory", 1},
		{"tune --corpus c.tsv --pool folder", "folder is a directory", 1},
		{"tune --corpus c.tsv --prior -1", `--prior is auto, or a number that is not negative, not "-1"`, 2},
		{"tune --corpus c.tsv --prior much", `--prior is auto, or a number that is not negative, not "much"`, 2},
		{"tune --corpus c.tsv --near -1", "--near may not be negative", 2},
		{"tune --corpus c.tsv --weight network=x -o x.txt", `--weight: wrong weights: that of network is "x", which is not a finite number`, 2},
		{"tune --corpus c.tsv --weight netwrok=1 -o x.txt", `did you mean "network"?`, 1},
		{"tune --corpus c.tsv --weight streams:network=1 -o x.txt", "the weight streams:network=1 is for another engine than sentences", 1},
		{"clean --weight network a.txt", `"network" is not NAME=VALUE`, 2},
		{"clean --weight nothing=1 a.txt", `no feature has the name "nothing": there are m3n-disfluent`, 1},
		{"clean --mode baseline --weight network=1 a.txt", "--weight is for the decoder: it does not go with --mode baseline", 2},
		{"eval c.tsv", "eval takes no arguments: name the corpus with --corpus", 2},
		{"trace folder", "folder is a folder: trace takes a text or a file", 2},
		{"trace nosuch.txt", "there is no file nosuch.txt", 2},
		{"trace empty", "empty has no words to trace", 1},
		{"bundle info folder", "is a directory: name a file in it", 1},
		{"bundle info empty", "not a tidytalk file", 1},
	} {
		var stdout, stderr strings.Builder
		code := product().Run(t.Context(), append([]string{"tidytalk"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr)
		if code != c.code || !strings.Contains(stderr.String(), c.stderr) || stdout.Len() > 0 || strings.Count(stderr.String(), "\n") > 2 {
			t.Errorf("%q: exit code %d, %q, %q, want %d and %q", c.args, code, stdout.String(), stderr.String(), c.code, c.stderr)
		}
	}
	for _, pattern := range []string{"*", "folder/*"} {
		files, err := filepath.Glob(pattern)
		if want := map[string]int{"*": 4, "folder/*": 0}[pattern]; err != nil || len(files) != want {
			t.Errorf("%s: there are %q", pattern, files)
		}
	}
}
