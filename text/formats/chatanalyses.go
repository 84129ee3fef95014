package formats

import (
	"strconv"
	"strings"
)

// chatAnalysis is a dependent line that says something of each word of its main line.
type chatAnalysis struct {
	whole span
	name  string // "%mor"
}

// chatItems returns the items of a dependent line.
func (f *File) chatItems(a *chatAnalysis) []span {
	var out []span
	at := a.whole.from + len(a.name) + 1
	for at < a.whole.to {
		if strings.IndexByte(" \t\r\n", f.text[at]) >= 0 {
			at++
			continue
		}
		from := at
		for at < a.whole.to && strings.IndexByte(" \t\r\n", f.text[at]) < 0 {
			at++
		}
		out = append(out, span{from, at})
	}
	return out
}

// graOf names the lines of grammatical relations after those of the words they relate.
var graOf = map[string]string{"%mor": "%gra", "%trn": "%grt", "%umor": "%ugra"}

// analyse carries on in the dependent lines of a main line what went in it. Fillers and
// what is coded as retraced have no items there; those of other words are cut out, if the
// items are as many as the words, else the line is removed.
func (o *outcome) analyse(t *chatTier, removed []bool) {
	var counted []int // tokens with items, once for each
	cut := false
	for i := range t.tokens {
		for range t.tokens[i].items {
			counted = append(counted, i)
			cut = cut || removed[i]
		}
	}
	elements := make(map[string][]bool) // of lines of relations: which are removed; nil: it cannot be told
	for i := range t.analyses {
		a := &t.analyses[i]
		gra, analysed := graOf[a.name]
		if !analysed || !cut {
			continue
		}
		items := o.f.chatItems(a)
		if len(items) != len(counted) || t.inexact {
			o.remove(a.whole)
			continue
		}
		elements[gra] = []bool{}
		for k, s := range items {
			// The parts of "it's" are an item, but are related one by one.
			for range 1 + strings.Count(o.f.text[s.from:s.to], "~") + strings.Count(o.f.text[s.from:s.to], "$") {
				elements[gra] = append(elements[gra], removed[counted[k]])
			}
		}
		o.cutItems(items, func(k int) bool { return removed[counted[k]] })
	}
	for i := range t.analyses {
		a := &t.analyses[i]
		switch _, analysed := graOf[a.name]; {
		case analysed:
		case a.name != "%gra" && a.name != "%grt" && a.name != "%ugra":
			o.remove(a.whole) // %wor and the like hold all words
		case !cut:
		default:
			o.relate(a, elements[a.name])
		}
	}
}

// cutItems takes items out of a line, with the blanks beside them.
func (o *outcome) cutItems(items []span, goes func(int) bool) {
	for k, s := range items {
		switch {
		case !goes(k):
			continue
		case k+1 < len(items):
			s.to = items[k+1].from
		case k > 0:
			s.from = items[k-1].to
		}
		o.remove(s)
	}
}

// relation is an item of %gra: "2|1|SUBJ".
type relation struct {
	head int
	name string
}

// relate cuts relations out of a line, of elements that are removed, and numbers the others anew.
// What depended on one that is removed depends on what that depended on; of what is left without
// a head, the first takes the place of the root.
func (o *outcome) relate(a *chatAnalysis, removed []bool) {
	items := o.f.chatItems(a)
	relations := make([]relation, len(items))
	ok := len(items) == len(removed) && len(items) > 0
	for k := 0; ok && k < len(items); k++ {
		parts := strings.SplitN(o.f.text[items[k].from:items[k].to], "|", 3)
		if ok = len(parts) == 3; ok {
			n, err := strconv.Atoi(parts[0])
			h, err2 := strconv.Atoi(parts[1])
			ok = err == nil && err2 == nil && n == k+1 && h >= 0 && h <= len(items)
			relations[k] = relation{h, parts[2]}
		}
	}
	if !ok {
		o.remove(a.whole)
		return
	}
	number := make([]int, len(items)+1) // new ones, by the old ones
	n := 0
	for k := range items {
		if !removed[k] {
			n++
			number[k+1] = n
		}
	}
	root := 0 // the element that takes the place of one that is removed
	heads := func(k int) (head int, root string) {
		name := relations[k].name
		head = relations[k].head
		for steps := 0; head > 0 && removed[head-1] && steps < len(items); steps++ {
			name, head = relations[head-1].name, relations[head-1].head
		}
		if head > 0 && removed[head-1] {
			head = 0 // they go round in a circle
		}
		return head, name
	}
	for k := range items {
		if head, _ := heads(k); !removed[k] && head == 0 {
			if relations[k].head == 0 {
				root = k + 1
				break
			}
			if root == 0 && relations[k].name != "PUNCT" {
				root = k + 1
			}
		}
	}
	for k, s := range items {
		if removed[k] {
			continue
		}
		head, name := heads(k)
		r := relations[k]
		switch {
		case head > 0 || r.head == 0:
		case k+1 == root:
			r.name = name
		default:
			head = root
		}
		text := strconv.Itoa(number[k+1]) + "|" + strconv.Itoa(number[head]) + "|" + r.name
		if text != o.f.text[s.from:s.to] {
			o.replace(s, text)
		}
	}
	o.cutItems(items, func(k int) bool { return removed[k] })
}
