package transcript

import (
	"cmp"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/internal/visible"
)

// Text returns the cleaned transcript. A line all of whose words are removed
// is removed, with its label; every other line stays a line.
func (e *Edit) Text() string {
	p := &plainPrinter{}
	e.print(p)
	return p.b.String()
}

// Diff returns the source with what was removed and added marked inline:
// [-removed-] and {+added+}, or, with colour, struck through in red and in green. Control
// characters are shown as escapes, since it is for people and their terminals.
func (e *Edit) Diff(colour bool) string {
	p := &diffPrinter{}
	p.removed, p.added = DiffPunctuation(colour)
	e.print(p)
	return p.b.String()
}

// DiffPunctuation returns what Diff puts around what is removed and added.
func DiffPunctuation(colour bool) (removed, added [2]string) {
	if colour {
		return [2]string{"\x1b[9;31m", "\x1b[0m"}, [2]string{"\x1b[32m", "\x1b[0m"}
	}
	return [2]string{"[-", "-]"}, [2]string{"{+", "+}"}
}

// printer receives the document in order. Gaps are the blanks between words.
type printer interface {
	keep(s string)
	replace(old, new string)
	// number receives words that are written in digits, with what is between them and, where
	// they are several, the punctuation after them; or a word that is retyped or spelled out.
	number(old, form, trail string)
	// drop receives removed words with the blanks before and between them, where
	// there is a kept word before them on the line, and after them, where there is
	// not.
	drop(before, words, after string)
	dropLine(s string)
}

func (e *Edit) print(p printer) {
	d := e.doc
	at := 0 // of the source: what is not printed
	for i := 0; i < len(d.Lines); i++ {
		l := &d.Lines[i]
		at = max(at, l.Bytes.Start)
		if e.removesLine(i) {
			p.dropLine(d.Text(l.Bytes))
			continue
		}
		at = e.printLine(p, l, at)
		next := e.joinedLine(i)
		if next < 0 {
			p.keep(d.Source[at:l.Bytes.End])
			continue
		}
		// What is between goes, but for a blank, and the line has more.
		to := d.Lines[next].Text
		if blank := strings.TrimRight(d.Source[:to], " \t"); len(blank) < to && len(blank) > at {
			p.drop("", d.Source[at:len(blank)], "")
			p.keep(d.Source[len(blank):to])
		} else {
			p.drop("", d.Source[at:to], "")
			p.replace("", " ")
		}
		at, i = to, next-1
	}
}

// printLine prints the words of a line that is kept, from at on, and returns up to where.
func (e *Edit) printLine(p printer, l *Line, at int) int {
	d := e.doc
	kept := false // a word of the line was
	for w := l.Words.Start; w < l.Words.End; {
		last := w
		if e.words[w].removed {
			for last+1 < l.Words.End && e.words[last+1].removed {
				last++
			}
			at = e.printRemoved(p, l, at, Span{w, last + 1}, kept)
		} else {
			if e.words[w].number {
				last = min(max(w, e.words[w].last), l.Words.End-1)
			}
			e.printGap(p, l, d.Source[at:d.Words[w].Bytes.Start], w, kept)
			e.printWord(p, w, last)
			kept, at = true, d.Words[last].Bytes.End
		}
		w = last + 1
	}
	return at
}

// printGap prints the blank before a word of a line that is kept; kept says that one before it
// does.
func (e *Edit) printGap(p printer, l *Line, gap string, w int, kept bool) {
	if e.words[w].joined {
		p.replace(gap, "")
		return
	}
	if !e.words[w].opens {
		p.keep(gap)
		return
	}
	newline := cmp.Or(lineEnd(e.doc.Text(l.Bytes)), "\n")
	if kept && !e.words[w].line {
		newline += newline
	}
	if kept {
		p.replace(gap, newline)
		return
	}
	p.replace("", newline)
	p.keep(gap)
}

