package chinese

import zh "github.com/tidytalk/tidytalk/models/chinese"

// Figures are the precision, recall and F of a model in the paper; nil is none.
type Figures *[3]float64

// experiments are the rows of the paper's tables, with its figures, and ours.
var experiments = []Experiment{
	{Table: "9", Features: []string{"L1", "L2", "L7"}, Single: true, Paper: &[3]float64{0.699, 0.444, 0.543}},
	{Table: "9", Features: []string{"L4", "L5"}, Single: true, Paper: &[3]float64{0.625, 0.493, 0.551}},
	{Table: "9", Features: []string{"L4", "L5", "L7"}, Single: true, Paper: &[3]float64{0.597, 0.536, 0.565}},
	{Table: "9", Features: []string{"L1-L5"}, Single: true, Paper: &[3]float64{0.677, 0.478, 0.560}},
	{Table: "9", Features: []string{"L1-L6"}, Single: true, Paper: &[3]float64{0.667, 0.492, 0.566}},
	{Table: "9, 12", Features: []string{"L1-L7"}, Single: true, Paper: &[3]float64{0.644, 0.515, 0.572}},
	{Table: "10", Features: []string{"P1-P6"}, Single: true, Paper: &[3]float64{0.713, 0.464, 0.563}},
	{Table: "10", Features: []string{"P1-P8"}, Single: true, Paper: &[3]float64{0.698, 0.489, 0.575}},
	{Table: "10, 12", Features: []string{"P1-P10"}, Single: true, Paper: &[3]float64{0.649, 0.640, 0.645}},
	{Table: "11", Features: []string{"F1-F6"}, Single: true, Paper: &[3]float64{0.788, 0.462, 0.583}},
	{Table: "11", Features: []string{"F1-F8"}, Single: true, Paper: &[3]float64{0.782, 0.505, 0.613}},
	{Table: "11, 12", Features: []string{"F1-F10"}, Single: true, Paper: &[3]float64{0.738, 0.637, 0.684}},
	{Features: []string{"P1-P10", "F1-F10"}, Single: true},
	{Features: []string{"L1-L7", "P1-P10", "F1-F10"}, Single: true},
	{Table: "12", Features: []string{"L1-L7"}, Paper: &[3]float64{0.785, 0.467, 0.585}},
	{Table: "12", Features: []string{"P1-P10"}, Paper: &[3]float64{0.773, 0.586, 0.666}},
	{Table: "12", Features: []string{"F1-F10"}, Paper: &[3]float64{0.817, 0.611, 0.699}},
	{Table: "13", Features: []string{"P1-P10", "F1-F10"}, Paper: &[3]float64{0.820, 0.649, 0.725}},
	{Features: []string{"L1-L7", "P1-P10", "F1-F10"}},
	{Features: []string{"P1-P10", "F1-F10"}, GoldFed: true},
}

// Table13 are the precision, recall and F of each mark in the paper, with features of phrases and
// functional chunks and several passes.
var Table13 = [zh.NumMarks]Figures{
	zh.Comma:       {0.753, 0.743, 0.748},
	zh.FullStop:    {0.945, 0.984, 0.964},
	zh.Exclamation: {0.667, 0.09, 0.160},
	zh.Colon:       {0.603, 0.184, 0.282},
	zh.Bracket:     {0.829, 0.088, 0.159},
	zh.Question:    {0.889, 0.381, 0.533},
	zh.Semicolon:   {0.529, 0.027, 0.052},
	zh.Enumeration: {0.820, 0.497, 0.619},
	zh.Title:       {0.895, 0.047, 0.090},
	zh.Quote:       {0.409, 0.03, 0.056},
}
