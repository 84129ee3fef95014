package transcript

import (
	"strconv"
	"strings"
	"testing"
)

// said returns an utterance of a piece, with a time where to is above 0.
func said(speaker, text string, from, to float64) Utterance {
	return Utterance{Speaker: speaker, Time: Interval{from, to, to > 0}, Pieces: []Piece{{Text: text}}}
}

func TestBuildTurns(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []Utterance
		want string // turns, words joined
	}{
		{"a speaker goes on", []Utterance{said("A", "i want", 0, 1), said("A", "to go", 1, 2)}, "A:i want to go"},
		{"a long pause", []Utterance{said("A", "i want", 0, 1), said("A", "to go", 5, 6)}, "A:i want|A:to go"},
		{"a sign of listening", []Utterance{said("A", "i want to boston", 0, 1), said("B", "uh-huh", 1, 1.4), said("A", "i mean to denver", 1.5, 3)}, "A:i want to boston i mean to denver|B:uh-huh"},
		{"a sign of listening, and a pause", []Utterance{said("A", "i want", 0, 1), said("B", "uh-huh", 1, 1.4), said("A", "to go", 2.5, 3)}, "A:i want|B:uh-huh|A:to go"},
		{"an answer", []Utterance{said("A", "where to", 0, 1), said("B", "to denver please", 1, 1.4), said("A", "fine", 1.5, 3)}, "A:where to|B:to denver please|A:fine"},
		{"at the same time", []Utterance{said("A", "i want to", 0, 2), said("B", "what do you want now", 1, 2), said("A", "go", 2.1, 3)}, "A:i want to go|B:what do you want now"},
		{"by time", []Utterance{said("A", "one", 0, 1), said("A", "three", 2, 3), said("B", "to be sure", 1, 2)}, "A:one|B:to be sure|A:three"},
		{"no times, broken off", []Utterance{said("A", "i want to", 0, 0), said("B", "yeah", 0, 0), said("A", "go", 0, 0)}, "A:i want to go|B:yeah"},
		{"no times, a comma", []Utterance{said("A", "I want,", 0, 0), said("B", "Yeah.", 0, 0), said("A", "uh, to go.", 0, 0)}, "A:I want uh to go|B:Yeah"},
		{"no times, finished", []Utterance{said("A", "i want it", 0, 0), said("B", "yeah", 0, 0), said("A", "to go", 0, 0)}, "A:i want it|B:yeah|A:to go"},
		{"no times, a full stop", []Utterance{said("A", "I want to.", 0, 0), said("B", "Yeah.", 0, 0), said("A", "Go.", 0, 0)}, "A:I want to|B:Yeah|A:Go"},
		{"no words", []Utterance{said("A", "", 0, 0), said("B", "yeah", 0, 0)}, "B:yeah"},
		{"nothing", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Build("x", c.in)
			var turns []string
			for _, turn := range d.Turns {
				var words []string
				for w := turn.Words.Start; w < turn.Words.End; w++ {
					words = append(words, d.Text(d.Words[w].Core))
				}
				turns = append(turns, turn.Speaker+":"+strings.Join(words, " "))
			}
			if got := strings.Join(turns, "|"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Words have the times of the pieces that they are in, and pieces are where Pieces says.
func TestBuildTimes(t *testing.T) {
	at := func(from, to float64) Interval { return Interval{from, to, true} }
	d := Build("x", []Utterance{{Time: at(0, 9), Pieces: []Piece{
		{Text: " do", Time: at(1, 2), Confidence: 0.5}, {Text: "n't", Time: at(2, 3), Confidence: 0.25}, {Text: ","},
		{Text: " "}, {Text: "go"},
	}}})
	if len(d.Words) != 2 {
		t.Fatalf("%d words", len(d.Words))
	}
	if w := d.Words[0]; d.Text(w.Bytes) != "don't," || w.Time != at(1, 3) || w.Confidence != 0.25 || w.Tokens.Len() != 2 {
		t.Errorf("%q %+v", d.Text(w.Bytes), w)
	}
	if w := d.Words[1]; w.Time.Known {
		t.Errorf("%+v has a time", w)
	}
	for _, p := range d.Pieces {
		if d.Text(p.Bytes) != []string{" do", "n't", ",", " ", "go"}[p.Piece] {
			t.Errorf("piece %d is %q", p.Piece, d.Text(p.Bytes))
		}
	}
}

// The models see where a subtitle starts and ends, but only in text without punctuation.
func TestSentenceTimes(t *testing.T) {
	for _, punctuated := range []bool{false, true} {
		text := "we go home"
		if punctuated {
			text += "."
		}
		d := Build("x", []Utterance{said("", text, 1, 4), said("", "you stay", 5, 6)})
		tokens := d.Sentence(d.Streams()[0]).Tokens
		if punctuated {
			if tokens[0].Timed {
				t.Error("a time in text with marks")
			}
			continue
		}
		want := []bool{true, false, true, true, true}
		for i, x := range tokens {
			if x.Timed != want[i] || x.Timed && x.End <= x.Start {
				t.Errorf("token %d: %+v", i, x)
			}
		}
		if tokens[0].Start != 1 || tokens[2].End != 4 || tokens[3].Start != 5 || tokens[4].End != 6 {
			t.Errorf("%+v", tokens)
		}
	}
}

// Words tell after which of them somebody else speaks, where several speakers are known.
func TestTurnNumbers(t *testing.T) {
	for _, c := range []struct {
		in   []Utterance
		want string
	}{
		{[]Utterance{said("A", "i want to boston", 0, 1), said("B", "uh-huh", 1, 1.4), said("A", "i mean", 1.5, 2), said("A", "to denver", 2, 3)}, "1 1 1 1 2 2 2 2"},
		{[]Utterance{said("A", "i want", 0, 1), said("A", "to go", 1, 2)}, "0 0 0 0"},
	} {
		d := Build("x", c.in)
		streams := d.Streams()
		s := d.Sentence(streams[0])
		var got []string
		for i := range s.Tokens {
			got = append(got, strconv.Itoa(int(s.Tokens[i].Turn())))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s, want %s", g, c.want)
		}
		// A part of it says the same.
		part := streams[0]
		part.Tokens.Start, part.Words.Start = part.Tokens.Start+3, part.Words.Start+3
		if tail := d.Sentence(part); tail.Tokens[0].Turn() != s.Tokens[3].Turn() {
			t.Errorf("a part has turn %d, want %d", tail.Tokens[0].Turn(), s.Tokens[3].Turn())
		}
	}
}
