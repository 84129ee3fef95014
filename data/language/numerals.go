package language

import "strings"

// Numerals holds the words that numbers, times, dates and sums of money are said with, and
// those around them that tell which of these a number is.
type Numerals struct {
	Small    map[string]int   // the words for 0 to 19
	Tens     map[string]int   // those for 20, 30 and so on
	Hundred  string           // the word that multiplies by 100
	Scales   map[string]int64 // the words that multiply by 1,000 and more
	Ordinals map[string]int   // the words for first to twentieth, thirtieth and so on
	Decades  map[string]int   // "nineties": 90
	And      string           // stands before the last part of a number
	Point    string           // stands before the digits of a fraction
	Oh       Set              // say the digit 0 between others
	Times    map[string]int   // "double five" is two digits
	Joints   Signs            // stand between the digits and letters of what is spelled: the "dot" of an address
	Domains  Set              // end the addresses of sites
	Articles Set              // stand for 1 before hundred and scales

	Months map[string]int // the words for the months, and which they are
	// ModalMonths are those of Months that are mostly something else.
	ModalMonths Set
	// MonthBefore are words after which a word of ModalMonths is a month.
	MonthBefore Set
	Seasons     Set

	// YearBefore, ClockBefore and ClockAfter are words beside which a number is a year or
	// a time of day.
	YearBefore, ClockBefore, ClockAfter Set
	// Streets end the names of streets, before which a number is that of a house.
	Streets Set
	// Sight is what people have that is "twenty twenty".
	Sight Set
	// HalfDays are words for the halves of the day, as they are written.
	HalfDays map[string]string
	// DayParts, after Within, and NightParts, after At, say which half of the day an hour
	// is in.
	Within, At           string
	DayParts, NightParts Set
	OClock               Set
	// ClockPast and ClockTo stand between minutes and an hour: "ten past nine", "quarter to ten".
	ClockPast, ClockTo Set
	// HourParts are the minutes in parts of an hour: "half": 30.
	HourParts map[string]int
	Minutes   Set

	Percent Set
	// Currencies are the signs of currencies by their words in the plural, CurrencyOne
	// those by the singular.
	Currencies, CurrencyOne map[string]string
	Cents                   Set
	// Halves are what half a unit is said with after a number: "and a half".
	Halves []string

	// Units are measures: a number of them is a measurement, however small.
	Units Set
	// UnitSigns are the signs of units, in the plural and the singular; UnitPrefixes those of
	// what is said apart: "milli volts".
	UnitSigns, UnitPrefixes Signs
	// Square and Cubic stand before a unit, Per before that by which it is divided, whose signs
	// are PerSigns.
	Square, Cubic, Per string
	PerSigns           Signs
	// Minus are words for the sign of a number, Plus for that of a telephone number.
	Minus Set
	Plus  string

	// Dot is what a full stop within an address is said as; "@" is At.
	Dot string
	// MailHosts are sites that have addresses of people, MailCues words before such an address.
	MailHosts, MailCues Set
	// TitleSigns are how titles before names are abbreviated.
	TitleSigns Signs
	// Places are what has a number for its name: "chapter five".
	Places Set
	// Own are the words after which a small number of units measures nothing: "his two feet".
	Own Set
	// Vague are words before a multiplier that make it no number: "a few hundred".
	Vague Set
	// About are words after a number that make it no exact one: "twenty some".
	About Set
	// Parts are words for the parts of a whole, which make a number before them the
	// numerator of a fraction.
	Parts Set
	// Determiners stand before nouns, such as the one that is spelled like Point.
	Determiners Set
	// Between opens a range with And, Links are what else stands between the ends of one.
	Between string
	// Calls stand before a number that is called, which may be short; Emergency is one that stands alone.
	Calls     Set
	Emergency string
	// Temperatures are words for that of a body, whose point may be left out: "ninety eight six".
	Temperatures Set
	// Sums stand between the numbers of a calculation.
	Sums Set
	// Over is between the two figures of a pressure, and of odds: "one eighteen over seventy seven".
	Over  string
	Links Set
	// Closed are words that nobody can count: after a number they say that it stands alone.
	Closed Set
	// Plurals are words for several that do not end in s.
	Plurals Set
}

// englishNumerals is what the compiler lays out of those of English: see englishBase.
var englishNumerals = Numerals{
	Hundred: "hundred",
	And:     "and",
	Point:   "point",

	Within: "in the",
	At:     "at",

	Halves: []string{"and", "a", "half"},

	Square:    "square",
	Cubic:     "cubic",
	Per:       "per",
	Plus:      "plus",
	Dot:       "dot",
	Between:   "between",
	Over:      "over",
	Emergency: "911",
}

// Signs are signs and abbreviations by the words that they stand for.
type Signs map[string]string

// numbers are the words that numbers are said with.
var numbers = func() Set {
	out := make(Set)
	n := &english.Numerals
	for _, words := range []map[string]int{n.Small, n.Tens, n.Ordinals, n.Decades} {
		for w := range words {
			out[w] = true
		}
	}
	for w := range n.Scales {
		out[w] = true
	}
	out[n.Hundred] = true
	return out
}()

// IsNumber reports whether a word, in lower case, is a number or part of one, in figures
// ("16", "4th", "$20", "3.5") or in words ("forty", "forty-two", "third").
func IsNumber(word string) bool {
	rest := word
	for {
		part, after, more := strings.Cut(rest, "-")
		if !numbers[part] {
			break
		}
		if !more {
			return true
		}
		rest = after
	}
	word = strings.TrimLeft(word, "$€£#")
	return word != "" && word[0] >= '0' && word[0] <= '9'
}
