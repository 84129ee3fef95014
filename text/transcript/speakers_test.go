package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestLabelsOfLines finds the speakers of the lines of a text, "-" for none.
func TestLabelsOfLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// What one line tells.
		{"说话人1：呃我们走吧", "说话人1"},
		{"发言人 2：好", "发言人 2"},
		{"發言者一:好", "發言者一"},
		{"嘉宾A：好", "嘉宾A"},
		{"SPEAKER_00：好", "SPEAKER_00"},
		{"speaker 1:好", "speaker 1"},
		{"A：好", "A"},
		{"A:好", "A"},
		{"Ann Berg：OK，走", "Ann Berg"},
		{"[00:01:02] 说话人1：好", "说话人1"},
		{"00:01:02 说话人1:好", "说话人1"},
		{"\u3000\u3000说话人1：\u3000好", "说话人1"},
		{"用户１：好", "用户１"},
		{"- 客服2：好", "客服2"},
		{"张三: 好", "张三"},
		{"**Ann:** so um", "Ann"},
		{"**Ann**: so um", "Ann"},
		{"- __Ann Berg__: so um", "Ann Berg"},
		{"*Ann:*", "Ann"},
		{"Jean\u00a0: euh, oui", "Jean"},
		{"Jean Marc\u202f: euh, oui", "Jean Marc"},
		{"Voix off\u00a0: euh, oui", "Voix off"},
		{"Duran Duran: so um", "Duran Duran"},
		// What it does not.
		{"Je je viens\u00a0: demain", "-"},
		{"Il est là\u00a0: euh, oui", "-"},
		{"I I came: um", "-"},
		{"Ich ich komme: morgen", "-"},
		{"**Ann: so um", "-"},
		{"**Ann:**so um", "-"},
		{"****: so um", "-"},
		{"**so**, Ann: um", "-"},
		{"张三：呃我们走吧", "-"},
		{"张三:呃我们走吧", "-"},
		{"主持人：好", "-"},
		{"用户：好", "-"},
		{"他说：“好的。”", "-"},
		{"如下：", "-"},
		{"well：好", "-"},
		{"3：2", "-"},
		{"主持人 00:05", "-"},
		{"我们有三个问题，第一：为什么", "-"},
		{"说话人1，你好：好", "-"},
		{"请看http://x.org/好", "-"},
		{"现在是3:00好", "-"},
		{"A:b", "-"},
		{"他用PPT讲：好", "-"},
		// Names that come again, in most lines.
		{"张三：呃我们走吧\n李四：好\n张三：走\n李四：嗯", "张三|李四|张三|李四"},
		{"张三:呃我们走吧\n李四:3点\n张三:OK走\n李四:嗯", "张三|李四|张三|李四"},
		{"[00:01] 张三：走\n[00:02] 李四：好\n[00:03]张三：走\n（笑）", "张三|李四|张三|-"},
		{"00:01\n张三：走\n\n00:02\n李四：好\n\n00:03\n张三：走", "-|张三|-|李四|-|张三"},
		{"张三：\n呃我们走吧\n李四：\n好\n张三：\n走", "张三|-|李四|-|张三|-"},
		{"张三：走\n李四：好\n张三：走\n王五：来", "张三|李四|张三|王五"},
		{"tom：走\n李四：好\ntom：走\n李四：来", "tom|李四|tom|李四"},
		{"阿卜杜拉·买买提：走\n李四：好\n李四：走", "阿卜杜拉·买买提|李四|李四"},
		{"A：走\n张三：好\n张三：走", "A|张三|张三"},
		{"张三：走\n李四：“好”\n张三：走\n李四：来\n李四：来", "张三|李四|张三|李四|李四"},
		{"张三：走\n李四：好\n张三：走\n他说：“来”\n李四：来", "张三|李四|张三|-|李四"},
		{"张三：走\n李四：好\n张三：走\n李四：时间：三点", "张三|李四|张三|李四"},
		{"张三：走\n张三：好", "-|-"}, // one name
		{"张三：走\n李四：好\n张三：走\n李四：来" + strings.Repeat("\n我们走", 4), "-|-|-|-|-|-|-|-"},
		{"张三：走\n李四：好", "-|-"},
		{"张三：走\n我们走\n张三：走\n李四：来\n我们走", "-|-|-|-|-"},
		{"他说：“走。”\n她说：“好。”\n他说：“走。”\n她说：“来。”", "-|-|-|-"},
		{"小明：“走。”\n小红：“好。”\n小明：“走。”\n小红：“来。”", "-|-|-|-"},
		{"时间：三点\n地址：北京\n时间：四点\n地址：上海", "-|-|-|-"},
		{"会议时间：三点\n参会人员：张三\n会议时间：四点\n参会人员：李四", "-|-|-|-"},
		{"上午9：30\n下午3：20\n上午9：40\n下午3：50", "-|-|-|-"},
		{"第一：走\n第二：好\n第三：来", "-|-|-"},
		{"我觉得最重要的一件事情是这样：走\n你好：好\n我觉得最重要的一件事情是这样：走", "-|-|-"},
		// Words for speakers.
		{"主持人：好\n嘉宾：走", "主持人|嘉宾"},
		{"主持人：好\n我们来了\n他们走了\n嘉宾1：走", "主持人|-|-|嘉宾1"},
		{"问：你去吗\n答：去\n我们走", "问|答|-"},
		{"主持人：好\n主持人：走", "-|-"},
		{"记者：好\n地址：北京", "-|-"},
		{"有人问：走\n他答：好", "-|-"},
	} {
		k := SpeakersOf(strings.Lines(c.in))
		var got []string
		for line := range strings.Lines(c.in) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			name, _ := k.Label(line)
			if name == "" {
				name = "-"
			}
			got = append(got, name)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, s, c.want)
		}
	}
}

