package formats

import (
	"strings"
	"testing"
)

// TestSpokenJSON cleans cues whose text is JSON, as Microsoft Graph delivers them.
func TestSpokenJSON(t *testing.T) {
	const head, first, second = "WEBVTT\n\n", "00:01.000 --> 00:02.000\n{\"speakerName\":\"Ann \\u0026 Bo\",\n\"spokenText\":\"So um she said \\\"yes\\\".\",\"spokenLanguage\":\"en-us\"}\n\n", "00:03.000 --> 00:04.000\n{\"speakerName\":\"Cy\",\"spokenText\":\"Uh.\"}\n\n"
	f := mustRead(t, head+first+second, "a.vtt", "")
	if got := f.Rewrite(&Plan{}); got != head+first+second {
		t.Errorf("with nothing removed it is %s", got)
	}
	if got, want := f.Rewrite(dropFillers(f)), head+strings.Replace(first, "um ", "", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	said := f.Transcript(keepAll(f)).Utterances
	if len(said) != 2 || said[0].Speaker != "Ann & Bo" || said[0].Time.Start != 1 || said[1].Time.End != 4 {
		t.Errorf("it says %+v", said)
	}
	for src, want := range map[string]string{
		head + first + "00:03.000 --> 00:04.000\n{\"speakerName\":\"Cy\"}\n":       `a.vtt:8: the text of this cue is no JSON with "spokenText"`,
		head + first + "00:03.000 --> 00:04.000\n{\"speakerName\":\"Cy\",\"spok\n": "a.vtt:",
	} {
		if _, err := Read(src, "a.vtt", ""); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: the error is %v", src, err)
		}
	}
	// What only looks a little like that is text.
	f = mustRead(t, head+"00:01.000 --> 00:02.000\n{note} um spokenText\n", "a.vtt", "")
	if got := f.Rewrite(dropFillers(f)); strings.Contains(got, "um") {
		t.Errorf("it becomes %s", got)
	}
}

// TestTimesOfWordsAlone writes subtitles of a transcript of which the words beside the text have times alone.
func TestTimesOfWordsAlone(t *testing.T) {
	f := mustRead(t, `{"task":"transcribe","text":"So, um, we went home.","words":[{"word":"So","start":0.5,"end":0.7},{"word":"um","start":0.8,"end":1},{"word":"we","start":1.1,"end":1.2},{"word":"went","start":1.3,"end":1.5},{"word":"home","start":1.6,"end":2}]}`, "a.json", "")
	if got, err := SRT.Write(f.Transcript(keepAll(f))); err != nil || !strings.HasPrefix(got, "1\n00:00:00,500 --> 00:00:02,000\nSo, um, we went home.") {
		t.Errorf("%v: %s", err, got)
	}
}
