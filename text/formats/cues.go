package formats

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// cue is a subtitle: a stretch of text lines with a time.
type cue struct {
	block span // to the start of the next one
	// number is the number of the cue; empty where it has none, or one that is a name.
	number span
	time   transcript.Interval
	// speaker is whom the format names beside the text; "" where it names nobody.
	speaker string
	lines   []cueLine
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
	whole   *field // of the text that lines are found in; nil: it is that of the file; see readIn
	speaker string // of the last label
	escape  func(string) string
	decode  func(string) (string, int) // of escapes; nil: there are none
	// loose says that only some write escapes, where they have to: others have the bare
	// characters.
	loose bool
	// fieldAt returns the field of a stretch of text, in place of escape and decode; nil:
	// these say it.
	fieldAt func(span) *field
	// escapes is a character right behind which no tag starts; 0: there is none.
	escapes byte
	// offset is how much earlier, in seconds, words are said than inline timestamps say.
	offset float64
	// tagAt returns the length of a tag at the start of a text, with its name.
	tagAt func(string) (name string, n int)
	// voices says that <v Name> tags name speakers, rather than labels.
	voices bool
	// known are the names that open cues.
	known transcript.Speakers
	// labelled says that every cue begins with a name, whatever it looks like.
	labelled bool
	voice    bool // speaker is of a tag, which is about its cue alone
	follows  bool // the cues say again what another view does
	channel  int32
	rolled   *view // of lines that stood in the cue before, in captions that roll up; else nil
	before   int   // the last cue with text; -1: there is none
}

func newCues(f *File) *cues { return &cues{f: f, v: f.newView()} }

// line finds the utterances of a line of text: one, or one for each voice.
func (c *cues) line(v *view, q *cue, l textLine) cueLine {
	out := cueLine{textLine: l, v: v}
	u := transcript.Utterance{Time: q.time, Channel: c.channel}
	at := l.from
	for at < l.end && !c.voices {
		// A name may stand in italics.
		name, n := c.tagAt(c.source()[at:l.end])
		if n == 0 || name == "" {
			break
		}
		out.addTag(span{at, at + n}, name, 0)
		at += n
	}
	sign := c.startSign(at, l.end)
	at += sign
	speaker, n := c.known.Label(c.source()[at:l.end])
	if len(out.tags) > 0 && speaker == "" {
		// "<b>JOHN:</b> Yes."
		speaker, n = c.known.Label(c.source()[at:c.tagFrom(at, l.end)])
	}
	head := c.source()[at : at+n]
	if speaker == "" || !namesSpeaker(speaker) || at+n == l.end && speaker != strings.ToUpper(speaker) {
		// A time is something that is said here.
		speaker, n = "", len(head)-len(strings.TrimLeft(head, " \t"+startSigns))
		head = head[:n]
	}
	if speaker == "" && c.labelled && len(q.lines) == 0 {
		if name, k := looseLabel(c.source()[at:l.end]); k > 0 {
			speaker, n = name, k
		}
	}
	if q.speaker != "" {
		speaker, head, n = "", "", 0 // what looks like a label is said
	}
	signs := head[:len(head)-len(strings.TrimLeft(head, " \t"+startSigns))] // a name may have a hyphen
	if sign > 0 || strings.ContainsAny(signs, startSigns) {
		u.Break, c.speaker, c.voice = true, "", false
		out.label = span{at - sign, at + n}
	}
	if speaker != "" {
		u.Break = u.Break || speaker != c.speaker
		c.speaker, c.voice = speaker, false
		out.label = span{at - sign, at + n}
	}
	c.body(&out, q, at+n, u)
	out.speaker = c.speaker
	return out
}

// startSign returns the length of the sign of another speaker where it is written with
// character references, "&gt;&gt; ".
func (c *cues) startSign(at, end int) int {
	s := c.source()[at:end]
	if c.decode == nil {
		return 0
	}
	n, signs := 0, 0
	for n < len(s) && s[n] != '>' {
		sign, k := c.decode(s[n:])
		if sign != ">" {
			break
		}
		n += k
		signs++
	}
	if signs < 2 {
		return 0
	}
	return n + indent(s[n:])
}

