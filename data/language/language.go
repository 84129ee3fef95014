// Package language holds what the other packages know of the words of a language
// by heart, as against by a model.
//
// Start with [Language] and [English].
package language

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Language holds the word lists of a language. Words are in lower case, with plain
// apostrophes. Nobody may change a list: goroutines share them.
type Language struct {
	// Code is the BCP 47 code, Name the English name.
	Code, Name string
	// Unspaced says that no blanks part words, Caseless that letters have no case.
	Unspaced, Caseless bool
	// Dotless says that the small letter of I is ı, and the capital of i is İ, as in Turkish.
	Dotless bool
	// Nouns says that nouns have a capital, as in German, so that none tells of a name. Package rules reads it.
	Nouns bool
	// Marks are a comma, a full stop and a question mark as they are written.
	Marks [3]string
	// Blanked are the marks before which a narrow no-break blank stands: French "?". Package pipeline writes it where it
	// sets such a mark; text that has marks keeps its own.
	Blanked string
	// Elided holds words together with what they are before a vowel: "le l'". Who says both repeats one. Package
	// rules reads it.
	Elided Set
	// Governing are words that nobody stops behind: a filler there that else stands apart needs no marks around it.
	// Package rules reads them.
	Governing Set
	// AfterFillers are words that no look-alike is before, such as verbs, where it would be another verb: "det e" is "det er"
	// in dialects of Norwegian, but not in "det e var". Package rules reads them.
	AfterFillers Set
	// InFull are fillers that may be another word as some write it, with that word in full: "e er". Where the text has the word
	// in full, it is the filler. Package rules reads them.
	InFull Set
	// Stuttered are those of Repeated that are listed by hand: a comma may stand behind one that is said again. Package
	// rules reads them.
	Stuttered Set
	// Links stand behind a part of a word whose rest comes later: the "und" of "Vor- und Nachteile". Package rules
	// reads them, to tell such from partial words.
	Links Set

	// Clitics are what the treebank splits off the end of a word: the "n't" of
	// "don't". The first one that fits counts. Package transcript splits and joins by
	// them, package data splits words of the Switchboard corpus that have no tags.
	Clitics []string
	// Splits are the other words of which the treebank makes two. Package transcript
	// reads them, to make tokens.
	Splits []Split
	// Contracted holds pairs of tokens, with a blank between, that are written as one
	// word though the second is no clitic: "gon na". Package transcript reads it, to
	// join tokens.
	Contracted Set
	// Contractions are the words whose apostrophe recognisers leave out. Package pipeline
	// reads them, by Missing, to put it back, package transcript to write it.
	Contractions []Contraction
	// Elisions are what may stand after an apostrophe that starts a word, rather than
	// a quotation: the "cause" of "'cause". Package transcript reads them, to find
	// words.
	Elisions []string
	// ClippedEndings are the ends of words after which an apostrophe belongs to the
	// word: the "in" of "talkin'". Package transcript reads them, to find words.
	ClippedEndings []string
	// NoteWords open a note in round brackets, "(laughs)", which else hold words that
	// were said. Package transcript reads them, to find words.
	NoteWords Set
	// HangingPrefixes are the beginnings of words that a hyphen may follow though the
	// speaker does not break off: the "pre" of "pre- and post-war". Package transcript
	// reads them, to tell such from partial words.
	HangingPrefixes Set
	// Whole returns the words that are whole, and not the beginning of another one, where a dash is glued to them: those
	// that are frequent in careful transcripts of talk, and hardly ever cut-off words where such have a sign. Package
	// transcript reads them. They are many: the set is made when they are asked for.
	Whole func() Set
	// PrefixLinks are the words after a hanging prefix, in the case in which they are
	// written there. Package transcript reads them along with HangingPrefixes.
	PrefixLinks []string

	// FilledPauses are the sounds that people make while they think. Package data counts
	// them, to tell how people talk in a text.
	FilledPauses Set
	// Repeated are the words that people say twice, so that "I-I" is a stutter; other
	// doubled words ("bye-bye") are words. Package transcript reads them, to cut
	// stutters, package data counts them.
	Repeated Set
	// Prefixes are the beginnings of words with a hyphen that are no stutter: the "re"
	// of "re-read". Package transcript reads them, to cut stutters. Unlike
	// HangingPrefixes they are of at most three letters: more is no stutter anyway.
	Prefixes Set
	// Doubles look like stutters and are words: "t-test"; or people write them twice, as the "that" of "that that is
	// so". Package transcript reads them, to cut stutters, and package stages.
	Doubles Set

	// Fillers are the words and phrases that fill a pause, comment on what is said, or
	// show that somebody listens. Package fillers makes the list in effect of them,
	// package transcript reads those in brackets.
	Fillers []Filler
	// NoFillers look like lengthened fillers and are words: "err". Package fillers reads
	// them along with Fillers.
	NoFillers Set
	// FillerOr says where words that are spelled like a filler are something else.
	// Package fillers reads it along with Fillers.
	FillerOr map[string]Other

	// Abbreviations end in a full stop that ends a sentence only where a capital
	// follows. Package transcript reads them, to find the ends of sentences.
	Abbreviations Set
	// Titles are abbreviations before a name or a number: no sentence ends after them,
	// capital or not. Package transcript reads them along with Abbreviations.
	Titles Set
	// Capitals are the words with a capital wherever they stand, alone or before an
	// apostrophe: "I", "I'm". Package transcript reads them, as such a capital tells
	// neither that a sentence starts nor that a text has case.
	Capitals []string

	// Openers often start a clause. Package transcript reads them, to cut long
	// stretches without sentence punctuation.
	Openers Set
	// Interregnum holds the words between what is repaired and the repair. Package
	// transcript reads them, so as not to cut there.
	Interregnum Set
	// BreaksOff are the words that end no sentence: who stops with one has broken off.
	BreaksOff Set
	// Compared are the words behind which a pronoun may end a sentence all the same: "taller than I". Package transcript reads
	// them.
	Compared Set
	// Dangling are the words that hardly end what somebody says. Package transcript
	// reads them, to tell whether a turn goes on after another speaker's words.
	Dangling Set
	// Backchannels are the words with which people show that they listen, rather than
	// answer. Package transcript reads them along with Dangling.
	Backchannels Set

	// ParagraphOpeners open what is new, where they start a sentence, and PointingBack say
	// more of what was before. Package transcript reads them, to find paragraphs.
	ParagraphOpeners, PointingBack Set

	// ClauseOpeners are the words before which a comma separates clauses. Package
	// transcript reads them, to mend commas around what is removed. They are not
	// Openers: a comma belongs before "which", where no text is cut.
	ClauseOpeners Set
	// Connectives have no comma after them but for what was removed. Package
	// transcript reads them, to mend commas.
	Connectives Set
	// Interjections may open a sentence, with a comma after them. Package transcript
	// reads them, to mend commas.
	Interjections Set
	// Addresses are what people call whom they speak to, but for names. Package transcript
	// reads them, to mend commas.
	Addresses Set
	// QuestionWords open questions, Inverted stand before the subject there, and Subjects are
	// pronouns that are one. Package transcript reads them, to tell whose a question mark is
	// behind a removed tag ("you know?").
	QuestionWords, Inverted, Subjects Set
	// Denials say no, and Alternatives stand before another choice, so that "is it or is it not" is no repetition. Package
	// stages reads them.
	Denials, Alternatives Set
	// Sequels are adverbs behind "and" that open what comes next. Package stages reads them.
	Sequels Set
	// Emphatic are adverbs and adjectives that people say twice for emphasis as often as not, or more often. Package stages reads them.
	Emphatic Set
	// Giving are verbs with two objects: "he gave her her book". Package stages reads them.
	Giving Set
	// Pairing are the prepositions between the words of a pair: "little by little". Comparatives are the frequent ones. Package stages
	// reads them.
	Pairing, Comparatives Set
	// Letting are the verbs that a pronoun and a verb without "to" follow ("let you know"), DoForms those that stand
	// before both in questions ("what do you know?").
	// Relating words open a clause that "you know" may end: "more than you know". Package markers reads them.
	Letting, DoForms, Relating Set
	// Linking are discourse markers that are none where nothing is between them and the words before: "you came in so we could
	// help", "go back and see, okay, what is there".
	Linking Set
	// Manner are discourse markers that are adverbs, too: "it went well, you know". Quoting are the words behind which they open what
	// somebody says, or what is said anew ("he said well you know"), Copulas forms of "be", which they may part from what it joins.
	// Meaning are the verbs at the ends of markers that may have an object: "I mean it". Package markers reads them.
	Manner, Quoting, Copulas, Meaning Set
	// Prepositions are those that open no clause, Objects pronouns that are subjects in the same form: "luckily for you, you do".
	Prepositions, Objects Set
	// Subordinators open a clause or phrase before the main one, with a comma between.
	// Package transcript reads them, to mend commas.
	Subordinators Set
	// Coordinators stand between the last two of a list, whose commas stay. Package
	// transcript reads them, to mend commas.
	Coordinators Set

	// FreeTerms are the words of the editing terms that people say without repairing anything, as
	// discourse markers: "i mean". Package engine reads them, to keep others where nothing is repaired.
	FreeTerms Set

	// Verbatim are the sounds that show that a sentence was written down as it was said.
	// Package train reads them, to leave such sentences out of fluent text.
	Verbatim Set
	// Single are the words that are hardly ever written twice in a row on purpose. Package
	// train reads them along with Verbatim: it is more careful than who counts Repeated.
	Single Set

	// Auxiliaries are verbs that carry no content of their own. Package stages reads them,
	// to tell what is lost with a removal.
	Auxiliaries Set
	// Numbers are the words for numbers. Package stages reads them, to tell what is a part
	// of one.
	Numbers Set
	// NumberParts are words that are a part of a number beside another, and mostly
	// something else: "one", "oh", "point". Package stages reads them along with Numbers.
	NumberParts Set

	// Numerals are the words that numbers, times, dates and sums of money are said with.
	// Package numerals reads them, to write them in digits.
	Numerals Numerals

	// Particles may be predicates or prepositions. Package stages reads them, to tell that
	// two in a row may be both.
	Particles Set

	// Irregular gives the stems of frequent irregular forms. Package stages reads
	// it: models know stems by it, so a model fits only the list it was trained with.
	Irregular map[string]string
	// Endings are taken off all other words to get their stems; the first one that
	// fits counts. Package stages reads them along with Irregular.
	Endings []string
	// MuteEnding is taken off what is left of a word, with or without another ending.
	// Package stages reads it along with Endings.
	MuteEnding string

	// Pauses are the filled pauses. Package transcript reads them: one that comes again
	// and again is said, and no loop of a recogniser. Package langid reads them: they tell
	// nothing of the language.
	Pauses Set

	// Frequent are the words that speech of the language is full of: half of its words
	// are among them. Package transcript reads them: they tell nothing of what is spoken about.
	Frequent Set
	// Everywhere are the interjections that are said in many languages. Package langid reads
	// them: they tell nothing of the language.
	Everywhere Set

	// Commands are what somebody says who dictates.
	Commands []Command
	// Changes are the ways to change words that were said.
	Changes []Change
	// Spell is what is said before the letters of a word; Letters are words that stand for a letter.
	Spell   string
	Letters map[string]string
	// Pronouns point at what was said as a whole: no words are changed that are but some of them.
	Pronouns Set
	// BeforeOrder are words that a verb comes after that somebody tells of: none who dictates commands with it.
	BeforeOrder Set
	// MeantAfter are words, or some, behind which the words of a command are meant, MeantBefore those that come after such: "capital gains". The others are
	// endings of words behind which all are: "a two-year period".
	MeantAfter, MeantBefore map[string]Set
	MeantAfterEndings       []string
	// BeforeNoun are words that a noun comes after, soon: no mark does.
	BeforeNoun Set
	// BeforeVerb are words that a verb comes after: no command does that takes something back.
	BeforeVerb Set
	// SpeakerNouns stand for a speaker whose name is not known, with a number after
	// them: "speaker 2". Package formats reads them, to find names in subtitles.
	SpeakerNouns []string
	// SpeakerRoles say what somebody does, or that nobody knows who speaks: no names, but some stand
	// before one ("Senator Warner").
	SpeakerRoles Set
	// TitleWords open the titles of parts of a talk ("Introduction", "Chapter 2"), and no names.
	TitleWords Set
	// NameParticles are parts of names without a capital: "van".
	NameParticles Set
	// FieldNames stand before a colon above what is said, where nobody of that name speaks: "Date", "Attendees".
	FieldNames Set
	// Notices are how lines start that programs, services and publishers write above or below a transcript.
	Notices Set
	// PageNumbers are lines that say the number of a page, with # in place of each number.
	PageNumbers Set
}

