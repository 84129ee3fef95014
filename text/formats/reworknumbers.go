package formats

import (
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var (
	numberAt = lazy.Regexp(`-?\d+(?:\.\d+)?`)
	// keyBefore finds the key of a number in JSON, by itself, in a list of two or a string, or in an attribute of XML.
	keyBefore = lazy.Regexp(`(?:"([^"]*)"\s*:\s*(?:\[\s*(?:-?[\d.]+\s*,\s*)?)?"?(?:PT)?|\s([\w:.-]+)\s*=\s*["'](?:PT)?)$`)
	// Keys of times, and those of lengths of time.
	timeKey   = lazy.Regexp(`(?:^|[^A-Za-z])(?i:start|begin|offset|end(?:$|[^a-z])|end_?time|stop|time|dur|length|(?:from|to|ts|t\d?|x?min|x?max)(?:$|[^a-z]))|[a-z](?:Start|Begin|From|Offset|End|Stop|To|Time|Dur|Length)(?:$|[^a-z]|s$|Ms)|[a-z](?:Duration|Timestamp)`)
	lengthKey = lazy.Regexp(`(?i)dur|length`)
)

// timeScales are the parts of a second that files count times in.
var timeScales = [...]float64{1, 1e3, 1e7}

// mostKey is how far before a number, in bytes, its key is looked for.
const mostKey = 120

// numberSplices writes the times of lines, and of their words, that stand as numbers in the objects or elements of these, so many
// to a second, and as clocks show them.
func (x *reworked) numberSplices(w *turnWriter, scale float64) []splice {
	if w.l.kind == 'p' {
		return nil
	}
	was, is := lineTimes(x.base.Document), lineTimes(x.to[2])
	var out []splice
	done := make(map[int]bool)
	write := func(first, last int, was, is transcript.Interval) {
		fields := make(map[int]bool)
		for k := first; k <= last; k++ {
			fields[w.field(k)] = true
		}
		in, ok := w.l.around(span{w.at(first), w.end(last)}, fields)
		if !ok {
			return
		}
		for _, s := range w.numbers(in, was, is, scale) {
			if !done[s.from] {
				done[s.from] = true
				out = append(out, s)
			}
		}
	}
	for i := range x.base.Document.Lines {
		l := &x.base.Document.Lines[i]
		if l.Words.Len() == 0 || !is[l.Words.Start].Known || sameTime(was[l.Words.Start], is[l.Words.Start]) {
			continue
		}
		for k := l.Words.Start; k < l.Words.End; k++ {
			a, b := x.base.Document.Words[k].Time, x.to[2].Words[k].Time
			if a.Known && a != l.Time {
				write(k, k, a, b)
			}
		}
		write(l.Words.Start, l.Words.End-1, was[l.Words.Start], is[l.Words.Start])
	}
	return out
}

// numbers returns what becomes of the times in an object or element.
func (w *turnWriter) numbers(in span, was, is transcript.Interval, scale float64) (out []splice) {
	text := w.f.text
	for _, m := range clockAt().FindAllStringIndex(text[in.from:in.to], -1) {
		s := span{in.from + m[0], in.from + m[1]}
		at := clockOf(text[s.from:s.to])
		if start := nearly(at, was.Start); !w.l.isSaid(s) && (start || nearly(at, was.End)) {
			out = append(out, splice{s, clockLike(text[s.from:s.to], is, start)})
		}
	}
	for _, m := range numberAt().FindAllStringIndex(text[in.from:in.to], -1) {
		s := span{in.from + m[0], in.from + m[1]}
		key := keyBefore().FindStringSubmatch(text[max(0, s.from-mostKey):s.from])
		if key == nil || w.l.isSaid(s) || strings.HasPrefix(text[s.to:], ":") || !timeKey().MatchString(key[1]+key[2]) {
			continue
		}
		v, err := strconv.ParseFloat(text[s.from:s.to], 64)
		if err != nil {
			continue
		}
		switch v /= scale; {
		case lengthKey().MatchString(key[1] + key[2]):
			if nearly(v, was.End-was.Start) {
				out = append(out, splice{s, numberLike(text[s.from:s.to], is.End-is.Start, scale)})
			}
		case nearly(v, was.Start):
			out = append(out, splice{s, numberLike(text[s.from:s.to], is.Start, scale)})
		case nearly(v, was.End):
			out = append(out, splice{s, numberLike(text[s.from:s.to], is.End, scale)})
		}
	}
	return out
}

// nearly reports whether two times are the same to the millisecond.
func nearly(a, b float64) bool { return math.Abs(a-b) < 0.0006 }

// numberLike writes a time as another number is written: with as many digits behind the point, or more, where it has some.
func numberLike(like string, seconds, scale float64) string {
	_, decimals, pointed := strings.Cut(like, ".")
	if scale > 1 && !pointed {
		return strconv.FormatFloat(math.Round(seconds*scale), 'f', 0, 64)
	}
	s := strconv.FormatFloat(math.Round(seconds*1000)/1000*scale, 'f', -1, 64)
	if _, has, _ := strings.Cut(s, "."); pointed && len(has) < len(decimals) {
		s = strconv.FormatFloat(math.Round(seconds*1000)/1000*scale, 'f', len(decimals), 64)
	}
	return s
}
