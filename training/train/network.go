package train

import (
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// Forms in which the words of a corpus are learned from.
const (
	formSentences = iota
	formStream
	formWritten
)

// longestPart is about how many words the parts of streams have that are learned from.
const longestPart = 120

// NetworkSamples returns what the network is trained on of the sides of a corpus: each
// in sentences, in parts of a stream, and as text with punctuation. readers are those of
// stages.Trainer.HeldReaders.
func NetworkSamples(readers []*stages.Labeller, folds map[int]int, sides []data.Side, seed uint64, workers int) []neural.Sample {
	parts := make([][]neural.Sample, len(sides))
	styles := punct.Styles(sides)
	parallel.Strided(workers, len(sides), func(_, i int) {
		style := NetworkStyle(styles[sides[i].Conv])
		l := readers[folds[sides[i].Conv]]
		words, gold := punct.Words(&sides[i])
		var talk data.Talk
		talk.AddAll(&data.Sentence{Tokens: words})
		add := func(form int, s *data.Sentence, labels []data.Label, marks []neural.Mark, cases []truecase.Case) {
			parts[i] = append(parts[i], neural.Sample{Reading: l.Read(s), Of: neural.Form(form != formStream), Labels: labels, Marks: marks, Cases: cases, Group: i, Form: form, Style: style})
		}
		var marks []neural.Mark
		cases := casesOf(words)
		for t := range words {
			marks = append(marks, neural.MarkOf(gold.Mark(t), gold.Ends[t]))
		}
		from, begin := 0, 0
		for t := range words {
			if words[t].Boundary != data.NoBoundary || t+1 == len(words) {
				add(formSentences, &data.Sentence{Tokens: words[from : t+1], Talk: talk}, gold.DF[from:t+1], nil, cases[from:t+1])
				from = t + 1
			}
			if n := t + 1 - begin; t+1 == len(words) || n >= longestPart/2+(i*7+begin*13)%longestPart {
				stream := data.Sentence{Tokens: words[begin : t+1], Talk: talk, Opens: begin == 0, Closes: t+1 == len(words)}
				add(formStream, &stream, gold.DF[begin:t+1], marks[begin:t+1], cases[begin:t+1])
				begin = t + 1
			}
		}
		for _, s := range WrittenPieces(sides[i:i+1], i%2 == 1, seed) {
			w, _ := stages.Words(&s)
			if len(w.Tokens) == 0 {
				continue
			}
			var labels []data.Label
			for t := range w.Tokens {
				labels = append(labels, w.Tokens[t].Label())
			}
			add(formWritten, &w, labels, nil, nil)
		}
	})
	return slices.Concat(parts...)
}

// MixedSamples returns what the network is trained on of fluent text of other kinds (see
// ReadMixed), with the fillers that the engine sees in it and artificial disfluencies: in
// sentences, in streams of a few of them, and with its punctuation. group is the number of
// the first group.
func MixedSamples(e *engine.Engine, fluent []data.Sentence, c WrittenConfig, group, workers int) []neural.Sample {
	spoken := AsSpoken(e, fluent, c, workers)
	return textSamples(e, spoken, group, workers)
}

// textSamples returns samples of sentences with punctuation, whose tokens have labels.
func textSamples(e *engine.Engine, spoken []data.Sentence, group, workers int) []neural.Sample {
	var chunks [][]data.Sentence
	for i, words := 0, 0; i < len(spoken); i++ {
		s, _ := stages.Words(&spoken[i])
		if len(s.Tokens) == 0 {
			continue
		}
		if words == 0 || words+len(s.Tokens) > longestPart || s.Talk != chunks[len(chunks)-1][0].Talk {
			chunks, words = append(chunks, nil), 0
		}
		chunks[len(chunks)-1] = append(chunks[len(chunks)-1], s)
		words += len(s.Tokens)
	}
	parts := make([][]neural.Sample, len(chunks))
	parallel.Strided(workers, len(chunks), func(_, i int) {
		l := e.Stages()
		whole := neural.Sample{Kind: neural.Labelled, Group: group + i, Form: formStream}
		stream := data.Sentence{Talk: chunks[i][0].Talk}
		for k := range chunks[i] {
			s := &chunks[i][k]
			stream.Tokens = append(stream.Tokens, s.Tokens...)
			labels := make([]data.Label, len(s.Tokens))
			for t := range s.Tokens {
				labels[t] = s.Tokens[t].Label()
				m, known := writtenMark(s.Written[t].After)
				whole.Marks, whole.Unmarked = append(whole.Marks, m), append(whole.Unmarked, !known || labels[t] != data.O)
			}
			bare := data.Sentence{Tokens: s.Tokens, Talk: s.Talk}
			parts[i] = append(parts[i],
				neural.Sample{Reading: l.Read(&bare), Of: neural.Sentence, Labels: labels, Kind: neural.Labelled, Group: group + i, Form: formSentences},
				neural.Sample{Reading: l.Read(s), Of: neural.Sentence, Labels: labels, Kind: neural.Labelled, Group: group + i, Form: formWritten})
			whole.Labels = append(whole.Labels, labels...)
		}
		whole.Reading = l.Read(&stream)
		parts[i] = append(parts[i], whole)
	})
	return slices.Concat(parts...)
}

// PunctuatedSamples returns what the network is trained on of the punctuation and case of turns
// of text of other kinds (see ReadPunctuated): half of them are streams of their own, as where
// speakers are told apart, and of the others some follow each other in one, which is cut
// anywhere. Half of the streams have times, with pauses as those of the sides of a corpus.
// group is the number of the first group.
func PunctuatedSamples(e *engine.Engine, turns []Punctuated, sides []data.Side, seed uint64, group, workers int) []neural.Sample {
	said := newPauses(sides)
	var all []punctuatedStream
	const together = 10 // turns
	for at := 0; at < len(turns); at += together {
		block := turns[at:min(len(turns), at+together)]
		if at/together%2 == 0 {
			for i := range block {
				var s punctuatedStream
				s.add(&block[i])
				s.words.Opens, s.words.Closes = true, true
				all = append(all, s)
			}
			continue
		}
		var s punctuatedStream
		for i := range block {
			s.add(&block[i])
		}
		for from, k := 0, 0; from < len(s.marks); k++ {
			to := min(len(s.marks), from+longestPart/2+(at*7+k*13)%longestPart)
			all = append(all, s.part(from, to))
			from = to
		}
	}
	out := make([]neural.Sample, len(all))
	parallel.Strided(workers, len(all), func(_, i int) {
		s := &all[i]
		if r := rand.New(rand.NewPCG(seed, uint64(i))); r.IntN(2) == 0 {
			said.apply(s.words.Tokens, s.marks, nil, r)
		}
		out[i] = neural.Sample{Reading: e.Stages().Read(&s.words), Marks: s.marks, Unmarked: s.unmarked, Cases: s.cases, Kind: neural.Punctuated, Group: group + i}
	})
	return slices.DeleteFunc(out, func(s neural.Sample) bool { return s.Reading.Len() == 0 })
}

// punctuatedStream is a stream of text with punctuation, and what its punctuation and case are.
type punctuatedStream struct {
	words    data.Sentence
	marks    []neural.Mark
	unmarked []bool
	cases    []truecase.Case
	at       []int // the words among the tokens of the last turn
}

func (s *punctuatedStream) add(turn *Punctuated) {
	words, at := stages.Words(&turn.Sentence)
	s.words.Talk = turn.Talk
	opens := true
	s.at = at
	for j, i := range at {
		w := turn.Written[i]
		m, known := writtenMark(w.After)
		s.words.Tokens = append(s.words.Tokens, words.Tokens[j])
		s.marks, s.unmarked = append(s.marks, m), append(s.unmarked, !known)
		c := truecase.Of(turn.Tokens[i].Text)
		if opens || turn.Uncased || w.Before != data.NoMark {
			c = truecase.Unknown
		}
		s.cases = append(s.cases, c)
		opens = w.After.Final() || !known
	}
}

func (s *punctuatedStream) part(from, to int) punctuatedStream {
	return punctuatedStream{words: data.Sentence{Talk: s.words.Talk, Tokens: s.words.Tokens[from:to:to]}, marks: s.marks[from:to], unmarked: s.unmarked[from:to], cases: s.cases[from:to]}
}

// casesOf returns the cases of words of a corpus.
func casesOf(words []data.Token) []truecase.Case {
	out := make([]truecase.Case, len(words))
	for t := range words {
		if out[t] = truecase.Of(words[t].Text); truecase.Opens(words, t) {
			out[t] = truecase.Unknown
		}
	}
	return out
}

// writtenMark returns the punctuation mark of the network for one of text, and whether that says
// which it is.
func writtenMark(m data.Mark) (neural.Mark, bool) {
	switch m {
	case data.CommaMark, data.ColonMark:
		return neural.Comma, true
	case data.PeriodMark, data.ExclamationMark:
		return neural.EndPeriod, true
	case data.QuestionMark:
		return neural.EndQMark, true
	case data.DashMark, data.EllipsisMark, data.CutMark:
		return neural.NoMark, false
	}
	return neural.NoMark, true
}

// NetworkStyle returns a style as the network takes it.
func NetworkStyle(s punct.Style) neural.Style {
	return neural.Style{s.OpenClause + 1, s.CommaClause + 1, s.CommaEnd + 1, s.Inside + 1}
}
