package formats

import (
	"strings"
	"testing"
)

// TestServices reads a file of each shape that is known by a map: with its words, times, and who speaks.
func TestServices(t *testing.T) {
	const said = "so um i think we should uh start with the the budget for next year " +
		"yeah um that works i mean we have uh twenty people who want to come " +
		"right and the room is you know big enough for all of them i think " +
		"we could we could ask maria um to send the letters on monday"
	for _, c := range []struct {
		name            string
		timed, speakers bool
	}{
		{"list-dashscope.json", true, true},
		{"list-tencent.json", true, true},
		{"list-alibaba.json", true, false},
		{"list-clova.json", true, true},
		{"list-yandex.json", true, true},
		{"yandex.jsonl", true, true},
		{"list-aws-stream.json", true, true},
		{"list-parakeet.json", true, false},
		{"nemo-times.jsonl", true, false},
		{"list-symbl.json", true, true},
		{"list-retell.json", true, true},
		{"list-aeneas.json", true, false},
	} {
		f := mustRead(t, load(t, c.name), c.name, "")
		var got []string
		for i := range f.Document.Words {
			if w := &f.Document.Words[i]; w.Tokens.Len() > 0 {
				got = append(got, strings.ToLower(f.Document.Text(w.Core)))
			}
		}
		if s := strings.Join(got, " "); s != said {
			t.Errorf("%s says %q", c.name, s)
		}
		words, times, speakers := f.known()
		if words == 0 || c.timed != (times == words) || c.speakers != (speakers == words) {
			t.Errorf("%s: of %d words %d have times and %d speakers", c.name, words, times, speakers)
		}
		for i := range f.views[0].utterances {
			if time := f.views[0].utterances[i].Time; time.Known && time.End > 60 {
				t.Errorf("%s: utterance %d ends at %g", c.name, i, time.End)
			}
		}
	}
}

// TestSherpa reads pieces of words to which times in another list belong: none is removed.
func TestSherpa(t *testing.T) {
	const src = `{"text": " SO UM YES", "tokens": [" SO", " U", "M", " YES"], "timestamps": [0.5, 0.7, 0.8, 1], "lang": ""}`
	f := mustRead(t, src, "a.json", "")
	sameText(t, f.Rewrite(keepAll(f)), src)
	sameText(t, f.Rewrite(dropFillers(f)), `{"text": " SO YES", "tokens": [" SO", "", "", " YES"], "timestamps": [0.5, 0.7, 0.8, 1], "lang": ""}`)
}

// TestLoom reads words that have no ends.
func TestLoom(t *testing.T) {
	const src = `{"phrases": [{"ts": 0.5, "value": "so um yes", "ranges": [{"ts": 0.5, "value": "so "}, {"ts": 1, "value": "um "}, {"ts": 1.5, "value": "yes"}]}]}`
	f := mustRead(t, src, "a.json", "")
	sameText(t, f.Rewrite(dropFillers(f)), `{"phrases": [{"ts": 0.5, "value": "so yes", "ranges": [{"ts": 0.5, "value": "so "}, {"ts": 1.5, "value": "yes"}]}]}`)
	if _, times, _ := f.known(); times != 3 {
		t.Errorf("%d words have times", times)
	}
}

// TestServicesAreWhole reads no file by a map that a part of it lacks what the map says.
func TestServicesAreWhole(t *testing.T) {
	src := load(t, "list-dashscope.json")
	for _, c := range [][2]string{{`"text": "So "`, `"said": "So "`}, {`"words"`, `"tokens"`}, {`"sentence_id": 1, "speaker_id"`, `"sentence_id": 1, "heard": "So um I think we should uh start with the the budget for next year. Yeah um that works I mean we have uh twenty people who want to come. Right and the room is you know big enough", "speaker_id"`}} {
		if changed := strings.Replace(src, c[0], c[1], 1); changed == src {
			t.Errorf("%s is not there", c[0])
		} else if _, err := Read(changed, "a.json", ""); err == nil {
			t.Errorf("a file is read in which once %s is %s", c[0], c[1])
		}
	}
}
