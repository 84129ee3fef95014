package readers

import "github.com/tidytalk/tidytalk/research/marked"

// Kind is a kind of difference between cleaned text and the source's own.
type Kind int

// The kinds. Marks are those after a word, capitals those of words that open a sentence in
// neither text.
const (
	EndMissing Kind = iota
	EndWrong
	QuestionMissed // a full stop is there
	QuestionWrong  // for a full stop
	CommaMissing
	CommaWrong
	CapitalMissing
	CapitalWrong
	NumKinds = 8
)

var kindNames = [NumKinds]string{"end missing", "end wrong", "question missed", "question wrong", "comma missing", "comma wrong", "capital missing", "capital wrong"}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[k] }

// Difference is a place where cleaned text is not like the source's own.
type Difference struct {
	Kind
	Turn, Word int    // of the cleaned text
	Ours, Own  string // a mark, or, for a capital, the word
}

// located is a word of a turn.
type located struct {
	marked.Word
	turn, number int
}

func wordsOf(turns []Turn) []located {
	var out []located
	for i, t := range turns {
		for k, w := range marked.Words(t.Text) {
			out = append(out, located{w, i, k})
		}
	}
	return out
}

func lower(words []located) []string {
	plain := make([]marked.Word, len(words))
	for i, w := range words {
		plain[i] = w.Word
	}
	return marked.Lower(plain)
}

// Compare returns where cleaned text differs from the source's own in the marks and the
// case of the words that both have, in order; of a word the case comes first. Where words went, the strongest of the marks around
// them is the one that should be left; whether it is a comma there is nobody's error.
func Compare(own, cleaned []Turn) []Difference {
	a, b := wordsOf(own), wordsOf(cleaned)
	pairs := marked.Align(lower(a), lower(b))
	var out []Difference
	for k, p := range pairs {
		gold, got := a[p[0]], b[p[1]]
		went := false
		to := len(a)
		if k+1 < len(pairs) {
			to = pairs[k+1][0]
		}
		for _, w := range a[p[0]+1 : to] {
			if w.turn != gold.turn {
				break
			}
			went = true
			gold.Mark = stronger(gold.Mark, w.Mark)
		}
		add := func(kind Kind, ours, own string) {
			out = append(out, Difference{kind, got.turn, got.number, ours, own})
		}
		if !gold.Opens && !got.Opens && gold.Text != got.Text {
			kind := CapitalWrong
			if capitals(gold.Text) > capitals(got.Text) {
				kind = CapitalMissing
			}
			add(kind, got.Text, gold.Text)
		}
		if kind, ok := markKind(gold.Word, got.Word, went); ok {
			add(kind, markText(got.Mark), markText(gold.Mark))
		}
	}
	return out
}

// markKind returns how the mark after a word is wrong.
func markKind(gold, got marked.Word, went bool) (Kind, bool) {
	switch {
	case gold.Mark == got.Mark:
		return 0, false
	case gold.Ends() && got.Ends() && gold.Mark == '?':
		return QuestionMissed, true
	case gold.Ends() && got.Ends():
		return QuestionWrong, true
	case gold.Ends():
		return EndMissing, true
	case got.Ends():
		return EndWrong, true
	case went:
		return 0, false
	case gold.Mark == ',':
		return CommaMissing, true
	}
	return CommaWrong, true
}

// stronger returns the mark that separates more.
func stronger(a, b byte) byte {
	for _, m := range [...]byte{'?', '.', ','} {
		if a == m || b == m {
			return m
		}
	}
	return 0
}

func markText(m byte) string {
	if m == 0 {
		return ""
	}
	return string(m)
}

func capitals(word string) int {
	n := 0
	for _, c := range []byte(word) {
		if c >= 'A' && c <= 'Z' {
			n++
		}
	}
	return n
}
