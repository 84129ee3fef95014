package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/filelock"
)

// talksToKeep writes small transcripts to folders, and returns their texts by name. Cleaning
// some of them twice gives something else than cleaning them once.
func talksToKeep(t *testing.T, folder string, n int) map[string]string {
	t.Helper()
	lines := []string{
		"Ann: So we flew to Boston, uh, I mean to Denver.\n", "Bob: Uh, I I think it it it was was fine.\n",
		"Ann: you know you know you know like uh like that that that that one\n", "Bob: No changes here.\n",
		"Ann: Um, uh, um.\n", "Bob: well we we were going to to the the, uh, the the house I mean the the river river\n",
	}
	out := make(map[string]string)
	for i := range n {
		var b strings.Builder
		for k := range 3 {
			b.WriteString(lines[(i+k*(i/len(lines)+1))%len(lines)])
		}
		name := filepath.Join(folder, fmt.Sprintf("sub%d", i%3), fmt.Sprintf("%02d.txt", i))
		writeText(t, name, b.String())
		out[name] = b.String()
	}
	return out
}

func restore(t *testing.T, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		writeText(t, name, text)
	}
}

// checkTexts checks that files hold these texts, and that nothing but them and their
// backups, if they are kept, is in their folders.
func checkTexts(t *testing.T, what string, want, originals map[string]string, backup string) {
	t.Helper()
	folders := make(map[string]bool)
	for name, text := range want {
		if got := readText(t, name); got != text {
			t.Fatalf("%s: %s holds %q, want %q", what, name, got, text)
		}
		folders[filepath.Dir(name)] = true
	}
	for folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			before, isBackup := strings.CutSuffix(name, backup)
			switch {
			case want[name] != "":
			case isBackup && backup != "" && want[before] != originals[before]:
				if got := readText(t, name); got != originals[before] {
					t.Fatalf("%s: %s holds %q, want %q", what, name, got, originals[before])
				}
			default:
				t.Fatalf("%s: %s is left", what, name)
			}
		}
	}
}

// inPlace are the arguments of the cheapest run.
func inPlace(more ...string) []string {
	return append([]string{"clean", "--in-place", "--mode", "baseline", "-j", "2", "talks"}, more...)
}

// A run that is killed at any moment and run again gives what one run gives, and leaves
// nothing behind.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it runs the command many times")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: processes end otherwise")
	}
	binary := filepath.Join(programDir(t), "tidytalk")
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", 12)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Fatal(problems)
	}
	once := make(map[string]string)
	for name := range texts {
		once[name] = readText(t, name)
	}
	restore(t, texts)
	cmd := exec.Command(binary, inPlace()...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	random := rand.New(rand.NewPCG(1, 17))
	for round := range 5 {
		backup := ""
		if round%2 == 1 {
			backup = ".bak"
		}
		if err := os.RemoveAll("talks"); err != nil {
			t.Fatal(err)
		}
		restore(t, texts)
		args := inPlace()
		if backup != "" {
			args = inPlace("--backup", backup)
		}
		state := "XDG_STATE_HOME=" + t.TempDir()
		for range 1 + round%3 {
			cmd := exec.Command(binary, args...)
			cmd.Env = append(os.Environ(), state)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// Most of the time goes into loading: files are replaced near the end.
			time.Sleep(whole/3 + time.Duration(random.Int64N(int64(whole))))
			cmd.Process.Kill()
			cmd.Wait()
		}
		cmd := exec.Command(binary, args...)
		cmd.Env = append(os.Environ(), state)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("round %d: %v: %s", round, err, out)
		}
		checkTexts(t, fmt.Sprintf("round %d", round), once, texts, backup)
	}
}

