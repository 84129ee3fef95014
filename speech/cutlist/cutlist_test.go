package cutlist

import (
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/speech/cut"
)

var update = flag.Bool("update", false, "write the goldens anew")

// talks are the lists of goldens and of reference readers: sound alone, and beside a picture.
func talks() map[string]*cut.List {
	cuts := func(rate int64) ([]cut.Cut, []cut.Refused) {
		at := func(ms int64) int64 { return ms * rate / 1000 }
		return []cut.Cut{
				{Start: 0, End: at(412), First: 0, Last: 0, Words: "um", Speaker: "Ann <1>", Kind: "filled pause", Confidence: 0.98},
				{Start: at(2503), End: at(3377), First: 7, Last: 8, Words: "to Boston", Speaker: "Ann <1>", Kind: "repair", Confidence: 0.71},
				{Start: at(5001), End: at(5017), First: -1, Last: -1, Kind: cut.Silence},
				{Start: at(7100), End: at(7905), First: 20, Last: 21, Words: `you "know" & so`, Kind: "discourse marker", Confidence: 0.9},
			}, []cut.Refused{{Cut: cut.Cut{Start: at(8800), End: at(9000), First: 25, Last: 25, Words: "uh", Kind: "filled pause", Confidence: 0.99},
				Why: "Bob speaks at the same time"}}
	}
	sound, picture := &cut.List{Fade: 240}, &cut.List{}
	sound.Media = cut.Media{Name: "/talks/Ann & Bob's 100%.wav", Rate: 48000, Channels: 2, Samples: 480123}
	sound.Cuts, sound.Left = cuts(48000)
	picture.Media = cut.Media{Name: "/talks/Ann & Bob's 100%.mp4", Rate: 44100, Channels: 1, Samples: 441000, FrameNum: 30000, FrameDen: 1001, DropFrame: true}
	picture.Cuts, picture.Left = cuts(44100)
	return map[string]*cut.List{"sound": sound, "picture": picture}
}

func write(t testing.TB, f *Format, l *cut.List, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := f.Write(&b, l, o); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.String()
}

// Lists are written as they were when they were last looked at: -update writes them anew.
func TestGolden(t *testing.T) {
	for name, l := range talks() {
		for _, f := range All() {
			for _, as := range []string{"cuts", "markers"} {
				if as == "markers" && !f.Markers {
					continue
				}
				got := write(t, f, l, Options{Markers: as == "markers"})
				file := filepath.Join("testdata", name+"-"+as+"."+f.Name+f.Extension)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if want, err := os.ReadFile(file); err != nil || string(want) != got {
					t.Errorf("%s: %v: it is now\n%s", file, err, got)
				}
			}
		}
	}
}

// drawList draws a recording and its cuts, some shorter than a frame, some as close.
func drawList(t *drawn.Case) *cut.List {
	name := drawn.Of(t, "name", "/a/talk.wav", "talk.mp4", `/a b/"x" & 'y' <z>.mov`, "/ä/100%#?;.flac", "/a/`'\".wav")
	m := cut.Media{Name: name, Rate: drawn.Of(t, "rate", 8000, 44100, 48000, 96000, 192000), Channels: t.Int("channels", 1, 6)}
	m.Samples = int64(t.Int("ms", 100, 4*3600*1000))*int64(m.Rate)/1000 + int64(t.Int("rest", 0, 40))
	if t.Bool("picture") {
		r := drawn.Of(t, "frames", Rate{24, 1, false}, Rate{25, 1, false}, Rate{24000, 1001, false}, Rate{30000, 1001, false}, Rate{30000, 1001, true}, Rate{60000, 1001, true}, Rate{50, 1, false})
		m.FrameNum, m.FrameDen, m.DropFrame = r.Num, r.Den, r.Drop
	}
	l := &cut.List{Media: m}
	at := int64(0)
	most := []int{m.Rate / 200, m.Rate / 20, m.Rate * 3}
	for k := range t.Int("cuts", 0, 60) {
		if k > 0 || t.Bool("gap") {
			at += int64(t.Int("kept", 1, drawn.Of(t, "most kept", most...)))
		}
		c := cut.Cut{Start: at, Words: drawn.Of(t, "words", "um", "", `a "b" <c> & 'd'`, "e, f\ng", "`h'\""), Kind: drawn.Of(t, "kind", "filled pause", "repair"), Confidence: float64(t.Int("sure", 0, 100)) / 100}
		at += int64(t.Int("cut", 1, drawn.Of(t, "most cut", most...)))
		if c.End = at; at >= m.Samples {
			break
		}
		if t.Int("left", 0, 9) == 0 {
			l.Left = append(l.Left, cut.Refused{Cut: c, Why: "no dip"})
		} else {
			l.Cuts = append(l.Cuts, c)
		}
	}
	return l
}

