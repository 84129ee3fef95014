package iwslt2014

// Paper are the figures of a row in the paper, in percent.
type Paper struct {
	All     [3]float64    // P, R and F1 of Table 3, of Table 9 for English
	Classes [3][3]float64 // Table 5, of each class; zero: none
	Rules   string        // Table 6: lexical rules, and rules with a gap, that put marks
}

// papers are the figures by language, of rows by their names.
var papers = map[string]map[string]Paper{
	"de": {
		"PBT without the heuristic, BLEU": {All: [3]float64{86.7, 24.4, 43.9}},
		"PBT, BLEU":                       {[3]float64{82.7, 67.5, 74.3}, [3][3]float64{{88.4, 73.9, 80.5}, {84.8, 75.9, 80.1}, {56.7, 21.3, 30.9}}, "2313 (2.1), -"},
		"PBT, F1":                         {All: [3]float64{82.6, 67.5, 74.3}},
		"PBT, F2":                         {[3]float64{78.3, 71.4, 74.7}, [3][3]float64{{88.7, 73.8, 80.5}, {78.5, 83.5, 80.9}, {58.8, 27.1, 37.1}}, "2549 (2.0), -"},
		"PBT, F3":                         {All: [3]float64{76.6, 72.2, 74.4}},
		"PBT, F4":                         {All: [3]float64{72.5, 73.6, 73.0}},
		"HPBT, BLEU":                      {All: [3]float64{86.4, 65.5, 74.7}},
		"HPBT, F1":                        {All: [3]float64{81.8, 71.0, 76.0}},
		"HPBT, F2":                        {[3]float64{77.0, 75.4, 76.2}, [3][3]float64{{88.4, 81.6, 84.9}, {77.7, 85.2, 81.3}, {49.5, 30.8, 38.0}}, "2234 (2.6), 442 (3.9)"},
		"HPBT, F3":                        {All: [3]float64{75.9, 75.2, 75.6}},
		"HPBT, F4":                        {All: [3]float64{71.8, 73.7, 74.2}},
		hiddenRow:                         {All: [3]float64{82.7, 69.5, 75.5}, Classes: [3][3]float64{{87.8, 81.6, 84.6}, {84.8, 75.1, 79.7}, {39.9, 12.6, 19.1}}},
	},
	"en": {
		"PBT, BLEU": {All: [3]float64{81.2, 67.6, 73.7}},
		"PBT, F2":   {All: [3]float64{72.2, 75.0, 73.6}},
		"HPBT, F2":  {All: [3]float64{74.8, 77.1, 75.9}},
		hiddenRow:   {All: [3]float64{82.0, 60.2, 69.4}},
	},
}

// hiddenRow is the name of the row that is the paper's: HIDDEN-NGRAM finds the best sequence,
// unless it is told to find the label of greatest probability for each gap.
const hiddenRow = "hidden events, best sequence"

// Languages are those that the paper has figures for.
var Languages = []string{"de", "en"}
