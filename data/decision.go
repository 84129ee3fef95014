package data

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// Decision is all that was decided about one token of a sentence or transcript, from
// its disfluency label to how it is written: the one record that is passed from the models
// to the text. The zero value keeps the token as it is.
type Decision struct {
	Label Label
	// Kind is the kind of a filler, also of one inside a reparandum, whose label is E.
	Kind Kind
	// Why holds the disfluencies that the token is part of, by its label, its kind, and
	// what the transcript itself says. None: it is fluent.
	Why Disfluencies
	// Late is the probability that the token is part of a discourse marker, where it is removed for
	// the punctuation that was put around it; 0: it is not.
	Late float64
	// Punct is the punctuation that follows the token in the cleaned text. After a token
	// that is removed it belongs to the kept one before it.
	Punct Punct
	// SetOff says that a comma follows the token where the next one is kept, though that is of
	// a kind that is most often removed: "I like, uh, tea".
	SetOff bool
	// Signs are the quotes, brackets and other punctuation marks around it; nil: none.
	Signs *Signs
	// End says that a sentence ends after the token.
	End bool
	// EndPunct is the punctuation at the end of a sentence that ends after the token, by
	// PapersRule: that of a token that is removed is kept with it.
	EndPunct Punct
	// Tag is the predicted Penn tag, "" of a token that is no word.
	Tag string
	// Cased is the token in its case inside a sentence; "" is as it is.
	Cased string
	// Named says whether Cased is what a vocabulary says.
	Named Named
	// Apostrophe is the place in the token, in bytes, where an apostrophe is missing: 3 of
	// "dont"; 0: none is. Cased has it.
	Apostrophe int
	// Confidence is the calibrated probability that the removal of the token is right,
	// 1 for one that the models keep; 0 where it was not asked for.
	Confidence float64
	// Posteriors holds P(label), indexed by Label, where it was asked for. They are not
	// calibrated: a max-margin model is surer than it should be.
	Posteriors [NumLabels]float64
	// Would is Why as it is at the highest level, and Level says at which level the token
	// starts to be removed, by its place among engine.Levels, where that was asked for.
	Would Disfluencies
	Level uint8
	// Doubt is the probability that a token that is removed at no level should be, where that was asked
	// for, as edit model and network say together. It is not calibrated.
	Doubt float64
	// ByHand is what a person has decided in place of the models; nil: nothing.
	ByHand *ByHand
	// Dictated is what the speaker commands with words of which the token is one, the same for all of these tokens; nil: nothing.
	// The words are not written.
	Dictated *Dictated
	// Styled is the command that says in which case the token is written, where one is; nil: none does.
	Styled *Dictated
	// Chinese says that the token was decided about as Chinese text: punctuation marks are as wide as
	// characters there, and no capital opens a sentence.
	Chinese bool
	// Language is that of the text that the token was decided about in, by its folder; nil: English, or Chinese.
	Language *language.Language
	// Unmarked says that nothing is known of punctuation and case in its language: those of the text
	// stay, mended beside what is removed.
	Unmarked bool
	// Left says that the token is in another language than the models know: it is left as it
	// is, and nothing else was decided about it.
	Left bool
	// Waited is how many words after it were seen before the decision about a word of a
	// stream was final.
	Waited int
}

// Named says how sure the spelling of a token is.
type Named uint8

// The values.
const (
	NotNamed  Named = iota
	IsNamed         // by a vocabulary
	NamedSure       // and so it is wherever it stands: "iPhone"
)

