package language

import (
	"strconv"
	"strings"
)

// signsAt are signs of a language by the words that they stand for, in pairs.
type signsAt struct {
	to    *Signs
	pairs string
}

// valuesAt are numbers of a language by their words, in pairs.
type valuesAt struct {
	to    *map[string]int
	pairs string
}

var numeralValues = [...]valuesAt{
	{&englishBase.Numerals.Small, "zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 " +
		"seventeen 17 eighteen 18 nineteen 19"},
	{&englishBase.Numerals.Tens, "twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90"},
	{&englishBase.Numerals.Ordinals, "first 1 second 2 third 3 fourth 4 fifth 5 sixth 6 seventh 7 eighth 8 ninth 9 tenth 10 eleventh 11 twelfth 12 thirteenth 13 fourteenth 14 fifteenth 15 " +
		"sixteenth 16 seventeenth 17 eighteenth 18 nineteenth 19 twentieth 20 thirtieth 30 fortieth 40 fiftieth 50 sixtieth 60 seventieth 70 eightieth 80 " +
		"ninetieth 90 hundredth 100 thousandth 1000"},
	{&englishBase.Numerals.Decades, "twenties 20 thirties 30 forties 40 fifties 50 sixties 60 seventies 70 eighties 80 nineties 90 tens 10 hundreds 0"},
	{&englishBase.Numerals.Times, "double 2 triple 3"},
	{&englishBase.Numerals.Months, "january 1 february 2 march 3 april 4 may 5 june 6 july 7 august 8 september 9 october 10 november 11 december 12"},
	{&englishBase.Numerals.HourParts, "half 30 quarter 15"},
}

// numeralScales are the words that multiply by 1,000 and more.
var numeralScales = [...]struct {
	word  string
	value int64
}{
	{"thousand", 1e3}, {"lakh", 1e5}, {"million", 1e6}, {"crore", 1e7}, {"billion", 1e9}, {"trillion", 1e12}, {"quadrillion", 1e15},
}

var numeralSets = [...]setAt{
	{&englishBase.Numerals.Oh, "oh o"},
	{&englishBase.Numerals.Domains, "com org net edu gov co uk io ai eu de fr ca au"},
	{&englishBase.Numerals.Articles, "a"},
	{&englishBase.Numerals.ModalMonths, "may march"},
	{&englishBase.Numerals.MonthBefore, "on of in by until till since from to through before after this next last early late mid monday tuesday wednesday thursday friday saturday sunday"},
	{&englishBase.Numerals.Seasons, "spring summer fall autumn winter"},
	{&englishBase.Numerals.YearBefore, "in by since until till during before after from of year circa late early mid back"},
	{&englishBase.Numerals.Sight, "vision eyesight sight hindsight"},
	{&englishBase.Numerals.ClockBefore, "at by until till before after from since"},
	{&englishBase.Numerals.Streets, "street avenue road lane drive boulevard court square parkway terrace"},
	{&englishBase.Numerals.ClockAfter, "tonight tomorrow today sharp monday tuesday wednesday thursday friday saturday sunday"},
	{&englishBase.Numerals.DayParts, "morning afternoon evening"},
	{&englishBase.Numerals.NightParts, "night"},
	{&englishBase.Numerals.OClock, "o'clock oclock"},
	{&englishBase.Numerals.ClockPast, "past after"},
	{&englishBase.Numerals.ClockTo, "to till"},
	{&englishBase.Numerals.Minutes, "minutes minute min mins"},
	{&englishBase.Numerals.Sums, "by times plus minus"},
	{&englishBase.Numerals.Temperatures, "temperature temp temps fever"},
	{&englishBase.Numerals.Percent, "percent"},
	{&englishBase.Numerals.Cents, "cents cent"},
	{&englishBase.Numerals.Units, "miles kilometers kilometres meters metres centimeters centimetres millimeters millimetres feet inches yards pounds ounces tons tonnes grams kilograms kilos liters litres milliliters gallons acres " +
		"hectares watts kilowatts megawatts volts amps hertz kilohertz megahertz gigahertz kilobytes megabytes gigabytes terabytes percentage cents knots horsepower yuan pesos francs nanometers micrometers milligrams milliamps millivolts degrees"},
	{&englishBase.Numerals.Minus, "minus negative"},
	{&englishBase.Numerals.MailHosts, "gmail yahoo hotmail outlook msn aol icloud protonmail"},
	{&englishBase.Numerals.MailCues, "email emails e-mail mail address write contact send message reach"},
	{&englishBase.Numerals.Places, "chapter page room channel route highway interstate flight section version volume apartment gate slide exhibit"},
	{&englishBase.Numerals.Own, "my your his her its our their own both these those the"},
	{&englishBase.Numerals.Vague, "multi few couple several many some of half quarter per any every"},
	{&englishBase.Numerals.About, "something some odd ish plus"},
	{&englishBase.Numerals.Parts, "half halves quarter quarters thirds fourths fifths sixths sevenths eighths ninths tenths twelfths sixteenths twentieths hundredths thousandths"},
	{&englishBase.Numerals.Determiners, "a an the this that these those one some any no which what each every my your his her its our their at good great main starting turning"},
	{&englishBase.Numerals.Calls, "call calls called calling dial dials dialed dialled dialing dialling"},
	{&englishBase.Numerals.Links, "to or"},
	{&englishBase.Numerals.Closed, "a an the and but or so because if when while where who whom which what why how that than then as though although unless " +
		"i you he she it we they me him us them my your his her its our their mine yours this these those there here " +
		"in on at by for from to of with without about after before until till since during through into over under between against per via " +
		"is are was were be been being am do does did have has had will would can could may might shall should must not " +
		"isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't i'm you're we're they're it's he's she's i'll we'll i've we've " +
		"yes no yeah okay ok please thanks thank right too also again only just even still already maybe probably actually now today tomorrow yesterday tonight ago"},
	{&englishBase.Numerals.Plurals, "people men women children feet folks police staff percent"},
}

