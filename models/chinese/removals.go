package chinese

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Removal says what a word is part of that may be removed, and from which level on it is. The zero
// value is a word that is kept.
type Removal struct {
	Why   data.Disfluencies
	Level uint8 // the place of the level among those of package engine: 0 is the lightest
}

// Removals finds what may be removed from Chinese text. There is no Chinese with annotated
// disfluencies to learn from, so it works by rule: filled pauses, and repetitions but for those
// of words that Chinese doubles on purpose. Words that may fill a pause and mean something ("那个",
// "就是说", "然后") are kept. The zero value is ready, and may be used by several goroutines.
type Removals struct{}

// longestCopy is how many words a repetition repeats, at most.
const longestCopy = 6

// The levels at which answers are removed, and repetitions with a punctuation mark in between.
const (
	answersLevel    = 2
	punctuatedLevel = 1
)

// Find appends what each word of a text may be removed for. punctuated says of each word whether a
// punctuation mark stands behind it in the source, put whether one is predicted there: repetition
// on purpose has one. A text is a turn, or begins with one.
func (Removals) Find(words []string, punctuated, put []bool, out []Removal) []Removal {
	f := finder{words: make([]string, len(words)), given: make([]bool, len(words)), bounds: make([]bool, len(words)+1)}
	f.bounds[len(words)] = true
	for i, w := range words {
		f.words[i] = SimplifiedText(w)
		f.given[i] = i == 0 || punctuated[i-1]
		f.bounds[i] = f.given[i] || put[i-1]
	}
	first := len(out)
	out = append(out, make([]Removal, len(words))...)
	f.find(out[first:])
	return out
}

// finder looks at a text.
type finder struct {
	words         []string // in simplified characters
	given, bounds []bool   // a punctuation mark of the source stands before the word, or any; bounds is one longer
	said          []int    // the words that are no filled pauses
}

func (f *finder) find(out []Removal) {
	for i := range f.words {
		if out[i] = f.pause(i); out[i].Why == 0 {
			f.said = append(f.said, i)
		}
	}
	if len(f.said) == 0 { // answers are all that was said
		for i, w := range f.words {
			if language.ChineseAnswers[w] {
				out[i] = Removal{}
			}
		}
	}
	for at := 0; at < len(f.said); {
		n, level := f.copied(at)
		if n == 0 {
			at++
			continue
		}
		for _, i := range f.said[at : at+n] {
			out[i] = Removal{data.Repairs, level}
		}
		at += n
	}
}

// pause says whether a word is a filled pause.
func (f *finder) pause(i int) Removal {
	w := f.words[i]
	if !language.ChineseFilled[w] || w == "额" && !f.bounds[i] {
		return Removal{}
	}
	if language.ChineseAnswers[w] {
		first := i // of several in a row
		for !f.given[first] && language.ChineseAnswers[f.words[first-1]] {
			first--
		}
		if f.given[first] {
			return Removal{data.FilledPauses, answersLevel}
		}
	}
	return Removal{Why: data.FilledPauses}
}

// copied returns how many of the words that were said, from one on, are repeated by mistake, 0
// where none are, and from which level on they are removed. A punctuation mark between both says
// that they were meant, but for the one behind all that a clause holds ("我，我想"). So does it
// if nothing comes behind several of them ("我知道，我知道。"). A pronoun that is repeated is the
// object of one clause and the subject of the next one ("告诉我我的"), if it does not open its
// clause, or follow a word that no object follows; there a mark between both that is predicted says nothing ("那个我。我想去").
func (f *finder) copied(at int) (int, uint8) {
	begin := f.said[at]
	if !language.ChineseRepeated[f.words[begin]] {
		return 0, 0
	}
	opens := f.bounds[begin] || at == 0 || f.said[at-1] != begin-1
	for n := min(longestCopy, (len(f.said)-at)/2); n > 0; n-- {
		again, last := f.said[at+n], f.said[at+2*n-1]
		same := true
		for k := 0; k < n && same; k++ {
			a, b := f.said[at+k], f.said[at+n+k]
			same = (f.words[a] == f.words[b] || n == 1 && f.startsWith(b, a)) && (k == 0 || !f.bounds[a] && !f.bounds[b])
		}
		parted, given := false, false
		for i := begin + 1; i <= again; i++ {
			parted, given = parted || f.bounds[i], given || f.given[i]
		}
		switch {
		case !same, (n > 1 || parted) && f.bounds[last+1] && !f.opener(n, last):
		case parted && (f.bounds[begin] || !given && n == 1 && f.goesOn(begin)):
			return n, punctuatedLevel
		case parted:
		case n > 1 || opens || !language.ChinesePronouns[f.words[begin]] || f.objectless(begin):
			return n, 0
		}
	}
	return 0, 0
}

// objectless reports whether a word follows one that no object follows.
func (f *finder) objectless(i int) bool {
	return i > 0 && (language.ChineseRepeated[f.words[i-1]] || language.ChineseObjectless[f.words[i-1]])
}

// opener reports whether a word that comes again opens what is behind it, so that a mark there that is predicted does not
// end it: "所以所以，我觉得".
func (f *finder) opener(n, last int) bool {
	return n == 1 && last+1 < len(f.words) && !f.given[last+1] && language.ChineseOpeners[f.words[last]] && !language.ChineseStutters[f.words[last]]
}

// startsWith reports whether a word begins with another one, of a character that is said twice by mistake alone: "这 这个". "我
// 我们" may be an object and a subject.
func (f *finder) startsWith(word, start int) bool {
	return f.words[word] != f.words[start]+"们" && language.ChineseStutters[f.words[start]] && strings.HasPrefix(f.words[word], f.words[start])
}

// goesOn reports whether a word follows one behind which a clause begins, or itself: a mark behind it that is predicted says
// nothing.
func (f *finder) goesOn(i int) bool {
	return i > 0 && (language.ChineseObjectless[f.words[i-1]] || f.words[i-1] == f.words[i])
}
