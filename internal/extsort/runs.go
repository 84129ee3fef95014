package extsort

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
)

// file is what runs are written to.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// createFile makes a temporary file, and returns what removes it after it was closed. Tests
// have disks that are full.
var createFile = func(dir string) (f file, remove func(), err error) {
	made, err := os.CreateTemp(dir, "tidytalk-*.tmp")
	if err != nil {
		return nil, nil, err
	}
	// Where the system lets it, the file has no name any more: it is removed whatever becomes of
	// the program.
	if os.Remove(made.Name()) == nil {
		return made, func() {}, nil
	}
	return made, func() { os.Remove(made.Name()) }, nil
}

// runs are sorted runs of records in one temporary file.
type runs struct {
	dir    string
	file   file
	remove func()
	size   int64
	list   []run
	buffer []byte // of the run that is being written
}

// run is where a run stands in the file.
type run struct{ from, to int64 }

func (r *runs) close() {
	if r.file != nil {
		r.file.Close()
		r.remove()
	}
	*r = runs{}
}

// create begins a run. It ends before the next one begins.
func (r *runs) create(f Format, o *Options) (*runWriter, error) {
	if r.file == nil {
		var err error
		r.dir = o.Dir
		if r.file, r.remove, err = createFile(o.Dir); err != nil {
			return nil, Temporary(o.Dir, err)
		}
		r.buffer = make([]byte, 0, max(o.buffer(), f.longest()))
	}
	return &runWriter{runs: r, format: f, from: r.size, before: make([]uint32, f.width()), buffer: r.buffer[:0]}, nil
}

// runWriter writes a run.
type runWriter struct {
	runs   *runs
	format Format
	from   int64
	before []uint32
	buffer []byte
}

// longest returns the bytes that a record takes at most.
func (f Format) longest() int { return 10 + 5*(f.Key+f.Sum) + 4*f.Raw }

// The first number of a record holds how many columns of the key are as before in this many
// bits, and above them how much larger the next one is.
const sameBits = 3

// write writes a record.
func (w *runWriter) write(record []uint32) error {
	if len(w.buffer)+w.format.longest() > cap(w.buffer) {
		if err := w.flush(); err != nil {
			return err
		}
	}
	key, b, same, more := w.format.Key, w.buffer, 0, uint64(0)
	for same < key && record[same] == w.before[same] {
		same++
	}
	if same < key {
		more = uint64(record[same] - w.before[same])
	}
	b = binary.AppendUvarint(b, more<<sameBits|uint64(same))
	for _, v := range record[min(same+1, key) : key+w.format.Sum] {
		b = binary.AppendUvarint(b, uint64(v))
	}
	for _, v := range record[key+w.format.Sum:] {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	w.buffer = b
	copy(w.before, record[:key])
	return nil
}

func (w *runWriter) flush() error {
	n, err := w.runs.file.Write(w.buffer)
	w.runs.size += int64(n)
	w.buffer = w.buffer[:0]
	return Temporary(w.runs.dir, err)
}

// finish ends the run.
func (w *runWriter) finish() error {
	if err := w.flush(); err != nil {
		return err
	}
	w.runs.list = append(w.runs.list, run{w.from, w.runs.size})
	return nil
}

// runReader reads a run.
type runReader struct {
	runs     *runs
	format   Format
	at, to   int64 // what of the file is to be read
	buffer   []byte
	rest     []byte // of buffer
	record   []uint32
	head     uint64
	finished bool
}

// next reads the next record.
func (r *runReader) next() error {
	if len(r.rest) < r.format.longest() && r.at < r.to {
		n := copy(r.buffer[:cap(r.buffer)], r.rest)
		r.buffer = r.buffer[:min(int64(cap(r.buffer)), int64(n)+r.to-r.at)]
		got, err := r.runs.file.ReadAt(r.buffer[n:], r.at)
		if got < len(r.buffer)-n {
			return Temporary(r.runs.dir, err)
		}
		r.at += int64(got)
		r.rest = r.buffer
	}
	if len(r.rest) == 0 {
		r.finished = true
		return nil
	}
	first, ok := r.number()
	same, key := int(first&(1<<sameBits-1)), r.format.Key
	if same < key {
		r.record[same] += uint32(first >> sameBits)
	}
	for i := min(same+1, key); ok && i < key+r.format.Sum; i++ {
		var v uint64
		v, ok = r.number()
		r.record[i] = uint32(v)
	}
	if !ok || len(r.rest) < 4*r.format.Raw {
		return Temporary(r.runs.dir, errDamaged)
	}
	for i := key + r.format.Sum; i < len(r.record); i++ {
		r.record[i] = binary.LittleEndian.Uint32(r.rest)
		r.rest = r.rest[4:]
	}
	r.head = head(r.record, key)
	return nil
}

var errDamaged = errors.New("a file is not what was written to it")

// number reads a number.
func (r *runReader) number() (uint64, bool) {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		v := uint64(r.rest[0])
		r.rest = r.rest[1:]
		return v, true
	}
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		return 0, false
	}
	r.rest = r.rest[n:]
	return v, true
}