// Two runs at once on one folder both end well, and every file is as after one run.
func TestTwoRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", 12)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Fatal(problems)
	}
	once := make(map[string]string)
	for name := range texts {
		once[name] = readText(t, name)
	}
	for round := range 4 {
		backup := ""
		args := inPlace("-q")
		if round%2 == 1 {
			backup = ".bak"
			args = inPlace("-q", "--backup", backup)
		}
		if err := os.RemoveAll("talks"); err != nil {
			t.Fatal(err)
		}
		restore(t, texts)
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				var stderr bytes.Buffer
				if code := product().Run(context.Background(), append([]string{"tidytalk"}, args...), nil, &stderr, &stderr); code != program.Fine || stderr.Len() > 0 {
					t.Errorf("exit code %d: %s", code, stderr.String())
				}
			})
		}
		both.Wait()
		checkTexts(t, fmt.Sprintf("round %d", round), once, texts, backup)
	}
}

// What another program appends to a file while it is cleaned is never lost, and the file is
// either cleaned or as the other one has left it.
func TestAppended(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	long := ""
	for i := range 40 {
		long += fmt.Sprintf("Ann: So we flew to Boston, uh, I mean to Denver on day %d.\n", i)
	}
	for i := range 12 {
		writeText(t, fmt.Sprintf("talks/%02d.txt", i), long)
	}
	// The other program opens a file by name for every line that it writes.
	stop, written := make(chan struct{}), make(map[string]int)
	var other sync.WaitGroup
	other.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			name := fmt.Sprintf("talks/%02d.txt", n%8) // four stay as they are
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Error(err)
				return
			}
			written[name]++
			if _, err := fmt.Fprintf(f, "Bob: This is line number %d.\n", n); err != nil {
				t.Error(err)
			}
			f.Close()
			time.Sleep(time.Millisecond)
		}
	})
	code, _, problems := execute(t, "", inPlace("--backup", ".bak")...)
	close(stop)
	other.Wait()
	if code != program.Partial && code != program.Fine {
		t.Errorf("exit code %d: %s", code, problems)
	}
	left := 0
	for i := range 12 {
		name := fmt.Sprintf("talks/%02d.txt", i)
		text := readText(t, name)
		if got := strings.Count(text, "Bob: This is line number "); got != written[name] {
			t.Errorf("%s has %d of %d lines", name, got, written[name])
		}
		if strings.Contains(text, ", uh, ") {
			left++
			if !strings.Contains(problems, name+" changed while it was cleaned: left as it is; run again\n") {
				t.Errorf("%s is left, and nobody says so: %s", name, problems)
			}
			if _, err := os.Stat(name + ".bak"); err == nil {
				t.Errorf("%s is left, and has a backup", name)
			}
		}
	}
	if (left > 0) != (code == program.Partial) || left > 8 {
		t.Errorf("exit code %d, %d files are left: %s", code, left, problems)
	}
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Errorf("again: exit code %d: %s", code, problems)
	}
}

// A file that always changes gives exit code 3, also alone, and the others are cleaned.
func TestChangedExit(t *testing.T) {
	for e, want := range map[filesFailed]int{
		{changed: 1, all: 1}:            program.Partial,
		{changed: 2, all: 3}:            program.Partial,
		{failed: 1, changed: 1, all: 2}: program.Partial,
		{failed: 1, all: 2}:             program.Partial,
		{failed: 2, all: 2}:             program.Failed,
	} {
		if got := e.Code(); got != want {
			t.Errorf("%s: %d, want %d", e.Error(), got, want)
		}
	}
}

