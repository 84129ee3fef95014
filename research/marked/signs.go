package marked

import "strings"

// Sign is a sign beside the marks of Word.Mark.
type Sign int

// The signs.
const (
	Quote Sign = iota
	Bracket
	Semicolon
	Colon
	Dash
	Exclamation
	NumSigns = 6
)

// String returns how the sign looks.
func (s Sign) String() string {
	return [NumSigns]string{`"`, "( )", ";", ":", "–", "!"}[s]
}

// signTexts are the signs as they may be written.
var signTexts = [NumSigns][]string{
	Quote: {`"`, "“", "”", "«", "»"}, Bracket: {"(", ")"}, Semicolon: {";"}, Colon: {":"}, Dash: {"--", "–", "—", " - "}, Exclamation: {"!"},
}

// addSigns counts the signs in a text beside the word.
func (w *Word) addSigns(text string) {
	for s, texts := range signTexts {
		for _, t := range texts {
			w.Signs[s] += uint8(min(strings.Count(text, t), 9))
		}
	}
}
