package formats

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var samiRoot = lazy.Regexp(`(?i)^\s*(?:<!--.*?-->\s*)?<sami[\s>]`)

func sniffSAMI(text string) bool {
	head := text[:min(len(text), 400)]
	return strings.HasPrefix(strings.TrimLeft(head, " \t\n\f\r"), "<") && samiRoot().MatchString(head)
}

// samiTag finds a tag or a comment, whose name is in lower case.
func samiTag(s string) (string, int) {
	if s[0] != '<' {
		return "", 0
	}
	name, n := xmlTag(s)
	return strings.ToLower(strings.TrimSuffix(name, "/")), n
}

// samiChar decodes the character, or the character reference, that s begins with.
func samiChar(s string) (string, int) {
	if len(s) >= len("&nbsp") && strings.EqualFold(s[:len("&nbsp")], "&nbsp") && !strings.HasPrefix(s[len("&nbsp"):], ";") {
		return "\u00a0", len("&nbsp")
	}
	return xmlChar(s)
}

var samiAttribute = lazy.Regexp(`([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))`)

// samiAttributes returns the attributes of a tag, by their names in lower case.
func samiAttributes(tag string) map[string]string {
	out := make(map[string]string)
	for _, m := range samiAttribute().FindAllStringSubmatch(tag, -1) {
		out[strings.ToLower(m[1])] = html.UnescapeString(m[2] + m[3] + m[4])
	}
	return out
}

// samiClass collects the paragraphs of a class, which is a language.
type samiClass struct {
	name    string
	found   []textCue
	said    int    // the last of found that has no end yet, -1: there is none
	speaker string // of the last paragraph with nothing but a name
}

// samiReader collects the paragraphs of a SAMI file.
type samiReader struct {
	f       *File
	at      int  // in the text
	sync    int  // the tag that times are of
	body    bool // one was there
	start   float64
	end     float64 // of the sync; 0: it says none
	classes []samiClass
	order   []int // the classes of what is found, in the order of the file
	before  transcript.Interval
}

// readSAMI reads SAMI: paragraphs in <SYNC Start=ms>, up to the next one of their class; an empty one ends what is
// shown. Tags need not be closed. Each class is a language, or another way to show the same.
func readSAMI(f *File) error {
	if text := strings.TrimPrefix(f.text, "\ufeff"); !sniffSAMI(text) {
		return f.errorLine(0, "this is no SAMI: it does not start with <SAMI>")
	}
	r := &samiReader{f: f}
	if err := r.read(); err != nil {
		return err
	}
	v := f.newView()
	var all []*cues
	for i := range r.classes {
		c := &cues{f: f, v: v, tagAt: samiTag, channel: int32(i)}
		c.fieldAt = func(s span) *field { return decodedField(f.text, s, samiChar, escapeText) }
		c.expect(r.classes[i].found)
		all = append(all, c)
	}
	for _, k := range r.order {
		all[k].add(&r.classes[k].found[len(all[k].list)])
	}
	f.finish = func(o *outcome) {
		for _, c := range all {
			c.dropSAMI(o)
		}
	}
	return nil
}

// samiLanguage is what a style says of a class.
var samiLanguage = lazy.Regexp(`(?i)[{;\s]lang\s*:\s*([A-Za-z-]+)`)

// read reads the file up to its end.
func (r *samiReader) read() error {
	text := r.f.text
	paragraph, from := "", -1 // the class of the paragraph that is open, and where it starts
	for r.at < len(text) {
		n := strings.IndexByte(text[r.at:], '<')
		if n < 0 {
			break
		}
		r.at += n
		name, n := samiTag(text[r.at:])
		if n == 0 {
			if rest := text[r.at:]; len(rest) > 1 && (rest[1] >= 'A' && rest[1] <= 'z' || rest[1] == '/' || rest[1] == '!') && strings.IndexByte(rest, '>') < 0 {
				return r.f.errorAt(r.at, "a tag without its >: the file is cut off")
			}
			r.at++
			continue
		}
		tag := text[r.at : r.at+n]
		switch name {
		case "sync", "p", "/p", "/sync", "/body", "/sami":
			if from >= 0 {
				r.paragraph(paragraph, span{from, r.at})
				from = -1
			}
		case "/style":
			if !r.body {
				for _, m := range samiLanguage().FindAllStringSubmatch(text[:r.at], -1) {
					r.f.inLanguage(m[1])
				}
			}
		}
		switch name {
		case "sync":
			ms, ok := parseNumber(strings.TrimSuffix(samiAttributes(tag)["start"], "ms"))
			if !ok {
				return r.f.errorAt(r.at, "a <SYNC> without a start in milliseconds, such as Start=1200")
			}
			r.body, r.sync, r.start, r.end = true, r.at, ms/1000, 0
			if end, ok := parseNumber(samiAttributes(tag)["end"]); ok {
				r.end = end / 1000
			}
			paragraph, from = "", r.at+n
		case "p":
			if r.body {
				attributes := samiAttributes(tag)
				paragraph, from = strings.ToLower(attributes["class"]), r.at+n
				if strings.EqualFold(attributes["id"], "source") {
					paragraph += samiSource
				}
			}
		}
		r.at += n
	}
	if from >= 0 {
		r.paragraph(paragraph, span{from, len(text)})
	}
	for i := range r.classes {
		r.classes[i].last()
	}
	return nil
}

