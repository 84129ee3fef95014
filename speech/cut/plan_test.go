package cut

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// hum is a talk of tones with gaps: each word is one of 150 to 400 ms.
type hum struct {
	*talk
	rnd *rand.Rand
}

func newHum(seed uint64) *hum {
	return &hum{&talk{rate: 8000}, rand.New(rand.NewPCG(seed, 5))}
}

func (h *hum) silence(seconds float64) {
	for range int(seconds * float64(h.rate)) {
		h.sound = append(h.sound, 0.001*h.rnd.NormFloat64())
	}
}

func (h *hum) word(w Word, seconds float64) {
	from := len(h.sound)
	n := int(seconds * float64(h.rate))
	pitch := 100 + 60*h.rnd.Float64()
	for i := range n {
		edge := min(1, float64(min(i, n-1-i))/80)
		v := 0.0
		for k := 1.0; k < 12; k++ {
			v += math.Sin(2*math.Pi*pitch*k*float64(i)/float64(h.rate)) / k
		}
		h.sound = append(h.sound, 0.2*edge*v+0.001*h.rnd.NormFloat64())
	}
	w.Index, w.Known = len(h.words), true
	w.Start, w.End = float64(from)/float64(h.rate), float64(len(h.sound))/float64(h.rate)
	h.words = append(h.words, w)
	h.voiced = append(h.voiced, Span{int64(from), int64(len(h.sound))})
}

// talkOf makes a talk of a speaker who makes pauses after each word.
func (h *hum) talkOf(words int) {
	h.silence(0.4)
	removed := false
	for range words {
		removed = !removed && h.rnd.IntN(4) == 0 || removed && h.rnd.IntN(3) == 0
		w := Word{Text: "word", Speaker: "Ann", Removed: removed, Kind: "filled-pauses", Confidence: 0.9, Final: h.rnd.IntN(12) == 0}
		if !removed {
			w.Kind = ""
		}
		h.word(w, 0.15+0.25*h.rnd.Float64())
		h.silence(0.1 + 0.5*h.rnd.Float64())
	}
}

func checkList(t *testing.T, l *List, sound *Sound) {
	t.Helper()
	at, sum := int64(-1), int64(0)
	for i := range l.Cuts {
		c := &l.Cuts[i]
		if c.Start <= at || c.End <= c.Start || c.End > sound.Samples {
			t.Fatalf("cut %+v after %d, of %d samples", c, at, sound.Samples)
		}
		at = c.End
		sum += c.Len()
	}
	if sum != l.Removed() {
		t.Fatalf("cuts have %d samples, and %d are removed", sum, l.Removed())
	}
}

// TestPlanSparesWords: whatever is removed, and with times that are off, no cut touches a word that is kept,
// and each removal is cut or listed.
func TestPlanSparesWords(t *testing.T) {
	cuts, all := 0, 0
	for seed := range uint64(12) {
		h := newHum(seed)
		h.talkOf(60)
		sound := h.listen(t)
		for _, by := range []float64{0, 0.03, 0.1} {
			for _, pause := range []Pause{{}, {Kind: PauseKeep}, {Kind: PauseSeconds, Seconds: 0.05}} {
				l, err := Plan(Media{Name: "hum"}, sound, h.shifted(by, seed), Options{Pause: pause, Silences: 0.4})
				if err != nil {
					t.Fatal(err)
				}
				checkList(t, l, sound)
				v := h.judge(l)
				if v.voiceless > 0 || v.worst > 0.006 {
					t.Errorf("seed %d, times off by %g s: %+v", seed, by, v)
				}
				for i := range l.Cuts {
					if l.Cuts[i].Kind != Silence {
						cuts++
					}
				}
				if all += v.removals; by == 0 && len(l.Left) > v.removals/10 {
					t.Errorf("seed %d: of %d removals with silence around, %d stay: %+v", seed, v.removals, len(l.Left), l.Left)
				}
			}
		}
	}
	if cuts < all*3/4 {
		t.Errorf("%d cuts of %d removals", cuts, all)
	}
}

