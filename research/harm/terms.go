package harm

import (
	"slices"
	"strings"
)

// Term is an explicit editing term, as it is written with marks.
type Term struct {
	Text string
	// Open terms have no comma before what corrects: "on Monday, make that Tuesday".
	Open bool
}

// SeenTerms are the editing terms that training may know.
func SeenTerms() []Term {
	return []Term{
		{"I mean", true}, {"no, wait", false}, {"wait, no", false}, {"sorry", false}, {"I'm sorry", false},
		{"or rather", true}, {"rather", true}, {"make that", true}, {"or no", false}, {"no", false},
		{"scratch that", false}, {"actually", true}, {"well", false}, {"wait", false}, {"uh no", false},
	}
}

// HeldOutTerms are the editing terms that nothing is to be trained on, so that it can be
// measured how terms never seen are understood.
func HeldOutTerms() []Term {
	return []Term{
		{"strike that", false}, {"correction", false}, {"oops", false}, {"my mistake", false}, {"pardon me", false},
		{"let me correct myself", false}, {"I meant to say", true}, {"excuse me", false}, {"my bad", false},
		{"check that", false}, {"no, hang on", false}, {"what am I saying", false},
	}
}

// FreshTerms are editing terms that nothing is to be trained on, either. They were drawn, before the model
// was looked at again, from families of terms of which the others went into training: those of HeldOutTerms were
// known when the features were made.
func FreshTerms() []Term {
	return []Term{
		{"wait a minute", false}, {"or better", true}, {"let's say", true}, {"on second thought", false}, {"undo that", false},
		{"silly me", false}, {"one moment", false}, {"I got that wrong", false}, {"I'm mixing things up", false}, {"I guess", true},
		{"as a matter of fact", true}, {"God no", false}, {"I misspoke", false}, {"my fault", false}, {"come to think of it", false},
	}
}

// Groups of corrections. Their names begin the ids of pairs.
const (
	Seen     = "seen"     // with a term that training may know
	HeldOut  = "held-out" // with one that nothing is trained on
	Fresh    = "fresh"    // with one of FreshTerms
	Implicit = "implicit" // with a filled pause or nothing
	Fluent   = "fluent"   // no correction: the words of terms in another sense
)

// Grouped returns the pairs of each group that has some, in the order of the groups; names of
// sets are those of the groups behind what.
func Grouped(what string, pairs []Pair) []PairSet {
	var out []PairSet
	for _, group := range []string{Seen, HeldOut, Fresh, Implicit, Fluent} {
		set := PairSet{Name: what + ", " + group}
		for _, p := range pairs {
			if of, _, _ := strings.Cut(p.ID, "/"); of == group {
				set.Pairs = append(set.Pairs, p)
			}
		}
		if len(set.Pairs) > 0 {
			out = append(out, set)
		}
	}
	return out
}

// WithFreshTerms returns pairs that were written with a term of HeldOutTerms with one of FreshTerms in its place.
func WithFreshTerms(pairs []Pair) []Pair {
	held, fresh := HeldOutTerms(), FreshTerms()
	slices.SortStableFunc(held, func(a, b Term) int { return len(b.Text) - len(a.Text) })
	var out []Pair
	for _, p := range pairs {
		rest, ok := strings.CutPrefix(p.ID, HeldOut+"/")
		if !ok {
			continue
		}
		for _, t := range held {
			term := fresh[len(out)%len(fresh)].Text
			if strings.Contains(p.Verbatim, strings.ToLower(t.Text)) && p.Verbatim == strings.ToLower(p.Verbatim) {
				term = strings.ToLower(term)
			} else if !strings.Contains(p.Verbatim, t.Text) {
				continue
			}
			at := strings.Index(strings.ToLower(p.Verbatim), strings.ToLower(t.Text))
			out = append(out, Pair{ID: Fresh + "/" + rest, Verbatim: p.Verbatim[:at] + term + p.Verbatim[at+len(t.Text):], Clean: p.Clean})
			break
		}
	}
	return out
}
