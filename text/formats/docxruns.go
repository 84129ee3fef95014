package formats

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
)

// docxStretch is what becomes of a stretch of a text: all of it is escaped.
type docxStretch struct {
	text   string
	fate   docxFate
	color  string
	anchor string // markup between runs, in place of all else
}

// rewritten returns a text that changes, with its run cut where it has to be.
func (r *docxReviser) rewritten(i int) splice {
	x := &r.texts[i]
	run := &r.runs[x.run]
	r.use(run.tag)
	tag := r.f.text[run.tag.from:run.tag.to]
	properties := r.f.text[run.properties.from:run.properties.to]
	first, last := run.first == x.element.from, run.last == x.element.to
	at := x.element
	var b strings.Builder
	open, color := true, ""
	if first {
		at.from, open = run.tag.from, false
	}
	if last {
		at.to = run.end.to
	}
	head := func(color string) string {
		own := tag + r.colored(properties, color)
		// What they were before somebody changed them is said once.
		properties = withoutElement(properties, r.markup.prefix+"rPrChange")
		return own
	}
	if !first {
		properties = withoutElement(properties, r.markup.prefix+"rPrChange")
	}
	shut := func() {
		if open {
			b.WriteString(r.markup.end("r"))
		}
		open = false
	}
	for _, s := range r.stretches(i) {
		switch {
		case s.anchor != "":
			shut()
			b.WriteString(s.anchor)
		case s.fate != docxKept:
			shut()
			b.WriteString(r.markup.run(head(s.color), s.text, s.fate))
		default:
			if open && color != s.color {
				shut()
			}
			if !open {
				b.WriteString(head(s.color))
			}
			open, color = true, s.color
			b.WriteString(r.markup.text("t", s.text))
		}
	}
	if last || open && color != "" {
		shut()
	}
	if !last && !open {
		b.WriteString(head(""))
	}
	return splice{at, b.String()}
}

// lateProperties are those of a run that come behind its colour.
var lateProperties = []string{"u", "effect", "bdr", "shd", "fitText", "vertAlign", "rtl", "cs", "em", "lang", "eastAsianLayout", "specVanish", "oMath", "rPrChange"}

// colored returns the properties of a run with a colour; "": with the one that they have.
func (r *docxReviser) colored(properties, color string) string {
	prefix := r.markup.prefix
	if color == "" {
		return properties
	}
	own := "<" + prefix + "highlight" + r.markup.declared() + " " + r.markup.attribute() + `val="` + color + `"/>`
	end := r.markup.end("rPr")
	if !strings.HasSuffix(properties, end) {
		return "<" + prefix + "rPr>" + own + end // there were none
	}
	properties = withoutElement(properties, prefix+"highlight")
	at := len(properties) - len(end)
	for _, name := range lateProperties {
		for _, then := range [...]string{" ", "/", ">"} {
			if n := strings.Index(properties, "<"+prefix+name+then); n >= 0 {
				at = min(at, n)
			}
		}
	}
	return properties[:at] + own + properties[at:]
}

// withoutElement returns XML without an element, which may have others in it, but not itself.
func withoutElement(text, name string) string {
	at := strings.Index(text, "<"+name)
	if at < 0 || len(text) == at+1+len(name) || strings.IndexByte(" />", text[at+1+len(name)]) < 0 {
		return text
	}
	to := at + strings.IndexByte(text[at:], '>') + 1
	if text[to-2] != '/' {
		end := "</" + name + ">"
		to += strings.Index(text[to:], end) + len(end)
	}
	return text[:at] + text[to:]
}

