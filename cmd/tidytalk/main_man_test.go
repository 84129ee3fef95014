package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

func TestManual(t *testing.T) {
	code, page, problems := execute(t, "", "man")
	if code != program.Fine || problems != "" {
		t.Fatalf("exit code %d: %s", code, problems)
	}
	for _, want := range []string{
		".TH \"TIDYTALK\" \"1\"", ".SH \"EXIT STATUS\"\n", ".TP\n.B \"3\"\nsome files failed",
		".SS \"tidytalk train experts [OPTION]... CORPUS\"\n",
		".TP\n\\fB\\-\\-output\\fR \\fIFILE\\fR, \\fB\\-o\\fR \\fIFILE\\fR\nWrite to FILE instead of standard output.\n",
		".RS 4\n.nf\ntidytalk clean interview.txt\n",
		"Default: the number of cores.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("SKIPPED: no groff to typeset the page")
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-ww", "-P-c", "-P-b", "-P-u")
	cmd.Stdin = strings.NewReader(page)
	var out, warnings strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &warnings
	if err := cmd.Run(); err != nil || warnings.Len() > 0 {
		t.Errorf("groff: %v\n%s", err, warnings.String())
	}
	for _, want := range []string{"\n           asr | tidytalk clean --stream --look-ahead 20\n", "\n       --in-place\n", "       --jobs N, -j N\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("typeset, the page lacks %q:\n%.4000s", want, out.String())
		}
	}
}