// printRemoved prints words of a line that are removed, from what is behind the word before them on, and
// returns up to where; kept says that a word before them is kept. One of the gaps around them
// is kept, if there is a word before: the one after them, or, if that joins what is kept or the one before sets columns off, the one
// before, or a blank.
func (e *Edit) printRemoved(p printer, l *Line, at int, words Span, kept bool) int {
	d := e.doc
	start, end := d.Words[words.Start].Bytes.Start, d.Words[words.End-1].Bytes.End
	gap, removed := d.Source[at:start], d.Source[start:end]
	next := end // where the word behind them starts
	last := words.End == l.Words.End
	if !last {
		next = d.Words[words.End].Bytes.Start
	}
	after := d.Source[end:next]
	switch {
	case !kept && (gap == "" || d.Pieces == nil), !last && d.entersPiece(at, end), // "word <i>uh next</i>"
		!last && after == " " && setsOff(gap) && !e.words[words.End].opens: // "A.   Um, yes."
		p.keep(gap)
		p.drop("", removed, after)
		return next
	case last, after != "", e.words[words.End].opens:
		p.drop(gap, removed, "")
	case gap != "":
		p.keep(gap)
		p.drop("", removed, "")
	default:
		p.drop("", removed, "")
		if before := words.Start - 1; kept && e.words[before].trail == "" && !e.isNote(before) && !e.isNote(words.End) && !d.unspaced(before, words.End) {
			p.replace("", " ")
		}
	}
	return end
}

// setsOff reports whether a blank sets what is behind it off from what is before it: it has a tab, or is wider than between sentences.
func setsOff(gap string) bool {
	return strings.Trim(gap, " \t") == "" && (len(gap) > 2 || strings.Contains(gap, "\t"))
}

// entersPiece reports whether a stretch of the source starts before the piece within
// which it ends.
func (d *Document) entersPiece(from, to int) bool {
	i := sort.Search(len(d.Pieces), func(i int) bool { return d.Pieces[i].Bytes.End > to })
	return i < len(d.Pieces) && from < d.Pieces[i].Bytes.Start && d.Pieces[i].Bytes.Start < to
}

// printWord prints a word that is kept, in place of all up to the last one.
func (e *Edit) printWord(p printer, w, last int) {
	d := e.doc
	word, we := &d.Words[w], &e.words[w]
	p.replace(d.Source[word.Bytes.Start:word.Core.Start], we.lead)
	switch {
	case last > w:
		p.number(d.Source[word.Core.Start:d.Words[last].Bytes.End], e.core(w), we.trail)
		return
	case we.number, (we.retyped || we.rule != nil) && we.form != d.Text(word.Core):
		p.number(d.Text(word.Core), e.core(w), "")
	default:
		p.replace(d.Text(word.Core), e.core(w))
	}
	p.replace(d.Source[word.Core.End:word.Bytes.End], we.trail)
}

// removesLine reports whether a line is dropped: all its words were removed, or it is
// the label of a single such line.
func (e *Edit) removesLine(i int) bool {
	d := e.doc
	l := &d.Lines[i]
	if l.Meta {
		return false
	}
	for w := l.Words.Start; w < l.Words.End; w++ {
		if !e.words[w].removed {
			return false
		}
	}
	if l.Words.Len() > 0 {
		return true
	}
	isLabel := strings.TrimSpace(d.Source[l.Bytes.Start:l.Text]) != ""
	return isLabel && i+1 < len(d.Lines) && d.Lines[i+1].Words.Len() > 0 && e.removesLine(i+1) &&
		(i+2 == len(d.Lines) || d.Lines[i+2].Words.Len() == 0)
}

type plainPrinter struct{ b strings.Builder }

func (p *plainPrinter) keep(s string)                    { p.b.WriteString(s) }
func (p *plainPrinter) replace(_, new string)            { p.b.WriteString(new) }
func (p *plainPrinter) number(_, form, trail string)     { p.b.WriteString(form + trail) }
func (p *plainPrinter) drop(before, words, after string) {}
func (p *plainPrinter) dropLine(string)                  {}

type diffPrinter struct {
	b              strings.Builder
	removed, added [2]string
}

// text writes what is of the source, or comes in its place.
func (p *diffPrinter) text(s string) { p.b.WriteString(visible.String(s)) }

func (p *diffPrinter) keep(s string) { p.text(s) }

func (p *diffPrinter) replace(old, new string) {
	if old == new {
		p.text(new)
		return
	}
	p.mark(p.removed, old)
	p.mark(p.added, new)
}

func (p *diffPrinter) mark(as [2]string, s string) {
	if s != "" {
		p.b.WriteString(as[0])
		p.text(s)
		p.b.WriteString(as[1])
	}
}

func (p *diffPrinter) number(old, form, trail string) {
	if !strings.HasSuffix(old, trail) {
		form, trail = form+trail, ""
	}
	p.replace(strings.TrimSuffix(old, trail), form)
	p.text(trail)
}

func (p *diffPrinter) drop(before, words, after string) {
	p.text(before)
	p.mark(p.removed, words)
	p.text(after)
}

func (p *diffPrinter) dropLine(s string) {
	text := strings.TrimRight(s, "\r\n")
	p.mark(p.removed, text)
	p.text(s[len(text):])
}