// stretches returns what becomes of a text, from its start to its end.
func (r *docxReviser) stretches(i int) []docxStretch {
	x := &r.texts[i]
	tracked := r.tracked && r.runs[x.run].space == r.space // there are no revisions in equations and drawings
	places := slices.Clone(r.places[i])
	for k := range places {
		for _, e := range r.edits[i] {
			if p := &places[k]; e.from < p.at && p.at < e.to { // its words go: it stands beside them
				if p.at = e.to; p.starts {
					p.at = e.from
				}
			}
		}
	}
	slices.SortStableFunc(places, func(a, b docxPlaceMark) int {
		if a.at == b.at && a.starts && !b.starts {
			return 1 // what ends comes before what starts
		} else if a.at == b.at && b.starts && !a.starts {
			return -1
		}
		return a.at - b.at
	})
	var out []docxStretch
	color, at := "", x.content.from
	put := func(text string, fate docxFate) {
		if n := len(out); fate == docxKept && text != "" && n > 0 && out[n-1].anchor == "" && out[n-1].fate == fate && out[n-1].color == color {
			out[n-1].text += text
		} else if text != "" {
			out = append(out, docxStretch{text: text, fate: fate, color: color})
		}
	}
	upTo := func(to int) {
		put(r.raw(x, span{at, max(at, to)}), docxKept)
		at = max(at, to)
	}
	mark := func(to int) {
		for len(places) > 0 && places[0].at <= to {
			upTo(places[0].at)
			if places[0].anchor != "" {
				out = append(out, docxStretch{anchor: places[0].anchor})
			} else {
				color = places[0].color
			}
			places = places[1:]
		}
	}
	for _, e := range r.edits[i] {
		mark(e.from)
		upTo(e.from)
		if tracked {
			put(r.raw(x, e.span), docxDeleted)
			put(e.text, docxInserted)
		} else {
			put(e.text, docxKept)
		}
		at = e.to
	}
	mark(x.content.to)
	upTo(x.content.to)
	return wholeWords(out)
}

// wholeWords lets revisions that change letters of a word be of the whole word, as people read them.
func wholeWords(all []docxStretch) []docxStretch {
	var out []docxStretch
	for i := 0; i < len(all); i++ {
		s := all[i]
		if s.fate == docxKept {
			out = append(out, s)
			continue
		}
		del, ins := docxStretch{fate: docxDeleted, color: s.color}, docxStretch{fate: docxInserted, color: s.color}
		if s.fate == docxInserted {
			ins.text = s.text
		} else if del.text = s.text; i+1 < len(all) && all[i+1].fate == docxInserted {
			i++
			ins.text = all[i].text
		}
		var before, after *docxStretch
		if n := len(out); n > 0 && out[n-1].fate == docxKept && out[n-1].anchor == "" && out[n-1].color == s.color {
			before = &out[n-1]
		}
		if i+1 < len(all) && all[i+1].fate == docxKept && all[i+1].anchor == "" && all[i+1].color == s.color {
			after = &all[i+1]
		}
		widen(before, &del, &ins, after)
		out = append(out, del, ins)
	}
	return slices.DeleteFunc(out, func(s docxStretch) bool { return s.text == "" && s.anchor == "" })
}

// widen takes the letters around a change of letters into it, from what is kept before and after it; nil: nothing is.
func widen(before, del, ins, after *docxStretch) {
	left, right := "", ""
	if before != nil {
		left = before.text[len(strings.TrimRightFunc(before.text, isWordLetter)):]
	}
	if after != nil {
		right = after.text[:len(after.text)-len(strings.TrimLeftFunc(after.text, isWordLetter))]
	}
	letters := strings.ContainsFunc(ins.text, isWordLetter)
	switch {
	case left+right == "", strings.ContainsFunc(del.text+ins.text, unicode.IsSpace):
		return
	case ins.text == "":
		letters = strings.TrimFunc(del.text, isWordLetter) == ""
	case del.text == "" && strings.Trim(ins.text, "'’") == "":
		letters = left != "" && right != "" // an apostrophe in a word
	}
	if !letters {
		return
	}
	if left != "" {
		before.text = strings.TrimSuffix(before.text, left)
	}
	if right != "" {
		after.text = strings.TrimPrefix(after.text, right)
	}
	del.text, ins.text = left+del.text+right, left+ins.text+right
}

// isWordLetter reports whether a character is a letter of a word that is written in letters.
func isWordLetter(r rune) bool { return unicode.IsLetter(r) && !language.IsHan(r) }
