package formats

import (
	"encoding/xml"
	"html"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var srvRoot = lazy.Regexp(`^(?:\s|<\?[^>]*>|<!--[^>]*-->)*(?:<timedtext[\s>]|<transcript>\s*<text\s[^>]*\bstart=)`)

// sniffSRV reports whether text is XML with captions of YouTube.
func sniffSRV(text string) bool {
	head := text[:min(len(text), 4000)]
	return (strings.Contains(head, "<timedtext") || strings.Contains(head, "<transcript>")) && srvRoot().MatchString(head)
}

// srvSegment is text in a caption.
type srvSegment struct {
	x       *field
	element span // that goes with the text; empty: none does
	at      float64
	trust   float64
}

// srvCaption is a caption, or a line end between two.
type srvCaption struct {
	block    span // with the blanks before it
	tag      int  // where it starts
	from, to float64
	known    bool
	segments []srvSegment
}

// said reports whether there is more in a caption than blanks.
func (c *srvCaption) said() bool {
	for i := range c.segments {
		if strings.TrimSpace(c.segments[i].x.text) != "" {
			return true
		}
	}
	return false
}

// srvReader collects captions.
type srvReader struct {
	*xmlReader
	captions []srvCaption
	twice    bool        // texts are escaped twice, as those of the first version
	timed    bool        // words have times
	in       *srvCaption // that is open
	inside   int         // the elements that are open in it
	append   bool        // to the last one, as words in the second version
	element  span        // that is open in it
	at       float64
	trust    float64
}

// readSRV reads captions of YouTube in XML: version 1 has times in seconds and texts that are escaped
// twice; 2 and 3 have milliseconds, and words as elements. As in json3, line ends stand between captions
// that were recognised.
func readSRV(f *File) error {
	r := &srvReader{xmlReader: newXMLReader(f, "the file of captions")}
	if err := r.each(r.start, r.end, r.text); err != nil {
		return err
	}
	pieces := r.timed
	for i := range r.captions {
		n := 0
		for _, s := range r.captions[i].segments {
			if strings.TrimSpace(s.x.text) != "" {
				n++
			}
		}
		pieces = pieces || n > 1
	}
	if pieces {
		r.readWords()
	} else {
		r.readCaptions()
	}
	return nil
}

func (r *srvReader) start(t xml.StartElement) error {
	name := t.Name.Local
	switch {
	case r.depth == 1:
		if name != "transcript" && name != "timedtext" {
			return r.f.errorAt(r.from, "these are no captions of YouTube: the file starts with <%s>, not <timedtext> or <transcript>", name)
		}
		r.twice = name == "transcript"
	case r.in != nil:
		if r.inside++; name == "s" && r.inside == 1 {
			r.element = span{r.from, 0}
			ms, ok := parseNumber(xmlAttribute(t, "t"))
			if r.at = r.in.from; ok {
				r.at += ms / 1000
			}
			r.trust, _ = parseNumber(xmlAttribute(t, "ac"))
			r.timed = r.timed || ok || xmlAttribute(t, "ac") != ""
		}
	case name == "window": // one that scrolls is of words that were recognised
		r.timed = r.timed || xmlAttribute(t, "sd") != ""
	case name == "text" || name == "p":
		r.caption(t)
	}
	return nil
}

// caption opens a caption.
func (r *srvReader) caption(t xml.StartElement) {
	from := len(strings.TrimRight(r.f.text[:r.from], " \t\r\n"))
	scale, names := 1e-3, [2]string{"t", "d"}
	if r.twice {
		scale, names = 1, [2]string{"start", "dur"}
	}
	start, ok := parseNumber(xmlAttribute(t, names[0]))
	length, ok2 := parseNumber(xmlAttribute(t, names[1]))
	n := len(r.captions)
	if r.append = xmlAttribute(t, "append") == "1" && n > 0 && r.captions[n-1].said(); !r.append {
		if !ok2 {
			length = shortTurn / scale
		}
		r.captions = append(r.captions, srvCaption{block: span{from, 0}, tag: r.from, from: start * scale, to: (start + length) * scale, known: ok})
	}
	r.in = &r.captions[len(r.captions)-1]
	r.at, r.element, r.trust = start*scale, span{}, 0
	if r.append {
		r.element, r.timed = span{from, 0}, true
	}
}

// text adds text of the caption that is open.
func (r *srvReader) text(xml.CharData) {
	if r.in == nil {
		return
	}
	if x := xmlField(r.f.text, span{r.from, r.to}); x != nil {
		r.in.segments = append(r.in.segments, srvSegment{x, r.element, r.at, r.trust})
	}
}

func (r *srvReader) end(string) {
	if r.in == nil {
		return
	}
	if r.inside > 0 {
		if r.inside--; r.inside == 0 && !r.append && r.element.from > 0 {
			r.close()
			r.element, r.at, r.trust = span{}, r.in.from, 0
		}
		return
	}
	if r.append {
		r.close()
		if n := len(r.in.segments); n > 0 && strings.TrimSpace(r.in.segments[n-1].x.text) == "" {
			r.lineEnd()
		}
	}
	r.captions[len(r.captions)-1].block.to = r.to
	r.in, r.append = nil, false
}

// close says where the element ends that is open in a caption.
func (r *srvReader) close() {
	for i := len(r.in.segments) - 1; i >= 0 && r.in.segments[i].element.from == r.element.from; i-- {
		r.in.segments[i].element.to = r.to
	}
}

// lineEnd makes what was appended last, and is a line end, a caption of its own.
func (r *srvReader) lineEnd() {
	n := len(r.in.segments) - 1
	s := r.in.segments[n]
	r.in.segments = r.in.segments[:n]
	r.captions = append(r.captions, srvCaption{block: s.element, tag: s.element.from, segments: []srvSegment{{x: s.x}}})
}

// srvUnit is a piece that goes with an element.
type srvUnit struct {
	element          span
	utterance, piece int
}

// readWords reads captions of several texts: words with the time from which on they are said, or text in
// several styles.
func (r *srvReader) readWords() {
	v := r.f.newView()
	r.f.startsOnly = r.timed
	var units []srvUnit
	of := make([]span, len(r.captions))
	for i := range r.captions {
		c := &r.captions[i]
		if !c.said() {
			continue
		}
		all := r.f.interval(c.tag, c.from, c.to, c.known)
		u := transcript.Utterance{Time: all}
		var fields []*field
		for k := range c.segments {
			s := &c.segments[k]
			p := transcript.Piece{Confidence: confidence(s.trust / 255)}
			x := s.x
			if r.timed && all.Known {
				p.Time = r.f.interval(x.raw.from, s.at, min(s.at+float64(lettersIn(x.text))/usualSpeech, max(s.at, c.to)), true)
			}
			if n := openSign(x.text); k == 0 && n > 0 {
				u.Break, x = true, x.part(n, len(x.text))
			} else if s.element.to > 0 {
				units = append(units, srvUnit{s.element, len(v.utterances), k})
			}
			u.Pieces, fields = append(u.Pieces, p), append(fields, x)
		}
		if n := len(u.Pieces); u.Pieces[0].Time.Known {
			u.Time = transcript.Interval{Start: u.Pieces[0].Time.Start, End: u.Pieces[n-1].Time.End, Known: true}
		}
		v.add(u, fields)
		of[i] = span{len(v.utterances) - 1, len(v.utterances)}
	}
	r.f.finish = func(o *outcome) {
		for _, u := range units {
			if o.pieceRemoved(v, u.utterance, u.piece) {
				o.remove(u.element)
			}
		}
		r.drop(o, func(i int) bool { return o.allRemoved(v, of[i]) })
	}
}

// readCaptions reads captions of lines.
func (r *srvReader) readCaptions() {
	c := newCues(r.f)
	if c.tagAt = htmlTag; r.twice {
		c.tagAt = escapedTag
	}
	var j joinedText
	spans := make([]span, len(r.captions))
	for i := range r.captions {
		for _, s := range r.captions[i].segments {
			if strings.TrimSpace(s.x.text) != "" {
				spans[i] = j.add(s.x)
			}
		}
	}
	if r.twice {
		c.readIn(&j, func(s string) string { return escapeText(escapeText(s)) }, unescapeHTML)
	} else {
		c.readIn(&j, escapeText, nil)
	}
	var found []textCue
	var before transcript.Interval
	for i := range r.captions {
		x := &r.captions[i]
		found = append(found, textCue{cue: cue{time: interval(x.from, x.to, x.known)}, text: c.linesOf(spans[i])})
		if x.known && x.said() {
			r.f.checkTime(x.tag, x.from, x.to, &before)
		}
	}
	c.addAll(found)
	r.f.finish = func(o *outcome) {
		c.dropBroken(o)
		r.drop(o, func(i int) bool {
			_, all, any := c.list[i].removed(o)
			return all && any
		})
	}
}

// escapedTag is htmlTag for text in which tags may be escaped ("&lt;i&gt;").
func escapedTag(s string) (string, int) {
	if !strings.HasPrefix(s, "&lt;") {
		return htmlTag(s)
	}
	n := strings.Index(s[:min(len(s), longestTag)], "&gt;")
	if n < 0 {
		return "", 0
	}
	n += len("&gt;")
	tag := html.UnescapeString(s[:n])
	if name, k := htmlTag(tag); k == len(tag) {
		return name, n
	}
	return "", 0
}

// drop takes out captions all of whose words are removed.
func (r *srvReader) drop(o *outcome, gone func(i int) bool) {
	if o.keepEmpty {
		return
	}
	for _, i := range goneCaptions(len(r.captions), func(i int) bool { return r.captions[i].said() }, gone) {
		o.remove(r.captions[i].block)
	}
}
