package cleaning

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/numerals"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// flushAfter is the default of the option, in seconds.
const flushAfter = 2.0

// labelsLevel is the level of labels where none is given.
const labelsLevel = tidytalk.LevelFull

// latencies are those that are offered.
var latencies = []string{"0.3s", "1s", "3s", "words=5", "words=10"}

// codes are those of the languages that something is known of.
var codes = append(language.Codes(), "zh")

// options are all that are declared. Flags, parameters, documents and tests are made of them, in
// this order.
var options = slices.Concat(ofText, ofSearch)

// ofText declares what becomes of a text.
var ofText = []Option{
	{
		Name:  "audio",
		About: "use the voice, too: `RECORDING` (WAV, FLAC, MP3) of the transcript, which has times of words; or the folder with the recordings, called as the transcripts are",
		Not:   []*Absence{{CutCommand, "the recording is the one that is cut"}, &unwritten, &eachRequest, &filesOnly, &local},
	},
	{
		Name: "channel", Type: List,
		About: "`SPEAKER=N`: the speaker is on channel N of the recording, from 1; or N alone: all are. Default: the channel that is loudest while the speaker speaks",
		Not:   []*Absence{&unwritten, &eachRequest, &filesOnly, &local},
	},
	{
		Name: "from", Default: auto, Values: InputFormats(),
		About: "input `FORMAT`, where name and content do not say it: " + prose.Or(InputFormats()),
		Not:   []*Absence{&unwritten, &eachRequest, {Page, "a document is opened with it"}},
		Here: []Variant{
			{On: StreamRequest, About: "input `FORMAT`: plain text, or what a recogniser sends, hypotheses that change and stand", Values: liveInputs(), Noun: "format of live text"},
			{On: CleanCommand, About: "input `FORMAT`, where name and content do not say it: " + prose.Or(InputFormats()) + "; with --stream, what a recogniser sends: " + prose.Or(liveNames()), Values: slices.Concat(InputFormats(), liveNames())},
			{On: CutRequest, About: "input `FORMAT`, where name and content do not say it, of transcripts with times: " + prose.Or(transcriptFormats()), Values: transcriptFormats(), Noun: "format of transcripts"},
		},
		set: text(func(f *Cleaning) *string { return &f.From }),
	},
	{
		Name:  "encoding",
		About: "`NAME` of the encoding of input that is not UTF-8 and does not say what it is, such as windows-1252 or gb18030; output in the same format has it, too",
		Not:   []*Absence{&unwritten, &eachRequest, &onePass, {Page, "a document is opened with it"}},
		set:   parsed(formats.ParseEncoding, func(f *Cleaning) *string { return &f.Reading.Encoding }),
	},
	{
		Name:  "map",
		About: "read JSON, lines of JSON or tables of a shape that is not known by `MAP`, such as 'segments[].words[]: word=w start=t0/1000 speaker=^who'; see 'tidytalk formats --help'",
		Not:   []*Absence{&unwritten, &eachRequest, {StreamRequest, "live text is plain text"}, {Page, "a document is opened with it"}},
		set:   setMap,
	},
	{
		Name:  "speakers",
		About: "take who speaks when from `FILE`: RTTM, as diarization writes it, for transcripts that have times and name no speakers; of several recordings that which is called as the transcript is, without extension",
		Not: []*Absence{
			&unwritten, &eachRequest, {requests, "the parameter of this name has the turns themselves"},
			{Page, "a document is opened with it"}, &sent,
		},
	},
	{
		Name:  "corrections",
		About: "carry out what was changed by hand, as the page of 'tidytalk serve' keeps it in `FILE`, on the one transcript that it is of; its settings hold where no flag says something else",
		Not: []*Absence{
			&unwritten, &eachRequest, {requests, "they are of one file, by its checksum: the page sends them with what it saves"},
			{Page, "the page has them"}, &local,
		},
	},
	{
		Name: "to", Default: auto, Values: OutputFormats(),
		About: "output `FORMAT`: " + prose.Or(OutputFormats()) + "; auto is that of the input",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &whenSaved},
		Here: []Variant{
			{On: LabelRequest, About: "form of the labels: labels (lines of token/DF/PU), jsonl (a sentence a line with all about it), columns (a sentence a line with a list for each thing decided about its words), arrays (a line with such lists for the whole text) or auto (what Accept wants)", Values: Labels(), Noun: "form of labels"},
			{On: StreamRequest, About: "output `FORMAT`: what comes of live text is plain text", Values: liveFormats, Noun: "format of live text"},
		},
		set: text(func(f *Cleaning) *string { return &f.To }),
	},
	{
		Name: "keep-empty", Type: Switch,
		About: "keep subtitles, segments and lines all of whose words are removed, without words",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   toggle(func(f *Cleaning) *bool { return &f.KeepEmpty }),
	},
	{
		Name: "revisions", Type: Switch,
		About: "show what changes in a Word document as revisions, which an editor takes or leaves one by one; with --to docx, of any transcript",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   toggle(func(f *Cleaning) *bool { return &f.Revisions }),
	},
	{
		Name: "reflow", Type: Switch,
		About: "set the words in subtitles anew",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   toggle(func(f *Cleaning) *bool { return &f.Reflow.On }),
	},
	{
		Name: "line-chars", Type: Whole, Default: formats.DefaultLineChars, Least: formats.LeastLineChars,
		About: "at most `N` characters in a line of a subtitle that is set anew",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   whole(func(f *Cleaning) *int { return &f.Reflow.LineChars }),
	},
	{
		Name: "cue-lines", Type: Whole, Default: formats.DefaultCueLines, Least: 1,
		About: "at most `N` lines in a subtitle that is set anew",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   whole(func(f *Cleaning) *int { return &f.Reflow.CueLines }),
	},
	{
		Name: "reading-speed", Type: Number, Default: formats.DefaultCharsPerSecond, Above: true,
		About: "let subtitles that are set anew last for this many characters a second, where there is time",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument, &whenSaved},
		set:   number(func(f *Cleaning) *float64 { return &f.Reflow.CharsPerSecond }),
	},
	{
		Name: "paragraphs", Type: Switch,
		About: "break long turns into paragraphs, in plain text and html",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument},
	},
	{
		Name: "paragraph-words", Type: Whole, Default: transcript.DefaultParagraph, Least: style.LeastParagraph, Most: style.MostParagraph,
		Must:  "is a number of words from {range}",
		About: "with --paragraphs, make them about `N` words long",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, &noDocument},
		set:   whole(func(f *Cleaning) *int { return &f.Rewriting.Paragraphs }),
	},
	{
		Name: "style", Default: style.Default, Values: style.Names(), Others: true,
		Titles: []Title{{"verbatim", "Verbatim: no word goes"}, {"clean", "Clean: fillers and repairs go"}, {"clean-verbatim", "Clean verbatim: as editors deliver it"}},
		About:  "deliver text in a `STYLE`: verbatim (no word goes), clean, clean-verbatim (as editors deliver it), or that of a file; what other options say counts before it; see 'tidytalk style --help'",
		Not:    []*Absence{&unwritten, &eachRequest, {LabelRequest, "labels do not depend on it"}},
		Here: []Variant{
			{On: CleanRequest, About: "deliver text in a `STYLE`: verbatim (no word goes), clean, clean-verbatim (as editors deliver it), or the lines of a style; what other parameters say counts before it"},
			{On: StreamRequest, About: "deliver text in a `STYLE`: verbatim (no word goes), clean, clean-verbatim (as editors deliver it), or the lines of a style; what other parameters say counts before it"},
		},
	},
	{
		Name: "remove", Type: List, Default: strings.Split(data.DefaultRemoved.String(), ","), Values: append(data.DisfluencyNames(), "all", "editorial", "none"),
		About: "remove these `KINDS` and no others (comma list; none removes nothing)",
		Not:   []*Absence{&unwritten, &eachRequest},
		set:   kinds(func(f *Cleaning, given data.Disfluencies) { f.Rewriting.Remove = given }),
	},
	{
		Name: "keep", Type: List, Values: append(data.DisfluencyNames(), "all", "editorial"),
		About: "keep these `KINDS` (comma list)",
		Not:   []*Absence{&unwritten, &eachRequest, {Page, "what is not removed is kept: see remove"}},
		set:   kinds(func(f *Cleaning, given data.Disfluencies) { f.Rewriting.Remove &^= given }),
	},
	{
		Name:  "fillers",
		About: "change the list of fillers by `FILE`: lines of + WORD or - WORD; see 'tidytalk fillers --help'",
		Not: []*Absence{
			{TraceCommand | EvalCommand | TuneCommand, "text is labelled as the corpora are"},
			{requests, "the parameter of this name has the lines themselves"}, &asOpened, &sent,
		},
	},
	{
		Name:  "vocabulary",
		About: "spell names, products and acronyms as `FILE` does, one a line, in text without case, and keep their words from being taken for fillers, or in part for a repair",
		Not: []*Absence{
			{TraceCommand | EvalCommand | TuneCommand, "text is labelled as the corpora are"},
			{requests, "the parameter of this name has the lines themselves"}, &asOpened, &sent,
		},
	},
	{
		Name: "respell", Type: Switch,
		About: "spell the names of --vocabulary, and of speakers, so in text that has case, too",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, {LabelRequest, "labels hold no text"}, &asOpened},
		set:   toggle(func(f *Cleaning) *bool { return &f.Rewriting.Respell }),
	},
	{
		Name: "loops", Default: "keep", Values: []string{"keep", "drop"}, Noun: "way",
		About: "`WAY` with repeated output of a recogniser: keep or drop (all but the first copy)",
		Not:   []*Absence{{CutCommand | CutRequest, "what a recogniser has made up is not in the recording"}, &unwritten, &eachRequest, {Page, "loops are one of the kinds: see remove"}},
		Here:  []Variant{{On: StreamRequest, About: "`WAY` with repeated output of a recogniser: keep, since loops are looked for in the whole text", Values: []string{"keep"}, Noun: "way with loops of live text"}},
		set:   setLoops,
	},
	{
		Name: "language", Aliases: []string{"lang"}, Default: auto, Values: append([]string{auto}, codes...), Others: true,
		About: "`CODE` of the language of the text: auto (each turn by its own), " + strings.Join(codes, ", ") + " (all of it is; fillers, repetitions and partial words go in all of these, punctuation and case are restored where there are models, which zh needs: 'tidytalk languages' lists them) or that of any other (all is left as it is)",
		Not:   []*Absence{&unwritten, &eachRequest, &asOpened},
		set:   setLanguage,
	},
	{
		Name: "punct", Default: "restore", Values: []string{"restore", "keep", "strip", "none"},
		About:  "`WAY` with punctuation: restore, keep (or none: nothing is done) or strip",
		Titles: []Title{{"restore", "restored where it is missing"}, {"keep", "as it is"}, {"strip", "none"}},
		Not:    []*Absence{&soundAlone, &unwritten, &eachRequest},
		set:    parsed(transcript.ParsePunctMode, func(f *Cleaning) *transcript.PunctMode { return &f.Rewriting.Punct }),
	},
	{
		Name: "case", Default: "restore", Values: []string{"restore", "keep", "lower", "none"},
		About:  "`WAY` with case: restore, keep (or none: nothing is done) or lower",
		Titles: []Title{{"restore", "restored"}, {"keep", "as it is"}, {"lower", "lower"}},
		Not:    []*Absence{&soundAlone, &unwritten, &eachRequest},
		set:    parsed(transcript.ParseCaseMode, func(f *Cleaning) *transcript.CaseMode { return &f.Rewriting.Case }),
	},
	{
		Name: "numbers", Default: "words", Values: []string{"words", "digits"},
		About:  "write numbers, times, dates and money in `WAY`: words (as they were said) or digits",
		Titles: []Title{{"words", "as they are"}, {"digits", "in digits"}},
		Not:    []*Absence{&soundAlone, &unwritten, &eachRequest},
		set:    parsed(transcript.ParseNumberMode, func(f *Cleaning) *transcript.NumberMode { return &f.Rewriting.Numbers }),
	},
	{
		Name: "number-style", Type: Names, Values: numerals.StyleNames(),
		About: "write numbers in digits, in `STYLES` (comma list): all (those below ten, too, and those that open a sentence), plain (no commas between thousands), short (kg, mph, 25 July 2012, 3:00), american (July 25, 2012), iso (2012-07-25)",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, {Page, "the page has one style"}},
		set:   parsed(numerals.ParseStyle, func(f *Cleaning) *numerals.Style { return &f.Rewriting.NumberStyle }),
	},
	{
		Name: "dictation", Type: Switch,
		About: "do what the speaker commands: comma, period, question mark, open quote, new line, new paragraph, cap, all caps, spell, scratch that, delete last word, change ... to ..., undo that and more, but where the words are meant",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, {LabelRequest, "labels hold no text"}, &asOpened},
		set:   toggle(func(f *Cleaning) *bool { return &f.Options.Dictation }),
	},
	{
		Name: "apostrophes", Default: auto, Values: []string{"auto", "restore", "keep"},
		About: "`WAY` with apostrophes that are missing (\"dont\") in text without punctuation and case: restore, keep, or auto (restore where --punct does)",
		Not:   []*Absence{&soundAlone, &unwritten, &eachRequest, {Page, "the page does what auto says"}},
		set:   parsed(transcript.ParseApostropheMode, func(f *Cleaning) *transcript.ApostropheMode { return &f.Rewriting.Apostrophes }),
	},
	{
		Name: "segment", Values: []string{"auto", "line"},
		About: "find sentences by `WAY`: auto (at punctuation marks, or where boundaries are predicted; the default for text) or line (a line is a sentence; the default for tokens)",
		Not: []*Absence{
			{TraceCommand | TraceRequest, "text is cut as it is by default"}, {EvalCommand | TuneCommand, "the flag of this name says what is scored"},
			&eachRequest, &onePass, &asOpened,
		},
		set: parsed(transcript.ParseSegmentation, func(f *Cleaning) *transcript.Segmentation { return &f.Options.Segment }),
	},
	{
		Name: "level", Default: tidytalk.LevelStandard, Values: []string{string(tidytalk.LevelLight), string(tidytalk.LevelStandard), string(tidytalk.LevelFull)}, Noun: "level",
		Cases:  []Case{{"with --to labels, or with --confidence", labelsLevel}},
		About:  "remove as much as `LEVEL` says: light (filled pauses, partial words and exact stutters alone), standard (what is surely disfluent in this kind of text) or full (all that the models take for disfluent)",
		Titles: []Title{{"light", "Light: filled pauses and stutters"}, {"standard", "Standard: what is surely disfluent"}, {"full", "Full: all that may be disfluent"}},
		Not:    []*Absence{{TraceCommand | TuneCommand | TraceRequest, "all that the decoder decides counts"}, &eachRequest},
		Here:   []Variant{{On: EvalCommand, Default: engine.LevelFull}, {On: LabelRequest, Default: labelsLevel}, {On: Page, Default: tidytalk.LevelStandard}},
		set:    text(func(f *Cleaning) *tidytalk.Level { return &f.Options.Level }),
	},
	{
		Name: "confidence", Type: Number, Default: tidytalk.Options{}.Confidence, Above: true, Most: 1, Decoder: true,
		Must:  "is a probability {bound}, such as 0.95",
		About: "remove repairs and discourse markers only with a `PROBABILITY` of at least this of being right, such as 0.95",
		Not:   []*Absence{{TraceCommand | TuneCommand | TraceRequest, "all that the decoder decides counts"}, &eachRequest},
		Here:  []Variant{{On: EvalCommand, About: "score what 'clean --confidence `PROBABILITY`' removes"}},
		set:   number(func(f *Cleaning) *float64 { return &f.Options.Confidence }),
	},
	{
		Name: "look-ahead", Type: Whole, Default: pipeline.WholeLookAhead, Least: 1, Most: pipeline.MaxLookAhead,
		Cases: []Case{{"with --stream", pipeline.DefaultLookAhead}},
		Must:  "is a number of words, {bound}",
		About: "commit to a word of unpunctuated text when `N` words after it are seen",
		Not:   []*Absence{{CutCommand | CutRequest, "pieces are cut as they are by default"}, {TraceCommand | TuneCommand | TraceRequest, "pieces are cut as they are by default"}, &eachRequest, &asOpened},
		Here: []Variant{
			{On: EvalCommand, Default: pipeline.WholeLookAhead, About: "commit to a word of a stream when `N` words after it are seen"},
			{On: StreamRequest, Default: pipeline.DefaultLookAhead},
		},
		set: whole(func(f *Cleaning) *int { return &f.Options.LookAhead }),
	},
	{
		Name: "flush-after", Type: Number, Default: flushAfter, Most: 3600,
		About: "with --stream, write what can be decided about when text has been waited for these `SECONDS`, at once or a bit at a time; 0 waits for any time, so that what is written depends on the text alone",
		Not: []*Absence{
			&soundAlone, {TraceCommand | EvalCommand | TuneCommand | TraceRequest | CleanRequest | LabelRequest | Batch, "no text is live"}, &eachRequest, &asOpened,
		},
		set: number(func(f *Cleaning) *float64 { return &f.FlushAfter }),
	},
	{
		Name: "latency", Values: latencies, Others: true,
		About: "with --stream, let every word settle by itself: `LATENCY` is how long it waits, as a rule (at most three times that), as a time such as 0.3s, 1s or 3s, or words=N; without it words settle with their sentence pieces, as --look-ahead says",
		Not: []*Absence{
			&soundAlone, {TraceCommand | EvalCommand | TuneCommand | TraceRequest | CleanRequest | LabelRequest | Batch, "no text is live"}, &eachRequest, &asOpened,
		},
		set: parsed(tidytalk.ParseLatency, func(f *Cleaning) *tidytalk.Latency { return &f.Latency }),
	},
	{
		Name: "provisional", Type: Switch,
		About: "with --stream, tell of what is not settled, too, at once: lines of JSON with id, text and final, each of which replaces what those before have said of its id, until one is final; on a terminal the text itself, whose end is written over",
		Not: []*Absence{
			&soundAlone, {TraceCommand | EvalCommand | TuneCommand | TraceRequest | CleanRequest | LabelRequest | Batch, "no text is live"}, &eachRequest, &asOpened,
		},
		Here: []Variant{{On: StreamRequest, About: "send events, also about what is not settled, in place of text: objects with id, text and final, each of which replaces what those before have said of its id, until one is final. Frames are objects then, and a connection that breaks can be taken up again"}},
		set:  toggle(func(f *Cleaning) *bool { return &f.Provisional }),
	},
	{
		Name: "all-features", Type: Switch,
		About: "with --mode baseline, use features of small weights, too",
		Not:   []*Absence{&forPapers},
		set:   toggle(func(f *Cleaning) *bool { return &f.Options.AllFeatures }),
	},
}
