package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/transcript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tidytalk": main})
}

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the scripts run the command many times")
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"longline": longLine, "cut": cutFile, "corpus": writeCorpus, "embedded": embedded, "bump": bump, "link": link, "gzip": gzipFile, "status": status, "exits": exits,
			"junk": write("\x7fELF\x00\x01\x02\xff\xfe"), "latin1": write("fine\nna\xc3\xafve \xe9t\xe9\n"), "empty": emptyDir,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// longLine FILE writes a text of one line that is longer than any transcript's.
func longLine(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat("word ", 50<<20/5)), 0o644))
}

// cutFile FILE BYTES truncates a file.
func cutFile(ts *testscript.TestScript, _ bool, args []string) {
	var n int64
	_, err := fmt.Sscan(args[1], &n)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// embedded FILE writes the embedded bundle to a file.
func embedded(ts *testscript.TestScript, _ bool, args []string) {
	b, err := tidytalk.LoadBundle(bundle.Default()...)
	ts.Check(err)
	file, err := b.With(nil)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o644))
}

// write returns a command that writes what a script cannot hold to a file.
func write(text string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
	}
}

// emptyDir DIR checks that a folder holds no file.
func emptyDir(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(entries) > 0 {
		ts.Fatalf("%s holds %s", args[0], entries[0].Name())
	}
}

// link FILE NAME gives a file a second name.
func link(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.Link(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
}

// gzipFile FILE TO compresses a file.
func gzipFile(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o644))
}

// bump FILE raises the format version in a bundle's header.
func bump(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	b[10]++ // see internal/container
	ts.Check(os.WriteFile(path, b, 0o644))
}

// exits CODE ARG... runs tidytalk and checks its exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	var want int
	_, err := fmt.Sscan(args[0], &want)
	ts.Check(err)
	err = ts.Exec("tidytalk", args[1:]...)
	got := 0
	if err != nil {
		if _, e := fmt.Sscanf(err.Error(), "exit status %d", &got); e != nil {
			ts.Fatalf("%v", err)
		}
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// status CODE ARG... runs tidytalk and checks its exit code and that it fails
// with one line on standard error, or with a hint after it for code 2.
func status(ts *testscript.TestScript, _ bool, args []string) {
	var want int
	_, err := fmt.Sscan(args[0], &want)
	ts.Check(err)
	exits(ts, false, args)
	lines := strings.Count(ts.ReadFile("stderr"), "\n")
	if max := map[int]int{0: 0, 1: 1, 2: 2}[want]; lines != max {
		ts.Fatalf("%d lines on standard error, want %d", lines, max)
	}
}

// writeCorpus DIR writes a small invented corpus as train.tsv and dev.tsv.
func writeCorpus(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	for name, first := range map[string]int{"train.tsv": 2000, "dev.tsv": 4500} {
		var b strings.Builder
		for conv := first; conv < first+60; conv++ {
			for i, s := range []string{"we PRP - 0|saw VBD - 0|the DT - 1|uh UH F 0|the DT - 0|river NN - 0", "well UH D 0|they PRP - 1|they PRP - 0|left VBD - 0", "a DT - 0|house NN - 0|and CC C 0|a DT - 0|river NN - 0"} {
				tokens := strings.Split(s, "|")
				for j, tok := range tokens {
					f := strings.Fields(tok)
					slash := "-"
					if j == len(tokens)-1 {
						slash = "/"
					}
					fmt.Fprintf(&b, "%d\tA\t%d.1\tsd\t%s\t%s\t%s\t%s\t-\t%s\t-\t-\n", conv, i+1, f[0], f[1], f[2], f[3], slash)
				}
			}
		}
		ts.Check(os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o644))
	}
}

// TestExampleInReadme runs the README's example.
func TestExampleInReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(root, "testdata", "interview.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var after, stderr strings.Builder
	if code := run(t.Context(), []string{"tidytalk", "clean", filepath.Join(root, "testdata", "interview.txt")}, strings.NewReader(""), &after, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	for what, text := range map[string]string{"before": string(before), "after": after.String()} {
		if !strings.Contains(string(readme), "```\n"+text+"```\n") {
			t.Errorf("README.md does not show the example %s cleaning:\n%s", what, text)
		}
	}
}

// TestLabelsKeepTokens checks on odd input that --to labels has every token in
// its place, and that --from tokens --to text gives a subsequence.
func TestLabelsKeepTokens(t *testing.T) {
	lines := []string{"i i want a/b / uh//", "", "th- the <x> [y] , .", "東京 é 👍 'n", strings.Repeat("so i mean ", 300) + "so", "-", "- --", "you know you know"}
	in := strings.Join(lines, "\n") + "\n"
	for _, to := range []string{"labels", "text"} {
		var out, stderr strings.Builder
		if code := run(t.Context(), []string{"tidytalk", "clean", "--from", "tokens", "--to", to, "--remove", "all", "--punct", "keep", "--case", "keep"}, strings.NewReader(in), &out, &stderr); code != 0 {
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

// The settings that training the decoder writes know no experts: they are made to fit
// those that the bundle keeps.
func TestFitSettings(t *testing.T) {
	b, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := b.Settings()
	parts := map[string][]byte{tidytalk.PartSettings: []byte(s.For(nil).String())}
	if _, err := b.With(parts); err == nil {
		t.Error("settings without weights for the experts fit a bundle with experts")
	}
	if err := fitSettings(parts, b.Experts()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.With(parts); err != nil {
		t.Error(err)
	}
	if err := fitSettings(map[string][]byte{}, b.Experts()); err != nil {
		t.Errorf("no settings: %v", err)
	}
}

func TestPermute(t *testing.T) {
	app := newApp(nil, nil, nil)
	for in, want := range map[string]string{
		"clean a.txt -o b.txt":         "clean -o b.txt a.txt",
		"clean a.txt --diff -- -x":     "clean --diff a.txt -- -x",
		"clean - --to=labels":          "clean --to=labels -",
		"bundle info x.tt -o y":        "bundle info -o y x.tt",
		"corpus convert d --split dev": "corpus convert --split dev d",
		"--version":                    "--version",
		"nonsense a -b":                "nonsense a -b",
		"clean a -o":                   "clean -o",
		"clean a -v b --in-place":      "clean -v --in-place a b",
		"clean a --shard 1/2 -j 3 -q":  "clean --shard 1/2 -j 3 -q a",
		"clean a --backup .bak b":      "clean --backup .bak a b",
		"train -q experts c --only x":  "train -q experts --only x c",
	} {
		got := permute(app, append([]string{"tidytalk"}, strings.Fields(in)...))
		if g := strings.Join(got[1:], " "); g != want {
			t.Errorf("%q becomes %q, want %q", in, g, want)
		}
	}
}

func TestBlockEnd(t *testing.T) {
	line := strings.Repeat("word ", 20) + "\n"
	src := strings.Repeat(line, 3*blockSize/len(line))
	for rest := src; rest != ""; {
		n := blockEnd(rest)
		if n <= 0 || n > blockSize+len(line) || rest[n-1] != '\n' {
			t.Fatalf("a block of %d bytes", n)
		}
		rest = rest[n:]
	}
	if d, err := transcript.ParseText(src[:blockEnd(src)], "x"); err != nil || len(d.Lines) == 0 {
		t.Error(err)
	}
}
