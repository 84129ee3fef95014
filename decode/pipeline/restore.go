package pipeline

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
	"github.com/tidytalk/tidytalk/text/numerals"
)

// restorer sets punctuation and case: the one place that says how. It
// belongs to one goroutine.
type restorer struct {
	models        *engine.Restoring
	in            punct.Input
	first, second punct.Prediction
	heard         neural.Prediction // by the network, where there is one
	cutting       punct.Prediction  // by both
	cased         []string
	removed       []bool            // words of the reading that are removed
	kept          neural.Prediction // by the network, of the others
	text          markers.Text      // what is kept of a sentence
	textAt        []int             // which words of the reading that are
}

// predict predicts the punctuation of words as they were said, P(PU|x), and runs the
// network on them, side by side where somebody is free.
func (r *restorer) predict(crew *parallel.Crew, reading *stages.Reading) {
	r.in = punct.Input{Reading: reading}
	if r.models.Network == nil {
		r.models.First.Predict(&r.in, &r.first)
		return
	}
	crew.Both(func() { r.models.Network.Read(reading, neural.Stream, neural.Hidden{}, &r.heard) },
		func() { r.models.First.Predict(&r.in, &r.first) })
}

// ends returns the prediction by which the words are cut into pieces.
func (r *restorer) ends() *punct.Prediction {
	voice := r.voice()
	switch {
	case r.models.Network != nil:
		punct.Cutting(&r.in, &r.first, &r.heard, &r.cutting)
	case voice != nil:
		r.cutting.Set(&r.first)
	default:
		return &r.first
	}
	if voice != nil {
		voice.Apply(&r.in, &r.cutting, r.models.Threshold())
	}
	return &r.cutting
}

// voice returns what a voice adds to the punctuation of the words; nil where none is heard.
func (r *restorer) voice() *punct.Voice {
	if !r.in.Reading.Heard() {
		return nil
	}
	return r.models.Voice()
}

// restore sets punctuation, sentence boundaries and case of the words from a given one on
// of those that predict has seen, whose disfluency labels df are all known: P(PU|DF,x).
// joined says of each of them whether punctuation after it, or a sentence boundary, has to
// stand after the next one instead.
// last says that a sentence ends with the last of the words; ends that others may end
// before.
func (r *restorer) restore(decisions []data.Decision, df []data.Label, joined []bool, from int, last, ends bool) {
	r.in.DF, r.in.First = df, &r.first
	if r.models.Second != nil {
		r.models.Second.Predict(&r.in, &r.second)
	} else {
		r.second.Set(&r.first)
	}
	network := r.models.Network
	if network != nil {
		r.models.Mix.Apply(&r.in, &r.second, &r.heard)
	}
	if voice := r.voice(); voice != nil {
		voice.Apply(&r.in, &r.second, r.models.Threshold())
	}
	spelled := network != nil && network.Cases()
	if !spelled {
		r.cased = r.models.Truecaser.Words(r.cased[:0], r.in.Reading)
	}
	repaired := false // the word before is in a repair
	for i := range decisions {
		t, d := from+i, &decisions[i]
		if spelled {
			d.Cased = r.spelling(t)
		} else {
			d.Cased = r.cased[t]
		}
		if text := r.in.Reading.Text(t); t > 0 && d.Cased != text && (r.in.Reading.Compound(t-1) || lang.Contracted[r.in.Reading.Text(t-1)+" "+text]) {
			d.Cased = text // "July twenty fifth", "gon na"
		}
		if ends {
			d.EndPunct = r.second.EndPunct(t, punct.EndThreshold)
		}
		// The sentence of an edit word goes on with the repair, and so it does behind an editing term between them.
		repaired = d.Label == data.E || repaired && removed(d) && i+1 < len(decisions)
		switch punct := r.second.Puncts[t]; {
		case !repaired:
			d.Punct, d.End = punct, ends && r.second.Ends[t] >= 0.5
		case d.Label != data.E && punct != data.NoPunct:
			d.Punct = data.Comma
		}
		if len(r.second.Signs) > 0 {
			d.Signs = r.second.Signs[t]
		}
	}
	r.spellLetters(decisions, from)
	r.pairOrdinals(decisions, from)
	r.joinNumbers(decisions, from)
	anyRemoved := func(*data.Decision) bool { return true }
	r.loseCommas(decisions, from, anyRemoved)
	for i := range len(decisions) - 1 {
		if d, next := &decisions[i], &decisions[i+1]; joined[from+i] {
			next.Punct, next.End, next.EndPunct = max(next.Punct, d.Punct), next.End || d.End, max(next.EndPunct, d.EndPunct)
			d.Punct, d.End, d.EndPunct = data.NoPunct, false, data.NoPunct
			d.Signs, next.Signs = data.JoinSigns(d.Signs, next.Signs).Parted()
		}
	}
	if n := len(decisions); last && n > 0 {
		r.end(&decisions[n-1], from+n-1)
	}
	r.loseQuestions(decisions, from, anyRemoved)
}

