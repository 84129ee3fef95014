package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

func TestInPlace(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	makeFiles(t, "clean.txt", "link.txt -> talk.txt", "empty.txt")
	writeText(t, "talk.txt", spoken)
	writeText(t, "clean.txt", cleaned)
	writeText(t, "empty.txt", "")
	long := time.Now().Add(-1000 * time.Hour).Truncate(time.Second)
	for _, name := range []string{"talk.txt", "clean.txt", "empty.txt"} {
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod("talk.txt", 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat("clean.txt")
	if err != nil {
		t.Fatal(err)
	}
	code, out, problems := execute(t, "", "clean", "--in-place", "link.txt", "clean.txt", "empty.txt")
	if code != program.Fine || out != "" || problems != "tidytalk: empty.txt is empty: nothing to clean\n" {
		t.Fatalf("exit code %d, %q, %q", code, out, problems)
	}
	if got := readText(t, "talk.txt"); got != cleaned {
		t.Errorf("the file is %q", got)
	}
	if target, err := os.Readlink("link.txt"); err != nil || target != "talk.txt" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if info, err := os.Stat("talk.txt"); err != nil || info.Mode().Perm() != 0o640 || info.ModTime().Equal(long) {
		t.Errorf("the changed file is %v, %v", info, err)
	}
	if info, err := os.Stat("clean.txt"); err != nil || !os.SameFile(before, info) || !info.ModTime().Equal(long) {
		t.Errorf("the file without changes is %v, %v", info, err)
	}
	if info, err := os.Stat("empty.txt"); err != nil || !info.ModTime().Equal(long) {
		t.Errorf("the empty file is %v, %v", info, err)
	}
	checkFiles(t, ".", "clean.txt", "empty.txt", "link.txt", "talk.txt")
}

func TestBackup(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	writeText(t, "clean.txt", cleaned)
	if err := os.Chmod("talk.txt", 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, problems := execute(t, "", "clean", "--in-place", "--backup", ".bak", "talk.txt", "clean.txt"); code != program.Fine {
		t.Fatal(problems)
	}
	checkFiles(t, ".", "clean.txt", "talk.txt", "talk.txt.bak")
	if readText(t, "talk.txt") != cleaned || readText(t, "talk.txt.bak") != spoken {
		t.Errorf("%q, and %q is kept", readText(t, "talk.txt"), readText(t, "talk.txt.bak"))
	}
	if info, err := os.Stat("talk.txt.bak"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup is %v, %v", info, err)
	}

	// The first original is not lost to a second run.
	const other = "Ann: Uh, yes, uh, no.\n"
	writeText(t, "talk.txt", other)
	code, _, problems := execute(t, "", "clean", "--in-place", "--backup", ".bak", "talk.txt")
	if code != program.Failed || !strings.HasPrefix(problems, "tidytalk: talk.txt.bak exists already, and talk.txt is left as it was: ") {
		t.Errorf("exit code %d, %s", code, problems)
	}
	if readText(t, "talk.txt") != other || readText(t, "talk.txt.bak") != spoken {
		t.Errorf("%q, and %q is kept", readText(t, "talk.txt"), readText(t, "talk.txt.bak"))
	}
	checkFiles(t, ".", "clean.txt", "talk.txt", "talk.txt.bak")
}

// Where a file cannot have two names, it is copied.
func TestCopyFile(t *testing.T) {
	t.Chdir(t.TempDir())
	copyTo := func() error {
		f, err := os.Open("a")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		return copyFile(f, "b", info)
	}
	writeText(t, "a", "text")
	if err := os.Chmod("a", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := copyTo(); err != nil || readText(t, "b") != "text" {
		t.Errorf("%q, %v", readText(t, "b"), err)
	}
	if info, err := os.Stat("b"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info, err)
	}
	writeText(t, "a", "other text")
	if err := copyTo(); !os.IsExist(err) || readText(t, "b") != "text" {
		t.Errorf("copying over a file: %v", err)
	}
	checkFiles(t, ".", "a", "b")
}

func TestReadOnly(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "talk.txt", spoken)
	writeText(t, "folder/talk.txt", spoken)
	for path, mode := range map[string]os.FileMode{"talk.txt": 0o444, "folder": 0o555} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod("folder", 0o755) })
	for name, want := range map[string]string{
		"talk.txt":        "talk.txt is read-only",
		"folder/talk.txt": "folder/talk.txt cannot be replaced: its folder is read-only",
		"/dev/null":       "/dev/null is not a regular file",
		"missing.txt":     "lstat missing.txt",
	} {
		code, _, problems := execute(t, "", "clean", "--in-place", name)
		if code != program.Failed || !strings.HasPrefix(problems, "tidytalk: "+want) {
			t.Errorf("%s: exit code %d, %s", name, code, problems)
		}
	}
	if readText(t, "talk.txt") != spoken || readText(t, "folder/talk.txt") != spoken {
		t.Error("a file is changed")
	}
	checkFiles(t, "folder", "talk.txt")
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
