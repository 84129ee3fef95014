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
		var repeated []int // lines of the cue before that come first in this one
		if rolls && before >= 0 {
			repeated = c.repeated(&c.list[before], found[i].text)
		}
		for _, l := range found[i].text {
			if len(repeated) == 0 || c.bare(l) == "" {
				q.lines = append(q.lines, c.line(c.v, q, l))
				continue
			}
			source := repeated[0]
			repeated = repeated[1:]
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
		if cues++; first == before && strings.Contains(first, " ") {
			n++
		}
		before = last
	}
	return n > 2 && 5*n > cues
}

// repeated returns the last lines of a cue that are the first ones of the next, as many
// as there are.
func (c *cues) repeated(q *cue, text []textLine) []int {
	var was []int
	for j := range q.lines {
		if len(q.lines[j].utterances) > 0 {
			was = append(was, j)
		}
	}
	var now []string
	for _, l := range text {
		if s := c.bare(l); s != "" {
			now = append(now, s)
		}
	}
	for n := min(len(was), len(now)); n > 0; n-- {
		last := was[len(was)-n:]
		same := true
		for k, j := range last {
			same = same && c.bare(q.lines[j].textLine) == now[k]
		}
		if same {
			return last
		}
	}
	return nil
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
	if len(out.tags) > 0 && speaker == "" {
		// "<b>JOHN:</b> Yes."
		speaker, n = transcript.Label(c.f.text[at:c.tagFrom(at, l.end)])
	}
	head := c.f.text[at : at+n]
	if speaker == "" || !namesSpeaker(speaker) || at+n == l.end && speaker != strings.ToUpper(speaker) {
		// A time is something that is said here.
		speaker, n = "", len(head)-len(strings.TrimLeft(head, " \t->"))
		head = head[:n]
	}
	if strings.ContainsAny(head, "->") {
		u.Break, c.speaker, c.voice = true, "", false
		out.label = span{at, at + n}
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
		case t.name == "v" && c.voices:
			flush()
			c.speaker, c.voice = "", true
			if !t.closing {
				c.speaker = voiceName(raw)
			}
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

// tagFrom returns where the next tag is, or the end.
func (c *cues) tagFrom(at, end int) int {
	for ; at < end; at++ {
		if _, n := c.tagAt(c.f.text[at:end]); n > 0 {
			return at
		}
	}
	return end
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
// single word, or its words have capitals or are numbers, but for "speaker 2" and what
// is in round brackets.
func namesSpeaker(s string) bool {
	if open := strings.IndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") {
		s = s[:open]
	}
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
	var carried carriedLabel
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
		}
		whole := all && any && !o.keepEmpty
		for j := range q.lines {
			carried.pass(o, &q.lines[j], gone[j] || whole)
		}
		if whole {
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
		if !any && !c.touched(o, q) {
			continue
		}
		for j := range q.lines {
			if gone[j] {
				o.remove(q.lines[j].span)
			}
		}
		if !all {
			c.moveTags(o, q, gone)
		}
	}
}

// touched reports whether any piece of a cue went.
func (c *cues) touched(o *outcome, q *cue) bool {
	for j := range q.lines {
		for _, u := range q.lines[j].utterances {
			for _, p := range o.pieces[q.lines[j].v.number][u] {
				if p.gone {
					return true
				}
			}
		}
	}
	return false
}

// carriedLabel is the name in front of a line that went, on its way to the next line
// of the same speaker.
type carriedLabel struct{ text, speaker string }

// pass passes by a line.
func (c *carriedLabel) pass(o *outcome, l *cueLine, gone bool) {
	labelled := l.label.to > l.label.from
	switch {
	case gone && labelled:
		c.text, c.speaker = strings.TrimRight(o.f.text[l.label.from:l.label.to], " ")+" ", l.speaker
	case gone || len(l.utterances) == 0 && !labelled:
	default:
		if c.text != "" && !labelled && l.speaker == c.speaker {
			o.replace(span{l.from, l.from}, c.text)
		}
		c.text = ""
	}
}

// moveTags takes out the pairs of tags of a cue with nothing left between them. Of the
// other tags of lines that go, those of which the other half stays move: what opens goes
// over to the next line that stays, what closes to the one before.
func (c *cues) moveTags(o *outcome, q *cue, gone []bool) {
	var tags []tag
	var lines []int // of the tags
	var left []fate // of the pieces of the cue
	var ends []int  // of lines, in left
	for j := range q.lines {
		l := &q.lines[j]
		for _, t := range l.tags {
			t.after += len(left)
			tags, lines = append(tags, t), append(lines, j)
		}
		for _, u := range l.utterances {
			left = append(left, o.pieces[l.v.number][u]...)
		}
		ends = append(ends, len(left))
	}
	for i, other := range pairs(tags) {
		t := &tags[i]
		if other >= 0 && nothingLeft(left[min(t.after, tags[other].after):max(t.after, tags[other].after)]) {
			o.remove(t.span)
			continue
		}
		if t.name == "" {
			// A timestamp ends the words back to the one before, and starts those up to
			// the next.
			from, to := 0, ends[lines[i]]
			if lines[i] > 0 {
				from = ends[lines[i]-1]
			}
			for k := range tags {
				switch {
				case tags[k].name != "" || lines[k] != lines[i]:
				case k < i:
					from = tags[k].after
				case k > i:
					to = min(to, tags[k].after)
				}
			}
			if nothingLeft(left[from:to]) && nothingLeft(left[t.after:to]) {
				o.remove(t.span)
			}
			continue
		}
		if !gone[lines[i]] {
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

// nothingLeft reports whether there were words in some pieces, and there are none.
func nothingLeft(pieces []fate) bool {
	gone := false
	for _, p := range pieces {
		if strings.TrimSpace(p.text) != "" {
			return false
		}
		gone = gone || p.gone
	}
	return gone
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
