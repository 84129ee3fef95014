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

var englishNumerals = Numerals{
	Small: map[string]int{
		"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	},
	Tens:    map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90},
	Hundred: "hundred",
	Scales:  map[string]int64{"thousand": 1e3, "lakh": 1e5, "million": 1e6, "crore": 1e7, "billion": 1e9, "trillion": 1e12, "quadrillion": 1e15},
	Ordinals: map[string]int{
		"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
		"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17,
		"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60,
		"seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100, "thousandth": 1000,
	},
	Decades:  map[string]int{"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90, "tens": 10, "hundreds": 0},
	And:      "and",
	Point:    "point",
	Oh:       set("oh o"),
	Times:    map[string]int{"double": 2, "triple": 3},
	Joints:   signs("dot . slash / dash - hyphen - underscore _ colon :"),
	Domains:  set("com org net edu gov co uk io ai eu de fr ca au"),
	Articles: set("a"),

	Months:      map[string]int{"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12},
	ModalMonths: set("may march"),
	MonthBefore: set("on of in by until till since from to through before after this next last early late mid monday tuesday wednesday thursday friday saturday sunday"),
	Seasons:     set("spring summer fall autumn winter"),

	YearBefore:  set("in by since until till during before after from of year circa late early mid back"),
	Sight:       set("vision eyesight sight hindsight"),
	ClockBefore: set("at by until till before after from since"),
	Streets:     set("street avenue road lane drive boulevard court square parkway terrace"),
	ClockAfter:  set("tonight tomorrow today sharp monday tuesday wednesday thursday friday saturday sunday"),
	HalfDays:    map[string]string{"am": "a.m.", "pm": "p.m.", "a.m": "a.m.", "p.m": "p.m.", "a.m.": "a.m.", "p.m.": "p.m.", "a m": "a.m.", "p m": "p.m."},
	Within:      "in the",
	At:          "at",
	DayParts:    set("morning afternoon evening"),
	NightParts:  set("night"),
	OClock:      set("o'clock oclock"),
	ClockPast:   set("past after"),
	ClockTo:     set("to till"),
	HourParts:   map[string]int{"half": 30, "quarter": 15},
	Minutes:     set("minutes minute min mins"),

	Percent:     set("percent"),
	Currencies:  map[string]string{"dollars": "$", "euros": "€", "yen": "¥", "won": "₩", "rupees": "₹"},
	CurrencyOne: map[string]string{"dollar": "$", "euro": "€"},
	Cents:       set("cents cent"),
	Halves:      []string{"and", "a", "half"},

	Units: set("miles kilometers kilometres meters metres centimeters centimetres millimeters millimetres feet inches yards pounds ounces tons tonnes grams kilograms kilos liters litres milliliters gallons acres " +
		"hectares watts kilowatts megawatts volts amps hertz kilohertz megahertz gigahertz kilobytes megabytes gigabytes terabytes percentage cents knots horsepower yuan pesos francs nanometers micrometers milligrams milliamps millivolts degrees"),
	UnitSigns: signs("kilometers km kilometer km kilometres km kilometre km meters m meter m metres m metre m centimeters cm centimeter cm centimetres cm centimetre cm millimeters mm millimeter mm millimetres mm millimetre mm " +
		"nanometers nm nanometer nm micrometers µm micrometer µm miles mi mile mi feet ft foot ft inches in inch in yards yd yard yd kilograms kg kilogram kg kilos kg kilo kg grams g gram g milligrams mg milligram mg " +
		"ounces oz ounce oz liters L liter L litres L litre L milliliters mL milliliter mL millilitres mL millilitre mL gallons gal gallon gal hectares ha hectare ha watts W watt W kilowatts kW kilowatt kW " +
		"megawatts MW megawatt MW gigawatts GW gigawatt GW volts V volt V millivolts mV millivolt mV kilovolts kV kilovolt kV amps A amp A milliamps mA milliamp mA hertz Hz kilohertz kHz megahertz MHz gigahertz GHz " +
		"kilobytes kB kilobyte kB megabytes MB megabyte MB gigabytes GB gigabyte GB terabytes TB terabyte TB knots kn knot kn horsepower hp"),
	UnitPrefixes: signs("nano n micro µ milli m centi c kilo k mega M giga G"),
	Square:       "square",
	Cubic:        "cubic",
	Per:          "per",
	PerSigns:     signs("hour h second s minute min day d"),
	Minus:        set("minus negative"),
	Plus:         "plus",
	Dot:          "dot",
	MailHosts:    set("gmail yahoo hotmail outlook msn aol icloud protonmail"),
	MailCues:     set("email emails e-mail mail address write contact send message reach"),
	TitleSigns:   signs("mister Mr. missus Mrs. misses Mrs."),
	Places:       set("chapter page room channel route highway interstate flight section version volume apartment gate slide exhibit"),
	Own:          set("my your his her its our their own both these those the"),
	Vague:        set("multi few couple several many some of half quarter per any every"),
	About:        set("something some odd ish plus"),
	Parts:        set("half halves quarter quarters thirds fourths fifths sixths sevenths eighths ninths tenths twelfths sixteenths twentieths hundredths thousandths"),
	Determiners:  set("a an the this that these those one some any no which what each every my your his her its our their at good great main starting turning"),
	Between:      "between",
	Over:         "over",
	Calls:        set("call calls called calling dial dials dialed dialled dialing dialling"),
	Emergency:    "911",
	Sums:         set("by times plus minus"),
	Temperatures: set("temperature temp temps fever"),
	Links:        set("to or"),
	Closed: set("a an the and but or so because if when while where who whom which what why how that than then as though although unless " +
		"i you he she it we they me him us them my your his her its our their mine yours this these those there here " +
		"in on at by for from to of with without about after before until till since during through into over under between against per via " +
		"is are was were be been being am do does did have has had will would can could may might shall should must not " +
		"isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't i'm you're we're they're it's he's she's i'll we'll i've we've " +
		"yes no yeah okay ok please thanks thank right too also again only just even still already maybe probably actually now today tomorrow yesterday tonight ago"),
	Plurals: set("people men women children feet folks police staff percent"),
}

// Signs are signs and abbreviations by the words that they stand for.
type Signs map[string]string

// signs are pairs of a word and its sign.
func signs(pairs string) Signs {
	out := make(Signs)
	fields := strings.Fields(pairs)
	for i := 0; i < len(fields); i += 2 {
		out[fields[i]] = fields[i+1]
	}
	return out
}

// numbers are the words that numbers are said with.
var numbers = func() Set {
	out := make(Set)
	n := &englishNumerals
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
