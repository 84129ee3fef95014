package voice

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// talk are words of two speakers, one every half second, five in a turn. Each word lasts for 0.4 s.
func talk(words int, speakers ...string) *transcript.Document {
	var all []transcript.Utterance
	for i := range words {
		speaker := speakers[i/5%len(speakers)]
		if i%5 == 0 {
			all = append(all, transcript.Utterance{Speaker: speaker, Time: transcript.Interval{Start: float64(i) / 2, End: float64(i)/2 + 2.5, Known: true}})
		}
		u := &all[len(all)-1]
		u.Pieces = append(u.Pieces, transcript.Piece{Text: fmt.Sprint("word", string(rune('a'+i%26))), Spaced: true, Time: transcript.Interval{Start: float64(i) / 2, End: float64(i)/2 + 0.4, Known: true}})
	}
	return transcript.Build("talk", all)
}

// sound are tracks with a voice in the words that speaks selects; elsewhere, it is hushed.
func sound(seconds float64, loud, hushed float32, speaks func(word int) bool) *prosody.Tracks {
	n := int(seconds / prosody.Step)
	t := &prosody.Tracks{F0: make([]float32, n), Clean: make([]float32, n), Energy: make([]float32, n)}
	for i := range t.Energy {
		t.Energy[i] = hushed
		if at := (float64(i) + 0.5) * prosody.Step; math.Mod(at, 0.5) < 0.4 && speaks(int(at/0.5)) {
			t.Energy[i], t.F0[i], t.Clean[i] = loud, 200, 200
		}
	}
	for w := 0; float64(w)/2 < seconds; w++ {
		if at := float64(w) / 2; speaks(w) {
			t.Style = append(t.Style, prosody.Piece{Start: at + 0.1, End: at + 0.3, From: 92 - float64(w%5), To: 90 - float64(w%5)})
			t.Nuclei = append(t.Nuclei, prosody.Nucleus{Start: at + 0.1, End: at + 0.3, Peak: float64(loud)})
		}
	}
	return t
}

func anyWord(int) bool  { return true }
func first(w int) bool  { return w/5%2 == 0 }
func second(w int) bool { return w/5%2 == 1 }

func TestHear(t *testing.T) {
	d := talk(20, "Ann", "Ben")
	h, err := Hear(d, []*prosody.Tracks{sound(10, -20, -60, anyWord)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Warnings) > 0 || len(h.Words) != 20 {
		t.Errorf("%d words, warnings %q", len(h.Words), h.Warnings)
	}
	at := func(name string) int {
		return slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == name })
	}
	for i, v := range h.Features {
		if len(v) != prosody.NumFeatures() {
			t.Fatalf("word %d has %d features", i, len(v))
		}
		if got, want := v[at("turn.end")] == 1, i%5 == 4; got != want {
			t.Errorf("after word %d a turn ends: %v", i, got)
		}
		if pause := v[at("pause.after")]; i%5 < 4 && math.Abs(float64(pause)-0.1) > 1e-5 || i == 4 && math.Abs(float64(pause)-2.6) > 1e-5 {
			t.Errorf("the pause after word %d is %v", i, pause)
		}
		if slope := v[at("slope.last")]; math.Abs(float64(slope)+10) > 1e-4 {
			t.Errorf("word %d has the slope %v", i, slope)
		}
	}
	h.Set(d)
	if got := d.Sentence(d.Segments(transcript.SegmentAuto)[0]).Tokens[0].Voice; &got[0] != &h.Features[0][0] {
		t.Error("the token does not have the features of its word")
	}
}

// TestChannels: which channel is whose is found out, whatever is louder.
func TestChannels(t *testing.T) {
	ann, ben := sound(10, -20, -60, first), sound(10, -20, -60, second)
	for _, c := range []struct {
		what    string
		tracks  []*prosody.Tracks
		named   map[string]int
		want    [2]int // of Ann and Ben
		warning string
	}{
		{"one each", []*prosody.Tracks{ann, ben}, nil, [2]int{0, 1}, ""},
		{"the other way round", []*prosody.Tracks{ben, ann}, nil, [2]int{1, 0}, ""},
		{"amplified", []*prosody.Tracks{ben, sound(10, -45, -60, first)}, nil, [2]int{1, 0}, ""},
		{"crosstalk", []*prosody.Tracks{sound(10, -20, -30, second), sound(10, -35, -45, first)}, nil, [2]int{1, 0}, ""},
		{"a third one is dead", []*prosody.Tracks{sound(10, -100, -100, first), ann, ben}, nil, [2]int{1, 2}, ""},
		{"only one is alive", []*prosody.Tracks{sound(10, -100, -100, anyWord), sound(10, -20, -60, anyWord)}, nil, [2]int{1, 1}, "the channels do not tell the speakers apart: Ann, Ben are measured on channel 2; --channel says otherwise"},
		{"copies", []*prosody.Tracks{sound(10, -20, -60, anyWord), sound(10, -20, -60, anyWord)}, nil, [2]int{0, 0}, ""},
		{"named", []*prosody.Tracks{sound(10, -20, -60, anyWord), sound(10, -20, -60, anyWord)}, map[string]int{"Ann": 1, "Ben": 0}, [2]int{1, 0}, ""},
		{"one for all", []*prosody.Tracks{ann, sound(10, -30, -60, anyWord)}, map[string]int{"": 1}, [2]int{1, 1}, ""},
		{"named wrongly", []*prosody.Tracks{ann, ben}, map[string]int{"": 0}, [2]int{0, 0}, "nothing that Ben says is voiced on channel 1: say with --channel which is whose"},
	} {
		h, err := Hear(talk(20, "Ann", "Ben"), c.tracks, Options{Channels: c.named})
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if got := [2]int{h.Channels["Ann"], h.Channels["Ben"]}; got != c.want || strings.Join(h.Warnings, "\n") != c.warning {
			t.Errorf("%s: channels %v, want %v; warnings %q", c.what, got, c.want, h.Warnings)
		}
	}
	h, err := Hear(talk(10, "Ann"), []*prosody.Tracks{sound(5, -40, -60, anyWord), sound(5, -20, -60, anyWord)}, Options{})
	if err != nil || h.Channels["Ann"] != 1 {
		t.Errorf("the only speaker is on %v: %v", h.Channels, err)
	}
	for named, want := range map[string]string{"Eve": `there is no speaker "Eve": there are Ann, Ben`, "Ann": "there is no channel 3: the recording has 2"} {
		c := 2
		if named == "Eve" {
			c = 0
		}
		_, err := Hear(talk(20, "Ann", "Ben"), []*prosody.Tracks{ann, ben}, Options{Channels: map[string]int{named: c}})
		if err == nil || err.Error() != want {
			t.Errorf("channel of %s: %v, want %s", named, err, want)
		}
	}
}

