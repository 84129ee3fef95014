package formats

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// People say from half a word to eight words a second, pauses in what is timed included.
const (
	slowRate  = 0.5
	usualRate = 2.7
	fastRate  = 8
)

// timeUnits are how many units of time a second has, in what programs write: samples, too.
var timeUnits = []float64{1, 1e3, 1e6, 1e7, 1e9, 100, 16000}

// timeColumn is a column of times.
type timeColumn struct {
	c       *guessColumn
	times   []float64 // NaN: there is none
	kind    timeKind
	whole   bool    // all are whole numbers
	ordered float64 // the share of them that are not before the one in front, in their list
	counted bool    // each is one more than the one in front
}

// timeColumn returns a column as times; ok is false where it is none.
func (t *guessTable) timeColumn(c *guessColumn) (x timeColumn, ok bool) {
	if !c.own || t.rows < 2 {
		return x, false
	}
	x = timeColumn{c: c, whole: true, counted: true}
	rate, highest, known := 0.0, -1, 0
	parsed := make([]anyTime, len(c.values))
	for i, v := range c.values {
		if v.kind != '"' && v.kind != 'n' || v.text == "" {
			continue
		}
		from, _ := splitRange(v.text)
		p := parseAnyTime(from)
		if p.kind == noTime || known > 0 && p.kind != x.kind || p.seconds < 0 {
			return x, false
		}
		x.kind, highest, parsed[i] = p.kind, max(highest, p.frames), p
		x.whole = x.whole && p.kind == numberTime && !strings.ContainsAny(v.text, ".eE")
		known++
	}
	if known*10 < len(c.values)*8 || known < 2 {
		return x, false
	}
	rate = frameRate(highest)
	before, pairs, ordered, end := math.NaN(), 0, 0, 0
	for i, p := range parsed {
		at := math.NaN()
		if p.kind != noTime {
			at = p.seconds + float64(max(p.frames, 0))/rate
		}
		x.times = append(x.times, at)
		if end < len(t.ends) && i == t.ends[end] {
			end++
			before = math.NaN()
		}
		if !math.IsNaN(before) && !math.IsNaN(at) {
			pairs++
			if at >= before {
				ordered++
			}
			x.counted = x.counted && at == before+1
		}
		before = at
	}
	x.ordered = 1
	if pairs > 0 {
		x.ordered = float64(ordered) / float64(pairs)
	}
	x.counted = x.counted && pairs > 0 && x.whole
	return x, true
}

// wordsIn returns how many words each row of a candidate has.
func (x *candidate) wordsIn() []int {
	out := make([]int, len(x.text.values))
	for i, v := range x.text.values {
		if v.kind == '"' {
			eachWord(v.text, func(uint32, bool) { out[i]++ })
		}
	}
	return out
}

// findTimes finds when a candidate is said: columns of which what is said is said at the rate at
// which people speak.
func (t *guessTable) findTimes(x *candidate) bool {
	var times []timeColumn
	for _, c := range t.columns {
		if k, ok := t.timeColumn(c); ok && c != x.text {
			times = append(times, k)
		}
	}
	words := x.wordsIn()
	best, bestScore := [3]int{-1, -1, -1}, 0.0 // start, end, duration
	var bestUnit float64
	for i := range times {
		s := &times[i]
		if s.ordered < 0.9 || s.counted {
			continue
		}
		if unit, fit := t.fitStarts(s, words); fit > 0 {
			score := fit + nameFit(s.c.name, mapStart)
			if score > bestScore {
				best, bestScore, bestUnit = [3]int{i, -1, -1}, score, unit
			}
		}
		for k := range times {
			if k == i || times[k].counted || times[k].kind != s.kind && s.kind != numberTime {
				continue
			}
			for _, length := range []bool{false, true} {
				if length && (times[k].kind == dateTime || times[k].kind != s.kind) || !length && times[k].ordered < 0.8 {
					continue
				}
				unit, fit := t.fitPair(s, &times[k], length, words)
				if fit <= 0 {
					continue
				}
				part, at := mapEnd, [3]int{i, k, -1}
				if length {
					part, at = mapDuration, [3]int{i, -1, k}
				}
				score := fit + 1.5 + nameFit(s.c.name, mapStart) + nameFit(times[k].c.name, part)
				if score > bestScore {
					best, bestScore, bestUnit = at, score, unit
				}
			}
		}
	}
	for k, part := range []mapPart{mapStart, mapEnd, mapDuration} {
		if best[k] >= 0 {
			s := *times[best[k]].c.source
			if s.part = part; times[best[k]].kind == numberTime {
				s.per = bestUnit
			}
			x.m.parts[part] = &s
		}
	}
	return best[0] >= 0
}

// nameFit says how well a name says what a part is.
func nameFit(name string, part mapPart) float64 {
	bare, _ := columnName(name, part)
	switch {
	case slices.Contains(csvNames[part], bare):
		return 1
	case isNamed(name, part):
		return 0.7
	}
	return 0
}

// rateFit says how well words fit into so many units, and which part of a second one is.
func rateFit(kind timeKind, whole bool, words int, units float64) (unit, fit float64) {
	if words == 0 || !(units > 0) {
		return 1, 0
	}
	possible := timeUnits
	if kind != numberTime {
		possible = timeUnits[:1]
	}
	for _, u := range possible {
		rate := float64(words) * u / units
		if rate < slowRate || rate > fastRate {
			continue
		}
		// Fractions are of seconds, mostly; numbers without are of milliseconds.
		f := 1 / (1 + math.Abs(math.Log(rate/usualRate)))
		if u == 1 && !whole || u == 1e3 && whole {
			f += 0.3
		}
		if f > fit {
			unit, fit = u, f
		}
	}
	return unit, fit
}

