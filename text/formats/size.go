package formats

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// MaxTextSize is the size, in bytes, of the largest plain text that ReadFrom reads: some ten thousand hours of speech.
const MaxTextSize = 1 << 30

// headSize is how many bytes of a file tell its format and whether it is text at all.
const headSize = 64 << 10

// SizeLimit returns how large a file may be, in bytes, by its first bytes, its name and its
// format, if that is given: MaxTextSize for plain text, MaxSize for all else. Without any
// bytes, the name alone decides.
func (r Reading) SizeLimit(head, name string) int64 {
	if c, err := r.coding(head); err == nil && c == nil && r.IsText(head, name) {
		return MaxTextSize
	}
	return MaxSize
}

// CheckHead returns the error of [Reading.Read] that the first bytes of a longer file give away:
// that it is no text. Those of an archive tell nothing: what it holds stands at its end.
func (r Reading) CheckHead(head, name string) error {
	if IsZip(head) {
		return nil
	}
	src := head
	for cut := 0; cut < utf8.UTFMax && len(src) > 0; cut++ { // the last character may be cut off
		if c, size := utf8.DecodeLastRuneInString(src); c != utf8.RuneError || size != 1 {
			break
		}
		src = src[:len(src)-1]
	}
	if c, err := r.coding(src); c != nil || err != nil {
		return err
	}
	f, err := r.decodeFile(src, name)
	if err != nil {
		return err
	}
	format := r.Format
	if format == "" && r.Map == "" {
		if d := f.sniff(); d != nil {
			if format = d.format; format == Text {
				if err := f.checkIsText(); err != nil {
					return err
				}
			}
		}
	}
	if format != Text {
		return f.checkText()
	}
	if err := CheckUTF8(src, name); err != nil {
		return err
	}
	return transcript.CheckText(src, name)
}

// Source returns all that from holds, for [Reading.Read]: at most MaxSize bytes, or MaxTextSize of
// plain text. What is larger, or no text, is refused before it is read whole, by its size,
// if it is a file, or its first bytes. The name is that which Read gets.
func (r Reading) Source(from io.Reader, name string) (string, error) {
	if from == nil {
		return "", fmt.Errorf("%s cannot be read: the reader is nil", name)
	}
	var src strings.Builder
	size := int64(0) // as far as it is known
	switch x := from.(type) {
	case interface{ Len() int }:
		size = int64(x.Len())
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := x.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	limit := r.SizeLimit("", name)
	if size > limit {
		return "", tooLarge(name, limit)
	}
	first := int64(headSize)
	if size > 0 {
		first = min(first, size+1)
	}
	head := make([]byte, first)
	n, err := io.ReadFull(from, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if head = head[:n]; err == nil { // there is more
		if err := r.CheckHead(string(head), name); err != nil {
			return "", err
		}
		if limit = r.SizeLimit(string(head), name); size > limit {
			return "", tooLarge(name, limit)
		}
	}
	if err != nil { // all is read
		return string(head), nil
	}
	rest := io.LimitReader(from, limit-int64(n)+1)
	if size > 0 {
		src.Grow(int(size))
		src.Write(head)
		_, err = io.Copy(&src, rest)
	} else {
		err = readPieces(&src, head, rest)
	}
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(src.Len()) > limit {
		return "", tooLarge(name, limit)
	}
	return src.String(), nil
}

// readPieces is io.Copy of head and r to a builder, for what may be large and of which
// nobody knows how large. A builder that grows on its own takes several times the memory.
func readPieces(to *strings.Builder, head []byte, r io.Reader) error {
	const pieceSize = 4 << 20
	pieces, size := [][]byte{head}, len(head)
	for {
		piece := make([]byte, pieceSize)
		n, err := io.ReadFull(r, piece)
		pieces, size = append(pieces, piece[:n]), size+n
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return err
		}
	}
	to.Grow(size)
	for i, p := range pieces {
		to.Write(p)
		pieces[i] = nil
	}
	return nil
}
