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
	for k := 1; k <= m.order; k++ {
		out.WriteString("\n\\" + strconv.Itoa(k) + "-grams:\n")
		var err error
		m.each(k, func(words []uint32, prob, backoff float32) bool {
			writeLog10(out, prob)
			sep := byte('\t')
			for _, w := range words {
				out.WriteByte(sep)
				out.Write(m.vocab.bytes(w))
				sep = ' '
			}
			if backoff != 0 {
				out.WriteByte('\t')
				writeLog10(out, backoff)
			}
			// Errors of out stay until Flush; this stops a long write early.
			err = out.WriteByte('\n')
			return err == nil
		})
		if err != nil {
			return err
		}
	}
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
