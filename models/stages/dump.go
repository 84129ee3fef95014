package stages

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Dump spells out the weights of a part. Models hold hashes of their features:
// named are those that occur in the sentences, whose number is also returned.
func (l *Labeller) Dump(p Part, sentences []data.Sentence) (weights []m3n.Weight, named int, err error) {
	model := l.Model(p)
	if model == nil {
		return nil, 0, fmt.Errorf("no part %q: there are %v", p, LabelParts)
	}
	s := newSpeller(l.models.Tagger.tags)
	d := m3n.NewDumper(model, s.spell)
	w := l.worker()
	defer l.workers.Put(w)
	for i := range sentences {
		w.in.reset()
		for j := range sentences[i].Tokens {
			if t := &sentences[i].Tokens[j]; !t.Partial() && isWord(t.Text) {
				lex := w.lexicon.get(t.Text)
				s.word(lex.text)
				w.in.add(lex, t)
			}
		}
		if len(w.in.words) == 0 {
			continue
		}
		l.prepare(w)
		switch p {
		case PartTagger:
			d.See(w.tagging.seq)
		case PartFiller:
			w.in.fillStage(w.stage, nil, nil)
			d.See(w.stage)
		case PartEdit:
			d.See(w.stage)
		case PartKinds:
			w.in.fillKinds(w.kindSeq)
			d.See(w.kindSeq)
		}
	}
	return d.Weights(), d.Seen(), nil
}

// speller turns column values back into the strings they were made of.
type speller map[uint32]string

func newSpeller(tags *tagDictionary) speller {
	s := make(speller)
	for _, t := range tags.tags {
		s.add(t)
	}
	sets := []*tagSet{tags.open}
	for _, set := range tags.words {
		sets = append(sets, set)
	}
	for _, set := range sets {
		var class []string
		for _, y := range set.labels {
			class = append(class, tags.tags[y])
		}
		s[set.class] = strings.Join(class, "|")
	}
	return s
}

func (s speller) add(text string) { s[m3n.Symbol(text)] = text }

// word adds a word and all that lexemes hold of it.
func (s speller) word(w string) {
	if _, ok := s[m3n.Symbol(w)]; ok && len(w) > 4 {
		return
	}
	s.add(w)
	s.add(stem(w))
	for i := range w {
		if i <= 12 {
			s.add(w[:i])
		}
		if len(w)-i <= 16 {
			s.add(w[i:])
		}
	}
}

func (s speller) spell(v uint32) string {
	if text, ok := s[v]; ok {
		return text
	}
	return "?"
}
