package kolar2004

// Table1 are the figures of the paper for language models, by Kind: Acc, P, R and F in
// percent.
var Table1 = [numKinds][4]float64{
	{91.03, 70.93, 41.76, 52.57},
	{89.91, 67.81, 33.98, 45.27},
	{91.25, 71.02, 43.44, 53.91},
	{91.35, 71.19, 44.51, 54.77},
}

// Table2 are those for all marks, by Model: Acc, Acc', P, P', R, R', F, F'.
var Table2 = [numModels][8]float64{
	{91.35, 91.87, 71.19, 76.00, 44.51, 46.34, 54.77, 57.58},
	{92.63, 93.02, 77.96, 81.46, 53.35, 54.97, 63.35, 65.64},
	{92.19, 92.63, 72.81, 78.79, 54.24, 57.37, 62.17, 66.39},
	{95.24, 95.64, 81.07, 83.76, 75.61, 77.34, 78.24, 80.75},
	{95.14, 95.43, 87.27, 89.72, 68.94, 70.46, 77.03, 78.93},
}

// Table3 are those for sentence ends and for commas, by Model: P, P', R and R' of each.
var Table3 = [numModels][8]float64{
	{64.61, 70.12, 37.12, 38.24, 77.52, 81.48, 52.94, 55.82},
	{82.55, 85.63, 90.50, 91.95, 51.07, 55.75, 10.92, 11.44},
	{79.55, 83.50, 92.91, 93.69, 38.48, 39.94, 10.72, 11.32},
	{85.70, 88.90, 90.57, 92.23, 74.01, 75.99, 58.52, 61.18},
	{89.25, 91.99, 88.29, 89.28, 83.29, 85.20, 46.83, 48.46},
}

// PaperLambda is the exponent of the paper.
const PaperLambda = 0.85
