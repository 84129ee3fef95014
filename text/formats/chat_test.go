package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// What a CHAT transcript codes as retraced, as a filler or as a fragment need not be
// found: it is given.
func TestGivenInCHAT(t *testing.T) {
	for in, want := range map[string]string{
		"the [/] the brick .":                            "the:repairs the: brick:",
		"<to Boston> [//] &-uh to Denver .":              "to:repairs Boston:repairs uh:filled-pauses to: Denver:",
		"<<the the> [/] the> [//] a brick .":             "the:repairs the:repairs the:repairs a: brick:",
		"<I &-um want> [///] &+wi we go .":               "I:repairs um:repairs,filled-pauses want:repairs wi-:partial-words we: go:",
		"<I want> [!] [/-] no .":                         "I:repairs want:repairs no:",
		"<I want> [!] it [?] .":                          "I: want: it:",
		"I &uh want &Umm it &=laughs &hm .":              "I: uh:filled-pauses want: Umm:filled-pauses it:",
		"[/] no .":                                       "no:",
		"> [/] no .":                                     "no:",
		"the dog [: dogs] [/] the dog [= a toy] barks .": "the: dog:repairs the: dog: barks:",
	} {
		f, err := Read("@Begin\n*A:\t"+in+"\n@End\n", "a.cha", "")
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		var got []string
		for _, x := range f.Document.Tokens {
			got = append(got, x.Text+":"+x.Given.String())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", in, s, want)
		}
		// Carried out, it leaves a line of CHAT without codes about nothing.
		d := Plan{Rewriting: transcript.Rewriting{}.AsWritten()}
		for _, x := range f.Document.Tokens {
			d.Decisions = append(d.Decisions, data.Decision{Why: x.Given})
		}
		if out := f.Rewrite(&d); strings.Contains(out, "[/") && strings.Contains(want, "repairs") || strings.Contains(out, "<>") || strings.Contains(out, "&-") {
			t.Errorf("%s becomes %s", in, out)
		}
	}
}
