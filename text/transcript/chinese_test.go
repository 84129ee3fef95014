package transcript

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestChineseWords writes each word with its punctuation in brackets: the core between bars.
func TestChineseWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"我用iPhone12手机", "|我| |用| |iPhone12| |手| |机|"},
		{"你好，我是小明。", "|你| |好|， |我| |是| |小| |明|。"},
		{"你好,我是小明.", "|你| |好|, |我| |是| |小| |明|."},
		{"说：“你好”，走了", "|说|： “|你| |好|”， |走| |了|"},
		{"说\"你好\"和\"再见\"。", "|说| \"|你| |好|\" |和| \"|再| |见|\"。"},
		{"看《红楼梦》（上）吧", "|看| 《|红| |楼| |梦|》 （|上|） |吧|"},
		{"「繁體」字", "「|繁| |體|」 |字|"},
		{"他说OK.我走了3.5米,用a.b@c.org发", "|他| |说| |OK|. |我| |走| |了| |3.5| |米|, |用| |a.b@c.org| |发|"},
		{"请看http://x.org/a_b?c=d这个", "|请| |看| |http://x.org/a_b?c=d| |这| |个|"},
		{"好的👍🏽谢谢👨‍👩‍👧", "|好| |的|👍🏽 |谢| |谢|👨‍👩‍👧"},
		{"𠮷野家", "|𠮷| |野| |家|"},
		{"葛\U000e0100城", "|葛\U000e0100| |城|"},
		{"我 觉得\u3000好", "|我| |觉| |得| |好|"},
		{"好[笑声]的", "|好| || |的|"},
		{"他妈**的", "|他| |妈|** |的|"},
		{"#话题#", "#|话| |题|#"},
		{"- 好 -不", "|好| -|不|"},
		{"たべる ありがとう 안녕 สวัสดี", "|た| |べ| |る| |あ| |り| |が| |と| |う| |안녕| |สวัสดี|"},
		{"嗯……好——吧", "|嗯|…… |好|—— |吧|"},
		{"，你好", "，|你| |好|"},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range d.Words {
			w := &d.Words[i]
			if w.Tokens.Len() == 0 {
				got = append(got, "||")
				continue
			}
			got = append(got, d.Source[w.Bytes.Start:w.Core.Start]+"|"+d.Text(w.Core)+"|"+d.Source[w.Core.End:w.Bytes.End])
			if next := i+1 < len(d.Words) && d.Words[i+1].Tokens.Len() > 0; next && w.Joined != (d.Words[i+1].Bytes.Start == w.Bytes.End) {
				t.Errorf("%s: %q is joined: %v", c.in, d.Text(w.Core), w.Joined)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, s, c.want)
		}
	}
}

// TestChineseMending removes words of Chinese text that has its punctuation.
func TestChineseMending(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"{呃}F我想去{那个}D北京。", "我想去北京。"},
		{"{嗯，}F我想去。", "我想去。"},
		{"我想去，{呃，}F北京。", "我想去，北京。"},
		{"我想去{呃，}F北京。", "我想去北京。"},
		{"我想去；{呃}F北京。", "我想去；北京。"},
		{"我想去{呃；}F北京。", "我想去；北京。"},
		{"{我们}R我们走吧{呃。}F好的。", "我们走吧。好的。"},
		{"我 {呃}F 想 去。", "我 想 去。"},
		{"我 {呃}F想去。", "我 想去。"},
		{"我{呃}F 想去。", "我 想去。"},
		{"他说{“呃，}F好的”。", "他说“好的”。"},
		{"我用{呃}FiPhone，OK。", "我用iPhone，OK。"},
		{"{呃}FiPhone很好。", "iPhone很好。"},
		{"The {uh}F 我们 {呃}F我们 go. Yes.", "The 我们 我们 go. Yes."},
	} {
		d, decisions := marked(t, c.in)
		e := d.Edit(decisions, removing(data.AllDisfluencies))
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
		// What other formats make of the words is the same.
		var b strings.Builder
		for _, k := range e.Kept(nil, 0) {
			if b.Len() > 0 && !k.Tight {
				b.WriteByte(' ')
			}
			b.WriteString(k.Lead + k.Core + k.Trail)
		}
		if b.String() != c.want {
			t.Errorf("%s: the kept words are %q, want %q", c.in, b.String(), c.want)
		}
	}
}