var numeralSigns = [...]signsAt{
	{&englishBase.Numerals.Joints, "dot . slash / dash - hyphen - underscore _ colon :"},
	{&englishBase.Numerals.UnitSigns, "kilometers km kilometer km kilometres km kilometre km meters m meter m metres m metre m centimeters cm centimeter cm centimetres cm centimetre cm millimeters mm millimeter mm millimetres mm millimetre mm " +
		"nanometers nm nanometer nm micrometers µm micrometer µm miles mi mile mi feet ft foot ft inches in inch in yards yd yard yd kilograms kg kilogram kg kilos kg kilo kg grams g gram g milligrams mg milligram mg " +
		"ounces oz ounce oz liters L liter L litres L litre L milliliters mL milliliter mL millilitres mL millilitre mL gallons gal gallon gal hectares ha hectare ha watts W watt W kilowatts kW kilowatt kW " +
		"megawatts MW megawatt MW gigawatts GW gigawatt GW volts V volt V millivolts mV millivolt mV kilovolts kV kilovolt kV amps A amp A milliamps mA milliamp mA hertz Hz kilohertz kHz megahertz MHz gigahertz GHz " +
		"kilobytes kB kilobyte kB megabytes MB megabyte MB gigabytes GB gigabyte GB terabytes TB terabyte TB knots kn knot kn horsepower hp"},
	{&englishBase.Numerals.UnitPrefixes, "nano n micro µ milli m centi c kilo k mega M giga G"},
	{&englishBase.Numerals.PerSigns, "hour h second s minute min day d"},
	{&englishBase.Numerals.TitleSigns, "mister Mr. missus Mrs. misses Mrs."},
	{(*Signs)(&englishBase.Numerals.Currencies), "dollars $ euros € yen ¥ won ₩ rupees ₹"},
	{(*Signs)(&englishBase.Numerals.CurrencyOne), "dollar $ euro €"},
}

// signs are pairs of a word and its sign.
func signs(pairs string) Signs {
	out := make(Signs, (1+strings.Count(pairs, " "))/2)
	word := ""
	for part := range strings.FieldsSeq(pairs) {
		if word == "" {
			word = part
			continue
		}
		out[word] = part
		word = ""
	}
	return out
}

// values are pairs of a word and its number. It panics where that is none, which is a slip.
func values(pairs string) map[string]int {
	out := make(map[string]int)
	for word, number := range signs(pairs) {
		n, err := strconv.Atoi(number)
		if err != nil {
			panic("language: " + number + " is no number of " + word)
		}
		out[word] = n
	}
	return out
}
