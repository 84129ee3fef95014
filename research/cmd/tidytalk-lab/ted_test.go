package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/models/neural"
)

// tedFiles returns small files of the benchmark, to train on and to score on.
func tedFiles(t *testing.T) (train, dev string) {
	t.Helper()
	const talk = "we\tO\nknow\tO\nthat\tPERIOD\nwell\tCOMMA\nthey\tO\nwent\tO\nhome\tPERIOD\nwhat\tO\nis\tO\nit\tQUESTION\n"
	dir := t.TempDir()
	train, dev = filepath.Join(dir, "train.tsv"), filepath.Join(dir, "dev.tsv")
	writeText(t, train, strings.Repeat(talk, 80))
	writeText(t, dev, strings.Repeat(talk, 20))
	return train, dev
}

func TestTed(t *testing.T) {
	train, dev := tedFiles(t)
	dir := filepath.Dir(dev)
	got := squeezed(output(t, "", "ted", "-q", "--dev", dev))
	if !strings.HasPrefix(got, "200 words COMMA: P R F1 PERIOD: P R F1 QUESTION: P R F1 overall: P R F1 MB words/s\nbundle ") || strings.Count(got, "\n") != 2 {
		t.Errorf("%s", got)
	}
	work, net := filepath.Join(dir, "work"), filepath.Join(dir, "net")
	small := []string{"ted", "--dev", dev, "--train", train, "--work", work, "--keep-work", "--hold-out", "0.1",
		"--units", "32", "--layers", "1", "--dense", "32", "--embedding", "32", "--batch", "100", "--rate", "0.01", "--passes", "6"}
	code, got, said := execute(t, "", append(small, "-o", net)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	for _, want := range []string{"pass 6: mean loss ", "F1 of what is held out 100.00", "layers 1, units 2x32, words 10", "steps trained: 1"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if got = squeezed(got); !strings.Contains(got, "\nnetwork 100.0 ") || !strings.Contains(got, "\nnetwork, offsets 100.0 ") {
		t.Errorf("%s", got)
	}
	file := readText(t, net)
	if _, err := neural.Unmarshal([]byte(file)); err != nil {
		t.Error(err)
	}
	// What is trained is taken from the work folder.
	if _, _, said := execute(t, "", append(small, "-o", net)...); !strings.Contains(said, "taken from earlier work: 1") || readText(t, net) != file {
		t.Errorf("%s", said)
	}
}

func TestTedErrors(t *testing.T) {
	train, dev := tedFiles(t)
	dir := filepath.Dir(dev)
	bad := filepath.Join(dir, "bad.tsv")
	writeText(t, bad, "it\tSEMICOLON\n")
	one := filepath.Join(dir, "one.tsv")
	writeText(t, one, "yes\tPERIOD\n")
	files := "--dev " + dev + " --train " + train
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", program.Misused, "ted needs --dev"},
		{files + " more", program.Misused, "--dev and --train"},
		{files + " --hold-out 1", program.Misused, "--hold-out is a share"},
		{files + " --units 33", program.Misused, "--units is a multiple of 32"},
		{files + " --layers 9", program.Misused, "--layers is from 1 to 8"},
		{files + " --rate 0", program.Misused, "--rate"},
		{files + " --dropout 0.1,0.2", program.Misused, "--dropout is three shares"},
		{files + " --dropout 0.1,0.2,x", program.Misused, `"x" is no number`},
		{files + " --dropout 0.1,0.2,1", program.Misused, "--dropout is a share"},
		{files + " --hide-words NaN", program.Misused, "--hide-words is a share"},
		{"--dev " + dev + " -o " + filepath.Join(dir, "net"), program.Misused, "--train"},
		{"--dev " + bad, program.Failed, bad + `:1: unknown label "SEMICOLON"`},
		{"--dev " + dev + " --train " + bad, program.Failed, bad + ":1: "},
		{"--dev " + dev + " --train " + one, program.Failed, "nothing is left"},
		{"--dev " + filepath.Join(dir, "missing"), program.Failed, "missing"},
		{"--dev " + dev + " --bundle " + bad, program.Failed, bad},
	} {
		code, _, problems := execute(t, "", append([]string{"ted", "--work", filepath.Join(dir, "work")}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(problems, c.want) {
			t.Errorf("%s: exit code %d, want %d; %q does not say %q", c.args, code, c.code, problems, c.want)
		}
	}
	for _, name := range []string{"net", "work"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("there is %s", name)
		}
	}
}