// What small readers find in lists are the cuts: to the sample where a format has samples; else
// to less than a frame, with no error that adds up, and no frame twice.
func TestReadAgain(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		l := drawList(t)
		for _, f := range All() {
			o := Options{}
			if f.Unit != Samples && f.Name != "auto-editor-v1" && t.Int("asked", 0, 3) == 0 {
				o.Frames = drawn.Of(t, "asked rate", Rate{25, 1, false}, Rate{30000, 1001, true}, Rate{24000, 1001, false})
			}
			own, err := f.timeline(l, o)
			if err != nil {
				t.Fatal(err)
			}
			got := readers[f.Name](t, write(t, f, l, o), own.total, own.rate)
			if !own.frames {
				checkSamples(t, f, l, got)
			} else {
				checkFrames(t, f, l, got, own.rate)
			}
			if got.path != "" && got.path != l.Media.Name && !strings.Contains(l.Media.Name, "`") {
				t.Errorf("%s: the recording is %q", f.Name, got.path)
			}
		}
	})
}

func checkSamples(t *drawn.Case, f *Format, l *cut.List, got said) {
	var want []clip
	at := int64(0)
	for _, s := range l.Kept() {
		want = append(want, clip{s.Start, s.End, at})
		at += s.Len()
	}
	if !slices.Equal(got.clips, want) {
		t.Errorf("%s: %v, not %v", f.Name, got.clips, want)
	}
}

func checkFrames(t *drawn.Case, f *Format, l *cut.List, got said, r Rate) {
	frames := func(samples int64) float64 {
		return float64(samples) * float64(r.Num) / float64(r.Den) / float64(l.Media.Rate)
	}
	at, end := int64(0), int64(0)
	for i, c := range got.clips {
		if c.from < end || c.to <= c.from || c.at != at || i > 0 && c.from == end {
			t.Fatalf("%s: clip %d is %+v, after %d", f.Name, i, c, end)
		}
		end, at = c.to, at+c.to-c.from
	}
	if limit := frames(l.Media.Samples); float64(end) > limit && (l.Media.FrameNum == 0 || float64(end) >= limit+1) {
		t.Errorf("%s: frame %d of %.2f", f.Name, end, limit)
	}
	kept := frames(l.Media.Samples - l.Removed())
	// Half a frame of rounding each, of what is kept and of what is cut, and a last one that the recording has not in whole.
	if d := float64(at) - kept; d > 0.51 || d < -1.51 {
		t.Errorf("%s: %d frames are left, not %.2f", f.Name, at, kept)
	}
	// What is at a frame of the result is what should be there, up to a frame.
	k := 0
	for _, s := range l.Kept() {
		for k < len(got.clips) && float64(got.clips[k].to) < frames(s.Start)-1 {
			k++
		}
		middle := (frames(s.Start) + frames(s.End)) / 2
		if frames(s.Len()) < 2.1 {
			continue
		}
		in := slices.ContainsFunc(got.clips, func(c clip) bool {
			there := float64(c.at) + middle - float64(c.from)
			return float64(c.from) < middle && middle < float64(c.to) && math.Abs(there-frames(l.New((s.Start+s.End)/2))) < 1.01
		})
		if !in {
			t.Fatalf("%s: frame %.2f is not where it should be in %v", f.Name, middle, got.clips)
		}
	}
}

