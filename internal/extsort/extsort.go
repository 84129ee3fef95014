// Package extsort sorts more records than memory is to hold: blocks are sorted, written to
// a temporary file as runs, and the runs merged.
//
// A record is a row of 32-bit numbers: a key, by which records are sorted column after
// column, then numbers that add up where keys are equal, then others that are kept as they
// are. In a run a key is written as what differs from the one before, numbers that add up
// in as few bytes as they take.
//
// What comes out depends on neither the memory nor the number of goroutines.
//
// Start with [New] and [Sorter]; a [List] keeps the order in which its records came.
package extsort

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// ErrTemporary is wrapped by the errors of temporary files: a folder that cannot be written
// to, a disk that is full.
var ErrTemporary = errors.New("temporary files")

// Format says how many columns of a record are its key, up to MaxKey of them, how many add
// up, and how many are raw. Keys of records with raw columns are distinct.
type Format struct{ Key, Sum, Raw int }

// MaxKey is the largest number of columns of a key.
const MaxKey = 7

func (f Format) width() int { return f.Key + f.Sum + f.Raw }

// Options say what sorting may take.
type Options struct {
	Memory  int64  // bytes for the records of a block and for merging, or the least that it takes
	Dir     string // folder of temporary files; "" for that of the system
	Workers int    // goroutines that sort a block; below 1 stands for 1
}

// buffer returns the bytes of the buffer of a run.
func (o *Options) buffer() int { return int(min(max(o.Memory/mostRuns, leastBuffer), mostBuffer)) }

const (
	leastBlock  = 16 // records
	mostBlock   = 1 << 31
	mostRuns    = 64 // that are merged at once
	leastBuffer = 1 << 8
	mostBuffer  = 1 << 18
)

// entry is a record of a block: the first two columns of its key, and where it is.
type entry struct {
	head uint64
	at   uint32
}

const entryBytes = 16

// Sorter takes records in any order. Its methods are for one goroutine.
type Sorter struct {
	ctx     context.Context
	format  Format
	options Options
	block   []uint32
	order   []entry
	runs    runs
}

// New returns a sorter. Whoever has one closes it. ctx ends the sorting between blocks, and
// the reading.
func New(ctx context.Context, f Format, o Options) *Sorter {
	if f.Key < 1 || f.Key > MaxKey {
		panic("extsort: a key of no column, or of too many")
	}
	return &Sorter{ctx: ctx, format: f, options: o}
}

// blockSize returns how many records a block holds.
func (s *Sorter) blockSize() int {
	return int(min(max(s.options.Memory/int64(4*s.format.width()+entryBytes), leastBlock), mostBlock))
}

// Add adds a copy of a record.
func (s *Sorter) Add(record []uint32) error {
	if s.block == nil {
		// All of it at once: what grows by copies takes twice as much.
		n := s.blockSize()
		s.block, s.order = make([]uint32, 0, n*s.format.width()), make([]entry, 0, n)
	}
	s.order = append(s.order, entry{head(record, s.format.Key), uint32(len(s.order))})
	s.block = append(s.block, record...)
	if len(s.order) == cap(s.order) {
		return s.write()
	}
	return nil
}

// head returns the columns of a key that are compared first.
func head(record []uint32, key int) uint64 {
	h := uint64(record[0]) << 32
	if key > 1 {
		h |= uint64(record[1])
	}
	return h
}

// write sorts the block and writes it as a run.
func (s *Sorter) write() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if len(s.order) == 0 {
		return nil
	}
	w, key := s.format.width(), s.format.Key
	compare := func(x, y entry) int {
		if x.head != y.head || key < 3 {
			return cmp.Compare(x.head, y.head)
		}
		i, j := int(x.at)*w, int(y.at)*w
		return slices.Compare(s.block[i+2:i+key], s.block[j+2:j+key])
	}
	sortWith(s.order, max(s.options.Workers, 1), compare)
	out, err := s.runs.create(s.format, &s.options)
	if err != nil {
		return err
	}
	sum := make([]uint32, w)
	for i, e := range s.order {
		record := s.block[int(e.at)*w:][:w]
		if i > 0 && compare(s.order[i-1], e) == 0 {
			s.format.add(sum, record)
			continue
		}
		if i > 0 {
			if err := out.write(sum); err != nil {
				return err
			}
		}
		copy(sum, record)
	}
	if err := out.write(sum); err != nil {
		return err
	}
	s.block, s.order = s.block[:0], s.order[:0]
	return out.finish()
}

