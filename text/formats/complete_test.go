package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// shortLists are files whose text has words that their list of words lacks: %s is the text.
var shortLists = []struct {
	format Format
	src    string
}{
	{Whisper, `{"segments":[{"text":" %s","words":[{"word":"uh,"}]}]}`},
	{Whisper, `{"segments":[{"start":0,"end":9,"text":" %s","words":[{"word":"uh,"}]}],"text":" %s"}`},
	{Google, `{"results":[{"alternatives":[{"transcript":"%s","confidence":0.9,"words":[{"startTime":"0s","endTime":"1s","word":"uh,"}]}]}]}`},
	{AssemblyAI, `{"id":"x","status":"completed","text":"%s","words":[{"text":"uh,","start":0,"end":100,"confidence":0.9}],"utterances":[{"text":"%s","start":0,"end":100,"speaker":"A","confidence":0.9,"words":[{"text":"uh,","start":0,"end":100,"confidence":0.9}]}]}`},
	{List, `[{"speaker":"Ann","text":"%s","words":[{"word":"uh,","start":0,"end":1}]}]`},
}

// TestShortLists: what a list of words lacks is kept in the texts, whatever is removed of the list, and
// with whatever reason beside it. A file whose list lacks nearly all is refused.
func TestShortLists(t *testing.T) {
	const said, clean = "We thought we'd, uh, say you could check it out.", "We thought we'd say you could check it out."
	for _, c := range shortLists {
		src := strings.ReplaceAll(c.src, "%s", said)
		f := mustRead(t, src, "short.json", c.format)
		for _, why := range []data.Disfluencies{data.FilledPauses, data.Repairs, data.EditingTerms} {
			d := dropFillers(f)
			for i := range d.Decisions {
				d.Decisions[i].Why = why
			}
			d.Remove = data.AllDisfluencies
			out := f.Rewrite(d)
			if strings.Contains(out, `"uh,"`) || strings.Count(out, "check it out.") != strings.Count(c.src, "%s") {
				t.Errorf("%s becomes\n%s", src, out)
			}
			if why == data.FilledPauses && strings.Count(out, clean) != strings.Count(c.src, "%s") {
				t.Errorf("%s becomes\n%s", src, out)
			}
		}
		src = strings.ReplaceAll(c.src, "%s", said+" "+said+" Um, and we said so.")
		if _, err := Read(src, "short.json", c.format); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "list of words") {
			t.Errorf("%s: %v", src, err)
		}
	}
}
