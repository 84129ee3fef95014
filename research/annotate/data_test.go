package annotate

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/models/chinese"
)

// chunkSpan is a chunk of a sentence.
type chunkSpan struct {
	sentence, lo, hi int
	kind             string
}

// spansOf returns the chunks of sentences, of which label returns the label of a word.
func spansOf(text []chinese.Sentence, label func(w *chinese.Word) string) map[chunkSpan]bool {
	out := make(map[chunkSpan]bool)
	for i := range text {
		words := text[i].Words
		for lo := range words {
			kind, ok := strings.CutPrefix(label(&words[lo]), "B-")
			if !ok {
				continue
			}
			hi := lo + 1
			for hi < len(words) && label(&words[hi]) == "I-"+kind {
				hi++
			}
			out[chunkSpan{i, lo, hi, kind}] = true
		}
	}
	return out
}

// f1 returns the F1 of spans.
func f1(got, want map[chunkSpan]bool) float64 {
	right := 0
	for s := range got {
		if want[s] {
			right++
		}
	}
	return 200 * float64(right) / float64(len(got)+len(want))
}

func ofTreebank(t testing.TB) (*Annotator, []chinese.Sentence) {
	t.Helper()
	c := DefaultConfig()
	c.Folds, c.Tag.Passes, c.Phrase.Passes, c.Chunk.Passes = 2, 2, 3, 3
	return annotator(t, treebank(t, "train.gsd.tsv.gz")[:2000], c, 2), treebank(t, "dev.gsd.tsv")
}

// With half of the text and few passes, annotators are worse than those of all of it by a few points.
func TestAnnotatorOfTreebank(t *testing.T) {
	a, dev := ofTreebank(t)
	got := a.Annotated(dev, 2)
	right, n := 0, 0
	for i := range dev {
		for k, w := range dev[i].Words {
			if n++; w.Tag == got[i].Words[k].Tag {
				right++
			}
		}
	}
	phrases := func(w *chinese.Word) string { return w.Phrase }
	chunks := func(w *chinese.Word) string { return w.Chunk }
	tag, phrase, chunk := 100*float64(right)/float64(n), f1(spansOf(got, phrases), spansOf(dev, phrases)), f1(spansOf(got, chunks), spansOf(dev, chunks))
	t.Logf("accuracy of tags %.2f, F1 of phrases %.2f, of functional chunks %.2f", tag, phrase, chunk)
	if tag < 88 || phrase < 76 || chunk < 69 {
		t.Errorf("accuracy of tags %.2f, F1 of phrases %.2f, of functional chunks %.2f: want at least 88, 76 and 69", tag, phrase, chunk)
	}
}

// Each stage by itself, on one goroutine.
func BenchmarkAnnotator(b *testing.B) {
	a, dev := ofTreebank(b)
	var words [][]lexeme
	var tags, phrases [][]uint32
	n := 0
	s := a.NewScratch()
	for _, x := range dev {
		w := appendLexemes(nil, appendTexts(nil, x))
		t := a.tagger.tag(w, s.tags, nil)
		words, tags, phrases, n = append(words, w), append(tags, t), append(phrases, a.phrase.chunk(w, t, nil, s.phrase, nil)), n+len(w)
	}
	var out []uint32
	for _, stage := range []struct {
		name string
		do   func(i int)
	}{
		{"words", func(i int) { s.words = appendLexemes(s.words[:0], appendTexts(nil, dev[i])) }},
		{"tags", func(i int) { out = a.tagger.tag(words[i], s.tags, out[:0]) }},
		{"phrases", func(i int) { out = a.phrase.chunk(words[i], tags[i], nil, s.phrase, out[:0]) }},
		{"chunks", func(i int) { out = a.chunk.chunk(words[i], tags[i], phrases[i], s.chunk, out[:0]) }},
	} {
		b.Run(stage.name, func(b *testing.B) {
			for range b.N {
				for i := range words {
					stage.do(i)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

func treebank(t testing.TB, name string) []chinese.Sentence {
	t.Helper()
	text, err := chinese.ReadTreebank(datatest.Path(t, "punct", "zh-treebank", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Spaced reads sentences of words with blanks between them, one a line.
func spaced(text string) []chinese.Sentence {
	var out []chinese.Sentence
	for line := range strings.Lines(text) {
		var s chinese.Sentence
		for _, w := range strings.Fields(line) {
			s.Words = append(s.Words, chinese.Word{Text: w})
		}
		s.Gaps = make([][]chinese.Sign, len(s.Words)+1)
		out = append(out, s)
	}
	return out
}
