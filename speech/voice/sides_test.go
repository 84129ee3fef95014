package voice

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// sidesOf are the sides of talk as a corpus has them: words of each speaker, one every half
// second, five in a turn.
func sidesOf(words int, speakers string) []data.Side {
	out := make([]data.Side, len(speakers))
	for i := range speakers {
		out[i] = data.Side{Conv: 2005, Speaker: speakers[i]}
	}
	for i := range words {
		s := &out[i/5%len(speakers)]
		s.Tokens = append(s.Tokens, data.Token{Text: "word", Timed: true, Start: float64(i) / 2, End: float64(i)/2 + 0.4, Utt: string(rune('1'+i/5)) + ".1"})
	}
	return out
}

// The sides of a corpus get what the words of a transcript get.
func TestHearSides(t *testing.T) {
	tracks := []*prosody.Tracks{sound(10, -20, -60, first), sound(10, -25, -60, second)}
	h, err := Hear(talk(20, "Ann", "Ben"), tracks, Options{Syllables: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, speakers := range []string{"AB", "BA"} {
		sides := sidesOf(20, speakers)
		heard := tracks
		if speakers == "BA" {
			heard = []*prosody.Tracks{tracks[1], tracks[0]}
		}
		warnings, err := HearSides(sides, heard)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%v, warnings %q", err, warnings)
		}
		for i := range 20 {
			got, want := sides[i/5%2].Tokens[i%5+5*(i/10)].Voice, h.Features[i]
			for k := range want {
				// Statistics are sums over the words in another order.
				if d := math.Abs(float64(got[k] - want[k])); !(d < 1e-5) && !(math.IsNaN(float64(got[k])) && math.IsNaN(float64(want[k]))) {
					t.Fatalf("%s: word %d: %s is %v, want %v", speakers, i, prosody.Features()[k].Name, got[k], want[k])
				}
			}
		}
	}
}

// All are on the only channel of a recording; the tokens of a word have its features at the last
// one; those without times have none.
func TestHearSidesOfOneChannel(t *testing.T) {
	sides := sidesOf(20, "AB")
	a := sides[0].Tokens
	a[3].Start, a[3].End = a[2].Start, a[2].End
	a[6].Timed = false
	a[7].End = a[7].Start - 1
	warnings, err := HearSides(sides, []*prosody.Tracks{sound(10, -20, -60, anyWord)})
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v, warnings %q", err, warnings)
	}
	mean := slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == "f0.mean" })
	for s := range sides {
		for i, w := range sides[s].Tokens {
			none := s == 0 && (i == 2 || i == 6 || i == 7)
			if (w.Voice == nil) != none || !none && math.IsNaN(float64(w.Voice[mean])) {
				t.Errorf("side %d, word %d: %v", s, i, w.Voice)
			}
		}
	}
}

func TestHearSidesOdd(t *testing.T) {
	voice := sound(10, -20, -60, anyWord)
	silent := sound(10, -20, -60, func(int) bool { return false })
	untimed := sidesOf(20, "AB")
	for s := range untimed {
		for i := range untimed[s].Tokens {
			untimed[s].Tokens[i].Timed = false
		}
	}
	for _, c := range []struct {
		what    string
		sides   []data.Side
		tracks  []*prosody.Tracks
		warning string // "": none
		unfit   string // "": it fits
	}{
		{"cut off", sidesOf(20, "AB"), []*prosody.Tracks{sound(6, -20, -60, anyWord)}, "the recording ends at 0:06.0, and the transcript goes on to 0:09.9: 8 of 20 words are behind its end", ""},
		{"a silent channel", sidesOf(20, "AB"), []*prosody.Tracks{voice, silent}, "nothing that B says is voiced on channel 2", ""},
		{"silence", sidesOf(20, "AB"), []*prosody.Tracks{silent, silent}, "", "nothing is voiced"},
		{"no sound", sidesOf(20, "AB"), []*prosody.Tracks{{}}, "", "there is no sound"},
		{"a third speaker", sidesOf(20, "AC"), []*prosody.Tracks{voice, voice}, "", "speaker C has no channel"},
		{"no times", untimed, []*prosody.Tracks{voice}, "", "no word has a time"},
	} {
		warnings, err := HearSides(c.sides, c.tracks)
		if (err == nil) != (c.unfit == "") {
			t.Errorf("%s: %v", c.what, err)
		}
		var unfit *Unfit
		if err != nil {
			if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.unfit) {
				t.Errorf("%s: %v, want %s", c.what, err, c.unfit)
			}
			if c.sides[0].Tokens[0].Voice != nil {
				t.Errorf("%s: the words have a voice", c.what)
			}
		}
		if text := strings.Join(warnings, "\n"); !strings.Contains(text, c.warning) || (text == "") != (c.warning == "") || strings.Contains(text, "--") {
			t.Errorf("%s: warnings %q, want %q", c.what, text, c.warning)
		}
	}
}
