package transcript

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tidytalk/tidytalk/data"
)

// texts draws transcripts from pieces that interact: words, marks, labels, line
// ends.
func texts() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"the", "The", "I", "uh", "it's", "don't", "wh-", "and", "then", "a.m.", "Mr", "naïve", "3,000", " ", " ", " ", " ", "  ",
		",", ".", "?", "...", "--", " -- ", "—", "\"", "“", "”", "(", ")", "'", "’s", "[noise]", "\n", "\r\n", "\n\n", "\nBob: ", "\nA:\n", "[00:01] ", ":", "-", "\t", "👍"})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), "")
	})
}

func checkEdit(t interface {
	Fatalf(string, ...any)
}, src string, reasons func(i int) Reasons) {
	d, err := ParseText(src, "drawn")
	if err != nil {
		return
	}
	rs := make([]Reasons, len(d.Tokens))
	for i := range rs {
		rs[i] = reasons(i)
	}
	if got := d.Edit(rs, 0).Text(); got != src {
		t.Fatalf("%q with nothing removed is %q", src, got)
	}
	if got := d.Edit(rs, 0).Diff(false); got != src {
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
	e := d.Edit(rs, All)
	out := e.Text()
	var kept []string
	for i := range d.Words {
		if !e.words[i].removed && d.Words[i].Tokens.Len() > 0 {
			kept = append(kept, strings.ToLower(d.Text(d.Words[i].Core)))
		}
	}
	// The words of the output are the kept words, in order and complete.
	rest := strings.ToLower(out)
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
	rapid.Check(t, func(t *rapid.T) {
		src := texts().Draw(t, "text")
		checkEdit(t, src, func(i int) Reasons {
			return rapid.SampledFrom([]Reasons{0, 0, Repair, FilledPause, DiscourseMarker | Repair}).Draw(t, "reason")
		})
	})
}

func FuzzParseText(f *testing.F) {
	for _, s := range []string{"", "Bob: I, uh, I went.\n", "“don’t—”\r\n[x", "\ufeffA: b", "a--b...c…d", ">> - [1:2] (3:4): '", "<\n>"} {
		f.Add(s, uint64(5))
	}
	f.Fuzz(func(t *testing.T, src string, bits uint64) {
		checkEdit(t, src, func(i int) Reasons {
			if bits>>(i%64)&1 != 0 {
				return Repair
			}
			return 0
		})
	})
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		list string
		want Reasons
		err  bool
	}{
		{"repairs", Repair, false}, {"repairs, filled-pauses", Repair | FilledPause, false}, {"all", All, false},
		{"", 0, true}, {"uhs", 0, true}, {"repairs,,", 0, true},
	} {
		got, err := ParseReasons(c.list)
		if got != c.want && !c.err || (err != nil) != c.err {
			t.Errorf("%q: %v %v", c.list, got, err)
		}
	}
	if r, err := ParseReasons(Default.String()); err != nil || r != Default {
		t.Errorf("%v read again is %v, %v", Default, r, err)
	}
	if r := ReasonsOf("you", data.E, data.DiscourseMarker); r != Repair|DiscourseMarker {
		t.Errorf("a marker in a reparandum has %v", r)
	}
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
		reasons := make([]Reasons, len(d.Tokens))
		for i := range reasons {
			if i%7 == 3 {
				reasons[i] = FilledPause
			}
		}
		d.Segments(SegmentAuto)
		d.Edit(reasons, All).Text()
	}
}
