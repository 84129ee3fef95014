package cleaning

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// sentencesAtOnce is how many tokenised sentences are worked on at a time.
const sentencesAtOnce = 4096

// cleanTokens labels or cleans tokenised sentences, one a line. Every input line
// gives an output line.
func cleanTokens(ctx context.Context, cleaner *tidytalk.Cleaner, f *Cleaning, src, name string, w io.Writer) error {
	if err := checkTokens(src, name); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
	for first := 0; first < len(lines); first += sentencesAtOnce {
		batch := lines[first:min(first+sentencesAtOnce, len(lines))]
		sentences := make([][]tidytalk.Word, len(batch))
		for i, line := range batch {
			if line = strings.TrimSuffix(line, "\r"); line == "" {
				continue
			}
			for _, t := range strings.Split(line, " ") {
				sentences[i] = append(sentences[i], tidytalk.Word{Text: t})
			}
		}
		all := float64(len(lines))
		decided, err := cleaner.Tokens(progress.Part(ctx, float64(first)/all, float64(first+len(batch))/all), sentences)
		if err != nil {
			return err
		}
		for i := range sentences {
			if err := decided[i].Problem; err != nil {
				f.decoderFailed(name, first+i+1, err)
			}
			if err := writeTokens(w, f, first+i+1, sentences[i], &decided[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeTokens(w io.Writer, f *Cleaning, line int, words []tidytalk.Word, s *tidytalk.Sentence) error {
	o := &decisions.Sentence{Line: line}
	for i := range words {
		why := s.Decisions[i].Why & f.Rewriting.Remove
		o.Tokens, o.Removed = append(o.Tokens, words[i].Text), append(o.Removed, why != 0)
		f.Tally.addWord(words[i].Text, line, why)
	}
	if f.To == "text" {
		r := f.Rewriting
		if !s.Restored {
			r = r.AsWritten()
		}
		_, err := io.WriteString(w, transcript.JoinTokens(o.Tokens, s.Decisions, r)+"\n")
		return err
	}
	var all arrays
	if err := writeSentence(w, f, o, s.Decisions, &all); err != nil {
		return err
	}
	return all.write(w)
}

// checkTokens is transcript.CheckText for tokenised sentences: it also refuses
// empty tokens and other blanks than the single spaces between tokens.
func checkTokens(src, name string) error {
	if err := transcript.CheckText(src, name); err != nil {
		return err
	}
	line := 0
	for text := range strings.Lines(src) {
		line++
		text = strings.TrimRight(text, "\r\n")
		at := -1
		switch {
		case strings.HasPrefix(text, " "):
			at = 0
		case strings.HasSuffix(text, " "):
			at = len(text) - 1
		default:
			if at = strings.IndexAny(text, "\t\v\f\r"); at < 0 {
				at = strings.Index(text, "  ")
			}
		}
		if at >= 0 {
			return &transcript.TextError{Name: name, Line: line, Column: at + 1, Reason: fmt.Sprintf("a blank where a token should start or end (%q): tokens are separated by single spaces", text[at])}
		}
	}
	return nil
}
