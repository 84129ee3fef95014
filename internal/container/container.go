// Package container is the file format of models and bundles: named binary
// sections behind a header that says what they are.
//
//	offset  size  field
//	0       8     magic "tidytalk"
//	8       2     container version (2)
//	10      2     format version of the kind
//	12      4     length of the header text H
//	16      8     hash of all before it and all behind it (xxh3)
//	24      H     header text: JSON with kind, training configuration and sections
//	...           the sections, each aligned to 8 bytes
//
// Integers are little-endian. A file is used as it lies: sections are slices of
// the input. Containers nest: a bundle's sections are containers. A File may be
// shared between goroutines.
//
// In version 1 the hash was that of what is behind it alone. Such files are read; a bit of
// their versions or lengths that is flipped is told as damage where another version, or
// length, fits the hash, and that is all that tells it. Versions later than 2 keep the
// place of the hash, and what it is of.
//
// Start with [Open] and [New].
package container

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"github.com/zeebo/xxh3"
)

// What can be wrong with a file; Open wraps one of these.
var (
	ErrForeign  = errors.New("not a tidytalk file")
	ErrKind     = errors.New("a tidytalk file of another kind")
	ErrNewer    = errors.New("made by a newer version of tidytalk: upgrade tidytalk, or make the file again with this version")
	ErrOlder    = errors.New("made by an older version of tidytalk: make it again with tidytalk train")
	ErrChecksum = errors.New("damaged: the file is truncated or its checksum does not match; copy or make it again")
)

const (
	magic   = "tidytalk"
	version = 2
	fixed   = 24
	hashed  = 16 // where the hash stands
)

type header struct {
	Kind     string
	Config   string
	Sections []section
}

type section struct {
	Name   string
	Offset int // from the end of the header
	Size   int
}

// Writer collects the sections of a file.
type Writer struct {
	header  header
	version uint16
	body    [][]byte
	size    int // of the body
}

// New returns a writer for a file of a kind in a format version. config is the
// text of the training configuration; Hash of it identifies what the file was
// made with.
func New(kind string, formatVersion uint16, config string) *Writer {
	return &Writer{header: header{Kind: kind, Config: config}, version: formatVersion}
}

// Add appends a section. data must not change until the file is written.
func (w *Writer) Add(name string, data []byte) {
	w.header.Sections = append(w.header.Sections, section{name, w.size, len(data)})
	w.body = append(w.body, data)
	w.size += len(data)
	if rest := w.size % 8; rest != 0 {
		w.body = append(w.body, padding[rest:])
		w.size += 8 - rest
	}
}

var padding [8]byte

// head returns what is before the sections.
func (w *Writer) head() ([]byte, error) {
	text, err := json.Marshal(w.header)
	if err != nil {
		return nil, err
	}
	for len(text)%8 != 0 {
		text = append(text, ' ')
	}
	b := make([]byte, fixed, fixed+len(text))
	copy(b, magic)
	binary.LittleEndian.PutUint16(b[8:], version)
	binary.LittleEndian.PutUint16(b[10:], w.version)
	binary.LittleEndian.PutUint32(b[12:], uint32(len(text)))
	b = append(b, text...)
	binary.LittleEndian.PutUint64(b[hashed:], hashOf(b, w.body...))
	return b, nil
}

// Bytes returns the file. Equal sections give equal bytes.
func (w *Writer) Bytes() ([]byte, error) {
	head, err := w.head()
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, len(head)+w.size), head...)
	for _, part := range w.body {
		b = append(b, part...)
	}
	return b, nil
}

// WriteTo implements io.WriterTo. It copies nothing: a large file takes no memory beside
// its sections.
func (w *Writer) WriteTo(to io.Writer) (int64, error) {
	head, err := w.head()
	if err != nil {
		return 0, err
	}
	n, err := to.Write(head)
	all := int64(n)
	for _, part := range w.body {
		if err != nil {
			break
		}
		n, err = to.Write(part)
		all += int64(n)
	}
	return all, err
}

// File is an opened container.
type File struct {
	header  header
	config  []byte // JSON of header.Config, where that was not read
	version uint16
	body    []byte
}

// Option says how Open opens a file.
type Option uint8

// The options.
const (
	// Covered leaves out the checksum: that of the file around has been checked.
	Covered Option = 1 + iota
	// Trusted leaves out the checksum of what is part of the program. Who reads such a file
	// may leave out other checks that take long, too.
	Trusted
)

// Inside returns the options for a file that lies in one that was opened with options.
func Inside(options []Option) []Option { return append(slices.Clone(options), Covered) }

