package language

import (
	_ "embed" // the words that are whole
	"slices"
	"sync"
)

//go:embed whole.txt
var englishWhole string

// english is the language "en".
var english = makeEnglish()

// englishBase is what the compiler lays out of English. Its sets and maps are read from lists, in a loop: as literals they are
// code, more than any other of the program, that engines of WebAssembly compile whenever it starts.
var englishBase = Language{
	Code: "en", Name: "English", Marks: [3]string{",", ".", "?"},
	Clitics:        []string{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"},
	Splits:         []Split{{"cannot", len("can")}},
	Elisions:       []string{"cause", "em", "til", "bout", "n", "tis", "twas", "s", "re", "ve", "ll", "d", "m"},
	ClippedEndings: []string{"in"},
	PrefixLinks:    []string{"and", "or", "to"},

	Fillers: []Filler{
		{"uh", "", 'F', FillerRemoved},
		{"er", "uh", 'F', FillerRemoved},
		{"um", "", 'F', FillerRemoved},
		{"ahm", "um", 'F', FillerRemoved},
		{"ehm", "um", 'F', FillerRemoved},
		{"erm", "um", 'F', FillerRemoved},
		{"uhm", "um", 'F', FillerRemoved},
		{"urm", "um", 'F', FillerRemoved},
		{"%hes", "uh", 'F', FillerRemoved},
		{"%hesitation", "uh", 'F', FillerRemoved},
		{"ah", "uh", 'F', FillerAloneKept},
		{"hm", "uh", 'F', FillerAloneKept},
		{"mm", "uh", 'F', FillerAloneKept},
		{"eh", "", 'F', FillerInContext},
		{"huh", "", 'F', FillerInContext},
		{"oh", "", 'F', FillerInContext},
		{"actually", "", 'D', FillerInContext},
		{"anyway", "", 'D', FillerInContext},
		{"like", "", 'D', FillerInContext},
		{"now", "", 'D', FillerInContext},
		{"see", "", 'D', FillerInContext},
		{"so", "", 'D', FillerInContext},
		{"well", "", 'D', FillerInContext},
		{"you know", "", 'D', FillerInContext},
		{"i mean", "", 'E', FillerInContext},
		{"aha", "", 'B', FillerKept},
		{"aye", "yeah", 'B', FillerKept},
		{"oh my god", "", 'B', FillerKept},
		{"oh my gosh", "", 'B', FillerKept},
		{"oh my goodness", "", 'B', FillerKept},
		{"oh my lord", "", 'B', FillerKept},
		{"oh my word", "", 'B', FillerKept},
		{"ah-ha", "", 'B', FillerKept},
		{"ah ha", "", 'B', FillerKept},
		{"huh-uh", "", 'B', FillerKept},
		{"mhm", "uh-huh", 'B', FillerKept},
		{"mm-hm", "uh-huh", 'B', FillerKept},
		{"mm hm", "", 'B', FillerKept},
		{"mm-mm", "huh-uh", 'B', FillerKept},
		{"nuh-uh", "huh-uh", 'B', FillerKept},
		{"uh-hm", "uh-huh", 'B', FillerKept},
		{"uh-huh", "", 'B', FillerKept},
		{"uh huh", "", 'B', FillerKept},
		{"uh-hum", "uh-huh", 'B', FillerKept},
		{"uh-uh", "huh-uh", 'B', FillerKept},
		{"um-hm", "uh-huh", 'B', FillerKept},
		{"um-hum", "uh-huh", 'B', FillerKept},
		{"um hum", "", 'B', FillerKept},
		{"%bcack", "uh-huh", 'B', FillerKept},
		{"%bcnack", "huh-uh", 'B', FillerKept},
	},

	Capitals: []string{"i"},

	Numerals: englishNumerals, // of which numeralLists has the rest

	Endings:    []string{"ing", "ed", "es", "s", "ly"},
	MuteEnding: "e",

	Spell:             "spell",
	MeantAfterEndings: []string{"-year", "-month", "-week", "-day", "-hour", "-minute"},
	SpeakerNouns:      []string{"speaker"},
}

// makeEnglish reads the lists of English.
func makeEnglish() *Language {
	l := &englishBase
	for _, list := range englishSets {
		*list.to = set(list.words)
	}
	for _, list := range numeralSets {
		*list.to = set(list.words)
	}
	for _, list := range numeralSigns {
		*list.to = signs(list.pairs)
	}
	for _, list := range numeralValues {
		*list.to = values(list.pairs)
	}
	l.Contracted = list("gon na, wan na, got ta, gim me, lem me")
	l.Contractions = append(sure(sureContractions), unsureContractions[:]...)
	l.Whole = sync.OnceValue(func() Set { return set(englishWhole + " a i") })
	l.FillerOr = map[string]Other{
		"ah": {Capital: true},                                                                                                                                                   // a name
		"er": {After: set("the an our your my his her this that nearest local"), Caseless: true},                                                                                // a place, "the ER"
		"mm": {After: set("one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety hundred few several per"), AfterNumber: true}, // a unit
	}
	l.Irregular, l.Letters = signs(irregular), signs(letters)
	l.Commands = append(slices.Clone(commands[:]), deletions()...)
	l.Changes = []Change{{"correct", set("to")}, {"change", set("to into")}, {"replace", set("with by")}}
	l.MeantAfter, l.MeantBefore = listsByName(meantAfter[:]), listsByName(meantBefore[:])
	l.FieldNames = list(fieldNames, exported...)
	l.Notices = list(englishNotices, notices...)
	l.PageNumbers = list(pageNumbers)
	n := &l.Numerals
	n.Scales = make(map[string]int64, len(numeralScales))
	for _, s := range numeralScales {
		n.Scales[s.word] = s.value
	}
	n.HalfDays = make(map[string]string, 8)
	for _, half := range []string{"a", "p"} {
		for _, said := range []string{"m", ".m", ".m.", " m"} {
			n.HalfDays[half+said] = half + ".m."
		}
	}
	return l
}

// sureContractions are spelled like no other word without their apostrophe.
const sureContractions = "don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't couldn't shouldn't can't mustn't mightn't needn't oughtn't shan't ain't i'm i've you're you've you'll you'd they're they've they'll they'd we've he's he'd she's it'll it'd that's that'll that'd there's there'll where's here's what's who's how's when's who'll who'd could've should've would've might've must've somebody's everybody's nobody's anybody's someone's everyone's o'clock ma'am y'all"

// unsureContractions are.
var unsureContractions = [...]Contraction{
	{"it's", 5.4},
	{"we're", 4},
	{"we'd", 2},
	{"i'll", 2},
	{"i'd", 4},
	{"she'll", 2},
	{"she'd", 2},
	{"he'll", 3.5},
	{"let's", 3},
}
