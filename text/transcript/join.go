package transcript

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/numerals"
)

// JoinTokens returns Penn Treebank tokens as text, without those that go. With
// PunctRestore contractions are joined ("do" "n't") and punctuation is set, with
// CaseRestore a text without capitals gets its case. With PunctStrip tokens that are
// marks go. Between words of Chinese no blank is put. decisions has an element for each token.
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
	chinese, looks := false, (*data.Signs)(nil) // of the mark that is pending
	before := ""
	flush := func(end bool) {
		if b.Len() == 0 || p != PunctRestore {
			return
		}
		if end && pending < data.Period {
			pending = data.Period
		}
		if !isMark(before) {
			sign := scripts[Spaced].marks[pending]
			if chinese {
				sign = signOf(pending, looks, Han)
			}
			b.WriteString(sign)
			opens = opens || pending >= data.Period
		}
	}
	var numbers map[int]numerals.Span
	if r.Numbers == NumberDigits {
		numbers = numbersOf(tokens, decisions, remove, caseless)
	}
	within := 0 // tokens up to here are in the number before
	for i, t := range tokens {
		d := &decisions[i]
		if i < within && d.Why&remove == 0 {
			pending, looks, chinese = d.Punct, d.Signs, d.Chinese
			continue
		}
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
		if b.Len() > 0 && !joined && !language.Unspaced(b.String(), t) {
			b.WriteByte(' ')
		}
		form := t
		if c == CaseRestore && caseless && d.Cased != "" && !isAddress(t) {
			form = d.Cased
		}
		switch {
		case c == CaseLower:
			form = strings.ToLower(t)
		case c == CaseRestore && opens && !isAddress(form) && !d.Chinese:
			form = capital(form)
		}
		if n, ok := numbers[i]; ok {
			form, within = n.Text, n.End
		}
		b.WriteString(form)
		opens = opens && isMark(t) || isFinal(t) && isMark(t)
		pending, looks, chinese, before = d.Punct, d.Signs, d.Chinese, t
	}
	flush(true)
	return b.String()
}

// numbersOf returns the numbers in digits by the token that each starts at. Their ends are
// tokens, too.
func numbersOf(tokens []string, decisions []data.Decision, remove data.Disfluencies, caseless bool) map[int]numerals.Span {
	var words []numerals.Word
	var at []int
	opens, apart := true, true
	for i, t := range tokens {
		d := &decisions[i]
		if d.Why&remove != 0 {
			opens = opens || d.End || d.Punct >= data.Period
			continue
		}
		if isMark(t) {
			opens, apart = opens || isFinal(t), true
			continue
		}
		words, at = append(words, numerals.Word{Text: t, Apart: opens || apart, Opens: opens}), append(at, i)
		if caseless {
			words[len(words)-1].Text = strings.ToLower(t)
		}
		opens, apart = d.End || d.Punct >= data.Period, false
	}
	out := make(map[int]numerals.Span)
	for _, s := range numerals.Digits(words) {
		out[at[s.Start]] = numerals.Span{Start: at[s.Start], End: at[s.End-1] + 1, Text: s.Text}
	}
	return out
}

// isMark reports whether a token has neither letters nor digits.
func isMark(token string) bool {
	return token != "" && strings.IndexFunc(token, func(r rune) bool { return inCore(r) }) < 0 && strings.Trim(token, ".,;:?!…-—–，。、；：？！") == ""
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
