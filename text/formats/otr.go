package formats

import (
	"html"
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// otrMembers reports whether a value is a transcript of oTranscribe: a text in HTML, beside what the medium
// is that it is of.
func otrMembers(r *node) bool {
	text := r.str("text")
	return strings.Contains(text, `class="timestamp"`) || r.get("media-time") != nil && strings.Contains(text, "<")
}

// otrBlocks are elements that a line of text ends before and behind.
var otrBlocks = map[string]bool{"p": true, "div": true, "li": true, "ul": true, "ol": true, "h1": true, "h2": true, "h3": true, "h4": true, "blockquote": true, "hr": true, "table": true, "tr": true}

var otrStamp = lazy.Regexp(`^<span\s[^>]*\bclass="?timestamp\b[^>]*>[^<]*</span>`)
var otrTime = lazy.Regexp(`\bdata-timestamp="([^"]*)"`)

// otrTag finds a tag of HTML. A time is one, with its element and the name "time", and so is what is no text.
func otrTag(s string) (string, int) {
	if s[0] != '<' {
		return "", 0
	}
	if m := otrStamp().FindString(s[:min(len(s), 2*longestTag)]); m != "" {
		return "time", len(m)
	}
	name, n := xmlTag(s)
	if n == 0 || !utf8.ValidString(name) {
		return "", 0
	}
	name = strings.ToLower(name)
	if name == "style" || name == "script" {
		if end := strings.Index(s, "</"+name); end > 0 {
			if k := strings.IndexByte(s[end:], '>'); k > 0 {
				return "br", end + k + 1
			}
		}
	}
	if strings.HasSuffix(name, "/") || name == "br" || name == "img" || name == "wbr" || name[0] == '!' || name[0] == '?' {
		if strings.TrimSuffix(name, "/") == "br" {
			return "br", n
		}
		return "none", n
	}
	return name, n
}

// otrLine is a line of a transcript, in its HTML.
type otrLine struct {
	from, to int  // in the HTML
	broken   span // the <br> that ends it; empty: none does
	block    int  // the element that it is in
}

// otrReader finds the lines of a transcript.
type otrReader struct {
	text    string // HTML
	lines   []otrLine
	blocks  []span     // elements p, div and the like; the first is all
	parents []int      // of these; -1: it is all
	stamps  []otrTimed // in order of the text
}

// otrTimed is a time in the text.
type otrTimed struct {
	at      int
	seconds float64
}

// readOTR reads transcripts of oTranscribe, which are HTML in JSON. A line is an utterance, which may start
// with a time and with a speaker's name.
func readOTR(f *File) error {
	text := f.root.get("text")
	if text == nil || text.kind != '"' {
		return f.errorLine(f.root.from, "this is no transcript of oTranscribe: it has no %q", "text")
	}
	c := newCues(f)
	c.tagAt = otrTag
	var j joinedText
	all := j.add(text.field(f.text))
	c.readIn(&j, func(s string) string { return quoteJSON(escapeText(s)) }, unescapeHTML)
	r := &otrReader{text: c.source()[:all.to]}
	r.find()
	plain := make([]*field, len(r.lines)) // without tags
	for i, l := range r.lines {
		plain[i] = decodedField(r.text, span{l.from, l.to}, func(s string) (string, int) {
			if _, n := otrTag(s); n > 0 {
				return "", n
			}
			return unescapeHTML(s)
		}, nil)
	}
	c.known = transcript.SpeakersOf(func(yield func(string) bool) {
		for _, p := range plain {
			if !yield(strings.TrimSpace(p.text)) {
				return
			}
		}
	})
	starts := make([]int, len(r.lines)) // of speech, in the HTML
	times := r.times(plain)
	for i, l := range r.lines {
		c.list = append(c.list, cue{time: times[i], lines: []cueLine{c.otrLine(l, plain[i], times[i], &starts[i])}})
	}
	c.settle()
	for i := range starts {
		starts[i] = c.whole.at(starts[i])
	}
	place := func(s span) span { return span{c.whole.at(s.from), c.whole.at(s.to)} }
	for i := range r.lines {
		r.lines[i].broken = place(r.lines[i].broken)
	}
	for i := range r.blocks {
		r.blocks[i] = place(r.blocks[i])
	}
	f.finish = func(o *outcome) { c.dropOTR(o, r, starts) }
	return nil
}

// find cuts the HTML into lines.
func (r *otrReader) find() {
	r.blocks, r.parents = []span{{0, len(r.text)}}, []int{-1}
	open := []int{0}
	from := 0
	line := func(to int, broken span) {
		r.lines = append(r.lines, otrLine{from, to, broken, open[len(open)-1]})
	}
	for at := 0; at < len(r.text); {
		if r.text[at] == '\n' {
			line(at, span{at, at + 1})
			at++
			from = at
			continue
		}
		name, n := otrTag(r.text[at:])
		if n == 0 {
			at++
			continue
		}
		bare := strings.TrimPrefix(name, "/")
		switch {
		case name == "time":
			if seconds, ok := otrSeconds(r.text[at : at+n]); ok {
				r.stamps = append(r.stamps, otrTimed{at, seconds})
			}
		case name == "br":
			line(at, span{at, at + n})
			from = at + n
		case otrBlocks[bare]:
			line(at, span{})
			if from = at + n; name == bare {
				r.blocks, r.parents = append(r.blocks, span{at, len(r.text)}), append(r.parents, open[len(open)-1])
				open = append(open, len(r.blocks)-1)
			} else if len(open) > 1 {
				r.blocks[open[len(open)-1]].to = at + n
				open = open[:len(open)-1]
			}
		}
		at += n
	}
	line(len(r.text), span{})
}

// otrSeconds returns the time that the element of a time says: in seconds, or, in old files, by the clock.
func otrSeconds(element string) (float64, bool) {
	m := otrTime().FindStringSubmatch(element)
	if m == nil {
		return 0, false
	}
	s := html.UnescapeString(m[1])
	if seconds, ok := parseSeconds(s); ok {
		return seconds, oddTime(seconds, seconds) == ""
	}
	return parseStamp(s)
}

// times returns when lines are said: from the time before what is said in them up to the next one.
func (r *otrReader) times(plain []*field) []transcript.Interval {
	out := make([]transcript.Interval, len(r.lines))
	for i := 0; i < len(r.lines); {
		k := r.stampBefore(plain, i)
		last := i + 1
		for last < len(r.lines) && r.stampBefore(plain, last) == k {
			last++
		}
		if k > 0 {
			next := math.Inf(1)
			if k < len(r.stamps) && r.stamps[k].seconds > r.stamps[k-1].seconds {
				next = r.stamps[k].seconds
			}
			letters := make([]int, last-i)
			for n := range letters {
				letters[n] = utf8.RuneCountInString(plain[i+n].text)
			}
			copy(out[i:last], shareTime(r.stamps[k-1].seconds, next, letters))
		}
		i = last
	}
	return out
}

// stampBefore returns how many times stand before what is said in a line.
func (r *otrReader) stampBefore(plain []*field, i int) int {
	text := plain[i].text
	at := plain[i].at(len(text) - len(strings.TrimLeft(text, " \t\u00a0")))
	for at < r.lines[i].to {
		_, n := otrTag(r.text[at:])
		if n == 0 {
			break
		}
		at += n
	}
	return sort.Search(len(r.stamps), func(k int) bool { return r.stamps[k].at >= at })
}

// otrLine finds the utterance of a line. start is set to where speech starts in it.
func (c *cues) otrLine(l otrLine, plain *field, time transcript.Interval, start *int) cueLine {
	out := cueLine{textLine: textLine{span{l.from, l.to}, l.to}, v: c.v}
	q := cue{time: time}
	lead := len(plain.text) - len(strings.TrimLeft(plain.text, " \t\u00a0"))
	name, n := c.known.Label(plain.text[lead:])
	if name == "" || !namesSpeaker(name) {
		name, n = "", 0
	}
	text := plain.at(lead + n)
	if n > 0 && lead+n == len(plain.text) {
		text = l.to
	}
	at := l.from
	label := -1 // where the name starts, with its tags
	for at < l.to {
		tag, k := otrTag(c.source()[at:l.to])
		if k == 0 && at >= text {
			break
		}
		if blank := k == 0 && at < plain.at(lead) || tag == "time"; blank {
			label = -1
		} else if label < 0 {
			label = at
		}
		if k > 0 {
			out.addTag(span{at, at + k}, tag, 0)
		}
		at += max(k, 1)
	}
	*start = at
	u := transcript.Utterance{Time: time}
	if name != "" {
		u.Break = name != c.speaker
		c.speaker = name
		if label >= 0 {
			out.label = span{label, at}
		}
	}
	c.body(&out, &q, at, u)
	out.speaker = c.speaker
	return out
}
