package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// TestLanguageOfOnesOwn trains a network on a few lines, lets it read them, and checks what wrong flags and files get.
func TestLanguageOfOnesOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	var text, speech strings.Builder
	for i := range 600 {
		fmt.Fprintf(&text, "Anna\tTegnap ment haza Péter w%d. Hol volt?\n", i%7)
		for _, row := range [][3]string{{"tegnap", "-", "1"}, {"ööö", "F", "0"}, {"tegnap", "-", "0"}, {"volt", "-", "0"}} {
			fmt.Fprintf(&speech, "r%d\ta\t%d\t%s\t_\t_\t%s\t%s\t-\t-\t-\n", i/10, i, row[0], row[1], row[2])
		}
	}
	for name, text := range map[string]string{"t.txt": text.String(), "s.tsv": speech.String(), "bad.tsv": "a\tb\n", "bad.txt": "jó\n\xff\n", "f.tsv": "hu\tööö\tsok\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const small = " --passes 5 --words 12000 --units 32 --rate 1e-2 "
	for _, c := range []struct {
		args   string
		code   int
		output string
	}{
		{"train language -q --code hu --text t.txt --speech s.tsv --hold-out 0.1 --name mine --licence CC0 -o own.tt" + small, program.Fine, "lost of 1,000"},
		{"bundle info own.tt", program.Fine, "marks and case of hu; repairs of hu"},
		{"bundle verify own.tt", program.Fine, "fine"},
		{"train language -q --code hu --text t.txt --from own.tt --passes 1 --words 1000 --check s.tsv --hold-out 0 -o on.tt", program.Fine, "s.tsv"},
		{"train language --code hu --text t.txt", program.Misused, "--output"},
		{"train language -o x.tt --code hu", program.Misused, "--text, speech with --speech"},
		{"train language -o x.tt --text t.txt", program.Misused, "say with --code which language t.txt is in"},
		{"train language -o x.tt --text en=t.txt", program.Misused, "en has models of its own"},
		{"train language -o x.tt --text HU=t.txt", program.Misused, `"HU" is no code of a language`},
		{"train language -o x.tt --code hu --text t.txt --units 33", program.Misused, "--units is a multiple of 32"},
		{"train language -o x.tt --code hu --text t.txt --hold-out 0.9", program.Misused, "--hold-out"},
		{"train language -o x.tt --code hu t.txt", program.Misused, "with --text and --speech"},
		{"train language -o x.tt --code hu --text bad.txt", program.Failed, "bad.txt:2: the text is not UTF-8"},
		{"train language -o x.tt --code hu --speech bad.tsv", program.Failed, "bad.tsv:1: 2 columns, not 11"},
		{"train language -o x.tt --code hu --text t.txt --fillers f.tsv", program.Failed, `f.tsv:1: the weight "sok"`},
		{"train language -o x.tt --code hu --text none.txt", program.Failed, "none.txt"},
		{"train language -o x.tt --code hu --text t.txt --from none.tt", program.Failed, "none.tt"},
	} {
		if code, out, says := execute(t, "", strings.Fields(c.args)...); code != c.code || !strings.Contains(out+says, c.output) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", c.args, code, c.code, c.output, out, says)
		}
	}
	if _, err := os.Stat("x.tt"); err == nil {
		t.Error("a training that failed has written a file")
	}
	// What it says is said in the language, with the marks of the text that it has learned.
	const in = "tegnap ment haza péter w3 hol volt\n"
	clean := func(args ...string) {
		t.Helper()
		if code, out, says := execute(t, in, append([]string{"clean", "--language", "hu"}, args...)...); code != program.Fine || out != "Tegnap ment haza Péter w3. Hol volt?\n" {
			t.Errorf("%v: exit code %d, %q: %s", args, code, out, says)
		}
	}
	clean("--bundle", "own.tt")
	// It is found where it is installed.
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	own, err := os.ReadFile("own.tt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "tidytalk"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "tidytalk", "tidytalk-hu.tt"), own, 0o666); err != nil {
		t.Fatal(err)
	}
	clean()
	clean("--bundle", "auto")
}
