package main

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// Who carries out the operations of --to jsonl on the source has what clean writes; who
// leaves the deletions out keeps every word.
func TestOperations(t *testing.T) {
	for _, path := range []string{"../../testdata/interview.txt", "../../testdata/transcripts/support-router.txt", "../../testdata/transcripts/meeting-budget.txt"} {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		output := func(args ...string) string {
			var stdout, stderr strings.Builder
			if code := product().Run(t.Context(), append([]string{"tidytalk", "clean"}, args...), strings.NewReader(""), &stdout, &stderr); code != program.Fine {
				t.Fatal(stderr.String())
			}
			return stdout.String()
		}
		var operations []decisions.Operation
		keep := 0
		for line := range strings.Lines(output("--to", "jsonl", path)) {
			var o struct {
				Words      []decisions.Word
				Operations []decisions.Operation
			}
			if err := json.Unmarshal([]byte(line), &o); err != nil {
				t.Fatal(err)
			}
			for _, w := range o.Words {
				if string(src[w.From:w.To]) != w.Text {
					t.Errorf("%s: %q is not at %d", path, w.Text, w.From)
				}
			}
			told := 0 // words
			for _, op := range o.Operations {
				if op.Words != nil {
					if op.Words[0] != told {
						t.Errorf("%s: words %v after %d in %s", path, *op.Words, told, line)
					}
					told = op.Words[1]
				}
				if op.Op == "keep" {
					keep++
				}
			}
			if told != len(o.Words) {
				t.Errorf("%s: %d of %d words in %s", path, told, len(o.Words), line)
			}
			operations = append(operations, o.Operations...)
		}
		if keep == 0 {
			t.Fatal("nothing is kept")
		}
		slices.SortStableFunc(operations, func(a, b decisions.Operation) int { return cmp.Compare(a.From, b.From) })
		apply := func(deletions bool) string {
			var b strings.Builder
			at := 0
			for _, op := range operations {
				if op.Op == "keep" || op.Op == "delete" && !deletions {
					continue
				}
				if op.From < at {
					t.Fatalf("%s: %+v begins before %d", path, op, at)
				}
				b.Write(src[at:op.From])
				if op.Text != nil {
					b.WriteString(*op.Text)
				}
				at = op.To
			}
			b.Write(src[at:])
			return b.String()
		}
		lines := func(s string) string {
			return strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" }), "\n")
		}
		if got, want := lines(apply(true)), lines(output(path)); got != want {
			t.Errorf("%s becomes\n%s\nnot\n%s", path, got, want)
		}
		if got, want := len(strings.Fields(apply(false))), len(strings.Fields(string(src))); got != want {
			t.Errorf("%s has %d words without deletions, not %d", path, got, want)
		}
		// What is written can be read again, as it was.
		again := t.TempDir() + "/again.jsonl"
		if err := os.WriteFile(again, []byte(output("--to", "jsonl", path)), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Fields(output("--to", "text", "--remove", "none", "--punct", "none", "--case", "none", again)), strings.Fields(string(src)); !slices.Equal(got, want) {
			t.Errorf("%s is read again as %q", path, got)
		}
	}
}

// TestOperationsOfSentences tells that each word is kept, deleted or part of a number in its own sentence, and once, also where what is
// removed goes on in the next one.
func TestOperationsOfSentences(t *testing.T) {
	const in = "Hello there, uh. Um. Yes I do, um. Uh. It was twenty uh five dollars.\nfine comma we left scratch that we stayed period\n"
	out := output(t, in, "clean", "--to", "jsonl", "--dictation", "--numbers", "digits")
	for line := range strings.Lines(out) {
		var s decisions.Sentence
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		told := make([]int, len(s.Words))
		for _, o := range s.Operations {
			if o.Words == nil {
				continue
			}
			for w := o.Words[0]; w < o.Words[1]; w++ {
				if told[w]++; o.Op == decisions.Keep && s.Removed[s.Words[w].Tokens[0]] {
					t.Errorf("%s is removed, and kept: %s", s.Words[w].Text, line)
				}
			}
		}
		if slices.ContainsFunc(told, func(n int) bool { return n != 1 }) {
			t.Errorf("words are told of %v times: %s", told, line)
		}
	}
	if n := strings.Count(out, "\n"); n < 6 {
		t.Errorf("%d sentences", n)
	}
}
