package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// chinesePlan takes out every 呃, and puts punctuation behind some characters, and quotes around "好的".
func chinesePlan(d *transcript.Document) *Plan {
	p := &Plan{Decisions: make([]data.Decision, len(d.Tokens))}
	for i := range d.Tokens {
		x := &p.Decisions[i]
		x.Chinese = true
		switch d.Tokens[i].Text {
		case "呃":
			x.Why, x.Label = data.FilledPauses, data.F
		case "吧":
			x.Punct = data.Period
		case "吗":
			x.Punct = data.QMark
		case "明":
			x.Punct = data.Comma
		case "好":
			x.Signs = &data.Signs{Opens: "“"}
		case "的":
			x.Signs = &data.Signs{Closes: "”"}
		}
	}
	return p
}

// chineseFiles are files of some formats, and what becomes of them.
var chineseFiles = []struct {
	name   string
	format Format
	in     string
	want   string
}{
	{"plain", Text, "呃我们去北京吧呃小明你去吗\n", "我们去北京吧。小明，你去吗？\n"},
	{"subtitles", SRT, "1\n00:00:01,000 --> 00:00:02,000\n呃我们去\n北京吧\n\n2\n00:00:02,000 --> 00:00:03,000\n呃\n\n3\n00:00:03,000 --> 00:00:04,000\n小明<i>呃</i>你去吗\n",
		"1\n00:00:01,000 --> 00:00:02,000\n我们去\n北京吧。\n\n2\n00:00:03,000 --> 00:00:04,000\n小明，你去吗？\n"},
	{"captions", VTT, "WEBVTT\n\n00:01.000 --> 00:03.000\n<v 小明>好的<00:02.000>呃我们去吧\n", "WEBVTT\n\n00:01.000 --> 00:03.000\n<v 小明>“好的”<00:02.000>我们去吧。\n"},
	{"words without blanks", Whisper, `{"text":"呃我们用好的iPhone吧","segments":[{"id":0,"start":0,"end":4,"text":"呃我们用好的iPhone吧","words":[{"word":"呃","start":0,"end":0.5},{"word":"我们","start":0.5,"end":1},{"word":"用","start":1,"end":1.5},{"word":"好的","start":1.5,"end":2},{"word":"iPhone","start":2,"end":3},{"word":"吧","start":3,"end":4}]}],"language":"zh"}`,
		`{"text":"我们用“好的”iPhone吧。","segments":[{"id":0,"start":0,"end":4,"text":"我们用“好的”iPhone吧。","words":[{"word":"我们","start":0.5,"end":1},{"word":"用","start":1,"end":1.5},{"word":"“好的”","start":1.5,"end":2},{"word":"iPhone","start":2,"end":3},{"word":"吧。","start":3,"end":4}]}],"language":"zh"}`},
	{"words with a blank before the first", Whisper, `{"segments":[{"start":0,"end":2,"text":" 呃去吧","words":[{"word":" 呃","start":0,"end":1},{"word":"去吧","start":1,"end":2}]}]}`,
		`{"segments":[{"start":0,"end":2,"text":" 去吧。","words":[{"word":" 去吧。","start":1,"end":2}]}]}`},
	{"headers", Headed, "小明  00:01\n呃我们去吧\n\n小红  00:05\n好的呃去吧\n\n小明  00:09\n去吗\n", "小明  00:01\n我们去吧。\n\n小红  00:05\n“好的”去吧。\n\n小明  00:09\n去吗？\n"},
	{"labels", Text, "张三：呃我们去吧\n李四：好的呃去吗呃\n张三：呃\n张三：小明去吧\n", "张三：我们去吧。\n李四：“好的”去吗？\n张三：小明，去吧。\n"},
	{"labels of subtitles", SRT, "1\n00:00:01,000 --> 00:00:02,000\n张三：呃我们去吧\n\n2\n00:00:02,000 --> 00:00:03,000\n李四：去吗\n\n3\n00:00:03,000 --> 00:00:04,000\n<i>张三：</i>呃去吧\n\n4\n00:00:04,000 --> 00:00:05,000\n说话人2：去吗\n",
		"1\n00:00:01,000 --> 00:00:02,000\n张三：我们去吧。\n\n2\n00:00:02,000 --> 00:00:03,000\n李四：去吗？\n\n3\n00:00:03,000 --> 00:00:04,000\n<i>张三：</i>去吧。\n\n4\n00:00:04,000 --> 00:00:05,000\n说话人2：去吗？\n"},
	{"labels below times", Headed, "00:01\n张三：呃我们去吧\n\n00:05\n李四：去吗\n\n00:09\n张三：去吧\n", "00:01\n张三：我们去吧。\n\n00:05\n李四：去吗？\n\n00:09\n张三：去吧。\n"},
	{"labels behind times", Headed, "00:01 说话人1：呃我们去吧\n00:05 说话人2：去吗\n00:09 说话人1：去吧\n", "00:01 说话人1：我们去吧。\n00:05 说话人2：去吗？\n00:09 说话人1：去吧。\n"},
	{"lyrics", LRC, "[00:01.00]呃我们\n[00:02.00]去吧\n", "[00:01.00]我们\n[00:02.00]去吧。\n"},
}