// Split is a word that is two tokens; the second starts at byte At.
type Split struct {
	Word string
	At   int
}

// Set is a set of words.
type Set map[string]bool

// Command is a command of dictation: see data.Dictated.
type Command struct {
	Words      string // several times that it is said in: parted by "|"
	Mark, Lead string
	Lines      int
	Scratch    bool
	// TakesWords and TakesSentences are how many of the last ones are taken back.
	TakesWords, TakesSentences int
	// First, All and None say the case of the next word; Through: of all up to the one with Off.
	First, All, None, Through, Off bool
	Undo, Redo                     bool
}

// Change is how somebody says who dictates that some words take the place of others: "change ... to ...".
type Change struct {
	Verb string
	Into Set // words before those that take the place
}

// list returns the phrases of texts, which commas part.
func list(text string, others ...string) Set {
	all := append(others, text)
	n := 0
	for _, phrases := range all {
		n += 1 + strings.Count(phrases, ", ")
	}
	s := make(Set, n)
	for _, phrases := range all {
		for p := range strings.SplitSeq(phrases, ", ") {
			s[p] = true
		}
	}
	return s
}

// set returns the words of a list with blanks between. It panics where a word comes
// twice, which is a slip.
func set(words string) Set {
	s := make(Set, 1+strings.Count(words, " "))
	for w := range strings.FieldsSeq(words) {
		n := len(s)
		if s[w] = true; len(s) == n {
			panic("language: " + w + " is twice in a list")
		}
	}
	return s
}

