package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// TestTraceAdvice pastes what a trace advises behind the command, and what was wanted wins: as the
// table says it, as a shell reads that, and as JSON and the page do.
func TestTraceAdvice(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine draws the traces")
	}
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr strings.Builder
		if code := product().Run(t.Context(), append([]string{"tidytalk", "trace"}, args...), strings.NewReader(""), &stdout, &stderr); code != 0 {
			t.Fatalf("%q: exit code %d: %s", args, code, stderr.String())
		}
		return stdout.String()
	}
	for _, c := range []struct{ name, text, want string }{
		{"a stream", "to boston uh i mean to denver", "to boston uh i mean to denver"},
		{"written text", "I I, you know, I like it.", "I, you know, I like it"},
		{"a sentence", "and then he he went home uh yesterday", "and then he he went home uh yesterday"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, line, ok := strings.Cut(run("--want", c.want, c.text), "it wins with: ")
			if !ok {
				t.Fatal("there is no advice")
			}
			advice := strings.ReplaceAll(strings.TrimRight(line, "\n"), " \\\n    ", " ")
			again := run(append(strings.Fields(advice), "--want", c.want, c.text)...)
			if !strings.Contains(again, "\n  it won\n") {
				t.Errorf("with %s it does not win:\n%s", advice, again[strings.Index(again, "\nwinner"):])
			}
			var traced pipeline.Traced
			if err := json.Unmarshal([]byte(run("--to", "json", "--want", c.want, c.text)), &traced); err != nil || traced.Want.Advice != advice {
				t.Errorf("JSON has %q, the table %q, %v", traced.Want.Advice, advice, err)
			}
			if page := run("--to", "html", "--want", c.want, c.text); !strings.Contains(page, `"advice":"`+advice+`"`) {
				t.Errorf("the page does not have %q", advice)
			}
		})
	}
}

// What is advised fits into the width, and is one line to a shell.
func TestAdviceLines(t *testing.T) {
	advice := strings.TrimSpace(strings.Repeat("--weight streams:network-fillers=0.123 ", 9))
	for _, wide := range []bool{false, true} {
		var b strings.Builder
		p := tracePrinter{w: &b, wide: wide}
		p.advice(&pipeline.Wanted{Advice: advice})
		for line := range strings.Lines(b.String()) {
			if !wide && seen(line) > traceWidth+1 {
				t.Errorf("%d columns: %s", seen(line), line)
			}
		}
		joined := strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "\\\n", "")), " ")
		if joined != "it wins with: "+advice || !wide && strings.Count(b.String(), "\n") < 3 {
			t.Errorf("wide %v: %s", wide, b.String())
		}
	}
	var b strings.Builder
	if (&tracePrinter{w: &b}).advice(&pipeline.Wanted{}); b.Len() > 0 {
		t.Errorf("without advice: %s", b.String())
	}
}
