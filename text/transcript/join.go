package transcript

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/numerals"
)

// JoinTokens returns Penn Treebank tokens as text, without those that are removed. With
// PunctRestore contractions are joined ("do" "n't") and punctuation is set, with
// CaseRestore a text without capitals gets its case. With PunctStrip tokens that are
// punctuation is removed. Between words of Chinese no blank is put. decisions has an element for each token.
func JoinTokens(tokens []string, decisions []data.Decision, r Rewriting) string {
	if r.Remove == 0 {
		r.Remove = data.DefaultRemoved
	}
	j := joiner{r: r, opens: true, caseless: true}
	for _, t := range tokens {
		j.caseless = j.caseless && (t == strings.ToLower(t) || isPronounI(strings.ToLower(t)))
	}
	var numbers map[int]numerals.Span
	if r.Numbers == NumberDigits {
		numbers = numbersOf(tokens, decisions, &r, j.caseless)
	}
	letters := lettersOf(tokens, decisions, &r, j.caseless)
	within := 0 // tokens up to here are in the number before
	for i, t := range tokens {
		d := &decisions[i]
		switch removed := d.Why&r.Remove != 0; {
		case removed && d.Punct >= data.Period:
			j.punct = max(j.punct, d.Punct)
		case removed, r.Punct == PunctStrip && isPunct(t) && i >= within:
		case i < within:
			j.after(d)
		default:
			j.flush(false)
			form := j.form(t, d)
			n, ok := numbers[i]
			if ok {
				form, within = n.Text, n.End
			}
			part, of := letters[i]
			if of {
				form = part.form
			}
			j.letters = of && part.joined
			j.add(t, form)
			j.number = ok
			j.after(d)
		}
	}
	j.flush(true)
	return j.b.String()
}

// joiner puts tokens together.
type joiner struct {
	b        strings.Builder
	r        Rewriting
	caseless bool   // all tokens are
	opens    bool   // the next token opens a sentence
	before   string // the last token, the first of a number in digits
	number   bool   // it is one
	letters  bool   // the next token goes on an acronym

	punct   data.Punct // that is still to come behind it, with its signs
	signs   *data.Signs
	chinese bool
}

// form returns a token as it is written.
func (j *joiner) form(t string, d *data.Decision) string {
	if j.r.Case == CaseLower {
		return strings.ToLower(t)
	}
	if j.r.Case != CaseRestore {
		return t
	}
	form := t
	if (j.caseless || j.r.Respell && d.Named != data.NotNamed) && d.Cased != "" && !language.KeepsCase(t) {
		form = d.Cased
	}
	if j.opens && d.Named < data.NamedSure && !language.KeepsCase(form) && !d.Chinese {
		form = capital(form)
	}
	return form
}

// add writes a token that is kept; the punctuation before it is written.
func (j *joiner) add(t, form string) {
	joined := j.r.Punct == PunctRestore && (isClitic(strings.ToLower(t)) || lang.Contracted[strings.ToLower(j.before+" "+t)] || isPunct(t) || j.letters) && j.punct == data.NoPunct
	if j.b.Len() > 0 && !joined && !language.Unspaced(j.b.String(), t) && !(j.number && language.Unspaced(j.before, t)) {
		j.b.WriteByte(' ')
	}
	j.b.WriteString(form)
	j.opens = isPunct(t) && (j.opens || isFinal(t))
	j.before = t
}

// after takes up the punctuation behind a token.
func (j *joiner) after(d *data.Decision) { j.punct, j.signs, j.chinese = d.Punct, d.Signs, d.Chinese }

// flush writes the punctuation that is to come; last says that the text ends with it.
func (j *joiner) flush(last bool) {
	if j.b.Len() == 0 || j.r.Punct != PunctRestore {
		return
	}
	if last {
		j.punct = max(j.punct, data.Period)
	}
	if isPunct(j.before) {
		return
	}
	if j.chinese {
		j.b.WriteString(punctText(j.punct, j.signs, Han))
	} else {
		j.b.WriteString(scripts[Spaced].punct[j.punct])
	}
	j.opens = j.opens || j.punct >= data.Period
}

// numbersOf returns the numbers in digits by the token that each starts at. Their ends are
// tokens, too.
func numbersOf(tokens []string, decisions []data.Decision, r *Rewriting, caseless bool) map[int]numerals.Span {
	var words []numerals.Word
	var at []int
	opens, apart := true, true
	for i, t := range tokens {
		d := &decisions[i]
		if d.Why&r.Remove != 0 {
			opens = opens || d.End || d.Punct >= data.Period
			continue
		}
		if isPunct(t) {
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
	for _, s := range numerals.Digits(words, r.NumberStyle) {
		out[at[s.Start]] = numerals.Span{Start: at[s.Start], End: at[s.End-1] + 1, Text: s.Text}
	}
	return out
}

// isPunct reports whether a token has neither letters nor digits.
func isPunct(token string) bool {
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
