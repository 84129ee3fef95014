package transcript

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// checkText returns what is wrong with the text that a person has typed in place of a word.
func (d *Document) checkText(c *Correction, w *Word) error {
	if c.Text == "" {
		return nil
	}
	core := d.Text(w.Core)
	isControl := func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
	}
	switch {
	case len(c.Text) > maxText:
		return fmt.Errorf("%w: %q in place of word %d, %q, is more than %d bytes: type less at a time", ErrCorrection, c.Text[:20]+"...", c.Word, core, maxText)
	case !utf8.ValidString(c.Text) || strings.ContainsFunc(c.Text, isControl):
		return fmt.Errorf("%w: %q in place of word %d, %q, has line ends or control characters in it: type letters and blanks", ErrCorrection, c.Text, c.Word, core)
	case !strings.ContainsFunc(c.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }):
		return fmt.Errorf("%w: %q in place of word %d, %q, is no word: type its letters, or remove it", ErrCorrection, c.Text, c.Word, core)
	case strings.Join(strings.Fields(c.Text), " ") != c.Text:
		return fmt.Errorf("%w: %q in place of word %d, %q, has blanks around it, or several at a place: type one between words", ErrCorrection, c.Text, c.Word, core)
	case w.Whole:
		return fmt.Errorf("%w: word %d, %q, stands for several in its file: it cannot become %q", ErrCorrection, c.Word, core, c.Text)
	}
	return nil
}

// Retyped returns what a person has typed in place of the word of a token; "": nothing.
func Retyped(d *data.Decision) string {
	if d.ByHand == nil {
		return ""
	}
	return d.ByHand.Text
}

// setTexts writes words as people have retyped them. In the document of another view of a file what is one word in the
// first one may be several, of which the first then takes its text, or one with others.
func (e *Edit) setTexts() {
	if e.decisions == nil {
		return
	}
	last := -1 // the last word with tokens that is not removed, if it is retyped
	for w := range e.words {
		tokens := e.doc.Words[w].Tokens
		if e.words[w].removed || tokens.Len() == 0 {
			continue
		}
		if last >= 0 && e.goesOnIn(last, w) {
			e.words[w].removed, e.words[w].merged = true, true
			last = w
			continue
		}
		last = -1
		if text := e.retyped(w); text != "" {
			e.words[w].form, e.words[w].retyped, e.words[w].upper = text, true, false
			last = w
		}
	}
}

// goesOnIn reports whether a word is a further part of the one that people have retyped, as which a word before it is
// written. Where a view says the same twice, the second one is none: its line, or its place in the word, shows that.
func (e *Edit) goesOnIn(before, w int) bool {
	if e.like == nil {
		return false
	}
	own := e.decided(e.doc.Words[w].Tokens.Start).ByHand
	last := e.doc.Words[before].Tokens.End - 1
	if own == nil || own.Text == "" || own != e.decided(last).ByHand || !e.saysOnly(w, own) {
		return false
	}
	from, to := e.like[e.doc.Words[w].Tokens.Start], e.like[last]
	return from > to || from == to && e.doc.LineOf(before) == e.doc.LineOf(w)
}

// saysOnly reports whether all of a word is part of one that a person has decided about.
func (e *Edit) saysOnly(w int, own *data.ByHand) bool {
	tokens := e.doc.Words[w].Tokens
	for t := tokens.Start; t < tokens.End; t++ {
		if e.decided(t).ByHand != own {
			return false
		}
	}
	return true
}

// retyped returns a word with all that is retyped of it; "": nothing is.
func (e *Edit) retyped(w int) string {
	d := e.doc
	word := &d.Words[w]
	first, last := e.decided(word.Tokens.Start).ByHand, e.decided(word.Tokens.End-1).ByHand
	if first != nil && first == last {
		return first.Text
	}
	var b strings.Builder
	at, any := word.Core.Start, false
	for t := word.Tokens.Start; t < word.Tokens.End; t++ {
		own := e.decided(t).ByHand
		if own == nil || own.Text == "" {
			continue
		}
		end := t
		for end+1 < word.Tokens.End && e.decided(end+1).ByHand == own {
			end++
		}
		b.WriteString(d.Source[at:max(at, d.Tokens[t].Bytes.Start)] + own.Text)
		at, any, t = max(at, d.Tokens[end].Bytes.End), true, end
	}
	if !any {
		return ""
	}
	return b.String() + d.Source[min(at, word.Core.End):word.Core.End]
}
