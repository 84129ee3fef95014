package decisions

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/tidytalk/tidytalk/data"
)

// Sentence is a sentence of a transcript with what was decided about its tokens: an object of
// JSON lines. POS, Labels, Kinds, Marks and Removed have an element for each token; so have
// the lists that follow, those of Posteriors too, where they are known. The zero value is a
// sentence without tokens.
type Sentence struct {
	// Document is a file name, or the number or name of a conversation.
	Document string `json:"document,omitempty" beam:"document"`
	// Index is the number of the sentence in the document, from 0.
	Index int `json:"index,omitempty" beam:"index"`
	By    By  `json:"by,omitempty" beam:"by"`

	Line    int      `json:"line,omitempty" beam:"line"`       // of the document, from 1; 0: unknown, as is a turn of 0
	Turn    int      `json:"turn,omitempty" beam:"turn"`       // from 1
	Speaker string   `json:"speaker,omitempty" beam:"speaker"` // "" where nobody is named
	Start   *Seconds `json:"start,omitempty" beam:"start"`
	End     *Seconds `json:"end,omitempty" beam:"end"`
	// Language is that of a sentence that was left as it is, as a BCP 47 code; else "".
	Language   string      `json:"language,omitempty" beam:"language"`
	Words      []Word      `json:"words,omitempty" beam:"words"`
	Operations []Operation `json:"operations,omitempty" beam:"operations"`

	Tokens     []string    `json:"tokens" beam:"tokens"`
	POS        []string    `json:"pos" beam:"pos"`         // Penn tags; "" where they are unknown
	Labels     []string    `json:"labels" beam:"labels"`   // data.Label: E (edit word), F (filler word) or O
	Kinds      []string    `json:"kinds" beam:"kinds"`     // data.Kind of fillers, and of asides; "" of other words
	Marks      []string    `json:"marks" beam:"marks"`     // data.Punct after each token, as PunctOf has it: COMMA, PERIOD, QMARK or NONE
	Removed    []bool      `json:"removed" beam:"removed"` // whether the settings remove it
	Posteriors *Posteriors `json:"posteriors,omitempty" beam:"posteriors"`
	// Confidence is the probability that it is right to remove a token.
	Confidence []Probability `json:"confidence,omitempty" beam:"confidence"`
	// ByHand says whether a person has decided about the word of a token; nil: about none.
	ByHand []bool `json:"by_hand,omitempty" beam:"by_hand"`
	// Retyped holds, at the first token of a word, what a person has typed in its place, and "" elsewhere; nil: none is
	// retyped. Tokens are those of the word that was there.
	Retyped []string `json:"retyped,omitempty" beam:"retyped"`

	// What is known of corpora and corrections besides, as data.Token has it. Punct is the punctuation mark
	// after each token in the text, with those that a person has set: one of , . ? ! ; : or "".
	Punct []string `json:"punct,omitempty" beam:"punct"`
	// Ends says whether a sentence ends after each token: yes, no, or incomplete, where it is
	// given up; nil: after the last one.
	Ends       []string `json:"ends,omitempty" beam:"ends"`
	Utterances []string `json:"utterances,omitempty" beam:"utterances"` // data.Token.Utt
	Acts       []string `json:"acts,omitempty" beam:"acts"`             // data.Token.Act
}

// By says who has decided about the tokens of a sentence.
type By string

// Who decides. The zero value is a person, or, of what 'tidytalk clean' writes, whoever has
// made the file.
const (
	ByPerson By = ""       // also read as "person"
	ByModels By = "models" // nobody has looked at it
	ByNobody By = "nobody" // nothing is annotated but punctuation
)

// Elements of Sentence.Ends.
const (
	EndsYes        = "yes"
	EndsIncomplete = "incomplete"
	EndsNo         = "no"
)

// OfTokens reports whether a member of an object of JSON lines holds of the tokens of a Sentence
// as they are, and so means nothing where words have changed. list says that it is a list:
// objects of others have members of some of the names that are none.
func OfTokens(member string, list bool) bool {
	switch member {
	case "line", "turn", "operations", "tokens", "pos", "labels", "kinds", "marks", "removed", "posteriors", "by_hand", "retyped":
		return true
	case "confidence", "punct", "ends", "utterances", "acts":
		return list
	}
	return false
}

// Word is a word of the source, with its punctuation.
type Word struct {
	Text       string      `json:"text" beam:"text"`
	From       int         `json:"from" beam:"from"` // offsets into the source, in bytes
	To         int         `json:"to" beam:"to"`
	Start      *Seconds    `json:"start,omitempty" beam:"start"` // nil, as End: unknown
	End        *Seconds    `json:"end,omitempty" beam:"end"`
	Confidence Probability `json:"confidence,omitempty" beam:"confidence"` // of the recogniser; 0: unknown
	Tokens     [2]int      `json:"tokens" beam:"tokens"`                   // the first, and the first after
}

