package tidytalk

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
)

// DefaultLookAhead is the default of Options.LookAhead.
const DefaultLookAhead = 20

// maxLookAhead bounds Options.LookAhead, and with it memory.
const maxLookAhead = 1000

// flowContext is how many words before the first unsettled one the models see.
const flowContext = 12

// flow labels a stream of words as they come: it settles what has enough words
// after it, and forgets it. What it says depends on the words and on the look-ahead
// alone, not on how many words come at a time. A flow belongs to one goroutine.
type flow struct {
	c     *Cleaner
	words []data.Token // up to flowContext settled ones, and those that are not
	df    []data.Label // of the settled ones
	// need is how many unsettled words there must be, and at least one more, to look
	// at them.
	need int

	first, second punct.Prediction
	cuts          []int
	cased         []string
}

// settledWord is what is said of a word of a stream.
type settledWord struct {
	label      data.Label
	kind       data.Kind
	tag        string
	posteriors [data.NumLabels]float64
	confidence float64
	mark       data.Punct // that follows the word in the cleaned text
	end        bool       // a sentence ends after the word
	form       string     // the word in its case inside a sentence
	waited     int        // words that were seen after it
}

func (c *Cleaner) newFlow() *flow {
	f := &flow{c: c}
	f.reset()
	return f
}

// reset starts another stream.
func (f *flow) reset() {
	f.words, f.df, f.need = f.words[:0], f.df[:0], 3*f.c.options.LookAhead
}

// push adds words (see stages.Words).
func (f *flow) push(words ...data.Token) { f.words = append(f.words, words...) }

// ready reports whether next has words to look at, while more may come.
func (f *flow) ready() bool { return len(f.words)-len(f.df) > f.need }

// pending returns the number of words that are not settled.
func (f *flow) pending() int { return len(f.words) - len(f.df) }

// next looks at the first unsettled words and returns what is settled of them, in
// order: nothing if it has to see more. If the stream is not over, it is called only
// when ready. The error is that of ctx, or of the decoder, with which the baseline's
// labels stand.
func (f *flow) next(ctx context.Context) (settled []settledWord, problem error) {
	context := len(f.df)
	seen := min(len(f.words), context+f.need)
	all := seen == len(f.words)
	in := punct.Input{Reading: f.c.bundle.labeller.Read(f.words[:seen])}
	f.c.bundle.streams.punct.Predict(&in, &f.first)
	f.cuts = punct.DefaultCutter.CutFrom(f.cuts[:0], &f.first, in.Reading, context)
	settled, in.DF, problem = f.label(ctx, seen, all)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(settled) == 0 {
		f.need += 2 * f.c.options.LookAhead
		return nil, problem
	}
	in.First = &f.first
	f.restore(settled, &in, context, all)
	// What is settled goes, but for the context of what is not.
	f.df = in.DF[:context+len(settled)]
	if drop := len(f.df) - flowContext; drop > 0 {
		f.df, f.words = f.df[drop:], f.words[drop:]
	}
	f.need = 3 * f.c.options.LookAhead
	return settled, problem
}

// label labels the pieces of the words seen, and returns what is settled, and the
// labels of all words seen. Pieces that end too near the end of what is seen, which
// may not be all of the stream, have labels of the baseline alone: they are there for
// what is before them.
func (f *flow) label(ctx context.Context, seen int, all bool) (settled []settledWord, df []data.Label, problem error) {
	certain := seen
	if !all {
		certain -= f.c.options.LookAhead
	}
	df = f.df
	from := len(f.df)
	whole := all && from == 0 && len(f.cuts) == 1
	for _, to := range f.cuts {
		piece := punct.Piece(f.words[:seen], &f.first, from, to, true)
		from = to
		if to > certain {
			df = append(df, f.c.bundle.streamLabeller().Label(&piece, false).Labels...)
			continue
		}
		words, err := f.c.labelPiece(ctx, &piece, whole)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			problem = err
		}
		settled = append(settled, words...)
		for i := range words {
			df = append(df, words[i].label)
		}
	}
	return settled, df, problem
}

