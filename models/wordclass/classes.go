package wordclass

import (
	"fmt"
	"math"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Class is a fine class; 0 is that of the words that are not known.
type Class uint16

// Unknown is the class of words that are not known, fine and coarse.
const Unknown Class = 0

// The kind and version of the file.
const (
	FileKind    = "classes"
	FileVersion = 1
)

// buckets is the number of parts of the range of hashes whose beginnings are kept.
const buckets = 1 << 12

// Classes are the classes of words. They are immutable and may be shared by goroutines.
type Classes struct {
	// The words, sorted by hash: a word that has the hash of another one by chance (one
	// unknown word in 100,000) is taken for it.
	hashes []uint32
	fine   []uint16
	logs   []byte   // logarithm of the count of each word, in steps of an eighth of a doubling
	coarse []uint16 // of each fine class
	starts [buckets + 1]uint32
}

// Word is a word as classes know it.
type Word struct {
	Fine, Coarse Class
	// LogCount is the logarithm, to base 2, of how often the word was in the text that the
	// classes were made from.
	LogCount float64
}

// logSteps is how many steps of Classes.logs a doubling has.
const logSteps = 8

// Of returns what is known of a word in lower case; the zero value of one that is not
// known. Numbers in digits with as many digits are one word. It does not allocate for
// words without digits.
func (c *Classes) Of(word string) Word {
	h := hashOf(word)
	b := h >> 20
	lo, hi := c.starts[b], c.starts[b+1]
	i, found := slices.BinarySearch(c.hashes[lo:hi], h)
	if !found {
		return Word{}
	}
	k := int(lo) + i
	return Word{Class(c.fine[k]), Class(c.coarse[c.fine[k]]), float64(c.logs[k]) / logSteps}
}

// Len returns how many words are known.
func (c *Classes) Len() int { return len(c.hashes) }

// Fine returns the number of fine classes, the one of unknown words among them.
func (c *Classes) Fine() int { return len(c.coarse) }

// Coarse returns the coarse class of a fine one.
func (c *Classes) Coarse(fine Class) Class { return Class(c.coarse[fine]) }

// hashOf returns the hash of a word as it is known.
func hashOf(word string) uint32 { return uint32(xxh3.HashString(normalise(word)) >> 32) }

// normalise returns the word with 0 for every digit.
func normalise(word string) string {
	for i := range len(word) {
		if isDigit(word[i]) && word[i] != '0' {
			out := []byte(word)
			for k, b := range out {
				if isDigit(b) {
					out[k] = '0'
				}
			}
			return string(out)
		}
	}
	return word
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// newClasses returns the classes of words, each of which is once in the list.
func newClasses(words []string, counts []int, fine, coarse []uint16) *Classes {
	c := &Classes{coarse: coarse}
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	hashes := make([]uint32, len(words))
	for i, w := range words {
		hashes[i] = hashOf(w)
	}
	// Of words with one hash, the more frequent one comes first, and is kept.
	slices.SortStableFunc(order, func(a, b int) int {
		return compare(hashes[a], hashes[b], counts[b], counts[a])
	})
	for _, i := range order {
		if n := len(c.hashes); n > 0 && c.hashes[n-1] == hashes[i] {
			continue
		}
		c.hashes, c.fine = append(c.hashes, hashes[i]), append(c.fine, fine[i])
		c.logs = append(c.logs, byte(min(255, math.Round(logSteps*math.Log2(float64(counts[i]))))))
	}
	c.index()
	return c
}

func compare(a, b uint32, x, y int) int {
	switch {
	case a != b && a < b:
		return -1
	case a != b:
		return 1
	}
	return x - y
}

// index finds where the buckets begin.
func (c *Classes) index() {
	k := 0
	for b := range c.starts {
		for k < len(c.hashes) && int(c.hashes[k]>>20) < b {
			k++
		}
		c.starts[b] = uint32(k)
	}
}

// Marshal returns the classes as a file. config says what they were made with.
func (c *Classes) Marshal(config string) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	w.Add("hashes", container.Bytes(c.hashes))
	w.Add("fine", container.Bytes(c.fine))
	w.Add("coarse", container.Bytes(c.coarse))
	w.Add("counts", c.logs)
	return w.Bytes()
}

// Unmarshal opens a file, which must not change. Errors wrap those of package container.
func Unmarshal(file []byte, options ...container.Option) (*Classes, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	c := &Classes{logs: f.Section("counts")}
	if c.hashes, err = container.Slice[uint32](f.Section("hashes")); err != nil {
		return nil, err
	}
	if c.fine, err = container.Slice[uint16](f.Section("fine")); err != nil {
		return nil, err
	}
	if c.coarse, err = container.Slice[uint16](f.Section("coarse")); err != nil {
		return nil, err
	}
	if len(c.fine) != len(c.hashes) || len(c.logs) != len(c.hashes) || !slices.IsSorted(c.hashes) || len(c.coarse) == 0 {
		return nil, fmt.Errorf("%w: word classes whose sections do not fit together", container.ErrChecksum)
	}
	for _, k := range c.fine {
		if int(k) >= len(c.coarse) {
			return nil, fmt.Errorf("%w: a word of class %d, and there are %d", container.ErrChecksum, k, len(c.coarse))
		}
	}
	c.index()
	return c, nil
}
