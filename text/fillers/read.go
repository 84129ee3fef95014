package fillers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Word is a word of a sentence or stream, as the list sees it.
type Word struct {
	// Reads is the word that models read in place of it; "": the word itself.
	Reads string
	text  string // in lower case
	entry *Entry // of the word alone; nil: none
}

// Text returns the word as it is written, in lower case, with a straight apostrophe.
func (w *Word) Text() string { return w.text }

// Listed reports whether the word alone is on the list.
func (w *Word) Listed() bool { return w.entry != nil }

// Reader reads the words of a sentence or stream, in order. It looks at those before a
// word only, so that words can come one at a time. It belongs to one goroutine.
type Reader struct {
	list   *List
	begun  bool
	cased  bool // there was a word with a capital, but not one that always has it
	upper  bool // there was a word in capitals
	lower  bool // there was a small letter
	before string
}

// NewReader returns a reader at the start of a sentence or stream.
func (l *List) NewReader() *Reader { return &Reader{list: l} }

// Read reads the next word, as it is written.
func (r *Reader) Read(token string) Word {
	w := Word{text: strings.ReplaceAll(strings.ToLower(token), "’", "'")}
	if e := r.list.lookup(w.text); e != nil && r.isAcronym(token, w.text, e) {
		w.entry = acronym
	} else if e != nil && (e.Own || !r.isOther(token, w.text, e)) {
		if w.entry = e; e.Reads != w.text {
			w.Reads = e.Reads
		}
	}
	r.see(token, w.text)
	return w
}

// acronym is the entry of "UM" in text that is not all in capitals: a filled pause to the
// models, which read small letters.
var acronym = &Entry{Use: Kept}

// isAcronym reports whether a word that is spelled like a filled pause is an acronym: it
// is in capitals, after words that are not.
func (r *Reader) isAcronym(token, text string, e *Entry) bool {
	_, marked := language.Bare(text)
	return !marked && !e.Own && e.Kind == FilledPause && r.lower && allCapitals(token)
}

// isOther reports whether a word that is spelled like a filler is something else.
func (r *Reader) isOther(token, text string, e *Entry) bool {
	if _, marked := language.Bare(text); marked {
		return false
	}
	capitals := allCapitals(token)
	other, ok := r.list.lang.FillerOr[e.Words]
	switch {
	case capitals && !r.upper:
		return true // "ER", where it is not known that all of the text is in capitals
	case !ok || !r.begun:
		return false
	case other.Capital && token[0] != text[0] && !capitals:
		return true
	case other.Caseless && r.cased:
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(r.before)
	return other.After[r.before] || other.AfterNumber && unicode.IsDigit(last)
}

// see takes down what the words that follow depend on.
func (r *Reader) see(token, text string) {
	r.begun, r.before = true, text
	if _, marked := language.Bare(text); marked {
		return
	}
	lower := strings.IndexFunc(token, unicode.IsLower) >= 0
	r.lower = r.lower || lower
	r.upper = r.upper || allCapitals(token)
	r.cased = r.cased || lower && strings.IndexFunc(token, unicode.IsUpper) >= 0 && !r.isCapital(text)
}

// isCapital reports whether a word in lower case has a capital wherever it stands.
func (r *Reader) isCapital(text string) bool {
	for _, c := range r.list.lang.Capitals {
		if text == c || strings.HasPrefix(text, c+"'") {
			return true
		}
	}
	return false
}

// allCapitals reports whether a word has at least two letters, all of them capitals.
func allCapitals(token string) bool {
	n := 0
	for _, c := range token {
		if unicode.IsLower(c) {
			return false
		}
		if unicode.IsUpper(c) {
			n++
		}
	}
	return n > 1
}

// Decide puts what the list says about words into decisions about those from a given one
// on. whole says that the words are all of a sentence or stream.
func (l *List) Decide(words []Word, from int, decisions []data.Decision, whole bool) {
	alone := whole
	for i := range words {
		alone = alone && words[i].entry != nil && words[i].entry.Use == UnlessAlone
	}
	for i := 0; i < len(words) && i < from+len(decisions); {
		e, n := l.match(words[i:])
		if to := min(i+n, from+len(decisions)); e != nil && to > from {
			part := max(i, from)
			decide(e, words[part:to], decisions[part-from:to-from], alone)
		}
		i += n
	}
}

// Joined appends to each word whether it and the next one are parts of a backchannel of
// several words ("uh huh"), inside which no sentence ends and no punctuation mark stands.
func (l *List) Joined(to []bool, words []Word) []bool {
	for i := 0; i < len(words); {
		e, n := l.match(words[i:])
		for k := range n {
			to = append(to, k+1 < n && e.Kind == Backchannel)
		}
		i += n
	}
	return to
}

// match returns the entry that the first words are, nil for none, and how many they are.
func (l *List) match(words []Word) (*Entry, int) {
	for _, p := range l.phrases[first(words[0].text)] {
		if n := p.length(words); n > 0 {
			return p.entry, n
		}
	}
	return words[0].entry, 1
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// length returns how many of the first words are the phrase, 0 where they are not. Two
// tokens may be one word of it: "do" "n't".
func (p *phrase) length(words []Word) int {
	n := 0
	for _, rest := range p.words {
		for rest != "" {
			if n == len(words) {
				return 0
			}
			text := words[n].text
			if p.entry.Own && !strings.HasPrefix(rest, text) {
				text = strings.ReplaceAll(text, "'", "") // the list may do without
			}
			if p.entry.Long && len(text) >= len(rest) && language.Unstretched(text) == language.Unstretched(rest) {
				text = rest
			}
			if text == "" || !strings.HasPrefix(rest, text) {
				return 0
			}
			rest = rest[len(text):]
			n++
		}
	}
	return n
}

// decide puts what an entry says of some words into the decisions about them.
func decide(e *Entry, words []Word, decisions []data.Decision, alone bool) {
	switch {
	case e.Use == InContext:
	case e.Use == Kept || e.Use == UnlessAlone && alone:
		label := data.O
		for i := range decisions {
			switch {
			case decisions[i].Label == data.E:
				label = data.E // part of a repair
			case len(words) > 1 && e.Kind != Backchannel && decisions[i].Label == data.O:
				return // not all of the phrase would be removed
			}
		}
		for i := range decisions {
			if decisions[i].Label == data.E || label == data.O {
				set(&decisions[i], words[i].text, label, data.NoKind)
			}
		}
	default:
		for i := range decisions {
			label := data.F
			if decisions[i].Label == data.E {
				label = data.E
			}
			set(&decisions[i], words[i].text, label, e.Kind.asData())
		}
	}
}

// set changes the label and the kind of a decision, and what follows from them.
func set(d *data.Decision, text string, label data.Label, kind data.Kind) {
	d.Level = 0 // the list does not ask for it
	if label == data.O {
		d.Would = 0
	}
	if d.Label == label && d.Kind == kind {
		return
	}
	if d.Confidence > 0 {
		d.Confidence = 1 // the list is sure
	}
	d.Label, d.Kind, d.Why = label, kind, data.DisfluenciesOf(text, label, kind)
}