// TestChinesePunctuation restores punctuation. A mark in brackets stands for the sign of a decision.
func TestChinesePunctuation(t *testing.T) {
	type sign struct {
		after string // the word is the last of these characters, from the start on
		mark  data.Punct
		signs *data.Signs
	}
	look := func(mark data.Punct, as string) *data.Signs {
		s := &data.Signs{}
		s.Looks[mark] = as
		return s
	}
	for _, c := range []struct {
		in    string
		signs []sign
		want  string
	}{
		{"我叫小明你呢", []sign{{"我叫小明", data.Comma, nil}, {"我叫小明你呢", data.QMark, nil}}, "我叫小明，你呢？"},
		{"我叫小明", nil, "我叫小明。"},
		{"苹果香蕉都要", []sign{{"苹果", data.Comma, look(data.Comma, "、")}, {"苹果香蕉都要", data.Period, look(data.Period, "！")}}, "苹果、香蕉都要！"},
		{"他说好的走了", []sign{{"他说", data.Comma, look(data.Comma, "：")}, {"他说好", 0, &data.Signs{Opens: "“"}}, {"他说好的", data.Comma, &data.Signs{Closes: "”", Within: 1}}}, "他说：“好的”，走了。"},
		{"他说走了", []sign{{"他说走", data.Period, &data.Signs{Opens: "“", Closes: "”", Within: 0}}, {"他说走了", data.Period, &data.Signs{Closes: "”》", Within: 2}}}, "他说“走。”了。"},
		{"我 觉得 很 好 i think", []sign{{"我 觉得 很 好", data.Comma, nil}}, "我 觉得 很 好， i think."},
		{"i--i think so", []sign{{"i", data.Comma, nil}}, "I--i think so."},
		{"我用iphone", nil, "我用iphone。"},
		{"iphone很好", nil, "iphone很好。"},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			decisions[i].Chinese = !strings.Contains(c.in, "i think")
		}
		for _, s := range c.signs {
			for i := range d.Tokens {
				if d.Tokens[i].Bytes.End == len(s.after) {
					decisions[i].Punct, decisions[i].Signs = s.mark, s.signs
				}
			}
		}
		if got := d.Edit(decisions, Rewriting{}).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestChinesePunctuated(t *testing.T) {
	for _, c := range []struct {
		in         string
		punctuated bool
		finals     int
		turns      int
	}{
		{strings.Repeat("我们走吧", 30), false, 0, 1},
		{strings.Repeat("我们走吧", 19) + "。", true, 1, 1}, // 76 characters are 38 words
		{strings.Repeat("我们走吧", 25) + "。", false, 1, 1},
		{strings.Repeat("我们走吧，", 9), true, 0, 1},
		{strings.Repeat("我们走吧,", 9), true, 0, 1},
		{"我们，走吧" + strings.Repeat("我们走吧", 9), false, 0, 1},
		{"你好。我是小明，\n来自北京。\n你呢？", true, 3, 2},
		{"你好。我是小明\n来自北京。", true, 2, 2},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		finals := 0
		for i := range d.Words {
			if d.Words[i].Final {
				finals++
			}
		}
		if d.Turns[0].Punctuated != c.punctuated || finals != c.finals || len(d.Turns) != c.turns {
			t.Errorf("%s: punctuated %v, %d ends, %d turns", c.in, d.Turns[0].Punctuated, finals, len(d.Turns))
		}
	}
}

func TestChineseBuild(t *testing.T) {
	at := func(from, to float64) Interval { return Interval{from, to, true} }
	d := Build("test", []Utterance{{Time: at(0, 4), Pieces: []Piece{
		{Text: "我们", Time: at(0, 1), Spaced: true}, {Text: "用", Time: at(1, 1.5), Spaced: true}, {Text: "iPhone12", Time: at(2, 3), Spaced: true}, {Text: "吧。", Time: at(3, 4), Spaced: true}, {Text: "好", Spaced: true},
	}}})
	if want := "我们用 iPhone12 吧。好\n"; d.Source != want {
		t.Fatalf("%q, want %q", d.Source, want)
	}
	want := []Interval{at(0, 0.5), at(0.5, 1), at(1, 1.5), at(2, 3), at(3, 4), {}}
	for i := range d.Words {
		if d.Words[i].Time != want[i] {
			t.Errorf("%s: %v, want %v", d.Text(d.Words[i].Core), d.Words[i].Time, want[i])
		}
	}
	// Somebody who listens, and a sentence that goes on.
	for _, c := range []struct {
		first, between string
		turns          int
	}{{"我们去了，", "嗯嗯", 2}, {"我们去了，", "我不知道", 3}, {"我们去了。", "好的", 3}} {
		d := Build("test", []Utterance{{Speaker: "A", Pieces: []Piece{{Text: c.first}}}, {Speaker: "B", Pieces: []Piece{{Text: c.between}}}, {Speaker: "A", Pieces: []Piece{{Text: "北京"}}}})
		if len(d.Turns) != c.turns {
			t.Errorf("%s %s: %d turns, want %d", c.first, c.between, len(d.Turns), c.turns)
		}
	}
}

func TestChineseLoops(t *testing.T) {
	for _, c := range []struct {
		in     string
		copies int
	}{
		{strings.Repeat("谢谢大家", 7), 0}, {strings.Repeat("谢谢大家", 8), 8}, {strings.Repeat("对", 15), 0}, {strings.Repeat("对", 16), 16},
		{strings.Repeat("嗯", 40), 0}, {strings.Repeat("请不吝点赞订阅转发打赏支持明镜与点点栏目", 4), 4}, {strings.Repeat("谢谢观看\n", 5), 5},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		loops := d.Loops()
		if n := len(loops); n > 1 || n == 1 != (c.copies > 0) || n == 1 && len(loops[0].Copies) != c.copies {
			t.Errorf("%s: %v, want %d copies", c.in, loops, c.copies)
		}
		if len(loops) == 1 && strings.Contains(d.LoopText(&loops[0]), " ") {
			t.Errorf("%s: blanks in %q", c.in, d.LoopText(&loops[0]))
		}
	}
}

func TestChineseTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"今天 天气 很 好", "今天天气很好。"}, {"今天 呃 天气 很 好", "今天天气很好。"}, {"我 用 iPhone 手机", "我用 iPhone 手机。"}, {"你好 ， 我 走 了 。", "你好，我走了。"},
	} {
		tokens := strings.Fields(c.in)
		decisions := make([]data.Decision, len(tokens))
		for i := range tokens {
			decisions[i].Chinese = true
			if tokens[i] == "呃" {
				decisions[i].Why = data.FilledPauses
			}
		}
		if got := JoinTokens(tokens, decisions, Rewriting{}); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// longChinese parses and edits about n bytes without blanks.
func longChinese(t testing.TB, n int) {
	d, err := ParseText(strings.Repeat("我们今天去a-b商店", n/24), "long")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for i := range decisions {
		if i%7 == 3 {
			decisions[i].Why = data.FilledPauses
		}
	}
	d.Segments(SegmentAuto)
	d.Loops()
	if got := d.Edit(decisions, Rewriting{}).Text(); strings.Contains(got, " ") {
		t.Errorf("a blank in %.100q", got)
	}
}

// TestLongChinese: four times the text allocates four times the bytes.
func TestLongChinese(t *testing.T) {
	allocated := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		longChinese(t, n)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	n := drawn.Few(1<<20, 1<<17)
	allocated(n / 16)
	if a, b := allocated(n/4), allocated(n); b > 6*a {
		t.Errorf("%d bytes allocated for %d bytes, %d for %d", a, n/4, b, n)
	}
}

func BenchmarkLongChinese(b *testing.B) {
	for _, n := range []int{1 << 18, 1 << 20} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				longChinese(b, n)
			}
		})
	}
}

