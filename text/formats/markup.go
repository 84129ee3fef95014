package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// inlineTags are the names of tags that text of any kind may hold: those of HTML for
// parts of a line, and for lines and paragraphs.
var inlineTags = func() map[string]bool {
	out := make(map[string]bool)
	for name := range strings.FieldsSeq("a abbr b bdi bdo big blockquote br c center cite code del div em font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rb rp rt rtc ruby s samp section small span strike strong sub sup table tbody td th thead tr tt u ul var wbr body head html") {
		out[name] = true
	}
	return out
}()

// longestTag is more bytes than a tag has.
const longestTag = 400

// htmlTag finds a tag of HTML at the start of s, and returns its name in lower case, with
// "/" where it closes, and its length; 0 if there is none. Tags that are closed in
// themselves have no pair, and the name "br".
func htmlTag(s string) (name string, n int) {
	if s == "" || s[0] != '<' {
		return "", 0
	}
	n = strings.IndexAny(s[1:min(len(s), longestTag)], "<>\n") + 1
	if n < 2 || s[n] != '>' {
		return "", 0
	}
	inside := s[1:n]
	end := strings.IndexAny(inside, " \t.")
	if end < 0 {
		end = len(inside)
	}
	name = strings.ToLower(strings.TrimSuffix(inside[:end], "/"))
	if !inlineTags[strings.TrimPrefix(name, "/")] {
		return "", 0
	}
	if name == "br" || strings.HasSuffix(inside, "/") {
		name = "br"
	}
	if k := rubyReading(s[:min(len(s), longestTag)], name, n+1); k > 0 {
		return rubyName, k
	}
	return name, n + 1
}

// hasMarkup reports whether plain text has tags or character references.
func hasMarkup(text string) bool {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '<':
			if _, n := htmlTag(text[i:]); n > 0 {
				return true
			}
		case '&':
			if _, n := unescapeText(text[i:]); n > 1 {
				return true
			}
		}
	}
	return false
}

// readMarkedText is readText for text with tags and character references. Turns are
// found in the text without them.
func readMarkedText(f *File) error {
	if err := transcript.CheckText(f.text, f.Name); err != nil {
		return err
	}
	whole := decodedField(f.text, span{0, len(f.text)}, func(s string) (string, int) {
		if _, n := htmlTag(s); n > 0 {
			return "", n
		}
		return unescapeText(s)
	}, nil)
	d, err := transcript.ParseText(whole.text, f.Name)
	if err != nil {
		return err
	}
	c := newCues(f)
	c.tagAt, c.decode, c.escape, c.loose = htmlTag, unescapeText, escapeText, true
	q := cue{}
	rawLines := f.lines()
	turn := 0
	for i := range d.Lines {
		l := &d.Lines[i]
		raw := rawLines[i]
		if l.Words.Len() == 0 || raw.end == raw.from {
			q.lines = append(q.lines, cueLine{textLine: raw, v: c.v})
			continue
		}
		for turn+1 < len(d.Turns) && d.Turns[turn+1].FirstLine <= i {
			turn++
		}
		t := &d.Turns[turn]
		out := cueLine{textLine: raw, v: c.v, speaker: t.Speaker}
		c.speaker = t.Speaker
		at := raw.from
		for text := min(whole.at(l.Text), raw.end); at < text; {
			if name, n := htmlTag(f.text[at:raw.end]); n > 0 {
				out.addTag(span{at, at + n}, name, 0)
				at += n
				continue
			}
			at++
		}
		if strings.TrimSpace(d.Source[l.Bytes.Start:l.Text]) != "" {
			out.label = span{raw.from, at}
		}
		c.body(&out, &q, at, transcript.Utterance{Break: i == t.FirstLine})
		q.lines = append(q.lines, out)
	}
	c.list = []cue{q}
	f.finish = c.drop
	f.build()
	return nil
}

// unescapeText is unescapeHTML for lines, in which references to control characters and
// to line ends stay what they are written as.
func unescapeText(s string) (string, int) {
	text, n := unescapeHTML(s)
	if n > 1 && s[0] == '&' {
		if r, _ := utf8.DecodeRuneInString(text); unicode.IsControl(r) || r == utf8.RuneError {
			return "&", 1
		}
	}
	return text, n
}
