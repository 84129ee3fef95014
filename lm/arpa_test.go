package lm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math"
	"strings"
	"testing"
)

const goodARPA = `anything may stand here

\data\
ngram 1=5
ngram 2=3
ngram 3=1

\1-grams:
-1.5	<unk>
-99	<s>	-0.5
-1	</s>
-0.5	a	-0.25
-0.75	b	-0.125

\2-grams:
-0.25	<s> a	-0.0625
-0.5	a b	0
-0.125	b </s>

\3-grams:
-0.0625	<s> a b

\end\
`

func TestReadARPA(t *testing.T) {
	m, warnings, err := ReadARPA(strings.NewReader(goodARPA), "good")
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	// P(a b) = <s> a, then <s> a b, then b </s> after the back-off of a b, which is 0.
	got := m.Sentence([]uint32{m.vocab.ID("a"), m.vocab.ID("b")}) / math.Ln10
	if want := -0.25 - 0.0625 - 0.125; math.Abs(got-want) > 1e-6 {
		t.Errorf("log10 P(a b) = %v, want %v", got, want)
	}
	// <s> a, unknown: both back-offs, then <unk>.
	s := m.BeginState()
	_, s = m.Score(s, m.vocab.ID("a"))
	if p, next := m.Score(s, Unknown); math.Abs(p/math.Ln10-(-0.0625-0.25-1.5)) > 1e-6 || next != 0 {
		t.Errorf("log10 P(<unk> | <s> a) = %v, state %d", p/math.Ln10, next)
	}
	for name, text := range map[string]string{
		"CRLF":        strings.ReplaceAll(goodARPA, "\n", "\r\n"),
		"blanks":      strings.ReplaceAll(goodARPA, "\t", " "),
		"after end":   goodARPA + "more\n",
		"other order": strings.Replace(goodARPA, "-0.25\t<s> a\t-0.0625\n-0.5\ta b\t0\n", "-0.5\ta b\n-0.25\t<s> a\t-0.0625\n", 1),
		"upper case":  strings.Replace(goodARPA, "<unk>", "<UNK>", 1),
	} {
		other, warnings, err := ReadARPA(strings.NewReader(text), name)
		if err != nil || len(warnings) > 0 || arpa(t, other) != arpa(t, m) {
			t.Errorf("%s: %v %v", name, err, warnings)
		}
	}
}

func TestRepairedARPA(t *testing.T) {
	for _, c := range []struct{ name, old, new, warning string }{
		{"no <unk>", "ngram 1=5\nngram 2=3\nngram 3=1\n\n\\1-grams:\n-1.5\t<unk>\n", "ngram 1=4\nngram 2=3\nngram 3=1\n\n\\1-grams:\n", "no unigram <unk>"},
		{"missing context", "ngram 2=3", "ngram 2=2", `the context "<s> a" of a 3-gram is missing`},
		{"back-off in the highest order", "<s> a b\n", "<s> a b\t-0.5\n", "a back-off weight in the highest order"},
	} {
		text := strings.Replace(goodARPA, c.old, c.new, 1)
		if c.name == "missing context" {
			text = strings.Replace(text, "-0.25\t<s> a\t-0.0625\n", "", 1)
		}
		m, warnings, err := ReadARPA(strings.NewReader(text), c.name)
		if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Text, c.warning) {
			t.Errorf("%s: %v %v", c.name, err, warnings)
			continue
		}
		// The trigram is found all the same, and what is added changes no probability.
		_, s := m.Score(m.BeginState(), m.vocab.ID("a"))
		if p, _ := m.Score(s, m.vocab.ID("b")); math.Abs(p/math.Ln10+0.0625) > 1e-6 {
			t.Errorf("%s: log10 P(b | <s> a) = %v", c.name, p/math.Ln10)
		}
		if p, _ := m.Score(m.BeginState(), m.vocab.ID("a")); c.name == "missing context" && math.Abs(p/math.Ln10-(-0.5-0.5)) > 1e-6 {
			t.Errorf("%s: log10 P(a | <s>) = %v", c.name, p/math.Ln10)
		}
	}
}

