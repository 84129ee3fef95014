package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// headed is a stretch of a file that a header is in front of.
type headed struct {
	header
	block span // from the header to the next one
	rows  []row
	meta  bool // there are lines below it that are not said
	bars  bool // each row but the first starts with the bar before it: see addLine
}

// readHeaded reads plain text in which lines say who speaks from when on, and what is
// said follows in lines of its own, as Otter, Rev, Zoom, Word and others write it. What is
// before the first header is not said.
func readHeaded(f *File) error {
	v := f.newView()
	lines := f.lines()
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = f.text[l.from:l.end]
	}
	style, sure, _ := stylesIn(texts[:min(len(texts), headLimit)])
	if !sure {
		style, _, _ = stylesIn(texts)
	}
	if style == noHeader {
		if i := firstFull(texts); i >= 0 {
			return f.errorLine(lines[i].from, `no line says who speaks from when on, such as "Ann Berg  0:03", "Ann Berg (00:03):" or "[00:00:03] Ann Berg"`)
		}
		return nil
	}
	known := transcript.SpeakersOf(slices.Values(texts))
	meta := transcript.MetaLines(texts, known, true)
	end := len(texts)
	for end > 0 && (texts[end-1] == "" || meta[end-1]) {
		end--
	}
	var all []headed
	for i := range end {
		if h := style.header(texts, i); h.style != noHeader {
			if n := len(all); n > 0 {
				all[n-1].block.to = lines[i].from
			}
			all = append(all, headed{header: h, block: span{lines[i].from, len(f.text)}})
			if h.text < len(texts[i]) && !meta[i] {
				all[len(all)-1].addLine(f.text, lines[i])
			}
		} else if n := len(all); n > 0 && (meta[i] || isAside(texts[i])) {
			all[n-1].meta = true
		} else if n > 0 && texts[i] != "" && !(all[n-1].block.from == lines[i-1].from && (all[n-1].named || all[n-1].spells(texts[i]))) {
			all[n-1].rows = append(all[n-1].rows, row{textLine: lines[i]})
		}
	}
	if style == aloneHeader {
		leaveChapters(all, f.text)
	}
	if n := len(all); n > 0 && end < len(texts) && firstFull(texts[end:]) >= 0 {
		all[n-1].block.to = lines[end+firstFull(texts[end:])].from
	}
	var before transcript.Interval
	for i := range all {
		h := &all[i]
		next := math.Inf(1)
		if i+1 < len(all) {
			next = all[i+1].at
		}
		h.addTo(v, f, next, known)
		if !h.dated {
			f.checkTime(h.block.from, h.at, h.at, &before)
		}
	}
	f.finish = func(o *outcome) { o.dropHeaded(v, all) }
	return nil
}

// asides are how lines start that programs write below what is said when something is done.
var asides = []string{"ACTION ITEM: ", "SCREEN SHARING: ", "HIGHLIGHT: "}

// isAside reports whether a line is of a program, with a link to the place.
func isAside(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.Contains(line, " - WATCH: http") && slices.ContainsFunc(asides, func(a string) bool { return strings.HasPrefix(line, a) })
}

// firstFull returns the first line that is not empty, -1 if there is none.
func firstFull(lines []string) int {
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			return i
		}
	}
	return -1
}

// addTo adds what is said below a header: an utterance a line.
func (h *headed) addTo(v *view, f *File, next float64, known transcript.Speakers) {
	texts, offsets := make([]string, len(h.rows)), make([]int, len(h.rows))
	for k := range h.rows {
		r := &h.rows[k]
		if texts[k] = f.text[r.from:r.end]; r.from == h.block.from {
			offsets[k] = h.text
		} else if h.bars {
			offsets[k] = len("|")
		}
	}
	speakers, times := h.said(texts, offsets, next, known)
	for k := range h.rows {
		r := &h.rows[k]
		r.piece = -1
		from := min(r.from+offsets[k], r.end)
		r.utterance = v.addText(speakers[k], times[k], plainField(f.text, span{from + indent(f.text[from:r.end]), r.end}))
	}
}

// said returns who says the lines below a header, from their offsets on, and when, up to
// the time of the next header. Where the header names nobody, labels are skipped.
func (h *header) said(texts []string, offsets []int, next float64, known transcript.Speakers) (speakers []string, times []transcript.Interval) {
	speaker := h.speaker
	letters := make([]int, len(texts))
	for k, text := range texts {
		if (h.style == aloneHeader || h.style == titleHeader) && offsets[k] == 0 {
			if name, n := known.Label(text); name != "" && namesSpeaker(name) {
				speaker, offsets[k] = name, n
			}
		}
		letters[k] = utf8.RuneCountInString(text[offsets[k]:])
		speakers = append(speakers, speaker)
	}
	if h.end > 0 {
		next = h.end
	}
	if h.dated {
		return speakers, make([]transcript.Interval, len(texts))
	}
	return speakers, shareTime(h.at, next, letters)
}

