package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// What editors take out comes on top of disfluencies, word by word, and the less of it the more of them have to agree.
func TestEditors(t *testing.T) {
	doc, err := transcript.ParseText(`A: Yeah, so, I mean, it was like, kind of a big deal, right? They were going to- We had, like, ten people there.
B: Mm-hmm.
A: And so we left, you know? Right. But yeah, I was, uh, I think he wanted to, he sort of had a plan.
B: Yeah, yeah. Okay, so what happened?
A: Well, so they, they came back, and, you know, it was kind of fun. Right?
B: Yeah. Right. So, um, yeah, I just, I think it's, it's great.
`, "talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	decide := func(share float64) *Cleaned {
		o := Options{}
		if share > 0 {
			o.Editors.Set(data.Editorial, share)
		}
		c, err := newDecider(t, o).Decide(t.Context(), doc)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	base := decide(0)
	before, counts := decide(0.01), []int(nil)
	for _, share := range []float64{0.2, 0.4, 0.6, 0.8, 1.1} {
		c, n := decide(share), 0
		for i := range c.Decisions {
			d, b := &c.Decisions[i], &base.Decisions[i]
			why := d.Why & data.Editorial
			if d.Why&^data.Editorial != b.Why || d.Punct != b.Punct || d.Label != b.Label {
				t.Fatalf("token %d, %q: what is disfluent changes: %v, was %v", i, doc.Tokens[i].Text, d.Why, b.Why)
			}
			if why == 0 {
				continue
			}
			n++
			if b.Why&data.DefaultRemoved != 0 {
				t.Errorf("token %d, %q, goes twice", i, doc.Tokens[i].Text)
			}
			if d.Confidence < share {
				t.Errorf("token %d, %q: share %v of %v", i, doc.Tokens[i].Text, d.Confidence, share)
			}
			if before.Decisions[i].Why&data.Editorial == 0 {
				t.Errorf("token %d, %q, goes by a higher share, and not by a lower one", i, doc.Tokens[i].Text)
			}
			if k := i + 1; k < len(doc.Tokens) && doc.Tokens[k].Word == doc.Tokens[i].Word && (c.Decisions[k].Why == 0) {
				t.Errorf("token %d, %q: the other part of the word stays", i, doc.Tokens[i].Text)
			}
		}
		counts, before = append(counts, n), c
	}
	if counts[0] < 5 || counts[len(counts)-1] != 0 {
		t.Errorf("tokens that go by share: %v", counts)
	}
}

// One kind is looked for alone.
func TestEditorsOfAKind(t *testing.T) {
	doc, err := transcript.ParseText("A: Yeah, so we left, right?\nB: Mm-hmm.\nA: And then we, I think it was, they came back, you know?\n", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i := range data.NumEditorial {
		var o Options
		o.Editors.Set(data.Openers<<i, 0.05)
		c, err := newDecider(t, o).Decide(t.Context(), doc)
		if err != nil {
			t.Fatal(err)
		}
		for k := range c.Decisions {
			if other := c.Decisions[k].Why & data.Editorial &^ (data.Openers << i); other != 0 {
				t.Errorf("%q goes for %v, where %v is looked for", doc.Tokens[k].Text, other, data.Openers<<i)
			}
		}
	}
}

// A question before, and what others go on with behind, is seen across turns.
func TestEditorTextsOfTurns(t *testing.T) {
	doc, err := transcript.ParseText("A: Did you go?\nB: Yeah.\nA: So the plan was to\nB: Mm-hmm.\nA: leave early. Uh, yes.\n", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{}
	o.Posteriors = true
	c, err := newDecider(t, o).Decide(t.Context(), doc)
	if err != nil {
		t.Fatal(err)
	}
	texts := c.EditorTexts()
	if len(texts) != 5 {
		t.Fatalf("%d turns", len(texts))
	}
	for i, want := range []struct{ asked, within bool }{{}, {asked: true}, {}, {within: true}, {}} {
		if x := &texts[i]; x.Asked != want.asked || x.Within != want.within {
			t.Errorf("turn %d: asked %v, within %v", i, x.Asked, x.Within)
		}
	}
	if last := &texts[4]; len(last.Words) != 3 || last.Gap[2]&data.FilledPauses == 0 {
		t.Errorf("what is left of %q: %v, %v", doc.Source, last.Words, last.Gap)
	}
}

// A capital that alone tells where a sentence ends stays.
func TestEndlessSentences(t *testing.T) {
	w := work{}
	for _, c := range []struct {
		text string
		at   int
		want bool
	}{
		{"It is four years old So you go.", 5, true},
		{"It is four years old. So you go.", 5, false},
		{"it is four years old so you go", 5, false},
		{"So you go.", 0, false},
	} {
		doc, err := transcript.ParseText(c.text+"\n", "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		w.doc = doc
		text := EditorText{}
		for i := range doc.Tokens {
			text.Tokens = append(text.Tokens, i)
		}
		if got := w.endless(&text, c.at); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}
