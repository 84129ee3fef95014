package document

import (
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// listReader reads text by a list of words, and puts punctuation around some of them.
type listReader struct {
	units *atomic.Int64 // counts the units read, if not nil
}

var (
	listedWords  = []string{"我们", "你们", "今天", "小明", "北京", "苹果", "香蕉", "手机", "觉得", "那个", "所以"}
	marksBehind  = map[string]string{"小明": "，", "吧": "。", "吗": "？", "苹果": "、", "了": "。", "说": "：", "的": "”", "那个": "。", "所以": "。"}
	signsInFront = map[string]string{"好": "“"}
)

func (r listReader) Read(units []string, apart []bool, out *chinese.Reading) {
	if r.units != nil {
		r.units.Add(int64(len(units)))
	}
	out.Starts, out.Gaps = append(out.Starts[:0], 0), append(out.Gaps[:0], nil)
	for at := 0; at < len(units); {
		n := 1
		for _, w := range listedWords {
			if k := utf8.RuneCountInString(w); at+k <= len(units) && strings.Join(units[at:at+k], "") == w && (apart == nil || !apart[at+1]) {
				n = k
			}
		}
		word := strings.Join(units[at:at+n], "")
		last := len(out.Gaps) - 1
		out.Gaps[last] = append(out.Gaps[last], chinese.ReadSigns(signsInFront[word])...)
		at += n
		marks := chinese.ReadSigns(marksBehind[word])
		if at == len(units) && len(marks) == 0 {
			marks = chinese.ReadSigns("。")
		}
		out.Starts, out.Gaps = append(out.Starts, int32(at)), append(out.Gaps, marks)
	}
}

// chineseDecider returns a decider with the default models, and a list in place of those for
// Chinese.
func chineseDecider(t testing.TB, o Options) *Decider {
	t.Helper()
	language := o.Language
	if language == langid.Chinese {
		o.Language = ""
	}
	d := newDecider(t, o)
	d.options.Language = language
	d.chinese = func() (*pipeline.Chinese, error) {
		return pipeline.NewChinese(func() pipeline.ChineseReader { return listReader{} }, o.Options), nil
	}
	return d
}

func TestChinese(t *testing.T) {
	c := chineseDecider(t, Options{})
	for _, x := range []struct{ name, in, want string }{
		{"no punctuation", "我们今天去北京吧小明你去吗", "我们今天去北京吧。小明，你去吗？"},
		{"fillers and repeats", "呃我们我们今天呃去北京吧", "我们今天去北京吧。"},
		{"a word that opens a sentence is none", "那个我们去吧所以呃小明你去吗", "那个，我们去吧。所以，小明，你去吗？"},
		{"a word that is all that is said", "那个\n我们去吧那个", "那个。\n我们去吧。那个。"},
		{"one character is repeated", "好好吃", "好好吃。"},
		{"punctuation that is there", "我们我们去吧。呃，我觉得好，小明，你们去吗？", "我们去吧。我觉得好，小明，你们去吗？"},
		{"half-width punctuation is kept", "你好,我是小明.你们今天去北京吗?", "你好,我是小明.你们今天去北京吗?"},
		{"commas alone", "我们去了，今天去了，小明去了，", "我们去了，今天去了，小明去了，"},
		{"blanks are kept", "我们 今天 去 北京 吧", "我们 今天 去 北京 吧。"},
		{"blanks between characters", "呃 我 们 我 们 去 北 京 吧", "我 们 去 北 京 吧。"},
		{"mixed scripts", "我用iPhone12手机吗呃我用Kubernetes", "我用iPhone12手机吗？我用Kubernetes。"},
		{"no capitals", "iphone手机是我的", "iphone手机是我的。"},
		{"rare characters and emoji", "𠮷野家好👨‍👩‍👧吃吗葛\U000e0100城", "𠮷野家好👨‍👩‍👧吃吗？葛\U000e0100城。"},
		{"a character", "嗯", "嗯。"},
		{"empty lines", "我们去吧\n\n  \n呃\n北京", "我们去吧。\n\n  \n北京。"},
		{"pairs", "小明说好的我们走吧", "小明，说：“好的”我们走吧。"},
		{"labels", "张三：呃我们走吧\n李四：好吃吗\n张三：嗯，走吧", "张三：我们走吧。\n李四：好吃吗？\n张三：嗯，走吧。"},
		{"labels that a line tells", "[00:01:02] 说话人1：呃我们走吧\n[00:01:05] A:你去吗", "[00:01:02] 说话人1：我们走吧。\n[00:01:05] A:你去吗？"},
		{"notes", "呃我们走吧（笑）你去吗【掌声】走吧(音乐)", "我们走吧。（笑）你去吗？【掌声】走吧。(音乐)"},
		{"punctuation behind notes", "小明走（笑），我们走吧", "小明，走（笑），我们走吧。"},
		{"a mark behind a note", "小明我们走吧（笑），你去吗", "小明，我们走吧（笑）。你去吗？"},
		{"Japanese", "呃これは東京大学です、呃そうです。\n東京大学東京大学", "呃これは東京大学です、呃そうです。\n東京大学東京大学"},
		{"English between", "A: 我们去吧\nB: Um, I, I know that very well, and so do you, I think.\nA: 小明你好吗", "A: 我们去吧\nB: I know that very well, and so do you, I think.\nA: 小明你好吗"},
		{"English without punctuation between", "A: 我们去吧\nB: um i i know that very well and so do you\nA: 小明你去吗", "A: 我们去吧。\nB: I know that very well. And so do you?\nA: 小明，你去吗？"},
	} {
		d, err := transcript.ParseText(x.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.Decide(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Edit(transcript.Rewriting{}).Text(); got != x.want {
			t.Errorf("%s: %q is %q, want %q", x.name, x.in, got, x.want)
		}
		if got := out.Edit(transcript.Rewriting{Remove: data.NoDisfluencies}.AsWritten()).Text(); got != x.in {
			t.Errorf("%s: %q kept as it is is %q", x.name, x.in, got)
		}
	}
}

// TestChineseWindows reads text that is longer than what is looked at together.
func TestChineseWindows(t *testing.T) {
	c := chineseDecider(t, Options{Language: "zh"})
	for _, x := range []struct{ unit, want string }{
		{"我们今天去北京吧", "我们今天去北京吧。"},
		{"呃我们我们今天去北京吧", "我们今天去北京吧。"},
		{"我们。今天", "我们。今天"},
		{"今天北京", "今天北京"}, // no end anywhere
	} {
		// No loop, which would be read once.
		var text, wanted strings.Builder
		for i := range 1000 {
			other := string([]rune("甲乙丙丁戊己庚辛壬癸子丑寅卯")[i%14])
			text.WriteString(other + x.unit)
			wanted.WriteString(other + x.want)
		}
		got := clean(t, c, text.String())
		if want := strings.TrimSuffix(wanted.String(), "。"); strings.TrimSuffix(got, "。") != want {
			n := 0
			for n < len(got) && n < len(want) && got[n] == want[n] {
				n++
			}
			t.Errorf("%s: at %d of %d: %.60q", x.unit, n, len(want), got[n:])
		}
	}
}

func TestChineseTokens(t *testing.T) {
	c := chineseDecider(t, Options{Language: "zh"})
	for _, x := range []struct{ in, want string }{
		{"今天 我们 去 北京 吧 小明 你 去 吗", "今天我们去北京吧。小明，你去吗？"},
		{"呃 今天 今天 去 小明说 iPhone", "今天去小明说：iPhone。"},
		{"我们去", "我们去。"}, {"", ""},
	} {
		var words []Word
		var tokens []string
		for _, w := range strings.Fields(x.in) {
			words, tokens = append(words, Word{Text: w}), append(tokens, w)
		}
		out, err := c.Tokens(t.Context(), [][]Word{words})
		if err != nil {
			t.Fatal(err)
		}
		if got := transcript.JoinTokens(tokens, out[0].Decisions, transcript.Rewriting{}); got != x.want {
			t.Errorf("%q is %q, want %q", x.in, got, x.want)
		}
	}
	for _, err := range c.Words(t.Context(), func(func(Word, error) bool) {}) {
		if err != ErrLive {
			t.Error(err)
		}
	}
}

// TestChineseModels: without models Chinese text is left, and asking for them is an error.
func TestChineseModels(t *testing.T) {
	b := bundletest.Default(t)
	if _, err := New(b, Options{Language: "zh-Hant"}); !errors.Is(err, engine.ErrOptions) || !strings.Contains(err.Error(), "Chinese") {
		t.Errorf("%v", err)
	}
	d := newDecider(t, Options{})
	const text = "呃我们我们去北京"
	if got := clean(t, d, text); got != text {
		t.Errorf("%q", got)
	}
	if _, err := engine.Load(zh.Models()); !errors.Is(err, engine.ErrNoEnglish) {
		t.Errorf("models for Chinese alone: %v", err)
	}
}

// TestChineseKeepsCharacters: what is written is what was there, without removed words, and with
// punctuation, whatever the text.
func TestChineseKeepsCharacters(t *testing.T) {
	var cleaners []*Decider
	for _, level := range engine.Levels {
		for _, language := range []string{"", "zh"} {
			cleaners = append(cleaners, chineseDecider(t, optionsOf(level, language)))
		}
	}
	drawn.Check(t, func(t *drawn.Case) {
		var others []string // between which a blank may come
		if t.Int("others", 0, 2) > 0 {
			others = []string{"iPhone12", "uh", "don't", "3.5", "の", "です", "한", "A: "}
		}
		text := strings.Join(drawn.Several(t, "pieces", 0, 40, append(others, "我", "们", "我们", "呃", "小明", "说", "好", "的", "吧", "吗", "苹果", "，", "。", ",", ".", "？", "“", "”", "《", "》", "(", ")", "\"", " ", " ", "\u3000", "\n",
			"𠮷", "葛\U000e0100", "👨‍👩‍👧", "……", "——", "[笑声]", "-")...), "")
		r := drawn.Of(t, "rewriting", transcript.Rewriting{}, transcript.Rewriting{Remove: data.AllDisfluencies}, transcript.Rewriting{}.AsWritten(), transcript.Rewriting{Punct: transcript.PunctStrip})
		for _, c := range cleaners {
			d, err := transcript.ParseText(text, "drawn")
			if err != nil {
				return
			}
			out, err := c.Decide(t.Context(), d)
			if err != nil {
				t.Fatalf("%v", err)
			}
			got := out.Edit(r).Text()
			if len(others) == 0 && strings.Count(got, " ") > strings.Count(text, " ") {
				t.Fatalf("%q is %q: there are more blanks", text, got)
			}
			rest := letters(text)
			for _, x := range letters(got) {
				i := slices.Index(rest, x)
				if i < 0 {
					t.Fatalf("%q is %q: %q is new", text, got, x)
				}
				rest = rest[i+1:]
			}
		}
	})
}

// letters returns the letters and digits of a text, in small letters.
func letters(text string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text))
}

// longChinese returns n bytes of Chinese without blanks.
func longChinese(n int) string { return strings.Repeat("呃我们今天去北京", n/24) }

// TestLongChinese: four times the text is four times the work, in units read and in bytes allocated.
func TestLongChinese(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it takes a minute under the race detector")
	}
	c := chineseDecider(t, Options{Language: "zh"})
	var units atomic.Int64
	c.chinese = func() (*pipeline.Chinese, error) {
		return pipeline.NewChinese(func() pipeline.ChineseReader { return listReader{&units} }, Options{}.Options), nil
	}
	work := func(n int) (read int64, allocated uint64) {
		text := longChinese(n)
		units.Store(0)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		clean(t, c, text)
		runtime.ReadMemStats(&after)
		return units.Load(), after.TotalAlloc - before.TotalAlloc
	}
	work(1 << 16)
	read, allocated := work(1 << 18)
	read4, allocated4 := work(1 << 20)
	if read == 0 || read4 > 5*read {
		t.Errorf("%d units read for a quarter of a megabyte, %d for all of it", read, read4)
	}
	if allocated4 > 6*allocated {
		t.Errorf("%d bytes allocated for a quarter of a megabyte, %d for all of it", allocated, allocated4)
	}
}

