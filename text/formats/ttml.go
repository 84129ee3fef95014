package formats

import (
	"encoding/xml"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var ttmlRoot = lazy.Regexp(`<(?:[A-Za-z_][\w.-]*:)?tt[\s>]`)

// sniffTTML reports whether text is XML with the root of TTML.
func sniffTTML(text string) bool {
	head := text[:min(len(text), 4000)]
	return strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "<") && ttmlRoot().MatchString(head)
}

// ttmlElement is an element that times may be relative to, while it is open.
type ttmlElement struct {
	begin, end float64 // in seconds; +Inf: it does not say when it ends
	timed      bool    // it, or one that it is in, says when
	sequence   bool    // its elements come one after the other
	next       float64 // when the next one starts, then
	agent      string
	from       int  // where its content starts
	own        bool // it, or one that it is in, has a time of its own in a paragraph
	span       int  // in ttmlReader.spans; -1: it is in no paragraph
}

// ttmlSpan is an element in a paragraph.
type ttmlSpan struct {
	span
	time   transcript.Interval // unknown: that of the paragraph
	agent  string              // "": that of the paragraph
	parent int                 // the element that it is in; -1: the paragraph
	word   bool                // it is a word, and no blank has to be before it: so Apple writes transcripts of podcasts
}

// ttmlReader collects the paragraphs of a TTML file.
type ttmlReader struct {
	*xmlReader
	clock   ttmlClock
	open    []ttmlElement
	agents  map[string]string // names by id
	agent   string            // of which a name is expected
	found   []textCue
	spans   []ttmlSpan // in the order of the file
	literal []span     // CDATA sections
	inside  int        // of a paragraph: the elements that are open there; 0: in none
	block   span       // of the paragraph
	before  transcript.Interval
}

// readTTML reads TTML, and what is made of it: DFXP, IMSC, SMPTE-TT. A paragraph is a cue;
// <br/> ends a line of it.
func readTTML(f *File) error {
	r := &ttmlReader{xmlReader: newXMLReader(f, "the TTML file"), agents: make(map[string]string)}
	if err := r.each(r.start, r.end, r.text); err != nil {
		return err
	}
	c := newCues(f)
	c.tagAt = ttmlTag
	c.fieldAt = func(s span) *field {
		if r.isLiteral(s.from) {
			return plainField(f.text, s)
		}
		return decodedField(f.text, s, xmlChar, escapeText)
	}
	for i := range r.found {
		r.found[i].speaker = r.name(r.found[i].speaker)
	}
	c.addAll(r.found)
	r.addSpans(c)
	f.finish = c.dropBroken
	return nil
}

// text reads the name of an agent, and notes text that is written as it is.
func (r *ttmlReader) text(t xml.CharData) {
	if r.agent != "" {
		r.agents[r.agent] = strings.Join(strings.Fields(r.agents[r.agent]+string(t)), " ")
	}
	if strings.HasPrefix(r.f.text[r.from:], "<![CDATA[") {
		r.literal = append(r.literal, span{r.from, r.to})
	}
}

// name returns the name of the first of some agents.
func (r *ttmlReader) name(ids string) string {
	id, _, _ := strings.Cut(strings.TrimSpace(ids), " ")
	if name := r.agents[id]; name != "" {
		return name
	}
	return id
}

func (r *ttmlReader) isLiteral(at int) bool {
	i := sort.Search(len(r.literal), func(i int) bool { return r.literal[i].to > at })
	return i < len(r.literal) && r.literal[i].from <= at
}

