package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Source is what a table is made of.
type Source struct {
	Codes    []string
	Words    map[string]Row
	Trigrams map[[3]rune]Row
}

const magic = "tidytalk languages 2\n"

// ErrDamaged is the error of Read about what is no table, or a damaged one.
var ErrDamaged = errors.New("no table of languages, or a damaged one")

// errTwice is the error about two words of one hash, which is rare.
var errTwice = errors.New("another one has its hash, and another row")

// Bytes returns the table as a file, which is used as it lies: its languages, the distinct rows, and
// the indexes of words and of trigrams. Numbers are little-endian.
func (s *Source) Bytes() ([]byte, error) {
	if len(s.Codes) > Most {
		return nil, fmt.Errorf("%d languages, %d at most", len(s.Codes), Most)
	}
	words, trigrams := make(map[uint32]Row), make(map[uint32]Row)
	for w, row := range s.Words {
		if err := add(words, Hash(w), row); err != nil {
			return nil, fmt.Errorf("%q: %w", w, err)
		}
	}
	for g, row := range s.Trigrams {
		if err := add(trigrams, trigram(g[0], g[1], g[2]), row); err != nil {
			return nil, fmt.Errorf("%q: %w", g, err)
		}
	}
	return write(s.Codes, words, trigrams)
}

func add(to map[uint32]Row, key uint32, row Row) error {
	if other, ok := to[key]; ok && other != row {
		return errTwice
	}
	to[key] = row
	return nil
}

// write returns the file of rows by hash.
func write(codes []string, indexes ...map[uint32]Row) ([]byte, error) {
	var rows []Row
	number := make(map[Row]int)
	for _, m := range indexes {
		if len(m) > math.MaxUint16 {
			return nil, fmt.Errorf("%d words or trigrams, %d at most", len(m), math.MaxUint16)
		}
		for _, key := range keys(m) {
			if _, ok := number[m[key]]; !ok {
				number[m[key]] = len(rows)
				rows = append(rows, m[key])
			}
		}
	}
	if len(rows) > 1<<16 {
		return nil, fmt.Errorf("%d rows, %d at most", len(rows), 1<<16)
	}
	out := []byte(magic + strings.Join(codes, " ") + "\n")
	out = binary.LittleEndian.AppendUint32(out, uint32(len(rows)))
	for _, row := range rows {
		for _, w := range row[:len(codes)] {
			out = append(out, byte(w))
		}
	}
	for _, m := range indexes {
		out = appendIndex(out, m, number)
	}
	return out, nil
}

func keys(m map[uint32]Row) []uint32 {
	out := make([]uint32, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// Read reads a table. The file must not change while the table is in use. What it holds is not looked at:
// of a damaged one the weights are wrong.
func Read(file []byte) (*Table, error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	codes, body, whole := bytes.Cut(rest, []byte("\n"))
	t := &Table{Codes: strings.Fields(string(codes))}
	if !ok || !whole || len(t.Codes) > Most {
		return nil, ErrDamaged
	}
	r := reader{rest: body}
	t.rows = r.octets(r.number() * len(t.Codes))
	for _, x := range []*index{&t.words, &t.trigrams} {
		*x = r.index()
	}
	if r.damaged || len(r.rest) > 0 {
		return nil, ErrDamaged
	}
	return t, nil
}

// index finds numbers of rows by hashes, which are in order: those that begin with the same bits are
// beside each other.
type index struct {
	starts []byte // uint16: where the hashes stand that begin with some bits, and where the last ones end
	keys   []byte // uint32
	rows   []byte // uint16
	shift  int    // how many other bits there are
}

// bucket is how many hashes begin with the same bits, about.
const bucket = 4

// firstBits returns by how many first bits n hashes are found.
func firstBits(n int) int { return bits.Len(uint(n / bucket)) }

func appendIndex(out []byte, m map[uint32]Row, number map[Row]int) []byte {
	sorted, first := keys(m), firstBits(len(m))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(sorted)))
	at := 0
	for b := range uint64(1<<first) + 1 {
		for at < len(sorted) && uint64(sorted[at])>>(32-first) < b {
			at++
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(at))
	}
	for _, key := range sorted {
		out = binary.LittleEndian.AppendUint32(out, key)
	}
	for _, key := range sorted {
		out = binary.LittleEndian.AppendUint16(out, uint16(number[m[key]]))
	}
	return out
}

func (x *index) find(key uint32) (int, bool) {
	b := 2 * int(uint64(key)>>x.shift)
	from, to := int(binary.LittleEndian.Uint16(x.starts[b:])), int(binary.LittleEndian.Uint16(x.starts[b+2:]))
	for i := from; i < min(to, len(x.rows)/2); i++ {
		if binary.LittleEndian.Uint32(x.keys[4*i:]) == key {
			return int(binary.LittleEndian.Uint16(x.rows[2*i:])), true
		}
	}
	return 0, false
}

// reader reads the body of a file.
type reader struct {
	rest    []byte
	damaged bool
}

func (r *reader) index() index {
	n := r.number()
	first := firstBits(n)
	return index{starts: r.octets(2<<first + 2), keys: r.octets(4 * n), rows: r.octets(2 * n), shift: 32 - first}
}

func (r *reader) octets(n int) []byte {
	if n > len(r.rest) {
		r.damaged, r.rest = true, nil
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// number returns how many there are of something, at most 65536.
func (r *reader) number() int {
	b := r.octets(4)
	if b == nil || binary.LittleEndian.Uint32(b) > 1<<16 {
		r.damaged, r.rest = true, nil
		return 0
	}
	return int(binary.LittleEndian.Uint32(b))
}
