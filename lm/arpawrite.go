package lm

import (
	"bufio"
	"io"
	"math"
	"strconv"
)

// WriteARPA writes the model as an ARPA file, with eight digits: reading the file
// gives the same model.
func (m *Model) WriteARPA(w io.Writer) error {
	out := newARPAWriter(w, m.ngrams)
	word := func(w uint32) { out.Write(m.vocab.bytes(w)) }
	for k := 1; k <= m.order; k++ {
		out.section(k)
		var err error
		m.each(k, func(words []uint32, prob, backoff float32) bool {
			err = out.ngram(words, prob, backoff, word)
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return out.end()
}

// arpaWriter writes an ARPA file.
type arpaWriter struct{ *bufio.Writer }

// newARPAWriter begins a file with some numbers of n-grams.
func newARPAWriter(w io.Writer, ngrams []int) arpaWriter {
	out := arpaWriter{bufio.NewWriterSize(w, 1<<16)}
	out.WriteString("\\data\\\n")
	for i, n := range ngrams {
		out.WriteString("ngram " + strconv.Itoa(i+1) + "=" + strconv.Itoa(n) + "\n")
	}
	return out
}

// section begins the n-grams of an order.
func (out arpaWriter) section(order int) {
	out.WriteString("\n\\" + strconv.Itoa(order) + "-grams:\n")
}

// ngram writes an n-gram. word writes a word.
func (out arpaWriter) ngram(words []uint32, prob, backoff float32, word func(w uint32)) error {
	writeLog10(out.Writer, prob)
	sep := byte('\t')
	for _, w := range words {
		out.WriteByte(sep)
		word(w)
		sep = ' '
	}
	if backoff != 0 {
		out.WriteByte('\t')
		writeLog10(out.Writer, backoff)
	}
	// Errors stay until Flush; this stops a long write early.
	return out.WriteByte('\n')
}

// end ends the file.
func (out arpaWriter) end() error {
	out.WriteString("\n\\end\\\n")
	return out.Flush()
}

// writeLog10 writes a natural logarithm in base 10, with as many digits as it
// takes to read the same float32 again.
func writeLog10(out *bufio.Writer, v float32) {
	var buf [32]byte
	v += 0 // no -0
	out.Write(strconv.AppendFloat(buf[:0], float64(v)/math.Ln10, 'g', 9, 64))
}