// TestChineseNotes finds the words of text with what is none.
func TestChineseNotes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"（笑）好", "好"},
		{"好（笑）的", "好|的"},
		{"好(笑)的", "好|的"},
		{"好(笑）的", "好|的"},
		{"好（笑声）。的(掌聲)", "好|的"},
		{"好，（ 音乐 ）", "好"},
		{"好（听不清 00:12:13）的", "好|的"},
		{"（停顿）（音樂）", ""},
		{"【掌声】好【背景 音乐】的", "好|的"},
		{"iPhone（笑）yes(笑)no", "iPhone|yes|no"},
		{"说“（笑）好”", "说|好"},
		// What is said.
		{"我（开玩笑）说", "我|开|玩|笑|说"},
		{"他（笑得很开心）走", "他|笑|得|很|开|心|走"},
		{"（我喜欢音乐）", "我|喜|欢|音|乐"},
		{"（笑，走）", "笑|走"},
		{"（上）和(下)", "上|和|下"},
		{"【这是一个标题吧】", "这|是|一|个|标|题|吧"},
		{"【走，好】", "走|好"},
		{"【】好（）的", "好|的"},
		{"（笑", "笑"},
		{"（00:12 好）", "00:12|好"},
		{"【笑", "笑"},
		{"yes(no) (laughs)", "yes|no"},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tok := range d.Tokens {
			got = append(got, tok.Text)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s has the words %s, want %s", c.in, s, c.want)
		}
		if d.Edit(nil, Rewriting{}.AsWritten()).Text() != c.in {
			t.Errorf("%s changes", c.in)
		}
	}
}