// Of how long somebody speaks only the start of the next one is known. He is taken to speak
// up to it, unless that would be slower than anybody speaks.
const (
	slowSpeech  = 4  // letters a second, with pauses
	usualSpeech = 15 // letters a second, for the last one, after whom nobody speaks
	shortTurn   = 2  // seconds in which anything may be said, however short
)

// shareTime returns the times of lines of so many letters that are said from a time on,
// one after the other, and not after the next time.
func shareTime(from, next float64, letters []int) []transcript.Interval {
	total := 0
	for _, n := range letters {
		total += n
	}
	to := min(next, from+max(shortTurn, float64(total)/slowSpeech))
	if math.IsInf(next, 1) {
		to = from + max(shortTurn, float64(total)/usualSpeech)
	}
	out := make([]transcript.Interval, len(letters))
	at := 0
	place := func() float64 { return from + (to-from)*float64(at)/float64(max(total, 1)) }
	for i, n := range letters {
		start := place()
		at += n
		out[i] = interval(start, place(), to >= from)
	}
	return out
}

// dropHeaded takes out the lines whose words are removed, and the headers with nothing left below
// them. Of a file that says more than that, a header is kept: without any it would be
// something else.
func (o *outcome) dropHeaded(v *view, all []headed) {
	if o.keepEmpty || len(all) == 0 {
		return
	}
	left := 0
	empty := make([]bool, len(all))
	for i := range all {
		removed := 0
		for _, r := range all[i].rows {
			if o.utteranceRemoved(v, r.utterance) {
				removed++
			}
		}
		if empty[i] = removed > 0 && removed == len(all[i].rows) && !all[i].meta; !empty[i] {
			left++
		}
	}
	first, last := all[0].block.from, all[len(all)-1].block.to
	kept := -1
	if left == 0 && strings.TrimSpace(strings.TrimPrefix(o.f.text[:first], "\ufeff")+o.f.text[last:]) != "" {
		kept = 0
	}
	var stay []headed
	for i := range all {
		h := &all[i]
		if empty[i] && i != kept {
			o.remove(h.block)
			continue
		}
		stay = append(stay, *h)
		if h.bars {
			o.joinBars(v, h)
		}
		for _, r := range h.rows {
			if r.from != h.block.from && o.utteranceRemoved(v, r.utterance) {
				o.remove(r.span)
			}
		}
	}
	o.partHeaders(o.f.text[:first], stay)
}

// partHeaders puts empty lines before headers with the name above the time where those that are left are too few to be told
// from what is said without. preamble is what stands before all.
func (o *outcome) partHeaders(preamble string, all []headed) {
	if len(all) < 2 || all[0].style != aboveHeader {
		return
	}
	text := o.f.text
	before := strings.TrimPrefix(preamble, "\ufeff")
	left := make([]headLeft, len(all))
	for i, h := range all {
		left[i] = headLeft{h.speaker, endsParted(before)}
		before = text[h.block.from:h.block.to]
	}
	lack := toPart(left)
	if len(lack) == 0 {
		return
	}
	end := "\n"
	if strings.HasSuffix(strings.TrimRight(text[:all[lack[0]].block.from], " \t"), "\r\n") {
		end = "\r\n"
	}
	for _, i := range lack {
		at := all[i].block.from
		o.replace(span{at, at}, end)
	}
}

// headLeft is a header with the name above the time that stays.
type headLeft struct {
	speaker string
	parted  bool // an empty line is before it, or nothing
}

// toPart returns the headers before which an empty line has to be put, so that they are told from what is said: none where
// they are told without.
func toPart(all []headLeft) (lack []int) {
	names := make(map[string]bool)
	for i, h := range all {
		if names[h.speaker] = true; !h.parted {
			lack = append(lack, i)
		}
	}
	if len(all) < 2 || areNames(len(all), len(all)-len(lack), len(names)) {
		return nil
	}
	return lack
}

// endsParted reports whether lines are none, or end in an empty one.
func endsParted(lines string) bool {
	rest := strings.TrimRight(lines, " \t\r")
	rest = strings.TrimRight(strings.TrimSuffix(rest, "\n"), " \t\r")
	return rest == "" || strings.HasSuffix(rest, "\n")
}

// writeHeaded writes a header and a line for each turn; long ones get several.
func writeHeaded(b *strings.Builder, t *Transcript) error {
	for _, l := range t.headedLines() {
		if l.gap {
			b.WriteByte('\n')
		}
		b.WriteString(l.head + "\n" + unlabelled(l.text) + "\n")
	}
	return nil
}

// headedName returns a speaker's name as it stands in a header, changed where it would not
// be taken for a name.
func headedName(name string) string {
	if h := readHeader(name + "  0:00"); h.style == gapHeader && h.speaker == name {
		return name
	}
	return strings.TrimSuffix(label(name), ": ")
}

// stamp writes seconds as "1:02:03" or "2:03", without what is less than a second.
func stamp(seconds float64) string {
	s := int64(max(seconds, 0))
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
