package lm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/filetest"
)

// TestKenLMScores compares with KenLM's scores of sentences under its own model.
func TestKenLMScores(t *testing.T) {
	m, _, err := Open(datatest.Path(t, "reference", "lm", "kenlm.4.arpa"))
	if err != nil {
		t.Fatal(err)
	}
	total, known, n, unknown := 0.0, 0.0, 0, 0
	for i, line := range strings.Split(strings.TrimSuffix(referenceText(t, "reference", "lm", "kenlm.4.scores.tsv"), "\n"), "\n") {
		s := m.BeginState()
		for item := range strings.SplitSeq(line, "\t") {
			f := strings.Fields(item)
			w := m.vocab.ID(f[0])
			logp, next, order := m.ScoreOrder(s, w)
			want, err := strconv.ParseFloat(f[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(logp/math.Ln10-want) > 1e-5 {
				t.Fatalf("line %d: %s has %v, want %v", i+1, f[0], logp/math.Ln10, want)
			}
			if strconv.Itoa(order) != f[1] && w != Unknown {
				t.Fatalf("line %d: %s matches order %d, want %s", i+1, f[0], order, f[1])
			}
			total += logp
			n++
			if w == Unknown {
				unknown++
			} else {
				known += logp
			}
			s = next
		}
	}
	if p, k := math.Exp(-total/float64(n)), math.Exp(-known/float64(n-unknown)); math.Abs(p-100.1405) > 1e-3 || math.Abs(k-79.2915) > 1e-3 || unknown != 298 {
		t.Errorf("perplexity %.4f, %.4f without the %d unknown words", p, k, unknown)
	}
}

// naive is a back-off model by the book: maps from n-grams to numbers.
type naive struct {
	prob, backoff map[string]float64
	order         int
}

func newNaive(m *Model) *naive {
	v := &naive{map[string]float64{}, map[string]float64{}, m.order}
	every(m, func(words []uint32, prob, backoff float32) {
		v.prob[key(words)] = float64(prob)
		v.backoff[key(words)] = float64(backoff)
	})
	return v
}

func key(words []uint32) string {
	var s strings.Builder
	for _, w := range words {
		s.WriteString(strconv.Itoa(int(w)) + " ")
	}
	return s.String()
}

func (v *naive) score(before []uint32, w uint32) float64 {
	before = before[max(0, len(before)-v.order+1):]
	total := 0.0
	for ; ; before = before[1:] {
		if p, ok := v.prob[key(append(slices.Clone(before), w))]; ok {
			return total + p
		}
		total += v.backoff[key(before)]
	}
}

// TestScoreAgainstNaive also holds that equal states score alike.
func TestScoreAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for order := 1; order <= MaxOrder; order++ {
		for _, prune := range [][]int{nil, {0, 1, 2}} {
			m, _ := estimated(t, order, invented(200, uint64(order)), EstimateOptions{Prune: prune})
			q := m.Quantise()
			for _, m := range []*Model{m, q} {
				oracle := newNaive(m)
				for range 100 {
					history := []uint32{Begin}
					s := m.BeginState()
					for range 12 {
						w := uint32(rng.IntN(m.vocab.Len()))
						if w == Begin {
							continue
						}
						var p float64
						p, s = m.Score(s, w)
						if want := oracle.score(history, w); math.Abs(p-want) > 1e-5 {
							t.Fatalf("order %d: P(%d | %v) = %v, want %v", order, w, history, p, want)
						}
						history = append(history, w)
					}
				}
			}
		}
	}
}

func arpa(t testing.TB, m *Model) string {
	t.Helper()
	var b bytes.Buffer
	if err := m.WriteARPA(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRoundTrips goes from text to ARPA, binary, and ARPA again.
func TestRoundTrips(t *testing.T) {
	for order := 1; order <= MaxOrder; order++ {
		m, _ := estimated(t, order, invented(200, 3), EstimateOptions{Prune: []int{0, 0, 1}})
		first := arpa(t, m)
		read, warnings, err := ReadARPA(strings.NewReader(first), "first")
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		for _, m := range []*Model{m, read} {
			b, err := m.Marshal("made for a test")
			if err != nil {
				t.Fatal(err)
			}
			opened, err := Unmarshal(b)
			if err != nil {
				t.Fatal(err)
			}
			if got := arpa(t, opened); got != first {
				t.Errorf("order %d: after the binary form the ARPA file differs", order)
			}
			q := opened.Quantise()
			if b, err = q.Marshal(""); err != nil {
				t.Fatal(err)
			}
			if opened, err = Unmarshal(b); err != nil || arpa(t, opened) != arpa(t, q) {
				t.Errorf("order %d: quantised: %v", order, err)
			}
		}
	}
}

func TestOpenByContent(t *testing.T) {
	m, _ := estimated(t, 2, "a b\n", EstimateOptions{})
	dir := t.TempDir()
	b, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(arpa(t, m)))
	w.Close()
	for name, data := range map[string][]byte{"binary": b, "arpa": []byte(arpa(t, m)), "gzip": z.Bytes()} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _, err := Open(path); err != nil || arpa(t, got) != arpa(t, m) {
			t.Errorf("%s: %v", name, err)
		}
	}
	cut := filepath.Join(dir, "cut")
	if err := os.WriteFile(cut, b[:len(b)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(cut); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a cut file: %v", err)
	}
	if _, _, err := Open(dir); err == nil {
		t.Error("a folder is no error")
	}
}

// tryModel opens a file and uses it.
func tryModel(b []byte) error {
	m, err := Unmarshal(b)
	if err != nil {
		return err
	}
	s := m.BeginState()
	for w := range uint32(m.vocab.Len()) {
		_, s = m.Score(s, w)
	}
	m.vocab.ID("a")
	return m.WriteARPA(io.Discard)
}

func files(t testing.TB) [][]byte {
	m, _ := estimated(t, 3, invented(20, 3), EstimateOptions{})
	q := m.Quantise()
	var out [][]byte
	for _, m := range []*Model{m, q} {
		b, err := m.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// TestChangedFiles changes bytes behind the checksum: a file opens or is refused,
// but using it never panics or hangs.
func TestChangedFiles(t *testing.T) {
	for _, good := range files(t) {
		filetest.Changes(t, good, 10000, tryModel)
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, b := range files(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) { _ = tryModel(filetest.Reseal(b)) })
}

// corpusText returns the words of a token TSV, a sentence a line, in lower case
// and without partial words.
func corpusText(t testing.TB, name string) string {
	t.Helper()
	var b strings.Builder
	for row := range strings.Lines(referenceText(t, "swbd", name)) {
		f := strings.Split(row, "\t")
		if !strings.HasSuffix(f[4], "-") {
			b.WriteString(strings.ToLower(f[4]) + " ")
		}
		if f[9] != "-" {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func BenchmarkScore(b *testing.B) {
	m, _ := estimated(b, 4, corpusText(b, "train.tsv"), EstimateOptions{})
	q := m.Quantise()
	var ids []uint32
	for line := range strings.Lines(corpusText(b, "dev.tsv")) {
		for w := range strings.FieldsSeq(line) {
			ids = append(ids, m.vocab.ID(w))
		}
		ids = append(ids, End)
	}
	for _, c := range []struct {
		name string
		m    *Model
	}{{"full", m}, {"quantised", q}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				s := c.m.BeginState()
				for _, w := range ids {
					if _, s = c.m.Score(s, w); w == End {
						s = c.m.BeginState()
					}
				}
			}
			b.ReportMetric(float64(len(ids))*float64(b.N)/b.Elapsed().Seconds(), "scores/s")
		})
	}
}

func BenchmarkEstimate(b *testing.B) {
	text := corpusText(b, "train.tsv")
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		estimated(b, 4, text, EstimateOptions{})
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	text := corpusText(b, "train.tsv")
	full, _ := estimated(b, 4, text, EstimateOptions{})
	pruned, _ := estimated(b, 4, text, EstimateOptions{Prune: []int{0, 1}})
	for _, c := range []struct {
		name string
		m    *Model
	}{{"full", full}, {"quantised", full.Quantise()}, {"pruned and quantised", pruned.Quantise()}} {
		file, err := c.m.Marshal("")
		if err != nil {
			b.Fatal(err)
		}
		ngrams := 0.0
		for _, n := range c.m.ngrams {
			ngrams += float64(n)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Unmarshal(file); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(file))/ngrams, "B/ngram")
		})
	}
}
