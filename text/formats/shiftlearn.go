package formats

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
)

// stamped is a time that stands in a file.
type stamped struct {
	span
	seconds float64
	scale   float64 // what is written for a second; 1 for clocks
	clock   bool
	length  bool    // it is how long it is from start on
	start   float64 // of a length
	grain   float64 // what it is rounded to, in seconds
}

// scales are the units that times may have, by the second: those of most formats, samples (of Otter), and rates of frames.
var (
	scales      = []float64{1, 1e3, 1e7, 1e6, 1e9, 16000}
	frameScales = []float64{24000.0 / 1001, 23.976, 24, 25, 30000.0 / 1001, 29.97, 30, 50, 60}
)

// stamps returns the times that stand in the file. What may be times is taken for them by what it is of: where
// most of what has one name, or is in one column, are times that the document has, all of it is times.
func (f *File) stamps() []stamped {
	may := f.mayTimes()
	known := f.knownTimes()
	is := func(t float64) bool {
		k := sort.SearchFloat64s(known, t-alike)
		return k < len(known) && known[k] < t+alike
	}
	units := scales
	switch f.Format {
	case MPL2:
		units = []float64{10}
	case MicroDVD:
		units = frameScales
	}
	paths := make(map[string][]int)
	var order []string
	for i := range may {
		if p := may[i].path; paths[p] == nil {
			order = append(order, p)
		}
		paths[may[i].path] = append(paths[may[i].path], i)
	}
	scaleOf := make(map[string]float64) // of paths that are times
	starts := make(map[int]float64)     // by object, when it starts
	for _, p := range order {
		if scaleOf[p] = bestScale(f, may, paths[p], units, is); scaleOf[p] > 0 {
			for _, i := range paths[p] {
				if id := may[i].inside[0]; may[i].inside != nil {
					if _, ok := starts[id]; !ok {
						starts[id] = may[i].value / scaleOf[p]
					}
				}
			}
		}
	}
	var out []stamped
	for i := range may {
		m := &may[i]
		if scale := scaleOf[m.path]; scale > 0 {
			if m.clock && !f.Format.HasCues() && !is(m.value) {
				continue // it is said when something else was
			}
			out = append(out, m.stamped(f.text, scale))
		}
	}
	for _, p := range order {
		if scaleOf[p] == 0 {
			out = append(out, lengths(f, may, paths[p], starts, units, is)...)
		}
	}
	return out
}

// knownTimes returns all times that the file was read to have, in order.
func (f *File) knownTimes() []float64 {
	var out []float64
	for _, v := range f.views {
		for i := range v.utterances {
			u := &v.utterances[i]
			if u.Time.Known {
				out = append(out, u.Time.Start, u.Time.End)
			}
			for k := range u.Pieces {
				if t := u.Pieces[k].Time; t.Known {
					out = append(out, t.Start, t.End)
				}
			}
		}
	}
	for i := range f.Document.Lines {
		if t := f.Document.Lines[i].Time; t.Known {
			out = append(out, t.Start, t.End)
		}
	}
	for i := range f.Document.Words {
		if t := f.Document.Words[i].Time; t.Known {
			out = append(out, t.Start, t.End)
		}
	}
	sort.Float64s(out)
	return out
}

// bestScale returns the unit in which most of some values are times, 0 where they are none.
func bestScale(f *File, may []mayTime, of []int, units []float64, is func(float64) bool) float64 {
	first := &may[of[0]]
	if first.clock {
		units = scales[:1]
	}
	column := strings.HasPrefix(first.path, "column")
	named := timeKey().MatchString(first.key) && (!column || !f.Format.isTable())
	best, most := 0.0, 0
	for _, scale := range units {
		hits, all := 0, 0
		for _, i := range of {
			if may[i].value != 0 {
				all++
				if t := may[i].value / scale; t > alike && is(t) {
					hits++
				}
			}
		}
		enough := hits*10 >= all*9
		if named {
			enough = hits*2 >= all
		}
		if first.clock && hits > 0 {
			enough = true
		}
		if hits > most && enough && (named || first.clock || column || f.how.Map != "" || f.Format == List) {
			best, most = scale, hits
		}
	}
	return best
}

