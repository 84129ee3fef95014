package lm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/extsort"
)

// MaxOrder is the highest order of a model.
const MaxOrder = 6

// ErrOrder is wrapped by the errors of orders outside 1 to MaxOrder.
var ErrOrder = errors.New("the order of a language model is 1 to 6")

// ErrNoText is returned by Estimate if nothing was counted.
var ErrNoText = errors.New("there is no text to estimate a language model from")

// Counter counts the n-grams of sentences. Each sentence gets one <s> before it
// and a </s> behind it. A Counter belongs to one goroutine.
//
// Counting and estimating take about 150 bytes for each distinct n-gram. Limit bounds
// that by going on in files.
type Counter struct {
	order     int
	ids       map[string]uint32
	words     []string
	unigrams  []uint32 // counts by word
	higher    []*ngrams
	sentences int
	tokens    int
	buffer    []uint32

	limit Limits
	long  *extsort.Sorter // of padded n-grams of the highest order, once there are too many
}

// NewCounter returns a counter for a model of an order.
func NewCounter(order int) (*Counter, error) {
	if order < 1 || order > MaxOrder {
		return nil, fmt.Errorf("%w, not %d", ErrOrder, order)
	}
	c := &Counter{order: order, words: []string{UnknownWord, BeginWord, EndWord}, unigrams: make([]uint32, 3), ids: make(map[string]uint32)}
	for i, w := range c.words {
		c.ids[w] = uint32(i)
	}
	for range order - 1 {
		c.higher = append(c.higher, newNgrams())
	}
	return c, nil
}

// Tokens returns the number of words counted, </s> included.
func (c *Counter) Tokens() int { return c.tokens }

// Sentences returns the number of sentences counted.
func (c *Counter) Sentences() int { return c.sentences }

// Limits say how much memory counting and estimating may take, and what takes the rest.
type Limits struct {
	// Memory is in bytes; 0 is no limit. It is that of the n-grams: the vocabulary, about a
	// hundred bytes a word, and the model that Estimate returns come on top of it.
	Memory int64
	// Dir is the folder of temporary files; "" is that of the system.
	Dir string
	// Workers is how many goroutines sort; below 1 stands for 1. The model does not depend
	// on it.
	Workers int
}

// Limit bounds the memory, from the next sentence on. When all n-grams, with what estimating
// makes of them, would take more, the counter goes on in temporary files. The model is the
// same, to the byte. Close removes the files.
func (c *Counter) Limit(l Limits) { c.limit = l }

// Close removes the temporary files. The counter cannot be used any more.
func (c *Counter) Close() {
	if c.long != nil {
		c.long.Close()
	}
}

// Add counts a sentence. Words must not be empty, hold blanks, or be <s>, </s>
// or <unk>, which the model adds itself.
func (c *Counter) Add(words []string) error {
	c.buffer = c.buffer[:0]
	for i, w := range words {
		id, ok := c.ids[w]
		switch {
		case ok && id <= End:
			return fmt.Errorf("word %d is %s, which the model adds itself", i+1, w)
		case !ok:
			if w == "" || strings.ContainsFunc(w, unicode.IsSpace) {
				return fmt.Errorf("word %d is %q: a word is not empty and has no blanks", i+1, w)
			}
			id = uint32(len(c.words))
			w = strings.Clone(w)
			c.ids[w] = id
			c.words, c.unigrams = append(c.words, w), append(c.unigrams, 0)
		}
		c.buffer = append(c.buffer, id)
	}
	c.buffer = append(c.buffer, End)
	return c.count(c.buffer)
}

// count counts the n-grams of a sentence that ends in </s>.
func (c *Counter) count(sentence []uint32) error {
	c.sentences++
	c.tokens += len(sentence)
	if c.long != nil {
		return c.countLong(sentence)
	}
	// before[k] is the index of the n-gram of order k that ends at the word before,
	// begins[k] whether it starts with <s>.
	var before, here [MaxOrder + 1]uint32
	before[1] = Begin
	for i, w := range sentence {
		c.unigrams[w]++
		here[1] = w
		// The n-gram of order i+2 is the one that starts with <s>.
		for k := 2; k <= min(c.order, i+2); k++ {
			here[k] = c.higher[k-2].add(before[k-1], w, here[k-1], k == i+2)
		}
		before = here
	}
	if c.limit.Memory > 0 && c.tooMany() {
		return c.goLong()
	}
	return nil
}

// AddText counts text, a sentence a line, words separated by blanks. Empty lines
// are skipped. Errors name the line; name is the text's name in them.
func (c *Counter) AddText(r io.Reader, name string) error {
	return EachLine(r, name, func(words []string) error {
		if len(words) == 0 {
			return nil
		}
		return c.Add(words)
	})
}

// EachLine calls f with the words of each line of a text. The slice is reused.
// Errors, also those of f, name the text and the line.
func EachLine(r io.Reader, name string, f func(words []string) error) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 1<<16), maxLine)
	line := 0
	var words []string
	for sc.Scan() {
		line++
		words = words[:0]
		for w := range strings.FieldsSeq(sc.Text()) {
			words = append(words, w)
		}
		if err := f(words); err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if err := sc.Err(); err != nil {
		return lineError(name, line+1, err)
	}
	return nil
}

const maxLine = 16 << 20

func lineError(name string, line int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("a line of more than %d bytes", maxLine)
	}
	return fmt.Errorf("%s:%d: %w", name, line, err)
}
