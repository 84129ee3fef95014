package translation

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// benchmark is a model and a text to decode.
type benchmark struct {
	name  string
	model *Model
	text  [][]string
}

// learned returns a model of 5-grams of segments.
func learned(segments []Segment) (*Model, error) {
	m := &Model{Lexicon: NewLexicon(segments), Weights: DefaultWeights}
	var err error
	if m.Rules, err = Extract(context.Background(), segments, ExtractOptions{Borders: true, Hierarchical: true, Workers: 2}); err != nil {
		return nil, err
	}
	m.LM, err = EstimateLM(segments, 5, true)
	return m, err
}

// drawnText is text of words as frequent as those of languages. Half of them are tied to one
// of a few that stood before, as idioms are, and marks to the word before them.
func drawnText(rng *rand.Rand, n int) []Segment {
	zipf := rand.NewZipf(rng, 1.1, 8, 20000)
	out := make([]Segment, n)
	for i := range out {
		s := &out[i]
		s.Gaps = []Marks{0}
		w := zipf.Uint64()
		for range 5 + rng.IntN(30) {
			if rng.IntN(2) == 0 {
				w = (w*2654435761 + uint64(rng.IntN(8))*40503) >> 3 % 3000
			} else {
				w = zipf.Uint64()
			}
			var m Marks
			if draw := rng.Uint64N(8); draw < w%4 {
				m = MarksOf([]Mark{Comma, Comma, Period, Question, CloseQuote}[w%5])
			}
			s.Words, s.Gaps = append(s.Words, fmt.Sprint("w", w)), append(s.Gaps, m)
		}
	}
	return out
}

var zipfian = sync.OnceValues(func() (*benchmark, error) {
	rng := rand.New(rand.NewPCG(1, 2))
	m, err := learned(drawnText(rng, 20000))
	b := &benchmark{name: "drawn", model: m}
	for _, s := range drawnText(rng, 50) {
		b.text = append(b.text, s.Words)
	}
	return b, err
})

// german has 2.4 million words of parliament and talks, and decodes other talks.
var german = sync.OnceValues(func() (*benchmark, error) {
	read := func(name string) ([]Segment, error) {
		f, err := os.Open(filepath.Join(os.Getenv("TIDYTALK_DATA"), "punct", "ted-de", name))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		var in io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if in, err = gzip.NewReader(f); err != nil {
				return nil, err
			}
		}
		reader := NewReader("de")
		var out []Segment
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			if s := reader.Read(lines.Text()); len(s.Words) > 0 {
				out = append(out, *s)
			}
		}
		return out, lines.Err()
	}
	var segments []Segment
	for _, name := range []string{"train.germaparl.txt.gz", "train.ted.tst2012.txt", "train.ted.tst2013.txt", "train.ted.tst2014.txt"} {
		more, err := read(name)
		if err != nil {
			return nil, err
		}
		segments = append(segments, more...)
	}
	m, err := learned(segments)
	if err != nil {
		return nil, err
	}
	b := &benchmark{name: "ted-de", model: m}
	dev, err := read("dev.ted.dev2010.txt")
	for i := range dev[:min(200, len(dev))] {
		b.text = append(b.text, dev[i].Words)
	}
	return b, err
})

// speed measures a decoder, for the best translation and for lists.
func speed(b *testing.B, newDecoder func(*Model) Decoder) {
	sources := []func() (*benchmark, error){zipfian}
	if os.Getenv("TIDYTALK_DATA") != "" {
		sources = append(sources, german)
	} else {
		b.Log("SKIPPED: the German talks; set TIDYTALK_DATA to the folder of the corpora")
	}
	for _, source := range sources {
		x, err := source()
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range []int{1, 100} {
			b.Run(fmt.Sprintf("%s/best=%d", x.name, n), func(b *testing.B) {
				d := newDecoder(x.model)
				words := 0
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range x.text {
						d.Decode(s, n)
						words += len(s)
					}
				}
				b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
			})
		}
	}
}

func BenchmarkPhrases(b *testing.B) {
	speed(b, func(m *Model) Decoder { return NewPhrases(m, PhraseOptions{}) })
}

func BenchmarkChart(b *testing.B) {
	speed(b, func(m *Model) Decoder { return NewChart(m, ChartOptions{}) })
}

// BenchmarkExtract takes phrases and rules with gaps from drawn text.
func BenchmarkExtract(b *testing.B) {
	segments := drawnText(rand.New(rand.NewPCG(1, 2)), 20000)
	words := 0
	for i := range segments {
		words += len(segments[i].Words)
	}
	for _, hierarchical := range []bool{false, true} {
		b.Run(fmt.Sprintf("gaps=%v", hierarchical), func(b *testing.B) {
			for b.Loop() {
				if _, err := Extract(b.Context(), segments, ExtractOptions{Borders: true, Hierarchical: hierarchical}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(words)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}
