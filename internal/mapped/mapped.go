// Package mapped keeps long lists of numbers in temporary files that are mapped into memory:
// the system holds as much of them as there is room for, and takes the room back where it is
// needed. On systems that cannot do that the lists are in memory.
//
// Start with [Create] and [List].
package mapped

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
	"unsafe"

	"github.com/tidytalk/tidytalk/internal/extsort"
)

// Writer writes a list. It belongs to one goroutine.
type Writer struct {
	dir  string
	file *os.File
	out  *bufio.Writer
	n    int
}

// Create begins a list in a folder, "" for that of the system. Whoever does ends it with Map
// or Close.
func Create(dir string) (*Writer, error) {
	f, err := os.CreateTemp(dir, "tidytalk-*.tmp")
	if err != nil {
		return nil, extsort.Temporary(dir, err)
	}
	os.Remove(f.Name()) // where the system lets it, the file is removed whatever becomes of the program
	return &Writer{dir: dir, file: f, out: bufio.NewWriterSize(f, 1<<18)}, nil
}

// Len returns the length of the list so far.
func (w *Writer) Len() int { return w.n }

// Add appends numbers.
func (w *Writer) Add(values []uint32) error {
	w.n += len(values)
	var b [4]byte
	for _, v := range values {
		binary.NativeEndian.PutUint32(b[:], v)
		if _, err := w.out.Write(b[:]); err != nil {
			return extsort.Temporary(w.dir, err)
		}
	}
	return nil
}

// Close gives up a list that was not mapped. It may be called again.
func (w *Writer) Close() {
	if w.file != nil {
		w.file.Close()
		os.Remove(w.file.Name())
		w.file = nil
	}
}

// List is a list that was written. Its numbers may be shared between goroutines.
type List struct {
	Numbers []uint32
	unmap   func()
}

// Close gives up the list. Its numbers must not be looked at any more: the program would
// end.
func (l *List) Close() {
	if l.unmap != nil {
		l.unmap()
	}
	l.Numbers, l.unmap = nil, nil
}

// Map ends the list and returns it.
func (w *Writer) Map() (*List, error) {
	defer w.Close()
	if err := w.out.Flush(); err != nil {
		return nil, extsort.Temporary(w.dir, err)
	}
	if w.n == 0 {
		return &List{}, nil
	}
	b, unmap, err := mapFile(w.file, 4*w.n)
	if err != nil {
		return nil, extsort.Temporary(w.dir, err)
	}
	return &List{unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), w.n), unmap}, nil
}

// load is mapFile in memory.
func load(f *os.File, size int) ([]byte, func(), error) {
	numbers := make([]uint32, size/4) // aligned
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), size)
	_, err := f.ReadAt(b, 0)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, func() {}, err
}
