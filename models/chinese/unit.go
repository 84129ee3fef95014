package chinese

import (
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/m3n"
)

// unitType is the type of a unit, after Tseng et al. (2005).
type unitType uint8

const (
	otherHan   unitType = iota
	numeralHan          // a digit or a power of ten: 三, 万
	dateHan             // what stands behind a number in dates and times: 年, 点
	digits              // a run of digits, with the signs in it: "3.5%"
	letters             // a run of letters of other scripts
	mixture             // of both
)

var hanTypes = func() map[rune]unitType {
	of := make(map[rune]unitType)
	for _, r := range "〇零一二三四五六七八九十百千万亿兆两廿" {
		of[r] = numeralHan
	}
	for _, r := range "年月日号时点分秒" {
		of[r] = dateHan
	}
	return of
}()

// typeOf returns the type of a unit that is no Chinese character.
func typeOf(unit string) unitType {
	var digit, letter bool
	for _, r := range unit {
		digit = digit || unicode.IsNumber(r)
		letter = letter || unicode.IsLetter(r)
	}
	switch {
	case digit && letter:
		return mixture
	case letter:
		return letters
	}
	return digits
}

// unitValue returns the column value of a unit, and its type: a Chinese character is itself, simplified;
// any other is one of its type.
func unitValue(unit string) (uint32, unitType) {
	r, n := utf8.DecodeRuneInString(unit)
	if n == len(unit) && IsHan(r) {
		r = Simplified(r)
		return m3n.Int(int(r)), hanTypes[r]
	}
	t := typeOf(unit)
	return m3n.Int(-1 - int(t)), t
}
