package prosody

import (
	"math"
	"slices"
	"strings"
)

// Feature is what a place of a vector holds.
type Feature struct {
	Name, About string
	Values      []string // of a categorical one: its value is the index; nil: a number
	// Local says that it compares the word with those before it, which the paper does not.
	Local bool
}

// Bounds of features that have none by nature, so that one pause of an hour does not hide
// what the others are like.
const (
	maxPause = 10.0 // s
	maxRatio = 10.0 // of slopes, on either side of 0
	maxSlope = 200.0

	maxPhrase = 10.0 // s
)

// wordFeatures are those of one word, in the order of the vector.
var wordFeatures = []struct {
	Feature
	of func(s *speech, i int) float64
}{
	// 4.1.1
	{Feature{Name: "f0.max", About: "highest F0, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.f0.of(s.words[i].F0Max) }},
	{Feature{Name: "f0.min", About: "lowest F0, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.f0.of(s.words[i].F0Min) }},
	{Feature{Name: "f0.mean", About: "mean F0, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.f0.of(s.words[i].F0Mean) }},
	{Feature{Name: "f0.first.start", About: "first F0, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.f0.of(s.words[i].F0First) }},
	{Feature{Name: "f0.last.end", About: "last F0, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.f0.of(s.words[i].F0Last) }},
	{Feature{Name: "slope.first", About: "slope of the first piece of the stylised F0, semitones a second"}, func(s *speech, i int) float64 { return within(s.words[i].SlopeFirst, maxSlope) }},
	{Feature{Name: "slope.last", About: "slope of the last piece of the stylised F0, semitones a second"}, func(s *speech, i int) float64 { return within(s.words[i].SlopeLast, maxSlope) }},
	{Feature{Name: "f0.rat.last_first", About: "the last F0 by the first F0 of the next word"}, func(s *speech, i int) float64 { return math.Exp2((s.words[i].F0Last - s.after(i).F0First) / 12) }},
	{Feature{Name: "f0.diff.last_first", About: "the last F0 less the first F0 of the next word, in deviations of the speaker"}, func(s *speech, i int) float64 { return (s.words[i].F0Last - s.after(i).F0First) / s.f0.SD }},
	{Feature{Name: "slope.rat.last_first", About: "the last slope by the first slope of the next word"}, (*speech).slopeRatio},
	{Feature{Name: "slope.diff.last_first", About: "the last slope less the first slope of the next word, semitones a second"}, func(s *speech, i int) float64 {
		return within(s.words[i].SlopeLast-s.after(i).SlopeFirst, maxSlope)
	}},
	{Feature{Name: "slope.regression", About: "slope of the line through all F0 of the word, semitones a second"}, func(s *speech, i int) float64 { return within(s.words[i].Regression, maxSlope) }},
	// 4.1.2
	{Feature{Name: "vow.avg_dur.snorm", About: "how long the vowels are on average, in deviations of the vowel"}, (*speech).vowelsMean},
	{Feature{Name: "vow.first_dur.snorm", About: "how long the first vowel is, in deviations of the vowel"}, func(s *speech, i int) float64 { return s.vowel(i, 0) }},
	{Feature{Name: "vow.last_dur.snorm", About: "how long the last vowel is, in deviations of the vowel"}, func(s *speech, i int) float64 { return s.vowel(i, len(s.words[i].Vowels)-1) }},
	{Feature{Name: "vow.max_dur.snorm", About: "how long the longest vowel is, in deviations of the vowel"}, func(s *speech, i int) float64 { return s.vowelsMost(i, 1) }},
	{Feature{Name: "vow.min_dur.snorm", About: "how long the shortest vowel is, in deviations of the vowel"}, func(s *speech, i int) float64 { return s.vowelsMost(i, -1) }},
	{Feature{Name: "word.dur", About: "duration of the word by its syllables, ln seconds"}, func(s *speech, i int) float64 { return s.words[i].lnSyllable() }},
	{Feature{Name: "word.dur.snorm", About: "the same, in deviations of the speaker"}, func(s *speech, i int) float64 { return s.syllable.of(s.words[i].lnSyllable()) }},
	// 4.1.3
	{Feature{Name: "pause.after", About: "pause up to the speaker's next word, seconds; 0 where they overlap"}, (*speech).pause},
	{Feature{Name: "pause.type", About: "what fills the pause", Values: pauseTypes}, (*speech).pauseType},
	// 4.1.4
	{Feature{Name: "energy.max", About: "energy of the loudest frame, dB above the speaker's mean"}, func(s *speech, i int) float64 { return s.words[i].EnergyMax - s.energy }},
	{Feature{Name: "energy.min", About: "energy of the quietest frame, dB above the speaker's mean"}, func(s *speech, i int) float64 { return s.words[i].EnergyMin - s.energy }},
	{Feature{Name: "energy.mean", About: "mean energy, dB above the speaker's mean"}, func(s *speech, i int) float64 { return s.words[i].EnergyMean - s.energy }},
	// 4.1
	{Feature{Name: "turn.end", About: "whether the speaker's turn ends after the word", Values: []string{"false", "true"}}, func(s *speech, i int) float64 {
		if s.words[i].TurnEnds {
			return 1
		}
		return 0
	}},
	// Beside the paper: what is said is heard against what was said just before.
	{Feature{Name: "f0.last.local", About: "last F0 less the mean of the words before, in deviations of the speaker", Local: true}, func(s *speech, i int) float64 {
		return s.f0.of(s.words[i].F0Last) - s.local(i, func(j int) float64 { return s.f0.of(s.words[j].F0Mean) })
	}},
	{Feature{Name: "word.dur.local", About: "duration of the word by its syllables less the mean of the words before, ln seconds", Local: true}, func(s *speech, i int) float64 {
		return s.words[i].lnSyllable() - s.local(i, func(j int) float64 { return s.words[j].lnSyllable() })
	}},
	{Feature{Name: "energy.mean.local", About: "mean energy less the mean of the words before, dB", Local: true}, func(s *speech, i int) float64 {
		return s.words[i].EnergyMean - s.local(i, func(j int) float64 { return s.words[j].EnergyMean })
	}},
	{Feature{Name: "phrase.f0", About: "last F0 less the first one behind the last pause, in deviations of the speaker", Local: true}, func(s *speech, i int) float64 {
		return s.f0.of(s.words[i].F0Last) - s.f0.of(s.words[s.phrase(i)].F0First)
	}},
	{Feature{Name: "phrase.dur", About: "seconds since the last pause", Local: true}, func(s *speech, i int) float64 {
		return min(s.words[i].End-s.words[s.phrase(i)].Start, maxPhrase)
	}},
}

// places are the words around a boundary: the last one before it has no prefix.
var places = []struct {
	prefix, about string
	offset        int
}{{"prev.", "of the word before: ", -1}, {"", "", 0}, {"next.", "of the next word: ", 1}}

// Features returns what the places of the vectors of Extract hold.
func Features() []Feature {
	out := make([]Feature, 0, NumFeatures())
	for _, p := range places {
		for _, f := range wordFeatures {
			out = append(out, Feature{p.prefix + f.Name, p.about + f.About, f.Values, f.Local})
		}
	}
	return out
}

// Index returns the place of the feature with a name and values, -1: there is none.
func Index(name string, values []string) int {
	return slices.IndexFunc(features, func(f Feature) bool { return f.Name == name && slices.Equal(f.Values, values) })
}

var features = Features()

// OfWord returns the name of the feature without that of the place of the word: f0.mean of
// prev.f0.mean.
func (f *Feature) OfWord() string {
	return strings.TrimPrefix(strings.TrimPrefix(f.Name, places[0].prefix), places[2].prefix)
}

// NumFeatures returns the length of the vectors of Extract.
func NumFeatures() int { return len(places) * len(wordFeatures) }

// Extract returns, for each word of one conversation, the features at the boundary after
// it: of the two words of the speaker before the boundary, and of the one after it (section
// 4.1). The words of a speaker are in the order in which they are said; those of several
// may come in any order. An undefined value is NaN. A categorical one is an index into
// Feature.Values.
//
// F0 and energy are normalised by the speaker's own words in this call, and so are durations
// of words. Those of vowels are normalised by stats, or, where it is nil, by all words of
// this call. A word without times has turn.end, and what Measure has of it. There are no
// pauses between words whose starts are in the wrong order, and pauses of 0 s where words
// overlap.
func Extract(words []Word, stats *Durations) [][]float32 {
	if stats == nil {
		stats = LearnDurations(words)
	}
	n := NumFeatures()
	out, flat := make([][]float32, len(words)), make([]float32, len(words)*n)
	for i := range out {
		out[i] = flat[i*n : (i+1)*n : (i+1)*n]
	}
	var order []string
	bySpeaker := make(map[string][]int)
	for i := range words {
		s := words[i].Speaker
		if bySpeaker[s] == nil {
			order = append(order, s)
		}
		bySpeaker[s] = append(bySpeaker[s], i)
	}
	for _, speaker := range order {
		extractSpeaker(words, bySpeaker[speaker], stats, out)
	}
	return out
}

// extractSpeaker fills the vectors of the words of one speaker.
func extractSpeaker(words []Word, of []int, stats *Durations, out [][]float32) {
	s := newSpeech(words, of, stats)
	k := len(wordFeatures)
	own := make([]float32, len(of)*k) // of each word
	for i := range of {
		for j := range wordFeatures {
			x := wordFeatures[j].of(s, i)
			if math.Abs(x) > math.MaxFloat32 {
				x = math.NaN() // of times and measures that nothing real has
			}
			own[i*k+j] = float32(x)
		}
	}
	for i, w := range of {
		for p := range places {
			part := out[w][p*k : (p+1)*k]
			if at := i + places[p].offset; at >= 0 && at < len(of) {
				copy(part, own[at*k:(at+1)*k])
				continue
			}
			for j := range part {
				part[j] = float32(math.NaN())
			}
		}
	}
}
