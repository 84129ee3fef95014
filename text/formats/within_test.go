package formats

import (
	"strings"
	"testing"
)

// TestSubtitlesWithin cleans subtitles that stand in a string of JSON with the words that they are made of.
func TestSubtitlesWithin(t *testing.T) {
	const said = `{"segments":[{"start":0,"end":2,"text":"So um we went home."},{"start":2,"end":3,"text":"Uh."},{"start":3,"end":5,"text":"It was, uh, late & dark."}],"file":"`
	for _, c := range []struct{ name, in, want string }{
		{"SubRip",
			`1\n00:00:00,000 --> 00:00:02,000\nSo um we\nwent home.\n\n2\n00:00:02,000 --> 00:00:03,000\nUh.\n\n3\n00:00:03,000 --> 00:00:05,000\nIt was, uh, late & dark.\n`,
			`1\n00:00:00,000 --> 00:00:02,000\nSo we\nwent home.\n\n2\n00:00:03,000 --> 00:00:05,000\nIt was late & dark.\n`},
		{"escaped, CRLF",
			`1\r\n00:00:00,000 --\u003e 00:00:02,000\r\nSo um we went home.\r\n\r\n2\r\n00:00:03,000 --\u003E 00:00:05,000\r\nIt was, uh,\r\nlate \u0026 dark.`,
			`1\r\n00:00:00,000 --\u003e 00:00:02,000\r\nSo we went home.\r\n\r\n2\r\n00:00:03,000 --\u003E 00:00:05,000\r\nIt was\r\nlate \u0026 dark.`},
		{"WebVTT",
			`WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>So <b>um</b> we went home.</v>\n\n00:02.000 --> 00:03.000 line:0\n<v Ann>Uh.</v>\n\n00:03.000 --> 00:05.000\n<v Ann>It was, uh, late &amp; dark.`,
			`WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>So we went home.</v>\n\n00:03.000 --> 00:05.000\n<v Ann>It was late &amp; dark.`},
		{"a translation", `1\n00:00:00,000 --> 00:00:02,000\nAlso um wir gingen.\n\n`, `1\n00:00:00,000 --> 00:00:02,000\nAlso um wir gingen.\n\n`},
		{"times that are told", `at 00:00:00,000 --> we left`, `at 00:00:00,000 --> we left`},
	} {
		f := mustRead(t, said+c.in+`"}`, "a.json", Whisper)
		if got := f.Rewrite(&Plan{}); got != said+c.in+`"}` {
			t.Errorf("%s: with nothing removed it is %s", c.name, got)
		}
		got := f.Rewrite(dropFillers(f))
		want := strings.NewReplacer("So um we", "So we", `,{"start":2,"end":3,"text":"Uh."}`, "", "was, uh, late", "was late").Replace(said) + c.want + `"}`
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// Cues of a word each repeat what is said, whatever their numbers are, and so do those that say nothing between them.
func TestSubtitlesWithinShort(t *testing.T) {
	const said = `{"segments":[{"start":0,"end":2,"text":"Yes."},{"start":2,"end":3,"text":"Uh."},{"start":3,"end":5,"text":"No."}],"file":"`
	const in = `1\n00:00:00,000 --> 00:00:02,000\nYes.\n\n2\n00:00:02,000 --> 00:00:03,000\nUh.\n\n3\n00:00:02,500 --> 00:00:03,000\n\n4\n00:00:03,000 --> 00:00:05,000\nNo.\n"}`
	f := mustRead(t, said+in, "a.json", Whisper)
	want := `1\n00:00:00,000 --> 00:00:02,000\nYes.\n\n2\n00:00:02,500 --> 00:00:03,000\n\n3\n00:00:03,000 --> 00:00:05,000\nNo.\n"}`
	if got := f.Rewrite(dropFillers(f)); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSubtitlesWithinMore refuses a file whose subtitles say more than its words.
func TestSubtitlesWithinMore(t *testing.T) {
	src := `{"segments":[{"start":0,"end":2,"text":"So we went home by train."}],"srt":"1\n00:00:00,000 --> 00:00:02,000\nSo we, uh, went home by train.\n"}`
	if _, err := Read(src, "a.json", Whisper); err == nil || !strings.Contains(err.Error(), `at "uh", is not in the list of words`) {
		t.Errorf("the error is %v", err)
	}
}

// TestElevenLabsFormats cleans the formats that may be asked for besides, where they are text.
func TestElevenLabsFormats(t *testing.T) {
	const words = `{"language_probability":1,"text":"So um yes.","words":[{"text":"So","type":"word"},{"text":" ","type":"spacing"},{"text":"um","type":"word"},{"text":" ","type":"spacing"},{"text":"yes.","type":"word"}],"additional_formats":[`
	for in, want := range map[string]string{
		`{"requested_format":"srt","is_base64_encoded":false,"content":"1\n00:00:00,000 --> 00:00:02,000\nSo um yes.\n\n"}`: `{"requested_format":"srt","is_base64_encoded":false,"content":"1\n00:00:00,000 --> 00:00:02,000\nSo yes.\n\n"}`,
		`{"requested_format":"txt","is_base64_encoded":false,"content":"[speaker_0]\nSo um yes.\n"}`:                        `{"requested_format":"txt","is_base64_encoded":false,"content":"[speaker_0]\nSo yes.\n"}`,
	} {
		f := mustRead(t, words+in+"]}", "a.json", "")
		if got := f.Rewrite(dropFillers(f)); !strings.HasSuffix(got, want+"]}") {
			t.Errorf("%s becomes %s", in, got)
		}
	}
	for _, in := range []string{
		`{"requested_format":"docx","is_base64_encoded":true,"content":"UEsDBA=="}`,
		`{"requested_format":"pdf","is_base64_encoded":true,"content":"JVBERi0xLjcK"}`,
		`{"requested_format":"srt","is_base64_encoded":true,"content":"MQ=="}`,
	} {
		if _, err := Read(words+in+"]}", "a.json", ""); err == nil || !strings.Contains(err.Error(), "holds what is said once more") {
			t.Errorf("%s: the error is %v", in, err)
		}
	}
}

// TestRuby leaves the readings above words alone, and takes them out with these.
func TestRuby(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		format         Format
	}{
		{"a.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n<ruby>Kyoto<rt>um</rt></ruby> um <ruby>uh<rt>so</rt></ruby> is far.\n", "WEBVTT\n\n00:00.000 --> 00:02.000\n<ruby>Kyoto<rt>um</rt></ruby> is far.\n", VTT},
		{"a.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n<ruby>Kyo<rt>um<rb>to<rt>uh</ruby> um is far.\n", "WEBVTT\n\n00:00.000 --> 00:02.000\n<ruby>Kyo<rt>um<rb>to<rt>uh</ruby> is far.\n", VTT},
		{"a.srt", "1\n00:00:00,000 --> 00:00:02,000\n<ruby>Kyoto<rp>(</rp><rt>um</rt><rp>)</rp></ruby> um is far.\n", "1\n00:00:00,000 --> 00:00:02,000\n<ruby>Kyoto<rp>(</rp><rt>um</rt><rp>)</rp></ruby> is far.\n", SRT},
		{"a.ttml", `<tt xmlns:tts="x"><body><div><p begin="0s" end="2s"><span tts:ruby="container"><span tts:ruby="base">Kyoto</span><span tts:ruby="text">um</span></span> um is far.</p></div></body></tt>`,
			`<tt xmlns:tts="x"><body><div><p begin="0s" end="2s"><span tts:ruby="container"><span tts:ruby="base">Kyoto</span><span tts:ruby="text">um</span></span> is far.</p></div></body></tt>`, TTML},
		{"a.ttml", `<tt xmlns:tts="x"><body><div><p begin="0s" end="2s"><span tts:ruby="container"><span tts:ruby="base">um</span><span tts:ruby="text">so</span></span> it is far.</p></div></body></tt>`,
			`<tt xmlns:tts="x"><body><div><p begin="0s" end="2s">it is far.</p></div></body></tt>`, TTML},
	} {
		f := mustRead(t, c.in, c.name, c.format)
		if got := f.Rewrite(&Plan{}); got != c.in {
			t.Errorf("with nothing removed %s is %s", c.in, got)
		}
		if got := f.Rewrite(dropFillers(f)); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestUnpadded reads times of SubRip without leading zeros.
func TestUnpadded(t *testing.T) {
	f := mustRead(t, "1\n0:0:1,500 --> 0:1:02,000\nUm, yes.\n", "a.srt", "")
	if got := f.views[0].utterances[0].Time; f.Format != SRT || got.Start != 1.5 || got.End != 62 {
		t.Errorf("%s: %v", f.Format, got)
	}
	mustRead(t, "*CHI:\tso &-um yes .\n%com:\tum\n*MOT:\tno .\n", "a.cha", "")
}

// TestListsCutOtherwise cleans two lists of the same words, the elements of which begin at other words.
func TestListsCutOtherwise(t *testing.T) {
	const src = `{"utterances":[{"text":"So um we","words":[{"word":"So","start":0,"end":0.2},{"word":"um","start":0.3,"end":0.5},{"word":"we","start":0.6,"end":0.8}]},` +
		`{"text":"uh went.","words":[{"word":"uh","start":0.9,"end":1},{"word":"went.","start":1.1,"end":1.3}]}],` +
		`"sentences":[{"text":"So um we uh went.","words":[{"word":"So","start":0,"end":0.2},{"word":"um","start":0.3,"end":0.5},{"word":"we","start":0.6,"end":0.8},{"word":"uh","start":0.9,"end":1},{"word":"went.","start":1.1,"end":1.3}]}]}`
	f := mustRead(t, src, "a.json", List)
	if got := f.Rewrite(dropFillers(f)); strings.Contains(got, "um") || strings.Contains(got, "uh") || !strings.Contains(got, `"text":"So we went."`) {
		t.Errorf("it becomes %s", got)
	}
}
