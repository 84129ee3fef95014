package formats

import (
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func sameSpeaker(label string) func(transcript.Turn) bool {
	return func(t transcript.Turn) bool { return t.Speaker == label }
}

// labelPlaces returns where lines of plain text have labels.
func (f *File) labelPlaces() []span {
	var out []span
	for i := range f.Document.Lines {
		if l := &f.Document.Lines[i]; l.Text > l.Bytes.Start {
			out = append(out, span{l.Bytes.Start, l.Text})
		}
	}
	return out
}

// quoted returns a label as it stands in place of another one.
func (l *labelFinder) quoted(at span, label string) string {
	text := l.written(label)
	if l.f.Format.isTable() && strings.ContainsAny(text, ",;\"\t") {
		if text = strings.ReplaceAll(text, `"`, `""`); at.from == 0 || l.f.text[at.from-1] != '"' {
			text = `"` + text + `"`
		}
	}
	return text
}

// turnWriter writes turns into a file.
type turnWriter struct {
	x     *reworked
	f     *File
	l     *labelFinder
	place []int // of each word of the document that is wanted, the word of f's
	names []string
	way   int // in which labels are looked for
	out   []splice
}

// signed is the way in which the sign of another speaker tells that a turn begins, though the same goes on.
const signed = 2

// turnSplices returns the ways in which turns may be written into a file whose speakers have their names.
func (x *reworked) turnSplices(f *File) (ways [][]splice) {
	w := &turnWriter{x: x, f: f, l: newLabelFinder(f), names: speakersOf(f.Document), place: make([]int, len(f.Document.Words))}
	theirs := f.inOrder()
	for i, word := range x.base.inOrder() {
		w.place[word] = theirs[i]
	}
	for i := range x.to[1].Turns {
		if t := &x.to[1].Turns[i]; w.changes(t) && w.l.twice(w.names[w.place[t.Words.Start]]) {
			return nil
		}
	}
	if f.Format == CHAT && !w.known() {
		return nil
	}
	for w.way = range 3 {
		w.out = nil
		w.turns()
		ways = append(ways, w.out)
	}
	return ways
}

// known reports whether all who are to speak do so in the file, whose head lists them.
func (w *turnWriter) known() bool {
	for i := range w.x.to[1].Turns {
		if !slices.Contains(w.names, w.x.to[1].Turns[i].Speaker) {
			return false
		}
	}
	return true
}

// changes reports whether somebody else says a turn.
func (w *turnWriter) changes(t *transcript.Turn) bool {
	for k := t.Words.Start; k < t.Words.End; k++ {
		if w.names[w.place[k]] != t.Speaker {
			return true
		}
	}
	return false
}

// turns writes all turns that are other ones.
func (w *turnWriter) turns() {
	doc := w.x.to[1]
	touched := false // the turn before is another one
	for i := range doc.Turns {
		t := &doc.Turns[i]
		opened := w.x.open[t.Words.Start]
		was := touched
		if touched = opened || w.changes(t); touched || was {
			w.turn(t, opened)
		}
		for k := t.Words.Start + 1; k < t.Words.End; k++ {
			if open, ok := w.x.open[k]; ok && !open && len(w.f.views) == 0 {
				w.join(k)
				touched = true
			}
		}
	}
}

// turn writes a turn: its labels, and a new one where it begins anew.
func (w *turnWriter) turn(t *transcript.Turn, opened bool) {
	doc := w.x.to[1]
	set := make(map[int]bool) // fields of the turn
	for k := t.Words.Start; k < t.Words.End; k++ {
		set[w.field(k)] = true
	}
	for i := t.FirstLine; i < len(doc.Lines) && doc.Lines[i].Words.Start < t.Words.End; i++ {
		l := &doc.Lines[i]
		if l.Words.Len() == 0 {
			continue
		}
		first := l.Words.Start
		begins := first == t.Words.Start
		if begins && opened && i > 0 && doc.Lines[i-1].Utterance == l.Utterance {
			w.cut(first, t.Speaker)
			continue
		}
		is := w.names[w.place[first]]
		if open, ok := w.x.open[first]; ok && !open && len(w.f.views) == 0 {
			continue // its label goes where it is joined
		}
		found := w.labels(l, is, set)
		switch {
		case is != t.Speaker && len(found) > 0:
			for _, s := range found {
				w.replace(s, t.Speaker)
			}
		case begins && opened && len(found) > 0 && w.way == signed && w.f.Format.HasCues():
			w.out = append(w.out, splice{span{found[0].from, found[0].from}, nobody})
		case begins && len(found) == 0:
			w.insert(first, t.Speaker)
		}
	}
}

// labels returns where the label of who says a line stands.
func (w *turnWriter) labels(l *transcript.Line, label string, set map[int]bool) (found []span) {
	if w.l.kind != 'p' {
		seen := make(map[span]bool)
		for k := l.Words.Start; k < l.Words.End; k++ {
			in, ok := w.l.around(span{w.at(k), w.end(k)}, set)
			if !ok || seen[in] {
				continue
			}
			seen[in] = true
			for _, s := range w.l.all(label, in) {
				if !slices.Contains(found, s) {
					found = append(found, s)
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	at := w.at(l.Words.Start)
	gap := w.l.gapBefore(at)
	row := w.l.row(span{at, w.end(l.Words.End - 1)})
	if w.way == 0 {
		if w.l.kind == 'p' && w.l.holdsOnly(row, set) {
			return w.l.all(label, row)
		}
		gap.from = max(gap.from, row.from)
	}
	if all := w.l.all(label, gap); len(all) > 0 {
		return all[len(all)-1:]
	}
	return nil
}

// at returns where a word of the document that is wanted starts in the file.
func (w *turnWriter) at(word int) int {
	x := w.f.Document.Words[w.place[word]].Bytes
	from, _, _ := w.f.Origin(transcript.Span{Start: x.Start, End: x.Start + 1})
	return from
}

// end returns where it ends.
func (w *turnWriter) end(word int) int {
	x := w.f.Document.Words[w.place[word]].Bytes
	_, to, _ := w.f.Origin(transcript.Span{Start: x.End - 1, End: x.End})
	return to
}

// field returns where the field starts that a word is in.
func (w *turnWriter) field(word int) int {
	at := w.at(word)
	k := sort.Search(len(w.l.first), func(k int) bool { return w.l.first[k].to > at })
	if k == len(w.l.first) {
		return -1
	}
	return w.l.first[k].from
}

// replace puts a label in place of another one; without one, what is behind a label goes, too.
func (w *turnWriter) replace(s span, label string) {
	if label != "" || w.l.kind != 'p' {
		w.out = append(w.out, splice{s, w.l.quoted(s, label)})
		return
	}
	rest := w.f.text[s.to:]
	if n := len(rest) - len(strings.TrimLeft(rest, " \t")); strings.HasPrefix(rest[n:], ":") || strings.HasPrefix(rest[n:], "：") {
		rest = strings.TrimLeft(strings.TrimLeft(rest[n:], ":："), " \t")
		s.to = len(w.f.text) - len(rest)
	}
	w.out = append(w.out, splice{s, ""})
}

// voices reports whether the file has speakers in tags of WebVTT.
func (w *turnWriter) voices() bool { return w.f.Format == VTT && strings.Contains(w.f.text, "<v ") }

// written returns the label before what somebody says.
func (w *turnWriter) written(label string) string {
	switch {
	case label == "" && len(w.f.views) == 0:
		return ""
	case label == "":
		return nobody
	case w.voices():
		return "<v " + escapeText(label) + ">"
	case w.way == signed && w.f.Format.HasCues():
		return nobody + w.l.written(label) + ": "
	case w.f.Format.HasCues() || w.f.Format == Text:
		return w.l.written(label) + ": "
	}
	return ""
}

// insert puts a label before a word that begins a line.
func (w *turnWriter) insert(word int, label string) {
	if text := w.written(label); text != "" && w.l.kind == 'p' {
		at := w.at(word)
		w.out = append(w.out, splice{span{at, at}, text})
	}
}

// newline returns how lines end in the file.
func (w *turnWriter) newline() string {
	if strings.Contains(w.f.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// cut lets a turn begin within a line.
func (w *turnWriter) cut(word int, label string) {
	if w.l.kind != 'p' || w.f.pack != nil || !w.f.Format.HasCues() && w.f.Format != Text {
		return
	}
	at := w.at(word)
	s := span{len(strings.TrimRight(w.f.text[:at], " \t")), at}
	line := w.newline()
	if w.f.Format == Text && strings.Count(w.f.text, line+line) > len(w.f.Document.Turns)/2 {
		line += line
	}
	if rest := w.f.text[at:]; w.voices() {
		closes, opens := strings.Index(rest, "</v>"), strings.Index(rest, "<v ")
		if closes >= 0 && (opens < 0 || closes < opens) {
			line = "</v>" + line
		}
	}
	w.out = append(w.out, splice{s, line + w.written(label)})
}

// join lets a turn of plain text go on the one before: all that is between is its label, and blanks.
func (w *turnWriter) join(word int) {
	doc := w.f.Document
	own := &doc.Lines[doc.LineOf(w.place[word])]
	before := w.place[word] - 1
	end := doc.Words[before].Bytes.End
	between := w.f.text[end:own.Bytes.Start]
	for l := doc.LineOf(before) + 1; l < len(doc.Lines) && doc.Lines[l].Bytes.Start < own.Bytes.Start; l++ {
		between = strings.Replace(between, doc.Text(transcript.Span{Start: doc.Lines[l].Bytes.Start, End: doc.Lines[l].Text}), "", 1)
		if doc.Lines[l].Meta {
			return
		}
	}
	if strings.TrimSpace(between) == "" {
		w.out = append(w.out, splice{span{end, own.Text}, " "})
	}
}