// Reader reads sorted records.
type Reader struct {
	ctx    context.Context
	format Format
	heap   []*runReader // those with records left, the least first
	record []uint32
	read   int
	err    error
}

func newReader(ctx context.Context, f Format, from *runs, list []run, buffer int) (*Reader, error) {
	r := &Reader{ctx: ctx, format: f, record: make([]uint32, f.width())}
	for _, place := range list {
		in := &runReader{runs: from, format: f, at: place.from, to: place.to,
			buffer: make([]byte, 0, max(buffer, 2*f.longest())), record: make([]uint32, f.width())}
		if err := in.next(); err != nil {
			return nil, err
		}
		if !in.finished {
			r.heap = append(r.heap, in)
		}
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
	return r, nil
}

// less reports whether the record of x comes before that of y.
func (r *Reader) less(x, y *runReader) bool {
	if x.head != y.head || r.format.Key < 3 {
		return x.head < y.head
	}
	return slices.Compare(x.record[2:r.format.Key], y.record[2:r.format.Key]) < 0
}

// down moves a reader to its place in the heap.
func (r *Reader) down(i int) {
	for {
		least := 2*i + 1
		if least >= len(r.heap) {
			return
		}
		if least+1 < len(r.heap) && r.less(r.heap[least+1], r.heap[least]) {
			least++
		}
		if !r.less(r.heap[least], r.heap[i]) {
			return
		}
		r.heap[i], r.heap[least] = r.heap[least], r.heap[i]
		i = least
	}
}

// Next reads a record; it returns false at the end, and where Err tells why there is none.
func (r *Reader) Next() bool {
	const often = 1 << 16
	if r.read++; r.read%often == 0 && r.err == nil {
		r.err = r.ctx.Err()
	}
	if len(r.heap) == 0 || r.err != nil {
		return false
	}
	copy(r.record, r.heap[0].record)
	for {
		r.advance()
		if r.err != nil {
			return false
		}
		if len(r.heap) == 0 || !slices.Equal(r.heap[0].record[:r.format.Key], r.record[:r.format.Key]) {
			return true
		}
		r.format.add(r.record, r.heap[0].record)
	}
}

// advance goes on in the run whose record comes first.
func (r *Reader) advance() {
	top := r.heap[0]
	if r.err = top.next(); top.finished {
		last := len(r.heap) - 1
		r.heap[0], r.heap = r.heap[last], r.heap[:last]
	}
	r.down(0)
}

// Record returns the record that Next read. It is valid until Next is called again.
func (r *Reader) Record() []uint32 { return r.record }

// Err returns what ended the reading early.
func (r *Reader) Err() error { return r.err }