// Dictated is what somebody commands who dictates. It must not be changed, but for Void and Spelled, while what is dictated is heard.
type Dictated struct {
	Mark      string   `json:"mark,omitempty"`      // punctuation after the word before
	Lead      string   `json:"lead,omitempty"`      // punctuation before the next word
	Lines     int      `json:"lines,omitempty"`     // the next word begins a line, 2: a paragraph
	Scratch   bool     `json:"scratch,omitempty"`   // the sentence before is taken back
	Words     int      `json:"words,omitempty"`     // so many words before are
	Sentences int      `json:"sentences,omitempty"` // so many sentences before are
	Case      Capitals `json:"case,omitempty"`      // of the next word, or, with Through, of those up to the command with Off
	Through   bool     `json:"through,omitempty"`
	Off       bool     `json:"off,omitempty"`
	Spelled   string   `json:"spelled,omitempty"` // is written in place of the command
	Instead   string   `json:"instead,omitempty"` // is written in place of Len tokens that begin Back tokens before the command
	Back      int      `json:"back,omitempty"`
	Len       int      `json:"len,omitempty"`
	Undo      bool     `json:"undo,omitempty"` // the command before has become void
	Redo      bool     `json:"redo,omitempty"` // the one that was undone last has not
	Void      bool     `json:"void,omitempty"` // nothing is done but that the words are not written
}

// Capitals is how a word is written that somebody dictates.
type Capitals uint8

// The ways. The zero value is as it else would be.
const (
	CapitalsAsElse Capitals = iota
	CapitalFirst            // "Word"
	CapitalAll              // "WORD"
	CapitalNone             // "word"
)

// Ends reports whether a sentence ends before the command.
func (d *Dictated) Ends() bool {
	return !d.Void && (d.Lines > 0 || d.Scratch || d.Sentences > 0 || d.Instead != "" || strings.ContainsAny(d.Mark, ".?!"))
}

// Edits reports whether the command is about what was said before, and none of the text.
func (d *Dictated) Edits() bool {
	return d.Scratch || d.Words > 0 || d.Sentences > 0 || d.Instead != "" || d.Undo || d.Redo
}

// ByHand is what a person has decided about a word, as the decision about each of its tokens
// has it. It must not be changed.
type ByHand struct {
	// Removed says that the word is removed, whatever kinds are.
	Removed bool
	// Mark holds the punctuation after the word; nil: what else would stand there.
	Mark *string
	// Form is the word in other case; "": as it else would be written.
	Form string
	// Text is what is written in place of the word: other letters, maybe several words; "": the word. With Form, where the case of words is restored, that is.
	Text string
	// Heard says that a recording keeps the word, whatever becomes of it in the text.
	Heard bool
}

// LabelsOf returns the labels of decisions.
func LabelsOf(decisions []Decision) []Label {
	out := make([]Label, len(decisions))
	for i := range decisions {
		out[i] = decisions[i].Label
	}
	return out
}

// Disfluencies is a set of kinds of disfluency, and of what editors take out besides. The zero
// value is the empty set.
type Disfluencies uint16

// The kinds. A filler inside a reparandum is of two. From Openers on they are those of Editorial.
const (
	Repairs          Disfluencies = 1 << iota // in a reparandum: "to boston" in "to boston uh i mean to denver"
	FilledPauses                              // "uh"
	DiscourseMarkers                          // "you know"
	EditingTerms                              // "i mean"
	Conjunctions                              // "and" that opens an utterance
	PartialWords                              // "som-"
	Loops                                     // repeated output of a recogniser, but for the first time
	Openers                                   // "so", "yeah" that open a sentence
	TagQuestions                              // "right?" that ends one
	Listening                                 // a turn of a mere "mm-hmm"
	Hedges                                    // "kind of" within
	FalseStarts                               // a clause that is begun and left
	NumDisfluencies               = 12
	// NoDisfluencies, where a set says what is removed and the empty one stands for
	// DefaultRemoved, removes nothing.
	NoDisfluencies Disfluencies = 1 << 15
)

// AllDisfluencies has every kind of disfluency. DefaultRemoved has what the reader of a transcript
// is better off without: all but conjunctions, and loops, which may have been said.
// Editorial has what is no disfluency, and what editors who deliver a clean verbatim take out
// besides.
const (
	AllDisfluencies = Repairs | FilledPauses | DiscourseMarkers | EditingTerms | Conjunctions | PartialWords | Loops
	DefaultRemoved  = AllDisfluencies &^ (Conjunctions | Loops)
	Editorial       = Openers | TagQuestions | Listening | Hedges | FalseStarts
)

