package chinese

import (
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/m3n"
)

// UnitType is the type of a unit, after Tseng et al. (2005).
type UnitType uint8

// The types.
const (
	OtherHan   UnitType = iota
	NumeralHan          // a digit or a power of ten: 三, 万
	DateHan             // what stands behind a number in dates and times: 年, 点
	Digits              // a run of digits, with the marks in it: "3.5%"
	Letters             // a run of letters of other scripts
	Mixture             // of both
)

var hanTypes = func() map[rune]UnitType {
	of := make(map[rune]UnitType)
	for _, r := range "〇零一二三四五六七八九十百千万亿兆两廿" {
		of[r] = NumeralHan
	}
	for _, r := range "年月日号时点分秒" {
		of[r] = DateHan
	}
	return of
}()

// Fold returns what a character is for whom script and case do not matter, and its type.
func Fold(r rune) (rune, UnitType) {
	switch {
	case IsHan(r):
		r = Simplified(r)
		return r, hanTypes[r]
	case unicode.IsLetter(r):
		return unicode.ToLower(r), Letters
	}
	return r, Digits
}

// typeOf returns the type of a unit that is no Chinese character.
func typeOf(unit string) UnitType {
	var digit, letter bool
	for _, r := range unit {
		digit = digit || unicode.IsNumber(r)
		letter = letter || unicode.IsLetter(r)
	}
	switch {
	case digit && letter:
		return Mixture
	case letter:
		return Letters
	}
	return Digits
}

// unitValue returns the column value of a unit, and its type: a Chinese character is itself, simplified;
// any other is one of its type.
func unitValue(unit string) (uint32, UnitType) {
	r, n := utf8.DecodeRuneInString(unit)
	if n == len(unit) && IsHan(r) {
		r = Simplified(r)
		return m3n.Int(int(r)), hanTypes[r]
	}
	t := typeOf(unit)
	return m3n.Int(-1 - int(t)), t
}