// Keep is the Operation of words that are kept. The others are called as transcript.ChangeKind is.
const Keep = "keep"

// Operation says what becomes of a stretch of the source: a transcript.Change, or Keep.
type Operation struct {
	Op      string   `json:"op" beam:"op"`
	From    int      `json:"from" beam:"from"` // offsets into the source, in bytes
	To      int      `json:"to" beam:"to"`
	Text    *string  `json:"text,omitempty" beam:"text"`   // what comes in its place, of all but keep and delete
	Words   *[2]int  `json:"words,omitempty" beam:"words"` // of keep, delete, number, retype and spell: the first, and the first after
	Reasons []string `json:"reasons,omitempty" beam:"reasons"`
	Rule    string   `json:"rule,omitempty" beam:"rule"` // of the style, for which a note is deleted or a word spelled out
}

// Posteriors holds P(label) of every token, for each label.
type Posteriors struct {
	E []Probability `json:"E" beam:"E"`
	F []Probability `json:"F" beam:"F"`
	O []Probability `json:"O" beam:"O"`
}

// Decide sets what was decided about the tokens, one decision for each: all that the record
// has of a data.Decision. confidence says whether that is known.
func (s *Sentence) Decide(decisions []data.Decision, confidence bool) {
	n := len(decisions)
	s.POS, s.Labels, s.Kinds, s.Marks = make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	s.Posteriors = &Posteriors{make([]Probability, n), make([]Probability, n), make([]Probability, n)}
	s.Confidence, s.ByHand, s.Retyped = nil, nil, nil
	if confidence && n > 0 {
		s.Confidence = make([]Probability, n)
	}
	for i := range decisions {
		d := &decisions[i]
		s.POS[i], s.Labels[i], s.Kinds[i], s.Marks[i] = d.Tag, d.Label.String(), KindName(d.Kind), PunctOf(d).String()
		s.Posteriors.E[i], s.Posteriors.F[i], s.Posteriors.O[i] = Probability(d.Posteriors[data.E]), Probability(d.Posteriors[data.F]), Probability(d.Posteriors[data.O])
		if s.Confidence != nil {
			s.Confidence[i] = Probability(d.Confidence)
		}
		if d.ByHand != nil {
			if s.ByHand == nil {
				s.ByHand = make([]bool, n)
			}
			s.ByHand[i] = true
			s.retype(i, decisions)
		}
	}
}

// retype notes what a person has typed in place of the word that a token is the first of.
func (s *Sentence) retype(token int, decisions []data.Decision) {
	own := decisions[token].ByHand
	if own.Text == "" || token > 0 && decisions[token-1].ByHand == own {
		return
	}
	if s.Retyped == nil {
		s.Retyped = make([]string, len(decisions))
	}
	s.Retyped[token] = own.Text
}

// PunctOf returns the punctuation after a token as it is scored: words that are not fluent have
// none.
func PunctOf(d *data.Decision) data.Punct {
	if d.Label != data.O {
		return data.NoPunct
	}
	return d.Punct
}

// KindName returns a kind as Sentence.Kinds has it.
func KindName(k data.Kind) string {
	if k == data.NoKind {
		return ""
	}
	return k.String()
}

// Annotation returns the label and the kind of a token.
func (s *Sentence) Annotation(token int) (data.Label, data.Kind) {
	label, _ := parseLabel(s.Labels[token])
	kind, _ := parseKind(s.Kinds[token])
	return label, kind
}

func parseLabel(s string) (data.Label, bool) {
	for l := range data.Label(data.NumLabels) {
		if l.String() == s {
			return l, true
		}
	}
	return 0, false
}

func parseKind(s string) (data.Kind, bool) {
	if len(s) != 1 || s == data.NoKind.String() {
		return data.NoKind, s == ""
	}
	return data.ParseKind(s[0])
}

// Write writes a sentence as a line of JSON. Lists without which there is no Sentence are
// filled in where they are nil. Reading it again gives the same, with times rounded to
// milliseconds and probabilities to five digits.
func Write(w io.Writer, s *Sentence) error {
	whole := *s
	whole.complete()
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(&whole)
}

// complete fills in lists that are nil: no tag, fluent, no kind, no punctuation, not removed.
func (s *Sentence) complete() {
	n := len(s.Tokens)
	for _, list := range []struct {
		of *[]string
		is string
	}{{&s.Tokens, ""}, {&s.POS, ""}, {&s.Labels, data.O.String()}, {&s.Kinds, ""}, {&s.Marks, data.NoPunct.String()}} {
		if *list.of == nil {
			*list.of = slices.Repeat([]string{list.is}, n)
		}
	}
	if s.Removed == nil {
		s.Removed = make([]bool, n)
	}
}