// fitPair says how well two columns are the start and the end of words, or the start and the length.
func (t *guessTable) fitPair(start, other *timeColumn, length bool, words []int) (unit, fit float64) {
	total, first, last, all, good, n := 0.0, math.Inf(1), 0.0, 0, 0, 0
	span, at := 0.0, 0
	for i := range start.times {
		if at < len(t.ends) && i == t.ends[at] {
			at++
			span += max(0, last-first)
			first, last = math.Inf(1), 0
		}
		a, b := start.times[i], other.times[i]
		if math.IsNaN(a) || math.IsNaN(b) {
			continue
		}
		if length {
			b += a
		}
		if n++; b >= a {
			good++
		}
		total += max(0, b-a)
		first, last = min(first, a), max(last, b)
		all += words[i]
	}
	span += max(0, last-first)
	// What is said is not said at once, and seldom are there long pauses only.
	if n < 2 || good*100 < n*95 || total > 1.5*span || total < span/8 {
		return 1, 0
	}
	return rateFit(start.kind, start.whole && other.whole, all, total)
}

// fitStarts says how well a column is the start of words.
func (t *guessTable) fitStarts(start *timeColumn, words []int) (unit, fit float64) {
	span, all, from := 0.0, 0, 0
	for _, end := range t.ends {
		first, last := math.Inf(1), math.Inf(-1)
		for i := from; i < end; i++ {
			if x := start.times[i]; !math.IsNaN(x) {
				first, last = min(first, x), max(last, x)
				if i+1 < end {
					all += words[i]
				}
			}
		}
		if from = end; last > first {
			span += last - first
		}
	}
	return rateFit(start.kind, start.whole, all, span)
}

// findSpeakers finds who says a candidate: few names that come again.
func (t *guessTable) findSpeakers(x *candidate) bool {
	best, bestScore := -1, 0.9
	for i, c := range t.columns {
		if c == x.text || slices.ContainsFunc(x.m.parts[:], func(s *mapSource) bool { return s != nil && s.text == c.source.text }) {
			continue
		}
		if score := c.speakerFit(t); score > bestScore {
			best, bestScore = i, score
		}
	}
	if best < 0 {
		return false
	}
	s := *t.columns[best].source
	s.part = mapSpeaker
	x.m.parts[mapSpeaker] = &s
	return len(t.columns[best].text.distinct) > 1
}

// speakerFit says how well a column says who speaks; at most 0.9: it does not.
func (c *guessColumn) speakerFit(t *guessTable) float64 {
	const mostSpeakers, nameChars = 40, 40
	d, known := len(c.text.distinct), 0
	for _, n := range c.text.distinct {
		known += n
	}
	named := isNamed(c.name, mapSpeaker)
	if d == 0 || d > mostSpeakers || known*2 < len(c.values) || c.own && known > 3 && (d*2 > known && !named || d == known) {
		return 0
	}
	var codes, capital int
	for text := range c.text.distinct {
		if utf8.RuneCountInString(text) > nameChars {
			return 0
		}
		switch {
		case parseAnyTime(text).kind > numberTime:
			return 0
		case isPersonName(text):
			capital++
		case strings.IndexFunc(text, unicode.IsLetter) >= 0 && strings.IndexFunc(text, unicode.IsDigit) >= 0:
			codes++
		case strings.IndexFunc(text, unicode.IsLetter) < 0:
			if n, err := strconv.ParseUint(text, 10, 16); err != nil || n > 1000 {
				return 0 // a time, or the like
			}
		}
	}
	score := 0.0
	switch {
	case named && (c.text.letters > 0 || d > 1):
		score = 3 + nameFit(c.name, mapSpeaker)
		if c.text.letters == 0 {
			score -= 1.5 // a number: a name is better
		}
	case d < 2 || c.text.letters == 0:
		return 0
	case capital == d:
		score = 1.5
	case codes == d && sameStart(c.text.distinct):
		score = 1.2
	default:
		return 0
	}
	if !c.own {
		score -= 0.2 * float64(c.source.up)
	}
	return score
}

// isPersonName reports whether a text looks like the name of somebody.
func isPersonName(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	fields := strings.Fields(s)
	if len(fields) > 4 || n == len(s) || !unicode.IsUpper(r) || strings.ToUpper(s) == s || strings.ContainsAny(s, "?!,/") {
		return false
	}
	return !slices.ContainsFunc(fields, func(w string) bool {
		_, n := utf8.DecodeRuneInString(w)
		return !isPlainWord(w[n:])
	})
}

// sameStart reports whether texts start with the same letter, as "spk_0" and "spk_1" do.
func sameStart(texts map[string]int) bool {
	first := rune(-1)
	for s := range texts {
		r, _ := utf8.DecodeRuneInString(s)
		if first >= 0 && r != first {
			return false
		}
		first = r
	}
	return true
}

// findConfidence finds how sure a recogniser is of a candidate: numbers up to 1 in a member of such a
// name.
func (t *guessTable) findConfidence(x *candidate) {
	for _, c := range t.columns {
		if !c.own || !isNamed(c.name, mapConfidence) {
			continue
		}
		known, good := 0, 0
		for _, v := range c.values {
			if v.kind == 0 || v.kind == '0' {
				continue
			}
			known++
			if p, ok := parseNumber(v.text); ok && p >= 0 && p <= 1 {
				good++
			}
		}
		if known > 0 && good == known && known*2 >= len(c.values) {
			s := *c.source
			s.part = mapConfidence
			x.m.parts[mapConfidence] = &s
			return
		}
	}
}