// TestChineseNotesStay takes out words beside notes, and puts punctuation there.
func TestChineseNotesStay(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"{呃}F（笑）走。", "（笑）走。"},
		{"我{呃}F（笑）走。", "我（笑）走。"},
		{"我（笑）{呃}F走。", "我（笑）走。"},
		{"我们走吧（笑）。{呃}F好的。", "我们走吧（笑）。好的。"},
		{"我们走吧（笑）。{呃，}F好的。", "我们走吧（笑）。好的。"},
		{"我们走，{呃}F【掌声】好。", "我们走，【掌声】好。"},
	} {
		d, decisions := marked(t, c.in)
		e := d.Edit(decisions, removing(data.AllDisfluencies))
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
		got := ""
		for _, k := range e.Kept(nil, 0) {
			got += k.Lead + k.Core + k.Trail
		}
		if got != c.want {
			t.Errorf("%s: the kept words are %q, want %q", c.in, got, c.want)
		}
	}
	d, decisions := marked(t, "我们走吧（笑）。好的，【掌声】，走。")
	if got, want := d.Edit(decisions, Rewriting{Punct: PunctStrip}).Text(), "我们走吧（笑）好的【掌声】走"; got != want {
		t.Errorf("%q without marks, want %q", got, want)
	}
	var finals string
	for i := range d.Words {
		if w := &d.Words[i]; w.Final {
			finals += d.Text(w.Core)
		}
	}
	if finals != "吧走" {
		t.Errorf("sentences end with %s", finals)
	}
	// Punctuation is put before a note, as in other text.
	d, decisions = marked(t, "我们走吧（笑）好的")
	for i := range decisions {
		decisions[i].Chinese = true
		if d.Tokens[i].Text == "吧" {
			decisions[i].Punct = data.Period
		}
	}
	if got, want := d.Edit(decisions, Rewriting{}).Text(), "我们走吧。（笑）好的。"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOpenChineseNotes: what comes may be part of a note that has begun.
func TestOpenChineseNotes(t *testing.T) {
	for in, want := range map[string]string{"好（笑": "好", "好（笑）": "好（笑）", "好【掌": "好", "好(笑": "好", "好": "好"} {
		if got := in[:OpenNote(in)]; got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