func (r *ttmlReader) start(t xml.StartElement) error {
	name := t.Name.Local
	if len(r.open) == 0 {
		if name != "tt" {
			return r.f.errorAt(r.from, "this is no TTML: it starts with <%s>, not <tt>", name)
		}
		var err error
		if r.clock, err = newTTMLClock(t); err != nil {
			return r.f.errorAt(r.from, "%v", err)
		}
	}
	e := ttmlElement{end: math.Inf(1), from: r.to, span: -1, sequence: xmlAttribute(t, "timeContainer") == "seq"}
	if n := len(r.open); n > 0 {
		parent := &r.open[n-1]
		e.begin, e.end, e.timed, e.agent = parent.begin, parent.end, parent.timed, parent.agent
		if parent.sequence {
			e.begin = parent.next
		}
	}
	if !strings.HasSuffix(t.Name.Space, "#metadata") {
		if err := r.times(t, &e); err != nil {
			return err
		}
		if id := xmlAttribute(t, "agent"); id != "" {
			e.agent = id
		}
		r.f.inLanguage(xmlAttribute(t, "lang"))
	}
	e.next = e.begin
	if name == "agent" {
		r.agent = xmlAttribute(t, "id")
	}
	switch {
	case r.inside > 0:
		r.inside++
		parent := &r.open[len(r.open)-1]
		s := ttmlSpan{span: span{r.to, r.to}, parent: parent.span, word: xmlAttribute(t, "unit") == "word"}
		e.own = e.own || parent.own
		if e.own {
			s.time = interval(e.begin, e.end, !math.IsInf(e.end, 1))
		}
		if e.agent != r.open[len(r.open)-r.inside+1].agent {
			s.agent = e.agent
		}
		e.span = len(r.spans)
		r.spans = append(r.spans, s)
	case name == "p":
		r.inside, e.own = 1, false
		r.block = span{len(strings.TrimRight(r.f.text[:r.from], " \t\r\n")), 0}
	}
	r.open = append(r.open, e)
	return nil
}

// times reads when an element begins and ends.
func (r *ttmlReader) times(t xml.StartElement, e *ttmlElement) error {
	base := e.begin
	if xmlAttribute(t, "unit") != "" {
		base = 0 // Apple's sentences and words in transcripts of podcasts have the times of the recording
	}
	for _, name := range []string{"begin", "dur", "end"} {
		s := xmlAttribute(t, name)
		if s == "" {
			continue
		}
		seconds, err := r.clock.parse(strings.TrimSpace(s))
		if err != nil {
			return r.f.errorAt(r.from, "the attribute %s: %v", name, err)
		}
		switch name {
		case "begin":
			e.begin = base + seconds
		case "dur":
			e.end = e.begin + seconds
		case "end":
			if end := base + seconds; xmlAttribute(t, "dur") == "" || end < e.end {
				e.end = end
			}
		}
		e.timed, e.own = true, true
	}
	return nil
}

func (r *ttmlReader) end(name string) {
	e := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if n := len(r.open); n > 0 && !math.IsInf(e.end, 1) {
		r.open[n-1].next = e.end
	}
	if name == "agent" {
		r.agent = ""
	}
	if r.inside == 0 {
		return
	}
	if r.inside--; r.inside > 0 {
		r.spans[e.span].to = r.from
		return
	}
	known := e.timed && !math.IsInf(e.end, 1)
	r.block.to = r.to
	q := textCue{cue: cue{block: r.block, speaker: e.agent, time: interval(e.begin, e.end, known)}}
	if known {
		r.f.checkTime(e.from-1, e.begin, e.end, &r.before)
	} else {
		q.time = r.timeOfSpans(span{e.from, r.from})
	}
	q.text = brokenLines(r.f.text, span{e.from, r.from}, ttmlTag)
	r.found = append(r.found, q)
}

// timeOfSpans returns the time of the elements in a paragraph that has none itself.
func (r *ttmlReader) timeOfSpans(s span) (t transcript.Interval) {
	for i := len(r.spans) - 1; i >= 0 && r.spans[i].from >= s.from; i-- {
		switch time := r.spans[i].time; {
		case !time.Known:
		case !t.Known:
			t = time
		default:
			t.Start, t.End = min(t.Start, time.Start), max(t.End, time.End)
		}
	}
	return t
}