// Lower returns a text in small letters.
func (l *Language) Lower(text string) string {
	if l.Dotless {
		return strings.ToLowerSpecial(unicode.TurkishCase, text)
	}
	return strings.ToLower(text)
}

// embedded are the languages of the folders, by code, each of which is read when text needs it.
var embedded = sync.OnceValue(func() map[string]func() *Language {
	entries, err := fs.ReadDir(folders, ".")
	if err != nil {
		panic(err) // the program is not whole
	}
	out := make(map[string]func() *Language, len(entries))
	for _, e := range entries {
		if _, err := fs.Stat(folders, e.Name()+"/"+WordsFile); err != nil {
			continue // a folder of other data
		}
		out[e.Name()] = sync.OnceValue(func() *Language {
			folder, err := fs.Sub(folders, e.Name())
			if err != nil {
				panic(err)
			}
			l, err := ReadFolder(folder, e.Name())
			if err != nil {
				panic(err) // TestFolders reads them all
			}
			return l
		})
	}
	return out
})

// Of returns the language with a BCP 47 code such as "de". Where there is none for a
// code with a script, a region and so on, it is that of the shorter code: "de-AT"
// gives "de".
func Of(code string) (*Language, bool) {
	code = strings.ToLower(code)
	for {
		if code == english.Code {
			return english, true
		}
		if read, ok := embedded()[code]; ok {
			return read(), true
		}
		i := strings.LastIndexByte(code, '-')
		if i < 0 {
			return nil, false
		}
		code = code[:i]
	}
}

// Codes returns the codes of the languages, sorted.
func Codes() []string {
	codes := append(slices.Collect(maps.Keys(embedded())), english.Code)
	slices.Sort(codes)
	return codes
}

// English returns the language "en", the default.
func English() *Language { return english }