// Files that are clean are not cleaned again, whatever they are called.
func TestManifest(t *testing.T) {
	t.Chdir(t.TempDir())
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	writeText(t, "talk.txt", spoken)
	writeText(t, "fine.txt", "Ann: This is fine.\n")
	step := func(what, wantProblems string, args ...string) {
		t.Helper()
		code, _, problems := execute(t, "", append([]string{"clean", "--in-place"}, args...)...)
		if code != program.Fine || problems != wantProblems {
			t.Errorf("%s: exit code %d, %q", what, code, problems)
		}
	}
	already := func(n, all int) string {
		return fmt.Sprintf("tidytalk: %d of %d files clean already, and not touched; --again cleans them again\n", n, all)
	}
	step("first", "", "talk.txt", "fine.txt")
	before, err := os.Stat("talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	step("again", already(2, 2), "talk.txt", "fine.txt")
	step("quietly", "", "-q", "talk.txt", "fine.txt")
	if err := os.Rename("talk.txt", "other.txt"); err != nil {
		t.Fatal(err)
	}
	step("renamed", already(1, 1), "other.txt")
	step("other jobs", already(1, 1), "other.txt", "--jobs", "1", "--backup", ".bak")
	step("the default said", already(1, 1), "other.txt", "--level", "standard")
	step("--again", "", "other.txt", "--again")
	step("other settings", "", "other.txt", "--level", "light")
	writeText(t, "mine.txt", "+ ehem\n")
	step("other fillers", "", "other.txt", "--fillers", "mine.txt")
	step("the same fillers", already(1, 1), "other.txt", "--fillers", "mine.txt")
	writeText(t, "mine.txt", "+ hrmpf\n")
	step("the file has changed", "", "other.txt", "--fillers", "mine.txt")
	if after, err := os.Stat("other.txt"); err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the file was touched")
	}

	step("a manifest", "", "other.txt", "--manifest", "done.sums")
	step("a manifest", already(1, 1), "other.txt", "--manifest", "done.sums")
	for _, c := range []struct{ args, want string }{
		{"--manifest other.txt", "tidytalk: other.txt is an input, and --manifest would write to it: keep it elsewhere\n"},
		{"--manifest fine.txt", "tidytalk: fine.txt is no manifest of tidytalk: name another file with --manifest\n"},
		{"--manifest none/x", "tidytalk: cannot write none/x: the folder none does not exist: make it first\n"},
	} {
		code, _, problems := execute(t, "", append(strings.Fields("clean --in-place other.txt"), strings.Fields(c.args)...)...)
		if code != program.Failed || problems != c.want {
			t.Errorf("%s: exit code %d, %q", c.args, code, problems)
		}
	}
	checkFiles(t, ".", "done.sums", "fine.txt", "mine.txt", "other.txt")

	// Without a place for it, it goes on, and says so once.
	writeText(t, "talk.txt", spoken)
	writeText(t, "talk2.txt", spoken)
	t.Setenv("XDG_STATE_HOME", filepath.Join(state, "file"))
	writeText(t, filepath.Join(state, "file"), "")
	code, _, problems := execute(t, "", "clean", "--in-place", "talk.txt", "talk2.txt")
	if code != program.Fine || strings.Count(problems, "\n") != 1 || !strings.HasPrefix(problems, "tidytalk: nothing will remember which files are clean (") {
		t.Errorf("exit code %d, %s", code, problems)
	}
	if readText(t, "talk2.txt") != cleaned {
		t.Error("it is not cleaned")
	}
}

// The outcome does not depend on which file is done first, where one holds what another one
// becomes.
func TestManifestOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	first := ""
	for _, jobs := range []string{"1", "2", "8"} {
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		writeText(t, "a.txt", spoken)
		writeText(t, "b.txt", cleaned)
		writeText(t, "c.txt", spoken)
		code, _, problems := execute(t, "", "clean", "--in-place", "-v", "--jobs", jobs, "a.txt", "b.txt", "c.txt")
		if code != program.Fine {
			t.Fatal(problems)
		}
		said := ""
		for line := range strings.Lines(problems) {
			said += line[strings.Index(line, "msg="):strings.Index(line, " bytes=")] + "\n"
		}
		if first == "" {
			first = said
		}
		if said != first || !strings.Contains(said, "msg=unchanged file=b.txt") {
			t.Errorf("--jobs %s: %s", jobs, said)
		}
	}
}

