package transcript

import (
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/visible"
)

// texts draws transcripts from pieces that interact: words, punctuation, labels, line
// ends.
func texts(t *drawn.Case) string {
	return strings.Join(drawn.Several(t, "pieces", 0, 60, "the", "The", "I", "uh", "it's", "don't", "wh-", "and", "then", "a.m.", "Mr", "naïve", "3,000", " ", " ", " ", " ", "  ",
		",", ".", "?", "...", "--", " -- ", "—", "\"", "“", "”", "(", ")", "'", "’s", "[noise]", "\n", "\r\n", "\n\n", "\nBob: ", "\nA:\n", "[00:01] ", ":", "-", "\t", "👍", "我", "们", "我们", "好", "，", "。", "“我", "》", "iPhone12", "𠮷", "の"), "")
}

// folded returns text in a form that is the same for letters that differ in case: the capital of "ϵ" is that of "ε", too.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
			least = min(least, x)
		}
		return least
	}, text)
}

func checkEdit(t interface {
	Fatalf(string, ...any)
}, src string, why func(i int) data.Disfluencies) {
	d, err := ParseText(src, "drawn")
	if err != nil {
		return
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for i := range decisions {
		decisions[i].Why = why(i)
	}
	if got := d.Edit(decisions, removing(data.NoDisfluencies)).Text(); got != src {
		t.Fatalf("%q with nothing removed is %q", src, got)
	}
	if got := d.Edit(decisions, removing(data.NoDisfluencies)).Diff(false); got != visible.String(src) {
		t.Fatalf("%q with nothing removed has the diff %q", src, got)
	}
	// Segments hold every token once, in order.
	for _, how := range []Segmentation{SegmentAuto, SegmentLine} {
		at := 0
		for _, s := range d.Segments(how) {
			if s.Tokens.Start != at || s.Tokens.Len() == 0 {
				t.Fatalf("%q: segment at token %d, want %d", src, s.Tokens.Start, at)
			}
			at = s.Tokens.End
		}
		if at != len(d.Tokens) {
			t.Fatalf("%q: segments end at token %d of %d", src, at, len(d.Tokens))
		}
	}
	// Token texts lie in their words, in order.
	for i, tok := range d.Tokens {
		w := d.Words[tok.Word].Core
		if tok.Bytes.Start < w.Start || tok.Bytes.End > w.End || tok.Bytes.Len() <= 0 || i > 0 && tok.Bytes.Start < d.Tokens[i-1].Bytes.End {
			t.Fatalf("%q: token %d at %v in word at %v", src, i, tok.Bytes, w)
		}
	}
	e := d.Edit(decisions, removing(data.AllDisfluencies))
	out := e.Text()
	var kept []string
	for i := range d.Words {
		if !e.words[i].removed && d.Words[i].Tokens.Len() > 0 {
			kept = append(kept, folded(d.Text(d.Words[i].Core)))
		}
	}
	// The words of the output are the kept words, in order and complete.
	rest := folded(out)
	for _, k := range kept {
		i := strings.Index(rest, k)
		if i < 0 {
			t.Fatalf("%q: lost %q in %q", src, k, out)
		}
		rest = rest[i+len(k):]
	}
	if n, m := strings.Count(out, "  "), strings.Count(src, "  "); n > m {
		t.Fatalf("%q: doubled blanks in %q", src, out)
	}
}

func TestEditKeepsWords(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		checkEdit(t, texts(t), func(int) data.Disfluencies {
			return drawn.Of(t, "why", 0, 0, data.Repairs, data.FilledPauses, data.DiscourseMarkers|data.Repairs)
		})
	})
}

func FuzzParseText(f *testing.F) {
	for _, s := range []string{"", "Bob: I, uh, I went.\n", "“don’t—”\r\n[x", "\ufeffA: b", "a--b...c…d", ">> - [1:2] (3:4): '", "<\n>", "嗯，我用“iPhone12”，𠮷。", "你好,我是\"小明\"."} {
		f.Add(s, uint64(5))
	}
	f.Add("E:\u07b5~~~E:ϵ~~~~x%", uint64(307)) // a letter whose capital is that of another one
	f.Fuzz(func(t *testing.T, src string, bits uint64) {
		checkEdit(t, src, func(i int) data.Disfluencies {
			if bits>>(i%64)&1 != 0 {
				return data.Repairs
			}
			return 0
		})
	})
}

func BenchmarkEdit(b *testing.B) {
	src := strings.Repeat("Bob: Well, I, uh, I went to the, you know, the shop -- and then... we didn't buy it.\n", 500)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		d, err := ParseText(src, "bench")
		if err != nil {
			b.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			if i%7 == 3 {
				decisions[i].Why = data.FilledPauses
			}
		}
		d.Segments(SegmentAuto)
		d.Edit(decisions, removing(data.AllDisfluencies)).Text()
	}
}
