package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// The parts of bundles besides those of package stages.
const (
	PartExperts        = "experts"         // POS-class experts
	PartPhrases        = "phrases"         // confusable-phrase dictionary, text
	PartRepairs        = "repairs"         // model of package repairs
	PartSettings       = "settings"        // weights and calibration, text
	PartPunct          = "punct"           // P(PU|x): punctuation of words as they were said
	PartStreamEdit     = "stream-edit"     // P(DF|PU,x): edit model for pieces of streams
	PartPunctClean     = "punct-clean"     // P(PU|DF,x): punctuation of what is kept
	PartTruecaser      = "truecaser"       // case
	PartStreamRepairs  = "stream-repairs"  // model of package repairs for pieces of streams
	PartStreamSettings = "stream-settings" // settings of the engine for streams, text

	PartWrittenEdit     = "written-edit"       // edit model for text with punctuation
	PartWrittenRepairs  = "written-repairs"    // model of package repairs for it
	PartWrittenSettings = "written-settings"   // settings of its engine, text
	PartClasses         = "classes"            // classes of words, of package wordclass
	PartEditTerms       = "corrections"        // repairs with an editing term: model of package editterms
	PartMarkers         = "discourse-markers"  // model of package markers
	PartEditor          = "editor"             // what editors of clean verbatim take out, too: model of package editor
	PartConfidence      = "written-confidence" // how sure removals from text with punctuation are: model of package confidence
	PartNetwork         = "network"            // model of package neural
	PartEncoder         = "encoder"            // pretrained transformer beside the network: neural.Encoder
	PartPunctuationMix  = "marks"              // how its punctuation is mixed with that of the chain, text
	PartSettling        = "settling"           // when words of live text settle: settling.Model, text
	PartVoice           = "voice"              // what a voice adds to punctuation: punct.Voice
	PartChinese         = "chinese"            // words and punctuation of Chinese: model of package chinese
	PartLanguages       = "languages"          // marks, case and repairs of other languages: model of package multilingual
	PartSources         = "sources"            // what the other parts were made from: text of package licences
)

// Part describes a part that bundles have.
type Part struct {
	Name string
	// Of says what it is a part of: bundles have all parts of DecoderParts, or none, and
	// so with StreamParts and WrittenParts; where they have the network they may do without
	// PartPunctClean and PartTruecaser.
	Of Group
	// Reads are the parts whose output it was trained to read. It fits no others: when
	// one of them changes, it is to be trained again.
	Reads []string

	config func(file []byte) (string, error) // what it was trained with
	again  rewriter                          // nil: it is text, or experts, which need their edit model
}

// Group is a group of parts.
type Group uint8

// The groups. Those of StreamParts and WrittenParts that are for the decoder, too, are
// left out of bundles without DecoderParts.
const (
	StageParts   Group = iota // every bundle has them
	ExpertParts               // a bundle may have them
	DecoderParts              // for the decoder
	StreamParts               // for unbroken streams of words
	streamDecoderParts
	WrittenParts // for text with punctuation
	writtenDecoderParts
	EditTermParts   // for repairs with an editing term; a bundle may have them
	MarkerParts     // for words that may be discourse markers; a bundle may have them
	EditorParts     // what editors take out, too; a bundle may have them
	ConfidenceParts // how sure removals are; a bundle may have them
	NetworkParts    // the recurrent network; a bundle may have it
	EncoderParts    // a pretrained transformer beside the network; a bundle may have it
	SettlingParts   // when words of live text settle; a bundle may say it
	ChineseParts    // for Chinese text; a bundle may have them, and needs no others for it
	LanguageParts   // for text in other languages; a bundle may have them, and needs no others for it
	VoiceParts      // for text with a recording, or with times; a bundle may have them
	SourceParts     // what the others were made from; a bundle may say so
)

// wordParts are the parts that say what a word is, which all parts for streams read.
var wordParts = []string{string(stages.PartTagger), string(stages.PartFiller), string(stages.PartFluent), string(stages.PartDisfluent)}

