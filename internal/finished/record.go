// Package finished remembers texts that need no more work, so that no file is worked on
// twice.
//
// A record is a file of lines, behind a first one that says what the file is: a key that
// says what was done, the SHA-256 of a result, and a number of the run that added it, all in
// hexadecimal. Results are added
// before they get their place: one that never got it is no file's content, and does no harm.
// Lines are written at once and to the end, so that several processes may add to a record.
// Lines that are damaged count for nothing. Lines whose key is zero tell who runs at the same time:
// one without a number of a run is written by who opens a record that nobody else has open, one
// with a number by a run that ends. What killed runs added counts as added meanwhile until then.
//
// Start with [Open] and [Record].
package finished

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

// MaxResults is how many results a record holds when it is opened: of more, the newer half
// is kept.
const MaxResults = 1 << 20

// MaxAge is how long a record that Prune looks at is kept after it was last opened.
const MaxAge = 365 * 24 * time.Hour

// ErrForeign is wrapped by the error of Open about a file that is no record.
var ErrForeign = errors.New("not a record of finished files")

const (
	head    = "tidytalk finished files, version 1\n"
	keySize = 16 // hexadecimal digits
)

// Sum is the SHA-256 of a text.
type Sum = [sha256.Size]byte

const (
	runSize  = 16 // hexadecimal digits
	sumFrom  = keySize + 1
	runFrom  = sumFrom + 2*sha256.Size + 1
	lineSize = runFrom + runSize + 1
)

// Key returns the key that stands for a hash of at least eight bytes.
func Key(sum []byte) string { return hex.EncodeToString(sum[:keySize/2]) }

// Record is an open record, of one key. It may be used by several goroutines at once.
type Record struct {
	mu    sync.Mutex
	f     *os.File
	key   string
	run   string
	known map[Sum]adder
	read  int64 // up to where lines are known
	torn  bool  // the last line has no end
	added bool  // by this one
}

// adder says who added a result.
type adder uint8

const (
	others    adder = 1 << iota
	meanwhile       // others that run, or ran, at the same time
	own
)

// nobody is in the place of the key in lines about runs, and of the number of the run in those that
// say that no other is there.
var nobody = strings.Repeat("0", keySize)

// Open opens the record in a file, or begins one. Key is one that Key made.
func Open(path, key string) (*Record, error) { return open(path, key, MaxResults) }

