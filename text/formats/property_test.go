package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// drawPlan draws what becomes of a file: some stretches of tokens are removed, punctuation and case
// are set anyhow.
func drawPlan(t *drawn.Case, f *File) *Plan {
	n := len(f.Document.Tokens)
	d := keepAll(f)
	for range t.Int("stretches", 0, 8) {
		first := t.Int("first", 0, n-1)
		last := min(n-1, first+drawn.Of(t, "more", 0, 0, 0, 1, 2, 5, 20))
		reason := data.Disfluencies(t.Int("reason", 1, int(data.AllDisfluencies)))
		for i := first; i <= last; i++ {
			d.Decisions[i].Why = reason
		}
	}
	d.Remove = drawn.Of(t, "remove", data.DefaultRemoved, data.AllDisfluencies, data.Repairs, data.NoDisfluencies)
	d.KeepEmpty = t.Bool("keep empty")
	d.Punct = drawn.Of(t, "punct", transcript.PunctRestore, transcript.PunctKeep, transcript.PunctStrip)
	d.Case = drawn.Of(t, "case", transcript.CaseRestore, transcript.CaseKeep, transcript.CaseLower)
	if t.Bool("restored") {
		seed := t.Uint64("marks")
		for i := range n {
			d.Decisions[i].Punct = data.Punct(seed >> (i * 7 % 62) & 3)
			d.Decisions[i].Cased = f.Document.Tokens[i].Text
		}
	} else {
		d.Rewriting = d.AsWritten()
	}
	d.Decisions = drawCorrections(t, f.Document, d.Decisions)
	return d
}

// drawCorrections draws what a person corrects.
func drawCorrections(t *drawn.Case, d *transcript.Document, decisions []data.Decision) []data.Decision {
	for range t.Int("corrections", 0, 4) {
		c := transcript.Correction{Word: t.Int("word", 0, len(d.Words)-1)}
		c.Fate = drawn.Of(t, "fate", transcript.Open, transcript.Keep, transcript.Remove)
		if mark := drawn.Of(t, "mark", "as it is", "", ",", ".", "?", "!"); mark != "as it is" {
			c.Mark = &mark
		}
		core := d.Text(d.Words[c.Word].Core)
		c.Form = drawn.Of(t, "form", "", core, strings.ToLower(core), strings.ToUpper(core))
		if out, err := d.Correct(decisions, []transcript.Correction{c}); err == nil {
			decisions = out
		}
	}
	return decisions
}

// TestRewriteAnything carries out any decision: what is written can be read again, and
// says the words that are kept, in order, at their times, by their speakers.
func TestRewriteAnything(t *testing.T) {
	for _, x := range fixtures {
		if x.name == "whisper-transformers.json" || x.name == "youtube.vtt" {
			continue // of chunks of a word each nobody can tell that they were longer; lines of which the same is left look as if they rolled up
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			f := mustRead(t, src, x.name, x.format)
			drawn.Check(t, func(t *drawn.Case) {
				d := drawPlan(t, f)
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
			drawn.Check(t, func(t *drawn.Case) {
				d := drawPlan(t, f)
				said := make(map[string]int)
				for i, w := range words(f, d) {
					if f.apart > 0 && i == 0 {
						return // what is said there twice is in the transcript once
					}
					for part := range strings.FieldsSeq(w.Text) {
						said[part]++
					}
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
				format := drawn.Of(t, "format", All()...)
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
