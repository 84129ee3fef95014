package fillers

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Kind is the kind of a word on the list.
type Kind byte

// The kinds, as the list writes them.
const (
	FilledPause     Kind = 'F' // "uh"
	DiscourseMarker Kind = 'D' // "you know"
	EditingTerm     Kind = 'E' // "i mean"
	Backchannel     Kind = 'B' // "uh-huh": no filler
)

// kindNames are the kinds in the order of the list, with their names.
var kindNames = []struct {
	kind Kind
	name string
}{
	{FilledPause, "filled pause"},
	{DiscourseMarker, "discourse marker"},
	{EditingTerm, "editing term"},
	{Backchannel, "backchannel"},
}

// String returns the name of the kind.
func (k Kind) String() string {
	for _, n := range kindNames {
		if n.kind == k {
			return n.name
		}
	}
	return "unknown kind"
}

// asData returns the kind that a decision about a word of kind k has. A backchannel
// that is removed because a user says so is removed as a filled pause.
func (k Kind) asData() data.Kind {
	switch k {
	case DiscourseMarker:
		return data.DiscourseMarker
	case EditingTerm:
		return data.EditingTerm
	}
	return data.FilledPause
}

// Use says what is done with a word on the list.
type Use uint8

// The uses.
const (
	Removed     Use = iota // removed, where its kind is removed
	UnlessAlone            // removed but where it is all that is said, as an answer
	InContext              // the models decide
	Kept                   // never removed as a filler
)

// String says what is done.
func (u Use) String() string {
	return [...]string{"removed", "removed unless alone", "decided in context", "kept"}[u]
}

// Entry is a word or phrase of the list.
type Entry struct {
	Words string // in lower case, with blanks between the words of a phrase
	Reads string // the word that models read for it
	Kind  Kind
	Use   Use
	Long  bool // letters may be repeated: "um" stands for "ummm", too
	Own   bool // a file of the user's has added or changed it
}

// List is a list of fillers. It is immutable and may be used by several goroutines at
// once.
type List struct {
	lang      *language.Language
	entries   []*Entry          // by kind and words
	words     map[string]*Entry // single words
	stretched map[string]*Entry // those with Long, by language.Unstretched
	phrases   map[byte][]phrase // by their first byte, the longest first
	longest   int               // words of a phrase, at most
}

// phrase is an entry that is looked for in several tokens, which a contraction is, too.
type phrase struct {
	entry *Entry
	words []string
}

var english = func() *List {
	l := &List{lang: language.English()}
	uses := map[language.FillerUse]Use{language.FillerRemoved: Removed, language.FillerAloneKept: UnlessAlone, language.FillerInContext: InContext, language.FillerKept: Kept}
	for _, f := range l.lang.Fillers {
		e := &Entry{Words: f.Words, Reads: cmp.Or(f.Reads, f.Words), Kind: Kind(f.Kind), Use: uses[f.Use]}
		e.Long = (e.Kind == FilledPause || e.Kind == Backchannel) && e.Words[0] != '%'
		l.entries = append(l.entries, e)
	}
	l.index()
	return l
}()

// Default returns the list that holds where the user has none.
func Default() *List { return english }

// index makes what is looked up of the entries.
func (l *List) index() {
	slices.SortStableFunc(l.entries, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(rank(a.Kind), rank(b.Kind)), cmp.Compare(a.Words, b.Words))
	})
	l.words, l.stretched, l.phrases = make(map[string]*Entry), make(map[string]*Entry), make(map[byte][]phrase)
	for _, e := range l.entries {
		words := strings.Fields(e.Words)
		if len(words) == 1 {
			l.words[e.Words] = e
			if e.Long {
				l.stretched[language.Unstretched(e.Words)] = e
			}
		}
		if len(words) > 1 && e.Use != InContext || e.Own {
			l.phrases[e.Words[0]] = append(l.phrases[e.Words[0]], phrase{e, words})
			if l.longest = max(l.longest, len(words)); e.Own {
				l.longest = max(l.longest, 2*len(words)) // words of the user's may be contractions
			}
		}
	}
	for _, list := range l.phrases {
		slices.SortStableFunc(list, func(a, b phrase) int { return cmp.Compare(len(b.entry.Words), len(a.entry.Words)) })
	}
}

func rank(k Kind) int {
	for i := range kindNames {
		if kindNames[i].kind == k {
			return i
		}
	}
	return len(kindNames)
}

// All returns the entries in the order of their kinds and words.
func (l *List) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, e := range l.entries {
			if !yield(*e) {
				return
			}
		}
	}
}

// Longest is how many tokens an entry may have at most.
func (l *List) Longest() int { return l.longest }

// lookup returns the entry of a single word in lower case, nil if there is none.
func (l *List) lookup(word string) *Entry {
	bare, marked := language.Bare(word)
	if marked {
		if e := l.words["%"+bare]; e != nil {
			return e
		}
	}
	if e := l.words[bare]; e != nil {
		return e
	}
	if l.lang.NoFillers[bare] {
		return nil
	}
	if e := l.stretched[language.Unstretched(bare)]; e != nil && len(bare) > len(e.Words) {
		return e
	}
	return nil
}

// Removes reports whether a user has added a word that is always removed, and its kind.
func (l *List) Removes(word string) (data.Kind, bool) {
	e := l.lookup(strings.ToLower(word))
	if e == nil || !e.Own || e.Use != Removed {
		return data.NoKind, false
	}
	return e.Kind.asData(), true
}

// Keeps reports whether a word is never removed as a filler.
func (l *List) Keeps(word string) bool {
	e := l.lookup(strings.ToLower(word))
	return e != nil && e.Use == Kept
}
