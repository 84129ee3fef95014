// Package numerals writes numbers that are spoken as words in digits, as recognisers call
// inverse text normalisation: "twenty five dollars" is "$25". It is a small grammar of
// cardinals, ordinals, decimals, years, dates, times of day, sums of money, percentages and
// sequences of digits, measures, pressures, codes and addresses, with what stands beside a number telling which of them it is.
//
// The style is that of one careful editor, close to the Associated Press:
//
//   - Counts up to nine, and ordinals up to ninth, stay words, but those with a unit, of
//     money, time, percent, dates, decimals and larger numbers do not. In a range the first
//     number is written as the second is: "5 to 10 people".
//   - Four digits and more have commas, years have none; millions and more keep their word:
//     "5.2 million".
//   - A short count that opens a sentence stays words, as do "a hundred" and its like
//     without a unit, and fractions: "two thirds", "two and a half". A number that is all of a
//     sentence is in digits.
//   - Ordinals stay ordinals, "the 23rd of May", "May 3rd", but before a year: "May 3, 2005".
//   - What can be read in two ways is kept as it is: "two three years", "twenty thirty
//     people", "two or three hundred", "nine eleven".
//   - Four digits in a row and more are a code, as are three with "oh" within; 7, 10 and 11
//     are a telephone number. Those that count up or down are counting.
//
// For the task see Ebden and Sproat, The Kestrel TTS text normalization system (Natural
// Language Engineering 2014), and Zhang et al., Neural models of text normalization for
// speech applications (Computational Linguistics 2019), who find that what models do to
// numbers is best held to a grammar.
//
// [Digits] is all of it. A [Style] changes what it writes; [Whole] says where nothing may stand
// within a number that stays words, [Begins] and [Context] how much of a text that goes on has to wait.
//
// This package is unstable: it serves package transcript.
package numerals
