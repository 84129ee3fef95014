package language

import "sync"

// ChineseNumerals is what is known of the words beside Chinese numbers, in simplified and traditional characters.
// Package numerals/chinese reads it. It does not change.
type ChineseNumerals struct {
	Units, Measures, Approximate, DayTimes, AfterHours, DigitCounters, Weekdays, Eras, Names, Idioms Set
}

// ReadChineseNumerals returns the lists of Chinese numbers. They are read once.
var ReadChineseNumerals = sync.OnceValue(func() *ChineseNumerals {
	l := mustReadLists(chineseFiles, "zh/numerals.txt")
	return &ChineseNumerals{
		Units: l["units"], Measures: l["measures"], Approximate: l["approximate"], DayTimes: l["day times"], AfterHours: l["after hours"],
		DigitCounters: l["counters of digits"], Weekdays: l["weekdays"], Eras: l["eras"], Names: l["names"], Idioms: l["idioms"],
	}
})
