package transcript

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Printer cleans a line of text that comes in parts. What it prints, put together,
// is what Edit.Text makes of the whole line.
type Printer struct {
	Rewriting
	// Caseless says that the text has no case, so that all words get theirs.
	Caseless bool

	held    string          // source that is not printed yet, from the last kept word on
	decided []data.Decision // about the tokens of held
	printed bool            // something of the line is
	open    string          // quotes and brackets that are printed, and close in what is held
	lower   bool            // the first kept word of what is held opens no sentence
	within  bool            // it is not the first of one, however it is written
}

// Held returns how many bytes of the source are not printed yet.
func (p *Printer) Held() int { return len(p.held) }

// GoOn says, after the last part of a line, that the line goes on all the same.
func (p *Printer) GoOn() { p.printed = true }

// Preview returns what Print would write of the rest of the line, of which this is the next part, but that the line may
// go on: no mark is set behind its last word. Nothing is taken.
func (p Printer) Preview(part string, decisions []data.Decision) (string, error) {
	p.goesOn = true
	p.decided = slices.Clip(p.decided)
	return p.Print(part, decisions, true)
}

// Print takes the next part of the line, which ends between two words, with the
// decisions about its tokens, and returns what can be printed. The last kept word waits
// for the next one, since its punctuation may depend on what is removed between. With last true
// the part is the end of the line, with its line end if it has one, and nothing is held
// back.
func (p *Printer) Print(part string, decisions []data.Decision, last bool) (string, error) {
	p.held += part
	p.decided = append(p.decided, decisions...)
	what := oneLine
	if p.printed {
		what = partOfLine
	}
	d, err := parseText(p.held, "stream", what)
	if err != nil {
		return "", err
	}
	d.Assume(false, p.Caseless)
	if n := len(d.Tokens); n != len(p.decided) { // read otherwise together than in parts
		p.decided = append(p.decided, make([]data.Decision, max(0, n-len(p.decided)))...)[:n]
	}
	r := p.Rewriting
	r.open, r.within = p.open, p.within
	e := d.Edit(p.decided, r)
	first, end := -1, -1 // kept words
	for w := range e.words {
		if !e.words[w].removed && !e.isNote(w) {
			if first < 0 {
				first = w
			}
			end = w
		}
	}
	if p.lower && first >= 0 {
		e.words[first].upper = false
	}
	if last {
		text := e.Text()
		if p.printed && text == "" {
			// What is left of the line is removed: the line is not.
			text = p.held[len(p.held)-len(lineEnd(p.held)):]
		}
		*p = Printer{Rewriting: p.Rewriting, Caseless: p.Caseless}
		return text, nil
	}
	if end >= 0 && p.Forms != nil {
		end = e.formCut(first, end)
	}
	if end >= 0 && p.Numbers == NumberDigits {
		end = e.numberCut(end)
	}
	if end <= 0 || first >= end {
		return "", nil
	}
	// Print what is before the last kept word, and hold the rest.
	token := d.Words[end].Tokens.Start
	rest := d.Words[end].Bytes.Start
	lower, within := !e.words[end].upper, !e.opensAt(end)
	if e.words[end].number {
		lower = within // with more behind it, it may be words
	}
	for w := end + 1; w < len(e.words); w++ {
		e.words[w].removed = true
	}
	own := e.words[end].lead + e.core(end) + e.words[end].trail
	text, ok := strings.CutSuffix(e.Text(), own)
	if !ok { // something that is no word stands behind it
		return "", nil
	}
	p.held, p.decided = p.held[rest:], append([]data.Decision(nil), p.decided[token:]...)
	p.printed, p.lower, p.within, p.open = true, lower, within, e.openBefore(end)
	return text, nil
}

// lineEnd returns the line end of s, "" if it has none.
func lineEnd(s string) string {
	for _, end := range []string{"\r\n", "\n"} {
		if len(s) >= len(end) && s[len(s)-len(end):] == end {
			return end
		}
	}
	return ""
}
