package tidytalk

import (
	"errors"

	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/langid"
)

// Bundle holds the models that a Cleaner works with, and the components of its decoders;
// see Bundle.Add for components of one's own. It is immutable and may be shared.
type Bundle = engine.Bundle

// LoadBundle opens a bundle in memory, which may lie in several files; see engine.Load.
func LoadBundle(files ...[]byte) (*Bundle, error) { return engine.Load(files...) }

// LoadEmbedded opens a bundle that is part of the program, in next to no time; see
// engine.LoadEmbedded.
func LoadEmbedded(files ...[]byte) (*Bundle, error) { return engine.LoadEmbedded(files...) }

// OpenBundle reads a bundle from files; see engine.Load.
func OpenBundle(paths ...string) (*Bundle, error) { return engine.Open(paths...) }

// Mode names a path from words to labels.
type Mode = engine.Mode

// The modes: the beam-search decoder, the POS-class experts directly combined, and
// the two-stage models alone.
const (
	ModeDecoder  = engine.ModeDecoder
	ModeExperts  = engine.ModeExperts
	ModeBaseline = engine.ModeBaseline
)

// DecoderOptions say how the decoder searches.
type DecoderOptions = engine.DecoderOptions

// Settings are weights and calibration of an engine's decoder, as tuning finds them.
type Settings = engine.Settings

// Weight is the weight of a feature, in one engine or in all: see DecoderOptions.Weights and
// engine.ParseWeight.
type Weight = engine.Weight

// Component is a producer or evaluator of a decoder: see Bundle.Add.
type Component = engine.Component

// ErrNil is wrapped by the errors about arguments that must not be nil and are: a bundle, a
// context, a document, a writer, a Cleaner that New has not made.
var ErrNil = errors.New("nil argument")

// What can be wrong with bundles and options; branch on them with errors.Is.
var (
	ErrForeign   = engine.ErrForeign  // no file of models
	ErrKind      = engine.ErrKind     // a file of other models
	ErrNewer     = engine.ErrNewer    // a file of a later version
	ErrOlder     = engine.ErrOlder    // a file that this version does not read any more
	ErrChecksum  = engine.ErrChecksum // a damaged file
	ErrNoEngine  = engine.ErrNoEngine
	ErrNoStreams = engine.ErrNoStreams
	ErrNoDecoder = engine.ErrNoDecoder
	ErrNoExperts = engine.ErrNoExperts
	ErrNoChinese = engine.ErrNoChinese
	ErrNoEnglish = engine.ErrNoEnglish // a bundle of models for other languages alone, or of an encoder
	ErrOptions   = engine.ErrOptions
)

// What can be wrong with streams, words and traces; branch on them with errors.Is.
var (
	// ErrClosed is the error of writing to a Stream that is closed.
	ErrClosed = document.ErrClosed
	// ErrLive is the error of Words with the language "zh": where Chinese words begin and end
	// is told from those that follow. A Stream takes Chinese text.
	ErrLive        = document.ErrLive
	ErrNotDecoding = pipeline.ErrNotDecoding // only the decoder can be traced
	ErrNoTrace     = document.ErrNoTrace     // Chinese text cannot be
	ErrWant        = pipeline.ErrWant        // a wanted text has other words
	ErrSeveral     = document.ErrSeveral     // a wanted text is about one sentence
)

// DefaultLookAhead and WholeLookAhead are the defaults of Options.LookAhead.
const (
	DefaultLookAhead = pipeline.DefaultLookAhead
	WholeLookAhead   = pipeline.WholeLookAhead
)

// Level says how much is removed.
type Level = engine.Level

// The levels, each of which removes what those before it do.
const (
	LevelLight    = engine.LevelLight
	LevelStandard = engine.LevelStandard
	LevelFull     = engine.LevelFull
)

// Cleaned is a document with the decisions about its words, and the sentences, loops and
// stretches in other languages that were found in it. Its methods Edit and Plan make text of
// the decisions: of the document, and of the file that it was read from.
type Cleaned = document.Cleaned

// Problem is a sentence of a Cleaned that the decoder failed on: the decisions about it are
// those of the two-stage models.
type Problem = document.Problem

// Left is a segment of a Cleaned that is in another language than the models know, with the
// code of that. It is left as it is: the decisions about it say so.
type Left = document.Left

// LanguageName returns the English name of a language, such as "German" of "de"; the code
// itself where no name is known.
func LanguageName(code string) string { return langid.Name(code) }

// Word is a word as a recogniser hears it, with its times in seconds where they are known, or
// a token: tokenised as the Penn Treebank is ("do" "n't").
type Word = document.Word

// Sentence holds the decisions about a tokenised sentence or stream, one for each token,
// whether they hold punctuation and case, too (Restored), and why the decoder failed, where it
// did (Problem): the decisions are then those of the two-stage models.
type Sentence = document.Sentence

// DecidedWord is a word of Cleaner.Words, what was decided about it, and why the decoder
// failed on it, where it did.
type DecidedWord = document.DecidedWord

// Stream cleans text as it comes, in whatever parts, and writes what it has committed to: it
// is an io.WriteCloser. Lines are turns. What it writes is what Cleaner.Text makes of the whole
// text with the same look-ahead, but for what only what comes later could tell; package
// document says what that is. A Stream belongs to one goroutine. Its memory does not grow with
// the text.
type Stream = document.Stream

// StreamOptions say what a Stream writes, and whom it tells of problems and of what is left.
// The zero value is what Cleaner.Text does.
type StreamOptions = document.StreamOptions

// Live cleans text as it comes, and tells of it at once, in two phases: see Cleaner.NewLive. The texts of the final
// events, put together, are what a Stream with the same options writes. A Live belongs to one goroutine.
type Live = document.Live

// LiveEvent is what becomes of a segment of live text: provisional until an event settles it.
type LiveEvent = document.LiveEvent

// LiveOptions say what a Live tells of, and when it settles.
type LiveOptions = document.LiveOptions

// LiveWords decides about words as they come, and says what it would decide if no more came: see Cleaner.LiveWords.
type LiveWords = document.LiveWords

// Latency is how long the words of live text wait for the decision about them: see StreamOptions.Latency.
type Latency = pipeline.Latency

// ParseLatency reads a latency: a time such as "0.3s", or "words=5". "" is none. Errors wrap ErrOptions.
func ParseLatency(text string) (Latency, error) { return pipeline.ParseLatency(text) }

// TraceOptions say what is traced, and with which weights and which search: see
// pipeline.TraceOptions.
type TraceOptions = document.TraceOptions