// The backup of a run that was killed before it replaced the file is no reason to stop.
func TestBackupOfKilled(t *testing.T) {
	for _, linked := range []bool{false, true} {
		t.Chdir(t.TempDir())
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		writeText(t, "talk.txt", spoken)
		if linked {
			if err := os.Link("talk.txt", "talk.txt.bak"); err != nil {
				t.Skip("SKIPPED: no hard links here:", err)
			}
		} else {
			writeText(t, "talk.txt.bak", spoken)
		}
		if code, _, problems := execute(t, "", "clean", "--in-place", "--backup", ".bak", "talk.txt"); code != program.Fine || problems != "" {
			t.Errorf("linked %v: exit code %d, %s", linked, code, problems)
		}
		if readText(t, "talk.txt") != cleaned || readText(t, "talk.txt.bak") != spoken {
			t.Errorf("linked %v: %q, and %q is kept", linked, readText(t, "talk.txt"), readText(t, "talk.txt.bak"))
		}
		checkFiles(t, ".", "talk.txt", "talk.txt.bak")
	}
}

func TestHardLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	writeText(t, "talk.txt", spoken)
	for _, name := range []string{"second.txt", "third.txt"} {
		if err := os.Link("talk.txt", name); err != nil {
			t.Skip("SKIPPED: no hard links here:", err)
		}
	}
	code, _, problems := execute(t, "", "clean", "--in-place", "talk.txt")
	if runtime.GOOS != "windows" && problems != "tidytalk: talk.txt had 3 names (hard links): the others keep the text as it was\n" || code != program.Fine {
		t.Errorf("exit code %d, %q", code, problems)
	}
	if readText(t, "talk.txt") != cleaned || readText(t, "third.txt") != spoken {
		t.Errorf("%q, %q", readText(t, "talk.txt"), readText(t, "third.txt"))
	}
}

// Links in a folder are followed inside it only, unless they are named.
func TestLinksOutside(t *testing.T) {
	makeFiles(t, "talks/fine.txt", "talks/sub/x.txt", "talks/inner.txt -> sub/x.txt", "talks/out.txt -> ../secret.txt", "talks/dir -> ../elsewhere", "talks/up -> ..", "talks/none.txt -> nowhere")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, name := range []string{"secret.txt", "elsewhere/talk.txt", "talks/fine.txt", "talks/sub/x.txt"} {
		writeText(t, name, spoken)
	}
	code, _, problems := execute(t, "", "clean", "--in-place", "talks")
	want := ""
	for _, name := range []string{"dir", "out.txt", "up"} {
		want += fmt.Sprintf("tidytalk: %s leads out of its folder: left as it is; name it to clean what it leads to\n", filepath.Join("talks", name))
	}
	if code != program.Fine || problems != want {
		t.Errorf("exit code %d, %s", code, problems)
	}
	for name, text := range map[string]string{"secret.txt": spoken, "elsewhere/talk.txt": spoken, "talks/fine.txt": cleaned, "talks/sub/x.txt": cleaned} {
		if got := readText(t, name); got != text {
			t.Errorf("%s holds %q", name, got)
		}
	}
	if code, _, problems := execute(t, "", "clean", "--in-place", "talks/out.txt"); code != program.Fine || problems != "" || readText(t, "secret.txt") != cleaned {
		t.Errorf("a link that is named: exit code %d, %s", code, problems)
	}
	// Where nothing is replaced, they are followed.
	if code, out, _ := execute(t, "", "clean", "talks/dir"); code != program.Fine || out != cleaned {
		t.Errorf("exit code %d, %q", code, out)
	}
}