// spellLetters gives the letter "a" its capital among others, where it would be taken for an article: "N A S A", "two A M".
func (r *restorer) spellLetters(decisions []data.Decision, from int) {
	n := r.in.Reading.Len()
	letter := func(t int) bool {
		if t < 0 || t >= n {
			return false
		}
		text := r.in.Reading.Text(t)
		if text == letterA {
			return t >= from && decisions[t-from].Cased != letterA
		}
		return len(text) == 1 && text[0] > 'a' && text[0] <= 'z' && text != "i"
	}
	for i := range decisions {
		t := from + i
		d := &decisions[i]
		if d.Cased != letterA {
			continue
		}
		clock := t > 0 && t+1 < n && r.in.Reading.Text(t+1) == "m" && language.IsNumber(r.in.Reading.Text(t-1))
		ends := t+1 == n || d.End || d.Punct != data.NoPunct // as no article does
		if clock || r.isAI(decisions, from, t) || letter(t-1) && (letter(t+1) || letter(t-2) && ends) {
			d.Cased = "A"
		}
	}
}

// isAI reports whether an "a" is of "A I", and the word behind it no pronoun: where it is the last of a sentence, or "is"
// follows. "A I think" is a sentence that begins again.
func (r *restorer) isAI(decisions []data.Decision, from, t int) bool {
	n := r.in.Reading.Len()
	i := t + 1 - from
	if t+1 >= n || r.in.Reading.Text(t+1) != "i" || i >= len(decisions) || removed(&decisions[i-1]) || removed(&decisions[i]) {
		return false
	}
	return t+2 == n || decisions[i].End || r.in.Reading.Text(t+2) == "is"
}

// pairOrdinals gives ordinals the capital of those that they are joined to: "the Second, Third, and Sixth Circuits".
func (r *restorer) pairOrdinals(decisions []data.Decision, from int) {
	text := func(i int) string { return r.in.Reading.Text(from + i) }
	ordinal := func(i int) bool { return i < len(decisions) && lang.Numerals.Ordinals[text(i)] > 0 }
	for i := len(decisions) - 2; i >= 0; i-- {
		if !ordinal(i) {
			continue
		}
		next := i + 1
		if joint := text(next); joint == "and" || joint == "or" {
			next++
		} else if decisions[i].Punct != data.Comma {
			continue
		}
		if ordinal(next) && decisions[next].Cased != text(next) {
			decisions[i].Cased = truecase.Capital(text(i))
		}
	}
}

// letterA is a letter, and an article.
const letterA = "a"

// joinNumbers takes the marks out of numbers and of what is spelled, as they are without what is removed. Few digits may
// be a list, and keep their commas.
func (r *restorer) joinNumbers(decisions []data.Decision, from int) {
	var left *stages.Reading // what is left of the words, made for the first that it is asked for
	gone := 0                // words that are removed, up to the one that is looked at
	for i, next := 0, 0; i < len(decisions)-1; i = next {
		for next = i + 1; next < len(decisions) && removed(&decisions[next]); next++ {
		}
		if removed(&decisions[i]) {
			gone += next - i
			continue
		}
		word := from + i - gone
		gone += next - i - 1
		between := decisions[i:next] // marks behind what is removed are those of the word before it
		if next == len(decisions) || !anyMarked(between) {
			continue // as most words: there is nothing to ask for
		}
		if !numerals.Begins(r.in.Reading.Text(from+i)) && !numerals.Begins(r.in.Reading.Text(from+next)) {
			continue
		}
		if left == nil {
			left = r.in.Reading.Without(func(t int) bool { return t >= from && t < from+len(decisions) && removed(&decisions[t-from]) })
		}
		spelled, whole := left.Spelled(word)
		number, sure := left.WholeNumber(word)
		called := left.Called(word)
		if called {
			decisions[next].Cased = r.in.Reading.Text(from + next) // it opens no sentence
		}
		all := left.Compound(word) || whole || sure || called
		for k := range between {
			if d := &between[k]; all || (spelled || number) && d.Punct != data.Comma {
				d.Punct, d.End, d.EndPunct = data.NoPunct, false, data.NoPunct
			}
		}
	}
}

// anyMarked reports whether something ends after one of some words.
func anyMarked(decisions []data.Decision) bool {
	for i := range decisions {
		if d := &decisions[i]; d.Punct != data.NoPunct || d.EndPunct != data.NoPunct || d.End {
			return true
		}
	}
	return false
}

// end says that a sentence ends with a word, whose decision is d.
func (r *restorer) end(d *data.Decision, word int) {
	final := r.second.Last[word]
	if d.End = true; d.Punct < data.Period {
		d.Punct = final
	}
	if d.EndPunct == data.NoPunct {
		d.EndPunct = final
	}
}
