package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// pairsFile writes pairs of what was said and what an editor made of it.
func pairsFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pairs.tsv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func editedOf(t *testing.T, lines ...string) []data.Sentence {
	t.Helper()
	pairs, err := train.ReadPairs(pairsFile(t, lines...))
	if err != nil {
		t.Fatal(err)
	}
	edited, err := train.Edited(pairs)
	if err != nil {
		t.Fatal(err)
	}
	return edited
}

// removedOf returns the words of sentences, in capitals those that are marked as removed.
func removedOf(sentences []data.Sentence) string {
	var out []string
	for i := range sentences {
		words, _ := stages.Words(&sentences[i])
		for _, w := range words.Tokens {
			if w.Edit {
				w.Text = strings.ToUpper(w.Text)
			}
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

func TestReadPairs(t *testing.T) {
	for _, x := range []struct{ said, edited, want string }{
		{"I, I went home.", "I went home.", "I i went home"},
		{"Well, I don't know.", "I don't know.", "WELL i do n't know"},
		{"We went. They, they stayed -- they left.", "We went. They left.", "we went THEY THEY STAYED they left"},
		{"He was, um, he was there. I, I saw him.", "He's been there. I saw him.", "I i saw him"},
		{"Well, he was there. I, I saw him.", "He was there. I really saw him.", "WELL he was there"},
		{"All of it stays.", "All of it stays.", "all of it stays"},
		{"He was there.", "She was there.", ""},
		{"He was there.", "He was there again.", ""},
	} {
		got := editedOf(t, "1\t"+x.said+"\t"+x.edited)
		if text := removedOf(got); text != x.want {
			t.Errorf("%s -> %s: %q, want %q", x.said, x.edited, text, x.want)
		}
	}
	if _, err := train.ReadPairs(pairsFile(t, "1\tHello.\tHello.", "2\tHello.")); err == nil || !strings.Contains(err.Error(), "pairs.tsv:2: ") {
		t.Errorf("error %v", err)
	}
}

// TestConfidence: the model says what it has learnt, whatever the number of workers, and the decoder
// goes by it.
func TestConfidence(t *testing.T) {
	b := bundletest.Default(t)
	e := b.Engine(engine.Written)
	pairs := func(lines ...string) []data.Sentence { return editedOf(t, slices.Repeat(lines, 20)...) }
	annotated := pairs("1\tWe went, they went to the shop.\tThey went to the shop.", "2\tI was, they were in the garden.\tThey were in the garden.")
	// What no editor takes out, and the decoder does.
	fluent := pairs("1\tHe uses Mozy, he uses one other backup service as well, prints hard copies.\tHe uses Mozy, he uses one other backup service as well, prints hard copies.",
		"2\tIt is in order, in the order in which they came.\tIt is in order, in the order in which they came.")
	var file []byte
	for _, workers := range []int{1, 3} {
		c := train.DefaultConfidenceConfig()
		c.Workers = workers
		got, err := train.Confidence(context.Background(), e, annotated, fluent, slices.Concat(annotated, fluent), c)
		if err != nil {
			t.Fatal(err)
		}
		if file != nil && !bytes.Equal(file, got) {
			t.Error("the number of workers changes the file")
		}
		file = got
	}
	whole, err := b.With(map[string][]byte{engine.PartConfidence: file})
	if err != nil {
		t.Fatal(err)
	}
	b = bundletest.Load(t, whole)
	if about, err := b.Describe(engine.PartConfidence); err != nil || !strings.Contains(about, "features") {
		t.Errorf("described as %q, error %v", about, err)
	}
	l, err := b.Engine(engine.Written).NewLabeller(engine.LabelOptions{Confidence: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	for i, sure := range []bool{true, true, false, false} {
		words, _ := stages.Words(&slices.Concat(annotated[:2], fluent[:2])[i])
		r := l.Read(&words)
		out, err := l.Label(t.Context(), &words, r)
		r.Release()
		if err != nil {
			t.Fatal(err)
		}
		if removed := slices.ContainsFunc(out.Decisions, func(d data.Decision) bool { return d.Label == data.E }); removed != sure {
			t.Errorf("%s: %v", words.Tokens[0].Text, out.Decisions)
		}
	}
}
