package emnlp2010

// Paper are the F1 figures of a model in the paper, "" for none.
type Paper struct {
	BTEC, CT string // Tables 4 and 5
	ASR      string // Table 6: BTEC, recognised
}

// papers are the figures by language, in the order of the columns of the tables.
var papers = map[string][10]Paper{
	"en": {
		{"62.68", "71.31", "63.27"}, {"61.06", "71.03", "60.13"}, {"60.42", "64.48", "57.79"}, {"56.66", "63.13", "55.20"},
		{"82.80", "72.99", "86.70"}, {"83.29", "75.08", "88.45"}, {"81.86", "71.91", "86.00"}, {"79.40", "72.12", "82.90"},
		{"84.13", "79.43", "89.43"}, {"88.56", "83.01", "93.19"},
	},
	"zh": {
		{"85.15", "86.87", "83.86"}, {"84.99", "85.96", "83.78"}, {"84.79", "83.86", "84.78"}, {"85.41", "86.01", "83.94"},
		{"74.63", "72.60", "65.36"}, {"75.60", "73.06", "67.41"}, {"75.37", "69.58", "66.67"}, {"76.99", "75.20", "67.60"},
		{"90.78", "88.03", "88.83"}, {"91.25", "89.75", "91.35"},
	},
}

// Languages are those that the paper has figures for.
var Languages = []string{"en", "zh"}
