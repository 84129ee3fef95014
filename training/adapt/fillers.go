package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// What makes a line of a list of fillers.
const (
	leastWrong  = 5   // places
	wrongShare  = 0.9 // of the places
	longestTerm = 3   // words
)

// places counts where a term is a filler for the models, and where it is wrongly, and where it
// is kept by them, and where they have missed a filler.
type places struct{ removed, wrongly, kept, missed int }

// fillers returns the lines of a list of fillers that gain: those that a half of the parts says
// have to for the other half, and all together as well.
func (t *task) fillers() (string, error) {
	const form = engine.Sentences
	var halves [2]map[string]*places
	for half := range halves {
		found, err := t.terms(func(at int) bool { return at%2 == half })
		if err != nil {
			return "", err
		}
		halves[half] = found
	}
	var before, after []Counts
	for half := range halves {
		var parts []part
		for i, p := range t.all {
			if i%2 != half {
				parts = append(parts, p)
			}
		}
		list, err := fillers.Parse(linesOf(halves[half]), "")
		if err != nil {
			return "", err
		}
		for _, x := range []struct {
			list *fillers.List
			to   *[]Counts
		}{{nil, &before}, {list, &after}} {
			counts, err := score(t.ctx, parts, form, x.list, func(i int) *engine.Bundle { return t.held[parts[i].fold].Bundle }, t.Workers)
			if err != nil {
				return "", err
			}
			*x.to = append(*x.to, counts...)
		}
	}
	if better(after, before, mean) > chance || harmed(after, before, doubt) != "" {
		return "", nil
	}
	all := halves[0]
	for term, x := range halves[1] {
		if all[term] == nil {
			all[term] = &places{}
		}
		y := all[term]
		y.removed, y.wrongly, y.kept, y.missed = y.removed+x.removed, y.wrongly+x.wrongly, y.kept+x.kept, y.missed+x.missed
	}
	return linesOf(all), nil
}

// terms counts terms in what is learned from, by models that have not seen it.
func (t *task) terms(use func(at int) bool) (map[string]*places, error) {
	out := make(map[string]*places)
	pipelines := make(map[int]*pipeline.Pipeline)
	for i := range t.all {
		p := &t.all[i]
		if !use(i) {
			continue
		}
		if pipelines[p.fold] == nil {
			own, err := pipeline.New(t.held[p.fold].Bundle, pipeline.Options{})
			if err != nil {
				return nil, err
			}
			pipelines[p.fold] = own
		}
		for _, s := range sentencesOf(&p.side) {
			o, err := pipelines[p.fold].Sentence(t.ctx, &s, false)
			if err != nil {
				return nil, err
			}
			countTerms(out, s.Tokens, data.LabelsOf(o.Decisions))
		}
	}
	return out, nil
}

// countTerms counts the terms of a sentence: stretches that are fillers for the models as a
// whole, and stretches that they keep.
func countTerms(to map[string]*places, tokens []data.Token, labels []data.Label) {
	for from := range tokens {
		for end := from + 1; end <= min(len(tokens), from+longestTerm) && labels[end-1] == labels[from] && labels[from] != data.E; end++ {
			removed := labels[from] == data.F
			whole := (from == 0 || labels[from-1] != data.F) && (end == len(tokens) || labels[end] != data.F)
			if removed && !whole {
				continue
			}
			term := termOf(tokens[from:end])
			if term == "" {
				continue
			}
			if to[term] == nil {
				to[term] = &places{}
			}
			x := to[term]
			kept, fills := true, true
			for i := from; i < end; i++ {
				kept, fills = kept && tokens[i].Label() == data.O, fills && tokens[i].Label() == data.F
			}
			if removed {
				if x.removed++; kept {
					x.wrongly++
				}
				continue
			}
			if x.kept++; fills {
				x.missed++
			}
		}
	}
}

// termOf returns tokens as a list of fillers has them, "" where it cannot.
func termOf(tokens []data.Token) string {
	var out []string
	for i := range tokens {
		if tokens[i].Clitic() || tokens[i].Partial() {
			return ""
		}
		out = append(out, strings.ToLower(tokens[i].Text))
	}
	term := strings.Join(out, " ")
	if _, err := fillers.Parse("- "+term, ""); err != nil {
		return ""
	}
	return term
}

// linesOf returns the lines of a list of fillers, those that change most first.
func linesOf(terms map[string]*places) string {
	type line struct {
		text  string
		wrong int
	}
	var lines []line
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		x := terms[term]
		switch {
		case x.wrongly >= leastWrong && float64(x.wrongly) >= wrongShare*float64(x.removed):
			lines = append(lines, line{"- " + term, x.wrongly})
		case x.missed >= leastWrong && float64(x.missed) >= wrongShare*float64(x.kept):
			lines = append(lines, line{"+ " + term + " D", x.missed})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.wrong, a.wrong) })
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintln(&b, l.text)
	}
	return b.String()
}
