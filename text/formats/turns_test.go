package formats

import (
	"fmt"
	"strings"
	"testing"
)

// TestTurns reads a talk in which Ann says "i want", "to go" and "to paris", and Bob "yeah" after
// the first words. What formats know of that is in the turn numbers of the words: "|" is where the
// next word of the speaker is in another turn.
func TestTurns(t *testing.T) {
	const apart, together = "i want | to go to paris", "i want to go to paris"
	for _, x := range []struct {
		name, file, src, want string
	}{
		{"channel by channel", "a.ctm", "t A 1 .3 i\nt A 1.3 .5 want\nt A 2.3 .2 to\nt A 2.5 .3 go\nt A 2.8 .2 to\nt A 3.0 .5 paris\nt B 1.9 .3 yeah\n", apart},
		{"by time", "a.ctm", "t A 1 .3 i\nt A 1.3 .5 want\nt B 1.9 .3 yeah\nt A 2.3 .2 to\nt A 2.5 .3 go\nt A 2.8 .2 to\nt A 3.0 .5 paris\n", apart},
		{"at the same time", "a.ctm", "t A 1 .3 i\nt A 1.3 .5 want\nt A 1.8 .2 to\nt B 1.7 .3 yeah\nt A 2 .3 go\nt A 2.3 .2 to\nt A 2.5 .5 paris\n", together},
		{"another recording", "a.ctm", "t A 1 .3 i\nt A 1.3 .5 want\nt A 2.3 .2 to\nt A 2.5 .3 go\nt A 2.8 .2 to\nt A 3.0 .5 paris\nu B 1.9 .3 yeah\n", together},
		{"one channel", "a.stm", "t 1 Ann 1 1.8 i want\nt 1 Bob 1.9 2.2 yeah\nt 1 Ann 2.3 2.8 to go\nt 1 Ann 2.8 3.5 to paris\n", apart},
		{"two channels", "a.stm", "t A Ann 1 1.8 i want\nt B Bob 1.9 2.2 yeah\nt A Ann 2.3 2.8 to go\nt A Ann 2.8 3.5 to paris\n", apart},
		{"text", "a.txt", "Ann: i want\nBob: yeah\nAnn: to go to paris\n", apart},
		{"text of one speaker", "a.txt", "Ann: i want\nAnn: to go to paris\n", apart},
		{"voices", "a.vtt", "WEBVTT\n\n00:01.000 --> 00:01.800\n<v Ann>i want\n\n00:01.900 --> 00:02.200\n<v Bob>yeah\n\n00:02.300 --> 00:03.500\n<v Ann>to go to paris\n", apart},
		{"labels", "a.srt", "1\n00:00:01,000 --> 00:00:01,800\nAnn: i want\n\n2\n00:00:01,900 --> 00:00:02,200\nBob: yeah\n\n3\n00:00:02,300 --> 00:00:03,500\nAnn: to go to paris\n", apart},
		{"words", "a.json", jsonWords(""), apart},
		{"segments", "a.json", `[{"speaker":"Ann","start":1,"end":3.5,"text":"i want to go to paris","words":` + jsonWords("Ann") + `},{"speaker":"Bob","start":1.9,"end":2.2,"text":"yeah","words":` + jsonWords("Bob") + `}]`, apart},
		{"segments without words", "a.json", `[{"speaker":"Ann","start":1,"end":1.8,"text":"i want"},{"speaker":"Bob","start":1.9,"end":2.2,"text":"yeah"},{"speaker":"Ann","start":2.3,"end":3.5,"text":"to go to paris"}]`, apart},
	} {
		f := mustRead(t, x.src, x.file, "")
		d := f.Document
		var got []string
		last, stream := "", -1
		for _, s := range d.Streams() {
			turn := d.Turns[s.Turn]
			if strings.HasPrefix(d.Text(d.Words[s.Words.Start].Core), "yeah") {
				continue
			}
			if stream >= 0 && turn.Stream != stream {
				t.Errorf("%s, %s: what a speaker says is in several streams", x.file, x.name)
			}
			stream = turn.Stream
			for _, token := range d.Sentence(s).Tokens {
				if len(got) > 0 && token.Utt != last {
					got = append(got, "|")
				}
				got, last = append(got, token.Text), token.Utt
			}
		}
		if g := strings.Join(got, " "); g != x.want {
			t.Errorf("%s, %s: %s, want %s", x.file, x.name, g, x.want)
		}
	}
}

// jsonWords are the words of the talk as a list, of one speaker or of all.
func jsonWords(speaker string) string {
	var out []string
	for _, w := range []struct {
		text, speaker string
		start, end    float64
	}{
		{"i", "Ann", 1, 1.3}, {"want", "Ann", 1.3, 1.8}, {"yeah", "Bob", 1.9, 2.2},
		{"to", "Ann", 2.3, 2.5}, {"go", "Ann", 2.5, 2.8}, {"to", "Ann", 2.8, 3}, {"paris", "Ann", 3, 3.5},
	} {
		if speaker == "" || speaker == w.speaker {
			out = append(out, fmt.Sprintf(`{"word":%q,"start":%g,"end":%g,"speaker":%q}`, w.text, w.start, w.end, w.speaker))
		}
	}
	return "[" + strings.Join(out, ",") + "]"
}
