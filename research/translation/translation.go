package translation

import "github.com/tidytalk/tidytalk/lm"

// Model is what decoders read. It may be shared between goroutines.
type Model struct {
	Rules   *Table
	Lexicon *Lexicon
	// LM is a language model of words and marks, each mark a token as Mark.Token writes it,
	// segments as sentences.
	LM      *lm.Model
	Weights Features
}

// Token returns the mark as a word of language models. No word of a Segment is one, as
// those have letters or digits, or are signs that no mark is.
func (m Mark) Token() string { return tokens[m] }

// tokens tell quotes that open from those that close.
var tokens = [NumMarks]string{
	"", ".", "?", "!", ",", "“", "”", "‘", "’", ";", "(", ")", ":", "–", "…", "[", "]",
}

// Span are the words [From, To) of a source.
type Span struct{ From, To int }

// Step is the application of a rule in a derivation.
type Step struct {
	Span         // words that it covers
	Gap    Span  // of them, what fills its gap; empty: it has none
	Glue   bool  // it joins the spans before with the one behind, and puts nothing
	Rule   int32 // of the table; -1: a word that no rule knows, or Glue
	Placed []Put // marks that it puts
}

// Put are marks that a rule puts into a gap of the source: gap 0 is before the first
// word, gap i after word i-1.
type Put struct {
	Gap   int
	Marks Marks
}

// Translation is words with marks, and how they came about.
type Translation struct {
	Gaps       []Marks // one more than words
	Score      float64 // inner product of Features and the weights of the model
	Features   Features
	Derivation []Step // in an order in which each step comes behind those that fill its gap
}