func open(path, key string, most int) (*Record, error) {
	f, err := openLocked(path, most)
	if err != nil {
		return nil, err
	}
	r := &Record{f: f, key: key, run: fmt.Sprintf("%016x", rand.Uint64()), known: make(map[Sum]adder)}
	if err = r.begin(); err == nil {
		err = r.catchUp()
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	now := time.Now()
	os.Chtimes(path, now, now) // it is in use: see Prune
	return r, nil
}

// openLocked opens the file of a record, shortens it if nobody else has it open, and keeps
// others from that as long as it is open.
func openLocked(path string, most int) (*os.File, error) {
	const tries, pause = 100, 20 * time.Millisecond
	for try := 0; ; try++ {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s is not a regular file", path)
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		if alone, err := filelock.Exclusive(f); alone && err == nil {
			if info.Size() > int64(len(head)+most*lineSize) {
				err := shorten(f, path, most/2)
				f.Close() // the file of the name is another one now
				if err != nil {
					return nil, err
				}
				continue
			}
			if err := markAlone(f); err != nil {
				f.Close()
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		shared, err := filelock.Shared(f)
		if err != nil || try == tries {
			return f, nil // less protection: lines that are added while somebody shortens it may be lost
		}
		if now, err := os.Stat(path); shared && err == nil && os.SameFile(now, info) {
			return f, nil
		}
		f.Close()
		if !shared {
			time.Sleep(pause)
		}
	}
}

// markAlone says in a record that nobody else has it open, unless nobody has added anything since the
// last one said so.
func markAlone(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() <= int64(len(head)) {
		return err
	}
	if err := checkHead(f); err != nil {
		return err
	}
	line := runLine(nobody)
	last := make([]byte, len(line))
	if _, err := f.ReadAt(last, max(0, info.Size()-int64(len(line)))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if string(last) == line {
		return nil
	}
	if last[len(last)-1] != '\n' {
		line = "\n" + line
	}
	_, err = f.WriteString(line)
	return err
}

// runLine returns the line about a run.
func runLine(run string) string { return fmt.Sprintf("%s %x %s\n", nobody, Sum{}, run) }

// shorten writes a record anew with its last lines.
func shorten(f *os.File, path string, keep int) error {
	if err := checkHead(f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	from := info.Size() - int64(keep)*lineSize - 1 // the end of the line before
	tail, err := io.ReadAll(io.NewSectionReader(f, from, info.Size()-from))
	if err != nil {
		return err
	}
	var rest []byte
	for line := range bytes.Lines(tail[bytes.IndexByte(tail, '\n')+1:]) {
		if !bytes.HasPrefix(line, []byte(nobody)) { // no other runs
			rest = append(append(rest, bytes.TrimSuffix(line, []byte("\n"))...), '\n')
		}
	}
	t, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(t.Name())
	_, err = t.Write(append([]byte(head), rest...))
	if err = errors.Join(err, t.Chmod(info.Mode().Perm()), t.Sync(), t.Close()); err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}

// checkHead returns an error if a file is neither a record nor the beginning of one.
func checkHead(f *os.File) error {
	b := make([]byte, len(head))
	n, err := f.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !strings.HasPrefix(head, string(b[:n])) {
		return ErrForeign
	}
	return nil
}

// begin writes the first line, if it is not there.
func (r *Record) begin() error {
	if err := checkHead(r.f); err != nil {
		return err
	}
	info, err := r.f.Stat()
	if err != nil || info.Size() >= int64(len(head)) {
		return err
	}
	line := head
	if info.Size() > 0 {
		line = head[info.Size():] // it was torn off
	}
	_, err = r.f.WriteString(line)
	return err
}

// catchUp reads what was added since the last time.
func (r *Record) catchUp() error {
	info, err := r.f.Stat()
	if err != nil || info.Size() <= r.read {
		return err
	}
	b, err := io.ReadAll(io.NewSectionReader(r.f, r.read, info.Size()-r.read))
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(b, '\n') + 1
	r.torn = end < len(b)
	running := make(map[string][]Sum) // what runs added that have not ended
	for line := range bytes.Lines(b[:end]) {
		switch key, sum, run, ok := parse(line); {
		case !ok || run == r.run:
		case key == nobody && run == nobody:
			clear(running)
		case key == nobody && r.read == 0:
			delete(running, run)
		case key == r.key:
			r.known[sum] |= others
			running[run] = append(running[run], sum)
		}
	}
	for _, added := range running {
		for _, sum := range added {
			r.known[sum] |= meanwhile
		}
	}
	r.read += int64(end)
	return nil
}

// parse returns what is in a line; false: it is damaged, or the first one.
func parse(line []byte) (key string, sum Sum, run string, ok bool) {
	if len(line) != lineSize || line[sumFrom-1] != ' ' || line[runFrom-1] != ' ' {
		return "", sum, "", false
	}
	if _, err := hex.Decode(sum[:], line[sumFrom:runFrom-1]); err != nil {
		return "", sum, "", false
	}
	return string(line[:keySize]), sum, string(line[runFrom : lineSize-1]), true
}

// Has reports whether a result was added before this record was opened, or by another
// process. What was added here does not count, so that what becomes of a file does not
// depend on which ones were done before it.
func (r *Record) Has(sum Sum) bool { return r.has(sum, others) }

// HasMeanwhile reports whether another process added a result that has the record open at the same
// time.
func (r *Record) HasMeanwhile(sum Sum) bool { return r.has(sum, meanwhile) }

func (r *Record) has(sum Sum, by adder) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[sum]&by == 0 {
		r.catchUp() // what cannot be read is not known
	}
	return r.known[sum]&by != 0
}

// Add adds a result, and returns when it is on the disk. It adds what others have added,
// too: they do not count what they added themselves, but have to know what this one did.
func (r *Record) Add(sum Sum) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[sum]&own != 0 {
		return nil
	}
	line := fmt.Sprintf("%s %x %s\n", r.key, sum, r.run)
	r.known[sum] |= own
	r.added = true
	_, err := r.f.WriteString(r.whole(line))
	return errors.Join(err, r.f.Sync())
}

// whole returns a line behind the end of the one before, if that has none.
func (r *Record) whole(line string) string {
	if !r.torn {
		return line
	}
	r.torn = false
	return "\n" + line
}

// Close closes the record.
func (r *Record) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.added {
		r.f.WriteString(r.whole(runLine(r.run))) // without it, this run counts as one that was killed
	}
	return r.f.Close()
}

// Prune removes the records in a folder that nobody has opened for MaxAge.
func Prune(folder, pattern string) {
	paths, _ := filepath.Glob(filepath.Join(folder, pattern))
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > MaxAge {
			os.Remove(path)
		}
	}
}
