package language

// setAt is a set of a language with its words, which blanks part.
type setAt struct {
	to    *Set
	words string
}

var englishSets = [...]setAt{
	{&englishBase.NoteWords, "laughs laughter laughing chuckles giggles sighs coughs applause music silence pause inaudible unintelligible indiscernible crosstalk"},
	{&englishBase.HangingPrefixes, "pre post non anti pro mid semi sub super over under inter intra multi bi micro macro short long full half first second one two three four five ten"},
	{&englishBase.FilledPauses, "uh um er erm uhh umm uhm hmm ah"},
	{&englishBase.Repeated, "i the a an we he she it they you and but or to in on of at is was are were that this these my your his her our their what when where who how why if for with as not from about into than because some those which then could would i'm i'd i'll you're you'll we'll we've they've there's let's it's we're he's she's they're that's i've"},
	{&englishBase.Prefixes, "re co de pre pro un in en ex non sub bi tri mid"},
	{&englishBase.Doubles, "t-test t-tests b-boy b-boys that"},
	{&englishBase.NoFillers, "err ooh"},
	{&englishBase.Abbreviations, "mr mrs ms dr prof st sr jr vs etc inc ltd co dept gen col sgt capt lt rev hon e.g i.e no fig approx jan feb mar apr jun jul aug sep sept oct nov dec"},
	{&englishBase.Titles, "mr mrs ms dr prof st gen col sgt capt lt rev hon fig approx no e.g i.e vs"},
	{&englishBase.Openers, "and but so because or then well yeah yes no okay right if when while although i we you he she they it that's it's i'm we're there what"},
	{&englishBase.Interregnum, "uh um er ah like know mean actually sorry rather well"},
	{&englishBase.BreaksOff, "a an the and but or because if than my your our their i we they he she i'm we're they're you're i've we've they've i'll we'll they'll it's that's there's he's she's"},
	{&englishBase.Compared, "than as neither nor not"},
	{&englishBase.Dangling, "the a an to of and but or because i we they he she my your his our their in at for with from by if when uh um er is was are were i'm"},
	{&englishBase.Backchannels, "uh-huh uh huh mm-hmm mm hmm mhm um-hum um hum yeah yep right okay ok oh wow really ah"},
	{&englishBase.ParagraphOpeners, "now so ok okay then well anyway alright thank thanks let's here's"},
	{&englishBase.PointingBack, "it it's its they they're he he's she she's that that's because and"},
	{&englishBase.ClauseOpeners, "and but so or because then i you he she it we they i'm i've i'll i'd you're he's she's it's we're they're that's there's which who when where while if although though"},
	{&englishBase.Connectives, "and but or so because that if when while which who to the a of in is was are were"},
	{&englishBase.Interjections, "yes no yeah yep nope well okay ok right sure oh now then alright anyway hi hello hey thanks sorry please"},
	{&englishBase.Addresses, "sir ma'am madam folks guys everyone everybody gentlemen ladies"},
	{&englishBase.Coordinators, "and or"},
	{&englishBase.QuestionWords, "what who whom whose which when where why how"},
	{&englishBase.Inverted, "am is are was were do does did have has had will would can ca could may might shall should must wo what's who's where's how's when's"},
	{&englishBase.Subjects, "i you he she it we they i'm you're he's she's it's we're they're i've we've they've i'd i'll this that these those there"},
	{&englishBase.Letting, "let lets letting"},
	{&englishBase.Linking, "so see"},
	{&englishBase.Manner, "well"},
	{&englishBase.Quoting, "say says said saying think thinks thought like and but so or because oh uh um"},
	{&englishBase.Meaning, "mean"},
	{&englishBase.Copulas, "be am are is was were been 's 're 'm"},
	{&englishBase.Prepositions, "of for with to about at by from without between against unlike"},
	{&englishBase.Objects, "you it that this these those"},
	{&englishBase.Denials, "not n't"},
	{&englishBase.Relating, "than what who how where why whether as all everything anything nothing people"},
	{&englishBase.Sequels, "then now so also"},
	{&englishBase.Comparatives, "more less better worse fewer further"},
	{&englishBase.Giving, "give gives gave given giving tell tells told show shows showed send sent bring brought hand handed lend lent buy bought teach taught owe owed read pay paid"},
	{&englishBase.Emphatic, "very really real many much long far big wonderful beautiful tough hot"},
	{&englishBase.Pairing, "by to after on upon for against over in"},
	{&englishBase.Alternatives, "or"},
	{&englishBase.DoForms, "do does did"},
	{&englishBase.Subordinators, "if when while although though because since as after before until unless once whenever in on at for from with by to during"},
	{&englishBase.FreeTerms, "i you mean know like well"},
	{&englishBase.Verbatim, "uh um er erm hmm mm uhh umm uhm ah hm huh"},
	{&englishBase.Single, "the a an to of and but or because i we he she my your his our their in at for with from by is was are were on it you they if as"},
	{&englishBase.Auxiliaries, "be am is are was were been being 's 're 'm have has had having 've do does did done doing will would 'll 'd can could may might shall should must got get"},
	{&englishBase.Numbers, "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion third fourth fifth sixth seventh eighth ninth tenth"},
	{&englishBase.NumberParts, "one oh o a i a.m a.m. p.m p.m. point dot double triple first second dash slash plus minus times"},
	{&englishBase.Particles, "on off in out up down over through"},
	{&englishBase.Pauses, "uh um er ah eh hm hmm mm uhm erm"},
	{&englishBase.Frequent, "the and that that's of to you you're your is it it's was what they they're we we're have but with this there there's " +
		"know yeah just be are not my would how out about because right when were had from think well really get don't which if " +
		"one for he she his her them some could been up at by as so like can will do or an all i i'm i've i'd me our who then go going " +
		"got didn't doesn't isn't can't no oh okay good on in a has any more than us very thank thanks please see need want let's where " +
		"here what's help sure yes those these their said say much many make time people way into only even now things something thing " +
		"too also other should did does being over back actually first new last i'll we'll we've hi hello look work year years"},
	{&englishBase.Everywhere, "ok okay oh aha ha haha hey wow mhm"},
	{&englishBase.Pronouns, "this that it them these those things something anything everything all what him her me us you one ones my your his their our its the a an and of"},
	{&englishBase.BeforeOrder, "to can could would will 'll should must may might not n't dont cant wont i you we they he she who let 's us me them please just always never did do does wanna gonna"},
	{&englishBase.BeforeVerb, "to can could would will 'll should must may might not n't"},
	{&englishBase.BeforeNoun, "a an the my your our their its every each another"},
	{&englishBase.SpeakerRoles, "speaker speakers host cohost co-host guest interviewer interviewee participant participants moderator panelist presenter facilitator organizer attendee member " +
		"unknown unidentified unnamed inaudible male female man woman boy girl child kid mother father mom dad mum son daughter husband wife brother sister baby narrator announcer caller operator user agent customer client employee manager owner " +
		"doctor physician patient nurse therapist counselor teacher student pupil class judge counsel attorney lawyer witness defendant prosecutor prosecution defense court clerk reporter bailiff juror officer " +
		"q a question answer audience crowd everyone everybody all both other others someone somebody group team voice voices video audio recording music chorus " +
		"chair chairman chairwoman chairperson chairs president vice senator representative congressman congresswoman secretary minister director governor mayor ambassador general colonel captain major sergeant lieutenant professor sir madam lord lady dame king queen prince princess the " +
		"official officials senior prime chief deputy acting former vice-president spokesman spokeswoman spokesperson briefer elder executive ceo cfo cto coo head justice solicitor advocate " +
		"assistant bot ai system computer staff admin support sales subject respondent informant research researcher main first second third mister missus miss mr mrs ms dr prof"},
	{&englishBase.TitleWords, "abstract acknowledgements afterword agenda appendix background chapter close closing conclusion conclusions credits day demo discussion ending epilogue episode " +
		"excursus faq faqs foreword getting goals highlights how intro introduction introductions lesson lessons minutes motivation next opening outline outlook outro overview part " +
		"preface preview prologue q&a question questions recap recommendations results section session setup slide step summary takeaways teaser tips topic topics trailer unit warm-up welcome " +
		"what what's when where which who why wrap wrapping wrap-up"},
	{&englishBase.NameParticles, "van von der den de la le du da di del della dos das bin ibn al el y ten ter zu"},
}

