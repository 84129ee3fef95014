package tidytalk

import (
	"context"

	"github.com/tidytalk/tidytalk/baseline"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/punct"
)

// DefaultLookAhead is the default of Options.LookAhead.
const DefaultLookAhead = 60

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

// push adds words (see baseline.Words).
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
	reading := f.c.bundle.labeller.Read(f.words[:seen])
	in := punct.Input{Reading: reading}
	models := f.c.bundle.streams
	models.punct.Predict(&in, &f.first)
	// Words whose successors are not all seen are labelled for what is before them.
	certain := seen
	if !all {
		certain -= f.c.options.LookAhead
	}
	cutter := punct.DefaultCutter
	f.cuts = cutter.CutFrom(f.cuts[:0], &f.first, reading, context)
	df := f.df
	from := context
	for _, to := range f.cuts {
		piece := punct.Piece(f.words[:seen], &f.first, from, to, true)
		if to <= certain {
			whole := all && context == 0 && len(f.cuts) == 1
			words, err := f.c.labelPiece(ctx, &piece, whole)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				problem = err
			}
			settled = append(settled, words...)
			for i := range words {
				df = append(df, words[i].label)
			}
		} else {
			l := f.c.bundle.streamLabeller().Label(&piece, false)
			df = append(df, l.Labels...)
		}
		from = to
	}
	if len(settled) == 0 {
		f.need += 2 * f.c.options.LookAhead
		return nil, problem
	}
	in.DF, in.First = df, &f.first
	models.clean.Predict(&in, &f.second)
	f.cased = models.truecaser.Words(f.cased[:0], reading)
	for i := range settled {
		t := context + i
		s := &settled[i]
		s.mark, s.end, s.form = f.second.Marks[t], f.second.Ends[t] >= 0.5, f.cased[t]
		s.waited = seen - 1 - t
		if s.label == data.E {
			// Its sentence goes on with the repair.
			s.mark, s.end = data.NoPunct, false
		}
	}
	if n := len(settled); all && n > 0 {
		// A stream ends with a sentence.
		s := &settled[n-1]
		s.end = true
		if s.mark == data.NoPunct || s.mark == data.Comma {
			s.mark = f.second.Last[seen-1]
		}
	}
	// What is settled goes, but for the context of what is not.
	f.df = df[:context+len(settled)]
	if drop := len(f.df) - flowContext; drop > 0 {
		f.df, f.words = f.df[drop:], f.words[drop:]
	}
	f.need = 3 * f.c.options.LookAhead
	return settled, problem
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
	words, at := baseline.Words(s)
	out := c.empty(s)
	if c.options.Posteriors {
		out.Posteriors = make([][data.NumLabels]float64, len(s.Tokens))
		for i, y := range out.Labels {
			out.Posteriors[i][y] = 1 // of tokens that are no words
		}
	}
	out.Marks, out.Ends, out.Forms = make([]data.Punct, len(s.Tokens)), make([]bool, len(s.Tokens)), make([]string, len(s.Tokens))
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