func TestBadARPA(t *testing.T) {
	replace := func(old, new string) string {
		if !strings.Contains(goodARPA, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(goodARPA, old, new, 1)
	}
	for _, c := range []struct {
		name, text string
		line       int
		reason     string
	}{
		{"empty", "", 1, "is it whole"},
		{"text", "hello\nworld\n", 1, "no ARPA file"},
		{"wrong count", replace("ngram 2=3", "ngram 2=4"), 20, "3 2-grams, where the header says 4"},
		{"no count", replace("ngram 2=3", "ngram 2"), 5, "instead of a count"},
		{"negative count", replace("ngram 2=3", "ngram 2=-3"), 5, "instead of a count"},
		{"huge count", replace("ngram 2=3", "ngram 2=99999999999"), 5, "more than a model can hold"},
		{"order 7", replace("ngram 3=1", "ngram 7=1"), 6, "the order of a language model is 1 to 6, not 7"},
		{"skipped order", replace("ngram 3=1", "ngram 4=1"), 6, "order 3 should stand"},
		{"no counts", "\\data\\\n\\1-grams:\n", 2, "no counts"},
		{"NaN", replace("-0.75\tb", "NaN\tb"), 13, "must be a number"},
		{"infinite", replace("-0.125\n", "-Inf\n"), 13, "must be a number"},
		{"positive", replace("-0.75\tb", "0.75\tb"), 13, `the probability of "b" is 10^0.75, above 1`},
		{"word for a number", replace("-0.75\tb", "b\t-0.75"), 13, "must be a number"},
		{"too many fields", replace("-0.75\tb", "-0.75\tb c d"), 13, "5 fields"},
		{"too few fields", replace("-0.5\ta b\t0", "-0.5\ta"), 17, "2 fields"},
		{"unigram twice", replace("-0.75\tb", "-0.75\ta"), 13, "comes twice"},
		{"bigram twice", replace("-0.125\tb </s>", "-0.125\ta b"), 18, `the 2-gram "a b" comes twice`},
		{"word without unigram", replace("<s> a b", "<s> a c"), 21, `"c" is in no unigram`},
		{"missing section", replace("\\3-grams:\n-0.0625\t<s> a b\n", ""), 21, "instead of \\3-grams:"},
		{"extra section", replace("ngram 3=1\n", ""), 19, "the header says order 2"},
		{"cut off", goodARPA[:len(goodARPA)-7], 22, "is it whole"},
	} {
		_, _, err := ReadARPA(strings.NewReader(c.text), "file")
		var e *ARPAError
		if !errors.As(err, &e) || e.Line != c.line || !strings.Contains(e.Reason, c.reason) {
			t.Errorf("%s: %v, want %q in line %d", c.name, err, c.reason, c.line)
		}
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(strings.Repeat("# nothing yet\n", 1000) + goodARPA))
	w.Close()
	for _, n := range []int{5, 40, z.Len() - 9, z.Len() - 1} {
		if _, _, err := ReadARPA(bytes.NewReader(z.Bytes()[:n]), "file.gz"); err == nil || !strings.HasPrefix(err.Error(), "file.gz") {
			t.Errorf("a compressed file cut to %d of %d bytes: %v", n, z.Len(), err)
		}
	}
}

func FuzzReadARPA(f *testing.F) {
	f.Add([]byte(goodARPA))
	f.Add([]byte(strings.Replace(strings.Replace(goodARPA, "ngram 2=3", "ngram 2=2", 1), "-0.25\t<s> a\t-0.0625\n", "", 1)))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _, err := ReadARPA(bytes.NewReader(b), "fuzz")
		if err != nil {
			return
		}
		text := arpa(t, m)
		again, _, err := ReadARPA(strings.NewReader(text), "again")
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, text)
		}
		if other := arpa(t, again); other != text {
			t.Fatalf("%s\nbecomes\n%s", text, other)
		}
		s := m.BeginState()
		for w := range uint32(m.vocab.Len()) {
			_, s = m.Score(s, w)
		}
	})
}
