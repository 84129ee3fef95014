package cleaning

import (
	"context"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// BlockSize is about how many bytes of a transcript are worked on at a time: it
// bounds the memory that long input takes, and the wait for the first output.
const BlockSize = 256 << 10

// cleanText cleans plain text block by block. All of it is checked first, so
// that bad input gives no output.
func cleanText(ctx context.Context, cleaner *tidytalk.Cleaner, f *Cleaning, src, name string, w io.Writer) error {
	if err := formats.CheckUTF8(src, name); err != nil {
		return err
	}
	if err := transcript.CheckText(src, name); err != nil {
		return err
	}
	line, offset, all := 0, 0, float64(len(src))
	var found findings
	for src != "" {
		block := src[:blockEnd(src)]
		src = src[len(block):]
		file, err := formats.Read(block, name, formats.Text)
		if err != nil {
			return err
		}
		if line == 0 {
			f.tellOdd(file)
		}
		out := &tidytalk.Cleaned{Document: file.Document}
		if f.decides() {
			part := progress.Part(ctx, float64(offset)/all, float64(offset+len(block))/all)
			if out, err = cleaner.Clean(part, file.Document); err != nil {
				return err
			}
		}
		for _, p := range out.Problems {
			f.decoderFailed(name, line+file.Line(out.Segments[p.Segment].Tokens.Start), p.Err)
		}
		found.add(out, file, line)
		plan := f.plan(out)
		if f.Commands != nil {
			f.Commands(file, plan)
		}
		f.Tally.add(file, plan, line)
		switch {
		case f.Show != nil:
			err = f.Show(w, file, plan)
		case f.bySentence():
			err = writeSentences(w, out, f, &place{file: file, edit: plan.Edit(file.Document), line: line, offset: offset})
		default:
			_, err = io.WriteString(w, file.Rewrite(plan))
		}
		if err != nil {
			return err
		}
		line, offset = line+strings.Count(block, "\n"), offset+len(block)
	}
	found.tell(f, name)
	return nil
}

// blockEnd returns where to cut src: at the end of a line, at best one before a
// blank line.
func blockEnd(src string) int {
	if len(src) <= BlockSize {
		return len(src)
	}
	if n := strings.LastIndex(src[:BlockSize], "\n\n"); n > BlockSize/2 {
		return n + 2
	}
	if n := strings.IndexByte(src[BlockSize:], '\n'); n >= 0 {
		return BlockSize + n + 1
	}
	return len(src)
}
