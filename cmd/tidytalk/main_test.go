package main

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// TestMain is the command itself under the command's name: see programDir.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "tidytalk" {
		main()
		return
	}
	// What the command remembers stays out of the user's folders.
	state, err := os.MkdirTemp("", "tidytalk-state-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state)
	}
	if err != nil {
		log.Fatal(err)
	}
	code := m.Run()
	os.RemoveAll(state)
	os.Exit(code)
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

// Labels whose punctuation is kept are those that there are with marks, without them.
func TestLabelsWithoutMarks(t *testing.T) {
	const in = "do you know anyone that uh is is in a nursing home\nwell i 'm trying to think\n"
	with := output(t, in, "clean", "--from", "tokens", "--to", "labels")
	want := strings.NewReplacer("/QMARK", "/NONE", "/PERIOD", "/NONE", "/COMMA", "/NONE").Replace(with)
	if got := output(t, in, "clean", "--from", "tokens", "--to", "labels", "--punct", "keep"); got != want || got == with {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestLabelsKeepTokens checks on odd input that --to labels has every token in
// its place, and that --from tokens --to text gives a subsequence.
func TestLabelsKeepTokens(t *testing.T) {
	lines := []string{"i i want a/b / uh//", "", "th- the <x> [y] , .", "東京 é 👍 'n", strings.Repeat("so i mean ", 300) + "so", "-", "- --", "you know you know"}
	in := strings.Join(lines, "\n") + "\n"
	for _, to := range []string{"labels", "text"} {
		var out, stderr strings.Builder
		if code := product().Run(t.Context(), []string{"tidytalk", "clean", "--from", "tokens", "--to", to, "--remove", "all", "--punct", "keep", "--case", "keep"}, strings.NewReader(in), &out, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
		got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(got) != len(lines) {
			t.Fatalf("%s: %d lines, want %d", to, len(got), len(lines))
		}
		for i, line := range lines {
			want := strings.Fields(line)
			have := strings.Fields(got[i])
			if to == "labels" {
				if len(have) != len(want) {
					t.Fatalf("line %d: %d labels for %d tokens", i+1, len(have), len(want))
				}
				for j, w := range want {
					rest, ok := strings.CutPrefix(have[j], w+"/")
					df, pu, _ := strings.Cut(rest, "/")
					if !ok || !strings.Contains(" COMMA PERIOD QMARK NONE ", " "+pu+" ") || !strings.Contains(" E F O F:F F:D F:E F:C ", " "+df+" ") {
						t.Errorf("line %d: %q for token %q", i+1, have[j], w)
					}
				}
				continue
			}
			for _, h := range have {
				for len(want) > 0 && want[0] != h {
					want = want[1:]
				}
				if len(want) == 0 {
					t.Fatalf("line %d: %q is no subsequence of %q", i+1, got[i], line)
				}
				want = want[1:]
			}
		}
	}
}

// The settings that training the decoder writes know no experts: they take their default,
// and get a line for each in a bundle that keeps some. Weights of experts that are gone go.
func TestFitted(t *testing.T) {
	b, err := engine.Load(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	e := b.Sentences()
	own := e.Settings()
	s := own
	s.Weights = beam.Weights{"expert-gone": 1, "repairs": 0.25}
	file, err := b.WithSettings(s)
	if err != nil {
		t.Fatal("settings without all weights do not fit:", err)
	}
	if file, err = fitted(file); err != nil {
		t.Fatal(err)
	}
	again, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	got := again.Sentences().Settings().Weights
	for n := range own.Weights {
		if _, ok := got[n]; !ok {
			t.Errorf("%s has no weight", n)
		}
	}
	if got["repairs"] != 0.25 || got["expert-1"] != 0 || got["m3n-disfluent"] != 0.5 {
		t.Errorf("weights %v", got)
	}
	without := bundletest.Files(t, b)
	for _, name := range engine.PartsOf(engine.DecoderParts) {
		delete(without, name)
	}
	for _, name := range engine.PartsOf(engine.StreamParts) {
		delete(without, name)
	}
	if file, err = engine.Build(b.Manifest(), without); err == nil {
		_, err = fitted(file)
	}
	if err != nil {
		t.Errorf("no settings: %v", err)
	}
}

// TestCommandsInReadme runs the command lines of the README and the guide in a copy of the
// files that a clone has, and checks the subtitles that the guide shows.
func TestCommandsInReadme(t *testing.T) {
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
