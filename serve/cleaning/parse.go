package cleaning

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Cleaning is what options say of a text.
type Cleaning struct {
	From      string         // "auto", "tokens" or the name of a format
	Format    formats.Format // of the input; "": its name and content say it
	To        string         // "labels", "html" or the name of a format; "" is that of the input
	KeepEmpty bool
	Reflow    formats.Reflow
	Rewriting transcript.Rewriting
	Options   tidytalk.Options
	// Note is told of what is odd, but no failure; nil: nobody is.
	Note  func(name string, line int, text string)
	Tally *Tally // nil: nobody counts
	// Hear, where set, gives the words of a document what a recording says about them, before
	// it is cleaned; nobody else has the document yet.
	Hear func(ctx context.Context, d *transcript.Document) error
	// Show, where set, writes what becomes of a file in place of its rewriting.
	Show func(w io.Writer, file *formats.File, plan *formats.Plan) error

	spell func(string) string // as Source.Spell; nil: as on the command line
}

// InputFormat returns the format that inputs are read as, "" where each says its own.
func (f *Cleaning) InputFormat() formats.Format {
	if f.From == "tokens" {
		return formats.Text
	}
	return f.Format
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

// Parse returns the cleaning that options ask for, of live text where stream is set. All
// errors are about the options.
func Parse(s Source, stream bool) (*Cleaning, error) {
	f := &Cleaning{From: s.String("from"), To: s.String("to"), spell: s.Spell}
	if err := f.parseFormats(s); err != nil {
		return nil, err
	}
	remove, err := parseRemoved(s)
	if err != nil {
		return nil, err
	}
	f.Rewriting.Remove = remove
	if err := f.parseParagraphs(s, stream); err != nil {
		return nil, err
	}
	if err := f.parseWays(s); err != nil {
		return nil, err
	}
	o, err := ParseDecoder(s)
	if err != nil {
		return nil, err
	}
	f.Options.Mode, f.Options.Decoder = o.Mode, o.Decoder
	f.Options.Posteriors = f.To == "jsonl"
	// Labels come with marks, and without case.
	f.Options.AsWritten = f.Rewriting.Punct != transcript.PunctRestore && (f.Rewriting.Case != transcript.CaseRestore || f.To == "labels")
	if s.IsSet("look-ahead") && s.Int("look-ahead") < 1 {
		return nil, wrong(s, "--look-ahead is a number of words, at least 1, not %d", s.Int("look-ahead"))
	}
	f.Options.LookAhead = s.Int("look-ahead")
	switch {
	case !stream:
	case f.From != "auto" && f.From != "text" || f.To != "" && f.To != "text":
		return nil, wrong(s, "--stream is for plain text: it goes with --from text and --to text")
	case f.Rewriting.Remove&data.Loops != 0 && s.String("loops") == "drop":
		return nil, wrong(s, "--loops drop looks for loops in the whole text, and --stream has not seen it: leave one of them out")
	case f.Rewriting.Numbers != transcript.NumberWords:
		return nil, wrong(s, "--numbers digits looks at whole sentences, and --stream has not seen them: leave one of them out")
	}
	if f.Options.Level, err = ParseLevel(s); err != nil {
		return nil, err
	}
	if f.To == "labels" && f.Options.Level == "" {
		f.Options.Level = tidytalk.LevelFull
	}
	f.Options.Confidence = s.Float64("confidence")
	if s.IsSet("confidence") && !(f.Options.Confidence > 0) {
		return nil, wrong(s, "--confidence is a probability above 0, such as 0.95, not %v", f.Options.Confidence)
	}
	if f.Options.Language = s.String("language"); f.Options.Language == "auto" {
		f.Options.Language = ""
	}
	return f, f.Options.Validate()
}

// parseWays reads what is to become of sentences, marks, case, numbers and apostrophes.
func (f *Cleaning) parseWays(s Source) error {
	how := s.String("segment")
	if how == "" {
		how = "auto"
		if f.From == "tokens" {
			how = "line"
		}
	}
	var err error
	if f.Options.Segment, err = transcript.ParseSegmentation(how); err != nil {
		return wrong(s, "--segment: %w", err)
	}
	if f.Rewriting.Punct, err = transcript.ParsePunctMode(s.String("punct")); err != nil {
		return wrong(s, "--punct: %w", err)
	}
	if f.Rewriting.Case, err = transcript.ParseCaseMode(s.String("case")); err != nil {
		return wrong(s, "--case: %w", err)
	}
	if f.Rewriting.Numbers, err = transcript.ParseNumberMode(s.String("numbers")); err != nil {
		return wrong(s, "--numbers: %w", err)
	}
	if f.Rewriting.Apostrophes, err = transcript.ParseApostropheMode(s.String("apostrophes")); err != nil {
		return wrong(s, "--apostrophes: %w", err)
	}
	return nil
}

// ParseLevel reads the level, "" where it is not given.
func ParseLevel(s Source) (engine.Level, error) {
	l := engine.Level(s.String("level"))
	if s.IsSet("level") && !slices.Contains(engine.Levels, l) {
		return "", wrong(s, "--level: unknown level %q: use %s, %s or %s", l, engine.LevelLight, engine.LevelStandard, engine.LevelFull)
	}
	return l, nil
}

// ParseDecoder reads how labels are found.
func ParseDecoder(s Source) (engine.LabelOptions, error) {
	o := engine.LabelOptions{Mode: engine.Mode(s.String("mode"))}
	for _, f := range []struct {
		name string
		most int
		to   *int
	}{{"beam", beam.MaxWidth, &o.Decoder.Beam}, {"rounds", beam.MaxRounds, &o.Decoder.Rounds}} {
		if !s.IsSet(f.name) {
			continue
		}
		if *f.to = s.Int(f.name); *f.to < 1 || *f.to > f.most {
			return o, wrong(s, "--"+f.name+" must be 1 to %d, not %d", f.most, *f.to)
		}
	}
	if s.IsSet("margin") {
		if o.Decoder.Margin = s.Float64("margin"); !(o.Decoder.Margin > 0) {
			return o, wrong(s, "--margin must be above 0, not %v", o.Decoder.Margin)
		}
	}
	if !o.Mode.Decodes() {
		for _, name := range []string{"beam", "rounds", "margin", "weights", "stream-weights", "without", "confidence"} {
			if s.IsSet(name) {
				return o, wrong(s, "--"+name+" is for the decoder: it does not go with --mode %s", o.Mode)
			}
		}
	}
	if names := s.String("without"); names != "" {
		for name := range strings.SplitSeq(names, ",") {
			o.Decoder.Without = append(o.Decoder.Without, strings.TrimSpace(name))
		}
	}
	return o, nil
}

// parseRemoved reads what --remove and --keep say goes.
func parseRemoved(s Source) (data.Disfluencies, error) {
	remove := data.DefaultRemoved
	if s.IsSet("remove") {
		remove = 0
	}
	for _, list := range s.StringSlice("remove") {
		d, err := data.ParseDisfluencies(list)
		if err != nil {
			return 0, wrong(s, "--remove: %w", err)
		}
		remove |= d
	}
	for _, list := range s.StringSlice("keep") {
		d, err := data.ParseDisfluencies(list)
		if err != nil {
			return 0, wrong(s, "--keep: %w", err)
		}
		remove &^= d
	}
	switch way := s.String("loops"); {
	case way == "drop":
		remove |= data.Loops
	case way != "keep":
		return 0, wrong(s, "--loops: unknown way %q: use keep or drop", way)
	case s.IsSet("loops"):
		remove &^= data.Loops
	}
	if remove == 0 {
		remove = data.NoDisfluencies
	}
	return remove, nil
}

// parseParagraphs reads the options about paragraphs.
func (f *Cleaning) parseParagraphs(s Source, stream bool) error {
	n := s.Int("paragraph-words")
	switch {
	case !s.Bool("paragraphs") && s.IsSet("paragraph-words"):
		return wrong(s, "--paragraph-words goes with --paragraphs")
	case !s.Bool("paragraphs"):
		return nil
	case n < leastParagraph || n > mostParagraph:
		return wrong(s, "--paragraph-words is a number of words from %d to %d, not %d", leastParagraph, mostParagraph, n)
	case f.From == "tokens" || stream || f.Reflow.On || f.To != "" && f.To != string(formats.Text) && f.To != "html":
		return wrong(s, "--paragraphs breaks turns of text: it goes with --to text or html, without --from tokens, --stream and --reflow")
	}
	f.Rewriting.Paragraphs = n
	return nil
}

// parseFormats reads the options about formats and subtitles.
func (f *Cleaning) parseFormats(s Source) error {
	if !slices.Contains(InputFormats(), f.From) {
		return wrong(s, "unknown input format %q: use %s", f.From, prose.Or(InputFormats()))
	}
	if to, err := formats.ByName(f.To); err == nil && !to.IsWritten() {
		return wrong(s, "--to %s: files of this format are cleaned, but not made of others", f.To)
	}
	if !slices.Contains(OutputFormats(), f.To) {
		return wrong(s, "unknown output format %q: use %s", f.To, prose.Or(OutputFormats()))
	}
	if f.From != "auto" && f.From != "tokens" {
		f.Format, _ = formats.ByName(f.From)
	}
	if f.To == "auto" {
		if f.To = ""; f.From == "tokens" {
			f.To = "text"
		}
	}
	f.KeepEmpty = s.Bool("keep-empty")
	f.Reflow = formats.Reflow{On: s.Bool("reflow"), LineChars: s.Int("line-chars"), CueLines: s.Int("cue-lines"), CharsPerSecond: s.Float64("reading-speed")}
	if err := f.Reflow.Validate(); err != nil {
		return err
	}
	switch {
	case f.From == "tokens" && f.To != "text" && f.To != "labels" && f.To != "jsonl":
		return wrong(s, "--from tokens goes with --to text, labels or jsonl, not %s", f.To)
	case f.Reflow.On && f.To != "" && !formats.Format(f.To).HasCues():
		return wrong(s, "--reflow sets subtitles anew: it goes with --to %s, not %s", prose.Or(FormatsWith(formats.Format.HasCues)), f.To)
	}
	return nil
}
