package cleaning

import (
	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// ofSearch declares how labels are searched for. What stands here is taken by all commands that
// decode, by requests and by batches, and is in all that is written about them: a new option of
// the decoder needs nothing else.
var ofSearch = []Option{
	{
		Name: "mode", Default: tidytalk.ModeDecoder, Values: []string{string(tidytalk.ModeDecoder), string(tidytalk.ModeExperts), string(tidytalk.ModeBaseline)}, Noun: "mode",
		About: "`PATH` from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone)",
		Not:   []*Absence{{TuneCommand, "the decoder is tuned"}, &asOpened},
		Here:  []Variant{{On: TraceRequest, About: "`PATH` from words to labels: only the decoder can be traced", Values: []string{string(tidytalk.ModeDecoder)}}},
		set:   text(func(f *Cleaning) *tidytalk.Mode { return &f.Options.Mode }),
	},
	{
		Name: "beam", Type: Whole, Default: beam.DefaultWidth, Least: 1, Most: beam.MaxWidth, Decoder: true,
		About: "keep `N` hypotheses after each round of the decoder",
		Not:   []*Absence{&asOpened},
		set:   whole(func(f *Cleaning) *int { return &f.Options.Decoder.Beam }),
	},
	{
		Name: "rounds", Type: Whole, Default: beam.DefaultRounds, Least: 1, Most: beam.MaxRounds, Decoder: true,
		About: "at most `N` rounds of the decoder",
		Not:   []*Absence{&asOpened},
		set:   whole(func(f *Cleaning) *int { return &f.Options.Decoder.Rounds }),
	},
	{
		Name: "margin", Type: Number, Default: engine.DefaultMargin, Above: true, Decoder: true,
		About: "also drop hypotheses that are `X` below the best, in units of the summed weights; Inf drops none",
		Not:   []*Absence{&asOpened},
		Here:  []Variant{{On: TuneCommand, Default: engine.NoMargin}},
		set:   number(func(f *Cleaning) *float64 { return &f.Options.Decoder.Margin }),
	},
	{
		Name: "weights", Type: List, Decoder: true,
		About: "use the settings that 'tidytalk tune' wrote to `FILE`; what it does not say stays as the bundle has it; a file says which engine it is for, and each may have one",
		Not:   []*Absence{&filesOnly, &local},
		Here:  []Variant{{On: TuneCommand, About: "start from the settings of `FILE`"}},
	},
	{
		Name: "weight", Type: List, Decoder: true,
		About: "give a feature another weight, `NAME=VALUE`, and leave all else in use as it is: in all engines that have it, or in one, as streams:NAME=VALUE says ('tidytalk trace --components' lists them; 'tidytalk trace --want' says which would help)",
		Not:   []*Absence{&asOpened},
		Here:  []Variant{{On: TuneCommand, About: "start with another weight of a feature, `NAME=VALUE`"}},
		set:   setWeights,
	},
	{
		Name: "stream-weights", Decoder: true,
		About: "the same as --weights for a `FILE` that does not say that it is for streams",
		Not:   []*Absence{&filesOnly, &local, {TuneCommand, "one start is enough: see --weights"}},
	},
	{
		Name: "without", Type: Names, Decoder: true,
		About: "leave out these components and features of the decoder (comma list of `NAMES`; 'tidytalk trace --components' lists them)",
		Not:   []*Absence{&asOpened},
		set:   names(func(f *Cleaning) *[]string { return &f.Options.Decoder.Without }),
	},
}
