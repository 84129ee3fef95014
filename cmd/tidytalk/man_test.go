package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestManual(t *testing.T) {
	code, page, problems := execute(t, "", "man")
	if code != exitFine || problems != "" {
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

func TestRoff(t *testing.T) {
	p := &page{}
	p.line(".SS", `a "b" -c`)
	p.text(".dot\n'quote\nback\\slash\n")
	p.paragraphs("one\ntwo\n\nExample:\n  three\n    four\nfive\n  six")
	const want = `.SS "a \(dqb\(dq \-c"
\&.dot
\&'quote
back\eslash
.PP
one
two
.PP
Example:
.RS 4
.nf
three
  four
.fi
.RE
five
.RS 4
.nf
six
.fi
.RE
`
	if got := p.b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
