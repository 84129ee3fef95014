package cleaning

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/formats"
)

// MostWarnings is how many odd places of a file are told one by one.
const MostWarnings = 4

// Clean cleans the text of one input, and writes the result. It is called from several
// goroutines at once, each with a Cleaning of its own. A panic is an error, a fault.Error, that
// names the input.
func (f *Cleaning) Clean(ctx context.Context, cleaner *tidytalk.Cleaner, src, name string, w io.Writer) (err error) {
	defer fault.Catch(name, &err)
	fault.Provoke(name, src)
	if f.From == "tokens" {
		return cleanTokens(ctx, cleaner, f, src, name, w)
	}
	return cleanFile(ctx, cleaner, f, src, name, w)
}

// cleanFile cleans a transcript in any format.
func cleanFile(ctx context.Context, cleaner *tidytalk.Cleaner, f *Cleaning, src, name string, w io.Writer) error {
	if f.ByHand != nil {
		if err := f.ByHand.Check(src, name); err != nil {
			return err
		}
	} else if f.Reading.IsText(src, name) && f.byBlocks() && f.Hear == nil && f.Rewriting.Paragraphs == 0 && f.Reading.Charset(src) == "utf-8" {
		return cleanText(ctx, cleaner, f, src, name, w)
	}
	file, err := f.Reading.Read(src, name)
	if err != nil {
		return err
	}
	switch {
	case f.Rewriting.Paragraphs == 0 || f.ByHand != nil || f.To != "" || file.Format == formats.Text:
	case f.fits:
		own := *f
		own.Rewriting.Paragraphs = 0
		f = &own
	default:
		return fmt.Errorf(f.spelled("%s has no paragraphs to break (%s): leave --paragraphs out, or say --to text or html"), name, file.Format.Title())
	}
	if f.Revisions && f.To == "" && file.Format != formats.DOCX {
		return fmt.Errorf(f.spelled("%s has no revisions (%s): leave --revisions out, or say --to %s"), name, file.Format.Title(), formats.DOCX)
	}
	f.tellOdd(file)
	if f.Hear != nil {
		if err := f.Hear(ctx, file.Document); err != nil {
			return err
		}
	}
	out := &tidytalk.Cleaned{Document: file.Document}
	if f.decides() || f.ByHand != nil {
		if out, err = cleaner.Clean(ctx, file.Document); err != nil {
			return err
		}
	}
	var found findings
	found.add(out, file, 0)
	for _, p := range out.Problems {
		f.decoderFailed(name, file.Line(out.Segments[p.Segment].Tokens.Start), p.Err)
	}
	found.tell(f, name)
	plan := f.plan(out)
	if f.ByHand != nil {
		file, out, plan = f.ByHand.Apply(f, file, out)
	}
	f.Tally.add(file, plan, 0)
	return f.Write(w, file, out, plan)
}

// tellOdd tells what is odd in a file.
func (f *Cleaning) tellOdd(file *formats.File) {
	for i, x := range file.Warnings {
		if i == MostWarnings {
			f.say(file.Name, x.Line, fmt.Sprintf("this and %d more places are odd", len(file.Warnings)-i-1))
			break
		}
		f.say(file.Name, x.Line, x.Text)
	}
}

// Write writes a file that is cleaned as the options say, by a plan that Cleaned.Plan has made of
// out.
func (f *Cleaning) Write(w io.Writer, file *formats.File, out *tidytalk.Cleaned, plan *formats.Plan) error {
	switch {
	case f.Show != nil:
		return f.Show(w, file, plan)
	case f.To == "html":
		return file.WriteHTML(w, plan, filepath.Base(file.Name))
	case f.To == "review":
		return file.WriteReview(w, plan, filepath.Base(file.Name))
	case f.bySentence():
		return writeSentences(w, out, f, &place{file: file, edit: plan.Edit(file.Document)})
	case !f.Reflow.On && (f.To == "" || f.To == string(file.Format)):
		text, err := file.Rewritten(plan)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, text)
		return err
	}
	target := file.Format
	if f.To != "" {
		var err error
		if target, err = formats.ByName(f.To); err != nil {
			return err
		}
	} else if !target.HasCues() {
		return fmt.Errorf(f.spelled("%s has no subtitles to set anew (%s): leave --reflow out, or say --to %s"), file.Name, target.Title(), prose.Or(FormatsWith(setAnew)))
	}
	rest := file.Transcript(plan)
	rest.Reflow = f.Reflow
	text, err := target.Write(rest)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// bySentence reports whether what is written is no text, but what is decided about each sentence.
func (f *Cleaning) bySentence() bool {
	return f.To == "labels" || f.To == "jsonl" || f.To == Columns || f.To == Arrays
}

// decides reports whether anything is to be decided about words: else the models need
// not be asked.
func (f *Cleaning) decides() bool {
	return f.Rewriting.Decides() || f.bySentence()
}

// decoderFailed warns of a sentence that the decoder failed on.
func (f *Cleaning) decoderFailed(name string, line int, err error) {
	f.say(name, line, DecoderFailed(err))
}

// DecoderFailed says what becomes of a sentence that the decoder failed on.
func DecoderFailed(err error) string {
	return fmt.Sprintf("the decoder failed, so the baseline's labels stand: %v", err)
}

// byBlocks reports whether plain text can be worked on a block at a time.
func (f *Cleaning) byBlocks() bool {
	return f.To == "" && !f.Revisions || f.To == string(formats.Text) || f.bySentence()
}

// plan returns what becomes of a file.
func (f *Cleaning) plan(out *tidytalk.Cleaned) *formats.Plan {
	p := out.Plan(f.Rewriting)
	p.KeepEmpty, p.Revisions = f.KeepEmpty, f.Revisions
	return p
}