// TestPauses: what remains is as long as was asked for, and never longer than it was.
func TestPauses(t *testing.T) {
	for _, c := range []struct {
		pause        Pause
		before       float64
		after        float64
		silences     float64
		least, most  float64
		withoutSound bool
	}{
		{Pause{Kind: PauseSeconds, Seconds: 0.2}, 0.3, 0.4, 0, 0.16, 0.24, false},
		{Pause{Kind: PauseSeconds, Seconds: 0.2}, 0.05, 0.08, 0, 0.08, 0.14, false},
		{Pause{Kind: PauseKeep}, 0.3, 0.4, 0, 0.64, 0.7, false},
		{Pause{Kind: PauseKeep}, 0.3, 0.4, 0.5, 0.45, 0.55, false},
		{Pause{}, 0.5, 0.6, 0, 0.2, 0.3, false}, // the others are 0.25
		{Pause{Kind: PauseSeconds, Seconds: 0.2}, 0.3, 0.4, 0, 0.195, 0.205, true},
	} {
		h := newHum(1)
		h.silence(0.4)
		for range 12 {
			h.word(Word{Text: "yes", Speaker: "Ann"}, 0.2)
			h.silence(0.25)
		}
		h.word(Word{Text: "yes", Speaker: "Ann"}, 0.2)
		h.silence(c.before)
		h.word(Word{Text: "um", Speaker: "Ann", Removed: true, Kind: "filled-pauses"}, 0.3)
		h.silence(c.after)
		h.word(Word{Text: "no", Speaker: "Ann"}, 0.2)
		h.silence(0.4)
		sound := h.listen(t)
		m := Media{Rate: sound.Rate, Channels: 1, Samples: sound.Samples}
		if c.withoutSound {
			sound = nil
		}
		l, err := Plan(m, sound, h.words, Options{Pause: c.pause, Silences: c.silences})
		if err != nil {
			t.Fatal(err)
		}
		n := len(h.words)
		left := l.Seconds(l.New(h.voiced[n-1].Start) - l.New(h.voiced[n-3].End))
		if len(l.Cuts) != 1 || left < c.least || left > c.most {
			t.Errorf("%+v: %d cuts, and a pause of %.3f s", c, len(l.Cuts), left)
		}
	}
}

// TestMostlySilent cuts what little is said in a long recording in which hardly anybody speaks.
func TestMostlySilent(t *testing.T) {
	for _, minutes := range []float64{0, 12} {
		h := newHum(3)
		h.silence(minutes * 30)
		for i := range 12 {
			h.word(Word{Text: "yes", Speaker: "Ann", Removed: i%4 == 1, Kind: "filled-pauses", Confidence: 0.9}, 0.2)
			h.silence(0.18)
		}
		h.silence(minutes * 30)
		sound := h.listen(t)
		l, err := Plan(Media{Rate: sound.Rate, Channels: 1, Samples: sound.Samples}, sound, h.words, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Cuts) != 3 || len(l.Left) != 0 {
			t.Errorf("with %g minutes of silence around: %d cuts, and %d removals stay", minutes, len(l.Cuts), len(l.Left))
		}
	}
}

