// Package scripts has what scripts of the commands are run with.
package scripts

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/filetest"
)

// Build builds a command of a module, whose folder is given, into a folder of its own, and
// returns that.
func Build(t testing.TB, module, command string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	// A folder as output: the command has the name that the system wants.
	build := exec.Command("go", slices.Concat([]string{"build", "-o", dir + string(filepath.Separator)}, flags, []string{command})...)
	build.Dir = module
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	return dir
}

// Commands returns the commands of scripts. Those that check exit codes run the program of
// this name.
func Commands(program string) map[string]func(*testscript.TestScript, bool, []string) {
	exits := exits(program)
	return map[string]func(*testscript.TestScript, bool, []string){
		"longline": longLine, "cut": cutFile, "corpus": writeCorpus, "embedded": embedded, "bump": bump, "link": link, "gzip": gzipFile,
		"status": status(exits), "exits": exits, "damage": damage, "settings": sameSettings, "wav": wav, "poke": poke, "empty": emptyDir,
		"junk": write("\x7fELF\x00\x01\x02\xff\xfe"), "mp4": write("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isommp42\x00\x00\x00\x08free"),
		"latin1": write("fine\nna\xc3\xafve \xe9t\xe9\n"),
	}
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

// damage PREFIX changes a byte in the middle of the one file whose name begins so.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(ts.MkAbs(args[0]) + "*")
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("%d files begin with %s", len(files), args[0])
	}
	b, err := os.ReadFile(files[0])
	ts.Check(err)
	b[len(b)/2] ^= 1
	ts.Check(os.WriteFile(files[0], b, 0o644))
}

// sameSettings FILE FILE checks that two files of settings agree but for their comments.
func sameSettings(ts *testscript.TestScript, _ bool, args []string) {
	var texts []string
	for _, name := range args {
		text := ""
		for line := range strings.Lines(ts.ReadFile(name)) {
			if !strings.HasPrefix(line, "#") {
				text += line
			}
		}
		texts = append(texts, text)
	}
	if len(texts) != 2 || texts[0] == "" || texts[0] != texts[1] {
		ts.Fatalf("the settings differ")
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
	ts.Check(os.WriteFile(path, filetest.Reseal(b), 0o644))
}

// exits CODE ARG... runs the program and checks its exit code.
func exits(program string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		var want int
		_, err := fmt.Sscan(args[0], &want)
		ts.Check(err)
		err = ts.Exec(program, args[1:]...)
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
}

// status CODE ARG... runs the program and checks its exit code and that it fails
// with one line on standard error, or with a hint after it for code 2.
func status(exits func(*testscript.TestScript, bool, []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		var want int
		_, err := fmt.Sscan(args[0], &want)
		ts.Check(err)
		exits(ts, false, args)
		lines := strings.Count(ts.ReadFile("stderr"), "\n")
		if max := map[int]int{0: 0, 1: 1, 2: 2}[want]; lines != max {
			ts.Fatalf("%d lines on standard error, want %d", lines, max)
		}
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
