// Package chinese writes Chinese numbers that are spoken as characters in digits: "二十五块" is "25块". It is the
// grammar of Chinese for package numerals, which calls it.
//
// What is written follows GB/T 15835, the Chinese standard for figures in running text, where speech leaves a choice:
//
//   - Numerals alone are replaced; 年, 月, 点, 块 and other units stay, so that what is written is read as it was said. Percentages and
//     fractions change their order: 百分之五 is "5%", 三分之二 "2/3".
//   - Counts up to nine stay characters, but before units (公里, 块钱, 岁, 号), in dates, times of day, decimals and ranges whose end is in digits.
//     Ten, eleven, and a hundred and its like, need something that is counted.
//   - Whole 万 and 亿 keep their unit ("3万", "1亿2000万"), everything else is all figures: 三万五 is "35000".
//   - What is about a number (十几, 三四十, 几十), festivals and days of the lunar calendar (五一, 八月十五), dates of eras (光绪十八年), days of the week, 第一 to 第十,
//     names (路易十四, 约翰十二世) and idioms ([language.ChineseNumerals]) stay.
//   - Digits one at a time are a code or a telephone number if there are four, or three with 零 or 幺; those that count up or down are counting.
//
// The rules compare with those of WeTextProcessing and of NeMo's grammars (Zhang et al., Shallow Fusion of Weighted FSTs for Text Normalization, SLT
// 2022), which are finite-state; no number here is read in two ways, so that a recursive reading in one pass is enough.
package chinese
