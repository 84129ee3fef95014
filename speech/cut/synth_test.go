package cut

import (
	"bytes"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// talk is synthesised speech of which is known when each word is said.
type talk struct {
	rate   int
	sound  []float64
	words  []Word
	voiced []Span // of each word, from the first voiced sample to the last one
}

// spoken says words, one by one, by espeak-ng.
type spoken struct {
	t        testing.TB
	words    map[string]said
	phrases  [][]string
	removals []removal
}

// removal is something that is taken out.
type removal struct {
	kind  string
	words []string
}

type said struct {
	sound  []float64
	voiced Span
	rate   int
}

// newSpoken skips a test where espeak-ng is not installed.
func newSpoken(t testing.TB) *spoken {
	t.Helper()
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		t.Skip("espeak-ng is not installed: nothing says the words")
	}
	return &spoken{t, make(map[string]said), phrases, removals}
}

// say returns a word without the silence around it.
func (s *spoken) say(voice, word string) said {
	s.t.Helper()
	key := voice + " " + word
	if w, ok := s.words[key]; ok {
		return w
	}
	out, err := exec.Command("espeak-ng", "-v", voice, "--stdout", word).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := audio.NewReader(bytes.NewReader(out), "espeak-ng")
	if err != nil {
		s.t.Fatal(err)
	}
	buf := [][]float64{make([]float64, 4096)}
	w := said{rate: r.Rate()}
	for {
		n, err := r.ReadExact(buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			s.t.Fatal(err)
		}
		w.sound = append(w.sound, buf[0][:n]...)
	}
	from, to := 0, len(w.sound)
	for from < to && math.Abs(w.sound[from]) < 0.003 {
		from++
	}
	for to > from && math.Abs(w.sound[to-1]) < 0.003 {
		to--
	}
	w.sound = w.sound[from:to]
	w.voiced = voicedPart(s.t, w.sound, w.rate)
	s.words[key] = w
	return w
}

// voicedPart returns the voiced part of a word by package prosody, which knows nothing of cuts.
func voicedPart(t testing.TB, sound []float64, rate int) Span {
	tracker, err := prosody.NewTracker(rate, prosody.Options{})
	if err != nil {
		t.Fatal(err)
	}
	low := make([]float32, len(sound))
	for i, v := range sound {
		low[i] = float32(v)
	}
	tracker.Write(low)
	f0 := tracker.Finish().F0
	from, to := 0, len(f0)
	for from < to && f0[from] == 0 {
		from++
	}
	for to > from && f0[to-1] == 0 {
		to--
	}
	frame := float64(rate) * prosody.Step
	return Span{int64(float64(from) * frame), min(int64(float64(to)*frame), int64(len(sound)))}
}

var phrases = [][]string{
	{"we", "went", "to", "the", "market", "on", "monday"}, {"she", "bought", "seven", "apples", "and", "some", "bread"},
	{"nobody", "knows", "why", "the", "train", "was", "late"}, {"that", "is", "what", "he", "told", "me", "yesterday"},
	{"they", "often", "sing", "songs", "in", "the", "kitchen"}, {"please", "send", "the", "report", "before", "friday"},
	{"fish", "swim", "fast", "in", "cold", "water"}, {"it", "takes", "about", "twenty", "minutes", "from", "here"},
}

var removals = []removal{
	{"filled-pauses", []string{"um"}}, {"filled-pauses", []string{"uh"}}, {"filled-pauses", []string{"um"}}, {"filled-pauses", []string{"uh", "um"}},
	{"discourse-markers", []string{"you", "know"}}, {"editing-terms", []string{"i", "mean"}}, {"repairs", []string{"to", "the"}}, {"repairs", []string{"we"}},
}

// makeTalk makes a talk with so many removals, in a room with noise of a deviation.
func (s *spoken) makeTalk(voice string, n int, noise float64, seed uint64) *talk {
	rnd := rand.New(rand.NewPCG(seed, 1))
	k := &talk{rate: s.say(voice, s.phrases[0][0]).rate}
	pause := func(often float64) {
		length := 0.0
		switch {
		case rnd.Float64() < often:
			length = 0.08 * math.Exp(rnd.Float64()*2)
		case rnd.Float64() < 0.3:
			length = 0.03 * rnd.Float64()
		}
		k.sound = append(k.sound, make([]float64, int(length*float64(k.rate)))...)
	}
	add := func(word, kind string, turn int, final bool) {
		w := s.say(voice, word)
		from := len(k.sound)
		k.sound = append(k.sound, w.sound...)
		k.words = append(k.words, Word{
			Index: len(k.words), Text: word, Speaker: "Ann", Turn: turn, Known: true, Final: final, Removed: kind != "", Kind: kind, Confidence: 1,
			Start: float64(from) / float64(k.rate), End: float64(len(k.sound)) / float64(k.rate),
		})
		k.voiced = append(k.voiced, Span{int64(from) + w.voiced.Start, int64(from) + w.voiced.End})
	}
	pause(1)
	for turn := 0; n > 0; turn++ {
		p := s.phrases[rnd.IntN(len(s.phrases))]
		for i, word := range p {
			if n > 0 && rnd.IntN(6) == 0 {
				r := s.removals[rnd.IntN(len(s.removals))]
				pause(0.6)
				for _, word := range r.words {
					add(word, r.kind, turn, false)
				}
				pause(0.75)
				n--
			}
			add(word, "", turn, i+1 == len(p))
			pause(0.12)
		}
		pause(1)
	}
	for i := range k.sound {
		k.sound[i] = 0.7*k.sound[i] + noise*rnd.NormFloat64()
	}
	return k
}

