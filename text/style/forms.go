package style

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forms holds the words that a style spells out.
type Forms struct {
	words   map[string][]*Form // by what is spelled out, in lower case
	exact   map[string][]*Form // by what is spelled out in capitals
	ends    []*Form            // of words, the longest first
	answers map[string]*Form
}

// Form is a rule for a word: what is written in its place.
type Form struct {
	Rule string // as the style has it
	From string // the word, or "-" and the end of words
	To   string
	// before holds the words that may follow; nil: any. verb: a verb, or the end of a sentence.
	before      map[string]bool
	verb        bool
	conjunction bool // the word is one
}

// Context is what the rules see of a word. Texts are in lower case, with plain apostrophes.
type Context struct {
	Word string // as it is written, with the apostrophes around it
	Tag  string // its Penn tag; "" where none is known
	// Next is the next token that is kept, and NextTag its tag. "" is the end of a sentence.
	Next, NextTag string
	// After is the tag of what follows Next where that is an adverb, which may stand before a verb.
	After string
	// Answers says that it begins what a speaker says after another has asked.
	Answers bool
}

// Find returns the rule by which a word is spelled out; nil: there is none.
func (f *Forms) Find(c *Context) *Form {
	if f == nil {
		return nil
	}
	lower := strings.ToLower(c.Word)
	if a := f.answers[lower]; a != nil && c.Answers {
		return a
	}
	for _, rules := range [][]*Form{f.exact[c.Word], f.words[lower]} {
		for _, r := range rules {
			if r.holds(c) {
				return r
			}
		}
	}
	for _, r := range f.ends {
		// What is left of the word has a vowel: "sing'" is no form of "sinng".
		if stem, ok := strings.CutSuffix(lower, r.From[1:]); ok && strings.ContainsAny(stem, "aeiouy") && r.holds(c) {
			return r
		}
	}
	return nil
}

// holds reports whether the conditions of a rule do.
func (f *Form) holds(c *Context) bool {
	switch {
	case f.conjunction && c.Tag != "IN" && c.Tag != "CC":
		return false
	case f.verb && !c.verbFollows():
		return false
	}
	return f.before == nil || f.before[strings.ToLower(c.Next)]
}

// verbFollows reports whether a verb is next, with an adverb before it or not, or nothing in the sentence.
func (c *Context) verbFollows() bool {
	isVerb := func(tag string) bool { return strings.HasPrefix(tag, "VB") }
	return c.Next == "" || isVerb(c.NextTag) || strings.HasPrefix(c.NextTag, "RB") && isVerb(c.After)
}

// Write returns what is written in place of a word, in its case. word is how it would be written with its apostrophes, opens
// says that it begins a sentence, and shouted that the words around it are in capitals, too.
func (f *Form) Write(word string, opens, shouted bool) string {
	to := f.To
	if f.From[0] == '-' {
		return word[:len(word)-len(f.From)+1] + inCaseOf(to[1:], word[len(word)-len(f.From)+1:])
	}
	bare := strings.Trim(word, "'’")
	if f.capitals() {
		if shouted {
			return strings.ToUpper(to)
		}
		if opens {
			return capital(to)
		}
		return to
	}
	return inCaseOf(to, bare)
}

// capitals reports whether what is spelled out is in capitals by itself: "OK".
func (f *Form) capitals() bool { return strings.IndexFunc(f.From, unicode.IsLower) < 0 }

// inCaseOf returns a text as a word is: in capitals, with one at its beginning, or in small letters.
func inCaseOf(text, word string) string {
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case !unicode.IsUpper(first):
		return text
	case utf8.RuneCountInString(word) > 1 && strings.ToUpper(word) == word:
		return strings.ToUpper(text)
	}
	return capital(text)
}

// capital returns a text with a capital at its beginning.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToTitle(r)) + s[n:]
}

// clone returns a copy to which rules may be added; of nil an empty one.
func (f *Forms) clone() *Forms {
	out := &Forms{words: make(map[string][]*Form), exact: make(map[string][]*Form), answers: make(map[string]*Form)}
	if f != nil {
		maps.Copy(out.words, f.words)
		maps.Copy(out.exact, f.exact)
		maps.Copy(out.answers, f.answers)
		out.ends = slices.Clone(f.ends)
	}
	return out
}

// add adds a rule. Those of a style count before those of the one that it is like.
func (f *Forms) add(r *Form) {
	switch {
	case r.From[0] == '-':
		f.ends = append(f.ends, r)
		slices.SortStableFunc(f.ends, func(a, b *Form) int { return len(b.From) - len(a.From) })
	case r.capitals():
		f.exact[r.From] = append([]*Form{r}, f.exact[r.From]...)
	default:
		f.words[r.From] = append([]*Form{r}, f.words[r.From]...)
	}
}
