package engine

import (
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/producers"
)

// Search bounds of the product's producers, by development score and time.
const (
	nBest        = 8 // label sequences that the edit-word-marker proposes at most
	nBestMargin  = 4 // how far in log-probability they may be below the best
	repeatWindow = producers.Window
)

// productComponents are the components of the product, in the order in which they are
// prepared: a line each, with the sentence about a producer, or the features of an evaluator.
func productComponents() []Component {
	about := func(about string, c Component) Component {
		c.About = about
		return c
	}
	evaluator := func(features []beam.Feature, c Component) Component {
		c.Features = features
		return c
	}
	optional := func(c Component) Component {
		c.Optional = true
		return c
	}
	from := func(source string, cs ...Component) []Component {
		for i := range cs {
			cs[i].Source = source
		}
		return cs
	}
	type (
		labeller = *stages.Labeller
		nothing  = struct{}
	)
	return slices.Concat(from("COLING 2014, section 4.3",
		about(producers.FillerWordsAbout, ProducerOf(producers.FillerWordsName, NeedNothing, func(l labeller, _ nothing) *producers.FillerWords { return producers.NewFillerWords(l) })),
		about(producers.EditWordsAbout, ProducerOf(producers.EditWordsName, NeedNothing, func(l labeller, _ nothing) *producers.EditWords { return producers.NewEditWords(l, nBest, nBestMargin) })),
		about(producers.RepetitionAbout, ProducerOf(producers.RepetitionName, NeedNothing, func(labeller, nothing) *producers.Repetition { return producers.NewRepetition(repeatWindow) })),
		about(producers.DictionaryAbout, ProducerOf(producers.DictionaryName, NeedPhrases, func(_ labeller, ps []producers.Phrase) *producers.Dictionary { return producers.NewDictionary(ps) })),
	), from("docs/design.md, Repairs with an editing term",
		optional(about(producers.EditTermsAbout, ProducerOf(producers.EditTermsName, NeedEditTerms, producers.NewEditTerms))),
	), from("docs/design.md, Discourse markers",
		optional(about(producers.MarkersAbout, ProducerOf(producers.MarkersName, NeedMarkers, producers.NewMarkers))),
	), from("docs/design.md, The network",
		optional(about(producers.NetworkAbout, ProducerOf(producers.NetworkName, NeedNetwork, producers.NewNetwork))),
	), from("COLING 2014, section 4.4",
		evaluator(evaluators.DisfluentFeatures(), EvaluatorOf(evaluators.M3NDisfluent, NeedNothing, func(l labeller, _ nothing) *evaluators.Disfluent { return evaluators.NewDisfluent(l) })),
		evaluator(evaluators.FluentFeatures(), EvaluatorOf(evaluators.M3NFluent, NeedNothing, func(l labeller, _ nothing) *evaluators.Fluent { return evaluators.NewFluent(l) })),
		evaluator(evaluators.FluentLMFeatures(), EvaluatorOf(evaluators.FluentLM, NeedNothing, func(l labeller, _ nothing) *evaluators.LM { return evaluators.NewFluentLM(l.LanguageModels().Fluent) })),
		evaluator(evaluators.DisfluentLMFeatures(), EvaluatorOf(evaluators.DisfluentLM, NeedNothing, func(l labeller, _ nothing) *evaluators.LM {
			return evaluators.NewDisfluentLM(l.LanguageModels().Disfluent)
		})),
	), from("docs/design.md, The decoder",
		evaluator(evaluators.Counts{}.Features(), EvaluatorOf("counts", NeedNothing, func(labeller, nothing) evaluators.Counts { return evaluators.Counts{} })),
	), from("COLING 2014, sections 4.4 and 4.6",
		optional(about(evaluators.ExpertsAbout, evaluatorsOf(PartExperts, NeedExperts, evaluators.NewExperts))),
	), from("docs/design.md, The decoder",
		evaluator(evaluators.RepairsFeatures(), EvaluatorOf(evaluators.RepairsName, NeedRepairs, evaluators.NewRepairs)),
	), from("docs/design.md, Repairs with an editing term",
		optional(evaluator(evaluators.EditTermsFeatures(), EvaluatorOf(evaluators.EditTermsName, NeedEditTerms, evaluators.NewEditTerms))),
	), from("docs/design.md, Discourse markers",
		optional(evaluator(evaluators.MarkersFeatures(), EvaluatorOf(evaluators.MarkersName, NeedMarkers, evaluators.NewMarkers))),
	), from("docs/design.md, The network",
		optional(evaluator(evaluators.NetworkFeatures(), EvaluatorOf(evaluators.NetworkName, NeedNetwork, evaluators.NewNetwork))),
	))
}

// ProductComponents describes the components of the product as far as that takes no
// models.
func ProductComponents() []Described {
	var out []Described
	for _, c := range productComponents() {
		out = append(out, c.describe())
	}
	return out
}
