package neural

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/transformer"
	"github.com/tidytalk/tidytalk/models/wordpiece"
)

// Encoder is a pretrained transformer that labels what the network labels, with the same heads. It
// reads words alone, with the punctuation of text that has it, and sees more of what they mean: it has read much more
// text. It is immutable and may be used by several goroutines at once.
type Encoder struct {
	model  *transformer.Model
	words  *wordpiece.Vocabulary
	shares Shares
}

// Pieces that say what a sequence is: before its words come the form, and the style of their transcriber, which is not known.
const (
	pieceStream  = 1
	pieceAlone   = 2 // a sentence
	pieceWritten = 3
	pieceTurn    = 8 // before the first word of a turn
	pieceStyle   = 14
)

// The words that the encoder reads at once, and how many of them on either side are read for the sake of the others alone.
const (
	encoderWords  = 150
	encoderMargin = 20
	mostPieces    = 20 // of a word, the first ones
)

// writtenMarks are punctuation marks as the encoder reads them.
var writtenMarks = [data.NumMarks]string{
	data.CommaMark: ",", data.ColonMark: ":", data.CutMark: "--", data.DashMark: "--", data.EllipsisMark: "...",
	data.PeriodMark: ".", data.ExclamationMark: "!", data.QuestionMark: "?",
}

// encoderReader reads words. It belongs to one goroutine.
type encoderReader struct {
	of     *Encoder
	run    *transformer.Runner
	pieces *wordpiece.Cutter
	ids    [1][]int32
	starts []int
	at     []int32 // the first piece of each word
	wordAt []int32 // the word that a piece is the first one of; -1: of none
	take   func(sequence, piece int, logits []float32)
	logits []float32 // of the network, by words: the encoder mixes them with its own
	shares [headCase + 1]float32
	first  int // the words of what is read that are taken
	last   int
}

func (e *Encoder) newReader() *encoderReader {
	r := &encoderReader{of: e, run: e.model.NewRunner(), pieces: e.words.NewCutter()}
	r.take = r.heard
	return r
}

// read mixes the logits of the network, by words, with those of the encoder: log-linearly.
func (r *encoderReader) read(in *stages.Reading, form Form, hide Hidden, logits []float32) {
	r.logits, r.last = logits, 0
	copy(r.shares[:], r.of.shares[:])
	if len(in.Written()) > 0 && !hide.Written {
		r.shares[headDisfluency] = r.of.shares[writtenShare]
	}
	for n, from := in.Len(), 0; r.last < n; {
		to := r.fill(in, from, min(n, from+encoderWords), form, hide)
		if to <= r.last { // words of so many pieces that those before leave no room
			from = r.last
			continue
		}
		margin := min(encoderMargin, (to-r.last)/4)
		r.first, r.last = r.last, to
		if to < n {
			r.last -= margin
		}
		r.run.Run(r.ids[:], r.take)
		from = r.last - margin
	}
	r.logits = nil
}

// heard takes up what the encoder says of a word.
func (r *encoderReader) heard(_, piece int, logits []float32) {
	t := int(r.wordAt[piece])
	if t < r.first || t >= r.last {
		return
	}
	to := r.logits[t*numLogits:][:numLogits]
	at := 0
	for head, share := range r.shares {
		for range len(heads[head].Labels) {
			to[at] = float32((1-share)*to[at]) + float32(share*logits[at])
			at++
		}
	}
}

// fill makes pieces of words, of fewer than are asked for where there are too many pieces, and returns where the next ones are.
func (r *encoderReader) fill(in *stages.Reading, from, to int, form Form, hide Hidden) int {
	written := in.Written()
	if hide.Written {
		written = nil
	}
	ids := append(r.ids[0][:0], pieceStream, pieceStyle)
	switch {
	case len(written) > 0:
		ids[0] = pieceWritten
	case form == Sentence:
		ids[0] = pieceAlone
	}
	r.at = r.at[:0]
	room := r.of.model.Config().Positions - 2*mostPieces
	i := from
	for i < to && (i == from || len(ids) < room) {
		if !hide.Turns && in.TurnBegins(i) {
			ids = append(ids, pieceTurn)
		}
		// Words of a contraction are one.
		word, next := in.Text(i), i+1
		for next < to && clitic(in.Text(next)) && (len(written) == 0 || written[next-1].After == data.NoMark) {
			word += in.Text(next)
			next++
		}
		base := len(ids)
		ids, r.starts = r.pieces.Pieces(ids, r.starts[:0], word)
		if len(ids) == base {
			ids, r.starts = append(ids, r.of.words.Unknown()), append(r.starts, 0)
		}
		if len(r.starts) > mostPieces {
			ids, r.starts = ids[:base+mostPieces], r.starts[:mostPieces]
		}
		begin, k := 0, 0
		for ; i < next; i++ {
			for k+1 < len(r.starts) && r.starts[k] < begin {
				k++
			}
			r.at = append(r.at, int32(base+k))
			begin += len(in.Text(i))
		}
		if len(written) > 0 {
			if mark := writtenMarks[written[next-1].After]; mark != "" {
				ids, r.starts = r.pieces.Pieces(ids, r.starts[:0], mark)
			}
		}
	}
	r.ids[0] = ids
	r.wordAt = r.wordAt[:0]
	for range ids {
		r.wordAt = append(r.wordAt, -1)
	}
	for k, at := range r.at {
		r.wordAt[at] = int32(from + k)
	}
	return i
}

// clitic reports whether a word is the second part of a contraction.
func clitic(word string) bool { return word == "n't" || len(word) > 1 && word[0] == '\'' }
