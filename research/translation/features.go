package translation

// The features of the log-linear model. Those of rules are summed over the rules of a
// derivation. P(source | target) is none of them: a target is its source with marks, so
// that it is 1 for each rule.
const (
	FeatureLM           = iota // logarithm of the probability of the text with its marks
	FeaturePhrase              // logarithm of P(target | source) of each rule, as relative frequency
	FeatureBefore              // lexical weight: Lexicon.Before of the marks that each rule puts at a place
	FeatureAfter               // lexical weight: Lexicon.After of them
	FeatureAdvice              // logarithms of the odds of the marks that are put, by another model: see Decoder.Advise
	FeatureMarks               // number of marks that are put; the word penalty, as words stay
	FeatureQuestions           // number of them that are ? or !; with the two below, a word penalty of each kind, which the paper does not have
	FeatureCommas              // number of commas
	FeatureOthers              // number of marks that neither end sentences nor are commas
	FeatureRules               // number of rules, the glue rule not among them: the phrase penalty
	FeatureHierarchical        // number of rules with a gap
	FeatureBorder              // number of rules with a gap at their border
	FeatureGlue                // number of times that the glue rule joins
	FeatureUnknown             // number of words that no rule knows, or to which one for any word is applied
	FeatureRare                // number of rules that were seen once or twice
	NumFeatures
)

// FeatureNames are the names of the features.
var FeatureNames = [NumFeatures]string{
	"lm", "phrase", "lexical-before", "lexical-after", "advice", "marks", "questions", "commas", "others", "rules", "hierarchical", "border", "glue", "unknown", "rare",
}

// Features are the values of the features of a derivation, or their weights.
type Features [NumFeatures]float64

// DefaultWeights are where tuning starts.
var DefaultWeights = Features{
	FeatureLM: 0.3, FeaturePhrase: 0.2, FeatureBefore: 0.05, FeatureAfter: 0.05, FeatureAdvice: 0.2, FeatureMarks: 0.1, FeatureRules: -0.05,
	FeatureHierarchical: -0.05, FeatureBorder: 0, FeatureGlue: -0.05, FeatureUnknown: -0.1, FeatureRare: -0.02,
}

// Add adds others, scaled.
func (f *Features) Add(o *Features, scale float64) {
	for i, v := range o {
		f[i] += scale * v
	}
}

// Dot returns the inner product of values and weights.
func (f *Features) Dot(weights *Features) float64 {
	s := 0.0
	for i, v := range f {
		s += v * weights[i]
	}
	return s
}