// samiSource stands behind the class of a paragraph that says who speaks.
const samiSource = "\x00"

// paragraph takes what is shown from the time of the last <SYNC> on.
func (r *samiReader) paragraph(class string, s span) {
	text := r.f.text
	class, source := strings.CutSuffix(class, samiSource)
	s.to = s.from + len(strings.TrimRight(text[s.from:s.to], " \t\r\n"))
	lines := brokenLines(text, s, samiTag)
	said := false
	for _, l := range lines {
		said = said || strings.TrimSpace(bareMarkup(text[l.from:l.end])) != ""
	}
	if !said && class == "" && len(lines) == 0 {
		return // before the first paragraph of a <SYNC>
	}
	k := 0
	if class != "" || len(r.classes) == 0 {
		if k = slices.IndexFunc(r.classes, func(c samiClass) bool { return c.name == class }); k < 0 {
			k = len(r.classes)
			r.classes = append(r.classes, samiClass{name: class, said: -1})
		}
	}
	c := &r.classes[k]
	if source {
		c.speaker = strings.TrimSpace(bareMarkup(text[s.from:s.to]))
		return
	}
	if c.said >= 0 {
		q := &c.found[c.said]
		if !(q.time.End > q.time.Start) {
			q.time = interval(q.time.Start, r.start, r.start >= q.time.Start)
		}
		c.said = -1
	}
	if !said {
		return
	}
	end := max(r.start, r.end)
	r.f.checkTime(r.sync, r.start, end, &r.before)
	q := textCue{cue: cue{block: span{lines[0].from, lines[len(lines)-1].end}, speaker: c.speaker, time: interval(r.start, end, true)}, text: lines}
	r.order = append(r.order, k)
	if c.found = append(c.found, q); q.time.Known {
		c.said = len(c.found) - 1
	}
}

// last ends what is shown last, for as long as it may be said.
func (c *samiClass) last() {
	if c.said < 0 {
		return
	}
	q := &c.found[c.said]
	if q.time.End > q.time.Start {
		return
	}
	letters := 0
	for _, l := range q.text {
		letters += l.end - l.from
	}
	q.time = shareTime(q.time.Start, math.Inf(1), []int{letters})[0]
}

// bareMarkup returns text without tags and with its character references decoded.
func bareMarkup(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if _, n := samiTag(s[i:]); n > 0 {
			i += n
			continue
		}
		c, n := samiChar(s[i:])
		b.WriteString(c)
		i += n
	}
	return b.String()
}

// dropSAMI is drop, which leaves an empty paragraph where all words are removed: without it, what is before would be
// shown for longer.
func (c *cues) dropSAMI(o *outcome) {
	c.dropBroken(o)
	for i := range c.list {
		q := &c.list[i]
		if _, all, any := q.removed(o); all && any {
			o.replace(span{q.block.from, q.block.from}, "&nbsp;")
		}
	}
}

func writeSAMI(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	cues := t.writtenCues()
	b.WriteString("<SAMI>\n<HEAD>\n<STYLE TYPE=\"text/css\">\n<!--\nP { text-align: center; }\n.SUBTTL { Name: Subtitles; ")
	if t.language != "" {
		fmt.Fprintf(b, "lang: %s; ", t.language)
	}
	b.WriteString("SAMIType: CC; }\n-->\n</STYLE>\n</HEAD>\n<BODY>\n")
	ms := func(seconds float64) int64 { return int64(math.Round(max(seconds, 0) * 1000)) }
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "<SYNC Start=%d><P Class=SUBTTL>%s\n", ms(c.time.Start), strings.Join(c.named(escapeText), "<br>"))
		if i+1 == len(cues) || ms(c.time.End) < ms(cues[i+1].time.Start) {
			fmt.Fprintf(b, "<SYNC Start=%d><P Class=SUBTTL>&nbsp;\n", ms(c.time.End))
		}
	}
	b.WriteString("</BODY>\n</SAMI>\n")
	return nil
}
