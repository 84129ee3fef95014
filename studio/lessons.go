package studio

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/fillers"
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

// lessonsOf returns the lessons of documents, by the words.
func lessonsOf(docs []*corrected) ([]lesson, error) {
	type counts struct{ times, of int }
	stays, goes := make(map[string]*counts), make(map[string]*counts)
	count := func(to map[string]*counts, term string) *counts {
		if to[term] == nil {
			to[term] = &counts{}
		}
		return to[term]
	}
	fates := make([][]bool, len(docs)) // before anybody corrected them
	for i, c := range docs {
		asked := *c.edit
		asked.Corrections = nil
		before, err := asked.fates(c.doc)
		if err != nil {
			return nil, err
		}
		fates[i] = before
		words := c.doc.file.Document.Words
		by := make([]string, len(words)) // the fates that somebody has changed
		for _, x := range c.edit.Corrections {
			if x.Fate != "" && (x.Fate == "goes") != before[x.Word] {
				by[x.Word] = x.Fate
			}
		}
		for from := 0; from < len(words); {
			end := from + 1
			for end < len(words) && by[end] == by[from] {
				end++
			}
			if by[from] == "goes" && end-from <= longestTerm {
				count(goes, c.term(from, end)).times++
			}
			if by[from] == "stays" && end-from <= longestTerm && c.isFiller(from, end) {
				count(stays, c.term(from, end)).times++
			}
			from = end
		}
	}
	for i, c := range docs {
		before := fates[i]
		for from := range before {
			for end := from + 1; end <= min(from+longestTerm, len(before)) && before[end-1] == before[from]; end++ {
				term := c.term(from, end)
				if x := stays[term]; x != nil && before[from] && c.isFiller(from, end) {
					x.of++
				}
				if x := goes[term]; x != nil && !before[from] {
					x.of++
				}
			}
		}
	}
	out := []lesson{}
	for _, kind := range []struct {
		of   map[string]*counts
		line string
	}{{stays, "- %s"}, {goes, "+ %s D"}} {
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
	return out, nil
}

// term returns words in lower case, without marks; "" where some are no words.
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
