package formats

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// labelFinder finds the labels of speakers in what is between the words of a file.
type labelFinder struct {
	f      *File
	said   []span // fields of all views, in order
	first  []span // those of the first view
	inside []span // objects of JSON, elements of XML, by where they start
	kind   byte   // 'j' JSON, 'x' XML, 'p' what else there is
}

func newLabelFinder(f *File) *labelFinder {
	l := &labelFinder{f: f, kind: 'p'}
	for _, v := range f.views {
		for _, s := range v.slots {
			if s.from >= 0 {
				l.said = append(l.said, span{int(s.from), int(s.to)})
			}
		}
		if v.number == 0 {
			l.first = slices.Clone(l.said)
		}
	}
	if len(f.views) == 0 {
		for i := range f.Document.Lines {
			if x := &f.Document.Lines[i]; x.Words.Len() > 0 {
				l.said = append(l.said, span{x.Text, x.End})
			}
		}
		l.first = slices.Clone(l.said)
	}
	inOrder := func(a, b span) int { return a.from - b.from }
	slices.SortFunc(l.said, inOrder)
	slices.SortFunc(l.first, inOrder)
	switch text := strings.TrimLeft(f.text, "\ufeff \t\r\n"); {
	case f.Format == OTR: // HTML in a string
	case f.json != nil, f.Format.IsJSON():
		l.kind, l.inside = 'j', jsonObjects(f.text)
	case strings.HasPrefix(text, "<") && len(f.views) > 0:
		l.kind, l.inside = 'x', xmlElements(f.text)
	}
	return l
}

// jsonObjects returns the objects of JSON, by where they start.
func jsonObjects(text string) []span {
	var out []span
	var open []int
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			open = append(open, len(out))
			out = append(out, span{i, len(text)})
		case c == '}' && len(open) > 0:
			out[open[len(open)-1]].to = i + 1
			open = open[:len(open)-1]
		}
	}
	return out
}

var xmlTagAt = lazy.Regexp(`<(/?)([\pL_][\pL\pN_:.-]*)[^<>]*?(/?)>`)

// xmlElements returns the elements of XML, by where they start. Those that are not closed are left out.
func xmlElements(text string) []span {
	var out []span
	type element struct {
		name string
		at   int
	}
	var open []element
	for _, m := range xmlTagAt().FindAllStringSubmatchIndex(text, -1) {
		name := text[m[4]:m[5]]
		switch {
		case m[3] > m[2]: // it closes
			for k := len(open) - 1; k >= 0; k-- {
				if open[k].name == name {
					out[open[k].at].to = m[1]
					open = open[:k]
					break
				}
			}
		case m[7] > m[6]:
			out = append(out, span{m[0], m[1]})
		default:
			open = append(open, element{name, len(out)})
			out = append(out, span{m[0], 0})
		}
	}
	return slices.DeleteFunc(out, func(s span) bool { return s.to == 0 })
}

// written returns a label as it may stand in the file.
func (l *labelFinder) written(label string) string {
	switch {
	case l.kind == 'j':
		return quoteJSON(label)
	case l.kind == 'x':
		return escapeHTML(label)
	case l.f.Format == VTT:
		return escapeText(label)
	}
	return label
}

// all returns where a label stands between words in a stretch of the file, in order.
func (l *labelFinder) all(label string, in span) (out []span) {
	raw := l.written(label)
	if raw == "" {
		return nil
	}
	for at := in.from; at < in.to; {
		n := strings.Index(l.f.text[at:in.to], raw)
		if n < 0 {
			break
		}
		s := span{at + n, at + n + len(raw)}
		if at = s.from + 1; l.isLabel(s) && !l.isSaid(s) {
			out = append(out, s)
			at = s.to
		}
	}
	if short, ok := strings.CutPrefix(label, "Speaker "); ok && l.kind == 'j' && len(out) == 0 {
		return l.all(short, in) // what is called "A" there is shown as "Speaker A"
	}
	return out
}

// isSaid reports whether a stretch is a part of what is said.
func (l *labelFinder) isSaid(s span) bool {
	k := sort.Search(len(l.said), func(k int) bool { return l.said[k].to > s.from })
	return k < len(l.said) && l.said[k].from < s.to
}

// speakerKey is the key of what may be a label in JSON.
var speakerKey = lazy.Regexp(`(?i)"[^"]*(?:speaker|name|label|participant|role|user|channel|author|who|voice|talker|spk|person)[^"]*"\s*:\s*(?:\[\s*(?:"[^"]*"\s*,\s*)*)?"$`)