var disfluencyNames = [NumDisfluencies]string{
	"repairs", "filled-pauses", "discourse-markers", "editing-terms", "conjunctions", "partial-words", "loops",
	"openers", "tags", "listening", "hedges", "false-starts",
}

// groups are the names that stand for several kinds.
var groups = map[string]Disfluencies{"all": AllDisfluencies, "editorial": Editorial, "none": 0}

// DisfluencyNames lists the names that ParseDisfluencies knows besides "all", "editorial" and
// "none".
func DisfluencyNames() []string { return append([]string(nil), disfluencyNames[:]...) }

// DisfluencyTitles returns the names for readers, in the order of DisfluencyNames: "Filled
// pauses".
func DisfluencyTitles() []string {
	var titles []string
	for _, name := range disfluencyNames {
		titles = append(titles, strings.ToUpper(name[:1])+strings.ReplaceAll(name[1:], "-", " "))
	}
	return titles
}

var disfluencyAbout = [NumDisfluencies]string{
	"words that the speaker replaces or says again: “to boston” in “to boston uh i mean to denver”",
	"sounds that fill a pause: “uh”, “um”",
	"words that say nothing where they stand: “you know”, “well”, “like”",
	"words between what is replaced and what replaces it: “i mean”, “sorry”",
	"“and”, “so” or “but” that only opens an utterance",
	"words that are broken off: “som-”",
	"what a recogniser has written again and again, in noise or silence; the first time stays",
	"words that open a sentence and could be missing: “so”, “yeah,”, “well,”",
	"what is asked at the end for no answer: “right?”, “you know?”",
	"turns that only say that somebody listens: “mm-hmm”",
	"words that soften what they stand before: “kind of”, “sort of”, “like”",
	"clauses that are begun and left, and what is said for a second time",
}

// DisfluencyAbout returns what the kinds are, for readers, in the order of DisfluencyNames.
func DisfluencyAbout() []string { return append([]string(nil), disfluencyAbout[:]...) }

// ParseDisfluencies reads a comma-separated list of names such as
// "repairs,filled-pauses", "all" (AllDisfluencies), "editorial" (Editorial), or "none", which is the
// empty set.
func ParseDisfluencies(list string) (Disfluencies, error) {
	var set Disfluencies
next:
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if group, ok := groups[name]; ok {
			set |= group
			continue
		}
		for i, n := range disfluencyNames {
			if name == n {
				set |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("unknown kind %q: use all, editorial, none, or a list of %s", name, strings.Join(disfluencyNames[:], ", "))
	}
	return set, nil
}

// String returns the names of the set as ParseDisfluencies reads them; "" of the
// empty set.
func (d Disfluencies) String() string {
	var names []string
	for i, n := range disfluencyNames {
		if d&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// DisfluenciesOf returns the kinds of disfluency that a token's label and filler kind
// make it part of, and PartialWords where it is one.
func DisfluenciesOf(token string, label Label, kind Kind) Disfluencies {
	var d Disfluencies
	switch {
	case IsPartial(token):
		return PartialWords
	case label == E:
		d = Repairs
	}
	return d | ofKind[kind]
}

// ofKind is the disfluency that a filler of each kind is.
var ofKind = [NumKinds]Disfluencies{FilledPause: FilledPauses, DiscourseMarker: DiscourseMarkers, EditingTerm: EditingTerms, Conjunction: Conjunctions}

// Labelled returns the label and the filler kind of a token that is removed for a set of
// disfluencies: those by which DisfluenciesOf says so. What no label stands for is E, or, of Editorial
// but FalseStarts, the nearest that is no repair: a discourse marker.
func (d Disfluencies) Labelled() (Label, Kind) {
	kind := NoKind
	for k, of := range ofKind {
		if d&of != 0 {
			kind = Kind(k)
		}
	}
	switch {
	case kind == NoKind && d&(Editorial&^FalseStarts) != 0 && d&^(Editorial&^FalseStarts) == 0:
		return F, DiscourseMarker
	case d&(Repairs|PartialWords) != 0 || kind == NoKind:
		return E, kind
	}
	return F, kind
}
