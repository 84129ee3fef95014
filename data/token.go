package data

import "strings"

// Label is a disfluency label: one of O, F, E.
type Label uint8

// The labels of the papers. The zero value is O, fluent.
const (
	O         Label = iota // outside any disfluency
	F                      // filler word
	E                      // edit word: inside a reparandum
	NumLabels = 3
)

// String returns "O", "F" or "E".
func (l Label) String() string { return [...]string{"O", "F", "E"}[l] }

// Kind is the kind of a filler word, or of an aside.
type Kind uint8

// The kinds of the Switchboard annotation. The zero value is no filler.
const (
	NoKind          Kind = iota
	FilledPause          // {F uh}
	DiscourseMarker      // {D you know}
	EditingTerm          // {E I mean}
	Conjunction          // {C and}: coordinating conjunction that opens an utterance
	Aside                // {A ...}: fluent, labelled O
	NumKinds        = 6
)

const kindCodes = "-FDECA"

// Code returns the one-letter code of the kind in the token TSV: '-', F, D, E,
// C or A.
func (k Kind) Code() byte { return kindCodes[k] }

// String returns the code of the kind as a string.
func (k Kind) String() string { return kindCodes[k : k+1] }

// ParseKind is the inverse of Code.
func ParseKind(c byte) (Kind, bool) {
	i := strings.IndexByte(kindCodes, c)
	return Kind(max(i, 0)), i >= 0
}

// Filler reports whether tokens of the kind are filler words (label F): every
// kind but none and aside.
func (k Kind) Filler() bool { return k >= FilledPause && k <= Conjunction }

// Boundary says whether a sentence (slash unit) ends after a token.
type Boundary uint8

// The boundaries of the annotation.
const (
	NoBoundary Boundary = iota // the sentence goes on
	Complete                   // "/"
	Incomplete                 // "-/": the sentence is given up here
)

// String returns the boundary as in the token TSV: "-", "/" or "-/".
func (b Boundary) String() string { return [...]string{"-", "/", "-/"}[b] }

// Token is one Penn Treebank token with its gold annotation, as far as there is
// any.
type Token struct {
	Text     string   // surface form, original case; a trailing "-" marks a partial word
	POS      string   // Penn tag with the Switchboard additions, without "^"; "" unknown
	Kind     Kind     // filler kind
	Edit     bool     // inside a reparandum
	Punct    byte     // punctuation mark that follows in the transcript: one of , . ? ! ; : or 0
	Boundary Boundary // whether a sentence ends after the token
	Timed    bool     // Start and End are known
	Start    float64  // seconds
	End      float64  // seconds
	Utt      string   // utterance.sub-utterance within the conversation
	Act      string   // dialogue-act tag
	// Voice holds what the voice says at the boundary after the token, the values of
	// prosody.Features; nil: there is no recording, or it says nothing there. It must not be
	// changed.
	Voice []float32
}

// Label returns the joint label of the papers: E inside a reparandum, else F
// for a filler, else O.
func (t *Token) Label() Label {
	switch {
	case t.Edit:
		return E
	case t.Kind.Filler():
		return F
	}
	return O
}

// Partial reports whether the token is a partial word ("som-").
func (t *Token) Partial() bool { return IsPartial(t.Text) }

// IsPartial reports whether a surface form is that of a partial word: it ends
// in "-" and has a character besides hyphens.
func IsPartial(s string) bool {
	return strings.HasSuffix(s, "-") && strings.Trim(s, "-") != ""
}

// Turn returns the number of the speaker's turn in the conversation, the first part of Utt;
// 0: it is not known.
func (t *Token) Turn() int32 {
	n := int32(0)
	for _, c := range []byte(t.Utt) {
		if c < '0' || c > '9' || n > 1<<26 {
			break
		}
		n = 10*n + int32(c-'0')
	}
	return n
}

// Sentence is a run of tokens of one speaker that is decoded as a whole: a
// sentence, or a piece of a stream that may hold several.
type Sentence struct {
	Conv    int  // conversation number, 0 if there is none
	Speaker byte // 'A', 'B', or 0
	Tokens  []Token
	// Ends holds, for a piece of a stream, for each token the predicted probability
	// that a sentence ends after it, and Puncts the punctuation predicted there; else nil.
	Ends   []float32
	Puncts []Punct
	// Written holds for each token how it is written, in text that has punctuation; nil:
	// the text is unpunctuated.
	Written []Written
	// Heard holds for each token P(label) by a network that has read the stream around the
	// piece, too; nil: it is unknown.
	Heard [][NumLabels]float32
	// Talk is what the text around tells of how people talk in it.
	Talk Talk
	// Opens says that the speaker's turn begins with the first token, Closes that it ends
	// with the last one, where that is known: of parts of a stream, and of text with punctuation whether it may end.
	Opens, Closes bool
}

// Part returns the words [from, to) of the sentence, with what is predicted of them.
// They share its memory.
func (s *Sentence) Part(from, to int) Sentence {
	out := Sentence{Conv: s.Conv, Speaker: s.Speaker, Talk: s.Talk, Tokens: s.Tokens[from:to:to]}
	if s.Ends != nil {
		out.Ends, out.Puncts = s.Ends[from:to], s.Puncts[from:to]
	}
	if s.Written != nil {
		out.Written = s.Written[from:to]
	}
	if s.Heard != nil {
		out.Heard = s.Heard[from:to]
	}
	return out
}

// Side is everything one speaker says in one conversation, in time order.
type Side struct {
	Conv    int
	Name    string // of the conversation, "" where the number is all it has
	Speaker byte
	Tokens  []Token
	// Unlabelled says that nobody has annotated the disfluencies of the side, only its punctuation.
	Unlabelled bool
	// Talk is that of the text around, where the side is a part of one; the zero value: it
	// is not known.
	Talk Talk
}

// Labelled parts sides into those whose disfluencies are annotated, and the others.
func Labelled(sides []Side) (labelled, others []Side) {
	for i := range sides {
		if sides[i].Unlabelled {
			others = append(others, sides[i])
		} else {
			labelled = append(labelled, sides[i])
		}
	}
	return labelled, others
}
