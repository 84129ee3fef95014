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
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString("\\data\\\n")
	for k := 1; k <= m.order; k++ {
		out.WriteString("ngram " + strconv.Itoa(k) + "=" + strconv.Itoa(m.Ngrams(k)) + "\n")
	}
	words := make([]uint32, 0, m.order)
	for k := 1; k <= m.order; k++ {
		out.WriteString("\n\\" + strconv.Itoa(k) + "-grams:\n")
		if err := m.writeOrder(out, words, 0, k); err != nil {
			return err
		}
	}
	out.WriteString("\n\\end\\\n")
	return out.Flush()
}

// writeOrder writes the n-grams of an order that start with words, the last of
// which is that of node.
func (m *Model) writeOrder(out *bufio.Writer, words []uint32, node uint32, order int) error {
	lo, hi := uint32(0), m.unigrams
	if len(words) > 0 {
		lo, hi = m.first(node), m.first(node+1)
	}
	for n := lo; n < hi; n++ {
		words := append(words, m.word(n))
		if len(words) < order {
			if err := m.writeOrder(out, words, n, order); err != nil {
				return err
			}
			continue
		}
		p, _ := m.after(n)
		writeLog10(out, p)
		sep := byte('\t')
		for _, w := range words {
			out.WriteByte(sep)
			out.Write(m.vocab.bytes(w))
			sep = ' '
		}
		if order < m.order {
			if b, _ := m.backoff(n); b != 0 {
				out.WriteByte('\t')
				writeLog10(out, b)
			}
		}
		// Errors of out stay until Flush; this stops a long write early.
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) word(n uint32) uint32 {
	switch {
	case n < m.unigrams:
		return n
	case m.words16 != nil:
		return uint32(m.words16[n-m.unigrams])
	}
	return m.words[n-m.unigrams]
}

// writeLog10 writes a natural logarithm in base 10, with as many digits as it
// takes to read the same float32 again.
func writeLog10(out *bufio.Writer, v float32) {
	var buf [32]byte
	v += 0 // no -0
	out.Write(strconv.AppendFloat(buf[:0], float64(v)/math.Ln10, 'g', 9, 64))
}
