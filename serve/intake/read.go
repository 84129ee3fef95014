package intake

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/text/formats"
)

// ReadSource reads all of what is open, as it is to be read. What is too large, or no text, is refused before it is read whole, and so are
// compressed files but for Word documents: what a small one holds may fill the memory. The
// name is that of messages, too.
func ReadSource(r io.Reader, name string, how formats.Reading) (string, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(formats.SignatureSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if what := formats.Unsupported(head); what != "" && !formats.IsZip(head) {
		return "", unsupported(name, what)
	}
	var source io.Reader = in
	type stater interface{ Stat() (fs.FileInfo, error) }
	if f, ok := r.(stater); ok {
		source = struct {
			io.Reader
			stater
		}{in, f}
	}
	src, err := how.Source(source, name)
	if err == nil && formats.IsZip(src) && !formats.ByExtension(name).InArchives() {
		if what := formats.Unsupported(src); what != "" {
			return "", unsupported(name, what)
		}
	}
	return src, err
}

// unsupported is the error about a file of a kind that is not read.
func unsupported(name, what string) error {
	return fmt.Errorf("%s is %s", name, what)
}

// OutputName returns the name of a result in the folder of results: that of the input, with the
// extension of the format that is asked for; "" asks for none.
func OutputName(rel, to string) string {
	if to == "" {
		return rel
	}
	ext := "." + to
	if f, err := formats.ByName(to); err == nil {
		ext = f.Extensions()[0]
	}
	if formats.KnownExtension(rel) {
		rel = strings.TrimSuffix(rel, filepath.Ext(rel))
	}
	return rel + ext
}

// HoldsNone reports whether an error about a file, read as how says, tells that it holds no transcript: such files of folders are left
// out, of which nobody has said what they are. See formats.HoldsNone.
func HoldsNone(err error, how formats.Reading, src, name string) bool {
	return errors.Is(err, formats.ErrUnknown) && how.Format == "" && how.Map == "" && formats.HoldsNone(src, name)
}
