package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/models/stages"
)

// BenchmarkDecoder decodes sentences of one length after the other, with what the search did
// a word: gold sentences of development data, and, as these end at some 90 words, pieces of
// the unbroken streams of its speakers. What a word costs should not grow with the length.
func BenchmarkDecoder(b *testing.B) {
	sides, err := data.ReadTSVFile(datatest.Path(b, "swbd", "dev.tsv"))
	if err != nil {
		b.Fatal(err)
	}
	e := bundletest.Default(b).Sentences()
	for _, words := range []int{5, 10, 20, 40, 80} {
		var some []data.Sentence
		for i := range sides {
			for _, s := range sides[i].Sentences() {
				if n := len(s.Tokens); n >= words-words/5 && n <= words+words/5 {
					some = append(some, s)
				}
			}
		}
		b.Run(fmt.Sprintf("sentences/%d", words), func(b *testing.B) { benchmarkDecoder(b, e, some) })
	}
	for _, words := range []int{5, 10, 20, 40, 80, 120} {
		var some []data.Sentence
		for i := range sides {
			s := data.Sentence{Tokens: sides[i].WithoutPartials()}
			for from := 0; from+words <= len(s.Tokens); from += words {
				some = append(some, s.Part(from, from+words))
			}
		}
		b.Run(fmt.Sprintf("pieces/%d", words), func(b *testing.B) { benchmarkDecoder(b, e, some) })
	}
}

// BenchmarkRepetitions decodes sentences that say the same again and again, which are the
// most work for the search.
func BenchmarkRepetitions(b *testing.B) {
	e := bundletest.Default(b).Sentences()
	for _, text := range []string{"a b", "i think", "i think i think you know", "it was the", "i"} {
		again := strings.Fields(text)
		for _, words := range []int{64, 128, 192} {
			var s data.Sentence
			for i := range words {
				s.Tokens = append(s.Tokens, data.Token{Text: again[i%len(again)]})
			}
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(text, " ", "-"), words), func(b *testing.B) { benchmarkDecoder(b, e, []data.Sentence{s}) })
		}
	}
}

// mostBenchmarked is how many words of a length are decoded.
const mostBenchmarked = 20000

// benchmarkDecoder decodes sentences, in the pieces in which a labeller takes them.
func benchmarkDecoder(b *testing.B, e *engine.Engine, sentences []data.Sentence) {
	d, err := e.NewDecoder(engine.DecoderOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var pieces []data.Sentence
	words := 0
	for i := range sentences {
		s, _ := stages.Words(&sentences[i])
		if words += len(s.Tokens); words > mostBenchmarked {
			break
		}
		pieces = append(pieces, e.Pieces(&s)...)
	}
	var sum beam.Counters
	b.ReportAllocs()
	for b.Loop() {
		sum = beam.Counters{}
		words = 0
		for i := range pieces {
			r, err := d.Decode(b.Context(), &pieces[i], nil)
			if err != nil {
				b.Fatal(err)
			}
			sum = sum.Plus(r.Counters)
			words += len(pieces[i].Tokens)
		}
	}
	per := func(n int, what string) { b.ReportMetric(float64(n)/float64(words), what+"/word") }
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*words), "us/word")
	per(sum.Made, "made")
	per(sum.Merged, "merged")
	per(sum.Exact, "exact")
	per(sum.Cleaned, "cleaned")
	per(sum.Expanded, "expanded")
}