// What killed runs left goes, wherever a run writes.
func TestLeftovers(t *testing.T) {
	if !filelock.Held {
		t.Skip("SKIPPED: no locks here")
	}
	const name = ".tidytalk-0123abcd"
	for args, folder := range map[string]string{
		"clean --in-place talks/talk.txt":     "talks",
		"clean --out-dir out talks/talk.txt":  "out",
		"clean -o out/x.txt talks/talk.txt":   "out",
		"fillers -o out/fillers.txt":          "out",
		"clean --in-place talks/talk.txt -v":  "talks", // which is clean already
		"clean --report out/r.md talks -o o.": "out",
	} {
		t.Chdir(t.TempDir())
		writeText(t, "talks/talk.txt", spoken)
		writeText(t, filepath.Join(folder, name), "half")
		if code, _, problems := execute(t, "", strings.Fields(args)...); code != program.Fine {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
		if _, err := os.Stat(filepath.Join(folder, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the leftover is there: %v", args, err)
		}
	}
}

func TestNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	for args, want := range map[string]string{
		"clean missing.txt -o nowhere/x.txt":              "cannot write nowhere/x.txt: the folder nowhere does not exist: make it first",
		"clean missing.txt -o talk.txt/x.txt":             "cannot write talk.txt/x.txt: talk.txt is no folder",
		"clean missing.txt --report nowhere/x.md":         "cannot write nowhere/x.md: the folder nowhere does not exist: make it first",
		"lm build -o nowhere/x.lm missing.txt":            "cannot write nowhere/x.lm: the folder nowhere does not exist: make it first",
		"fillers -o nowhere/x.txt":                        "cannot write nowhere/x.txt: the folder nowhere does not exist: make it first",
		"clean --stream -o nowhere/deeper/x.txt":          "cannot write nowhere/deeper/x.txt: the folder nowhere/deeper does not exist: make it first",
		"clean talk.txt --report talk.txt":                "--report writes JSON or Markdown: talk.txt has to end in .json or .md\nTry 'tidytalk clean --help'.",
		"clean talk.txt --out-dir talk.txt":               "mkdir talk.txt: not a directory",
		"clean --in-place talk.txt --manifest nowhere/it": "cannot write nowhere/it: the folder nowhere does not exist: make it first",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code == program.Fine || problems != "tidytalk: "+want+"\n" {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
	checkFiles(t, ".", "talk.txt")
}

// What never ends is refused, or bounded, in every place that a file is named.
func TestEndlessFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("SKIPPED: no /dev/zero here")
	}
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	for args, want := range map[string]string{
		"clean /dev/zero":                     "/dev/zero:1:1: control character 0x00: this looks like binary data, not text",
		"clean --from srt /dev/zero":          "/dev/zero:1:1: a NUL character: this looks like binary data, not a transcript",
		"clean --from tokens /dev/zero":       "/dev/zero:1:1: control character 0x00: this looks like binary data, not text",
		"clean --bundle /dev/zero talk.txt":   "bundle /dev/zero: not a tidytalk file",
		"clean --fillers /dev/zero talk.txt":  "/dev/zero is too large: more than 16 MiB are not read",
		"clean --weights /dev/zero talk.txt":  "reading settings: /dev/zero: /dev/zero is too large: more than 16 MiB are not read",
		"bundle set --phrases /dev/zero -o x": "/dev/zero is too large: more than 16 MiB are not read",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code != program.Failed || !strings.HasPrefix(problems, "tidytalk: "+want) {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
	for _, name := range []string{"big.srt", "big.txt", "big.fillers"} {
		writeText(t, name, "")
		if err := os.Truncate(name, 200<<30); err != nil {
			t.Skip("SKIPPED: no file may be so large:", err)
		}
	}
	for args, want := range map[string]string{
		"clean big.srt":                         "big.srt has more than 128 MiB: cut it into parts\n",
		"clean --in-place big.srt":              "big.srt has more than 128 MiB: cut it into parts\n",
		"clean big.txt":                         "big.txt has more than 1024 MiB: cut it into parts\n",
		"clean --bundle big.txt talk.txt":       "bundle big.txt: not a tidytalk file",
		"clean --fillers big.fillers talk.txt":  "big.fillers is too large: more than 16 MiB are not read\n",
		"clean --stream-weights big.txt < /dev": "big.txt is too large",
	} {
		code, _, problems := execute(t, "", strings.Fields(args)...)
		if code != program.Failed || !strings.Contains(problems, want) {
			t.Errorf("%s: exit code %d, %s", args, code, problems)
		}
	}
}
