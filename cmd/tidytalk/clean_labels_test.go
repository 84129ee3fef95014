package main

import (
	"github.com/tidytalk/tidytalk/internal/drawn"
	"strings"
	"testing"
)

// Labels whose punctuation is kept are those with restored punctuation, without it.
func TestLabelsWithoutPunctuation(t *testing.T) {
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
	lines := []string{"i i want a/b / uh//", "", "th- the <x> [y] , .", "東京 é 👍 'n", strings.Repeat("so i mean ", drawn.Few(300, 30)) + "so", "-", "- --", "you know you know"}
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