// shifted returns the words with each time off by at most so many seconds.
func (k *talk) shifted(by float64, seed uint64) []Word {
	rnd := rand.New(rand.NewPCG(seed, 2))
	out := append([]Word(nil), k.words...)
	for i := range out {
		w := &out[i]
		w.Start = max(0, w.Start+by*(2*rnd.Float64()-1))
		w.End = max(w.Start, w.End+by*(2*rnd.Float64()-1))
	}
	return out
}

// samples are a recording of one channel.
type samples struct {
	rate  int
	sound []float64
	at    int
}

func (s *samples) Rate() int     { return s.rate }
func (s *samples) Channels() int { return 1 }

func (s *samples) Read(buf [][]float32) (int, error) {
	n := min(len(buf[0]), len(s.sound)-s.at)
	if n == 0 {
		return 0, io.EOF
	}
	for i, v := range s.sound[s.at : s.at+n] {
		buf[0][i] = float32(v)
	}
	s.at += n
	return n, nil
}

// ReadExact is Read for cut.Source.
func (s *samples) ReadExact(buf [][]float64) (int, error) {
	n := copy(buf[0], s.sound[s.at:])
	if n == 0 {
		return 0, io.EOF
	}
	s.at += n
	return n, nil
}

func (k *talk) listen(t testing.TB) *Sound {
	t.Helper()
	s, err := Listen(t.Context(), &samples{rate: k.rate, sound: k.sound}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdict is what a list of cuts does to a talk.
type verdict struct {
	removals, cuts int
	voiceless      int     // cuts that take voiced sound of kept words
	hurt           int     // cuts that take more than 20 ms of kept words
	worst          float64 // seconds
	rest           float64 // share of the removed words, of those that are cut, that is still heard
}

const leastHurt = 0.02

func (k *talk) judge(l *List) (v verdict) {
	in := func(c *Cut, from, to int64) int64 { return max(0, min(c.End, to)-max(c.Start, from)) }
	at := func(seconds float64) int64 { return int64(math.Round(seconds * float64(k.rate))) }
	var gone, all int64
	for i := range l.Cuts {
		c := &l.Cuts[i]
		voice, hurt := false, 0.0
		for n, w := range k.words {
			if w.Removed {
				gone += in(c, at(w.Start), at(w.End))
				if n >= c.First && n <= c.Last {
					all += at(w.End) - at(w.Start)
				}
				continue
			}
			// A voice needs some periods to be found: a frame on either side may be none.
			edge := at(prosody.Step)
			voice = voice || in(c, k.voiced[n].Start+edge, k.voiced[n].End-edge) > 0
			hurt = max(hurt, l.Seconds(in(c, at(w.Start), at(w.End))))
		}
		if v.cuts++; voice {
			v.voiceless++
		}
		if hurt > leastHurt {
			v.hurt++
		}
		v.worst = max(v.worst, hurt)
	}
	for i, w := range k.words {
		if w.Removed && (i == 0 || !k.words[i-1].Removed) {
			v.removals++
		}
	}
	v.rest = 1 - float64(gone)/float64(max(all, 1))
	return v
}

// pausesAfter returns how many cuts leave a pause, within a turn, that is in the middle range of the speaker's,
// from the lower to the upper quartile, or all of a shorter one; and of how many.
func (k *talk) pausesAfter(l *List) (fit, all int) {
	at := func(seconds float64) int64 { return int64(math.Round(seconds * float64(k.rate))) }
	var own []float64
	for i := 1; i < len(k.words); i++ {
		v, w := &k.words[i-1], &k.words[i]
		if p := w.Start - v.End; !v.Removed && !w.Removed && v.Turn == w.Turn && p >= shortestPause {
			own = append(own, p)
		}
	}
	slices.Sort(own)
	low, high := own[len(own)/4], own[len(own)*3/4]
	for i := range l.Cuts {
		c := &l.Cuts[i]
		if c.First == 0 || c.Last+1 == len(k.words) {
			continue
		}
		v, w := &k.words[c.First-1], &k.words[c.Last+1]
		if v.Turn != w.Turn {
			continue
		}
		was := k.words[c.First].Start - v.End + w.Start - k.words[c.Last].End
		is := l.Seconds(l.New(at(w.Start)) - l.New(at(v.End)))
		// Edges have steps of 5 ms, and some go with the word that is taken out.
		if all++; is <= high+0.02 && is >= min(low, was)-0.05 {
			fit++
		}
	}
	return fit, all
}

// clicks returns by how much the loudest burst at a join, of 2 ms, is louder than what was there, in dB below the loudest of the speech: the
// power of what changes fast.
func (k *talk) clicks(t testing.TB, l *List) float64 {
	t.Helper()
	e, err := audio.NewEncoding(audio.Float, 64, k.rate, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := audio.NewWAV(&out, e, l.Media.Samples-l.Removed())
	if err != nil {
		t.Fatal(err)
	}
	if err := Render(t.Context(), &samples{rate: k.rate, sound: k.sound}, w, l); err != nil {
		t.Fatal(err)
	}
	r, err := audio.NewReader(&out, "cut")
	if err != nil {
		t.Fatal(err)
	}
	var sound []float64
	buf := [][]float64{make([]float64, 4096)}
	for {
		n, err := r.ReadExact(buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		sound = append(sound, buf[0][:n]...)
	}
	window := k.rate / 500
	burst := func(sound []float64, at int) float64 {
		sum := 0.0
		for i := max(at, 2); i < min(at+window, len(sound)); i++ {
			d := sound[i] - 2*sound[i-1] + sound[i-2]
			sum += d * d
		}
		return sum
	}
	loudest := func(sound []float64, from, to int) float64 {
		most := 0.0
		for at := from; at < to; at += window / 8 {
			most = max(most, burst(sound, at))
		}
		return most
	}
	loud, worst := loudest(k.sound, 0, len(k.sound)), 0.0
	for i := range l.Cuts {
		c := &l.Cuts[i]
		near := l.Fade/2 + window
		join, from, to := int(l.New(c.Start)), int(c.Start), int(c.End)
		was := max(loudest(k.sound, from-near, from+near), loudest(k.sound, to-near, to+near))
		worst = max(worst, loudest(sound, join-near, join+near)-was)
	}
	return 10 * math.Log10(max(worst, 1e-12)/loud)
}

var mostCuts = flag.Int("cuts", 120, "removals in each talk that is made for a test")

// TestSynthesised: cuts in talk whose times are known. It prints the figures of docs/results.md.
func TestSynthesised(t *testing.T) {
	s := newSpoken(t)
	for _, c := range []struct {
		voice string
		off   float64
		least float64 // share of removals that are cut
	}{
		{"en-us", 0, 0.95}, {"en-us", 0.02, 0.92}, {"en-us", 0.05, 0.8}, {"en-us", 0.15, 0.4},
		{"en-gb+f3", 0, 0.95}, {"en-gb+f3", 0.05, 0.8}, {"en-gb+f3", 0.15, 0.4}, {"en-us+m7", 0, 0.95}, {"en-us+m7", 0.15, 0.4},
	} {
		s.makeTalk(c.voice, *mostCuts, 0.0006, 7).check(t, c.voice, c.off, c.least)
	}
}

// check cuts a talk with times that are off, says what that does, and fails where it does harm, or where
// less than a share of the removals is cut.
func (k *talk) check(t *testing.T, name string, off, least float64) {
	t.Helper()
	l, err := Plan(Media{}, k.listen(t), k.shifted(off, 3), Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := k.judge(l)
	fit, all := k.pausesAfter(l)
	click := k.clicks(t, l)
	t.Logf("%-14s times off by %3.0f ms: %d of %d removals cut; %d cuts in a voiced part, %d take more than 20 ms of a word (the worst %.0f ms); %.2f%% of what is cut is still heard; %d of %d pauses in the middle range; loudest join %.0f dB",
		name, 1000*off, v.cuts, v.removals, v.voiceless, v.hurt, 1000*v.worst, 100*v.rest, fit, all, click)
	reasons := make(map[string]int)
	for _, x := range l.Left {
		reasons[x.Why]++
	}
	for why, n := range reasons {
		t.Logf("%d stay: %s", n, why)
	}
	if off <= trusted && v.voiceless > 0 || 50*v.voiceless > v.cuts || 100*v.hurt > v.cuts || float64(v.cuts) < least*float64(v.removals) || 100*fit < 95*all || click > -40 {
		t.Errorf("%s, times off by %g s: %+v, %d of %d pauses fit, loudest join %.1f dB", name, off, v, fit, all, click)
	}
}
