package blackbox

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
)

const said = "So, uh, I want a flight to Boston, I mean to Denver. You know, it was four hours."

// output runs a program, and returns what it writes.
func output(t *testing.T, input, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Stdin = strings.NewReader(input)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, errs.Bytes())
	}
	return string(out)
}

// TestHostOfTools has the official client of the Model Context Protocol, in Python, talk to the command.
func TestHostOfTools(t *testing.T) {
	python := os.Getenv("TIDYTALK_PYTHON") // one that has the package mcp
	if python == "" {
		python = "python3"
	}
	if err := exec.Command(python, "-c", "import mcp").Run(); err != nil {
		t.Skipf("SKIPPED: %s has no package mcp: 'pip install mcp', and name the Python in TIDYTALK_PYTHON", python)
	}
	program := filepath.Join(scripts.Build(t, root, "./cmd/tidytalk"), "tidytalk")
	type given struct {
		Texts  []string
		Error  bool
		Object map[string][]any
	}
	var got struct {
		Version, Name                  string
		Tools                          []string
		Clean, Explain, Formats, Wrong given
	}
	if err := json.Unmarshal([]byte(output(t, "", python, "testdata/tools.py", program, said)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != "tidytalk" || got.Version < "2025-06-18" || !slices.Equal(got.Tools, []string{"clean", "explain", "formats"}) {
		t.Errorf("%+v", got)
	}
	if want := output(t, said, program, "clean", "--level", "light"); got.Clean.Error || got.Clean.Texts[0] != want {
		t.Errorf("got %+v, want %q", got.Clean, want)
	}
	if got.Explain.Error || len(got.Explain.Object["removed"]) == 0 {
		t.Errorf("%+v", got.Explain)
	}
	if n := strings.Count(output(t, "", program, "formats"), "\n") - 1; len(got.Formats.Object["formats"]) != n {
		t.Errorf("%d formats, the command has %d", len(got.Formats.Object["formats"]), n)
	}
	if !got.Wrong.Error || !strings.Contains(got.Wrong.Texts[0], "unknown level") {
		t.Errorf("%+v", got.Wrong)
	}
}

// paper is a document with all that stays as it is.
const paper = `# So, uh, a heading

So, uh, I *want, uh, you know,* a ` + "`flight uh`" + ` to **Boston**, I mean to [Denver, uh, there](http://x.y/uh).
And [uh](http://uh.z) "you know, it's" $uh$ fine.[^1] ![uh](uh.png) <b>uh</b>

Uh.

Ann: Um, *uh*, so the the list has twenty five dollars.

1. Um, so I, I went
2. uh

> well, uh, no

    uh code

| a uh | b  |
|------|----|
| uh   | um |

Term, uh

:   Um, the the *meaning*

[^1]: Uh, a note.
`

// TestPandoc has pandoc run the filter for it.
func TestPandoc(t *testing.T) {
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Skip("SKIPPED: there is no pandoc: 'apt-get install pandoc'")
	}
	t.Logf("pandoc is %s", strings.Fields(output(t, "", "pandoc", "--version"))[1])
	program := filepath.Join(scripts.Build(t, root, "./cmd/tidytalk"), "tidytalk")
	filtered := func(to, text string, options ...string) string {
		args := []string{"-t", to, "--wrap=none", "--lua-filter", filepath.Join(root, "editors", "pandoc", "tidytalk.lua"), "-M", "tidytalk-command=" + program}
		for _, o := range options {
			args = append(args, "-M", "tidytalk-"+o)
		}
		return output(t, text, "pandoc", args...)
	}
	// Where nothing is removed nothing changes.
	if got, want := filtered("json", paper, "remove=none", "punct=keep", "case=keep"), output(t, paper, "pandoc", "-t", "json"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What is left of plain paragraphs is what the command leaves of them.
	plain := "So, uh, I want a flight to Boston, I mean to Denver.\n\nUh.\n\nWell, you know, we we went there. It was, um, four “hours” café.\n\nso uh i dont know um its twenty five dollars\n"
	for _, options := range [][]string{nil, {"level=light"}, {"keep=filled-pauses,repairs"}, {"numbers=digits", "revisions=false"}} {
		args := []string{"clean", "--from", "text"}
		for _, o := range options {
			if o != "revisions=false" {
				args = append(args, "--"+o)
			}
		}
		want := strings.Join(strings.Fields(output(t, plain, program, args...)), " ")
		if got := strings.Join(strings.Fields(filtered("plain", plain, options...)), " "); got != want {
			t.Errorf("%q: got %q, want %q", options, got, want)
		}
	}
	// What is not said stays, and formatting where words do.
	got := filtered("markdown", paper)
	for _, want := range []string{"# So, uh, a heading", "*want", "`flight uh`", "**Boston**", "](http://x.y/uh)", "[uh](http://uh.z)", "$uh$", "[^1]: Uh, a note.", "![uh](uh.png)", "<b>", "    uh code", "a uh", "*meaning*"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is gone from\n%s", want, got)
		}
	}
	if strings.Contains(got, "So, uh, I") || strings.Contains(got, "you know,*") || strings.Contains(got, "\nUh.\n") {
		t.Errorf("a filled pause stays in\n%s", got)
	}
	// Errors end pandoc, and say why.
	for options, want := range map[string]string{"command=/no/program": "name the program with", "level=heavy": `unknown level "heavy"`} {
		c := exec.Command("pandoc", "--lua-filter", filepath.Join(root, "editors", "pandoc", "tidytalk.lua"), "-M", "tidytalk-command="+program, "-M", "tidytalk-"+options)
		c.Stdin = strings.NewReader("So, uh, no.")
		if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", options, err, out)
		}
	}
}
