package punct

import "github.com/tidytalk/tidytalk/models/stages"

// DefaultStyle is the style of the default bundle, by development score: that of
// the later transcribers of Switchboard, who punctuate lightly.
var DefaultStyle = Style{OpenClause: 4, CommaClause: 0, CommaEnd: 1, Inside: 1}

// DefaultChainConfig returns how P(PU|x) of the default bundle is trained.
func DefaultChainConfig() ChainConfig {
	return ChainConfig{
		Name: "CRF", Objective: LogLoss,
		Templates: Template("marks") + "\n" + Template("style"),
		Passes:    3, Runs: 1, Rate: 0.05, L2: 1e-3, Dropout: 0.3, Min: 0.15,
		Times: stages.TimesBoth, Style: DefaultStyle, Threshold: 0.35,
	}
}

// CleanChainConfig returns how P(PU|DF,x) of the default bundle is trained.
func CleanChainConfig() ChainConfig {
	c := DefaultChainConfig()
	c.Templates += "\n" + Template("disfluencies") + "\n" + Template("second")
	c.Disfluencies, c.Second = true, true
	return c
}

// M3N returns a configuration with the hinge as its objective, whose posteriors are
// no probabilities: punctuation is that of the best sequence of labels.
func M3N(c ChainConfig) ChainConfig {
	c.Name, c.Objective = "M3N", Hinge
	c.Passes, c.Rate, c.Min, c.Threshold = 3, 0.03, 0.02, 0
	c.Offsets, c.Untimed = nil, nil
	return c
}

// LuNgConfig returns how the linear-chain CRF of Lu and Ng (2010), section 4, is
// trained: word n-grams (n = 1, 2, 3) within five words, no times.
func LuNgConfig() ChainConfig {
	c := DefaultChainConfig()
	c.Name, c.Templates, c.Times = "linear-chain CRF", Template("lu-ng"), stages.TimesNone
	c.PunctOnly = true
	c.Offsets, c.Untimed = nil, nil
	return c
}
