//go:build !page

package studio

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// lesson is what corrections say of a word or phrase: somebody brings it back, or takes it
// out, nearly wherever it stands. It is a line of a list of fillers.
type lesson struct {
	Line  string `json:"line"`  // as fillers.Parse reads it
	Times int    `json:"times"` // that it was corrected so
	Of    int    `json:"of"`    // of so many places
}

// What makes a lesson.
const (
	leastLesson = 4   // corrections
	lessonShare = 0.9 // of the places
	longestTerm = 3   // words
)

// termCounts counts corrections of terms, and the places where each might have been made.
type termCounts map[string]*struct{ times, of int }

// corrected counts a correction.
func (t termCounts) corrected(term string) {
	if t[term] == nil {
		t[term] = &struct{ times, of int }{}
	}
	t[term].times++
}

// stands counts a place of a term that somebody has corrected somewhere.
func (t termCounts) stands(term string) {
	if x := t[term]; x != nil {
		x.of++
	}
}

// lessonsOf returns the lessons of documents, those with the most corrections first.
func lessonsOf(docs []*corrected) []lesson {
	kept, removed := make(termCounts), make(termCounts)
	for _, c := range docs {
		by := make([]string, len(c.before)) // the fates that somebody has changed
		for _, x := range c.edit.Corrections {
			if x.Fate != "" && (x.Fate == "goes") != c.before[x.Word] {
				by[x.Word] = x.Fate
			}
		}
		for from := 0; from < len(by); {
			end := from + 1
			for end < len(by) && by[end] == by[from] {
				end++
			}
			switch {
			case end-from > longestTerm:
			case by[from] == "goes":
				removed.corrected(c.term(from, end))
			case by[from] == "stays" && c.isFiller(from, end):
				kept.corrected(c.term(from, end))
			}
			from = end
		}
	}
	for _, c := range docs {
		for from, gone := range c.before {
			for end := from + 1; end <= min(from+longestTerm, len(c.before)) && c.before[end-1] == gone; end++ {
				switch {
				case !gone:
					removed.stands(c.term(from, end))
				case c.isFiller(from, end):
					kept.stands(c.term(from, end))
				}
			}
		}
	}
	out := []lesson{}
	for _, kind := range []struct {
		of   termCounts
		line string
	}{{kept, "- %s"}, {removed, "+ %s D"}} {
		for term, x := range kind.of {
			if term == "" || x.times < leastLesson || float64(x.times) < lessonShare*float64(x.of) {
				continue
			}
			line := fmt.Sprintf(kind.line, term)
			if _, err := fillers.Parse(line, ""); err == nil {
				out = append(out, lesson{line, x.times, max(x.of, x.times)})
			}
		}
	}
	slices.SortFunc(out, func(a, b lesson) int { return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Line, b.Line)) })
	return out
}

// term returns words in lower case, without punctuation; "" where some are no words.
func (c *corrected) term(from, end int) string {
	doc := c.doc.file.Document
	var out []string
	for w := from; w < end; w++ {
		if doc.Words[w].Tokens.Len() == 0 {
			return ""
		}
		out = append(out, strings.ToLower(doc.Text(doc.Words[w].Core)))
	}
	return strings.Join(out, " ")
}

// isFiller reports whether words are fillers for the models, and nothing else.
func (c *corrected) isFiller(from, end int) bool {
	const fillers = data.FilledPauses | data.DiscourseMarkers | data.EditingTerms
	doc := c.doc.file.Document
	for t := doc.Words[from].Tokens.Start; t < doc.Words[end-1].Tokens.End; t++ {
		if would := c.doc.cleaned.Decisions[t].Would; would&fillers == 0 || would&^fillers != 0 {
			return false
		}
	}
	return true
}