// parts are all parts in the order in which they are trained, and stand in files.
var parts = slices.Concat(stageParts(), []Part{
	{PartExperts, ExpertParts, []string{string(stages.PartEdit)}, envelope(experts.FileKind, experts.FileVersion), nil},
	{PartPhrases, DecoderParts, nil, text, nil},
	{PartRepairs, DecoderParts, nil, envelope(repairs.FileKind, repairs.FileVersion), rewrite(repairs.Unmarshal)},
	{PartSettings, DecoderParts, nil, text, nil},
	{PartPunct, StreamParts, wordParts, punct.FileConfig, rewritePunctuation},
	{PartStreamEdit, StreamParts, wordParts, stageConfig(stages.PartEdit), rewrite(m3n.UnmarshalModel)},
	{PartPunctClean, StreamParts, wordParts, punct.FileConfig, rewritePunctuation},
	{PartTruecaser, StreamParts, wordParts, envelope(truecase.FileKind, truecase.FileVersion), rewrite(truecase.Unmarshal)},
	{PartStreamRepairs, streamDecoderParts, wordParts, envelope(repairs.FileKind, repairs.FileVersion), rewrite(repairs.Unmarshal)},
	{PartStreamSettings, streamDecoderParts, wordParts, text, nil},
	{PartWrittenEdit, WrittenParts, wordParts, stageConfig(stages.PartEdit), rewrite(m3n.UnmarshalModel)},
	{PartWrittenRepairs, writtenDecoderParts, wordParts, envelope(repairs.FileKind, repairs.FileVersion), rewrite(repairs.Unmarshal)},
	{PartWrittenSettings, writtenDecoderParts, wordParts, text, nil},
	{PartClasses, EditTermParts, nil, envelope(wordclass.FileKind, wordclass.FileVersion), rewrite(wordclass.Unmarshal)},
	{PartEditTerms, EditTermParts, []string{PartClasses, string(stages.PartTagger), string(stages.PartFluent)}, envelope(editterms.FileKind, editterms.FileVersion), rewrite(editterms.Unmarshal)},
	{PartMarkers, MarkerParts, []string{string(stages.PartTagger)}, envelope(markers.FileKind, markers.FileVersion), nil},
	{PartEditor, EditorParts, []string{string(stages.PartTagger), PartWrittenEdit}, envelope(editor.FileKind, editor.FileVersion), nil},
	{PartConfidence, ConfidenceParts, []string{string(stages.PartTagger), string(stages.PartFluent), PartWrittenEdit}, envelope(confidence.FileKind, confidence.FileVersion), nil},
	{PartNetwork, NetworkParts, []string{string(stages.PartTagger), string(stages.PartFiller)}, envelope(neural.FileKind, neural.FileVersion), rewrite(neural.Unmarshal)},
	{PartEncoder, EncoderParts, nil, envelope(neural.EncoderKind, neural.EncoderVersion), nil},
	{PartPunctuationMix, NetworkParts, []string{PartNetwork, PartPunct, PartPunctClean}, text, nil},
	{PartSettling, SettlingParts, nil, text, nil}, // it reads probabilities, of whatever models
	{PartChinese, ChineseParts, nil, envelope(chinese.FileKind, chinese.FileVersion), rewrite(chinese.UnmarshalModel)},
	{PartLanguages, LanguageParts, nil, envelope(multilingual.FileKind, multilingual.FileVersion), rewrite(multilingual.Unmarshal)},
	// It reads probabilities of punctuation, of whatever models, and takes the difference of two
	// that do.
	{PartVoice, VoiceParts, nil, envelope(punct.VoiceKind, punct.VoiceVersion), rewrite(punct.UnmarshalVoice)},
	{PartSources, SourceParts, nil, text, nil},
})

func stageParts() []Part {
	var out []Part
	for _, p := range stages.Parts {
		again := rewrite(m3n.UnmarshalModel)
		switch p {
		case stages.PartTagger:
			again = rewrite(stages.UnmarshalTagger)
		case stages.PartFluent, stages.PartDisfluent:
			again = rewrite(lm.Unmarshal)
		}
		out = append(out, Part{string(p), StageParts, nil, stageConfig(p), again})
	}
	return out
}

//go:noinline
func stageConfig(p stages.Part) func([]byte) (string, error) {
	return func(file []byte) (string, error) { return stages.PartConfig(p, file) }
}

// envelope reads the configuration of a file in a container.
//
//go:noinline
func envelope(kind string, version uint16) func([]byte) (string, error) {
	return func(file []byte) (string, error) { return container.ConfigOf(file, kind, version) }
}

// text is the configuration of parts that are text: the text itself.
func text(file []byte) (string, error) { return string(file), nil }

// Parts returns the parts that bundles have, in the order in which they are trained.
func Parts() []Part { return slices.Clone(parts) }

// PartsOf returns the names of the parts of a group.
func PartsOf(g Group) []string {
	var names []string
	for _, p := range parts {
		if p.Of == g || g == StreamParts && p.Of == streamDecoderParts || g == WrittenParts && p.Of == writtenDecoderParts {
			names = append(names, p.Name)
		}
	}
	return names
}

// Invalidates returns the parts that were trained to read one of those that change, or one
// that is returned, and that do not change themselves: they have to be trained again, and
// fit no bundle before. Parts stand behind those that they read.
func Invalidates(changed ...string) []string {
	var names []string
	for _, p := range parts {
		if !slices.Contains(changed, p.Name) && slices.ContainsFunc(p.Reads, func(r string) bool { return slices.Contains(changed, r) || slices.Contains(names, r) }) {
			names = append(names, p.Name)
		}
	}
	return names
}

// sortParts puts names into the order of files: those that are no parts of the product
// come last.
func sortParts(names []string) {
	place := func(name string) int {
		if i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == name }); i >= 0 {
			return i
		}
		return len(parts)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b)) })
}

// partConfig returns what a part was trained with. Parts of others' components have no
// configuration.
func partConfig(name string, file []byte) (string, error) {
	for _, p := range parts {
		if p.Name == name {
			return p.config(file)
		}
	}
	return "", nil
}

// groupError is the error of a bundle that has only some parts of a group.
func groupError(what string, g Group) error {
	return fmt.Errorf("%w: only some of the %s %s are there", ErrOlder, what, strings.Join(PartsOf(g), ", "))
}
