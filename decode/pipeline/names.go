package pipeline

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/truecase"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// How sure the network is, at most, that a word is in lower case where it is written as a vocabulary, or the name of a
// speaker, says: both may be words as others are ("Apple", "Will").
const (
	mostLower         = 0.97
	mostLowerSpeaker  = 0.9
	mostLowerFrequent = 0.8 // of words that are said more often than frequent
)

// frequent is the natural logarithm of the share of words that a frequent word has in fluent talk.
const frequent = -9.9

// name is where words are a name of a vocabulary.
type name struct {
	entry *vocabulary.Entry
	words []int
}

// Naming returns the pipeline with names beside those of its vocabulary, of which the spelling alone counts: those of
// the speakers of a document.
func (p *Pipeline) Naming(names *vocabulary.List) *Pipeline {
	if names == nil {
		return p
	}
	q := *p
	q.names = p.options.Vocabulary.With(names)
	return &q
}

// eachName calls use with the names among words, from one on that may be a part of them; words that are left are not looked at.
func eachName(names *vocabulary.List, listed []fillers.Word, from int, left func(i int) bool, use func(name)) {
	if names == nil {
		return
	}
	var at []int
	next := max(0, from-names.Longest())
	fill := func(n int) bool {
		for ; len(at) <= n && next < len(listed); next++ {
			if !left(next) {
				at = append(at, next)
			}
		}
		return n < len(at)
	}
	for fill(0) {
		e, n := names.Find(func(n int) (string, bool) {
			if !fill(n) {
				return "", false
			}
			return listed[at[n]].Text(), true
		})
		if e != nil {
			use(name{e, at[:n]})
		}
		at = at[max(1, n):]
	}
}

// keepNames takes back that words of the vocabulary are removed: they are no fillers, and no repair takes a part of a name. One
// that takes all of it stands where it takes more, an editing term or a filled pause comes after it, or the name itself.
// Decisions are those about words from a given one on.
func (p *Pipeline) keepNames(listed []fillers.Word, from int, decisions []data.Decision) {
	repaired := func(i int) bool {
		i -= from
		return i >= 0 && i < len(decisions) && (decisions[i].Why|decisions[i].Would)&data.Repairs != 0
	}
	eachName(p.options.Vocabulary, listed, from, func(int) bool { return false }, func(n name) {
		first, last := n.words[0], n.words[len(n.words)-1]
		any, all := false, true
		for _, i := range n.words {
			if i < from || i >= from+len(decisions) {
				continue
			}
			any, all = any || repaired(i), all && repaired(i)
			if d := &decisions[i-from]; !repaired(i) && d.Why|d.Would != 0 {
				kept(d)
			} else if repaired(i) {
				d.Kind = data.NoKind
				d.Why, d.Would = d.Why&data.Repairs, d.Would&data.Repairs
			}
		}
		if !any {
			return
		}
		for first > from && repaired(first-1) {
			first--
		}
		for repaired(last + 1) {
			last++
		}
		if all && (last-first+1 > len(n.words) || p.isRepaired(n, listed, from, decisions, last+1)) {
			return
		}
		for i := first; i <= last; i++ {
			d := &decisions[i-from]
			if d.Kind == data.NoKind {
				kept(d)
				continue
			}
			d.Label = data.F // a filler inside the reparandum
			d.Why, d.Would = d.Why&^data.Repairs, d.Would&^data.Repairs
		}
	})
}

// isRepaired reports whether what comes after a name says that it is repaired.
func (p *Pipeline) isRepaired(n name, listed []fillers.Word, from int, decisions []data.Decision, after int) bool {
	if i := after - from; i < len(decisions) && decisions[i].Why&(data.EditingTerms|data.FilledPauses) != 0 {
		return true
	}
	again, _ := p.options.Vocabulary.Find(func(k int) (string, bool) {
		if after+k >= len(listed) {
			return "", false
		}
		return listed[after+k].Text(), true
	})
	return again == n.entry
}

// kept makes a decision one that a word is kept, and sure.
func kept(d *data.Decision) {
	d.Label, d.Kind, d.Why, d.Would, d.Level, d.Late = data.O, data.NoKind, 0, 0, 0, 0
	if d.Confidence > 0 {
		d.Confidence = 1
	}
}

// spellNames writes names as they are spelled, and takes the marks out of them. Decisions are those about words
// from a given one on. Where r has no models, it has predicted nothing, and what may be another word than a name
// is known from the vocabulary of fluent.
func (p *Pipeline) spellNames(listed []fillers.Word, from int, decisions []data.Decision, r *restorer, fluent *lm.Model) {
	left := func(i int) bool {
		return i >= from && i < from+len(decisions) && decisions[i-from].Why&data.DefaultRemoved != 0
	}
	eachName(p.names, listed, from, left, func(n name) {
		first, last := n.words[0], n.words[len(n.words)-1]
		if last < from || !slices.ContainsFunc(n.words, func(i int) bool { return isName(n.entry, listed, i, r, fluent) }) {
			return
		}
		letters := 0
		for _, i := range n.words {
			var form string
			form, letters = n.entry.Spell(listed[i].Text(), letters)
			if i < from || i >= from+len(decisions) {
				continue
			}
			d := &decisions[i-from]
			d.Cased, d.Named = form, data.IsNamed
			if n.entry.Mixed() {
				d.Named = data.NamedSure
			}
		}
		if r.models == nil {
			return
		}
		if b := first - 1 - from; listed[first].Listed() && b >= 0 && b < len(decisions) && decisions[b].Punct == data.Comma && decisions[b].Named == data.NotNamed {
			decisions[b].Punct = data.NoPunct // before what models take for a filler: "love, Um Bongo"
		}
		for i := max(first, from); i < min(last, from+len(decisions)); i++ {
			d := &decisions[i-from]
			d.Punct, d.End, d.EndPunct, d.Signs = data.NoPunct, false, data.NoPunct, nil
		}
	})
}

// isName reports whether a word of a name may be one where it stands.
func isName(e *vocabulary.Entry, listed []fillers.Word, word int, r *restorer, fluent *lm.Model) bool {
	if r.models == nil || r.models.Network == nil || !r.models.Network.Cases() {
		return fluent == nil || fluent.Vocabulary().ID(listed[word].Text()) == lm.Unknown
	}
	if !r.models.Network.Knows(r.in.Reading, word) {
		return true
	}
	if form := language.Written(strings.ToLower(listed[word].Text())); form != "" && form != strings.ToLower(form) {
		return true // "Hannah"
	}
	often := false
	if id := fluent.Vocabulary().ID(listed[word].Text()); id != lm.Unknown {
		p, _ := fluent.Score(0, id)
		often = p > frequent
	} else if e.Speaker {
		return true
	}
	most := float32(1)
	switch {
	case e.Speaker && often:
		most = mostLowerFrequent
	case e.Speaker:
		most = mostLowerSpeaker
	case often:
		most = mostLower
	}
	return r.heard.Cases[word][truecase.Lower] < most
}
