package main

import (
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// TestHelp checks what people get who look for help, and the exit codes.
func TestHelp(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, err := range []error{os.WriteFile("notes", []byte("so uh yes\n"), 0o644), os.Mkdir("talks", 0o755)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const whole = "USAGE:\n   tidytalk COMMAND"
	for _, c := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"", 0, whole, ""}, {"help", 0, whole, ""}, {"-h", 0, whole, ""}, {"--help", 0, whole, ""},
		{"help clean", 0, "tidytalk clean - ", ""}, {"clean help", 0, "tidytalk clean - ", ""}, {"clean -h", 0, "tidytalk clean - ", ""},
		{"help lm build", 0, "tidytalk lm build - ", ""}, {"lm help build", 0, "tidytalk lm build - ", ""}, {"lm build help", 0, "tidytalk lm build - ", ""},
		{"help help", 0, whole, ""}, {"lm", 0, "tidytalk lm - ", ""},
		{"help nonsense", 2, "", `unknown command "nonsense": there are clean, `},
		{"help lm nonsense", 2, "", `unknown command "nonsense": there are build, `},
		{"help clean nonsense", 2, "", `unknown command "nonsense": there are none below`},
		{"version", 0, "tidytalk " + tidytalk.Version, ""}, {"--version", 0, "tidytalk " + tidytalk.Version, ""}, {"version x", 2, "", "takes no arguments"},
		{"clena x", 2, "", `unknown command "clena"; did you mean "clean"?`}, {"trian x", 2, "", `did you mean "train"?`}, {"lm qeury", 2, "", `did you mean "query"?`},
		{"zzz", 2, "", `unknown command "zzz": there are clean, `},
		{"notes", 2, "", "notes is a file, and no command: 'tidytalk clean notes' cleans it"},
		{"notes -o clean.txt", 2, "", "notes is a file"},
		{"talks", 2, "", "talks is a folder, and no command: 'tidytalk clean --out-dir cleaned talks'"},
		{"-", 2, "", "'tidytalk clean -' cleans it"},
		{"missing.srt", 2, "", "missing.srt is no command, and no file that is there"},
		{"--diff notes", 2, "", "unknown flag --diff: flags stand behind a command"},
		{"clean --fromat srt notes", 2, "", `unknown flag --fromat; did you mean "--from"?`},
		{"clean --nonsense notes", 2, "", "unknown flag --nonsense\n"},
		{"experiment", 2, "", "research && go run ./cmd/tidytalk-lab \n"},
		{"experiment lu-ng --train x.tsv", 2, "", "research && go run ./cmd/tidytalk-lab lu-ng\n"},
		{"train voice-repairs -o my.tt x.tsv", 2, "", "research && go run ./cmd/tidytalk-lab train voice-repairs\n"},
		{"train punct --model translation --text notes -o my.tt", 2, "", "research && go run ./cmd/tidytalk-lab train punct --model translation\n"},
		{"trace --marks uh", 2, "", "research && go run ./cmd/tidytalk-lab marks\n"},
	} {
		var stdout, stderr strings.Builder
		code := product().Run(t.Context(), append([]string{"tidytalk"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) || (stdout.Len() > 0) != (c.stdout != "") || (stderr.Len() > 0) != (c.stderr != "") {
			t.Errorf("%q: exit code %d, want %d; standard output %.200q, want %q; standard error %q, want %q", c.args, code, c.code, stdout.String(), c.stdout, stderr.String(), c.stderr)
		}
	}
	// Where the help is for what was called.
	var stderr strings.Builder
	product().Run(t.Context(), []string{"tidytalk", "lm", "build"}, strings.NewReader(""), &stderr, &stderr)
	if !strings.Contains(stderr.String(), "Try 'tidytalk lm build --help'.\n") {
		t.Errorf("%q", stderr.String())
	}
	// A file of that name is a file.
	if err := os.WriteFile("help", []byte("So, uh, yes.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout strings.Builder
	if code := product().Run(t.Context(), []string{"tidytalk", "clean", "help"}, strings.NewReader(""), &stdout, &stderr); code != 0 || stdout.String() != "So yes.\n" {
		t.Errorf("exit code %d, %q, %q", code, stdout.String(), stderr.String())
	}
}
