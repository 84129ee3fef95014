package formats

import (
	"cmp"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/transcript"
)

// cue is a subtitle: a stretch of text lines with a time.
type cue struct {
	block span // to the start of the next one
	// number is the number of the cue; empty where it has none, or one that is a name.
	number span
	time   transcript.Interval
	lines  []cueLine
}

// cueLine is a line of a cue's text.
type cueLine struct {
	textLine
	v          *view // of the utterances
	label      span  // a speaker's name that is written out, with its colon
	speaker    string
	utterances []int
	tags       []tag
}

// tag is markup in a line of text.
type tag struct {
	span
	name    string // without "/"
	closing bool
	// after is how many fields of the line are before it.
	after int
}

// cues collects subtitles into a view.
type cues struct {
	f       *File
	v       *view
	list    []cue
	speaker string // of the last label
	escape  func(string) string
	decode  func(string) (string, int) // of escapes; nil: there are none
	// tagAt returns the length of a tag at the start of a text, with its name.
	tagAt func(string) (name string, n int)
	// voices says that <v Name> tags name speakers, rather than labels.
	voices bool
	voice  bool // speaker is of a tag, which is about its cue alone
}

func newCues(f *File) *cues { return &cues{f: f, v: f.newView(false)} }

// textCue is a cue with the lines of its text.
type textCue struct {
	cue
	text []textLine
}

// addAll adds the cues of the file. In captions that roll up, a line that stood in the
// cue before is not said again: it is a view of what is.
func (c *cues) addAll(found []textCue) {
	rolls := c.rolls(found)
	var rolled *view
	if rolls {
		rolled = c.f.newView(false)
		rolled.of = []span{}
	}
	before := -1 // the last cue with text
	for i := range found {
		if c.voice {
			c.speaker, c.voice = "", false
		}
		q := &found[i].cue
		for j, l := range found[i].text {
			source := -1
			if rolls && before >= 0 {
				source = c.rolledFrom(&c.list[before], l)
			}
			if source < 0 {
				q.lines = append(q.lines, c.line(c.v, q, found[i].text[j]))
				continue
			}
			out := c.line(rolled, q, l)
			was := &c.list[before].lines[source]
			for k := range out.utterances {
				u := was.utterances[min(k, len(was.utterances)-1)]
				of := span{u, u + 1}
				if was.v == rolled {
					of = rolled.of[u]
				}
				rolled.of = append(rolled.of, of)
			}
			q.lines = append(q.lines, out)
		}
		for j := range q.lines {
			if len(q.lines[j].utterances) > 0 {
				before = i
			}
		}
		c.list = append(c.list, *q)
	}
}

// rolls reports whether many cues begin with the last line of the one before, as
// captions do that roll up as they are made: nobody repeats himself as often.
func (c *cues) rolls(found []textCue) bool {
	n, cues, before := 0, 0, ""
	for i := range found {
		first, last := "", ""
		for _, l := range found[i].text {
			if s := c.bare(l); s != "" {
				first, last = cmp.Or(first, s), s
			}
		}
		if first == "" {
			continue
		}
		if cues++; first == before {
			n++
		}
		before = last
	}
	return n > 2 && 5*n > cues
}

// rolledFrom returns the line of a cue that a line repeats, -1 for none.
func (c *cues) rolledFrom(q *cue, l textLine) int {
	s := c.bare(l)
	for j := range q.lines {
		if s != "" && len(q.lines[j].utterances) > 0 && c.bare(q.lines[j].textLine) == s {
			return j
		}
	}
	return -1
}