// lengths returns the values that are how long something lasts, or how long after its start it begins.
func lengths(f *File, may []mayTime, of []int, starts map[int]float64, units []float64, is func(float64) bool) []stamped {
	first := &may[of[0]]
	if first.clock && !lengthKey().MatchString(first.key) || !lengthKey().MatchString(first.key) && !timeKey().MatchString(first.key) && first.key != "d" {
		return nil
	}
	if strings.HasPrefix(first.path, "column") && f.Format != CTM {
		return nil
	}
	if first.clock {
		units = scales[:1]
	}
	startOf := func(m *mayTime) (float64, bool) {
		for _, id := range m.inside {
			if start, ok := starts[id]; ok {
				return start, true
			}
		}
		return 0, false
	}
	best, most := 0.0, 0
	for _, scale := range units {
		hits, all := 0, 0
		for _, i := range of {
			if start, ok := startOf(&may[i]); ok && may[i].value != 0 {
				all++
				if d := may[i].value / scale; d > alike && is(start+d) {
					hits++
				}
			}
		}
		// Ends are often cut short, where the next one begins.
		if hits > most && (hits*2 >= all || lengthKey().MatchString(first.key)) {
			best, most = scale, hits
		}
	}
	var out []stamped
	if best == 0 {
		return nil
	}
	for _, i := range of {
		if start, ok := startOf(&may[i]); ok {
			x := may[i].stamped(f.text, best)
			x.length, x.start = true, start
			out = append(out, x)
		}
	}
	return out
}

// stamped makes a time of what may be one.
func (m *mayTime) stamped(text string, scale float64) stamped {
	x := stamped{span: m.span, seconds: m.value / scale, scale: scale, clock: m.clock, grain: 0.0005}
	_, decimals, pointed := strings.Cut(strings.ReplaceAll(text[m.from:m.to], ",", "."), ".")
	switch {
	case m.clock:
		x.grain = math.Pow10(-len(decimals))
	case scale > 1 && !pointed:
		x.grain = 1 / scale
	}
	return x
}

// shifted returns the time put through a function, written as it is.
func (x *stamped) shifted(text string, times func(float64) float64) string {
	is := 0.0
	if x.length {
		is = times(x.start+x.seconds) - times(x.start)
		if is == x.seconds {
			return text
		}
	} else if is = times(x.seconds); is == x.seconds {
		return text
	}
	if x.clock {
		return clockAs(text, is)
	}
	if x.scale > 1 && !strings.Contains(text, ".") {
		return strconv.FormatFloat(math.Round(is*x.scale), 'f', 0, 64)
	}
	return decimalsLike(text, is*x.scale)
}

// decimalsLike writes a number with as many digits behind the point as another one has, up to six; or with three, where
// it needs them.
func decimalsLike(like string, x float64) string {
	_, decimals, _ := strings.Cut(like, ".")
	out := strconv.FormatFloat(x, 'f', min(max(len(decimals), 3), 6), 64)
	for spare := len(out) - len(decimals) - strings.IndexByte(out, '.') - 1; spare > 0 && strings.HasSuffix(out, "0"); spare-- {
		out = out[:len(out)-1]
	}
	return strings.TrimSuffix(out, ".")
}

// clockAs writes a time as another one is written: with hours or without, with its point, and as many digits.
func clockAs(like string, seconds float64) string {
	whole, point, digits := like, "", 0
	if at := strings.LastIndexAny(like, ".,"); at >= 0 {
		whole, point, digits = like[:at], like[at:at+1], len(like)-at-1
	}
	scale := int64(math.Pow10(digits))
	n := int64(math.Round(max(seconds, 0) * float64(scale)))
	out := fmt.Sprintf("%02d", n/scale%60)
	if digits > 0 {
		out += fmt.Sprintf("%s%0*d", point, digits, n%scale)
	}
	minutes := n / scale / 60
	head, _, _ := strings.Cut(whole, ":")
	if strings.Count(whole, ":") == 2 {
		return fmt.Sprintf("%0*d:%02d:%s", len(head), minutes/60, minutes%60, out)
	}
	return fmt.Sprintf("%0*d:%s", len(head), minutes, out)
}
