package train

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/stages"
)

// piecesOf cuts the examples of a corpus into pieces as they are predicted, and returns
// with each the number of its example. Without times, the pieces have none. They are cut by
// ends, and told of predictions.
func piecesOf(c *punct.Corpus, cut *segmentation.Cutter, ends, predictions []*punct.Prediction, times bool) (pieces []data.Sentence, examples []int) {
	for i, e := range c.Examples {
		p := predictions[i]
		from := 0
		var talk data.Talk
		talk.AddAll(&data.Sentence{Tokens: c.Words[i]})
		for _, to := range cut.Cut(nil, ends[i], e.Input.Reading) {
			pieces, examples = append(pieces, segmentation.Piece(c.Words[i], p, from, to, times)), append(examples, i)
			pieces[len(pieces)-1].Talk = talk
			from = to
		}
	}
	return pieces, examples
}

// pieceModel is an edit model for pieces of streams, with what it was trained on.
type pieceModel struct {
	file      []byte
	labellers []*stages.Labeller // with edit models that have not seen a fold
	pieces    []data.Sentence    // as they are predicted with times, and again without
	folds     []int              // of each piece
	df        [][]data.Label     // of each example, by models that have not seen it
}

// trainPieces trains an edit model for pieces of streams, on the examples cut as they
// are predicted with times, and again without.
func trainPieces(ctx context.Context, c *punct.Corpus, bt *stages.Trainer, config stages.StageConfig, cut *segmentation.Cutter, timed, untimed []*punct.Prediction) (*pieceModel, error) {
	pieces, examples := piecesOf(c, cut, timed, timed, true)
	own := len(pieces)
	more, moreExamples := piecesOf(c, cut, untimed, untimed, false)
	pieces, examples = append(pieces, more...), append(examples, moreExamples...)
	out := &pieceModel{pieces: pieces, df: make([][]data.Label, len(c.Examples))}
	for _, e := range examples {
		out.folds = append(out.folds, c.Examples[e].Fold)
	}
	const step = "stream edit stage"
	var err error
	all := &stages.Pieces{Evidence: stages.PredictedEnds, Sentences: pieces, Folds: out.folds, Held: c.Held}
	if out.file, err = bt.TrainPieces(ctx, step, config, all, func(int) bool { return true }); err != nil {
		return nil, err
	}
	timedPieces := &stages.Pieces{Evidence: stages.PredictedEnds, Sentences: pieces[:own], Folds: out.folds[:own], Held: c.Held}
	for k := range c.Folds {
		held := config
		held.Runs, held.Min = 1, heldMin
		file, err := bt.TrainPieces(ctx, fmt.Sprintf("%s, fold %d of %d", step, k+1, c.Folds), held, timedPieces, func(fold int) bool { return fold != k })
		if err != nil {
			return nil, err
		}
		m, err := m3n.UnmarshalModel(file)
		if err != nil {
			return nil, err
		}
		l, err := c.Held.Labellers[k].WithEdit(m)
		if err != nil {
			return nil, err
		}
		out.labellers = append(out.labellers, l)
		for i := range pieces[:own] {
			if out.folds[i] == k {
				e := examples[i]
				out.df[e] = append(out.df[e], data.LabelsOf(l.Label(&pieces[i], false))...)
			}
		}
	}
	return out, nil
}

// heldMin is the least weight of edit models that have not seen a fold.
const heldMin = 0.08
