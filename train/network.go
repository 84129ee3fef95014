package train

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
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
// in sentences, in parts of a stream, and as text with marks. readers are those of
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
		add := func(form int, s *data.Sentence, labels []data.Label, marks []neural.Mark) {
			parts[i] = append(parts[i], neural.Sample{Reading: l.Read(s), Of: neural.Form(form != formStream), Labels: labels, Marks: marks, Group: i, Form: form, Style: style})
		}
		var marks []neural.Mark
		for t := range words {
			marks = append(marks, neural.MarkOf(gold.Mark(t), gold.Ends[t]))
		}
		from, begin := 0, 0
		for t := range words {
			if words[t].Boundary != data.NoBoundary || t+1 == len(words) {
				add(formSentences, &data.Sentence{Tokens: words[from : t+1], Talk: talk}, gold.DF[from:t+1], nil)
				from = t + 1
			}
			if n := t + 1 - begin; t+1 == len(words) || n >= longestPart/2+(i*7+begin*13)%longestPart {
				add(formStream, &data.Sentence{Tokens: words[begin : t+1], Talk: talk}, gold.DF[begin:t+1], marks[begin:t+1])
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
			add(formWritten, &w, labels, nil)
		}
	})
	var out []neural.Sample
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// MixedSamples returns what the network is trained on of fluent text of other kinds (see
// ReadMixed), with the fillers that the engine sees in it and artificial disfluencies: in
// sentences, in streams of a few of them, and with its marks. group is the number of
// the first group.
func MixedSamples(e *engine.Engine, fluent []data.Sentence, c WrittenConfig, group, workers int) []neural.Sample {
	spoken := AsSpoken(e, fluent, c, workers)
	return textSamples(e, spoken, true, group, workers)
}

// VerbatimSamples returns what the network is trained on of the marks of text of other
// kinds (see ReadVerbatim).
func VerbatimSamples(e *engine.Engine, text []data.Sentence, group, workers int) []neural.Sample {
	return textSamples(e, text, false, group, workers)
}

// textSamples returns samples of sentences with marks, whose tokens have labels or not.
func textSamples(e *engine.Engine, spoken []data.Sentence, labelled bool, group, workers int) []neural.Sample {
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
		whole := neural.Sample{Text: true, Group: group + i, Form: formStream}
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
			if !labelled {
				continue
			}
			bare := data.Sentence{Tokens: s.Tokens, Talk: s.Talk}
			parts[i] = append(parts[i],
				neural.Sample{Reading: l.Read(&bare), Of: neural.Sentence, Labels: labels, Text: true, Group: group + i, Form: formSentences},
				neural.Sample{Reading: l.Read(s), Of: neural.Sentence, Labels: labels, Text: true, Group: group + i, Form: formWritten})
			whole.Labels = append(whole.Labels, labels...)
		}
		whole.Reading = l.Read(&stream)
		parts[i] = append(parts[i], whole)
	})
	var out []neural.Sample
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// writtenMark returns the mark of the network for one of text, and whether that says
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
