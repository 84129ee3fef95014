package cleaning

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Type is what an option holds.
type Type int

// The types.
const (
	Text   Type = iota
	Switch      // true or false
	Whole       // a whole number
	Number
	List // comma lists, which add up where it is given several times
)

// Option declares an option of cleaning.
type Option struct {
	Name    string
	Aliases []string // of the flag, on the command line
	Type    Type
	Default string // as it is written; "" where there is none
	// DefaultText says the default to people where Default does not.
	DefaultText string
	// Values are those that it may have, of lists each element; nil: any of its type.
	Values []string
	// Least and Most are the bounds of numbers; 0: there is none. Above says that a number
	// is more than Least.
	Least, Most float64
	Above       bool
	About       string // what it does, with the name of its value in backquotes
}

// Defaults of the options, and bounds of --paragraph-words.
const (
	defaultLineChars = 42
	defaultCueLines  = 2
	defaultSpeed     = 20
	leastParagraph   = 20
	mostParagraph    = 10000
)

// LookAheads are the defaults of look-ahead.
var LookAheads = fmt.Sprintf("%d, with --stream %d", tidytalk.WholeLookAhead, tidytalk.DefaultLookAhead)

// codes are those of the languages that there are models for.
var codes = append(language.Codes(), "zh")

// Options returns the options.
func Options() []Option { return slices.Clone(options) }

// Find returns the option of a name, nil if there is none.
func Find(name string) *Option {
	for i := range options {
		if options[i].Name == name {
			o := options[i]
			return &o
		}
	}
	return nil
}

var options = []Option{
	{Name: "from", Default: "auto", Values: InputFormats(), About: "input `FORMAT`, where name and content do not say it: " + prose.Or(InputFormats())},
	{Name: "to", Default: "auto", Values: OutputFormats(), About: "output `FORMAT`: " + prose.Or(OutputFormats()) + "; auto is that of the input"},
	{Name: "keep-empty", Type: Switch, About: "keep subtitles, segments and lines all of whose words go, without words"},
	{Name: "reflow", Type: Switch, About: "set the words in subtitles anew"},
	{Name: "line-chars", Type: Whole, Default: strconv.Itoa(defaultLineChars), Least: 10, About: "at most `N` characters in a line of a subtitle that is set anew"},
	{Name: "cue-lines", Type: Whole, Default: strconv.Itoa(defaultCueLines), Least: 1, About: "at most `N` lines in a subtitle that is set anew"},
	{Name: "reading-speed", Type: Number, Default: strconv.Itoa(defaultSpeed), Above: true, About: "let subtitles that are set anew last for this many characters a second, where there is time"},
	{Name: "paragraphs", Type: Switch, About: "break long turns into paragraphs, in plain text and html"},
	{Name: "paragraph-words", Type: Whole, Default: strconv.Itoa(transcript.DefaultParagraph), Least: leastParagraph, Most: mostParagraph, About: "with --paragraphs, make them about `N` words long"},

	{Name: "remove", Type: List, Values: append(data.DisfluencyNames(), "all", "none"), About: "remove these `KINDS` and no others (comma list; none removes nothing)"},
	{Name: "keep", Type: List, Values: append(data.DisfluencyNames(), "all"), About: "keep these `KINDS` (comma list)"},
	{Name: "loops", Default: "keep", Values: []string{"keep", "drop"}, About: "`WAY` with what a recogniser wrote over and over: keep or drop (all but the first copy)"},
	{Name: "language", Aliases: []string{"lang"}, Default: "auto", Values: append([]string{"auto"}, codes...), About: "`CODE` of the language of the text: auto (what is in a language without models is left as it is) or " + prose.Or(codes) + " (all of it is; zh needs models for Chinese)"},
	{Name: "punct", Default: "restore", Values: []string{"restore", "keep", "strip", "none"}, About: "`WAY` with punctuation: restore, keep (or none: nothing is done) or strip"},
	{Name: "case", Default: "restore", Values: []string{"restore", "keep", "lower", "none"}, About: "`WAY` with case: restore, keep (or none: nothing is done) or lower"},
	{Name: "numbers", Default: "words", Values: []string{"words", "digits"}, About: "write numbers, times, dates and money in `WAY`: words (as they were said) or digits"},
	{Name: "apostrophes", Default: "auto", Values: []string{"auto", "restore", "keep"}, About: "`WAY` with apostrophes that are missing (\"dont\") in text without marks and case: restore, keep, or auto (restore where --punct does)"},
	{Name: "segment", Values: []string{"auto", "line"}, About: "find sentences by `WAY`: auto (marks, or predicted ends; the default for text) or line (a line is a sentence; the default for tokens)"},
	{Name: "level", DefaultText: "standard; full with --to labels, or with --confidence", Values: []string{string(tidytalk.LevelLight), string(tidytalk.LevelStandard), string(tidytalk.LevelFull)},
		About: "remove as much as `LEVEL` says: light (filled pauses, partial words and exact stutters alone), standard (what is surely disfluent in this kind of text) or full (all that the models take for disfluent)"},
	{Name: "confidence", Type: Number, DefaultText: "none", Above: true, Most: 1, About: "remove repairs and discourse markers only with a `PROBABILITY` of at least this of being right, such as 0.95"},
	{Name: "look-ahead", Type: Whole, DefaultText: LookAheads, Least: 1, About: "commit to a word of text without marks when `N` words after it are seen"},

	{Name: "mode", Default: string(tidytalk.ModeDecoder), Values: []string{string(tidytalk.ModeDecoder), string(tidytalk.ModeExperts), string(tidytalk.ModeBaseline)},
		About: "`PATH` from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone)"},
	{Name: "beam", Type: Whole, DefaultText: "8", Least: 1, Most: beam.MaxWidth, About: "keep `N` hypotheses after each round of the decoder"},
	{Name: "rounds", Type: Whole, DefaultText: "4", Least: 1, Most: beam.MaxRounds, About: "at most `N` rounds of the decoder"},
	{Name: "margin", Type: Number, DefaultText: "0.5, in tune none", Above: true, About: "also drop hypotheses that are `X` below the best, in units of the summed weights; Inf drops none"},
	{Name: "without", About: "leave out these components and features of the decoder (comma list of `NAMES`; 'tidytalk trace --components' lists them)"},
}