// restore sets the marks and the case of what is settled.
func (f *flow) restore(settled []settledWord, in *punct.Input, context int, all bool) {
	models := f.c.bundle.streams
	models.clean.Predict(in, &f.second)
	f.cased = models.truecaser.Words(f.cased[:0], in.Reading)
	for i := range settled {
		t := context + i
		s := &settled[i]
		s.mark, s.end, s.form = f.second.Marks[t], f.second.Ends[t] >= 0.5, f.cased[t]
		s.waited = in.Reading.Len() - 1 - t
		if s.label == data.E {
			// Its sentence goes on with the repair.
			s.mark, s.end = data.NoPunct, false
		}
	}
	if all {
		// A stream ends with a sentence.
		s := &settled[len(settled)-1]
		if s.end = true; s.mark < data.Period {
			s.mark = f.second.Last[in.Reading.Len()-1]
		}
	}
}

// labelPiece labels a piece of a stream; whole says that it is all of it.
func (c *Cleaner) labelPiece(ctx context.Context, piece *data.Sentence, whole bool) ([]settledWord, error) {
	out := make([]settledWord, len(piece.Tokens))
	labeller := c.streams
	if isSentence(piece, whole) {
		// The models for sentences know better what is in one.
		labeller = c
		piece = &data.Sentence{Tokens: piece.Tokens}
	}
	l, err := labeller.Label(ctx, piece)
	if l == nil {
		return nil, err
	}
	for i := range out {
		out[i] = settledWord{label: l.Labels[i], kind: l.Kinds[i], tag: l.POS[i], confidence: 1}
		if l.Posteriors != nil {
			out[i].posteriors = l.Posteriors[i]
		}
		if l.Confidence != nil {
			out[i].confidence = l.Confidence[i]
		}
	}
	return out, err
}

// Below these probabilities of an end inside it a piece is taken as one sentence, by
// development score: a turn of its own, and a piece with word times, without which
// the probabilities are not sure enough.
const (
	turnIsSentence  = 0.7
	pieceIsSentence = 0.05
)

// isSentence reports whether a piece is taken as a sentence.
func isSentence(piece *data.Sentence, whole bool) bool {
	limit := float32(0)
	switch {
	case whole:
		limit = turnIsSentence
	case piece.Tokens[0].Timed:
		limit = pieceIsSentence
	}
	for _, p := range piece.Ends[:len(piece.Ends)-1] {
		if p >= limit {
			return false
		}
	}
	return limit > 0
}

// LabelStream labels a speaker's unbroken stream of words, which may hold many
// sentences, with labels, marks and case. Errors are those of Label. It needs a
// bundle with the parts for streams: see ErrNoStreams.
func (c *Cleaner) LabelStream(ctx context.Context, s *data.Sentence) (*Labelling, error) {
	if c.streams == nil {
		return nil, ErrNoStreams
	}
	words, at := stages.Words(s)
	out := c.empty(s)
	if c.options.Posteriors {
		out.Posteriors = make([][data.NumLabels]float64, len(s.Tokens))
		for i, y := range out.Labels {
			out.Posteriors[i][y] = 1 // of tokens that are no words
		}
	}
	out.noMarks()
	out.Waited = make([]int, len(s.Tokens))
	f := c.newFlow()
	f.push(words.Tokens...)
	var problem error
	for done := 0; f.pending() > 0; {
		settled, err := f.next(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			problem = err
		}
		for i := range settled {
			out.set(at[done+i], &settled[i])
		}
		done += len(settled)
	}
	return out, problem
}

// set takes up what is said of a word.
func (l *Labelling) set(i int, w *settledWord) {
	l.Labels[i], l.Kinds[i], l.POS[i] = w.label, w.kind, w.tag
	l.Marks[i], l.Ends[i], l.Forms[i], l.Waited[i] = w.mark, w.end, w.form, w.waited
	if l.Posteriors != nil {
		l.Posteriors[i] = w.posteriors
	}
	if l.Confidence != nil {
		l.Confidence[i] = w.confidence
	}
}
