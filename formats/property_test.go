package formats

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// decisions draws what becomes of a file: some stretches of tokens go, marks and case
// are set anyhow.
func decisions(f *File) *rapid.Generator[*Decision] {
	n := len(f.Document.Tokens)
	return rapid.Custom(func(t *rapid.T) *Decision {
		d := keepAll(f)
		for range rapid.IntRange(0, 8).Draw(t, "stretches") {
			first := rapid.IntRange(0, n-1).Draw(t, "first")
			last := min(n-1, first+rapid.SampledFrom([]int{0, 0, 0, 1, 2, 5, 20}).Draw(t, "more"))
			reason := transcript.Reasons(rapid.IntRange(1, int(transcript.All)).Draw(t, "reason"))
			for i := first; i <= last; i++ {
				d.Reasons[i] = reason
			}
		}
		d.Remove = rapid.SampledFrom([]transcript.Reasons{transcript.Default, transcript.All, transcript.Repair, 0}).Draw(t, "remove")
		d.KeepEmpty = rapid.Bool().Draw(t, "keep empty")
		d.Punct = rapid.SampledFrom([]transcript.PunctMode{transcript.PunctRestore, transcript.PunctKeep, transcript.PunctStrip}).Draw(t, "punct")
		d.Case = rapid.SampledFrom([]transcript.CaseMode{transcript.CaseRestore, transcript.CaseKeep, transcript.CaseLower}).Draw(t, "case")
		if rapid.Bool().Draw(t, "restored") {
			d.Restored = &transcript.Restored{Marks: make([]data.Punct, n), Forms: make([]string, n)}
			seed := rapid.Uint64().Draw(t, "marks")
			for i := range n {
				d.Restored.Marks[i] = data.Punct(seed >> (i * 7 % 62) & 3)
				d.Restored.Forms[i] = f.Document.Tokens[i].Text
			}
		}
		return d
	})
}

// TestRewriteAnything carries out any decision: what is written can be read again, and
// says the words that are kept, in order, at their times, by their speakers.
func TestRewriteAnything(t *testing.T) {
	for _, x := range fixtures {
		if x.name == "transformers.json" || x.name == "youtube.vtt" {
			continue // of chunks of a word each nobody can tell that they were longer; lines of which the same is left look as if they rolled up
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			f := mustRead(t, src, x.name, x.format)
			rapid.Check(t, func(t *rapid.T) {
				d := decisions(f).Draw(t, "decision")
				want := words(f, d)
				out := f.Rewrite(d)
				g, err := Read(out, x.name, x.format)
				if err != nil {
					t.Fatalf("%v in\n%s", err, out)
				}
				if len(g.views) < len(f.views) {
					return // too little is left of captions that roll up to see that they do
				}
				got := words(g, nil)
				if len(got) != len(want) {
					t.Fatalf("%d words, not %d: %q, not %q", len(got), len(want), textsOf(got), textsOf(want))
				}
				for i := range got {
					if got[i].Text != want[i].Text || got[i].Time != want[i].Time || got[i].Confidence != want[i].Confidence {
						t.Fatalf("word %d is\n     %+v\nnot  %+v", i, got[i], want[i])
					}
					// Lines of plain text go on without a label only as long as they look like it.
					if x.format != Text && got[i].Speaker != want[i].Speaker {
						t.Fatalf("word %d is\n     %+v\nnot  %+v", i, got[i], want[i])
					}
				}
				if again := g.Rewrite(keepAll(g)); again != out {
					t.Fatalf("with nothing removed it becomes\n%s\nnot\n%s", again, out)
				}
			})
		})
	}
}

// TestTranscriptAnything says the same in a transcript as in the file that is written.
func TestTranscriptAnything(t *testing.T) {
	for _, x := range fixtures {
		t.Run(x.name, func(t *testing.T) {
			f := mustRead(t, load(t, x.name), x.name, x.format)
			rapid.Check(t, func(t *rapid.T) {
				d := decisions(f).Draw(t, "decision")
				said := make(map[string]int)
				for _, w := range words(f, d) {
					said[w.Text]++
				}
				s := f.Transcript(d)
				for i := range s.Utterances {
					u := &s.Utterances[i]
					if len(u.Words) == 0 || strings.TrimSpace(u.Text()) == "" {
						t.Fatalf("utterance %d is empty: %+v", i, u)
					}
					for _, w := range u.spoken() {
						said[strings.ToLower(w.Core)]--
					}
				}
				for w, n := range said {
					if n != 0 {
						t.Fatalf("%q is said %d times more than it is in the transcript", w, n)
					}
				}
				format := rapid.SampledFrom(All()).Draw(t, "format")
				text, err := format.Write(s)
				if err != nil {
					return // TestConvert knows whether it may be
				}
				if _, err := Read(text, "out"+format.Extensions()[0], format); err != nil {
					t.Fatalf("as %s: %v in\n%s", format, err, text)
				}
			})
		})
	}
}