// Open reads the header of a file of a kind and checks its checksum. data must
// not change while the file is in use. Beside ErrOlder, for an earlier format version of the
// kind, it returns the file: for who can convert it, or reads its configuration alone.
func Open(data []byte, kind string, formatVersion uint16, options ...Option) (*File, error) {
	if len(data) < fixed || string(data[:8]) != magic {
		return nil, ErrForeign
	}
	v, hash := binary.LittleEndian.Uint16(data[8:]), binary.LittleEndian.Uint64(data[hashed:])
	covered := len(options) > 0
	n := uint64(binary.LittleEndian.Uint32(data[12:]))
	fits := n <= uint64(len(data)-fixed)
	switch {
	case v == 1:
		// What is before the hash is not in it. The header text, as Bytes writes it, tells
		// whether its length is right.
		fits = fits && n%8 == 0 && (covered || hash == xxh3.Hash(data[fixed:]))
	default:
		fits = fits && (covered || hash == hashOf(data))
	}
	switch {
	case !fits || v == 0:
		return nil, ErrChecksum
	case v > version:
		return nil, ErrNewer
	}
	f := &File{version: binary.LittleEndian.Uint16(data[10:]), body: data[fixed+n:]}
	if err := f.readHeader(data[fixed:fixed+n], slices.Contains(options, Trusted)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrChecksum, err)
	}
	if f.header.Kind != kind {
		return nil, fmt.Errorf("%w: %q instead of %q", ErrKind, f.header.Kind, kind)
	}
	if f.version > formatVersion {
		return nil, ErrNewer
	}
	for _, s := range f.header.Sections {
		if s.Offset < 0 || s.Size < 0 || s.Offset > len(f.body) || s.Size > len(f.body)-s.Offset {
			return nil, fmt.Errorf("%w: section %q lies outside the file", ErrChecksum, s.Name)
		}
	}
	if f.version < formatVersion {
		return f, ErrOlder
	}
	return f, nil
}

// hashOf returns the hash of a file, whose parts come one after the other: of all but the
// hash itself.
func hashOf(b []byte, parts ...[]byte) uint64 {
	h := xxh3.New()
	h.Write(b[:hashed])
	h.Write(b[hashed+8:])
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum64()
}

// Checksum returns the checksum that a file carries, which tells it from others. It is not
// checked; a file is one that Open has opened.
func Checksum(file []byte) string {
	return fmt.Sprintf("%016x", binary.LittleEndian.Uint64(file[hashed:]))
}

// Section returns the bytes of a section, nil if there is none of that name.
func (f *File) Section(name string) []byte {
	for _, s := range f.header.Sections {
		if s.Name == name {
			return f.body[s.Offset : s.Offset+s.Size : s.Offset+s.Size]
		}
	}
	return nil
}

// OpenSince is Open for who reads all format versions from since on.
func OpenSince(data []byte, kind string, since, formatVersion uint16, options ...Option) (*File, error) {
	f, err := Open(data, kind, formatVersion, options...)
	if errors.Is(err, ErrOlder) && f.version >= since {
		return f, nil
	}
	return f, err
}

// ConfigOf returns the training configuration that a file of a kind was made with, in any
// format version up to the given one.
func ConfigOf(data []byte, kind string, formatVersion uint16, options ...Option) (string, error) {
	f, err := Open(data, kind, formatVersion, options...)
	if err != nil && !errors.Is(err, ErrOlder) {
		return "", err
	}
	return f.Config(), nil
}

// Names returns the names of the sections in file order.
func (f *File) Names() []string {
	var names []string
	for _, s := range f.header.Sections {
		names = append(names, s.Name)
	}
	return names
}

// Config returns the training configuration that the file was made with.
func (f *File) Config() string {
	if f.config == nil {
		return f.header.Config
	}
	var config string
	if err := json.Unmarshal(f.config, &config); err != nil {
		panic(err) // it is part of the program
	}
	return config
}

// Version returns the format version of the file's kind.
func (f *File) Version() int { return int(f.version) }

// Hash identifies a configuration text.
func Hash(config string) string { return fmt.Sprintf("%016x", xxh3.HashString(config)) }

// Number is an element type of a numeric section.
type Number interface {
	~uint16 | ~uint32 | ~float32
}

// Slice views a section as numbers: without a copy where the machine is
// little-endian and the bytes are aligned. Bytes beyond the last whole number
// are an error.
func Slice[T Number](b []byte) ([]T, error) {
	size := int(unsafe.Sizeof(T(0)))
	if len(b)%size != 0 {
		return nil, fmt.Errorf("%w: a numeric section of %d bytes", ErrChecksum, len(b))
	}
	if len(b) == 0 {
		return nil, nil
	}
	if littleEndian && uintptr(unsafe.Pointer(&b[0]))%uintptr(size) == 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/size), nil
	}
	out := make([]T, len(b)/size)
	copy(view(out), b)
	if !littleEndian {
		swap(view(out), size)
	}
	return out, nil
}

// Bytes is the inverse of Slice.
func Bytes[T Number](s []T) []byte {
	out := append([]byte(nil), view(s)...)
	if !littleEndian {
		swap(out, int(unsafe.Sizeof(T(0))))
	}
	return out
}

// view returns the memory of numbers.
func view[T Number](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// swap reverses the bytes of every number.
func swap(b []byte, size int) {
	for i := 0; i < len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
}

var littleEndian = func() bool {
	x := uint16(1)
	return *(*byte)(unsafe.Pointer(&x)) == 1
}()
