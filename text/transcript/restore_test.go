package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// spelt reads words such as "boston.", "~uh" (removed) or "I'M" and returns their
// text, and what restores the punctuation and the case that are written. "_" is a blank
// inside the text of a word.
func spelt(t testing.TB, spec string) (*Document, []data.Decision) {
	t.Helper()
	signs := map[byte]data.Punct{',': data.Comma, '.': data.Period, '?': data.QMark}
	var words []string
	var removed []bool
	var marks []data.Punct
	var forms []string
	for _, w := range strings.Fields(spec) {
		w, gone := strings.CutPrefix(w, "~")
		mark := data.NoPunct
		if m, ok := signs[w[len(w)-1]]; ok && len(w) > 1 {
			mark, w = m, w[:len(w)-1]
		}
		words, removed, marks, forms = append(words, strings.ToLower(w)), append(removed, gone), append(marks, mark), append(forms, w)
	}
	d, err := ParseText(strings.Join(words, " "), "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Words) != len(words) {
		t.Fatalf("%q: %d words, not %d", spec, len(d.Words), len(words))
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for i, w := range d.Words {
		form := forms[i]
		for k := w.Tokens.Start; k < w.Tokens.End; k++ {
			if removed[i] {
				decisions[k].Why = data.Repairs
			}
			n := len(d.Tokens[k].Text)
			decisions[k].Cased, form = form[:n], form[n:]
		}
		decisions[w.Tokens.End-1].Punct = marks[i]
	}
	return d, decisions
}

func TestRestore(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"i want to go", "I want to go."},
		{"hello. how are you?", "Hello. How are you?"},
		{"well, ~to ~boston to Denver", "Well, to Denver."},
		{"that's fine ~uh. I'M Anna", "That's fine. I'M Anna."},
		{"is it ~uh? ~um yes", "Is it? Yes."},
		{"and ~i, i left", "And i left."},
		{"TV ~uh", "TV."},
		{"~uh ~um", ""},
		{"do n't, go", "Don't, go."},
		{"see www.example.org/x", "See www.example.org/x"},
		{"www.example.org is down", "www.example.org is down."},
		{"the file is notes.txt. it is here", "The file is notes.txt It is here."},
		{"hey @ann, look. ~uh :smile:. v1.2.3, yes", "Hey @ann look. :smile: v1.2.3 yes."},
		{"ok. http://x.y/Z. yes", "Ok. http://x.y/z Yes."},
	} {
		d, decisions := spelt(t, c.spec)
		e := d.Edit(decisions, Rewriting{Remove: data.AllDisfluencies})
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.spec, got, c.want)
		}
	}
}