// bare returns the text of a line without tags.
func (c *cues) bare(l textLine) string {
	s := c.f.text[l.from:l.end]
	if !strings.ContainsAny(s, "<{") {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	for s != "" {
		if _, n := c.tagAt(s); n > 0 {
			s = s[n:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return strings.TrimSpace(b.String())
}

// line finds the utterances of a line of text: one, or one for each voice.
func (c *cues) line(v *view, q *cue, l textLine) cueLine {
	out := cueLine{textLine: l, v: v}
	u := transcript.Utterance{Time: q.time}
	at := l.from
	for at < l.end && !c.voices {
		// A name may stand in italics.
		name, n := c.tagAt(c.f.text[at:l.end])
		if n == 0 || name == "" {
			break
		}
		out.tags = append(out.tags, tag{span{at, at + n}, strings.TrimPrefix(name, "/"), strings.HasPrefix(name, "/"), 0})
		at += n
	}
	speaker, n := transcript.Label(c.f.text[at:l.end])
	head := c.f.text[at : at+n]
	if speaker == "" || !namesSpeaker(speaker) || at+n == l.end && speaker != strings.ToUpper(speaker) {
		// A time is something that is said here.
		speaker, n = "", len(head)-len(strings.TrimLeft(head, " \t->"))
		head = head[:n]
	}
	if strings.ContainsAny(head, "->") {
		u.Break, c.speaker = true, ""
	}
	if speaker != "" {
		u.Break = u.Break || speaker != c.speaker
		c.speaker, c.voice = speaker, false
		out.label = span{at, at + n}
	}
	at += n
	var fields []*field
	flush := func() {
		u.Speaker = c.speaker
		if len(fields) > 0 {
			out.utterances = append(out.utterances, v.add(u, fields))
		}
		u = transcript.Utterance{Time: q.time}
		fields = nil
	}
	now := q.time // of the words after an inline timestamp
	timed := false
	count := 0
	for from := at; at <= l.end; {
		name, n := "", 0
		if at < l.end {
			if name, n = c.tagAt(c.f.text[at:l.end]); n == 0 {
				at++
				continue
			}
		}
		if at > from {
			fields = append(fields, c.field(span{from, at}))
			p := transcript.Piece{}
			if timed {
				p.Time = now
			}
			u.Pieces = append(u.Pieces, p)
			count++
		}
		if n == 0 {
			break
		}
		raw := c.f.text[at : at+n]
		t := tag{span{at, at + n}, strings.TrimPrefix(name, "/"), strings.HasPrefix(name, "/"), count}
		switch {
		case t.name == "v" && c.voices && !t.closing:
			flush()
			c.speaker, c.voice = voiceName(raw), true
		case name == "":
			if s, ok := parseClock(strings.Trim(raw, "<>"), "."); ok {
				c.endTimes(&u, q, s)
				timed, now = true, interval(s, q.time.End, q.time.Known)
			}
		}
		out.tags = append(out.tags, t)
		at += n
		from = at
	}
	flush()
	out.speaker = c.speaker
	return out
}

// endTimes ends the pieces that still last at an inline timestamp.
func (c *cues) endTimes(u *transcript.Utterance, q *cue, s float64) {
	for i := range u.Pieces {
		p := &u.Pieces[i]
		switch {
		case !p.Time.Known:
			p.Time = interval(q.time.Start, s, q.time.Known)
		case p.Time.End == q.time.End:
			p.Time = interval(p.Time.Start, s, true)
		}
	}
}

func (c *cues) field(s span) *field {
	if c.decode == nil || strings.IndexByte(c.f.text[s.from:s.to], '&') < 0 {
		f := plainField(c.f.text, s)
		f.encode = c.escape
		return f
	}
	return decodedField(c.f.text, s, c.decode, c.escape)
}

// namesSpeaker reports whether what is before a colon in a subtitle is a name: it is a
// single word, or its words have capitals or are numbers, but for "speaker 2".
func namesSpeaker(s string) bool {
	words := strings.Fields(s)
	for i, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(r) && len(words) > 1 && !(i == 0 && strings.EqualFold(w, "speaker")) {
			return false
		}
	}
	return len(words) > 0
}

// voiceName returns the name in "<v.loud Roger Bingham>".
func voiceName(raw string) string {
	_, name, _ := strings.Cut(strings.Trim(raw, "<>"), " ")
	return strings.TrimSpace(html.UnescapeString(name))
}

// drop takes out the lines and cues all of whose words went, and counts on.
func (c *cues) drop(o *outcome) {
	dropped := 0
	label, speaker := "", "" // of a line that went, for the next one of the speaker
	for i := range c.list {
		q := &c.list[i]
		gone := make([]bool, len(q.lines))
		all, any := true, false
		for j := range q.lines {
			l := &q.lines[j]
			gone[j] = len(l.utterances) > 0
			for _, u := range l.utterances {
				gone[j] = gone[j] && o.utteranceGone(l.v, u)
			}
			any = any || gone[j]
			all = all && (gone[j] || len(l.utterances) == 0)
			labelled := l.label.to > l.label.from
			switch {
			case gone[j] && labelled:
				label, speaker = c.f.text[l.label.from:l.label.to], l.speaker
			case !gone[j] && label != "" && len(l.utterances) > 0:
				if !labelled && l.speaker == speaker {
					o.replace(span{l.from, l.from}, label)
				}
				label = ""
			case labelled:
				label = ""
			}
		}
		if all && any && !o.keepEmpty {
			if o.remove(q.block); q.number.to > q.number.from {
				dropped++
			}
			continue
		}
		if dropped > 0 && q.number.to > q.number.from {
			if n, err := strconv.Atoi(c.f.text[q.number.from:q.number.to]); err == nil {
				o.replace(q.number, strconv.Itoa(n-dropped))
			}
		}
		for j := range q.lines {
			if gone[j] {
				o.remove(q.lines[j].span)
			} else {
				c.dropTags(o, &q.lines[j])
			}
		}
		if any && !all {
			c.moveTags(o, q, gone)
		}
	}
}

// moveTags moves the tags of lines that go of which the other half stays: what opens
// goes over to the next line that stays, what closes to the one before.
func (c *cues) moveTags(o *outcome, q *cue, gone []bool) {
	var tags []tag
	var lines []int // of the tags
	for j := range q.lines {
		for _, t := range q.lines[j].tags {
			tags, lines = append(tags, t), append(lines, j)
		}
	}
	for i, other := range pairs(tags) {
		t := &tags[i]
		if !gone[lines[i]] || t.name == "" || other >= 0 && gone[lines[other]] {
			continue
		}
		text := c.f.text[t.from:t.to]
		to := lines[i]
		if t.closing {
			for to--; to >= 0 && gone[to]; to-- {
			}
			if to >= 0 {
				end := q.lines[to].end
				o.replace(span{end, end}, text)
			}
			continue
		}
		for to++; to < len(gone) && gone[to]; to++ {
		}
		if to == len(gone) {
			continue
		}
		l := &q.lines[to]
		if voice := t.name == "v" && len(l.tags) > 0 && l.tags[0].name == "v"; !voice {
			o.replace(span{l.from, l.from}, text)
		}
	}
}

// pairs returns, for every tag, the number of the other one of its pair, -1 for none.
func pairs(tags []tag) []int {
	other := make([]int, len(tags))
	var open []int
	for i, t := range tags {
		other[i] = -1
		if !t.closing {
			open = append(open, i)
			continue
		}
		for k := len(open) - 1; k >= 0; k-- {
			if tags[open[k]].name == t.name {
				other[i], other[open[k]] = open[k], i
				open = open[:k]
				break
			}
		}
	}
	return other
}

// dropTags takes out pairs of tags with nothing left between them.
func (c *cues) dropTags(o *outcome, l *cueLine) {
	if len(l.tags) < 2 {
		return
	}
	var left []fate
	for _, u := range l.utterances {
		left = append(left, o.pieces[l.v.number][u]...)
	}
	for i, j := range pairs(l.tags) {
		if j <= i || l.tags[i].after == l.tags[j].after {
			continue
		}
		gone, empty := false, true
		for _, p := range left[l.tags[i].after:l.tags[j].after] {
			gone = gone || p.gone
			empty = empty && strings.TrimSpace(p.text) == ""
		}
		if gone && empty {
			o.remove(l.tags[i].span)
			o.remove(l.tags[j].span)
		}
	}
}
