package chinese

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/m3n"
	zh "github.com/tidytalk/tidytalk/models/chinese"
)

func quiet(string, m3n.Progress) {}

// tagConfig is that of a chain with features of words.
func tagConfig(t testing.TB, starts ...zh.Pass) zh.PunctuationConfig {
	t.Helper()
	features, err := PaperFeatures("L1-L7")
	if err != nil {
		t.Fatal(err)
	}
	return zh.PunctuationConfig{
		Templates: strings.ReplaceAll(features, "i=0..1", "i=0"), PassTemplates: tagPassFeatures, Starts: starts,
		Least: 1, LeastSeen: 1, L2: 0.1, Passes: 4, Seed: 1,
	}
}

// Of rare tags the rarer half is dropped, and both where what is left is rare, too.
func TestOften(t *testing.T) {
	texts := map[string]int{
		"O": 9, "BOT-O": 9, "EOT-FUL": 9, "A-COM": 7, "B-COM": 8, "B-ENU": 2, "A-COM+B-COM": 2,
		"A-COM+B-ENU": 1, "A-ENU+B-COM": 1, "A-SEM+B-SEM": 1, "A-COL": 1, "BOT-O+B-SEM": 1, "BOT-O+B-COM": 2, "BOT-QUO(+B-COM": 1, "A-SEM+EOT-FUL": 1, "BOT-O+EOT-QUE": 1,
	}
	for tag, want := range map[string]string{
		"O": "O +A +B", "A-COM+B-COM": "A-COM+B-COM +A +B", "BOT-O+B-COM": "BOT-O+B-COM +A +B",
		"A-COM+B-ENU": "A-COM +A", "A-ENU+B-COM": "B-COM +B", "A-COL": "O +B", "A-SEM+EOT-FUL": "EOT-FUL +B",
		"A-SEM+B-SEM": "O", "BOT-QUO(+B-COM": "BOT-O+B-COM +B", "BOT-O+B-SEM": "BOT-O +A", "BOT-O+EOT-QUE": "BOT-O+EOT-O",
	} {
		got, kept := often(tag, texts, 2)
		for side, name := range []string{" +A", " +B"} {
			if kept[side] {
				got += name
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}

// What labels of texts are read as is what the texts have, but for what is too rare.
func TestTagLabels(t *testing.T) {
	gaps := make([][][]zh.Sign, 0)
	for _, tags := range []string{
		"BOT-O B-COM A-COM+B-QUO( A-QUO(+B-COM A-COM EOT-FUL/QUO)", "BOT-O B-COM A-COM EOT-FUL/QUO)", "BOT-QUO(+EOT-FUL/QUO)", "BOT-O B-COM A-COM+B-QUO( A-QUO( EOT-FUL/QUO)",
	} {
		g, err := zh.ParseTags(strings.Fields(tags))
		if err != nil {
			t.Fatal(err)
		}
		gaps = append(gaps, g)
	}
	for least, want := range map[int][2]int{1: {0, 8}, 2: {3, 7}} {
		l, err := learnTags(gaps, least)
		if err != nil {
			t.Fatal(err)
		}
		lost := 0
		for i, g := range gaps {
			got := make([][]zh.Sign, len(g))
			l.read(l.gold[i], got)
			for k := range g {
				if len(got[k]) > 0 && !reflect.DeepEqual(got[k], g[k]) {
					t.Errorf("least %d, text %d, gap %d: %v, want %v", least, i, k, got[k], g[k])
				}
				lost += len(g[k]) - len(got[k])
			}
		}
		if got := [2]int{lost, len(l.names)}; got != want {
			t.Errorf("least %d: %d signs are lost, with the tags %v, want %v", least, lost, l.names, want)
		}
	}
}

// Signs are those behind words, whatever the next word's tag has before it.
func TestReadTags(t *testing.T) {
	comma, stop, open := []zh.Sign{{Mark: zh.Comma}}, []zh.Sign{{Mark: zh.FullStop}}, []zh.Sign{{Mark: zh.Quote, Side: zh.Open}}
	l := &tagLabels{signs: [][2][]zh.Sign{{}, {open, nil}, {comma, nil}, {nil, comma}, {nil, stop}}}
	got := make([][]zh.Sign, 6)
	got[2] = stop // of an earlier pass
	l.read([]uint8{1, 3, 0, 2, 4}, got)
	if want := [][]zh.Sign{open, nil, {stop[0], comma[0]}, nil, nil, stop}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Pairs come out balanced, and the same whatever the workers; later passes read what earlier ones
// have put.
func TestTagged(t *testing.T) {
	train, dev := mini(t, 3), mini(t, 1)
	for _, starts := range [][]zh.Pass{nil, {zh.Finals}} {
		config := tagConfig(t, starts...)
		one, err := tagged(t.Context(), train, dev, config, 1, quiet)
		if err != nil {
			t.Fatal(err)
		}
		for i, gaps := range one {
			if !reflect.DeepEqual(zh.Balanced(gaps), gaps) {
				t.Errorf("sentence %d is not balanced: %v", i, gaps)
			}
		}
		if many, err := tagged(t.Context(), train, dev, config, 3, quiet); err != nil || !reflect.DeepEqual(one, many) {
			t.Errorf("%v; other workers, other signs", err)
		}
	}
	// What the last pass has to find depends on what an earlier one does, and on no word near.
	config := tagConfig(t)
	config.Templates, config.Passes, config.L2 = "order=1 t[1]\n", 20, 0
	for features, want := range map[string]bool{"order=1 put[-2]\n": true, "": false} {
		config.PassTemplates = features
		got, err := tagged(t.Context(), followed(30), followed(6), config, 2, quiet)
		if err != nil {
			t.Fatal(err)
		}
		var r Row
		r.Score(followed(6), got)
		if commas, ellipses := r.Marks[zh.Comma].F1(), r.Marks[zh.Ellipsis].F1(); commas != 1 || (ellipses == 1) != want {
			t.Errorf("with the features %q F is %.3f of commas and %.3f of ellipses", features, commas, ellipses)
		}
	}
}

// followed are texts with a comma before a verb and an ellipsis two words behind it, or with a colon
// before an adjective.
func followed(n int) []zh.Sentence {
	var out []zh.Sentence
	for i := range n {
		s := zh.Sentence{Words: make([]zh.Word, 6), Gaps: make([][]zh.Sign, 7)}
		for t := range s.Words {
			s.Words[t] = zh.Word{Text: "字", Tag: "N"}
		}
		at := i%3 + 1
		if i/3%2 == 0 {
			s.Words[at].Tag, s.Gaps[at], s.Gaps[at+2] = "V", []zh.Sign{{Mark: zh.Comma}}, []zh.Sign{{Mark: zh.Ellipsis}}
		} else {
			s.Words[at].Tag, s.Gaps[at] = "A", []zh.Sign{{Mark: zh.Colon}}
		}
		out = append(out, s)
	}
	return out
}

func TestTaggedFails(t *testing.T) {
	text := mini(t, 1)
	if _, err := tagged(t.Context(), text[:1], text, tagConfig(t), 1, quiet); err == nil {
		t.Error("one text to train on, and no error")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tagged(cancelled, text, text, tagConfig(t), 1, quiet); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// As many tags as there are sequences of two marks before and behind a word.
	gaps := make([][]zh.Sign, 1)
	for a := zh.Mark(1); a < zh.NumMarks; a++ {
		for b := zh.Mark(1); b < zh.NumMarks; b++ {
			for range 2 {
				gaps = append(gaps, []zh.Sign{{Mark: a}, {Mark: b}})
			}
			gaps = append(gaps, nil)
		}
	}
	if _, err := learnTags([][][]zh.Sign{gaps}, 1); err == nil || !strings.Contains(err.Error(), fmt.Sprint(maxTags)) {
		t.Errorf("%d gaps of two marks: %v", len(gaps), err)
	}
}

// Labels of the treebank's texts are read as what these have, but for one sign in a hundred.
func TestTreebankTags(t *testing.T) {
	text, err := zh.ReadTreebank(datatest.Path(t, "punct", "zh-treebank", "train.gsd.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	gold, found := make([][][]zh.Sign, len(text)), empty(text)
	for i, s := range text {
		gold[i] = zh.Balanced(s.Gaps)
	}
	l, err := learnTags(gold, 2)
	if err != nil {
		t.Fatal(err)
	}
	signs, lost := 0, 0
	for i := range text {
		l.read(l.gold[i], found[i])
		for g := range gold[i] {
			signs += len(gold[i][g])
			lost += len(gold[i][g]) - len(found[i][g])
		}
	}
	t.Logf("%d tags, %d signs of %d lost", len(l.names), lost, signs)
	if lost == 0 || lost*100 > signs {
		t.Errorf("%d of %d signs are lost", lost, signs)
	}
}
