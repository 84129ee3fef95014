package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/formats"
)

// mostWarnings is how many odd places of a file are told one by one.
const mostWarnings = 4

// cleanFile cleans a transcript in any format.
func cleanFile(ctx context.Context, cleaner *tidytalk.Cleaner, f *cleaning, src, name string, w io.Writer) error {
	isText := f.format == formats.Text
	if f.format == "" {
		var err error
		if isText, err = formats.IsText(src, name); err != nil {
			return err
		}
	}
	if isText && f.byBlocks() && f.rewriting.Paragraphs == 0 && !formats.IsUTF16(src) {
		return cleanText(ctx, cleaner, f, src, name, w)
	}
	file, err := formats.Read(src, name, f.format)
	if err != nil {
		return err
	}
	if f.rewriting.Paragraphs > 0 && f.to == "" && file.Format != formats.Text {
		return fmt.Errorf("%s has no paragraphs to break (%s): leave --paragraphs out, or say --to text or html", name, file.Format.Title())
	}
	for i, x := range file.Warnings {
		if i == mostWarnings {
			f.note(name, x.Line, fmt.Sprintf("this and %d more places are odd", len(file.Warnings)-i-1))
			break
		}
		f.note(name, x.Line, x.Text)
	}
	out := &tidytalk.Cleaned{Document: file.Document}
	if f.decides() {
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
	f.tally.add(file, plan, 0)
	switch {
	case f.diff:
		_, err = io.WriteString(w, file.Diff(plan, f.colour))
		return err
	case f.to == "html":
		return file.WriteHTML(w, plan, filepath.Base(name))
	case f.to == "labels", f.to == "jsonl":
		return writeSentences(w, out, f, &place{file: file, edit: plan.Edit(file.Document)})
	case !f.reflow.On && (f.to == "" || f.to == string(file.Format)):
		_, err = io.WriteString(w, file.Rewrite(plan))
		return err
	}
	target := file.Format
	if f.to != "" {
		if target, err = formats.ByName(f.to); err != nil {
			return err
		}
	} else if !target.HasCues() {
		return fmt.Errorf("%s has no subtitles to set anew (%s): leave --reflow out, or say --to %s", name, target.Title(), orList(formatsWith(formats.Format.HasCues)))
	}
	rest := file.Transcript(plan)
	rest.Reflow = f.reflow
	text, err := target.Write(rest)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// decides reports whether anything is to be decided about words: else the models need
// not be asked.
func (f *cleaning) decides() bool {
	return f.rewriting.Decides() || f.to == "labels" || f.to == "jsonl"
}

// decoderFailed warns of a sentence that the decoder failed on.
func (f *cleaning) decoderFailed(name string, line int, err error) {
	f.note(name, line, fmt.Sprintf("the decoder failed, so the baseline's labels stand: %v", err))
}

// byBlocks reports whether plain text can be worked on a block at a time.
func (f *cleaning) byBlocks() bool {
	return f.to == "" || f.to == string(formats.Text) || f.to == "labels" || f.to == "jsonl"
}

// plan returns what becomes of a file.
func (f *cleaning) plan(out *tidytalk.Cleaned) *formats.Plan {
	p := out.Plan(f.rewriting)
	p.KeepEmpty = f.keepEmpty
	return p
}