func BenchmarkLongChinese(b *testing.B) {
	c := chineseDecider(b, Options{Language: "zh"})
	for _, n := range []int{1 << 18, 1 << 20} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			text := longChinese(n)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				clean(b, c, text)
			}
		})
	}
}

// TestLiveChinese: what a stream writes is what the whole text becomes, a line at a time.
func TestLiveChinese(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it takes a minute under the race detector")
	}
	long := "" // no loop, for which streams do not look
	for i := range 600 {
		long += "呃我们今天去" + string([]rune("甲乙丙丁戊己庚辛壬癸子丑寅卯")[i%14]) + "吧小明说好的"
	}
	for _, o := range []Options{{}, {Language: "zh"}} {
		c := chineseDecider(t, o)
		for _, text := range []string{
			"", "呃我们今天去北京吧小明你去吗", "呃我们今天去北京吧\n小明你去吗\n\n呃\n好", "说话人1：呃我们走吧（笑）你去吗\nA:小明你去吗(笑声)\n张三：呃", "A: 呃我们 今天 去北京吧\nB: 小明你去吗",
			"我们我们去吧。呃，我觉得好，小明，你们去吗？\n呃好。", "iPhone12手机" + strings.Repeat("我们今天去看手机吗呃[笑声]", 3), long, "B: " + long + "\n" + long,
			strings.Join(strings.Split(long, "")[:5000], " ") + "\n我们", strings.Repeat("。 ", 40000),
		} {
			var want strings.Builder
			for line := range strings.Lines(text) {
				want.WriteString(clean(t, c, line))
			}
			for _, size := range []int{1, 7, 1000, len(text) + 1} {
				if size == 1 && len(text) > 10000 {
					continue
				}
				var b strings.Builder
				s, err := c.NewStream(t.Context(), &b, StreamOptions{})
				if err != nil {
					t.Fatal(err)
				}
				most := 0
				for rest := text; rest != ""; {
					n := min(size, len(rest))
					if _, err := s.Write([]byte(rest[:n])); err != nil {
						t.Fatal(err)
					}
					rest = rest[n:]
					most = max(most, s.line.len()+s.printer.Held())
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if most > 2*mostChinese {
					t.Errorf("%.20q, %d bytes at a time: %d bytes wait", text, size, most)
				}
				if got := b.String(); got != want.String() && !strings.HasPrefix(text, "。") {
					n := 0
					for n < len(got) && n < want.Len() && got[n] == want.String()[n] {
						n++
					}
					t.Errorf("%v %.20q, %d bytes at a time: at %d of %d: %.60q, want %.60q", o.Language, text, size, n, want.Len(), got[n:], want.String()[n:])
				}
			}
		}
	}
}
