package voice

import (
	"fmt"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Options say what is known besides the transcript and the recording. The zero value is
// fine.
type Options struct {
	// Channels says on which channel, from 0, speakers are; that of "" is the channel of all
	// others. Of speakers that it does not name, it is found out.
	Channels map[string]int
	// Vowels are the vowels of speakers in the order of time, where phones are known, as
	// ReadVowels gives them.
	Vowels map[string][]prosody.Vowel
	// Syllables says that words are measured by syllables, as in the corpora that models learn
	// from; see prosody.MeasureBySyllables.
	Syllables bool
	// Stats are statistics of durations from a corpus; nil: those of the transcript.
	Stats *prosody.Durations
}

// Heard is what a recording says about a transcript.
type Heard struct {
	// Features holds, for each word of the document, what prosody.Extract returns for the
	// boundary after it; nil: the word is not in the recording, or its time is not known.
	Features [][]float32
	Words    []Word // what is said in the recording, with what was measured, in the order of the document
	Channels map[string]int
	Warnings []string

	advice string // what to do where a channel is that of somebody else
}

// Word is a word in a recording.
type Word struct {
	prosody.Word
	Index   int // in transcript.Document.Words
	Channel int // from 0
}

// Unfit says why a transcript gets nothing from a recording.
type Unfit struct{ Reason string }

func (e *Unfit) Error() string { return e.Reason }

func unfit(format string, args ...any) error { return &Unfit{fmt.Sprintf(format, args...)} }

// Hear measures the words of a document in the tracks of the channels of a recording. Its
// errors are *Unfit, but for channels of Options that are not there.
func Hear(d *transcript.Document, tracks []*prosody.Tracks, o Options) (*Heard, error) {
	if err := checkChannels(d, len(tracks), o.Channels); err != nil {
		return nil, err
	}
	h := &Heard{Features: make([][]float32, len(d.Words)), advice: ": say with --channel which is whose"}
	said, err := h.timed(d)
	if err != nil {
		return nil, err
	}
	if err := h.recorded(tracks, said); err != nil {
		return nil, err
	}
	h.assign(tracks, o.Channels)
	if err := h.measure(tracks, &o); err != nil {
		return nil, err
	}
	h.extract(o.Stats)
	return h, nil
}

// extract fills Features.
func (h *Heard) extract(stats *prosody.Durations) {
	words := make([]prosody.Word, len(h.Words))
	for i := range h.Words {
		words[i] = h.Words[i].Word
	}
	for i, v := range prosody.Extract(words, stats) {
		h.Features[h.Words[i].Index] = v
	}
}

// Timed returns an *Unfit where no word of a document has a time, so that no recording is of
// use.
func Timed(d *transcript.Document) error {
	_, err := new(Heard).timed(d)
	return err
}

// Set gives the words of the document that was heard their features. Nobody else may use the
// document meanwhile.
func (h *Heard) Set(d *transcript.Document) {
	for i := range d.Words {
		d.Words[i].Voice = h.Features[i]
	}
}

func (h *Heard) warn(format string, args ...any) {
	h.Warnings = append(h.Warnings, fmt.Sprintf(format, args...))
}

// timed fills Words with those whose times are known, and returns how many are said at all.
func (h *Heard) timed(d *transcript.Document) (said int, err error) {
	for t := range d.Turns {
		turn := &d.Turns[t]
		last := -1 // of the turn, in Words
		for i := turn.Words.Start; i < turn.Words.End; i++ {
			w := &d.Words[i]
			switch {
			case w.Tokens.Len() == 0:
				if last >= 0 && isBreath(d.Text(w.Bytes)) {
					h.Words[last].PauseType = prosody.Breath
				}
				continue
			case !w.Time.Known || !sensible(w.Time):
				said++
				continue
			}
			said++
			last = len(h.Words)
			h.Words = append(h.Words, Word{Index: i, Word: prosody.Word{
				Text: d.Text(w.Core), Speaker: turn.Speaker, Start: w.Time.Start, End: w.Time.End, Measure: prosody.Undefined(nil),
			}})
		}
		if last >= 0 && (t+1 == len(d.Turns) || d.Turns[t+1].Speaker != turn.Speaker) {
			h.Words[last].TurnEnds = true
		}
	}
	lines := 0
	for i := range d.Lines {
		if d.Lines[i].Time.Known {
			lines++
		}
	}
	switch {
	case said == 0:
		return 0, unfit("the transcript has no words")
	case len(h.Words) == 0 && lines > 0:
		return 0, unfit("the transcript has times of lines, and none of words: which word is where in the recording is not known; an aligner or a recogniser that writes times of words can tell")
	case len(h.Words) == 0:
		return 0, unfit("the transcript has no times of words: which word is where in the recording is not known; an aligner or a recogniser that writes times of words can tell")
	}
	if n := said - len(h.Words); n > 0 {
		h.warn("%d of %d words have no times, or times that make no sense: the voice is not known there", n, said)
	}
	return said, nil
}

// sensible reports whether a word can be at a time: it has a length, if a small one, and is not over before it
// starts.
func sensible(t transcript.Interval) bool {
	return t.Start >= 0 && t.End >= t.Start && !math.IsInf(t.End, 0)
}

// isBreath reports whether a note stands for an audible breath: "[breath]", "(inhales)".
func isBreath(note string) bool {
	note = strings.ToLower(note)
	for _, s := range []string{"breath", "inhale", "exhale", "{br}", "<br>", "[br]"} {
		if strings.Contains(note, s) {
			return true
		}
	}
	return false
}

// slack is how far, in seconds, a word may reach beyond the end of the recording.
const slack = 0.25

// recorded leaves out of Words those behind the end of the recording.
func (h *Heard) recorded(tracks []*prosody.Tracks, said int) error {
	end := 0.0
	for _, t := range tracks {
		end = max(end, t.Duration())
	}
	var inside []Word
	var outside *Word
	last := 0.0
	for i := range h.Words {
		w := &h.Words[i]
		last = max(last, w.End)
		if w.Start < end && w.End <= end+max(slack, (w.End-w.Start)/2) {
			inside = append(inside, *w)
		} else if outside == nil || w.Start < outside.Start {
			outside = w
		}
	}
	n := len(h.Words) - len(inside)
	switch {
	case end == 0:
		return unfit("there is no sound in the recording")
	case len(inside) == 0:
		return unfit("the recording ends at %s, and the first word is at %s: it is of something else, or cut off", clock(end), clock(outside.Start))
	case n > 0:
		h.warn("the recording ends at %s, and the transcript goes on to %s: %d of %d words are behind its end, from %q at %s on; the voice is not known there",
			clock(end), clock(last), n, said, outside.Text, clock(outside.Start))
	}
	h.Words = inside
	return nil
}

// measure measures the words in the tracks of their channels.
func (h *Heard) measure(tracks []*prosody.Tracks, o *Options) error {
	words := make([][]prosody.Word, len(tracks))
	of := make([][]int, len(tracks))
	for i := range h.Words {
		w := &h.Words[i]
		w.Vowels = vowelsIn(vowelsOf(o.Vowels, w.Speaker), w.Start, w.End)
		words[w.Channel] = append(words[w.Channel], w.Word)
		of[w.Channel] = append(of[w.Channel], i)
	}
	measure := prosody.MeasureWords
	if o.Syllables {
		measure = prosody.MeasureBySyllables
	}
	voiced, spoken := make(map[string]int), make(map[string]int)
	var speakers []string
	for c, t := range tracks {
		measure(words[c], t)
		for k, i := range of[c] {
			h.Words[i].Word = words[c][k]
		}
	}
	all := 0
	for i := range h.Words {
		w := &h.Words[i]
		if spoken[w.Speaker]++; spoken[w.Speaker] == 1 {
			speakers = append(speakers, w.Speaker)
		}
		if !math.IsNaN(w.F0Mean) {
			voiced[w.Speaker]++
			all++
		}
	}
	if all == 0 {
		return unfit("nothing is voiced where the transcript has words: the recording is silent there, noise, or of something else")
	}
	unheard := false
	for _, s := range speakers {
		if voiced[s] == 0 && spoken[s] > fewWords {
			h.warn("nothing that %s says is voiced on channel %d%s", s, h.Channels[s]+1, h.advice)
			unheard = true
		}
	}
	// Hardly a word is said without voice, but for those that are whispered.
	if n := len(h.Words); !unheard && n > fewWords && 2*all < n {
		h.warn("only %d of %d words are voiced: the recording may be of something else, or the times are off", all, n)
	}
	return nil
}

// fewWords is how many words may be unvoiced by chance.
const fewWords = 3

// clock writes a time as m:ss.s, or h:mm:ss.s.
func clock(seconds float64) string {
	t := int(math.Round(min(seconds, 1e9) * 10))
	if t < 36000 {
		return fmt.Sprintf("%d:%02d.%d", t/600, t/10%60, t%10)
	}
	return fmt.Sprintf("%d:%02d:%02d.%d", t/36000, t/600%60, t/10%60, t%10)
}
