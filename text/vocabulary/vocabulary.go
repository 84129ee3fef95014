package vocabulary

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Entry is a name as it is spelled.
type Entry struct {
	Spelling string
	// Speaker says that it is a part of a speaker's name, which may be a word as others are ("Will").
	Speaker bool
	key     string // letters and digits, in lower case
	letters []rune // letters and digits, as they are spelled
	breaks  []bool // whether a token may end before each of them
}

// Words returns the number of words.
func (e *Entry) Words() int { return strings.Count(e.Spelling, " ") + 1 }

// Mixed reports whether it has capitals other than the first letters of its words, or none: so it is written,
// wherever it stands.
func (e *Entry) Mixed() bool {
	return strings.IndexFunc(e.Spelling, unicode.IsUpper) < 0 || strings.ContainsFunc(e.Spelling, unicode.IsLower) && e.Spelling != capitals(strings.ToLower(e.Spelling))
}

// capitals returns a text with a capital at the beginning of each word.
func capitals(s string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		opens := !unicode.IsLetter(before) && before != '\'' && !unicode.IsDigit(before)
		before = r
		if opens {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

// List is a vocabulary. It is immutable and may be used by several goroutines at once; nil is an empty one.
type List struct {
	entries []Entry // by their keys
	longest int     // letters and digits of an entry
	tokens  int     // that an entry has at most
}

// mostTokens is how many tokens an entry has at most; they are written with blanks, hyphens or full stops between
// them, or without.
const mostTokens = 12

// newList returns a list of entries, of which the first of each key counts.
func newList(entries []Entry) *List {
	slices.SortStableFunc(entries, func(a, b Entry) int { return strings.Compare(a.key, b.key) })
	l := &List{entries: slices.CompactFunc(entries, func(a, b Entry) bool { return a.key == b.key })}
	for i := range l.entries {
		e := &l.entries[i]
		l.longest = max(l.longest, len(e.key))
		l.tokens = max(l.tokens, min(mostTokens, len(e.letters)))
	}
	return l
}

// leastSpelled is how many letters an acronym has at least that may be spelled letter by letter in a text: "a i" is
// most often something else.
const leastSpelled = 3

// entryOf returns the entry of a spelling.
func entryOf(spelling string) Entry {
	spelling = norm.NFC.String(strings.Join(strings.Fields(spelling), " "))
	e := Entry{Spelling: spelling}
	before := ' '
	acronym := strings.IndexFunc(spelling, func(r rune) bool { return !unicode.IsUpper(r) }) < 0
	for at, r := range spelling {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			e.letters = append(e.letters, r)
			parted := (!unicode.IsLetter(before) || unicode.IsDigit(r)) && !(unicode.IsDigit(before) && unicode.IsDigit(r))
			e.breaks = append(e.breaks, parted || acronym || strings.HasPrefix(strings.ToLower(spelling[at:]), "n't"))
		}
		before = r
	}
	if acronym && len(e.letters) < leastSpelled {
		clear(e.breaks)
	}
	e.key = strings.ToLower(string(e.letters))
	return e
}

// All returns the entries, by their letters. They must not be changed.
func (l *List) All() []Entry {
	if l == nil {
		return nil
	}
	return l.entries
}

// With returns a list of what both have; where they differ, l counts. Either may be nil.
func (l *List) With(other *List) *List {
	if l == nil || other == nil {
		if l == nil {
			return other
		}
		return l
	}
	return newList(slices.Concat(l.entries, other.entries))
}

// Longest is how many tokens an entry has at most; 0: there is none.
func (l *List) Longest() int {
	if l == nil {
		return 0
	}
	return l.tokens
}

// Spellings returns all names as they are spelled, one a line.
func (l *List) Spellings() string {
	var b strings.Builder
	for _, e := range l.All() {
		b.WriteString(e.Spelling)
		b.WriteByte('\n')
	}
	return b.String()
}

// Find returns the entry with most letters that tokens of a text make up, from the first on, and how many they are;
// nil where there is none. token returns the n-th of them, false where no more are. Case, hyphens and full
// stops do not matter, nor do blanks between words, at hyphens, and between letters and digits: "gpt4o" and "gpt 4 o" are "GPT-4o".
func (l *List) Find(token func(n int) (string, bool)) (found *Entry, tokens int) {
	if l == nil {
		return nil, 0
	}
	var buffer [64]byte
	var ends [mostTokens]int // letters before each token
	key := buffer[:0]
	from, to, letters := 0, len(l.entries), 0 // those whose keys begin so
	for n := 0; n < mostTokens; n++ {
		text, ok := token(n)
		if !ok {
			break
		}
		before := len(key)
		if key = appendKey(key, text); len(key) == before || len(key) > l.longest {
			break
		}
		if from, to = l.begin(from, to, key); from == to {
			break
		}
		ends[n] = letters
		letters += utf8.RuneCount(key[before:])
		if e := &l.entries[from]; len(e.key) == len(key) && e.breaksAt(ends[1:n+1]) {
			found, tokens = e, n+1
		}
	}
	return found, tokens
}

// breaksAt reports whether tokens may begin at some of the letters.
func (e *Entry) breaksAt(letters []int) bool {
	for _, at := range letters {
		if !e.breaks[at] {
			return false
		}
	}
	return true
}

// begin returns the entries, of some, whose keys begin with a key.
func (l *List) begin(from, to int, key []byte) (int, int) {
	compare := func(e Entry, key []byte) int { return strings.Compare(e.key[:min(len(e.key), len(key))], string(key)) }
	at, _ := slices.BinarySearchFunc(l.entries[from:to], key, func(e Entry, key []byte) int {
		if compare(e, key) < 0 {
			return -1
		}
		return 1
	})
	end, _ := slices.BinarySearchFunc(l.entries[from:to], key, func(e Entry, key []byte) int {
		if compare(e, key) <= 0 {
			return -1
		}
		return 1
	})
	return from + at, from + end
}

// appendKey appends the letters and digits of a token in lower case.
func appendKey(to []byte, token string) []byte {
	for _, r := range token {
		switch {
		case r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9'):
			to = append(to, byte(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			to = utf8.AppendRune(to, unicode.ToLower(r))
		}
	}
	return to
}

// Spell returns a token of what Find has found in the case of the entry: nothing but case changes. letters is how
// many letters and digits the tokens before it have; what is returned with it is that with its own.
func (e *Entry) Spell(token string, letters int) (string, int) {
	var b strings.Builder
	for _, r := range token {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if letters < len(e.letters) {
				r = e.letters[letters]
			}
			letters++
		}
		b.WriteRune(r)
	}
	return b.String(), letters
}
