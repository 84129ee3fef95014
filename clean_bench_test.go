package tidytalk_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// BenchmarkClean cleans an hour of talk, with punctuation and without.
func BenchmarkClean(b *testing.B) {
	const words = 9000
	all := transcripts(b)
	var texts [2]strings.Builder // with punctuation, without
	var have [2]int
	for have[0] < words || have[1] < words {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			d, err := transcript.ParseText(all[name], name)
			if err != nil {
				b.Fatal(err)
			}
			kind := 1
			if d.Turns[0].Punctuated {
				kind = 0
			}
			if have[kind] < words {
				texts[kind].WriteString(all[name])
				have[kind] += len(d.Words)
			}
		}
	}
	for _, mode := range []tidytalk.Mode{tidytalk.ModeBaseline, tidytalk.ModeDecoder} {
		c := newCleaner(b, tidytalk.Options{Mode: mode, Jobs: 1})
		for kind, name := range []string{"punctuated", "unpunctuated"} {
			d, err := transcript.ParseText(texts[kind].String(), name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(string(mode)+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.Clean(b.Context(), d); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(d.Words)*b.N)/b.Elapsed().Seconds(), "words/s")
			})
		}
	}
}
