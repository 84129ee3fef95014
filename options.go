package tidytalk

import (
	"cmp"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Options say how a Cleaner works. The zero value is the default.
type Options struct {
	Mode    Mode           // "" is ModeDecoder
	Decoder DecoderOptions // of ModeDecoder
	// Level says how much is removed; "" is LevelStandard, or LevelFull with a Confidence.
	Level Level
	// Settings are in place of those of the engines of the bundle that they name. What they say nothing of
	// stays as it is there.
	Settings []Settings
	Segment  transcript.Segmentation // how turns are cut into sentences
	// Posteriors asks for Decision.Posteriors.
	Posteriors bool
	// Explain asks for all that is known of what the models take for disfluent:
	// Decision.Confidence, and, also of words that Level keeps, Decision.Would and Level, and
	// Decision.Doubt of the others. The decisions are the same, and take longer.
	Explain bool
	// Confidence, where positive, is the least probability at which repairs and
	// discourse markers are removed; less sure ones are kept, with label O. It needs
	// ModeDecoder.
	Confidence float64
	// Style is how text is delivered; nil is as the options say. Its level counts where Level is "", and its Shares
	// where Editors are none. Cleaner.Text writes in it; Cleaned.Edit does with transcript.Rewriting.In.
	Style *style.Style
	// Editors says for which kinds of data.Editorial words are looked for, and how many editors at least would take
	// them out. Rewriting.Remove says which of them go.
	Editors data.Shares
	// AsWritten leaves punctuation and case of sentences alone, where they are not needed
	// to find the sentence boundaries.
	AsWritten bool
	// LookAhead is how many words after a word of a stream the models see at least,
	// where there are so many, before the decision about it is final; 0 is
	// DefaultLookAhead for Words and Stream, and WholeLookAhead for whole texts.
	LookAhead int
	// Language is the code of the language that all text is in, as far as is known: two letters
	// or three, with or without a region. "" lets documents and their lines be looked
	// at. What is in a language without models is left as it is. There are models for
	// English, and for Chinese ("zh") where the bundle has them. Tokens and Words do not look:
	// without a code all is English.
	Language string
	// AllFeatures makes ModeBaseline use all features of its models, as the experiments
	// of the papers do. It leaves those of small weights out otherwise.
	AllFeatures bool
	// Fillers is the list of words and phrases that count as fillers; nil is
	// fillers.Default. With phrases of n words, LookAhead is at least 2n-1.
	Fillers *fillers.List
	// Vocabulary are names, products and acronyms as they are spelled; nil is none. None of their words is taken for
	// a filler, nor does a repair take a part of a name; text without case has them as they are spelled, and, with
	// Rewriting.Respell, other text.
	Vocabulary *vocabulary.List
	// Dictation lets what a speaker commands who dictates be done: "comma", "full stop", "new line", "scratch that". Such words
	// are kept where they are meant: "the comma is missing".
	Dictation bool
	// Commands, with Dictation, are those that count in place of what is found, by their places in the one document that is cleaned; nil: what is found does.
	Commands []dictation.Said
	Jobs     int // goroutines that Clean and Tokens use; 0 is GOMAXPROCS
}

// Validate checks the options. Errors wrap ErrOptions.
func (o Options) Validate() error {
	own := o.document()
	return own.Validate()
}

// document returns the options as package document takes them.
func (o *Options) document() document.Options {
	level, editors := o.Level, o.Editors
	if s := o.Style; s != nil {
		level, editors = cmp.Or(level, Level(s.Level)), cmp.Or(editors, s.Shares)
	}
	if level == "" && o.Confidence > 0 {
		level = LevelFull
	}
	level = cmp.Or(level, LevelStandard)
	return document.Options{
		Options: pipeline.Options{
			LabelOptions: engine.LabelOptions{Mode: o.Mode, Level: level, Decoder: o.Decoder, Posteriors: o.Posteriors, Explain: o.Explain, Confidence: o.Confidence, AllFeatures: o.AllFeatures},
			Settings:     o.Settings, LookAhead: o.LookAhead, Fillers: o.Fillers, Vocabulary: o.Vocabulary,
		},
		Segment: o.Segment, AsWritten: o.AsWritten, Language: o.Language, Dictation: o.Dictation, Commands: o.Commands, Editors: editors, Jobs: o.Jobs,
	}
}
