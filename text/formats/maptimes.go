package formats

import (
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// splitRange cuts "0:01 - 0:05", which a start may say, into both times.
func splitRange(s string) (from, to string) {
	for _, sign := range []string{"-->", " - ", "–", "→", " to "} {
		if a, b, ok := strings.Cut(s, sign); ok {
			return strings.TrimSpace(a), strings.TrimSpace(b)
		}
	}
	return s, ""
}

// seconds returns the time that a value says, in seconds.
func (v *mapView) seconds(x mapValue, text string, part mapPart) (float64, bool, error) {
	s := v.m.parts[part]
	if x.kind == 0 || strings.TrimSpace(text) == "" {
		return 0, false, nil
	}
	t := parseAnyTime(text)
	switch {
	case t.kind == numberTime:
		seconds := t.seconds * s.scale / s.per
		if seconds >= epoch && part != mapDuration {
			seconds = math.Round((seconds-v.first)*1e6) / 1e6 // the clock of today is no finer as a float64
		}
		return seconds, true, nil
	case t.kind == clockTime:
		return t.seconds + float64(max(t.frames, 0))/v.rate, true, nil
	case t.kind == dateTime && part != mapDuration:
		return t.seconds - v.first, true, nil
	case x.kind == 'n':
		return 0, false, nil // NaN, of Python
	}
	if v.f.service { // what is read so without a map is read as other formats are
		v.f.warnOdd(x.at, "a time that is none")
		return 0, false, nil
	}
	return 0, false, v.f.errorAt(x.at, "the map says %s=%s, and %q is no time", mapPartNames[part], s.text, start(x.text))
}

// times returns from when to when an element is said, as it says so. known is that of the start.
func (v *mapView) times(e *mapElement) (from, to float64, known bool, err error) {
	a, err := v.value(e, mapStart)
	if err != nil || a.kind == 0 {
		return 0, 0, false, err
	}
	first, second := splitRange(a.text)
	if from, known, err = v.seconds(a, first, mapStart); err != nil {
		return 0, 0, false, err
	}
	to = math.NaN()
	b, part, text := a, mapStart, second
	for _, p := range []mapPart{mapEnd, mapDuration} {
		if v.m.parts[p] == nil {
			continue
		}
		if b, err = v.value(e, p); err != nil {
			return 0, 0, false, err
		}
		part, text = p, b.text
	}
	x, ok, err := v.seconds(b, text, part)
	if err != nil {
		return 0, 0, false, err
	}
	if ok {
		if to = x; part == mapDuration {
			to += from
		}
	}
	return from, to, known, nil
}

// interval returns when an element of so many letters is said. Where only its start is known, it
// lasts up to the next one, but no longer than it takes to say it.
func (v *mapView) interval(e *mapElement, letters int, word bool) (transcript.Interval, error) {
	from, to, known, err := v.times(e)
	if err != nil || !known {
		return transcript.Interval{}, err
	}
	if v.starts != nil {
		v.next++
	}
	if math.IsNaN(to) {
		if v.starts == nil {
			return transcript.Interval{}, nil
		}
		next := math.Inf(1)
		for _, s := range v.starts[min(v.next, len(v.starts)):] {
			if s > from {
				next = s
				break
			}
			if s < from {
				break
			}
		}
		if word {
			next = min(next, from+wordPause)
		}
		to = shareTime(from, next, []int{letters})[0].End
	}
	return v.f.interval(e.at, from, to, true), nil
}