// TestSilences: long pauses become as long as was asked for, and no word goes.
func TestSilences(t *testing.T) {
	h := newHum(2)
	for _, pause := range []float64{3, 0.3, 1.5, 0.7, 2} {
		h.silence(pause)
		h.word(Word{Text: "yes", Speaker: "Ann"}, 0.3)
	}
	h.silence(1.2)
	sound := h.listen(t)
	l, err := Plan(Media{}, sound, h.words, Options{Silences: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	checkList(t, l, sound)
	if len(l.Cuts) != 4 {
		t.Fatalf("%d cuts: %+v", len(l.Cuts), l.Cuts)
	}
	end := int64(0)
	for i, s := range append(h.voiced, Span{sound.Samples, sound.Samples}) {
		was, is := l.Seconds(s.Start-end), l.Seconds(l.New(s.Start)-l.New(end))
		if want := min(was, 0.8); math.Abs(is-want) > 0.03 {
			t.Errorf("pause %d of %.2f s is %.3f s", i, was, is)
		}
		end = s.End
	}
}

// TestStays: what cannot be cut cleanly stays, and is listed with the reason.
func TestStays(t *testing.T) {
	um := Word{Text: "um", Speaker: "Ann", Removed: true, Kind: "filled-pauses", Confidence: 1}
	yes := Word{Text: "yes", Speaker: "Ann"}
	begin := func() *hum {
		h := newHum(3)
		h.silence(0.4)
		for range 5 {
			h.word(yes, 0.25)
			h.silence(0.2)
		}
		return h
	}
	end := func(h *hum) *hum {
		h.silence(0.2)
		h.word(yes, 0.3)
		h.silence(0.4)
		return h
	}
	for name, c := range map[string]struct {
		make func() *hum
		why  string
	}{
		"runs together": {func() *hum {
			h := begin()
			h.word(yes, 0.5)
			w := h.words[len(h.words)-1]
			middle := (w.Start + w.End) / 2
			h.words[len(h.words)-1].End = middle
			u := um
			u.Index, u.Known, u.Start, u.End = len(h.words), true, middle, w.End
			h.words = append(h.words, u)
			h.voiced = append(h.voiced, h.voiced[len(h.voiced)-1])
			for i := range h.words[:5] {
				h.words[i].End += 0.08 // or the times would be exact
			}
			return end(h)
		}, "gap before it"},
		"no times": {func() *hum {
			h := begin()
			h.words = append(h.words, Word{Text: "um", Index: 99, Removed: true, Kind: "filled-pauses"})
			return end(h)
		}, "have no times"},
		"no time beside it": {func() *hum {
			h := begin()
			h.word(um, 0.4)
			h.words = append(h.words, Word{Text: "well", Index: 99})
			return end(h)
		}, "has no time"},
		"made up": {func() *hum {
			h := begin()
			u := um
			u.Unsaid = true
			h.word(u, 0.3)
			return end(h)
		}, "made it up"},
		"somebody else": {func() *hum {
			h := begin()
			h.word(um, 0.5)
			u := h.words[len(h.words)-1]
			o := Word{Index: 98, Text: "right", Speaker: "Ben", Stream: 1, Turn: 1, Known: true, Start: u.Start + 0.1, End: u.Start + 0.4}
			h.words = append(h.words, o)
			h.voiced = append(h.voiced, Span{})
			return end(h)
		}, "somebody else speaks"},
		"one time for two": {func() *hum {
			h := begin()
			h.word(um, 0.4)
			w := h.words[len(h.words)-1]
			w.Index, w.Text, w.Removed = 97, "well", false
			h.words = append(h.words, w)
			h.voiced = append(h.voiced, h.voiced[len(h.voiced)-1])
			return end(h)
		}, "together with words that are kept"},
	} {
		h := c.make()
		l, err := Plan(Media{}, h.listen(t), h.words, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Cuts) != 0 || len(l.Left) != 1 || !strings.Contains(l.Left[0].Why, c.why) || l.Left[0].Words != "um" {
			t.Errorf("%s: %+v, left %+v", name, l.Cuts, l.Left)
		}
	}
}

// TestChannels: with channels of their own, a removal is cut where the others are silent, by the transcript
// and by the sound, and all lose the same.
func TestChannels(t *testing.T) {
	for name, c := range map[string]struct {
		other   float64 // when the other speaks, from the start of the um
		written bool    // and the transcript has it
		cuts    int
	}{
		"silent": {9, true, 1}, "speaks": {0.1, true, 0}, "speaks, and nobody wrote it": {0.1, false, 0},
	} {
		h, o := newHum(4), newHum(5)
		h.silence(0.4)
		for range 4 {
			h.word(Word{Text: "yes", Speaker: "Ann"}, 0.3)
			h.silence(0.3)
		}
		at := float64(len(h.sound)) / float64(h.rate)
		h.word(Word{Text: "um", Speaker: "Ann", Removed: true, Kind: "filled-pauses", Confidence: 1}, 0.4)
		h.silence(0.3)
		h.word(Word{Text: "yes", Speaker: "Ann"}, 0.3)
		h.silence(12)
		o.silence(at + c.other)
		o.word(Word{Text: "right", Speaker: "Ben", Stream: 1, Turn: 1}, 0.3)
		o.silence(1)
		o.sound = append(o.sound, make([]float64, len(h.sound))...)[:len(h.sound)]
		words := append([]Word(nil), h.words...)
		if c.written {
			w := o.words[0]
			w.Index = len(words)
			words = append(words, w)
		}
		sound, err := Listen(t.Context(), &stereo{samples{rate: h.rate, sound: h.sound}, o.sound}, nil)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Plan(Media{}, sound, words, Options{Channels: map[string]int{"Ann": 0, "Ben": 1}})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Cuts) != c.cuts || len(l.Cuts)+len(l.Left) != 1 {
			t.Errorf("%s: %+v, left %+v", name, l.Cuts, l.Left)
		}
	}
}

// stereo is two channels.
type stereo struct {
	samples
	second []float64
}

func (s *stereo) Channels() int { return 2 }

func (s *stereo) Read(buf [][]float32) (int, error) {
	from := s.at
	n, err := s.samples.Read(buf[:1])
	for i, v := range s.second[from : from+n] {
		buf[1][i] = float32(v)
	}
	return n, err
}

// TestWrongRecording: a transcript of something else, or without times, is refused.
func TestWrongRecording(t *testing.T) {
	h := newHum(6)
	h.talkOf(20)
	sound := h.listen(t)
	late := append([]Word(nil), h.words...)
	for i := range late {
		late[i].Start, late[i].End = late[i].Start+60, late[i].End+60
	}
	bare := append([]Word(nil), h.words...)
	for i := range bare {
		bare[i].Known = false
	}
	for name, words := range map[string][]Word{"late": late, "no times": bare, "no words": nil} {
		if l, err := Plan(Media{}, sound, words, Options{}); !errors.Is(err, ErrTimes) {
			t.Errorf("%s: %v, %+v", name, err, l)
		}
	}
}
