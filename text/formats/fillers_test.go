package formats

import (
	"strings"
	"testing"
)

// TestMarkedFillers: filled pauses that a transcript marks are words in all formats.
func TestMarkedFillers(t *testing.T) {
	for name, in := range map[string]string{
		"a.txt":  "we [uh] went %HESITATION home\n",
		"a.srt":  "1\n00:00:01,000 --> 00:00:03,000\nwe [uh] went\n%HESITATION home\n",
		"a.vtt":  "WEBVTT\n\n00:01.000 --> 00:03.000\nwe [uh] went %HESITATION home\n",
		"a.ctm":  "f 1 0.1 0.2 we\nf 1 0.3 0.2 [uh]\nf 1 0.5 0.2 went\nf 1 0.7 0.2 %HESITATION\nf 1 0.9 0.2 home\n",
		"a.stm":  "f 1 ann 0.1 5.2 <o,f0> we [uh] went (%HESITATION) home\n",
		"a.json": `{"text":" we [uh] went %HESITATION home","segments":[{"id":0,"start":0,"end":4,"text":" we [uh] went %HESITATION home"}],"language":"en"}`,
	} {
		f, err := Read(in, name, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, x := range f.Document.Tokens {
			got = append(got, x.Text)
		}
		if s := strings.Join(got, " "); s != "we [uh] went %HESITATION home" {
			t.Errorf("%s: %s", name, s)
		}
	}
}
