package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// The lines of docs/command.md between which the options stand.
const (
	optionsBegin = "<!-- options: from their declarations, by go test ./cmd/tidytalk -run TestDocs -update -->\n"
	optionsEnd   = "<!-- end of the options -->\n"
)

// TestDocs holds the options in docs/command.md to their declarations.
func TestDocs(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "command.md")
	is := readText(t, path)
	before, rest, ok := strings.Cut(is, optionsBegin)
	_, after, ok2 := strings.Cut(rest, optionsEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the options", path)
	}
	want := before + optionsBegin + documentedOptions() + optionsEnd + after
	if is == want {
		return
	}
	if !*update {
		t.Fatalf("the options in %s are not those that are declared: go test ./cmd/tidytalk -run TestDocs -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// documentedOptions lists all options as a table.
func documentedOptions() string {
	var b strings.Builder
	b.WriteString("\n| option | default | | where |\n|---|---|---|---|\n")
	for _, o := range cleaning.Options() {
		value, about := "", strings.ReplaceAll(o.About, "`", "")
		if parts := strings.Split(o.About, "`"); len(parts) == 3 {
			value = parts[1]
		}
		var names []string
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			names = append(names, "`"+strings.TrimSpace(usage.Dashed(name)+" "+value)+"`")
		}
		if bounds := o.Range(); bounds != "" {
			about += " (" + bounds + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", strings.Join(names, ", "), documentedDefault(&o), strings.ReplaceAll(about, "|", "\\|"), documentedPlaces(&o))
	}
	return b.String() + "\n"
}

// documentedDefault says the default of an option, and where it is another.
func documentedDefault(o *cleaning.Option) string {
	out := []string{}
	if text := o.DefaultText(); text != "" {
		out = append(out, text)
	}
	for _, s := range surfacesInOrder() {
		if at := cleaning.At(s, o.Name); at != nil && at.DefaultText() != o.DefaultText() {
			out = append(out, at.DefaultText()+" in "+documentedPlace(s))
		}
	}
	return strings.Join(out, "; ")
}

// documentedPlaces lists the surfaces of an option.
func documentedPlaces(o *cleaning.Option) string {
	var out []string
	for _, s := range surfacesInOrder() {
		if o.Without(s) == "" {
			out = append(out, documentedPlace(s))
		}
	}
	return strings.Join(out, ", ")
}

func documentedPlace(s cleaning.Surface) string {
	if s == cleaning.Page {
		return "the page"
	}
	return "`" + cleaning.Surfaces()[s] + "`"
}

func surfacesInOrder() []cleaning.Surface {
	var out []cleaning.Surface
	for s := range cleaning.Surfaces() {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// TestExamplesInDocs runs the examples of the guide, and finds the lines of the README in them.
func TestExamplesInDocs(t *testing.T) {
	root := filepath.Join("..", "..")
	readme, guide := blocks(t, filepath.Join(root, "README.md"), ""), blocks(t, filepath.Join(root, "docs", "guide.md"), "")
	var before, after string
	for _, name := range []string{"interview.txt", filepath.Join("transcripts", "support-router.txt")} {
		file := filepath.Join(root, "testdata", name)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cleaned := output(t, "", "clean", file)
		for what, text := range map[string]string{"before": string(b), "after": cleaned} {
			shown := func(block string) bool { return strings.Count(block, "\n") > 3 && strings.HasPrefix(text, block) }
			if !slices.ContainsFunc(guide, shown) {
				t.Errorf("docs/guide.md does not show %s %s cleaning:\n%s", name, what, text)
			}
		}
		before, after = before+string(b), after+cleaned
	}
	for i, text := range []string{before, after} {
		for line := range strings.Lines(readme[i]) {
			if !strings.Contains(text, line) {
				t.Errorf("README.md shows a line that is not in the examples: %s", line)
			}
		}
	}
}

// blocks returns the code blocks of a page that are in a language, "" for none.
func blocks(t *testing.T, file, language string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, part := range strings.Split("\n"+string(b), "\n```") {
		if name, text, _ := strings.Cut(part, "\n"); i%2 == 1 && name == language {
			out = append(out, text+"\n")
		}
	}
	return out
}

// TestCommandsInReadme runs the command lines of the README and the guide in a copy of the
// files that a clone has, and checks the subtitles that the guide shows.
func TestCommandsInReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: other tests start the goroutines of each command")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("SKIPPED: no sh")
	}
	root := filepath.Join("..", "..")
	clone := t.TempDir()
	for _, dir := range []string{"testdata", filepath.Join("text", "formats", "testdata")} {
		if err := os.CopyFS(filepath.Join(clone, dir), os.DirFS(filepath.Join(root, dir))); err != nil {
			t.Fatal(err)
		}
	}
	readme, guide := filepath.Join(root, "README.md"), filepath.Join(root, "docs", "guide.md")
	bin := programDir(t)
	ran := 0
	for line := range strings.Lines(strings.Join(slices.Concat(blocks(t, readme, "sh"), blocks(t, guide, "sh")), "")) {
		if !strings.Contains(line, "tidytalk ") {
			continue // a line for Go
		}
		cmd := exec.Command(sh, "-c", line)
		cmd.Dir, cmd.Env = clone, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if out, err := cmd.Output(); err != nil || len(out) == 0 && !strings.Contains(line, " -o ") && !strings.Contains(line, "--out-dir") {
			t.Errorf("%s%v, standard output %q, standard error %s", line, err, out, stderr.String())
		}
		ran++
	}
	if ran < 15 {
		t.Errorf("only %d command lines", ran)
	}
	const first = "1                                            1\n"
	plain := blocks(t, guide, "")
	table := plain[slices.IndexFunc(plain, func(block string) bool { return strings.HasPrefix(block, first) })]
	for name, column := range map[string]int{"text/formats/testdata/interview.srt": 0, "clean.srt": 45} {
		text, err := os.ReadFile(filepath.Join(clone, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		var shown strings.Builder
		for line := range strings.Lines(table) {
			cell := strings.TrimSuffix(line, "\n")
			if column == 0 {
				cell = cell[:min(len(cell), 45)]
			} else {
				cell = cell[min(len(cell), column):]
			}
			shown.WriteString(strings.TrimRight(cell, " ") + "\n")
		}
		plain := strings.NewReplacer("\r", "", "\ufeff", "").Replace(string(text))
		if !strings.HasPrefix(plain, strings.TrimRight(shown.String(), "\n")) {
			t.Errorf("docs/guide.md shows of %s\n%s\nand it is\n%.300s", name, shown.String(), text)
		}
	}
}
