package lm

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ARPAError reports a mistake in an ARPA file.
type ARPAError struct {
	Name   string // of the file
	Line   int
	Reason string
}

func (e *ARPAError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason) }

// Warning is something in an ARPA file that was repaired.
type Warning struct {
	Line int // 0 where no line is to blame
	Text string
}

// missing is the logarithm of the probability of <unk> where a file has none:
// 10^-100, as KenLM's.
var missing = float32(-100 * math.Ln10)

// ReadARPA reads a model from an ARPA file, gzip-compressed or not; name is used
// in errors. N-grams may stand in any order; back-off weights that are left out
// are 0, and bytes after \end\ are ignored.
//
// Repaired, with a warning: a file without <unk> gets one with a probability of
// 10^-100; an n-gram whose context is missing gets that context, with the
// probability that the back-off gives it; a back-off weight in the highest order
// is dropped. Everything else that is wrong is an *ARPAError: wrong counts,
// orders above MaxOrder, duplicates, NaN, positive probabilities.
func ReadARPA(r io.Reader, name string) (*Model, []Warning, error) {
	br := bufio.NewReaderSize(r, 1<<16)
	magic, _ := br.Peek(2)
	compressed := bytes.Equal(magic, []byte{0x1f, 0x8b})
	if compressed {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		defer z.Close()
		br = bufio.NewReaderSize(z, 1<<16)
	}
	p := &arpaReader{name: name, in: bufio.NewScanner(br)}
	p.in.Buffer(make([]byte, 0, 1<<16), 1<<20)
	m, err := p.read()
	if err == nil && compressed {
		_, err = io.Copy(io.Discard, br) // the checksum stands at the end
		if err != nil {
			err = p.errorf("the compressed file is cut off or damaged: %v", err)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return m, p.warnings, nil
}

type arpaReader struct {
	name string
	in   *bufio.Scanner
	line int
	text string
	ids  map[string]uint32
	ngramLists
	warnings []Warning
}

func (p *arpaReader) errorf(format string, args ...any) error {
	return &ARPAError{p.name, p.line, fmt.Sprintf(format, args...)}
}

func (p *arpaReader) warn(line int, format string, args ...any) {
	const enough = 20
	if len(p.warnings) < enough {
		p.warnings = append(p.warnings, Warning{line, fmt.Sprintf(format, args...)})
	}
}

// next reads the next line that is not blank. At the end of the file it is an
// error.
func (p *arpaReader) next() error {
	for p.in.Scan() {
		p.line++
		if p.text = strings.TrimRight(p.in.Text(), " \t\r"); p.text != "" {
			return nil
		}
	}
	p.line++
	err := p.in.Err()
	switch {
	case err == nil:
		return p.errorf("the file ends before \\end\\: is it whole?")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return p.errorf("the compressed file is cut off")
	}
	return p.errorf("%v", err)
}

func (p *arpaReader) read() (*Model, error) {
	if err := p.header(); err != nil {
		return nil, err
	}
	if err := p.unigrams(); err != nil {
		return nil, err
	}
	for k := 2; k <= len(p.counts); k++ {
		if err := p.section(k); err != nil {
			return nil, err
		}
	}
	if p.text != `\end\` {
		return nil, p.errorf("%q instead of \\end\\: the header says order %d", p.text, len(p.counts))
	}
	return p.model()
}

// header reads the counts and the line after them.
func (p *arpaReader) header() error {
	for p.text != `\data\` {
		if err := p.next(); err != nil {
			if p.line > 1 {
				p.line = 1
				return p.errorf("no line \\data\\: this is no ARPA file")
			}
			return err
		}
	}
	for {
		if err := p.next(); err != nil {
			return err
		}
		rest, ok := strings.CutPrefix(p.text, "ngram ")
		if !ok {
			break
		}
		order, count, ok := strings.Cut(rest, "=")
		k, err1 := strconv.Atoi(strings.TrimSpace(order))
		n, err2 := strconv.ParseInt(strings.TrimSpace(count), 10, 64)
		switch {
		case !ok || err1 != nil || err2 != nil || n < 0:
			return p.errorf("%q instead of a count such as \"ngram 1=1000\"", p.text)
		case k > MaxOrder:
			return p.errorf("%v, not %d", ErrOrder, k)
		case k != len(p.counts)+1:
			return p.errorf("the count of order %d where that of order %d should stand", k, len(p.counts)+1)
		case n >= 1<<31:
			return p.errorf("%d n-grams are more than a model can hold", n)
		}
		p.counts = append(p.counts, int(n))
	}
	if len(p.counts) == 0 {
		return p.errorf("no counts after \\data\\")
	}
	return nil
}

// begin checks the title of a section.
func (p *arpaReader) begin(k int) error {
	if want := fmt.Sprintf(`\%d-grams:`, k); p.text != want {
		return p.errorf("%q instead of %s", p.text, want)
	}
	return nil
}

// each calls f for the fields of every n-gram of a section, until a line begins
// with a backslash.
func (p *arpaReader) each(k int, f func(words []string, prob, backoff float32) error) error {
	if err := p.begin(k); err != nil {
		return err
	}
	fields := make([]string, 0, k+2)
	n := 0
	for {
		if err := p.next(); err != nil {
			return err
		}
		if p.text[0] == '\\' && (p.text == `\end\` || strings.HasSuffix(p.text, "-grams:")) {
			if n != p.counts[k-1] {
				return p.errorf("%d %d-grams, where the header says %d", n, k, p.counts[k-1])
			}
			return nil
		}
		n++
		fields = fields[:0]
		for f := range strings.FieldsFuncSeq(p.text, func(r rune) bool { return r == ' ' || r == '\t' }) {
			fields = append(fields, f)
		}
		if len(fields) != k+1 && len(fields) != k+2 {
			return p.errorf("%d fields instead of a probability, %d words and perhaps a back-off weight", len(fields), k)
		}
		prob, err := p.number(fields[0], "probability")
		if err != nil {
			return err
		}
		if prob > 0 {
			return p.errorf("the probability of %q is 10^%s, above 1", strings.Join(fields[1:k+1], " "), fields[0])
		}
		backoff := float32(0)
		if len(fields) == k+2 {
			if backoff, err = p.number(fields[k+1], "back-off weight"); err != nil {
				return err
			}
			if k == len(p.counts) {
				if backoff != 0 {
					p.warn(p.line, "a back-off weight in the highest order: left out")
				}
				backoff = 0
			}
		}
		if err := f(fields[1:k+1], prob, backoff); err != nil {
			return err
		}
	}
}

// number reads a base-10 logarithm and returns the natural one.
func (p *arpaReader) number(s, what string) (float32, error) {
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case strings.EqualFold(s, "-inf") && what == "probability":
		return logZero, nil
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return 0, p.errorf("the %s is %q: it must be a number", what, s)
	case math.Abs(v) > 1e6:
		return 0, p.errorf("the %s 10^%s is out of range", what, s)
	}
	return float32(v * math.Ln10), nil
}

func (p *arpaReader) unigrams() error {
	p.words = []string{UnknownWord, BeginWord, EndWord}
	p.prob = []float32{missing, logZero, logZero}
	p.backoffs = make([]float32, 3)
	p.ids = map[string]uint32{}
	err := p.each(1, func(words []string, prob, backoff float32) error {
		w := words[0]
		if strings.EqualFold(w, UnknownWord) {
			w = UnknownWord // some tools write <UNK>
		}
		if _, ok := p.ids[w]; ok {
			return p.errorf("the unigram %q comes twice", w)
		}
		id := uint32(len(p.words))
		switch w {
		case UnknownWord:
			id = Unknown
		case BeginWord:
			id = Begin
		case EndWord:
			id = End
		default:
			p.words, p.prob, p.backoffs = append(p.words, strings.Clone(w)), append(p.prob, 0), append(p.backoffs, 0)
		}
		p.ids[p.words[id]] = id
		p.prob[id], p.backoffs[id] = prob, backoff
		return nil
	})
	if err != nil {
		return err
	}
	for id, w := range p.words[:End+1] {
		if _, ok := p.ids[w]; !ok {
			p.warn(0, "no unigram %s: it gets a probability of 10^%.0f", w, float64(p.prob[id])/math.Ln10)
		}
	}
	return nil
}

func (p *arpaReader) section(k int) error {
	grams := make([]arpaNgram, 0, min(p.counts[k-1], 1<<16))
	err := p.each(k, func(words []string, prob, backoff float32) error {
		g := arpaNgram{prob: prob, backoff: backoff, line: p.line}
		for i, w := range words {
			id, ok := p.ids[w]
			if !ok && strings.EqualFold(w, UnknownWord) {
				id, ok = Unknown, true
			}
			if !ok {
				return p.errorf("%q is in no unigram", w)
			}
			g.words[i] = id
		}
		grams = append(grams, g)
		return nil
	})
	p.orders = append(p.orders, grams)
	return err
}
