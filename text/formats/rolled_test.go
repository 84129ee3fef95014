package formats

import (
	"strings"
	"testing"
)

// TestRollsFew tells captions of a few cues that roll up from such that say the same
// twice, and cleans the copies of a line alike.
func TestRollsFew(t *testing.T) {
	for _, c := range []struct {
		name  string
		cues  []string
		words string // said, each once
		want  []string
	}{
		{"three", []string{"we um went", "we um went\nto the uh tunnel", "to the uh tunnel\nat um six"}, "we um went to the uh tunnel at um six",
			[]string{"we went", "we went\nto the tunnel", "to the tunnel\nat six"}},
		{"two", []string{"we um went", "we um went\nto the uh tunnel"}, "we um went to the uh tunnel", []string{"we went", "we went\nto the tunnel"}},
		{"times of words", []string{"um<00:00:00.500><c> we</c><00:00:00.700><c> went</c>", "um we went"}, "um we went", []string{"<00:00:00.500><c>we</c><00:00:00.700><c> went</c>", "we went"}},
		{"speakers within lines", []string{"we um went", "we um went\nwhen was it >> um at six", "when was it >> um at six\n>> uh it was late"},
			"we um went when was it um at six uh it was late", []string{"we went", "we went\nwhen was it >> at six", "when was it >> at six\n>> it was late"}},
		{"a speaker within a line who says nothing", []string{"we um went", "we um went\nwhen was it >> um", "when was it >> um\n>> uh it was late"},
			"we um went when was it um uh it was late", []string{"we went", "we went\nwhen was it", "when was it\n>> it was late"}},
		{"a sign that moves", []string{"we um went", "we um went\n>> um", ">> um\nit was", "it was\nlate"}, "we um went um it was late",
			[]string{"we went", "we went", ">> it was", ">> it was\nlate"}},
		{"a word that is marked", []string{"<u>we</u> um went", "we <u>um</u> went", "we um <u>went</u>"}, "we um went", []string{"<u>we</u> went", "we went", "we <u>went</u>"}},
		{"said twice", []string{"thank you um all", "thank you um all"}, "thank you um all thank you um all", []string{"thank you all", "thank you all"}},
		{"a word again", []string{"no", "no\nit um was late"}, "no no it um was late", []string{"no", "no\nit was late"}},
		{"not all", []string{"we um went", "we um went\nto the tunnel", "it was late"}, "we um went we um went to the tunnel it was late", []string{"we went", "we went\nto the tunnel", "it was late"}},
	} {
		src, want := "WEBVTT\n\n", "WEBVTT\n\n"
		for i := range c.cues {
			time := "00:0" + string(rune('0'+i)) + ".000 --> 00:0" + string(rune('1'+i)) + ".000\n"
			src += time + c.cues[i] + "\n\n"
			want += time + c.want[i] + "\n\n"
		}
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, src, "a.vtt", VTT)
			if got := strings.Join(textsOf(words(f, nil)), " "); got != c.words {
				t.Errorf("it says %q", got)
			}
			sameText(t, f.Rewrite(dropFillers(f)), want)
		})
	}
}
