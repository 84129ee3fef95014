package tidytalk

import (
	"context"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
)

// Labelling is what the models say of one sentence; every slice has one element
// per token.
type Labelling struct {
	stages.Labelling
	// Confidence holds, where Options.Confidence asks for it, the probability that the
	// removal of a token is right, calibrated on development data; 1 for tokens that
	// are not removed by the models' decision.
	Confidence []float64
	// Marks holds the mark that follows each token in the cleaned text, Ends whether a
	// sentence ends after it, and Forms the token in its case inside a sentence ("" for
	// tokens that are no words). A mark may follow a token that is removed: it belongs
	// to the kept one before it. They are nil where nothing restores punctuation.
	Marks []data.Punct
	Ends  []bool
	Forms []string
	// Waited holds, of a stream, how many words after each word the models saw before
	// they settled it.
	Waited []int
}

// Label labels one sentence, of which only the texts and times of the tokens are
// read. Where the decoder fails, the labels are those of the baseline, and the
// error says why: a *beam.ComponentError. When ctx is done the labelling is nil and
// the error that of ctx.
func (c *Cleaner) Label(ctx context.Context, s *data.Sentence) (*Labelling, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.options.Mode == ModeExperts {
		return c.labelExperts(s)
	}
	if c.decoder == nil {
		return c.labelBaseline(s), nil
	}
	words, at := stages.Words(s)
	if len(at) == 0 {
		return c.labelBaseline(s), nil
	}
	out := c.blank(s)
	for from := 0; from < len(at); {
		to := c.cut(&words, from)
		piece := data.Sentence{Conv: words.Conv, Speaker: words.Speaker, Tokens: words.Tokens[from:to]}
		if words.Ends != nil {
			piece.Ends, piece.Marks = words.Ends[from:to], words.Marks[from:to]
		}
		d, err := c.decode(ctx, &piece)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return c.labelBaseline(s), err
		}
		for j, i := range at[from:to] {
			out.Labels[i], out.Kinds[i], out.POS[i] = d.labels[j], d.kinds[j], d.tags[j]
			if d.confidence != nil {
				out.Confidence[i] = d.confidence[j]
			}
		}
		from = to
	}
	if c.options.Confidence > 0 {
		out.keepUnsure(c.options.Confidence)
	}
	return out, nil
}

// LabelSentence is Label with the marks and the case of the sentence restored, as far
// as the bundle has the parts for that and Options.Plain does not say otherwise.
func (c *Cleaner) LabelSentence(ctx context.Context, s *data.Sentence) (*Labelling, error) {
	out, err := c.Label(ctx, s)
	if out == nil || c.streams == nil || c.options.Plain {
		return out, err
	}
	out.noMarks()
	words, at := stages.Words(s)
	if len(at) == 0 {
		return out, err
	}
	models := c.bundle.streams
	in := punct.Input{Reading: c.bundle.labeller.Read(words.Tokens)}
	for _, i := range at {
		in.DF = append(in.DF, out.Labels[i])
	}
	var first, p punct.Prediction
	models.punct.Predict(&in, &first)
	in.First = &first
	models.clean.Predict(&in, &p)
	for j, form := range models.truecaser.Words(nil, in.Reading) {
		if out.Forms[at[j]] = form; out.Labels[at[j]] != data.E {
			out.Marks[at[j]] = p.Marks[j]
		}
	}
	if last := len(at) - 1; out.Marks[at[last]] < data.Period {
		out.Marks[at[last]] = p.Last[last]
	}
	out.Ends[len(s.Tokens)-1] = true
	return out, err
}

// noMarks makes room for marks, ends and forms.
func (l *Labelling) noMarks() {
	n := len(l.Labels)
	l.Marks, l.Ends, l.Forms = make([]data.Punct, n), make([]bool, n), make([]string, n)
}

// part returns the labelling of the tokens [from, to).
func (l *Labelling) part(from, to int) *Labelling {
	out := &Labelling{}
	out.Labels, out.Kinds, out.POS = l.Labels[from:to], l.Kinds[from:to], l.POS[from:to]
	if l.Posteriors != nil {
		out.Posteriors = l.Posteriors[from:to]
	}
	if l.Confidence != nil {
		out.Confidence = l.Confidence[from:to]
	}
	if l.Marks != nil {
		out.Marks, out.Ends, out.Forms = l.Marks[from:to], l.Ends[from:to], l.Forms[from:to]
	}
	return out
}

func (c *Cleaner) labelBaseline(s *data.Sentence) *Labelling {
	return &Labelling{Labelling: *c.baseline.Label(s, c.options.Posteriors)}
}

// blank returns a labelling for the decoder to fill in: partial words are E, and
// all others O. Posteriors are those of the edit model.
func (c *Cleaner) blank(s *data.Sentence) *Labelling {
	out := c.empty(s)
	if c.options.Posteriors {
		out.Posteriors = c.labelBaseline(s).Posteriors
	}
	return out
}

// empty is blank without posteriors.
func (c *Cleaner) empty(s *data.Sentence) *Labelling {
	n := len(s.Tokens)
	out := &Labelling{}
	out.Labels, out.Kinds, out.POS = make([]data.Label, n), make([]data.Kind, n), make([]string, n)
	if c.options.Confidence > 0 {
		out.Confidence = make([]float64, n)
	}
	for i := range s.Tokens {
		if s.Tokens[i].Partial() {
			out.Labels[i] = data.E
		}
		if out.Confidence != nil {
			out.Confidence[i] = 1
		}
	}
	return out
}

// keepUnsure makes O of repairs and discourse markers below a confidence. Filled
// pauses always go.
func (l *Labelling) keepUnsure(least float64) {
	for i, p := range l.Confidence {
		if p < least && !(l.Labels[i] == data.F && l.Kinds[i] == data.FilledPause) {
			l.Labels[i], l.Kinds[i] = data.O, data.NoKind
		}
	}
}

// safeCut is how many words around a cut the baseline must find fluent.
const safeCut = 3

// cut returns where to end the piece of a long sentence that starts at from: at its
// end, or else in the second half of the longest piece that the decoder takes,
// where the baseline is surest that the words around are fluent.
func (c *Cleaner) cut(words *data.Sentence, from int) int {
	most := beam.DefaultMaxWords
	if len(words.Tokens)-from <= most {
		return len(words.Tokens)
	}
	piece := data.Sentence{Tokens: words.Tokens[from : from+most]}
	p := c.bundle.labeller.Label(&piece, true).Posteriors
	best, at := -1.0, most
	for k := most / 2; k <= most-safeCut; k++ {
		least := 1.0
		for t := k - safeCut; t < k+safeCut; t++ {
			least = min(least, p[t][data.O])
		}
		if least > best {
			best, at = least, k
		}
	}
	return from + at
}
