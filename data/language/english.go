package language

import (
	_ "embed" // the words that are whole
	"slices"
	"sync"
)

//go:embed whole.txt
var englishWhole string

var english = &Language{
	Code: "en", Name: "English", Marks: [3]string{",", ".", "?"},
	Clitics:    []string{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"},
	Splits:     []Split{{"cannot", len("can")}},
	Contracted: Set{"gon na": true, "wan na": true, "got ta": true, "gim me": true, "lem me": true},
	Contractions: slices.Concat(sure("don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't couldn't shouldn't can't mustn't mightn't needn't oughtn't shan't ain't i'm i've you're you've you'll you'd they're they've they'll they'd we've he's he'd she's it'll it'd that's that'll that'd there's there'll where's here's what's who's how's when's who'll who'd could've should've would've might've must've somebody's everybody's nobody's anybody's someone's everyone's o'clock ma'am y'all"), []Contraction{
		{"it's", 5.4},
		{"we're", 4},
		{"we'd", 2},
		{"i'll", 2},
		{"i'd", 4},
		{"she'll", 2},
		{"she'd", 2},
		{"he'll", 3.5},
		{"let's", 3},
	}),
	Elisions:        []string{"cause", "em", "til", "bout", "n", "tis", "twas", "s", "re", "ve", "ll", "d", "m"},
	ClippedEndings:  []string{"in"},
	NoteWords:       set("laughs laughter laughing chuckles giggles sighs coughs applause music silence pause inaudible unintelligible indiscernible crosstalk"),
	HangingPrefixes: set("pre post non anti pro mid semi sub super over under inter intra multi bi micro macro short long full half first second one two three four five ten"),
	Whole:           sync.OnceValue(func() Set { return set(englishWhole + " a i") }),
	PrefixLinks:     []string{"and", "or", "to"},

	FilledPauses: set("uh um er erm uhh umm uhm hmm ah"),

	Repeated: set("i the a an we he she it they you and but or to in on of at is was are were that this these my your his her our their what when where who how why if for with as not from about into than because some those which then could would i'm i'd i'll you're you'll we'll we've they've there's let's it's we're he's she's they're that's i've"),
	Prefixes: set("re co de pre pro un in en ex non sub bi tri mid"),
	Doubles:  set("t-test t-tests b-boy b-boys that"),

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
	NoFillers: set("err ooh"),
	FillerOr: map[string]Other{
		"ah": {Capital: true},                                                                                                                                                   // a name
		"er": {After: set("the an our your my his her this that nearest local"), Caseless: true},                                                                                // a place, "the ER"
		"mm": {After: set("one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety hundred few several per"), AfterNumber: true}, // a unit
	},

	Abbreviations: set("mr mrs ms dr prof st sr jr vs etc inc ltd co dept gen col sgt capt lt rev hon e.g i.e no fig approx jan feb mar apr jun jul aug sep sept oct nov dec"),
	Titles:        set("mr mrs ms dr prof st gen col sgt capt lt rev hon fig approx no e.g i.e vs"),
	Capitals:      []string{"i"},

	Openers:      set("and but so because or then well yeah yes no okay right if when while although i we you he she they it that's it's i'm we're there what"),
	Interregnum:  set("uh um er ah like know mean actually sorry rather well"),
	BreaksOff:    set("a an the and but or because if than my your our their i we they he she i'm we're they're you're i've we've they've i'll we'll they'll"),
	Dangling:     set("the a an to of and but or because i we they he she my your his our their in at for with from by if when uh um er is was are were i'm"),
	Backchannels: set("uh-huh uh huh mm-hmm mm hmm mhm um-hum um hum yeah yep right okay ok oh wow really ah"),

	ParagraphOpeners: set("now so ok okay then well anyway alright thank thanks let's here's"),
	PointingBack:     set("it it's its they they're he he's she she's that that's because and"),

	ClauseOpeners: set("and but so or because then i you he she it we they i'm i've i'll i'd you're he's she's it's we're they're that's there's which who when where while if although though"),
	Connectives:   set("and but or so because that if when while which who to the a of in is was are were"),
	Interjections: set("yes no yeah yep nope well okay ok right sure oh now then alright anyway hi hello hey thanks sorry please"),
	Addresses:     set("sir ma'am madam folks guys everyone everybody gentlemen ladies"),
	Coordinators:  set("and or"),
	QuestionWords: set("what who whom whose which when where why how"),
	Inverted:      set("am is are was were do does did have has had will would can ca could may might shall should must wo what's who's where's how's when's"),
	Subjects:      set("i you he she it we they i'm you're he's she's it's we're they're i've we've they've i'd i'll this that these those there"),
	Letting:       set("let lets letting"),
	Linking:       set("so see"),
	Prepositions:  set("of for with to about at by from without between against unlike"),
	Objects:       set("you it that this these those"),
	Denials:       set("not n't"),
	Alternatives:  set("or"),
	DoForms:       set("do does did"),
	Subordinators: set("if when while although though because since as after before until unless once whenever in on at for from with by to during"),

	FreeTerms: set("i you mean know like well"),

	Verbatim: set("uh um er erm hmm mm uhh umm uhm ah hm huh"),
	Single:   set("the a an to of and but or because i we he she my your his our their in at for with from by is was are were on it you they if as"),

	Auxiliaries: set("be am is are was were been being 's 're 'm have has had having 've do does did done doing will would 'll 'd can could may might shall should must got get"),
	Numbers:     set("zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion third fourth fifth sixth seventh eighth ninth tenth"),
	NumberParts: set("one oh o a i a.m a.m. p.m p.m. point dot double triple first second dash slash plus minus times"),

	Numerals: englishNumerals,

	Particles: set("on off in out up down over through"),

	// Repairs change the form of auxiliaries more than anything else ("he was he is").
	Irregular: map[string]string{
		"am": "be", "is": "be", "are": "be", "was": "be", "were": "be", "been": "be", "being": "be", "'s": "be", "'re": "be", "'m": "be",
		"has": "have", "had": "have", "having": "have", "'ve": "have", "did": "do", "does": "do", "done": "do", "doing": "do",
		"went": "go", "gone": "go", "goes": "go", "said": "say", "says": "say", "got": "get", "gotten": "get",
		"an": "a", "the": "a", "these": "this", "those": "that", "me": "i", "my": "i", "us": "we", "our": "we", "him": "he",
		"his": "he", "her": "she", "them": "they", "their": "they", "your": "you", "its": "it",
		"would": "will", "'ll": "will", "'d": "will", "wo": "will", "could": "can", "ca": "can", "might": "may",
	},
	Endings:    []string{"ing", "ed", "es", "s", "ly"},
	MuteEnding: "e",

	Pauses: set("uh um er ah eh hm hmm mm uhm erm"),

	Frequent: set("the and that that's of to you you're your is it it's was what they they're we we're have but with this there there's " +
		"know yeah just be are not my would how out about because right when were had from think well really get don't which if " +
		"one for he she his her them some could been up at by as so like can will do or an all i i'm i've i'd me our who then go going " +
		"got didn't doesn't isn't can't no oh okay good on in a has any more than us very thank thanks please see need want let's where " +
		"here what's help sure yes those these their said say much many make time people way into only even now things something thing " +
		"too also other should did does being over back actually first new last i'll we'll we've hi hello look work year years"),
	Everywhere: set("ok okay oh aha ha haha hey wow mhm"),

	Commands:   slices.Concat(commands, deletions()),
	Changes:    []Change{{"correct", set("to")}, {"change", set("to into")}, {"replace", set("with by")}},
	Spell:      "spell",
	Letters:    letters,
	Pronouns:   set("this that it them these those things something anything everything all what him her me us you one ones my your his their our its the a an and of"),
	MeantAfter: meantAfter, MeantBefore: meantBefore, MeantAfterEndings: []string{"-year", "-month", "-week", "-day", "-hour", "-minute"},
	BeforeOrder:  set("to can could would will 'll should must may might not n't dont cant wont i you we they he she who let 's us me them please just always never did do does wanna gonna"),
	BeforeVerb:   set("to can could would will 'll should must may might not n't"),
	BeforeNoun:   set("a an the my your our their its every each another"),
	SpeakerNouns: []string{"speaker"},
	SpeakerRoles: set("speaker speakers host cohost co-host guest interviewer interviewee participant participants moderator panelist presenter facilitator organizer attendee member " +
		"unknown unidentified unnamed inaudible male female man woman boy girl child kid mother father mom dad mum son daughter husband wife brother sister baby narrator announcer caller operator user agent customer client employee manager owner " +
		"doctor physician patient nurse therapist counselor teacher student pupil class judge counsel attorney lawyer witness defendant prosecutor prosecution defense court clerk reporter bailiff juror officer " +
		"q a question answer audience crowd everyone everybody all both other others someone somebody group team voice voices video audio recording music chorus " +
		"chair chairman chairwoman chairperson chairs president vice senator representative congressman congresswoman secretary minister director governor mayor ambassador general colonel captain major sergeant lieutenant professor sir madam lord lady dame king queen prince princess the " +
		"official officials senior prime chief deputy acting former vice-president spokesman spokeswoman spokesperson briefer elder executive ceo cfo cto coo head justice solicitor advocate " +
		"assistant bot ai system computer staff admin support sales subject respondent informant research researcher main first second third mister missus miss mr mrs ms dr prof"),
	TitleWords: set("abstract acknowledgements afterword agenda appendix background chapter close closing conclusion conclusions credits day demo discussion ending epilogue episode " +
		"excursus faq faqs foreword getting goals highlights how intro introduction introductions lesson lessons minutes motivation next opening outline outlook outro overview part " +
		"preface preview prologue q&a question questions recap recommendations results section session setup slide step summary takeaways teaser tips topic topics trailer unit warm-up welcome " +
		"what what's when where which who why wrap wrapping wrap-up"),
	NameParticles: set("van von der den de la le du da di del della dos das bin ibn al el y ten ter zu"),
	FieldNames: list("date, time, start, start time, started, end, end time, ended, duration, length, title, topic, topics, subject, agenda, "+
		"recording, recording date, recorded, recorded on, recorded by, recorded at, recording id, meeting, meeting id, meeting title, meeting name, meeting date, meeting time, passcode, "+
		"participants, participant list, attendees, invitees, invited, present, in attendance, absent, apologies, location, place, venue, room, "+
		"transcript, transcript by, transcript of, transcript id, transcribed by, transcribed on, transcriber, transcription, transcription by, transcription date, edited by, reviewed by, proofread by, generated by, created by, created, created on, "+
		"exported, exported on, exported by, file, file name, filename, audio, audio file, audio source, video, media, source, language, languages, version, url, link, project, "+
		"series, episode, season, session, case, case no, case number, docket, interview, interview no, interview number, interview date, interview location, interviewed by, "+
		"organizer, organiser, confidence, accuracy, copyright, license, licence, keywords, tags, category, status, id, pages, words, word count, speakers, number of speakers", exported...),
	Notices: list("transcribed by, transcribed with, transcript by, transcript generated by, transcription by, transcription ended after, meeting ended after, recording ended after, "+
		"this editable transcript was computer generated, this transcript was, generated by, generated with, auto-generated by, automatically generated by, "+
		"created with, exported from, exported by, powered by, produced by, copyright, all rights reserved", notices...),
	PageNumbers: pageNumbers,
}
