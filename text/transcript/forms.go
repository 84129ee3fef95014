package transcript

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/style"
)

// setForms spells words out as a style says.
func (e *Edit) setForms(f *style.Forms) {
	if f == nil {
		return
	}
	d := e.doc
	for t := range d.Turns {
		answers := e.answers(t)
		words := d.Turns[t].Words
		for w := words.Start; w < words.End; w++ {
			if e.isNote(w) || e.words[w].removed || d.Words[w].Whole || e.words[w].retyped || e.decisions != nil && e.isLeft(w) {
				continue
			}
			c := e.context(w, words.End)
			c.Answers, answers = answers, false
			if r := f.Find(&c); r != nil {
				e.spell(w, r)
			}
		}
	}
}

// spell writes a word as a rule says.
func (e *Edit) spell(w int, r *style.Form) {
	we := &e.words[w]
	word := e.doc.Text(e.doc.Words[w].Core)
	if we.form != "" {
		word = we.form
	}
	if r.From[0] == '\'' {
		we.lead = strings.TrimSuffix(strings.TrimSuffix(we.lead, "'"), "’")
	}
	// An apostrophe behind a word may close what is quoted; before "in" it is a part of it.
	if n := len(r.From) - 1; r.From[n] == '\'' {
		for _, mark := range []string{"'", "’"} {
			if rest, ok := strings.CutPrefix(we.trail, mark); ok {
				we.trail, word = rest, word+mark
			}
		}
	}
	we.form, we.rule = r.Write(strings.ReplaceAll(word, "’", "'"), e.opensAt(w), e.shouted(w)), r
}

// context returns what rules see of a word of a turn, which ends before another one.
func (e *Edit) context(w, end int) style.Context {
	d := e.doc
	plain := func(s string) string { return strings.ReplaceAll(s, "’", "'") }
	c := style.Context{Word: plain(d.Text(d.Words[w].Core)), Tag: e.tagOf(d.Words[w].Tokens.Start)}
	if lead := plain(e.words[w].lead); strings.HasSuffix(lead, "'") {
		c.Word = "'" + c.Word
	}
	if c.Word[0] == '\'' && e.quotes(w, end) {
		c.Word = c.Word[1:]
	}
	if trail := plain(e.words[w].trail); strings.HasPrefix(trail, "'") && c.Word[0] != '\'' {
		c.Word += "'"
	}
	before, found := w, 0
	for next := w + 1; next < end && found < 2; next++ {
		if e.isNote(next) || e.words[next].removed {
			continue
		}
		if e.ends(before, next) {
			break
		}
		token := d.Words[next].Tokens.Start
		if found++; found == 1 {
			c.Next, c.NextTag = strings.ToLower(plain(d.Text(d.Tokens[token].Bytes))), e.tagOf(token)
			before = next
		} else {
			c.After = e.tagOf(token)
		}
	}
	return c
}

// quotes reports whether the apostrophe before a word opens what is quoted, up to one behind another word of its turn that is
// no part of that ("goin'", "the boys'").
func (e *Edit) quotes(w, end int) bool {
	d := e.doc
	for k := w; k < end; k++ {
		word := strings.ReplaceAll(d.Text(Span{d.Words[k].Core.Start, d.Words[k].Bytes.End}), "’", "'")
		if at := strings.LastIndexByte(word, '\''); at > 0 && strings.IndexFunc(word[at:], unicode.IsLetter) < 0 && !strings.HasSuffix(word[:at], "s") && !strings.HasSuffix(word[:at], "in") {
			return true
		}
	}
	return false
}

// tagOf is tag where nothing may have been decided.
func (e *Edit) tagOf(token int) string {
	if e.decisions == nil {
		return ""
	}
	return e.tag(token)
}

// shouted reports whether the words around one are in capitals, too; the same word said again does not tell: "OK. OK."
func (e *Edit) shouted(w int) bool {
	if e.doc.caseless {
		return e.doc.startsUpper(w) && e.words[w].form == "" && !e.words[w].lower
	}
	for _, k := range []int{w - 1, w + 1} {
		if k >= 0 && k < len(e.words) && !e.isNote(k) && e.doc.folded(k) != e.doc.folded(w) {
			if s := e.doc.Text(e.doc.Words[k].Core); len(s) > 1 && s == strings.ToUpper(s) && s != strings.ToLower(s) {
				return true
			}
		}
	}
	return false
}

// answers reports whether a turn begins after another speaker has asked what is answered with yes or no.
func (e *Edit) answers(turn int) bool {
	d := e.doc
	for t := turn - 1; t >= 0; t-- {
		words := d.Turns[t].Words
		for w := words.End - 1; w >= words.Start; w-- {
			if e.words[w].removed || e.isNote(w) {
				continue
			}
			return d.Turns[t].Speaker != d.Turns[turn].Speaker && strings.ContainsAny(e.words[w].trail, "?？") && !e.asksWhat(w)
		}
	}
	return false
}

// asksWhat reports whether a question word opens the sentence that ends with a word.
func (e *Edit) asksWhat(last int) bool {
	d := e.doc
	what := false
	for w := last; w >= 0; w-- {
		if w < last && (d.Words[w].Final || isFinal(e.words[w].trail)) {
			break
		}
		if e.isNote(w) || e.words[w].removed {
			continue
		}
		word := d.folded(w)
		if !lang.Interjections[word] && !lang.Connectives[word] {
			what = lang.QuestionWords[uncontracted(word)]
		}
		if d.turnStarts(w) {
			break
		}
	}
	return what
}

// uncontracted returns a word without what is contracted with it: "where's".
func uncontracted(word string) string {
	before, _, _ := strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
	return before
}

// formCut returns the last kept word, the last of all at the latest, before which no form depends on what comes behind all; first is
// the first kept word.
func (e *Edit) formCut(first, last int) int {
	for last--; last > first; last-- {
		if !e.words[last].removed && !e.isNote(last) {
			break
		}
	}
	return last
}

// Spelled returns the rule by which a word is spelled out, as its style has it; "": it is not.
func (e *Edit) Spelled(word int) string {
	if r := e.words[word].rule; r != nil {
		return r.Rule
	}
	return ""
}