// TestSpeakersOfTurns parses text with labels of Chinese.
func TestSpeakersOfTurns(t *testing.T) {
	d, err := ParseText("\ufeff张三：呃我们走吧\n李四：\n好\n张三：（笑）走\n", "test")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range d.Turns {
		turn := &d.Turns[i]
		text := turn.Speaker + ":"
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			text += d.Text(d.Words[w].Core)
		}
		got = append(got, text)
	}
	if s := strings.Join(got, " "); s != "张三:呃我们走吧 李四:好 张三:走" {
		t.Error(s)
	}
	if d.Edit(nil, Rewriting{}.AsWritten()).Text() != d.Source {
		t.Error("text with nothing decided is another")
	}
}

// TestSpeakerText finds where the text of a line starts.
func TestSpeakerText(t *testing.T) {
	for _, c := range []struct{ line, text string }{
		{"[00:01:02] 说话人1： 呃", "呃"},
		{"[00:01:02] 张三：呃", "张三：呃"},
		{">> A：\u3000呃", "呃"},
		{"\u3000\u3000A：呃", "呃"},
		{"\u3000\u3000张三：呃", "\u3000\u3000张三：呃"},
		{"A:呃", "呃"},
		{"A：", ""},
	} {
		if _, n := Label(c.line); c.line[n:] != c.text {
			t.Errorf("%s: the text is %q, want %q", c.line, c.line[n:], c.text)
		}
	}
}

// TestNoSpeakersOfEnglish draws text without Chinese: no line has another label than what it has
// alone, and text behind colons without a blank is none.
func TestNoSpeakersOfEnglish(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		lines := drawn.Several(t, "lines", 1, 8, "Ann: yes", "Ann:yes", "a:b", "bo:no", "12:30", "12:30 Ann: so", "so", "", "http://x", "Speaker 1:so", "Bo:", "- Ann: so", ">> so: so: so", "É:é")
		k := SpeakersOf(func(yield func(string) bool) {
			for _, l := range lines {
				if !yield(l) {
					return
				}
			}
		})
		for _, l := range lines {
			name, n := k.Label(l)
			if one, m := Label(l); name != one || n != m {
				t.Fatalf("%q has the label %q to %d, alone %q to %d", l, name, n, one, m)
			}
			if name != "" && !strings.HasSuffix(l, ":") && !strings.Contains(l, name+": ") {
				t.Fatalf("%q has the label %q", l, name)
			}
		}
	})
}
