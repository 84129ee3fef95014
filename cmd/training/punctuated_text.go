package training

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// PunctuatedText reads files of edited text to train on, a turn a line, with a speaker and a
// tab before it or without; gzip-compressed or not. Each line with words is a sentence
// whose tokens know which punctuation mark follows them, and where a sentence boundary is.
func PunctuatedText(c *cli.Context, paths []string) ([]data.Sentence, error) {
	var out []data.Sentence
	err := fileio.EachInput(c, paths, func(r io.Reader, name string) error {
		text, err := unpacked(r, name)
		if err != nil {
			return err
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			_, after, tab := strings.Cut(line, "\t")
			if tab {
				lines[i] = after
			}
		}
		d, err := transcript.ParsePart(strings.Join(lines, "\n"), name)
		if err != nil {
			return err
		}
		for i := range d.Lines {
			if s := punctuatedLine(d, d.Lines[i].Words); len(s.Tokens) > 0 {
				out = append(out, s)
			}
		}
		return nil
	})
	return out, err
}

// unpacked reads text that may be gzip-compressed.
func unpacked(r io.Reader, name string) ([]byte, error) {
	b := bufio.NewReader(r)
	r = b
	if head, _ := b.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		r = z
	}
	return bounded.ReadAll(r, name, formats.MaxTextSize)
}

// allText reads files of text, gzip-compressed or not, as one.
func allText(c *cli.Context, paths []string) (string, error) {
	var b strings.Builder
	err := fileio.EachInput(c, paths, func(r io.Reader, name string) error {
		text, err := unpacked(r, name)
		if err != nil {
			return err
		}
		if err := transcript.CheckText(string(text), name); err != nil {
			return err
		}
		b.Write(text)
		if !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		return nil
	})
	return b.String(), err
}

// punctuatedLine returns the words of a line with the punctuation after them.
func punctuatedLine(d *transcript.Document, words transcript.Span) data.Sentence {
	var s data.Sentence
	for w := words.Start; w < words.End; w++ {
		word := &d.Words[w]
		for t := word.Tokens.Start; t < word.Tokens.End; t++ {
			s.Tokens = append(s.Tokens, data.Token{Text: d.Tokens[t].Text})
		}
		if n := len(s.Tokens); n > 0 && word.Tokens.Len() > 0 {
			s.Tokens[n-1].Punct = markAfter(d.Source[word.Core.End:word.Bytes.End])
			if word.Final {
				s.Tokens[n-1].Boundary = data.Complete
			}
		}
	}
	return s
}

// markAfter returns the first punctuation mark after a word that separates it from the next,
// 0 if there is none. A dash is a comma.
func markAfter(after string) byte {
	for _, r := range after {
		switch r {
		case ',', '.', '?', '!', ';', ':':
			return byte(r)
		case '-', '–', '—', '…':
			return ','
		}
	}
	return 0
}