// irregular are forms and stems. Repairs change the form of auxiliaries more than anything else ("he was he is").
const irregular = "am be is be are be was be were be been be being be 's be 're be 'm be has have had have having have 've have did do does do done do doing do went go " +
	"gone go goes go said say says say got get gotten get an a the a these this those that me i my i us we our we him he his he her she them they their " +
	"they your you its it would will 'll will 'd will wo will could can ca can might may"

// fieldNames are the names of fields above transcripts.
const fieldNames = "date, time, start, start time, started, end, end time, ended, duration, length, title, topic, topics, subject, agenda, " +
	"recording, recording date, recorded, recorded on, recorded by, recorded at, recording id, meeting, meeting id, meeting title, meeting name, meeting date, meeting time, passcode, " +
	"participants, participant list, attendees, invitees, invited, present, in attendance, absent, apologies, location, place, venue, room, " +
	"transcript, transcript by, transcript of, transcript id, transcribed by, transcribed on, transcriber, transcription, transcription by, transcription date, edited by, reviewed by, proofread by, generated by, created by, created, created on, " +
	"exported, exported on, exported by, file, file name, filename, audio, audio file, audio source, video, media, source, language, languages, version, url, link, project, " +
	"series, episode, season, session, case, case no, case number, docket, interview, interview no, interview number, interview date, interview location, interviewed by, " +
	"organizer, organiser, confidence, accuracy, copyright, license, licence, keywords, tags, category, status, id, pages, words, word count, speakers, number of speakers"

const englishNotices = "transcribed by, transcribed with, transcript by, transcript generated by, transcription by, transcription ended after, meeting ended after, recording ended after, " +
	"this editable transcript was computer generated, this transcript was, generated by, generated with, auto-generated by, automatically generated by, " +
	"created with, exported from, exported by, powered by, produced by, copyright, all rights reserved"