// Markers are where the cuts would be, with their kinds, and the refused ones are there, too.
func TestMarkers(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		l := drawList(t)
		for _, f := range All() {
			var b strings.Builder
			err := f.Write(&b, l, Options{Markers: true})
			if !f.Markers {
				if err == nil || b.Len() > 0 || !strings.Contains(err.Error(), "--to csv") {
					t.Errorf("%s: %v", f.Name, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			own, err := f.timeline(l, Options{Markers: true})
			if err != nil {
				t.Fatal(err)
			}
			got := readers[f.Name](t, b.String(), own.total, own.rate)
			if len(got.markers) != len(l.Cuts)+len(l.Left) || len(got.names) != len(got.markers) {
				t.Fatalf("%s: %d markers of %d", f.Name, len(got.markers), len(l.Cuts)+len(l.Left))
			}
			if f.Name != "csv" && f.Name != "audacity" && (len(got.clips) != 1 || got.clips[0] != clip{0, own.total, 0}) {
				t.Errorf("%s: the recording is not whole: %v", f.Name, got.clips)
			}
			for _, c := range l.Cuts {
				want := marker{from: min(own.down(c.Start), own.total-1)}
				want.to = min(max(own.up(c.End), want.from+1), own.total)
				i := slices.IndexFunc(got.markers, func(m clip) bool {
					return m.from == want.from && (m.to == want.to || f.Name == "edl")
				})
				if i < 0 {
					t.Fatalf("%s: no marker at %+v in %v", f.Name, want, got.markers)
				}
				if !strings.Contains(strings.Join(got.names, "\n"), c.Kind) {
					t.Errorf("%s: no %q", f.Name, c.Kind)
				}
			}
		}
	})
}

func TestRefused(t *testing.T) {
	media := cut.Media{Name: "a.wav", Rate: 48000, Channels: 1, Samples: 48000}
	for name, x := range map[string]struct {
		l    cut.List
		o    Options
		f    string
		says string
	}{
		"nothing is left": {cut.List{Media: media, Cuts: []cut.Cut{{Start: 0, End: 48000}}}, Options{}, "csv", ""},
		"all of a list":   {cut.List{Media: media, Cuts: []cut.Cut{{Start: 0, End: 48000}}}, Options{}, "edl", "nothing of a.wav would be left"},
		"order":           {cut.List{Media: media, Cuts: []cut.Cut{{Start: 9, End: 20}, {Start: 15, End: 30}}}, Options{}, "edl", "out of order"},
		"beyond":          {cut.List{Media: media, Cuts: []cut.Cut{{Start: 9, End: 48001}}}, Options{}, "otio", "beyond the recording"},
		"no rate":         {cut.List{Media: cut.Media{Name: "a", Samples: 9}}, Options{}, "csv", "samples a second"},
		"no name":         {cut.List{Media: cut.Media{Rate: 9, Samples: 9}}, Options{}, "csv", "no name"},
		"drop":            {cut.List{Media: media}, Options{Frames: Rate{25, 1, true}}, "edl", "dropped frames"},
		"days":            {cut.List{Media: cut.Media{Name: "a.wav", Rate: 8000, Channels: 1, Samples: 8000 * 3600 * 25}}, Options{}, "edl", "24 hours"},
		"rate of v1":      {cut.List{Media: media}, Options{Frames: Rate{25, 1, false}}, "auto-editor-v1", "--to auto-editor"},
		"odd of premiere": {cut.List{Media: media}, Options{Frames: Rate{25, 2, false}}, "premiere", "whole rates"},
	} {
		f, err := ByName(x.f)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		err = f.Write(&b, &x.l, x.o)
		if x.says == "" {
			x.says = "nothing of a.wav"
		}
		if err == nil || !strings.Contains(err.Error(), x.says) || b.Len() > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ByName("avid"); err == nil || !strings.Contains(err.Error(), "fcpxml") {
		t.Error(err)
	}
	if err := All()[0].Write(broken{}, talks()["sound"], Options{}); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestRates(t *testing.T) {
	for s, want := range map[string]Rate{"25": {25, 1, false}, "23.976": {24000, 1001, false}, "23.98": {24000, 1001, false}, "29.97": {30000, 1001, false}, "29.97DF": {30000, 1001, true},
		"59.94df": {60000, 1001, true}, "30000/1001": {30000, 1001, false}, "12.5": {125, 10, false}, "119.88": {120000, 1001, false}, " 30 ": {30, 1, false}, "30.0": {30, 1, false}} {
		if r, err := ParseRate(s); err != nil || r != want {
			t.Errorf("%q: %+v, %v", s, r, err)
		}
	}
	for _, s := range []string{"", "x", "0", "-1", "25df", "1e9", "NaN", "1/0", "0.1", "2000", "30/0", "inf"} {
		if r, err := ParseRate(s); err == nil {
			t.Errorf("%q is %v", s, r)
		}
	}
}

// The timecodes that drop-frame is known by: one hour of clock time is one hour, minutes begin with
// frame 2 but for each tenth, and frames have names that lead back to them.
func TestTimecode(t *testing.T) {
	df := Rate{30000, 1001, true}
	for frame, want := range map[int64]string{0: "00:00:00;00", 1799: "00:00:59;29", 1800: "00:01:00;02", 17981: "00:09:59;29", 17982: "00:10:00;00", 107892: "01:00:00;00", 2589407: "23:59:59;29"} {
		if got := df.timecode(frame); got != want {
			t.Errorf("%d is %s, not %s", frame, got, want)
		}
	}
	for frame, want := range map[int64]string{3599: "00:00:59;59", 3600: "00:01:00;04", 35964: "00:10:00;00"} {
		if got := (Rate{60000, 1001, true}).timecode(frame); got != want {
			t.Errorf("%d is %s, not %s", frame, got, want)
		}
	}
	if got := (Rate{24000, 1001, false}).timecode(24 * 3600); got != "01:00:00:00" {
		t.Error(got)
	}
	for _, r := range []Rate{df, {60000, 1001, true}, {25, 1, false}, {120, 1, false}} {
		for frame := int64(0); frame < 40000; frame += 7 {
			if back := frameOf(t, r.timecode(frame), r); back != frame {
				t.Fatalf("%v: frame %d is %s, which is %d", r, frame, r.timecode(frame), back)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for path, want := range map[string]string{
		"/a b/ü&'.wav": "file:///a%20b/%C3%BC%26%27.wav", `C:\a b\c.wav`: "file:///C:/a%20b/c.wav", `\\nas\x\c.wav`: "file://nas/x/c.wav",
		"talk.wav": "talk.wav", "a:b.wav": "./a:b.wav", "/100%#?.wav": "file:///100%25%23%3F.wav",
	} {
		if got := uri(path, ""); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"/x/My talk (1).wav": "My_talk__1__wav", "ü.": "AX", strings.Repeat("a", 40): strings.Repeat("a", 32), `C:\x\a-1.mov`: "a_1_mov"} {
		if got := reel(path); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
	for samples, want := range map[int64]string{0: "0.000000", 1: "0.000021", 47999: "0.999979", 48000 * 7: "7.000000"} {
		if got := decimal(samples, 48000, 6); got != want {
			t.Errorf("%d: %s, not %s", samples, got, want)
		}
	}
	if got := decimal(1999999, 1000000, 5); got != "2.00000" {
		t.Error(got)
	}
}