// said cuts a line of text where somebody else begins to speak in it: before ">>", but not
// in what is sung, or stands in brackets.
func (c *cues) said(l textLine) []textLine {
	s := c.source()[l.from:l.end]
	if strings.ContainsFunc(s, transcript.IsMusicSign) {
		return []textLine{l}
	}
	var out []textLine
	from := 0
	for at := indent(s) + 1; at < len(s); at++ {
		if blank := s[at-1] == ' ' || s[at-1] == '\t'; blank && (strings.HasPrefix(s[at:], ">>") || c.startSign(l.from+at, l.end) > 0) && strings.TrimSpace(s[from:at]) != "" && strings.LastIndexAny(s[:at], "[({") <= strings.LastIndexAny(s[:at], "])}") {
			out = append(out, textLine{span{l.from + from, l.from + at}, l.from + len(strings.TrimRight(s[:at], " \t"))})
			from = at
		}
	}
	return append(out, textLine{span{l.from + from, l.to}, l.end})
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// startSigns stand before what somebody begins to say.
const startSigns = ">-‐‑–—"

// addTag adds a tag after some of the line's fields.
func (l *cueLine) addTag(s span, name string, after int) {
	l.tags = append(l.tags, tag{s, strings.TrimPrefix(name, "/"), strings.HasPrefix(name, "/"), after})
}

// body finds the utterances of a line from at on, after the speaker's name. The first is u.
func (c *cues) body(out *cueLine, q *cue, at int, u transcript.Utterance) {
	var fields []*field
	flush := func() {
		u.Speaker = c.speaker
		if len(fields) > 0 {
			out.utterances = append(out.utterances, out.v.add(u, fields))
		}
		u = transcript.Utterance{Time: q.time, Channel: c.channel}
		fields = nil
	}
	now := q.time // of the words after an inline timestamp
	timed := false
	count := 0
	for from := at; at <= out.end; {
		name, n := "", 0
		if at < out.end {
			if name, n = c.tagAt(c.source()[at:out.end]); n == 0 {
				at++
				if c.escapes != 0 && c.source()[at-1] == c.escapes && at < out.end {
					at++
				}
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
		raw := c.source()[at : at+n]
		out.addTag(span{at, at + n}, name, count)
		switch strings.TrimPrefix(name, "/") {
		case "v":
			if !c.voices {
				break
			}
			flush()
			c.speaker, c.voice = "", true
			if name == "v" {
				c.speaker = voiceName(raw)
			}
		case "":
			if s, ok := parseClock(strings.Trim(raw, "<>"), "."); ok {
				if odd := oddTime(s, s); odd != "" {
					c.f.warnOdd(at, odd)
				}
				s -= c.offset
				c.endTimes(&u, q, s)
				timed, now = true, interval(s, q.time.End, q.time.Known)
			}
		}
		at += n
		from = at
	}
	flush()
}

// tagFrom returns where the next tag is, or the end.
func (c *cues) tagFrom(at, end int) int {
	for ; at < end; at++ {
		if _, n := c.tagAt(c.source()[at:end]); n > 0 {
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
	if c.fieldAt != nil {
		return c.fieldAt(s)
	}
	if c.decode == nil || strings.IndexByte(c.source()[s.from:s.to], '&') < 0 {
		f := plainField(c.source(), s)
		if !c.loose {
			f.encode = c.escape
		}
		return f
	}
	f := decodedField(c.source(), s, c.decode, c.escape)
	switch raw := c.source()[s.from:s.to]; {
	case c.loose && f.marks == nil:
		f.encode = nil
	case strings.Contains(raw, "&quot;"):
		// A quotation mark that is put elsewhere is written as it was.
		f.encode = func(s string) string { return strings.ReplaceAll(c.escape(s), `"`, "&quot;") }
	}
	return f
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
		if unicode.IsLower(r) && len(words) > 1 && !(i == 0 && isSpeakerNoun(w)) {
			return false
		}
	}
	return len(words) > 0
}

func isSpeakerNoun(w string) bool {
	return slices.ContainsFunc(lang.SpeakerNouns, func(noun string) bool { return strings.EqualFold(w, noun) })
}

// voiceName returns the name in "<v.loud Roger Bingham>".
func voiceName(raw string) string {
	_, name, _ := strings.Cut(strings.Trim(raw, "<>"), " ")
	return strings.TrimSpace(html.UnescapeString(name))
}
