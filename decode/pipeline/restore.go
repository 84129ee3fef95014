package pipeline

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
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
	for i := range decisions {
		t, d := from+i, &decisions[i]
		if spelled {
			d.Cased = network.Spelling(r.in.Reading.Text(t), &r.heard.Cases[t])
		} else {
			d.Cased = r.cased[t]
		}
		if text := r.in.Reading.Text(t); t > 0 && d.Cased != text && (r.in.Reading.Compound(t-1) || lang.Contracted[r.in.Reading.Text(t-1)+" "+text]) {
			d.Cased = text // "July twenty fifth", "gon na"
		}
		if ends {
			d.EndPunct = r.second.EndPunct(t, punct.EndThreshold)
		}
		// The sentence of an edit word goes on with the repair.
		if d.Label != data.E {
			d.Punct, d.End = r.second.Puncts[t], ends && r.second.Ends[t] >= 0.5
		}
		if len(r.second.Signs) > 0 {
			d.Signs = r.second.Signs[t]
		}
	}
	r.joinNumbers(decisions, from)
	r.loseCommas(decisions, from, func(d *data.Decision) bool { return true })
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
}

// joinNumbers takes the marks out of numbers and of what is spelled. Few digits may be a list, and keep their commas.
func (r *restorer) joinNumbers(decisions []data.Decision, from int) {
	for i := range len(decisions) - 1 {
		d := &decisions[i]
		if d.Punct == data.NoPunct && d.EndPunct == data.NoPunct && !d.End {
			continue // as most words: there is nothing to ask for
		}
		if d.Why&data.DefaultRemoved != 0 || decisions[i+1].Why&data.DefaultRemoved != 0 {
			continue
		}
		spelled, whole := r.in.Reading.Spelled(from + i)
		number, sure := r.in.Reading.WholeNumber(from + i)
		if r.in.Reading.Compound(from+i) || whole || sure || (spelled || number) && d.Punct != data.Comma {
			d.Punct, d.End, d.EndPunct = data.NoPunct, false, data.NoPunct
		}
	}
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

// loseCommas removes the commas that only set off removed words ("the, uh, team"): the
// network has seen the words that are removed, and text in which they have commas around
// them. Of what is kept alone it says whether one has to stand there. by says which of the
// removed words are meant.
func (r *restorer) loseCommas(decisions []data.Decision, from int, by func(*data.Decision) bool) {
	if r.models.Network == nil {
		return
	}
	removed := func(i int) bool { return decisions[i].Why&data.DefaultRemoved != 0 }
	sets := func(i int) bool {
		return i+1 < len(decisions) && decisions[i].Punct == data.Comma && !removed(i) && removed(i+1) && by(&decisions[i+1])
	}
	r.removed = append(r.removed[:0], make([]bool, r.in.Reading.Len())...)
	for t, y := range r.in.DF {
		r.removed[t] = y == data.E
	}
	for i := range decisions {
		r.removed[from+i] = removed(i)
	}
	for i := 0; i < len(decisions); i++ {
		if !sets(i) {
			continue
		}
		// Commas whose words around overlap are looked at together.
		last := i
		for j := i + 1; j < min(last+2*aroundComma, len(decisions)); j++ {
			if sets(j) {
				last = j
			}
		}
		r.loseCommasOf(decisions, from, i, last, sets)
		i = last
	}
}

// aroundComma is how many words the network reads on either side of a comma that may be
// removed.
const aroundComma = 32

// loseCommasOf removes those of the commas of decisions first to last.
func (r *restorer) loseCommasOf(decisions []data.Decision, from, first, last int, sets func(i int) bool) {
	begin, end := max(0, from+first-aroundComma), min(len(r.removed), from+last+1+aroundComma)
	reading := r.in.Reading.Part(begin, end).Without(func(word int) bool { return r.removed[begin+word] })
	r.models.Network.Read(reading, neural.Stream, neural.Hidden{}, &r.kept)
	at := 0 // among those that are kept
	for t := begin; t < end; t++ {
		if r.removed[t] {
			continue
		}
		if i := t - from; i >= first && i <= last && sets(i) {
			if p := &r.kept.Marks[at]; p[neural.NoMark]+p[neural.EndNone] > p[neural.Comma]+p[neural.EndComma] {
				decisions[i].Punct, decisions[i].SetOff = data.NoPunct, true
			}
		}
		at++
	}
}
