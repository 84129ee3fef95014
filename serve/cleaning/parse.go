package cleaning

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/speech/recognisers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Cleaning is what options say of a text.
type Cleaning struct {
	From      string          // "auto", "tokens" or the name of a format
	Reading   formats.Reading // of the input
	To        string          // "labels", "html", "review" or the name of a format; "" is that of the input
	KeepEmpty bool
	// Revisions is that of formats.Plan.
	Revisions bool
	Reflow    formats.Reflow
	Rewriting transcript.Rewriting
	Options   tidytalk.Options
	// Note is told of what is odd, but no failure; nil: nobody is.
	Note  func(name string, line int, text string)
	Tally *Tally // nil: nobody counts
	// FlushAfter is for how many seconds live text waits, in its midst or for more of it, before what can be
	// decided about is written; 0: for any.
	FlushAfter float64
	// Latency is how long the words of live text wait; the zero value: as Options.LookAhead says.
	Latency tidytalk.Latency
	// Recogniser is the name of the one whose messages come as live text: see recognisers.Names. "": text comes.
	Recogniser string
	// Provisional asks for events about live text, also about what is not settled.
	Provisional bool
	// Hear, where set, gives the words of a document what a recording says about them, before
	// it is cleaned; nobody else has the document yet.
	Hear func(ctx context.Context, d *transcript.Document) error
	// Show, where set, writes what becomes of a file in place of its rewriting.
	Show func(w io.Writer, file *formats.File, plan *formats.Plan) error

	// Commands, where set, is told what was commanded in a plain text of no more than BlockSize, if somebody dictates it.
	Commands func(file *formats.File, plan *formats.Plan)

	// ByHand, where set, is what people have changed of the one file that is cleaned; nil: nothing.
	ByHand ByHand
	// Style is that which was asked for; nil: none was.
	Style *style.Style

	fits bool // paragraphs are those of a style: there are none where a format has none

	spell func(string) string // as Source.Spell; nil: as on the command line
}

// Input returns how the sources of inputs are read.
func (f *Cleaning) Input() formats.Reading {
	how := f.Reading
	if f.From == "tokens" {
		how.Format = formats.Text
	}
	return how
}

// spelled writes a message as Source.Spell does.
func (f *Cleaning) spelled(message string) string {
	if f.spell == nil {
		return message
	}
	return f.spell(message)
}

func (f *Cleaning) say(name string, line int, text string) {
	if f.Note != nil {
		f.Note(name, line, text)
	}
}

// auto is what the options about formats and language have where the text says it.
const auto = "auto"

// Parse returns the cleaning that the options of a surface ask for, of live text where stream is
// set. Mode, decoder, settings and fillers of base hold where nothing else is given; what else
// is in it does not count. All errors are about the options.
func Parse(s Source, on Surface, base tidytalk.Options, stream bool) (*Cleaning, error) {
	f := &Cleaning{From: auto, To: auto, FlushAfter: flushAfter, spell: s.Spell}
	f.Options.Mode, f.Options.Decoder, f.Options.Settings, f.Options.Fillers, f.Options.Vocabulary = base.Mode, base.Decoder, base.Settings, base.Fillers, base.Vocabulary
	f.Rewriting.Remove = data.DefaultRemoved
	if err := f.takeStyle(s, on); err != nil {
		return nil, err
	}
	if err := f.apply(s, on); err != nil {
		return nil, err
	}
	if err := f.checkFormats(s, on); err != nil {
		return nil, err
	}
	if f.Rewriting.Remove == 0 {
		f.Rewriting.Remove = data.NoDisfluencies
	}
	f.share(s)
	if err := f.checkParagraphs(s, stream); err != nil {
		return nil, err
	}
	if f.From == "tokens" && !s.IsSet("segment") {
		f.Options.Segment = transcript.SegmentLine
	}
	if err := f.checkMode(s); err != nil {
		return nil, err
	}
	if !f.Options.Mode.Decodes() {
		f.Options.Decoder, f.Options.Settings = tidytalk.DecoderOptions{}, nil
	}
	f.Options.Posteriors = f.bySentence() && f.To != "labels"
	// Labels have punctuation, but no case.
	f.Options.AsWritten = f.Rewriting.Punct != transcript.PunctRestore && (f.Rewriting.Case != transcript.CaseRestore || f.To == "labels")
	if err := f.checkNumbers(s); err != nil {
		return nil, err
	}
	if err := f.checkStream(s, stream); err != nil {
		return nil, err
	}
	if f.Options.Level == "" && (f.To == "labels" || on == LabelRequest) {
		f.Options.Level = labelsLevel
	}
	return f, f.Options.Validate()
}

// ParseDecisions reads how labels are found from the options of a surface that writes none.
func ParseDecisions(s Source, on Surface) (pipeline.Options, error) {
	var f Cleaning
	err := f.apply(s, on)
	if err == nil {
		err = f.checkMode(s)
	}
	o := &f.Options
	return pipeline.Options{
		LabelOptions: engine.LabelOptions{Mode: o.Mode, Decoder: o.Decoder, Level: o.Level, Confidence: o.Confidence, AllFeatures: o.AllFeatures},
		LookAhead:    o.LookAhead,
	}, err
}

// checkMode returns an error if options of the decoder are given where nothing decodes.
func (f *Cleaning) checkMode(s Source) error {
	if f.Options.Mode.Decodes() {
		return nil
	}
	for i := range options {
		if o := &options[i]; o.Decoder && s.IsSet(o.Name) {
			return wrong(s, "--"+o.Name+" is for the decoder: it does not go with --mode %s", f.Options.Mode)
		}
	}
	return nil
}

