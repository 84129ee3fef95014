// Package metric scores labels against gold labels with counts that add over
// sentences. Counts are plain values.
//
// Start with [Counts], [Disfluency] and [Punctuation]; [PairedBootstrap] compares two systems,
// [BootstrapInterval] says how sure a figure is.
package metric

// Counts are the counts behind precision and recall of one class.
type Counts struct {
	TP int `json:"tp"` // right
	FP int `json:"fp"` // predicted, but not gold
	FN int `json:"fn"` // gold, but not predicted
}

// Add counts one token.
func (c *Counts) Add(gold, pred bool) {
	switch {
	case gold && pred:
		c.TP++
	case gold:
		c.FN++
	case pred:
		c.FP++
	}
}

// Plus returns the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.TP + d.TP, c.FP + d.FP, c.FN + d.FN}
}

// Minus returns the difference of two counts.
func (c Counts) Minus(d Counts) Counts {
	return Counts{c.TP - d.TP, c.FP - d.FP, c.FN - d.FN}
}

// Precision returns the share of predictions that are right, 0 without any.
func (c Counts) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall returns the share of the gold that is found, 0 without any.
func (c Counts) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

// F1 returns the harmonic mean of precision and recall.
func (c Counts) F1() float64 { return c.F(0.5) }

// F returns the F-measure 1 / (alpha/P + (1-alpha)/R): alpha 0.5 is F1, alpha 1
// precision, alpha 0 recall.
func (c Counts) F(alpha float64) float64 {
	if c.TP == 0 {
		return 0
	}
	return 1 / (alpha/c.Precision() + (1-alpha)/c.Recall())
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
