package train

import (
	"compress/gzip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// sentence returns a sentence of words with the punctuation marks , . ? after them.
func sentence(text string) (data.Sentence, []string) {
	var s data.Sentence
	var tags []string
	for w := range strings.FieldsSeq(text) {
		core := strings.TrimRight(w, ",.?")
		s.Tokens = append(s.Tokens, data.Token{Text: core})
		s.Written = append(s.Written, data.Written{After: markOfPunct(w[len(w)-1]), Shape: data.ShapeOf(core)})
		tags = append(tags, "NN")
	}
	return s, tags
}

// TestArtificial tells that a sentence with an artificial disfluency is the sentence again
// without what is labelled, and that the sentence itself does not change.
func TestArtificial(t *testing.T) {
	s, tags := sentence("We went to the old market on Friday, and it was closed.")
	other, otherTags := sentence("They never told us that the museum would be closed.")
	before := clone(&s)
	d := newDisfluent([]data.Sentence{s, other}, [][]string{tags, otherTags})
	edits, fillers := 0, 0
	for seed := range uint64(500) {
		out := d.apply(&s, tags, rand.New(rand.NewPCG(1, seed)))
		if len(out.Written) != len(out.Tokens) {
			t.Fatalf("%d tokens, %d are written", len(out.Tokens), len(out.Written))
		}
		var kept []string
		for i := range out.Tokens {
			switch out.Tokens[i].Label() {
			case data.O:
				kept = append(kept, out.Tokens[i].Text)
			case data.E:
				edits++
			case data.F:
				fillers++
			}
		}
		if got := strings.Join(kept, " "); got != "We went to the old market on Friday and it was closed" {
			t.Fatalf("seed %d: %s", seed, got)
		}
	}
	if edits == 0 || fillers == 0 {
		t.Errorf("%d edit words and %d fillers were made", edits, fillers)
	}
	if !reflect.DeepEqual(s, before) {
		t.Error("the sentence has changed")
	}
}

func side(text string) data.Side {
	s := data.Side{Conv: 2001, Speaker: 'A'}
	for w := range strings.FieldsSeq(text) {
		core := strings.TrimRight(w, ",.?")
		t := data.Token{Text: core, Timed: true}
		if core != w {
			t.Punct = w[len(core)]
		}
		s.Tokens = append(s.Tokens, t)
	}
	return s
}

func TestWrittenPieces(t *testing.T) {
	long := strings.Repeat("and then we went home, ", 20)
	sides := []data.Side{side("So, I wen- I went. Did you? " + long + "yes.")}
	var got []string
	for _, p := range WrittenPieces(sides, false, 1) {
		if len(p.Tokens) > maxWritten {
			t.Errorf("a piece of %d words", len(p.Tokens))
		}
		got = append(got, p.Tokens[0].Text)
		if p.Talk.Words == 0 {
			t.Error("nothing is known of the talk")
		}
	}
	if want := []string{"So", "Did", "and", "and", "and"}; !reflect.DeepEqual(got, want) {
		t.Errorf("pieces begin with %q, want %q", got, want)
	}
	words := 0
	for _, habits := range []bool{false, true} {
		a, b := WrittenPieces(sides, habits, 1), WrittenPieces(sides, habits, 1)
		if !reflect.DeepEqual(a, b) {
			t.Error("two runs differ")
		}
		for _, p := range a {
			words += len(p.Tokens)
		}
	}
	if want := 2 * (len(sides[0].Tokens) - 1); words != want { // without the partial word
		t.Errorf("%d words in both, want %d", words, want)
	}
}

// TestReadMixed tells that nothing that may be disfluent is read as fluent, that what is
// kept for tuning is not trained on, and that a line without a speaker is an error.
func TestReadMixed(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "talk.train.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	for range 200 {
		z.Write([]byte("Ann\tWe went home. Uh, this is not fluent. The the cat is not. It -- it is not.\n\nBob\tWhere did you go?\n"))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	all, err := ReadMixed([]string{dir}, []string{"talk"}, 1e6, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 400 {
		t.Errorf("%d sentences, want 400", len(all))
	}
	for i := range all {
		if w := all[i].Tokens[0].Text; w != "We" && w != "Where" {
			t.Errorf("%q is read", w)
		}
	}
	most, _ := ReadMixed([]string{dir}, []string{"talk"}, 1e6, 4, false)
	rest, _ := ReadMixed([]string{dir}, []string{"talk"}, 1e6, 4, true)
	if len(rest) == 0 || len(most)+len(rest) != len(all) {
		t.Errorf("%d and %d sentences of %d", len(most), len(rest), len(all))
	}
	if few, _ := ReadMixed([]string{dir}, []string{"talk"}, 800, 0, false); len(few) == 0 || len(few) > len(all)/2 {
		t.Errorf("%d sentences of some words", len(few))
	}
	if _, err := ReadMixed([]string{dir}, []string{"other"}, 1, 0, false); err == nil || !strings.Contains(err.Error(), "other.train.txt.gz") {
		t.Errorf("a source that is not there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.train.txt"), []byte("Ann\tYes.\nno speaker\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMixed([]string{dir}, []string{"bad"}, 1, 0, false); err == nil || !strings.Contains(err.Error(), "bad.train.txt:2:") {
		t.Errorf("a line without a speaker: %v", err)
	}
}
