package data

// Punct is the punctuation label of a token (EMNLP 2014, Table 2).
type Punct uint8

// The punctuation labels. The zero value is no mark.
const (
	NoPunct Punct = iota
	Comma
	Period
	QMark
	NumPuncts = 4
)

// String returns "NONE", "COMMA", "PERIOD" or "QMARK".
func (p Punct) String() string { return [...]string{"NONE", "COMMA", "PERIOD", "QMARK"}[p] }

// PunctOf returns the punctuation label of token i of a side, as the token is
// after cleaning: a token that is not fluent has none, and a comma inside a
// sentence that only sets off a disfluency is none. tokens are all tokens of the
// side, partial words included.
func PunctOf(tokens []Token, i int) Punct {
	t := &tokens[i]
	if !t.fluent() {
		return NoPunct
	}
	switch t.Punct {
	case '?':
		return QMark
	case '.', '!':
		return Period
	case ',', ';', ':':
		if t.Boundary != NoBoundary || i+1 < len(tokens) && tokens[i+1].fluent() {
			return Comma
		}
	}
	return NoPunct
}

// fluent reports whether the token stays in the cleaned text.
func (t *Token) fluent() bool { return t.Label() == O && !t.Partial() }
