package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/datatest"
)

// TestSwDAAgreesWithTSV reads the development conversations from the csv release
// and compares them with the token TSV, which was converted independently.
func TestSwDAAgreesWithTSV(t *testing.T) {
	want, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := data.ReadSwDADir(datatest.Path(t, "swda"), data.Dev)
	if err != nil {
		t.Fatal(err)
	}
	bySide := make(map[string]*data.Side)
	for i := range got {
		bySide[fmt.Sprint(got[i].Conv, got[i].Speaker)] = &got[i]
	}
	var c comparison
	for i := range want {
		w := &want[i]
		g := bySide[fmt.Sprint(w.Conv, w.Speaker)]
		if g == nil {
			t.Fatalf("side %d %c is missing", w.Conv, w.Speaker)
		}
		c.side(w.Conv, w.Tokens, g.Tokens)
	}
	for _, s := range c.shown {
		t.Log(s)
	}
	t.Logf("%d tokens: %d are missing or other, %d extra; of the rest %d differ in label, %d in kind, %d in boundary, %d in tag, %d in punctuation, %d in utterance",
		c.tokens, c.missing, c.extra, c.label, c.kind, c.boundary, c.tag, c.punct, c.utt)
	agree := 1 - float64(c.missing+c.extra+c.either)/float64(c.tokens)
	t.Logf("labels and boundaries agree on %.3f%% of the tokens", 100*agree)
	if agree < 0.998 {
		t.Errorf("labels and boundaries agree on less than 99.8%%")
	}
}

type comparison struct {
	tokens, missing, extra                         int
	label, kind, boundary, either, tag, punct, utt int
	shown                                          []string
}

func (c *comparison) side(conv int, want, got []data.Token) {
	c.tokens += len(want)
	i, j := 0, 0
	for i < len(want) || j < len(got) {
		if i < len(want) && j < len(got) && same(&want[i], &got[j]) {
			c.token(conv, want, got, i, j)
			i, j = i+1, j+1
			continue
		}
		di, dj := resync(want[i:], got[j:])
		c.show("%d: tokens %q, want %q", conv, texts(got, j-2, j+dj+2), texts(want, i-2, i+di+2))
		c.missing, c.extra = c.missing+di, c.extra+max(dj-di, 0)
		i, j = i+di, j+dj
	}
}

// same reports whether two tokens are the same word. The TSV has some partial
// words without their hyphen, where the pos column of the release has.
func same(a, b *data.Token) bool {
	return strings.EqualFold(strings.TrimSuffix(a.Text, "-"), strings.TrimSuffix(b.Text, "-"))
}

// resync returns how many tokens to skip on both sides until three agree.
func resync(want, got []data.Token) (int, int) {
	for sum := 1; sum < 400; sum++ {
		for di := range sum + 1 {
			dj := sum - di
			if di > len(want) || dj > len(got) {
				continue
			}
			n := 0
			for n < 3 && di+n < len(want) && dj+n < len(got) && same(&want[di+n], &got[dj+n]) {
				n++
			}
			if n == 3 || di+n == len(want) && dj+n == len(got) {
				return di, dj
			}
		}
	}
	return len(want), len(got)
}

func (c *comparison) token(conv int, want, got []data.Token, i, j int) {
	w, g := &want[i], &got[j]
	context := func(what string, a, b any) {
		c.show("%d %s: %s of %q is %v, want %v, in %q", conv, w.Utt, what, w.Text, a, b, texts(want, i-6, i+7))
	}
	label, boundary := w.Label() != g.Label(), w.Boundary != g.Boundary
	if label {
		c.label++
		context("label", g.Label(), w.Label())
	}
	if w.Kind != g.Kind {
		c.kind++
		context("kind", g.Kind, w.Kind)
	}
	if boundary {
		c.boundary++
		context("boundary", g.Boundary, w.Boundary)
	}
	if label || boundary {
		c.either++
	}
	if w.POS != g.POS {
		c.tag++
		context("tag", g.POS, w.POS)
	}
	if w.Punct != g.Punct {
		c.punct++
		context("punctuation", fmt.Sprintf("%q", g.Punct), fmt.Sprintf("%q", w.Punct))
	}
	if w.Utt != g.Utt || w.Act != g.Act {
		c.utt++
		context("utterance", g.Utt+" "+g.Act, w.Utt+" "+w.Act)
	}
}

func (c *comparison) show(format string, args ...any) {
	if len(c.shown) < 200 {
		c.shown = append(c.shown, fmt.Sprintf(format, args...))
	}
}

func texts(tokens []data.Token, lo, hi int) string {
	var s []string
	for _, t := range tokens[max(lo, 0):min(max(hi, 0), len(tokens))] {
		s = append(s, t.Text)
	}
	return strings.Join(s, " ")
}
