package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"strings"
)

// Bounds of what a file may be made of, beside its size: what is small when it is sent must not
// take the memory of a machine when it is read. JSON has maxDepth, too, and plain text the longest line of
// package transcript.
const (
	// mostEntries is how many members an archive may have. A Word document has some dozens.
	mostEntries = 4096
	// mostRatio is how many times as large as it is packed the body of a document may be. What
	// people write has some 20, a talk that is there a hundred times 150; what is made to fill the memory up to 1,032.
	mostRatio = 200
	// anyRatio is the size, in bytes, of bodies for which the ratio does not matter.
	anyRatio = 1 << 20
	// deepestXML is how many elements may be in one another, mostXML how many there may be.
	deepestXML = 200
	mostXML    = 4 << 20
	// mostJSON is how many elements a list may have, or members an object.
	mostJSON = 4 << 20
	// mostLines is how many lines a file may have that is no plain text.
	mostLines = 16 << 20
)

// ErrTooLarge is wrapped by the errors about files that have more than is read: bytes, as they are
// or unpacked, lines, elements.
var ErrTooLarge = errors.New("more than is read")

// largeError is an ErrTooLarge that says what there is too much of.
type largeError string

func (e largeError) Error() string { return string(e) }

// Unwrap returns ErrTooLarge.
func (e largeError) Unwrap() error { return ErrTooLarge }

// tooMuch is the error about a file that has more of something than is read.
func tooMuch(name, format string, args ...any) error {
	return largeError(name + " has " + fmt.Sprintf(format, args...) + ": cut it into parts")
}

// tooLarge is the error about a file that has more than its limit.
func tooLarge(name string, limit int64) error { return tooMuch(name, "more than %d MiB", limit>>20) }

// UnpackedSize returns how many bytes of text are read of a file: of a document in an archive those that it
// says to have, which are no more when it is read; of all else the size.
func UnpackedSize[S ~string | ~[]byte](src S) int64 {
	if IsZip(src) {
		if d, err := openDocx(string(src)); err == nil && d != nil {
			return int64(min(d.size(), 1<<62))
		}
	}
	return int64(len(src))
}

// checkEntries reports an archive that has more members than are looked at. They are counted by
// what each has in the directory: the count that the archive says may be any.
func checkEntries(src string) error {
	if strings.Count(src, "PK\x01\x02") > mostEntries {
		return largeError(fmt.Sprintf("the archive has more than %d members", mostEntries))
	}
	return nil
}

// size returns how many bytes the members have that are read, as the archive says.
func (d *docx) size() uint64 {
	size := d.body.UncompressedSize64
	for _, f := range d.archive.File {
		if d.format == XLSX && f != d.body && strings.HasPrefix(f.Name, xlsxFolder) && strings.HasSuffix(f.Name, ".xml") {
			size += min(f.UncompressedSize64, MaxSize)
		}
	}
	return size
}

// check reports a member that is too large to be unpacked, by what the archive says of it.
func (d *docx) check(f *zip.File, name string) error {
	size, packed := f.UncompressedSize64, f.CompressedSize64
	switch {
	case size > MaxSize || d.read+size > MaxSize:
		return tooMuch(name, "more than %d MiB of text", MaxSize>>20)
	case size > anyRatio && size/mostRatio > packed:
		return largeError(fmt.Sprintf("%s unpacks to %d MiB of text from %d KiB, more than %d times as much: no document that people have written does",
			name, size>>20, packed>>10, mostRatio))
	}
	return nil
}