// isLabel reports whether a stretch is all of a label, by what is around it.
func (l *labelFinder) isLabel(s span) bool {
	text := l.f.text
	before, _ := utf8.DecodeLastRuneInString(text[:s.from])
	after, _ := utf8.DecodeRuneInString(text[s.to:])
	switch l.kind {
	case 'j':
		const most = 500 // bytes before it
		if opens := strings.ContainsRune("\"> -", before) || strings.HasSuffix(text[:s.from], `\n`); after == ':' && opens {
			return true // "ANN: so", in what is said
		}
		return before == '"' && after == '"' && (l.f.how.Map != "" || speakerKey().MatchString(text[max(0, s.from-most):s.from]))
	case 'x':
		quoted := (before == '"' || before == '\'') && after == before
		return quoted || strings.ContainsRune("> \t\n-", before) && (after == '<' || after == ':')
	}
	if l.f.Format.HasCues() && l.isNote(s) {
		return false
	}
	in := func(r rune) bool {
		return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_')
	}
	return !in(before) && !in(after)
}

// isNote reports whether a stretch of subtitles is in a note of the file, its head, or a style.
func (l *labelFinder) isNote(s span) bool {
	text := l.f.text
	row := l.row(s)
	if l.f.Format != VTT {
		line := strings.TrimSpace(text[row.from:row.to])
		return !l.isSaid(row) && !strings.HasSuffix(line, ":") && !strings.HasSuffix(line, "：")
	}
	block := strings.ReplaceAll(text[:row.to], "\r", "")
	block = strings.TrimLeft(block[strings.LastIndex(block, "\n\n")+1:], "\n")
	return strings.HasPrefix(block, "NOTE") || strings.HasPrefix(block, "STYLE") || strings.HasPrefix(block, "WEBVTT")
}

// around returns the largest object or element around a place that holds only words of a set, ok is false where there is none.
func (l *labelFinder) around(place span, set map[int]bool) (out span, ok bool) {
	for k := sort.Search(len(l.inside), func(k int) bool { return l.inside[k].from > place.from }) - 1; k >= 0; k-- {
		s := l.inside[k]
		if s.to < place.to {
			continue
		}
		if !l.holdsOnly(s, set) {
			return out, ok
		}
		out, ok = s, true
	}
	return out, ok
}

// holdsOnly reports whether all words in a stretch are of a set, of where fields of the first view start.
func (l *labelFinder) holdsOnly(s span, set map[int]bool) bool {
	k := sort.Search(len(l.first), func(k int) bool { return l.first[k].from >= s.from })
	for ; k < len(l.first) && l.first[k].from < s.to; k++ {
		if !set[l.first[k].from] && strings.TrimSpace(l.f.text[l.first[k].from:l.first[k].to]) != "" {
			return false
		}
	}
	return true
}

// twice reports whether a label stands beside words that others than the first view hold alone: the file says all again
// elsewhere, in lists of its own.
func (l *labelFinder) twice(label string) bool {
	if len(l.f.views) < 2 || l.kind == 'p' {
		return false
	}
	none := map[int]bool{}
	for _, s := range l.all(label, span{0, len(l.f.text)}) {
		if in, ok := l.around(s, none); ok && l.isSaid(in) {
			return true
		}
	}
	return false
}

// row returns the lines of the file that a stretch is in.
func (l *labelFinder) row(s span) span {
	text := l.f.text
	from := strings.LastIndexByte(text[:s.from], '\n') + 1
	to := len(text)
	if n := strings.IndexByte(text[s.to:], '\n'); n >= 0 {
		to = s.to + n
	}
	return span{from, to}
}

// gapBefore returns what is between a place and the words before it.
func (l *labelFinder) gapBefore(at int) span {
	k := sort.Search(len(l.said), func(k int) bool { return l.said[k].from >= at })
	if k == 0 {
		return span{0, at}
	}
	return span{min(at, l.said[k-1].to), at}
}

// nameSplices gives speakers other names wherever they are named.
func (x *reworked) nameSplices(f *File) [][]splice {
	l := newLabelFinder(f)
	var out []splice
	for i := range f.Document.Turns {
		old, is := f.Document.Turns[i].Speaker, x.to[0].Turns[i].Speaker
		if old == is || slices.ContainsFunc(f.Document.Turns[:i], sameSpeaker(old)) {
			continue
		}
		in := []span{{0, len(f.text)}}
		if len(f.views) == 0 {
			in = f.labelPlaces()
		}
		for _, part := range in {
			for _, s := range l.all(old, part) {
				out = append(out, splice{s, l.quoted(s, is)})
			}
		}
	}
	return [][]splice{out}
}
