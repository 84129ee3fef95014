package formats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// lrcLine is a line of LRC with its stamps.
type lrcLine struct {
	textLine
	stamps []float64 // in seconds
	text   int       // where what is sung starts
	tag    string    // "ti" of "[ti:Title]"; "" for a line with stamps
	value  string
}

// sniffLRC reports whether the first lines are those of a file of LRC: tags, and lines with
// a time to the hundredth that text follows right away.
func sniffLRC(text string) bool {
	stamped, tags := 0, 0
	for _, line := range headLines(text, 12) {
		if line[0] == '#' {
			continue
		}
		l, err := readLRCLine(line)
		switch {
		case err != nil:
			return false
		case l.tag != "":
			tags++
		case l.text < len(line) && line[l.text] == ' ' && tags == 0 && !strings.HasPrefix(strings.TrimLeft(line[l.text:], " "), "<"):
			return false // a stamp in a transcript
		case strings.IndexByte(line[:l.text], '.') < 0:
			return false
		default:
			stamped++
		}
	}
	return stamped > 0
}

// readLRCLine reads the stamps, or the tag, that a line that is not empty starts with.
func readLRCLine(line string) (l lrcLine, err error) {
	for strings.HasPrefix(line[l.text:], "[") {
		n := strings.IndexByte(line[l.text:], ']')
		if n < 0 {
			return l, fmt.Errorf("a bracket that is not closed")
		}
		inside := line[l.text+1 : l.text+n]
		at, ok := lrcStamp(inside)
		if !ok {
			if len(l.stamps) > 0 {
				break // "[00:01.00][laughs] Yes"
			}
			name, value, found := strings.Cut(inside, ":")
			if !found || name == "" || name[0] >= '0' && name[0] <= '9' || l.text+n+1 < len(line) {
				return l, fmt.Errorf("%q is neither a time such as [00:12.34] nor a tag such as [ti:Title]", line[l.text:l.text+n+1])
			}
			l.tag, l.value = name, strings.TrimSpace(value)
			return l, nil
		}
		l.stamps = append(l.stamps, at)
		l.text += n + 1
	}
	if len(l.stamps) == 0 {
		return l, fmt.Errorf("a line starts with its time, such as [00:12.34]")
	}
	return l, nil
}

// lrcStamp reads "01:02.34", "01:02", "01:02:34" with hundredths, and "1:01:02.34".
func lrcStamp(s string) (seconds float64, ok bool) {
	if strings.HasPrefix(s, "-") {
		return 0, false
	}
	if strings.IndexByte(s, '.') < 0 {
		if strings.Count(s, ":") == 2 {
			n := strings.LastIndexByte(s, ':')
			s = s[:n] + "." + s[n+1:]
		} else {
			s += ".0"
		}
	}
	return parseClock(s, ".")
}

// readLRC reads LRC, also with times of words. A line lasts up to the next time that is
// there. One with several times is taken once, at the first of them.
func readLRC(f *File) error {
	c := newCues(f)
	c.tagAt = lrcTag
	var all []lrcLine
	var stamps []float64
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if line == "" || line[0] == '#' {
			continue
		}
		x, err := readLRCLine(line)
		if err != nil {
			return f.errorLine(l.from, "%v", err)
		}
		x.textLine = l
		if strings.EqualFold(x.tag, "offset") {
			ms, err := strconv.ParseFloat(x.value, 64)
			if err != nil || math.IsInf(ms, 0) || math.IsNaN(ms) {
				return f.errorLine(l.from, "the offset is no number of milliseconds: %q", x.value)
			}
			c.offset = ms / 1000
		}
		if x.tag == "" {
			all = append(all, x)
			stamps = append(stamps, x.stamps...)
		}
	}
	slices.Sort(stamps)
	found := make([]textCue, len(all))
	for i := range all {
		x := &all[i]
		text := textLine{span{x.from + x.text, x.end}, x.end}
		start := slices.Min(x.stamps)
		end := start + max(shortTurn, float64(x.end-text.from)/usualSpeech)
		if n := sort.Search(len(stamps), func(k int) bool { return stamps[k] > start }); n < len(stamps) {
			end = stamps[n]
		}
		found[i].time = interval(max(start-c.offset, 0), max(end-c.offset, 0), true)
		found[i].block, found[i].text = text.span, []textLine{text}
	}
	c.addAll(found)
	f.finish = func(o *outcome) { c.dropLRC(o, all) }
	return nil
}

// lrcTag finds the time of a word; it has no name.
func lrcTag(s string) (string, int) {
	if s[0] != '<' || len(s) < 2 || s[1] < '0' || s[1] > '9' {
		return "", 0
	}
	n := strings.IndexByte(s, '>')
	if n < 0 {
		return "", 0
	}
	if _, ok := parseClock(s[1:n], "."); !ok {
		return "", 0
	}
	return "", n + 1
}

// dropLRC is drop, which leaves the times of lines. Where the line before would last longer
// without them they are kept, else the line is removed as a whole.
func (c *cues) dropLRC(o *outcome, all []lrcLine) {
	c.drop(o)
	if o.keepEmpty {
		return
	}
	// The lines in the order in which they are sung.
	type sung struct {
		at   float64
		line int
	}
	var order []sung
	for i := range all {
		for _, at := range all[i].stamps {
			order = append(order, sung{at, i})
		}
	}
	slices.SortStableFunc(order, func(a, b sung) int { return cmp.Compare(a.at, b.at) })
	whole := make([]bool, len(all))
	for i := range all {
		_, removed, any := c.list[i].removed(o)
		whole[i] = removed && any
	}
	needed := make([]bool, len(all))
	said := false // the line before is not empty
	for _, s := range order {
		if whole[s.line] {
			needed[s.line] = needed[s.line] || said
			said = false
		} else {
			said = all[s.line].text < all[s.line].end-all[s.line].from
		}
	}
	for i := range all {
		if whole[i] && !needed[i] {
			o.remove(all[i].span)
		}
	}
}

func writeLRC(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	t.Reflow.CueLines = max(t.Reflow.CueLines, 1)
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "[%s]%s\n", lrcClock(c.time.Start), inOneLine(c.named(asIs)))
		// An empty line ends what nothing follows.
		if i+1 == len(cues) || lrcClock(c.time.End) != lrcClock(cues[i+1].time.Start) && c.time.End < cues[i+1].time.Start {
			fmt.Fprintf(b, "[%s]\n", lrcClock(c.time.End))
		}
	}
	return nil
}

// lrcClock writes seconds as "62:03.45".
func lrcClock(seconds float64) string {
	cs := int64(math.Round(max(seconds, 0) * 100))
	return fmt.Sprintf("%02d:%02d.%02d", cs/6000, cs/100%60, cs%100)
}
