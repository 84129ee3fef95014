package voiceview

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/speech/prosody"
)

var update = flag.Bool("update", false, "write golden files anew")

// spoken are words and tracks as of somebody who says them: F0 falls through each sentence, and a
// stretch of frames is an octave too low.
func spoken(text string, octaves bool) ([]Word, *prosody.Tracks) {
	var words []Word
	t := &prosody.Tracks{}
	at, fall := 0.2, 0.0
	for _, s := range strings.Fields(text) {
		w := Word{Text: strings.TrimRight(s, ".,?"), Start: at}
		w.Mark = s[len(w.Text):]
		w.Ends = w.Mark == "." || w.Mark == "?"
		at += 0.06 + 0.05*float64(len(w.Text))
		w.End = at
		w.About = fmt.Sprintf("%s, %s to %s", w.Text, Clock(w.Start), Clock(w.End))
		from := 93 - fall
		t.Style = append(t.Style, prosody.Piece{Start: w.Start + 0.04, End: (w.Start + w.End) / 2, From: from, To: from + 1.5}, prosody.Piece{Start: (w.Start + w.End) / 2, End: w.End - 0.02, From: from + 1.5, To: from - 2})
		t.Nuclei = append(t.Nuclei, prosody.Nucleus{Start: w.Start + 0.05, End: w.End - 0.05, Peak: -18 - fall})
		words = append(words, w)
		fall++
		if w.Mark != "" {
			at += 0.25
		}
		if w.Ends {
			at, fall = at+0.3, 0
		}
	}
	n := int(at/prosody.Step) + 20
	t.F0, t.Clean, t.Energy = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range t.Energy {
		x := (float64(i) + 0.5) * prosody.Step
		t.Energy[i] = float32(-62 + 3*math.Sin(40*x))
		for k, w := range words {
			if x > w.Start && x < w.End {
				t.Energy[i] = float32(t.Nuclei[k].Peak - 30*math.Pow(2*(x-w.Start)/(w.End-w.Start)-1, 2))
			}
		}
		for _, p := range t.Style {
			if x < p.Start || x >= p.End {
				continue
			}
			f := math.Exp2((p.From + p.Slope()*(x-p.Start) + 0.3*math.Sin(90*x)) / 12)
			t.F0[i], t.Clean[i] = float32(f), float32(f)
			if octaves && i%67 < 6 {
				t.F0[i], t.Clean[i] = float32(f/2), 0
			}
		}
	}
	return words, t
}

func one() *View {
	words, t := spoken("So we took the night train, and it was late. Did you see the mountains? No, it was raining.", true)
	return &View{Title: "holiday.wav", Lanes: []Lane{{Tracks: t, Words: words}}, End: t.Duration()}
}

func two() *View {
	ann, a := spoken("So we took the night train.", true)
	ben, b := spoken("Yes.", false)
	for i := range ben {
		ben[i].Start, ben[i].End = ben[i].Start+3, ben[i].End+3
	}
	return &View{Title: `"Ann" & <Ben>`, Lanes: []Lane{{Name: "Ann, channel 1", Tracks: a, Words: ann}, {Name: "Ben, channel 2", Tracks: b, Words: ben}}, Start: 0.5, End: 4, Row: 2}
}

func TestGolden(t *testing.T) {
	for name, v := range map[string]*View{"one": one(), "two": two(), "silent": {Title: "silence.wav", Lanes: []Lane{{Tracks: &prosody.Tracks{F0: make([]float32, 100), Clean: make([]float32, 100), Energy: make([]float32, 100)}}}, End: 1}} {
		if err := v.Check(); err != nil {
			t.Error(err)
		}
		got := SVG(v)
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is drawn otherwise than %s: look at it, and run the test with -update", name, path)
		}
	}
}

// TestStandsAlone: a drawing is well-formed, says what it is, and loads and runs nothing.
func TestStandsAlone(t *testing.T) {
	for _, v := range []*View{one(), two()} {
		v.Lanes[0].Words[0].Text = "<script>&\x00\ufffe"
		svg := SVG(v)
		d := xml.NewDecoder(strings.NewReader(svg))
		tags := make(map[string]int)
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok {
				tags[e.Name.Local]++
				for _, a := range e.Attr {
					if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
						t.Errorf("attribute %s", a.Name.Local)
					}
				}
			}
		}
		if tags["desc"] != 1 || tags["title"] < 1 || tags["script"] != 0 || tags["image"] != 0 || strings.Contains(svg, "url(") || strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("tags %v", tags)
		}
	}
}

// TestNothingOverlaps: words in a line have room, whatever is said how fast.
func TestNothingOverlaps(t *testing.T) {
	for _, length := range []float64{0.03, 0.1, 0.2, 0.7} {
		v := &View{Lanes: []Lane{{Tracks: &prosody.Tracks{}}}, End: 12}
		for at := 0.0; at < 12; at += length {
			v.Lanes[0].Words = append(v.Lanes[0].Words, Word{Text: []string{"a", "uncommonly", "long"}[int(at*7)%3], Start: at, End: at + length})
		}
		d := &drawing{View: v}
		for r := range v.rows() {
			ends := make(map[int]float64)
			for _, l := range d.layWords(0, r) {
				if l.width == 0 {
					continue
				}
				if length >= 0.1 && l.middle-l.width/2 < ends[l.line] {
					t.Fatalf("words of %v s: %q starts at %.1f, before the end of another one at %.1f", length, l.Text, l.middle-l.width/2, ends[l.line])
				}
				ends[l.line] = l.middle + l.width/2
			}
		}
	}
}

// TestPitchAxis: the same ratio of frequencies is the same distance.
func TestPitchAxis(t *testing.T) {
	d := &drawing{View: one()}
	d.scale()
	if a, b := d.y(100, 500)-d.y(200, 500), d.y(150, 500)-d.y(300, 500); math.Abs(a-b) > 1e-9 || a <= 0 {
		t.Errorf("an octave is %v or %v", a, b)
	}
	if y := d.y(d.low, 500); y != 500 {
		t.Errorf("the lowest frequency is at %v", y)
	}
	contours := regexp.MustCompile(`class="style" d="([^"]+)"`).FindAllStringSubmatch(SVG(one()), -1)
	if len(contours) != 3 {
		t.Errorf("%d contours, not those of two rows and of the legend", len(contours))
	}
	for _, m := range contours[1:] {
		for _, xy := range regexp.MustCompile(`[ML](\S+?) `).FindAllStringSubmatch(m[1], -1) {
			if x, err := strconv.ParseFloat(xy[1], 64); err != nil || x < left || x > width-right {
				t.Errorf("the contour is drawn at %s", xy[1])
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for want, v := range map[string]*View{
		"there is nothing to draw from 0:05 to 0:05":                                {Start: 5, End: 5},
		"there is nothing to draw from 0:05 to 0:02.5":                              {Start: 5, End: 2.5},
		"1:00:00 of sound are 600 rows of 6 seconds, and a drawing has 100 at most": {End: 3600},
		"0:02 of sound are 200 rows of 0.01 seconds, and a drawing has 100 at most": {End: 2, Row: 0.01},
	} {
		if err := v.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, v := range []*View{{End: 600}, {End: 0.1}, {Start: 5, End: 3600, Row: 60}} {
		if err := v.Check(); err != nil {
			t.Error(err)
		}
	}
}