// checkNumbers completes what the options say of numbers: a style is one of digits.
func (f *Cleaning) checkNumbers(s Source) error {
	switch {
	case f.Rewriting.NumberStyle == 0:
	case f.Rewriting.Numbers == transcript.NumberWords && s.IsSet("numbers"):
		return wrong(s, "--number-style is for digits: it does not go with --numbers words")
	default:
		f.Rewriting.Numbers = transcript.NumberDigits
	}
	return nil
}

// checkStream returns an error if what is asked for takes more than live text.
func (f *Cleaning) checkStream(s Source, stream bool) error {
	switch {
	case !stream && s.IsSet("flush-after"):
		return wrong(s, "--flush-after is for live text: it goes with --stream")
	case !stream && s.IsSet("latency"):
		return wrong(s, "--latency is for live text: it goes with --stream")
	case !stream && f.Provisional:
		return wrong(s, "--provisional is for live text: it goes with --stream")
	case !stream && f.Recogniser != "":
		return wrong(s, "--from %s%s is for live text: it goes with --stream", LivePrefix, f.Recogniser)
	case !stream:
	case s.IsSet("latency") && s.IsSet("look-ahead"):
		return wrong(s, "--latency says how long words wait, and so does --look-ahead: leave one of them out")
	case f.Reading.Encoding != "":
		return wrong(s, "--stream is for UTF-8: leave --encoding out")
	case f.Reading.Map != "":
		return wrong(s, "--stream is for plain text, which has no --map")
	case f.Revisions:
		return wrong(s, "--stream is for plain text, which has no --revisions")
	case f.From != auto && f.From != "text" || f.To != "" && f.To != "text":
		return wrong(s, "--stream is for plain text: it goes with --from text, or "+LivePrefix+"NAME, and --to text")
	case f.Rewriting.Remove&data.Loops != 0 && s.String("loops") == "drop":
		return wrong(s, "--loops drop looks for loops in the whole text, and --stream has not seen it: leave one of them out")
	}
	return nil
}

// checkParagraphs completes what the options say of paragraphs.
func (f *Cleaning) checkParagraphs(s Source, stream bool) error {
	switch {
	case !s.Bool("paragraphs") && s.IsSet("paragraph-words"):
		return wrong(s, "--paragraph-words goes with --paragraphs")
	case !s.Bool("paragraphs"):
		f.fitParagraphs(s, stream)
		return nil
	case f.From == "tokens" || stream || f.Reflow.On || f.To != "" && !slices.Contains(paragraphed, f.To):
		return wrong(s, "--paragraphs breaks turns of text: it goes with --to text, html or review, without --from tokens, --stream and --reflow")
	}
	f.Rewriting.Paragraphs = cmp.Or(f.Rewriting.Paragraphs, transcript.DefaultParagraph)
	return nil
}

// paragraphed are the forms that have paragraphs.
var paragraphed = []string{string(formats.Text), "html", "review"}

// checkFormats completes what the options say of formats and subtitles.
func (f *Cleaning) checkFormats(s Source, on Surface) error {
	if name, live := strings.CutPrefix(f.From, LivePrefix); live {
		if !slices.Contains(recognisers.Names(), name) {
			return wrong(s, "--from %s: there is no such recogniser: use %s", f.From, prose.Or(liveNames()))
		}
		f.From, f.Recogniser = string(formats.Text), name
	}
	if !slices.Contains(InputFormats(), f.From) {
		return wrong(s, "unknown input format %q: use %s", f.From, prose.Or(InputFormats()))
	}
	if to, err := formats.ByName(f.To); err == nil && !to.IsWritten() {
		return wrong(s, "--to %s: files of this format are cleaned, but not made of others", f.To)
	}
	if !slices.Contains(OutputFormats(), f.To) && !(on == LabelRequest && slices.Contains(Labels(), f.To)) {
		return wrong(s, "unknown output format %q: use %s", f.To, prose.Or(OutputFormats()))
	}
	if f.From != auto && f.From != "tokens" {
		f.Reading.Format, _ = formats.ByName(f.From)
	}
	if f.To == auto {
		if f.To = ""; f.From == "tokens" {
			f.To = "text"
		}
	}
	switch {
	case f.From == "tokens" && f.Reading.Encoding != "":
		return wrong(s, "--from tokens is UTF-8: leave --encoding out")
	case f.Reading.Map != "" && f.From != auto && !formats.Format(f.From).IsMapped():
		return wrong(s, "--map goes with --from %s, not %s", prose.Or(FormatsWith(formats.Format.IsMapped)), f.From)
	case f.Revisions && (f.From == "tokens" || f.To != "" && f.To != string(formats.DOCX)):
		return wrong(s, "--revisions are of Word documents: they go with --to %s, or with a transcript that is one", formats.DOCX)
	case f.From == "tokens" && f.To != "text" && f.To != "labels" && f.To != "jsonl":
		return wrong(s, "--from tokens goes with --to text, labels or jsonl, not %s", f.To)
	case f.Reflow.On && f.To != "" && !formats.Format(f.To).HasCues():
		return wrong(s, "--reflow sets subtitles anew: it goes with --to %s, not %s", prose.Or(FormatsWith(setAnew)), f.To)
	}
	return nil
}

// setAnew reports whether a format is one of subtitles that can be written.
func setAnew(f formats.Format) bool { return f.HasCues() && f.IsWritten() }