// TestSyllables: by syllables, slopes are those of the contour of each.
func TestSyllables(t *testing.T) {
	h, err := Hear(talk(20, "Ann"), []*prosody.Tracks{sound(10, -20, -60, anyWord)}, Options{Syllables: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range h.Words {
		if w.SlopeLast != 0 || len(w.Vowels) != 1 || w.Vowels[0].Start != w.Start || w.Vowels[0].End != w.End {
			t.Errorf("%+v", w)
		}
	}
}

func TestHearOtherRecording(t *testing.T) {
	h, err := Hear(talk(20, "Ann"), []*prosody.Tracks{sound(10, -20, -60, func(w int) bool { return w > 11 })}, Options{})
	if want := "only 8 of 20 words are voiced: the recording may be of something else, or the times are off"; err != nil || len(h.Warnings) != 1 || h.Warnings[0] != want {
		t.Errorf("%v: %+v", err, h)
	}
}

func TestHearOddTimes(t *testing.T) {
	d := talk(20, "Ann", "Ben")
	h, err := Hear(d, []*prosody.Tracks{sound(6, -20, -60, anyWord)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `the recording ends at 0:06.0, and the transcript goes on to 0:09.9: 8 of 20 words are behind its end, from "wordm" at 0:06.0 on; the voice is not known there`
	if len(h.Warnings) != 1 || h.Warnings[0] != want {
		t.Errorf("warnings %q, want %q", h.Warnings, want)
	}
	for i, v := range h.Features {
		if (v != nil) != (i < 12) {
			t.Errorf("word %d has features: %v", i, v != nil)
		}
	}
	d = talk(20, "Ann")
	d.Words[3].Time.Known = false
	d.Words[4].Time = transcript.Interval{Start: 2.4, End: 2, Known: true}
	h, err = Hear(d, []*prosody.Tracks{sound(10, -20, -60, anyWord)}, Options{})
	if err != nil || len(h.Words) != 18 || h.Features[3] != nil || h.Features[4] != nil || h.Features[5] == nil {
		t.Errorf("%v: %d words", err, len(h.Words))
	}
	if want := "2 of 20 words have no times, or times that make no sense: the voice is not known there"; len(h.Warnings) != 1 || h.Warnings[0] != want {
		t.Errorf("warnings %q, want %q", h.Warnings, want)
	}
}

func TestUnfit(t *testing.T) {
	without := func(d *transcript.Document) *transcript.Document {
		for i := range d.Words {
			d.Words[i].Time = transcript.Interval{}
		}
		return d
	}
	noLines := without(talk(5, "Ann"))
	for i := range noLines.Lines {
		noLines.Lines[i].Time = transcript.Interval{}
	}
	late := talk(5, "Ann")
	for i := range late.Words {
		late.Words[i].Time.Start += 100
		late.Words[i].Time.End += 100
	}
	voice := sound(10, -20, -60, anyWord)
	for want, c := range map[string]struct {
		d *transcript.Document
		t *prosody.Tracks
	}{
		"no words":               {talk(0, "Ann"), voice},
		"times of lines, and no": {without(talk(5, "Ann")), voice},
		"has no times of words":  {noLines, voice},
		"ends at 0:10.0, and the first word is at 1:40.0": {late, voice},
		"no sound in the recording":                       {talk(5, "Ann"), &prosody.Tracks{}},
		"nothing is voiced":                               {talk(5, "Ann"), sound(10, -100, -100, func(int) bool { return false })},
	} {
		_, err := Hear(c.d, []*prosody.Tracks{c.t}, Options{})
		var e *Unfit
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestBreath(t *testing.T) {
	d := transcript.Build("a", []transcript.Utterance{{Pieces: []transcript.Piece{
		{Text: "well", Time: transcript.Interval{Start: 0, End: 1, Known: true}},
		{Text: "[breath]", Spaced: true},
		{Text: "yes", Spaced: true, Time: transcript.Interval{Start: 2, End: 3, Known: true}},
	}}})
	h, err := Hear(d, []*prosody.Tracks{sound(3, -20, -60, anyWord)}, Options{})
	if err != nil || len(h.Words) != 2 || h.Words[0].PauseType != prosody.Breath || h.Words[1].PauseType != prosody.PauseUnknown {
		t.Errorf("%v: %+v", err, h)
	}
}

func TestClock(t *testing.T) {
	for s, want := range map[float64]string{0: "0:00.0", 59.96: "1:00.0", 3599.94: "59:59.9", 3600: "1:00:00.0", 45296.7: "12:34:56.7"} {
		if got := clock(s); got != want {
			t.Errorf("%v s are %s, want %s", s, got, want)
		}
	}
}
