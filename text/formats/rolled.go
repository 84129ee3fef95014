package formats

import (
	"cmp"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// textCue is a cue with the lines of its text.
type textCue struct {
	cue
	text []textLine
}

// addAll adds the cues of the file.
func (c *cues) addAll(found []textCue) {
	c.expect(found)
	for i := range found {
		c.add(&found[i])
	}
	c.settle()
}

// expect looks through the cues that are to be added. In captions that roll up, a line that stood in the
// cue before is no repetition: it is a view of what is.
func (c *cues) expect(found []textCue) {
	rolls := !c.follows && c.rolls(found)
	c.known = transcript.SpeakersOf(func(yield func(string) bool) {
		for i := range found {
			if len(found[i].text) > 0 && !yield(c.bare(found[i].text[0])) {
				return
			}
		}
	})
	if rolls {
		c.rolled = c.f.newView()
		c.rolled.of = []span{}
	}
	c.before = -1
}

// add adds the next one of the cues that are expected.
func (c *cues) add(found *textCue) {
	if c.voice {
		c.speaker, c.voice = "", false
	}
	q := &found.cue
	if q.speaker != "" {
		c.speaker, c.voice = q.speaker, true
	}
	var text []textLine
	for _, l := range found.text {
		text = append(text, c.said(l)...)
	}
	var repeated []int // lines of the cue before that come first in this one
	if c.rolled != nil && c.before >= 0 {
		repeated = c.repeated(&c.list[c.before], text)
	}
	for _, l := range text {
		if len(repeated) == 0 || c.bare(l) == "" {
			q.lines = append(q.lines, c.line(c.v, q, l))
			continue
		}
		source := repeated[0]
		repeated = repeated[1:]
		out := c.line(c.rolled, q, l)
		was := &c.list[c.before].lines[source]
		for k := range out.utterances {
			u := was.utterances[min(k, len(was.utterances)-1)]
			of := span{u, u + 1}
			if was.v == c.rolled {
				of = c.rolled.of[u]
			}
			c.rolled.of = append(c.rolled.of, of)
		}
		q.lines = append(q.lines, out)
	}
	for j := range q.lines {
		if len(q.lines[j].utterances) > 0 {
			c.before = len(c.list)
		}
	}
	c.list = append(c.list, *q)
}

// rolls reports whether many cues begin with the last line of the one before, as
// captions do that roll up as they are made: nobody repeats himself as often. Cues that hold
// nothing but one line, again and again, do not count: such a line does not roll, it is a
// loop of a recogniser, unless tags mark another word of it each time, as it is said. Of few cues all have to roll, and one has to go on with another
// line, or with the times of its words.
func (c *cues) rolls(found []textCue) bool {
	n, cues, before := 0, 0, ""
	same := 0                // cues in a row with nothing new
	goesOn := false          // a cue that rolls has more, or its line had times in the one before
	timed := false           // the last line of the cue before had
	var whole, tagged string // the cue before without tags, and with them
	for i := range found {
		first, last := "", ""
		times := false
		wholeBefore, taggedBefore := whole, tagged
		whole, tagged = "", ""
		for _, l := range found[i].text {
			if s := c.bare(l); s != "" {
				whole, tagged = whole+s+"\n", tagged+c.source()[l.from:l.end]+"\n"
				first, last = cmp.Or(first, s), s
				times = c.timed(l)
			}
		}
		if first == "" {
			continue
		}
		cues++
		goesOn = goesOn || first == before && (first != last || timed)
		timed = times
		switch {
		case whole == wholeBefore && tagged != taggedBefore && strings.Contains(first, " "):
			n, same, goesOn = n+1, 0, true // another word of it is marked
		case first != before || !strings.Contains(first, " "):
			same = 0
		case first != last:
			n, same = n+1, 0
		default:
			if n, same = n+1, same+1; same == stuck {
				n -= same
			} else if same > stuck {
				n--
			}
		}
		before = last
	}
	return n > 2 && 5*n > cues || cues < 4 && n > 0 && n == cues-1 && goesOn
}

// timed reports whether a line has inline timestamps.
func (c *cues) timed(l textLine) bool {
	s := c.source()[l.from:l.end]
	for at := 0; at < len(s); at++ {
		if s[at] == '<' && at+1 < len(s) && s[at+1] >= '0' && s[at+1] <= '9' {
			return true
		}
	}
	return false
}

// stuck is after how many cues with nothing new a line does not roll.
const stuck = 3

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
	s := c.source()[l.from:l.end]
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