// add adds up what of records with the same key does.
func (f Format) add(to, record []uint32) {
	for i := f.Key; i < f.Key+f.Sum; i++ {
		to[i] += record[i]
	}
}

// sortWith sorts entries by a number of goroutines.
func sortWith(entries []entry, workers int, compare func(x, y entry) int) {
	const small = 1 << 14
	if workers < 2 || len(entries) < small {
		slices.SortFunc(entries, compare)
		return
	}
	// The median of some parts the others in two.
	var sample [63]entry
	for i := range sample {
		sample[i] = entries[i*(len(entries)-1)/(len(sample)-1)]
	}
	slices.SortFunc(sample[:], compare)
	pivot := sample[len(sample)/2]
	lower := 0
	for i := range entries {
		if compare(entries[i], pivot) < 0 {
			entries[i], entries[lower] = entries[lower], entries[i]
			lower++
		}
	}
	parallel.Strided(2, 2, func(_, half int) {
		if half == 0 {
			sortWith(entries[:lower], workers/2, compare)
		} else {
			sortWith(entries[lower:], workers-workers/2, compare)
		}
	})
}

// Done writes what is left, and gives up the memory of the block. Nothing is added after
// it.
func (s *Sorter) Done() error {
	err := s.write()
	s.block, s.order = nil, nil
	return err
}

// Read returns the records sorted, those of the same key added up. It comes after Done, and
// may be called again when the reader before is not used any more.
func (s *Sorter) Read() (*Reader, error) {
	// As many runs at once as there is memory for their buffers, but two at least.
	buffer := s.options.buffer()
	most := int(min(max(s.options.Memory/int64(buffer), 2), mostRuns))
	for len(s.runs.list) > most {
		if err := s.merge(most, buffer); err != nil {
			return nil, err
		}
	}
	return newReader(s.ctx, s.format, &s.runs, s.runs.list, buffer)
}

// merge makes fewer runs, of up to most of those that there are.
func (s *Sorter) merge(most, buffer int) error {
	var fewer runs
	for from := 0; from < len(s.runs.list); from += most {
		err := func() error {
			r, err := newReader(s.ctx, s.format, &s.runs, s.runs.list[from:min(from+most, len(s.runs.list))], buffer)
			if err != nil {
				return err
			}
			out, err := fewer.create(s.format, &s.options)
			if err != nil {
				return err
			}
			for r.Next() {
				if err := out.write(r.Record()); err != nil {
					return err
				}
			}
			if err := r.Err(); err != nil {
				return err
			}
			return out.finish()
		}()
		if err != nil {
			fewer.close()
			return err
		}
	}
	s.runs.close()
	s.runs = fewer
	return nil
}

// Close gives up the memory and removes the temporary file. It may be called again.
func (s *Sorter) Close() {
	s.block, s.order = nil, nil
	s.runs.close()
}

// List holds records that come sorted, with distinct keys, in a temporary file. Its methods
// are for one goroutine.
type List struct {
	ctx     context.Context
	format  Format
	options Options
	runs    runs
	out     *runWriter
}

// NewList returns a list. Whoever has one closes it.
func NewList(ctx context.Context, f Format, o Options) *List {
	return &List{ctx: ctx, format: f, options: o}
}

// Add adds a copy of a record behind those before.
func (l *List) Add(record []uint32) error {
	if l.out == nil {
		var err error
		if l.out, err = l.runs.create(l.format, &l.options); err != nil {
			return err
		}
	}
	return l.out.write(record)
}

// Done writes what is left. Nothing is added after it.
func (l *List) Done() error {
	if l.out == nil {
		return nil
	}
	out := l.out
	l.out = nil
	return out.finish()
}

// Read returns the records. It comes after Done.
func (l *List) Read() (*Reader, error) {
	return newReader(l.ctx, l.format, &l.runs, l.runs.list, l.options.buffer())
}

// Close removes the temporary file. It may be called again.
func (l *List) Close() { l.runs.close() }

// Temporary returns an error of temporary files in a folder, "" for that of the system, which
// wraps ErrTemporary; nil for nil.
func Temporary(dir string, err error) error {
	if err == nil {
		return nil
	}
	if dir == "" {
		dir = os.TempDir()
	}
	return fmt.Errorf("%w in %s: %w", ErrTemporary, dir, err)
}
