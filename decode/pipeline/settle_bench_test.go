package pipeline

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// talk is what benchmarks and tests of live text are about: repairs, fillers, sentences.
const talk = "so um i was i was thinking that we should uh we should go to boston i mean to denver next week because the the office there has a meeting on tuesday and uh everybody is coming you know from all over the place and i do n't want to miss it so what do you think about that should we take the train or the uh the bus it is a bit slow but it is cheap and and we can work on the way there"

// BenchmarkSettle reads words one by one with a latency: the time is that of a word.
func BenchmarkSettle(b *testing.B) {
	p, err := New(bundletest.Default(b), Options{})
	if err != nil {
		b.Fatal(err)
	}
	words := strings.Fields(talk)
	for _, latency := range []string{"", "0.3s", "1s", "3s"} {
		for _, preview := range []bool{false, true} {
			name := latency
			if preview {
				name += " provisional"
			}
			b.Run(name, func(b *testing.B) {
				f, err := p.Stream()
				if err != nil {
					b.Fatal(err)
				}
				l, _ := ParseLatency(latency)
				f.Settle(l)
				b.ResetTimer()
				for i := range b.N {
					f.Push(data.Token{Text: words[i%len(words)]})
					for f.Ready() {
						if _, err := f.Next(b.Context()); err != nil {
							b.Fatal(err)
						}
					}
					if preview {
						if _, err := f.Preview(b.Context()); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
