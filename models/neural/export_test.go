package neural

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// For tests.
const (
	NearFlags = nearFlags
	NumFlags  = numFlags
	FlagFar   = flagFar
)

// FarSteps are farSteps.
var FarSteps = farSteps

// Fill returns the input of a network with so many flags.
func Fill(r *stages.Reading, flags int) rnn.Input {
	v := &vocabulary{}
	v.index()
	var in rnn.Input
	in.Reset(numColumns)
	cols := columns{flags: flags}
	cols.fill(&in, v, r, Sentence, Style{}, data.Talk{}, Hidden{})
	return in
}