// TestRestoreApart: no comma parts what a sign by itself joins.
func TestRestoreApart(t *testing.T) {
	for _, c := range []struct {
		text string
		mark data.Punct // after each word
		want string
	}{
		{"five * six", data.Comma, "Five * six."},
		{"r + d = e", data.Comma, "R + d = e."},
		{"five * six", data.Period, "Five. * Six."},
		{"going +", data.Comma, "Going. +"},
	} {
		d, err := ParseText(c.text, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			decisions[i].Punct = c.mark
		}
		e := d.Edit(decisions, Rewriting{Remove: data.AllDisfluencies})
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestRestoreModes(t *testing.T) {
	d, decisions := spelt(t, "hello, Bob. ~uh bye")
	for _, c := range []struct {
		p    PunctMode
		c    CaseMode
		want string
	}{
		{PunctRestore, CaseKeep, "hello, bob. bye."},
		{PunctKeep, CaseRestore, "Hello Bob bye"},
		{PunctKeep, CaseKeep, "hello bob bye"},
		{PunctStrip, CaseLower, "hello bob bye"},
	} {
		e := d.Edit(decisions, Rewriting{Remove: data.AllDisfluencies, Punct: c.p, Case: c.c})
		if got := e.Text(); got != c.want {
			t.Errorf("punct %d, case %d: %q, want %q", c.p, c.c, got, c.want)
		}
	}
}

// TestRestoreKeepsPunctuation: punctuation and case of text that has them are kept.
func TestRestoreKeepsPunctuation(t *testing.T) {
	for _, c := range []struct {
		source, want string
		p            PunctMode
		c            CaseMode
	}{
		{"Is this it? Yes; it is.", "Is this it? Yes; it is.", PunctRestore, CaseRestore},
		{"Is this it? Yes; it is.", "Is this it Yes it is", PunctStrip, CaseKeep},
		{"is this it? yes; it is.", "Is this it? Yes; it is.", PunctRestore, CaseRestore},
		{"I met Bob and went on", "I met Bob and went on.", PunctRestore, CaseRestore},
		{"ALICE: Is This IT?", "ALICE: is this it?", PunctKeep, CaseLower},
	} {
		d, err := ParseText(c.source, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range d.Tokens {
			if decisions[i].Cased = strings.ToLower(d.Tokens[i].Text); d.Turns[0].Punctuated {
				decisions[i].Punct = data.Comma
			}
		}
		e := d.Edit(decisions, Rewriting{Remove: data.AllDisfluencies, Punct: c.p, Case: c.c})
		if got := e.Text(); got != c.want {
			t.Errorf("%q: %q, want %q", c.source, got, c.want)
		}
	}
}

func TestJoinTokens(t *testing.T) {
	for _, c := range []struct {
		tokens, marks string // marks as in the text, - for none
		removed       string
		p             PunctMode
		c             CaseMode
		want          string
	}{
		{"do n't you see", "- - - ?", "", PunctRestore, CaseRestore, "Don't you see?"},
		{"uh it 's gon na rain", "- - - - - -", "0", PunctRestore, CaseRestore, "It's gonna rain."},
		{"uh it 's rain", "- - - -", "0", PunctKeep, CaseKeep, "it 's rain"},
		{"yes uh no", "- . -", "1", PunctRestore, CaseRestore, "Yes. No."},
		{"Bob left , you know", "- - - - -", "34", PunctRestore, CaseRestore, "Bob left,"},
		{"Bob left , then", "- - - -", "", PunctStrip, CaseLower, "bob left then"},
		{"", "", "", PunctRestore, CaseRestore, ""},
	} {
		tokens := strings.Fields(c.tokens)
		decisions := make([]data.Decision, len(tokens))
		for i, m := range strings.Fields(c.marks) {
			decisions[i].Punct = data.Punct(max(strings.Index(",.?", m)+1, 0))
			if strings.Contains(c.removed, string(rune('0'+i))) {
				decisions[i].Why = data.FilledPauses
			}
		}
		if got := JoinTokens(tokens, decisions, Rewriting{Punct: c.p, Case: c.c}); got != c.want {
			t.Errorf("%q: %q, want %q", c.tokens, got, c.want)
		}
	}
}

// TestPrinter: parts of a line, put together, are the line.
func TestPrinter(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		vocabulary := []string{"i", "uh", "boston", "don't", "n't", "-", "[laughter]", "I--I", "3,000", "ok", "é", "x"}
		r := Rewriting{Remove: data.AllDisfluencies}
		if t.Bool("digits") {
			r.Numbers = NumberDigits
			vocabulary = append(strings.Fields("write john example five twenty nineteen hundred million and oh point dot com at third june in dollars past quarter to p m percent miles per hour minus of the the we we we left left"), vocabulary...)
			if t.Bool("chinese") {
				vocabulary = strings.Fields("二 十 五 点 百 分 之 三 块 年 月 号 第 零 下午 星期 半 到 个 我 们 去 了 二十五块 三点 uh")
			}
		}
		words := drawn.Several(t, "words", 1, 40, vocabulary...)
		line := strings.Join(words, " ") + drawn.Of(t, "end", "", "\n", " \r\n")
		if t.Bool("label") {
			line = "ann: " + line
		}
		d, err := ParseText(line, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range d.Tokens {
			decisions[i].Punct = data.Punct(drawn.Of(t, "mark", 0, 0, 0, 0, 1, 2, 3))
			decisions[i].Cased = strings.ToUpper(d.Tokens[i].Text)
		}
		for _, w := range d.Words {
			gone := t.Bool("removed")
			for k := w.Tokens.Start; k < w.Tokens.End && gone; k++ {
				decisions[k].Why = data.FilledPauses
			}
		}
		for i := range d.Turns {
			d.Turns[i].Punctuated = false
		}
		d.caseless = true
		e := d.Edit(decisions, r)
		want := e.Text()

		p := &Printer{Rewriting: r, Caseless: true}
		got, at, token := "", 0, 0
		print := func(to, tokens int, last bool) {
			s, err := p.Print(line[at:to], decisions[token:tokens], last)
			if err != nil {
				t.Fatal(err)
			}
			got, at, token = got+s, to, tokens
		}
		for i := range d.Words {
			w := &d.Words[i]
			if w.Tokens.Len() > 0 && !w.Joined && w.Bytes.End == w.Core.End && t.Bool("cut") {
				print(w.Bytes.End, w.Tokens.End, false)
			}
		}
		print(len(line), len(d.Tokens), true)
		if got != want {
			t.Fatalf("%q in parts: %q, want %q", line, got, want)
		}
	})
}
