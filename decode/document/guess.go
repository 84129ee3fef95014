package document

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Guess says what language some words of a turn are taken to be in, and why.
type Guess struct {
	Turn     int // in Document.Turns
	Words    transcript.Span
	Language string // code
	// Said says that the options or the document name the language, and the words were not asked.
	Said bool
	// Alone is what the words tell by themselves. Where that is another language, it is what else was said that tells.
	Alone langid.Answer
	// Telling are the words that speak most for the language, the strongest first; of English, against the one in
	// Alone.Against.
	Telling []string
}

// mostTelling is how many words a guess gives.
const mostTelling = 3

// Guess returns the language of each line or sentence of a document, as Decide takes it to be, in order.
func (d *Decider) Guess(doc *transcript.Document) []Guess {
	w := &work{Decider: d, doc: doc}
	w.findLoops()
	skip := w.repeated()
	parts := stretches(doc, skip)
	out := make([]Guess, len(parts))
	w.hear()
	said := d.options.Language != "" || doc.Language != "" && !d.knows(doc.Language)
	for i := range parts {
		p := &parts[i]
		g := &out[i]
		*g = Guess{Turn: p.turn, Words: p.words, Language: d.options.Language, Said: said, Alone: p.evidence.Language(langid.Prior{})}
		if w.spoken != nil {
			g.Language = w.spoken[p.words.Start]
		}
		if code := cmp.Or(g.other(), g.Language); !said {
			g.Telling = telling(doc, p.words, skip, code, g.Language == langid.English)
		}
	}
	return out
}

// other returns the language that English words speak against.
func (g *Guess) other() string {
	if g.Language == langid.English && g.Alone.Code == langid.English {
		return g.Alone.Against
	}
	return ""
}

// telling returns the words that speak most for a language, or against it.
func telling(doc *transcript.Document, words transcript.Span, skip []bool, code string, against bool) []string {
	type told struct {
		word string
		much float64
	}
	var all []told
	var e langid.Evidence
	for w := words.Start; w < words.End; w++ {
		if doc.Words[w].Tokens.Len() == 0 || skip[w] {
			continue
		}
		before := e.For(code)
		word := doc.Text(doc.Words[w].Core)
		e.Add(word)
		much := e.For(code) - before
		if against {
			much = -much
		}
		if much > 0 {
			all = append(all, told{word, much})
		}
	}
	slices.SortStableFunc(all, func(a, b told) int { return cmp.Compare(b.much, a.much) })
	var out []string
	for _, t := range all[:min(mostTelling, len(all))] {
		out = append(out, t.word)
	}
	return out
}

// Can says what is done with text in a language.
func (d *Decider) Can(code string) pipeline.Level {
	switch {
	case code == langid.English:
		return pipeline.CanRepairs
	case !d.knows(code):
		return pipeline.CanNothing
	case code == langid.Chinese:
		return pipeline.CanMarks
	}
	return d.turns.of(code).Can()
}

// RemovesRepairs reports whether repairs that no rule finds are removed from text in a language, which may be so where Can
// says less.
func (d *Decider) RemovesRepairs(code string) bool {
	if d.Can(code) >= pipeline.CanRepairs {
		return true
	}
	r, ok := d.turns.of(code).(interface{ RemovesRepairs() bool })
	return ok && r.RemovesRepairs()
}
