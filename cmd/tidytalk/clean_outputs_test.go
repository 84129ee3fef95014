package main

import (
	"os"
	"strings"
	"testing"
)

func TestCheckOutputs(t *testing.T) {
	makeFiles(t, "a/x.txt", "b/x.txt", "b/link.txt -> ../a/x.txt", "out/x.txt -> ../a/x.txt")
	for _, c := range []struct {
		args, outDir, output string
		want                 string
	}{
		{"a/x.txt b/x.txt", "new", "", "a/x.txt and b/x.txt would both be written to new/x.txt"},
		{"a b", "new", "", "a/x.txt and b/x.txt would both be written to new/x.txt"},
		{"a/x.txt", "new", "", ""},
		{"a/x.txt", "a", "", "a/x.txt is an input, and would be written to as a/x.txt"},
		{"b/x.txt a", "a", "", "a/x.txt is an input, and would be written to as a/x.txt"},
		{"b/link.txt b/x.txt", "out", "", "b/link.txt is an input, and would be written to as out/x.txt"},
		{"b/x.txt", "out", "", ""},
		{"a/x.txt b/x.txt", "", "new.txt", ""},
		{"b/x.txt a/x.txt", "", "out/x.txt", "a/x.txt is an input, and would be written to as out/x.txt"},
		{"b/x.txt -", "", "out/x.txt", ""},
	} {
		inputs, _, err := findInputs(strings.Fields(c.args), c.outDir, "", false)
		if err != nil {
			t.Fatal(err)
		}
		var shared *existing
		if c.output != "" {
			shared = sharedOutput(c.output, nil)
		}
		err = checkOutputs(inputs, shared)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want+": ")) {
			t.Errorf("%s to %q%q: %v, want %q", c.args, c.outDir, c.output, err, c.want)
		}
	}

	// What standard output leads to is an output, too.
	f, err := os.OpenFile("a/x.txt", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := checkOutputs([]input{{path: "a/x.txt"}}, sharedOutput("", f)); err == nil {
		t.Error("an input is appended to itself")
	}
	if err := checkOutputs([]input{{path: "b/x.txt"}}, sharedOutput("", f)); err != nil {
		t.Error(err)
	}
}
