package transcript

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
)

// Correction is what a person decides about a word in place of the models. The zero value
// decides nothing.
type Correction struct {
	Word int // in Document.Words
	Fate Fate
	// Kind is what a word that is removed counts as: one kind; 0 is data.Repairs.
	Kind data.Disfluencies
	// Mark holds all punctuation after the word; nil: what else would stand there.
	Mark *string
	// Form is the word in other case; "": as it else would be written.
	Form string
	// Text is what stands in place of the word, whatever letters and blanks it has: what was
	// misheard is typed anew. "": the word itself. Punctuation after it is a matter of Mark.
	Text string
	// Heard says that a recording keeps the word, though its transcript may lose it.
	Heard bool
}

// Fate says what a person decides about whether a word is removed.
type Fate uint8

// The fates.
const (
	Open   Fate = iota // the models decide
	Keep               // the word is kept
	Remove             // the word is removed, whatever kinds are
)

// ErrCorrection is wrapped by the errors of Correct.
var ErrCorrection = errors.New("no such correction")

// maxPunct is the length, in bytes, of the longest punctuation after a word that is set by hand.
const maxPunct = 16

// maxText is the length, in bytes, of the longest text that is put in place of a word.
const maxText = 1000

// Refusal is a correction that cannot be, by its place among those that were given, and why:
// an error that wraps ErrCorrection.
type Refusal struct {
	Correction int
	Err        error
}

// Correct returns decisions about the tokens of the document with corrections of some words:
// labels, kinds and reasons are then as people want them, and an edit by them has their punctuation,
// case and words. decisions, of which nil stands for none, are not changed. A correction that cannot be is left
// out, and named: of a word that is not there, comes a second time, is a note, or in another language; punctuation
// that is none; a form with other letters; a text that is none.
func (d *Document) Correct(decisions []data.Decision, corrections []Correction) ([]data.Decision, []Refusal) {
	out := slices.Clone(decisions)
	if out == nil {
		out = make([]data.Decision, len(d.Tokens))
	}
	var refused []Refusal
	seen := make(map[int]bool, len(corrections))
	for i := range corrections {
		c := &corrections[i]
		err := d.check(c)
		switch {
		case err != nil:
		case seen[c.Word]:
			err = fmt.Errorf("%w: two of word %d, of which the first counts", ErrCorrection, c.Word)
		case out[d.Words[c.Word].Tokens.Start].Left:
			err = fmt.Errorf("%w: word %d, %q, is in another language, and is kept as it is", ErrCorrection, c.Word, d.Text(d.Words[c.Word].Core))
		}
		if err != nil {
			refused = append(refused, Refusal{i, err})
			continue
		}
		seen[c.Word] = true
		tokens := d.Words[c.Word].Tokens
		own := &data.ByHand{Removed: c.Fate == Remove, Mark: c.Mark, Form: c.Form, Text: c.Text, Heard: c.Heard}
		for t := tokens.Start; t < tokens.End; t++ {
			out[t].ByHand = own
			correct(&out[t], c)
		}
	}
	return out, refused
}

// check returns what is wrong with a correction.
func (d *Document) check(c *Correction) error {
	if c.Word < 0 || c.Word >= len(d.Words) {
		return fmt.Errorf("%w: there is no word %d: there are %d, from 0", ErrCorrection, c.Word, len(d.Words))
	}
	w := &d.Words[c.Word]
	core := d.Text(w.Core)
	switch {
	case w.Tokens.Len() == 0:
		return fmt.Errorf("%w: word %d, %q, is a note, which is kept as it is", ErrCorrection, c.Word, d.Text(w.Bytes))
	case c.Fate > Remove:
		return fmt.Errorf("%w: word %d has the fate %d, which is unknown", ErrCorrection, c.Word, c.Fate)
	case c.Fate == Remove && w.Kept:
		return fmt.Errorf("%w: word %d, %q, cannot be removed: its file needs it", ErrCorrection, c.Word, core)
	case c.Kind&(c.Kind-1) != 0 || c.Kind&^(data.AllDisfluencies|data.Editorial) != 0:
		return fmt.Errorf("%w: word %d is of the kind %q: it counts as one", ErrCorrection, c.Word, c.Kind)
	case c.Form != "" && !sameLetters(c.Form, core):
		return fmt.Errorf("%w: word %d, %q, cannot become %q: only its case and apostrophe may change", ErrCorrection, c.Word, core, c.Form)
	}
	if err := d.checkText(c, w); err != nil {
		return err
	}
	switch {
	case c.Mark == nil:
		return nil
	case len(*c.Mark) > maxPunct:
		return fmt.Errorf("%w: %q after word %d is more than %d bytes of punctuation", ErrCorrection, *c.Mark, c.Word, maxPunct)
	}
	own := d.Source[w.Core.End:w.Bytes.End]
	for _, r := range *c.Mark {
		if !strings.ContainsRune(punctByHand, r) && !strings.ContainsRune(own, r) {
			return fmt.Errorf("%w: %q after word %d is no punctuation mark: use some of %s", ErrCorrection, r, c.Word, punctByHand)
		}
	}
	return nil
}

// punctByHand are the punctuation marks that may be set besides those that are there.
const punctByHand = ",.;:?!…-–—\"'“”‘’)»，。；：！？、）》〉」』"

// sameLetters reports whether two words differ in case and apostrophes alone.
func sameLetters(a, b string) bool {
	bare := strings.NewReplacer("'", "", "’", "").Replace
	return strings.EqualFold(bare(a), bare(b)) && !strings.ContainsFunc(a, unicode.IsSpace)
}

// correct makes a correction of its word part of the decision about a token.
func correct(d *data.Decision, c *Correction) {
	switch c.Fate {
	case Keep:
		d.Label, d.Kind, d.Why = data.O, data.NoKind, 0
	case Remove:
		d.Why = cmp.Or(c.Kind, data.Repairs)
		d.Label, d.Kind = d.Why.Labelled()
	}
}

// byHand returns what a person has decided about a word, nil for nothing.
func (e *Edit) byHand(w int) *data.ByHand {
	tokens := e.doc.Words[w].Tokens
	if e.decisions == nil || tokens.Len() == 0 {
		return nil
	}
	return e.decided(tokens.End - 1).ByHand
}

// setPunctByHand sets the punctuation that people have put after kept words of a turn. Where they
// end a sentence, the next word opens one.
func (e *Edit) setPunctByHand(t *Turn) {
	opens := false
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.words[w].removed || e.isNote(w) {
			continue
		}
		e.words[w].upper = e.words[w].upper || opens
		opens = false
		if own := e.byHand(w); own != nil && own.Mark != nil {
			e.words[w].trail = *own.Mark
			opens = isFinal(*own.Mark) && !abbreviated(*own.Mark)
		}
	}
}

// setFormsByHand writes words in the case that people have given them.
func (e *Edit) setFormsByHand() {
	for w := range e.words {
		if own := e.byHand(w); own != nil && own.Form != "" && own.Text == "" && !e.words[w].removed {
			e.words[w].form, e.words[w].upper = own.Form, false
		}
	}
}
