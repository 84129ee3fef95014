package transcript

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
)

// JoinTokens returns Penn Treebank tokens as text, without those that go. With
// PunctRestore contractions are joined ("do" "n't") and punctuation is set, with
// CaseRestore a text without capitals gets its case. With PunctStrip tokens that are
// marks go. decisions has an element for each token.
func JoinTokens(tokens []string, decisions []data.Decision, r Rewriting) string {
	remove, p, c := r.Remove, r.Punct, r.Case
	if remove == 0 {
		remove = data.DefaultRemoved
	}
	caseless := true
	for _, t := range tokens {
		caseless = caseless && (t == strings.ToLower(t) || isPronounI(strings.ToLower(t)))
	}
	var b strings.Builder
	opens := true // a sentence
	pending := data.NoPunct
	before := ""
	flush := func(end bool) {
		if b.Len() == 0 || p != PunctRestore {
			return
		}
		if end && pending < data.Period {
			pending = data.Period
		}
		if !isMark(before) {
			b.WriteString(markSigns[pending])
			opens = opens || pending >= data.Period
		}
	}
	for i, t := range tokens {
		d := &decisions[i]
		if d.Why&remove != 0 {
			if d.Punct > pending && d.Punct >= data.Period {
				pending = d.Punct
			}
			continue
		}
		if p == PunctStrip && isMark(t) {
			continue
		}
		joined := p == PunctRestore && (isClitic(strings.ToLower(t)) || lang.Contracted[strings.ToLower(before+" "+t)] || isMark(t)) && pending == data.NoPunct
		flush(false)
		if b.Len() > 0 && !joined {
			b.WriteByte(' ')
		}
		form := t
		if c == CaseRestore && caseless && d.Cased != "" && !isAddress(t) {
			form = d.Cased
		}
		switch {
		case c == CaseLower:
			form = strings.ToLower(t)
		case c == CaseRestore && opens && !isAddress(form):
			form = capital(form)
		}
		b.WriteString(form)
		opens = opens && isMark(t) || isFinal(t) && isMark(t)
		pending, before = d.Punct, t
	}
	flush(true)
	return b.String()
}

// isMark reports whether a token has neither letters nor digits.
func isMark(token string) bool {
	return token != "" && strings.IndexFunc(token, func(r rune) bool { return inCore(r) }) < 0 && strings.Trim(token, ".,;:?!…-—–") == ""
}

// capital returns a word with its first letter as a capital.
func capital(s string) string {
	if strings.HasPrefix(s, "&") {
		return s // "&amp;"
	}
	for at, r := range s {
		if unicode.IsNumber(r) {
			break // "3rd"
		}
		if unicode.IsLetter(r) {
			return s[:at] + string(unicode.ToUpper(r)) + s[at+len(string(r)):]
		}
	}
	return s
}
