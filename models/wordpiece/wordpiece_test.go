package wordpiece

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// small is a vocabulary of which tests know all pieces.
const small = "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\nb\nab\n##a\n##b\n##ab\n##c\nabc\n.\n'\ncafe\n##s\nss\n中\ni\n##n\n\u1100\n##\u1161\nσ\n##σ\n$\n##\n#\n"

func cutter(t testing.TB) (*Vocabulary, *Cutter) {
	t.Helper()
	v, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	return v, v.NewCutter()
}

// names writes pieces and where each begins.
func names(v *Vocabulary, pieces []int32, starts []int) string {
	all := strings.Split(small, "\n")
	var out []string
	for i, p := range pieces {
		out = append(out, fmt.Sprintf("%s@%d", all[p], starts[i]))
	}
	return strings.Join(out, " ")
}

func TestPieces(t *testing.T) {
	v, c := cutter(t)
	for _, x := range []struct{ word, want string }{
		{"", ""},
		{"a", "a@0"},
		{"ab", "ab@0"},
		{"abab", "ab@0 ##ab@2"},
		{"abcab", "abc@0 ##ab@3"},
		{"abcc", "abc@0 ##c@3"},
		{"ABC", "abc@0"},
		{"c", "[UNK]@0"},
		{"abx", "[UNK]@0"},
		{"abx.ab", "[UNK]@0 .@3 ab@4"},
		{"a.b", "a@0 .@1 b@2"},
		{"'a''", "'@0 a@1 '@2 '@3"},
		{"cafés", "cafe@0 ##s@5"},
		{"cafe\u0301s", "cafe@0 ##s@6"},
		{"CAFÉS", "cafe@0 ##s@5"},
		{"a中b", "a@0 中@1 b@4"},
		{"İN", "i@0 ##n@2"},
		{"가", "\u1100@0 ##\u1161@0"}, // a syllable of Hangul becomes its letters
		{"Σσ", "σ@0 ##σ@2"},
		{"a\u00adb", "ab@0"}, // a soft hyphen
		{"a\u200bb", "ab@0"},
		{"a\vb", "ab@0"},
		{"a\u00a0b", "a@0 b@3"},
		{"a b\n", "a@0 b@2"},
		{"\u0301", ""},
		{"\ufffda", "a@3"},
		{"a\xffb", "ab@0"},
		{"$a", "$@0 a@1"},
		{"##a", "#@0 #@1 a@2"},
		{"[UNK]", "[UNK]@0 [UNK]@1 [UNK]@4"},
		{"€", "[UNK]@0"},
		{"ß", "[UNK]@0"},
		{strings.Repeat("a", 100), "a@0" + sequence("##a", 1, 100)},
		{strings.Repeat("a", 101), "[UNK]@0"},
		{strings.Repeat("a", 101) + ".", "[UNK]@0 .@101"},
	} {
		for range 2 { // once more, as it was remembered
			pieces, starts := c.Pieces([]int32{7}, []int{9}, x.word)
			if pieces[0] != 7 || starts[0] != 9 {
				t.Fatalf("%q: what was there is gone", x.word)
			}
			if got := names(v, pieces[1:], starts[1:]); got != x.want {
				t.Errorf("%q: %s, want %s", x.word, got, x.want)
			}
		}
	}
}

func sequence(piece string, from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, " %s@%d", piece, i)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	v, _ := cutter(t)
	if v.Len() != strings.Count(small, "\n") {
		t.Errorf("%d pieces", v.Len())
	}
	if n, ok := v.Number("[SEP]"); n != 3 || !ok || v.Unknown() != 1 {
		t.Errorf("[SEP] is %d, [UNK] %d", n, v.Unknown())
	}
	if _, ok := v.Number("xyz"); ok {
		t.Error("a piece that is none has a number")
	}
	for text, want := range map[string]string{
		"":                   "no piece [UNK]",
		"a\nb\n":             "no piece [UNK]",
		"[UNK]\na\nb\na\n":   "lines 2 and 4",
		"[UNK]\n\na\n":       "line 2",
		"[UNK]\na\xff\nbc\n": "line 2",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
}

// Words that are forgotten and cut once more have the pieces that they had.
func TestForget(t *testing.T) {
	_, c := cutter(t)
	word := func(i int) string {
		b := []byte{}
		for ; i > 0; i /= 3 {
			b = append(b, "abc"[i%3])
		}
		return string(b)
	}
	fresh := func(w string) []int32 {
		_, c := cutter(t)
		p, _ := c.Pieces(nil, nil, w)
		return p
	}
	for i := range mostKnown + 100 {
		p, s := c.Pieces(nil, nil, word(i))
		if i%997 == 0 && !slices.Equal(p, fresh(word(i))) || len(p) != len(s) {
			t.Fatalf("%q: %v", word(i), p)
		}
	}
	if len(c.known) > mostKnown {
		t.Errorf("%d words are known", len(c.known))
	}
	var pieces []int32
	var starts []int
	if n := testing.AllocsPerRun(100, func() { pieces, starts = c.Pieces(pieces[:0], starts[:0], "abcabc") }); n > 0 {
		t.Errorf("%v allocations for a known word", n)
	}
}

func FuzzPieces(f *testing.F) {
	for _, s := range []string{"abcab.", "cafés", "가 中", "\xff\u0301a", "İ"} {
		f.Add(s)
	}
	v, err := Read([]byte(small))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, word string) {
		c := v.NewCutter()
		pieces, starts := c.Pieces(nil, nil, word)
		again, _ := c.Pieces(nil, nil, word)
		if !slices.Equal(pieces, again) {
			t.Errorf("%q: %v, and then %v", word, pieces, again)
		}
		for i, at := range starts {
			if pieces[i] < 0 || int(pieces[i]) >= v.Len() || at < 0 || at >= len(word) || i > 0 && at < starts[i-1] {
				t.Fatalf("%q: pieces %v at %v", word, pieces, starts)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte("[UNK]\n##\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Read(text)
		if err != nil {
			return
		}
		v.NewCutter().Pieces(nil, nil, "abc")
	})
}