// brokenLines cuts the content of a paragraph at its <br>; tagAt finds tags.
func brokenLines(text string, s span, tagAt func(string) (string, int)) []textLine {
	blanks := func(at int) int { return at + len(text[at:s.to]) - len(strings.TrimLeft(text[at:s.to], " \t\r\n")) }
	var out []textLine
	from := blanks(s.from)
	line := func(end, to int) {
		l := textLine{span{from, to}, from + len(strings.TrimRight(text[from:end], " \t\r\n"))}
		out = append(out, l)
		from = to
	}
	for at := from; at < s.to; {
		name, n := tagAt(text[at:s.to])
		if n == 0 {
			at++
			continue
		}
		if local := name[strings.IndexByte(name, ':')+1:]; local == "br" || local == "br/" {
			line(at, blanks(at+n))
			at = from
			continue
		}
		at += n
	}
	if from < s.to {
		line(s.to, s.to)
	}
	return out
}

// addSpans gives the pieces of paragraphs the times and speakers of elements in them.
func (r *ttmlReader) addSpans(c *cues) {
	for i := range c.list {
		q := &c.list[i]
		for j := range q.lines {
			l := &q.lines[j]
			for _, n := range l.utterances {
				u := &l.v.utterances[n]
				for k := range u.Pieces {
					x, ok := l.v.field(n, k)
					if !ok {
						continue
					}
					in := r.innermost(x.raw)
					if in == nil {
						continue
					}
					u.Pieces[k].Time = in.time
					u.Pieces[k].Spaced = in.word && x.raw.from == in.from && k > 0
					if in.agent != "" && strings.TrimSpace(u.Pieces[k].Text) != "" {
						u.Speaker = r.name(in.agent)
					}
				}
			}
		}
	}
}

// innermost returns the innermost element of a paragraph that a stretch is in, nil if there
// is none.
func (r *ttmlReader) innermost(s span) *ttmlSpan {
	i := sort.Search(len(r.spans), func(i int) bool { return r.spans[i].from > s.from }) - 1
	for i >= 0 && r.spans[i].to < s.to {
		i = r.spans[i].parent
	}
	if i < 0 {
		return nil
	}
	return &r.spans[i]
}

// ttmlTag finds a tag; that of what is neither a span nor text takes what is in it along.
func ttmlTag(s string) (string, int) {
	name, n := xmlTag(s)
	if n == 0 || name[0] == '/' || name[0] == '!' || name[0] == '?' || strings.HasSuffix(name, "/") {
		return name, n
	}
	reading := false
	if name[strings.IndexByte(name, ':')+1:] == "span" {
		if reading = strings.Contains(s[:n], ":ruby") && ttmlReading().MatchString(s[:n]); !reading {
			return name, n
		}
	}
	for depth := 1; depth > 0 && n < len(s); {
		inner, k := xmlTag(s[n:])
		switch {
		case k == 0:
			k = 1
		case inner == name:
			depth++
		case inner == "/"+name:
			depth--
		}
		n += k
	}
	if reading {
		return rubyName, n
	}
	return name, n
}

// ttmlName makes an id of a number.
func ttmlName(n int) string { return fmt.Sprintf("speaker%d", n+1) }

func writeTTML(b *strings.Builder, t *Transcript) error {
	cues := t.writtenCues()
	numbers := t.numbers()
	names := make([]string, len(numbers))
	for name, n := range numbers {
		names[n] = name
	}
	quoted := strings.NewReplacer(`"`, "&quot;")
	fmt.Fprintf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:ttm=\"http://www.w3.org/ns/ttml#metadata\" xml:lang=\"%s\">\n  <head>\n", quoted.Replace(escapeText(t.language)))
	if len(names) > 0 {
		b.WriteString("    <metadata>\n")
		for n, name := range names {
			fmt.Fprintf(b, "      <ttm:agent xml:id=\"%s\" type=\"person\"><ttm:name type=\"full\">%s</ttm:name></ttm:agent>\n", ttmlName(n), escapeText(name))
		}
		b.WriteString("    </metadata>\n")
	}
	b.WriteString("  </head>\n  <body>\n    <div>\n")
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "      <p begin=\"%s\" end=\"%s\"", clock(c.time.Start, "."), clock(c.time.End, "."))
		if c.speaker != "" {
			fmt.Fprintf(b, " ttm:agent=\"%s\"", ttmlName(numbers[c.speaker]))
		}
		b.WriteString(">" + strings.Join(c.said(escapeText), "<br/>") + "</p>\n")
	}
	b.WriteString("    </div>\n  </body>\n</tt>\n")
	return nil
}
