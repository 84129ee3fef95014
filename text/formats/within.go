package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Services deliver subtitles in their JSON, beside the words that these are made of: a string with all of an SRT or WebVTT
// file. Where such a string says what is said, its cues are views of it, and follow.

// followSubtitles finds the strings of JSON that are subtitles of what is said.
func (f *File) followSubtitles() {
	if f.json == nil || len(f.views) == 0 {
		return
	}
	var known map[string]bool
	for at := f.json.first; ; {
		arrow := nextArrow(f.text, at)
		if arrow < 0 {
			return
		}
		s := f.stringAround(arrow)
		if s == nil {
			at = arrow + 1
			continue
		}
		at = s.to
		if found := f.subtitlesIn(s); len(found) > 0 {
			if known == nil {
				known = f.saidWords()
			}
			if repeatsMost(found, known) {
				f.follow(s, found)
			}
		}
	}
}

// nextArrow returns where the next arrow between two times may be, from a place on; -1: there is none.
func nextArrow(text string, from int) int {
	for at := from; at < len(text); {
		n := strings.Index(text[at:], "--")
		if n < 0 {
			return -1
		}
		at += n
		if rest := text[at+2:]; strings.HasPrefix(rest, ">") || strings.HasPrefix(strings.ToLower(rest[:min(len(rest), 6)]), `\u003e`) {
			return at
		}
		at++
	}
	return -1
}

// stringAround returns the string that a place is in; nil: it is the name of a member.
func (f *File) stringAround(at int) *node {
	from := at
	for {
		from = strings.LastIndexByte(f.text[:from], '"')
		if from < 0 {
			return nil
		}
		if slashes := from - len(strings.TrimRight(f.text[:from], `\`)); slashes%2 == 0 {
			break
		}
	}
	to, escaped := skipString(f.text, from)
	if next := skipSpace(f.text, to); next < len(f.text) && f.text[next] == ':' {
		return nil
	}
	n := f.json.node(from, to, escaped, 0)
	return &n
}

// embeddedCue is a cue within a string, with the lines of its text as they are there.
type embeddedCue struct {
	block, number span
	time          transcript.Interval
	text          []textLine
	said          string
}

// subtitlesIn finds the cues of subtitles; none: the string is none.
func (f *File) subtitlesIn(s *node) (out []embeddedCue) {
	text := s.field(f.text).text
	var lines []textLine
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		lines = append(lines, textLine{span{at, end}, at + len(strings.TrimRight(text[at:end], " \t\r\n"))})
		at = end
	}
	line := func(i int) string { return strings.TrimSpace(text[lines[i].from:lines[i].end]) }
	blank := true // the line before is empty, or there is none
	for i := range lines {
		first := i
		from, to, ok := subtitleTimes(line(i))
		switch {
		case ok && i > 0 && isInteger(line(i-1)) && (i == 1 || line(i-2) == ""):
			first = i - 1
		case ok && !blank:
			ok = false
		}
		if ok {
			if n := len(out); n > 0 {
				q := &out[n-1]
				for len(q.text) > 0 && q.text[len(q.text)-1].from >= lines[first].from {
					q.text = q.text[:len(q.text)-1]
				}
				q.block.to = lines[first].from
			}
			q := embeddedCue{block: span{lines[first].from, len(text)}, time: interval(from, to, true)}
			if first < i {
				q.number = span{lines[first].from, lines[first].end}
			}
			out, blank = append(out, q), false
			continue
		}
		if blank = line(i) == ""; len(out) > 0 && !blank {
			q := &out[len(out)-1]
			q.text = append(q.text, lines[i])
		}
	}
	for i := range out { // now that their ends are known: the number of the next one stands before it
		for _, l := range out[i].text {
			out[i].said += strings.TrimSpace(text[l.from:l.end]) + "\n"
		}
	}
	return out
}

// subtitleTimes reads the line of times of SubRip or WebVTT.
func subtitleTimes(line string) (from, to float64, ok bool) {
	if !strings.Contains(line, "-->") {
		return 0, 0, false
	}
	from, to, err := srtTiming(line)
	if err != nil {
		from, to, err = vttTiming(line)
	}
	return from, to, err == nil
}

// saidWords returns the words of the first view, in lower case.
func (f *File) saidWords() map[string]bool {
	out := make(map[string]bool)
	v := f.views[0]
	for i := range v.utterances {
		var b strings.Builder
		for k := range v.utterances[i].Pieces {
			if p := &v.utterances[i].Pieces[k]; p.Spaced {
				b.WriteString(" " + p.Text)
			} else {
				b.WriteString(p.Text)
			}
		}
		for w := range strings.FieldsSeq(b.String()) {
			out[bareWord(w)] = true
		}
	}
	return out
}

func bareWord(w string) string { return strings.ToLower(strings.Trim(w, `.,;:?!"'()…`)) }

// repeatsMost reports whether most words of cues are those that are said: else they are a translation, or of something else.
func repeatsMost(cues []embeddedCue, known map[string]bool) bool {
	all, same := 0, 0
	for i := range cues {
		for w := range strings.FieldsSeq(bareText(cues[i].said)) {
			if w = bareWord(w); w == "" {
				continue
			}
			if all++; known[w] {
				same++
			}
		}
	}
	return all > 0 && 2*same > all
}

// follow makes views of the cues of a string.
func (f *File) follow(s *node, found []embeddedCue) {
	c := newCues(f)
	c.tagAt, c.follows = srtTag, true
	if strings.HasPrefix(strings.TrimSpace(s.text), "WEBVTT") {
		c.tagAt, c.voices = vttTag, strings.Contains(s.text, "<v")
	}
	var j joinedText
	j.add(s.field(f.text))
	c.readIn(&j, func(s string) string { return quoteJSON(escapeLoose(s)) }, unescapeText)
	cues := make([]textCue, len(found))
	for i, q := range found {
		cues[i] = textCue{cue{block: q.block, number: q.number, time: q.time}, q.text}
	}
	c.addAll(cues)
	f.covers(s)
	f.hasTimesInside = true
	before := f.finish
	f.finish = func(o *outcome) {
		if before != nil {
			before(o)
		}
		c.drop(o)
	}
}