func TestChineseFiles(t *testing.T) {
	for _, c := range chineseFiles {
		f, err := Read(c.in, c.name, c.format)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := f.Rewrite(chinesePlan(f.Document)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if got := f.Rewrite(&Plan{Decisions: make([]data.Decision, len(f.Document.Tokens)), Rewriting: transcript.Rewriting{}.AsWritten()}); got != c.in {
			t.Errorf("%s with nothing decided:\n%s", c.name, got)
		}
	}
}

// TestChineseConversions: no format gets blanks between Chinese words, and all say the same.
func TestChineseConversions(t *testing.T) {
	for _, c := range chineseFiles {
		f, err := Read(c.in, c.name, c.format)
		if err != nil {
			t.Fatal(err)
		}
		rest := f.Transcript(chinesePlan(f.Document))
		want := ""
		for i := range rest.Utterances {
			want += rest.Utterances[i].Text()
		}
		for _, to := range rest.Formats() {
			for _, reflow := range []bool{false, true} {
				if rest.Reflow = (Reflow{On: reflow, LineChars: 10}); reflow && !to.HasCues() {
					continue
				}
				text, err := to.Write(rest)
				if err != nil {
					t.Errorf("%s as %s: %v", c.name, to, err)
					continue
				}
				again, err := Read(text, "again"+to.Extensions()[0], to)
				if err != nil {
					t.Errorf("%s as %s: %v\n%s", c.name, to, err, text)
					continue
				}
				got := ""
				for i, u := range again.Transcript(nil).Utterances {
					if got += u.Text(); to.HasCues() && reflow {
						for _, line := range strings.Split(got, "\n") {
							if wide(line) > 60 {
								t.Errorf("%s as %s: utterance %d is %q", c.name, to, i, u.Text())
							}
						}
					}
				}
				if to.BareWords() || to == STM || to == CHAT || to == AWS || to == Speechmatics { // with punctuation of their own, or none
					if letters(got) != letters(want) {
						t.Errorf("%s as %s: %q, want %q", c.name, to, got, want)
					}
				} else if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") || strings.Contains(got, "们 ") || strings.Contains(got, " 们") || strings.Contains(got, "去 ") || strings.Contains(got, "用 ") {
					t.Errorf("%s as %s, reflow %v: %q, want %q", c.name, to, reflow, got, want)
				}
			}
		}
	}
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("。，？“” ,.?", r) {
			return -1
		}
		return r
	}, s)
}

// TestChineseReflow sets a long sentence in lines of ten characters.
func TestChineseReflow(t *testing.T) {
	const cue = "1\n00:00:01,000 --> 00:00:09,000\n今天我们去北京看iPhone12手机今天我们去北京看手机\n"
	f, err := Read(cue, "x.srt", SRT)
	if err != nil {
		t.Fatal(err)
	}
	rest := f.Transcript(nil)
	rest.Reflow = Reflow{On: true, LineChars: 20}
	text, err := SRT.Write(rest)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	all := ""
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "-->") || strings.Trim(line, "0123456789") == "" {
			continue
		}
		lines++
		all += line
		if n := wide(line); n > 20 {
			t.Errorf("%q is %d wide", line, n)
		}
	}
	if want := "今天我们去北京看iPhone12手机今天我们去北京看手机"; all != want || lines < 3 {
		t.Errorf("%d lines, %q:\n%s", lines, all, text)
	}
}

// TestChineseCopies: a copy of what is said that no reader knows is found in Chinese, too.
func TestChineseCopies(t *testing.T) {
	const text = "今天我们去北京看一看手机和电脑"
	_, err := Read(`{"text":"`+text+`","segments":[{"start":0,"end":1,"text":"`+text+`"}],"copy":"`+text+`"}`, "x.json", Whisper)
	if err == nil || !strings.Contains(err.Error(), `again in "copy"`) {
		t.Error(err)
	}
}

// TestChineseSpeakers finds who speaks.
func TestChineseSpeakers(t *testing.T) {
	want := map[string]string{"labels": "张三 李四 张三", "labels of subtitles": "张三 李四 张三 说话人2", "labels below times": "张三 李四 张三", "labels behind times": "说话人1 说话人2 说话人1"}
	for _, c := range chineseFiles {
		if want[c.name] == "" {
			continue
		}
		f, err := Read(c.in, c.name, c.format)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, u := range f.Transcript(chinesePlan(f.Document)).Utterances {
			if got = append(got, u.Speaker); strings.Contains(u.Text(), "：") {
				t.Errorf("%s: utterance %d says %s", c.name, i, u.Text())
			}
		}
		if s := strings.Join(got, " "); s != want[c.name] {
			t.Errorf("%s: %s, want %s", c.name, s, want[c.name])
		}
	}
	// What somebody says at a time is no name.
	const said = "[00:01] 小明：你去吗\n我们去。\n[00:05] 好的，走吧\n去。\n[00:09] 去吗？\n去。\n"
	if format, err := Detect(said, "x.txt"); err != nil || format != Text {
		t.Errorf("%s, %v", format, err)
	}
}

// TestChineseNotesOfFiles: a cue that says nothing any more is kept if there is a note in it.
func TestChineseNotesOfFiles(t *testing.T) {
	const in = "1\n00:00:01,000 --> 00:00:02,000\n呃（笑）呃\n\n2\n00:00:02,000 --> 00:00:03,000\n呃\n\n3\n00:00:03,000 --> 00:00:04,000\n好呃【掌声】去吧\n"
	const want = "1\n00:00:01,000 --> 00:00:02,000\n（笑）\n\n2\n00:00:03,000 --> 00:00:04,000\n好【掌声】去吧。\n"
	f, err := Read(in, "x.srt", SRT)
	if err != nil {
		t.Fatal(err)
	}
	p := chinesePlan(f.Document)
	for i := range p.Decisions {
		p.Decisions[i].Signs = nil
	}
	if got := f.Rewrite(p); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
