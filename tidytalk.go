package tidytalk

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
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

// Component is a producer or evaluator of a decoder: see Bundle.Add.
type Component = engine.Component

// What can be wrong with bundles and options; branch on them with errors.Is.
var (
	ErrForeign     = engine.ErrForeign  // no file of models
	ErrKind        = engine.ErrKind     // a file of other models
	ErrNewer       = engine.ErrNewer    // a file of a later version
	ErrOlder       = engine.ErrOlder    // a file that this version does not read any more
	ErrChecksum    = engine.ErrChecksum // a damaged file
	ErrNoEngine    = engine.ErrNoEngine
	ErrNoStreams   = engine.ErrNoStreams
	ErrNoDecoder   = engine.ErrNoDecoder
	ErrNoExperts   = engine.ErrNoExperts
	ErrNoEnglish   = engine.ErrNoEnglish // a bundle of models for Chinese alone
	ErrOptions     = engine.ErrOptions
	ErrNotDecoding = pipeline.ErrNotDecoding
	ErrWant        = pipeline.ErrWant
)

// DefaultLookAhead and WholeLookAhead are the defaults of Options.LookAhead.
const (
	DefaultLookAhead = pipeline.DefaultLookAhead
	WholeLookAhead   = pipeline.WholeLookAhead
)

// Level says how much goes.
type Level = engine.Level

// The levels, each of which removes what those before it do.
const (
	LevelLight    = engine.LevelLight
	LevelStandard = engine.LevelStandard
	LevelFull     = engine.LevelFull
)

// Options say how a Cleaner works. The zero value is the default.
type Options struct {
	Mode    Mode           // "" is ModeDecoder
	Decoder DecoderOptions // of ModeDecoder
	// Level says how much goes; "" is LevelStandard, or LevelFull with a Confidence.
	Level Level
	// Settings replace those of the engines of the bundle that they name.
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
	// AsWritten leaves punctuation and case of sentences alone, where they are not needed
	// to find the ends of sentences.
	AsWritten bool
	// LookAhead is how many words after a word of a stream the models see at least,
	// where there are so many, before the decision about it is final; 0 is
	// DefaultLookAhead for Words and Stream, and WholeLookAhead for whole texts.
	LookAhead int
	// Language is the code of the language that all text is in, as far as is known: text in
	// it is cleaned, and the models must know it. "" lets documents and their turns be looked
	// at, and leaves what is in a language without models as it is. There are models for
	// English, and for Chinese ("zh") where the bundle has them. Tokens and Words do not look:
	// without a code all is English.
	Language string
	// AllFeatures makes ModeBaseline use all features of its models, as the experiments
	// of the papers do. It leaves those of small weights out otherwise.
	AllFeatures bool
	// Fillers is the list of words and phrases that count as fillers; nil is
	// fillers.Default. With phrases of n words, LookAhead is at least 2n-1.
	Fillers *fillers.List
	Jobs    int // goroutines that Clean and Tokens use; 0 is GOMAXPROCS
}

// Validate checks the options. Errors wrap ErrOptions.
func (o Options) Validate() error {
	if o.Jobs < 0 {
		return fmt.Errorf("%w: %d jobs", ErrOptions, o.Jobs)
	}
	if _, ok := language.Of(o.Language); o.Language != "" && !ok && !isChinese(o.Language) {
		return fmt.Errorf("%w: the models do not know the language %q: they know %s, and with those for Chinese %s", ErrOptions, o.Language, strings.Join(language.Codes(), ", "), langid.Chinese)
	}
	return o.pipeline().Validate()
}

func (o Options) pipeline() pipeline.Options {
	level := cmp.Or(o.Level, LevelStandard)
	if o.Level == "" && o.Confidence > 0 {
		level = LevelFull
	}
	return pipeline.Options{
		LabelOptions: engine.LabelOptions{Mode: o.Mode, Level: level, Decoder: o.Decoder, Posteriors: o.Posteriors, Explain: o.Explain, Confidence: o.Confidence, AllFeatures: o.AllFeatures},
		Settings:     o.Settings, LookAhead: o.LookAhead, Fillers: o.Fillers,
	}
}

// Cleaner decides about the words of documents, tokens and streams. It is immutable and
// may be used by several goroutines at once.
type Cleaner struct {
	pipeline *pipeline.Pipeline
	options  Options
	chinese  func() (*pipeline.Chinese, error) // nil: there are no models for Chinese
}

// Load returns a cleaner with the models of a bundle in memory and default options.
func Load(bundle ...[]byte) (*Cleaner, error) {
	b, err := LoadBundle(bundle...)
	if err != nil {
		return nil, err
	}
	return New(b, Options{})
}

// Open returns a cleaner with the models of a bundle in files and default options.
func Open(paths ...string) (*Cleaner, error) {
	b, err := OpenBundle(paths...)
	if err != nil {
		return nil, err
	}
	return New(b, Options{})
}

// New returns a cleaner that works with the models of a bundle. Errors are those of
// Options.Validate, of what the bundle lacks, and ErrNil without a bundle.
func New(b *Bundle, o Options) (*Cleaner, error) {
	if b == nil || len(b.Engines()) == 0 {
		return nil, fmt.Errorf("%w: a cleaner needs a bundle that LoadBundle or OpenBundle has made", ErrNil)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := pipeline.New(b, o.pipeline())
	if err != nil {
		return nil, err
	}
	o.Jobs, o.LookAhead = cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)), p.LookAhead()
	o.Fillers = cmp.Or(o.Fillers, fillers.Default())
	c := &Cleaner{pipeline: p, options: o}
	if err := c.openChinese(b); err != nil {
		return nil, err
	}
	return c, nil
}
