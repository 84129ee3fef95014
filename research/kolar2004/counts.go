package kolar2004

import "github.com/tidytalk/tidytalk/metric"

// Class is what stands after a word.
type Class uint8

// The classes, in the order of Figure 2 of the paper.
const (
	None Class = iota
	Sentence
	Comma
	numClasses
)

// classNames are the classes as the paper writes them.
var classNames = []string{"none", "sen", "com"}

// String returns the name of a class as in the paper: none, sen or com.
func (c Class) String() string { return classNames[c] }

// Counts are the words of a text by the class that stands after them and the one that was
// found: [true][found].
type Counts [numClasses][numClasses]int

// Add counts texts.
func (c *Counts) Add(gold, found []Class) {
	for i, g := range gold {
		c[g][found[i]]++
	}
}

// Score is what the paper measures (section 3).
type Score struct{ Accuracy, Precision, Recall, F float64 }

// Score returns the scores of all marks, or, primed, those that count a mark of the wrong
// kind at the right place as half an error.
//
// A wrong kind is a false alarm and a miss. The paper says only that the primed scores give
// a half for it; half a false alarm and half a miss, with C as it is, is what the figures of
// its Tables 2 and 3 agree with.
func (c *Counts) Score(primed bool) Score {
	words, right := 0, 0
	var s sums
	for g := range c {
		for f, n := range c[g] {
			words += n
			if g == f {
				right += n
			}
			s.add(Class(g), Class(f), n, g == f && g != int(None), g != int(None), f != int(None))
		}
	}
	out := s.score(primed)
	out.Accuracy = (float64(right) + s.half(primed)) / float64(max(1, words))
	return out
}

// Of returns the scores of one class of marks (Table 3), with an accuracy of 0.
func (c *Counts) Of(class Class, primed bool) Score {
	var s sums
	for g := range c {
		for f, n := range c[g] {
			s.add(Class(g), Class(f), n, g == f && g == int(class), g == int(class), f == int(class))
		}
	}
	return s.score(primed)
}

// sums are what precision and recall are made of.
type sums struct {
	right, gold, found    float64
	wrongGold, wrongFound float64 // of gold and found: the place is right, and the kind is not
}

func (s *sums) add(g, f Class, n int, right, gold, found bool) {
	v := float64(n)
	wrong := g != f && g != None && f != None
	if right {
		s.right += v
	}
	if gold {
		s.gold += v
		if wrong {
			s.wrongGold += v
		}
	}
	if found {
		s.found += v
		if wrong {
			s.wrongFound += v
		}
	}
}

// half returns half of the marks of the wrong kind, where scores are primed.
func (s *sums) half(primed bool) float64 {
	if !primed {
		return 0
	}
	return s.wrongGold / 2
}

func (s *sums) score(primed bool) Score {
	gold, found := s.gold, s.found
	if primed {
		gold, found = gold-s.wrongGold/2, found-s.wrongFound/2
	}
	out := Score{Precision: share(s.right, found), Recall: share(s.right, gold)}
	out.F = share(2*out.Precision*out.Recall, out.Precision+out.Recall)
	return out
}

func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Marks returns the counts of all marks for metric.PairedBootstrap.
func (c *Counts) Marks() metric.Counts {
	var out metric.Counts
	for g := range c {
		for f, n := range c[g] {
			switch {
			case g == f && g != int(None):
				out.TP += n
			case g != f:
				if g != int(None) {
					out.FN += n
				}
				if f != int(None) {
					out.FP += n
				}
			}
		}
	}
	return out
}

// sentences returns the counts of each sentence of a text, for the bootstrap.
func sentences(gold, found []Class) []metric.Counts {
	var out []metric.Counts
	from := 0
	for i, g := range gold {
		if g == Sentence || i+1 == len(gold) {
			var c Counts
			c.Add(gold[from:i+1], found[from:i+1])
			out = append(out, c.Marks())
			from = i + 1
		}
	}
	return out
}
