package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// talkedTSV is a conversation of two, with times: what one says, the other answers.
func talkedTSV() string {
	var b strings.Builder
	at := 0.0
	for i, turn := range []string{
		"we/O want/E uh/F we/O want/O to/O go/O home/O", "yeah/F right/O", "and/F then/O he/E he/O called/O me/O", "okay/F",
		"it/O was/O uh/F it/O was/O late/O", "so/F what/O did/O you/O you/O say/O", "well/F i/E i/O said/O no/O",
	} {
		words := strings.Fields(turn)
		for k, w := range words {
			text, label, _ := strings.Cut(w, "/")
			kind, edit, mark, slash := "-", 0, "-", "-"
			switch label {
			case "F":
				kind = "F"
			case "E":
				edit = 1
			}
			if k == len(words)-1 {
				mark, slash = ".", "/"
			}
			fmt.Fprintf(&b, "2001\t%s\t%d.1\tsd\t%s\tNN\t%s\t%d\t%s\t%s\t%.2f\t%.2f\n", "AB"[i%2:i%2+1], i+1, text, kind, edit, mark, slash, at, at+0.2)
			if at += 0.25; label == "F" {
				at += 0.6
			}
		}
	}
	// One speaker after the other.
	var rows [2]strings.Builder
	for line := range strings.Lines(b.String()) {
		rows[strings.Index("AB", strings.Split(line, "\t")[1])].WriteString(line)
	}
	return rows[0].String() + rows[1].String()
}

// TestEvalColumns holds each column to a run of its own, and text to JSON.
func TestEvalColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine scores eight times")
	}
	path := filepath.Join(t.TempDir(), "talk.tsv")
	if err := os.WriteFile(path, []byte(talkedTSV()), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, string, int) {
		var stdout, stderr strings.Builder
		code := product().Run(t.Context(), append([]string{"tidytalk", "eval", "--corpus", path}, args...), strings.NewReader(""), &stdout, &stderr)
		return stdout.String(), stderr.String(), code
	}
	read := func(args ...string) map[string]any {
		t.Helper()
		out, problem, code := run(append(args, "--json")...)
		var value map[string]any
		if err := json.Unmarshal([]byte(out), &value); err != nil || code != 0 {
			t.Fatalf("%q: exit code %d, %v, %s", args, code, err, problem)
		}
		return value
	}
	for _, c := range []struct {
		segment string
		columns map[string][]string
		titles  string
	}{
		{"auto", map[string][]string{"with_times": nil, "without_times": {"--no-times"}, "without_times_and_turns": {"--no-times", "--no-turns"}}, "gold with times without times without times and turns"},
		{"line", map[string][]string{"with_times": nil, "without_times": {"--no-times"}}, "gold with times without times"},
		{"written", map[string][]string{"with_times": nil, "without_times": {"--no-times"}}, "gold with times without times"},
	} {
		columns := read("--segment", c.segment, "--columns")["columns"].(map[string]any)
		if len(columns) != len(c.columns) {
			t.Errorf("%s: %d columns", c.segment, len(columns))
		}
		text, _, _ := run("--segment", c.segment, "--columns")
		lines := strings.Split(text, "\n")
		if len(lines) < 5 || strings.Join(strings.Fields(lines[2]), " ") != c.titles {
			t.Fatalf("%s: the table is\n%s", c.segment, text)
		}
		for name, flags := range c.columns {
			alone := read(append([]string{"--segment", c.segment}, flags...)...)
			if !reflect.DeepEqual(columns[name], alone) {
				t.Errorf("%s: %s is\n%v, alone\n%v", c.segment, name, columns[name], alone)
			}
			if f1 := fmt.Sprintf("%.2f (", 100*alone["filler"].(map[string]any)["f1"].(float64)); !strings.Contains(text, f1) {
				t.Errorf("%s: the table lacks %q of %s:\n%s", c.segment, f1, name, text)
			}
		}
	}
	for _, flags := range []string{"--no-times", "--segment auto --no-turns", "--segment auto --cues 80", "--by-class"} {
		if out, problem, code := run(append(strings.Fields(flags), "--columns")...); code != 2 || out != "" || !strings.Contains(problem, "--columns scores with times and without: leave --") {
			t.Errorf("%s: exit code %d, %q", flags, code, problem)
		}
	}
}
