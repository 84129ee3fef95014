// Package table holds what words tell of their language: for each of some languages, how much
// more probable a word is in it than in English. Frequent words have rows of their own, others
// are taken apart into trigrams of letters.
//
// Start with [Read], and, to make a table, with [Source].
package table

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is how many steps of a weight are a factor of e.
const Unit = 16

// Most is how many languages a table has at most.
const Most = 24

// Row holds the weights of a word or trigram: for each language the logarithm of how much more
// probable it is there than in English.
type Row [Most]int8

// Table holds the weights of words and trigrams. It is immutable and may be used by several
// goroutines at once.
type Table struct {
	// Codes are the languages, in the order of a row.
	Codes    []string
	rows     []Row
	words    index
	trigrams index
}

// index finds rows by hashes: a table of open addressing, half full at most.
type index struct {
	keys  []uint32 // 0: free
	rows  []uint16
	shift uint
}

func newIndex(n int) index {
	size := 1 << bits.Len(uint(2*n))
	return index{make([]uint32, size), make([]uint16, size), uint(32 - bits.TrailingZeros(uint(size)))}
}

func (x *index) put(key uint32, row int) {
	at := key >> x.shift
	for ; x.keys[at] != 0; at = (at + 1) & uint32(len(x.keys)-1) {
	}
	x.keys[at], x.rows[at] = key, uint16(row)
}

func (x *index) find(key uint32) (int, bool) {
	for at := key >> x.shift; x.keys[at] != 0; at = (at + 1) & uint32(len(x.keys)-1) {
		if x.keys[at] == key {
			return int(x.rows[at]), true
		}
	}
	return 0, false
}

// Word returns the row of a word, which Fold has made, nil if it has none.
func (t *Table) Word(hash uint32) *Row {
	if row, ok := t.words.find(hash); ok {
		return &t.rows[row]
	}
	return nil
}

// Spell adds up the rows of the trigrams of a word without a row, in small letters.
func (t *Table) Spell(word string, sum *[Most]int32) {
	a, b := ' ', ' '
	for _, c := range word + " " {
		if a != ' ' || b != ' ' || c != ' ' {
			if row, ok := t.trigrams.find(trigram(a, b, c)); ok {
				for i, w := range &t.rows[row] {
					sum[i] += int32(w)
				}
			}
		}
		a, b = b, c
	}
}

// Fold appends a word as tables have it: in lower case, with plain apostrophes.
func Fold(to []byte, word string) []byte {
	for _, c := range word {
		if c == '’' {
			c = '\''
		}
		to = utf8.AppendRune(to, unicode.ToLower(c))
	}
	return to
}

// Elided returns how long the elided word is that a word begins with, apostrophe included: the
// "l'" of "l'uomo"; 0: it begins with none.
func Elided(word string) int {
	const longest = 5 // "quell'uomo" is spelled
	if i := strings.IndexByte(word, '\''); i > 0 && i < longest && i+1 < len(word) {
		return i + 1
	}
	return 0
}

// IsName reports whether a word may be a name: a capital and small letters.
func IsName(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && n < len(word)
}

// Hash returns the hash of a word, which is never 0.
func Hash(word string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return mixed(h)
}

func trigram(a, b, c rune) uint32 {
	return mixed((uint32(a)*0x9e3779b1^uint32(b))*0x85ebca6b ^ uint32(c)*0xc2b2ae35)
}

func mixed(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x7feb352d
	h ^= h >> 15
	h *= 0x846ca68b
	return max(1, h^h>>16)
}

// Source is what a table is made of.
type Source struct {
	Codes    []string
	Words    map[string]Row
	Trigrams map[[3]rune]Row
}

const magic = "tidytalk languages 1\n"

// Bytes returns the table as a file: its languages, and, compressed, the distinct rows, language by
// language, then hashes in order, each with the number of its row.
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
	var rows []Row
	number := make(map[Row]int)
	for _, m := range []map[uint32]Row{words, trigrams} {
		for _, key := range keys(m) {
			if _, ok := number[m[key]]; !ok {
				number[m[key]] = len(rows)
				rows = append(rows, m[key])
			}
		}
	}
	if len(rows) > 1<<16 {
		return nil, fmt.Errorf("%d rows", len(rows))
	}
	var body []byte
	body = binary.AppendUvarint(body, uint64(len(rows)))
	for c := range s.Codes {
		for i := range rows {
			body = append(body, byte(rows[i][c]))
		}
	}
	for _, m := range []map[uint32]Row{words, trigrams} {
		body = binary.AppendUvarint(body, uint64(len(m)))
		before := uint32(0)
		for _, key := range keys(m) {
			body = binary.AppendUvarint(body, uint64(key-before))
			body = binary.AppendUvarint(body, uint64(number[m[key]]))
			before = key
		}
	}
	var out bytes.Buffer
	out.WriteString(magic + strings.Join(s.Codes, " ") + "\n")
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(body); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// errTwice is the error about two words of one hash, which is rare.
var errTwice = errors.New("another one has its hash, and another row")

func add(to map[uint32]Row, key uint32, row Row) error {
	if other, ok := to[key]; ok && other != row {
		return errTwice
	}
	to[key] = row
	return nil
}

func keys(m map[uint32]Row) []uint32 {
	out := make([]uint32, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// ErrDamaged is the error of Read about what is no table, or a damaged one.
var ErrDamaged = errors.New("no table of languages, or a damaged one")

// Read reads a table.
func Read(file []byte) (*Table, error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	codes, packed, whole := bytes.Cut(rest, []byte("\n"))
	t := &Table{Codes: strings.Fields(string(codes))}
	if !ok || !whole || len(t.Codes) > Most {
		return nil, ErrDamaged
	}
	body, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	r := reader{rest: body}
	n := r.number(1 << 16)
	t.rows = make([]Row, n)
	for c := range t.Codes {
		for i, w := range r.octets(n) {
			t.rows[i][c] = int8(w)
		}
	}
	for _, x := range []*index{&t.words, &t.trigrams} {
		count := r.number(1 << 20)
		*x = newIndex(count)
		key := uint32(0)
		for range count {
			key += uint32(r.number(math.MaxUint32))
			row := r.number(math.MaxUint16)
			if row >= n || key == 0 {
				r.damaged = true
			}
			if r.damaged {
				return nil, ErrDamaged
			}
			x.put(key, row)
		}
	}
	if r.damaged || len(r.rest) > 0 {
		return nil, ErrDamaged
	}
	return t, nil
}

// reader reads the body of a file.
type reader struct {
	rest    []byte
	damaged bool
}

func (r *reader) octets(n int) []byte {
	if n > len(r.rest) {
		r.damaged, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// number returns a number up to most.
func (r *reader) number(most uint64) int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > most {
		r.damaged, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}
