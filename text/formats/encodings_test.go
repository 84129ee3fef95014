package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// saidIn are words in encodings that programs have saved them in.
var saidIn = []struct{ encoding, text string }{
	{"windows-1252", "we met at the café — you know, the “old” one"},
	{"windows-1252", "c'était très bien, où ça"},
	{"windows-1252", "Grüße aus München, schön"},
	{"windows-1252", "¿Qué año es? El niño está aquí"},
	{"iso-8859-1", "c'était très bien, où ça"},
	{"iso-8859-15", "les œufs à 3 €, très bons"},
	{"windows-1250", "Wczoraj byłem w domu, wiesz, i się źle czułem, żeby"},
	{"iso-8859-2", "Wczoraj byłem w domu, wiesz, i się źle czułem, żeby śledź"},
	{"windows-1251", "Ну, я не знаю, это было вчера"},
	{"koi8-r", "Ну, я не знаю, это было вчера. Да"},
	{"windows-1253", "Λοιπόν, δεν ξέρω, ήταν χθες"},
	{"windows-1254", "Şey, bilmiyorum, dün çok güzeldi, değil mi, ışık"},
	{"macintosh", "we met at the café — you know, the “old” one"},
	{"gb18030", "嗯，我觉得这个问题不是很大，你说呢？"},
	{"gbk", "嗯，我觉得这个问题不是很大，你说呢？"},
	{"big5", "嗯，我覺得這個問題不是很大，你說呢？"},
	{"shift_jis", "えーと、私はそう思います。会議は明日です。"},
	{"euc-jp", "えーと、私はそう思います。会議は明日です。"},
	{"euc-kr", "음, 저는 그렇게 생각합니다. 회의는 내일입니다."},
}

// inEncoding returns text as an encoding writes it.
func inEncoding(t testing.TB, name, text string) string {
	t.Helper()
	c, err := encodingOf(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEncodings reads and writes files in the encoding that is named: they say what they would in
// UTF-8, and what is written is what that would be.
func TestEncodings(t *testing.T) {
	for _, x := range saidIn {
		for _, shape := range []struct{ name, before, after string }{
			{"a.txt", "Ann: um, so ", "\nBob: uh, yes\n"},
			{"a.srt", "1\r\n00:00:01,000 --> 00:00:02,000\r\num ", "\r\nuh, yes\r\n\r\n"},
			{"a.json", `{"text": "x", "segments": [{"start": 0, "end": 1, "text": "um `, `"}]}`},
		} {
			plain := shape.before + x.text + shape.after
			if shape.name == "a.json" {
				plain = strings.Replace(plain, `"x"`, `"um `+x.text+`"`, 1)
			}
			src := inEncoding(t, x.encoding, plain)
			how := Reading{Encoding: strings.ToUpper(x.encoding)}
			if got := how.Charset(src); got != x.encoding {
				t.Errorf("%s is read as %s", x.encoding, got)
			}
			f, err := how.Read(src, shape.name)
			if err != nil {
				t.Error(err)
				continue
			}
			utf := mustRead(t, plain, shape.name, "")
			sameWords(t, words(f, nil), words(utf, nil))
			sameText(t, f.Rewrite(keepAll(f)), src)
			sameText(t, f.Rewrite(dropFillers(f)), inEncoding(t, x.encoding, utf.Rewrite(dropFillers(utf))))
		}
	}
}

// TestEncodingProposed reads what is Windows-1252 by its bytes, and says so; it refuses what else is not UTF-8, and names the encoding that it is in among those that it
// proposes, first but for those that others read as well.
func TestEncodingProposed(t *testing.T) {
	later := map[string]bool{"iso-8859-1": true, "iso-8859-15": true, "gbk": true}
	western := map[string]bool{"windows-1252": true, "iso-8859-1": true, "iso-8859-15": true}
	for _, x := range saidIn {
		src := "1\n00:00:01,000 --> 00:00:02,000\n" + inEncoding(t, x.encoding, x.text) + "\n"
		f, err := Read(src, "a.srt", "")
		if err == nil && western[x.encoding] {
			if len(f.Warnings) == 0 || !strings.Contains(f.Warnings[0].Text, "windows-1252") || f.Rewrite(nil) != src {
				t.Errorf("%s: it is read with the warnings %v", x.encoding, f.Warnings)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: it is read", x.encoding)
			continue
		}
		checkError(t, src, "a.srt", err)
		if message := err.Error(); !strings.Contains(message, "not UTF-8") || !strings.HasSuffix(message, "--encoding "+x.encoding) && !later[x.encoding] || !strings.Contains(message, "as in --encoding ") {
			t.Errorf("%s: %v", x.encoding, err)
		}
	}
	if _, err := Read("a\xff\xfe\x81\x00b\n", "a.srt", ""); err == nil || strings.Contains(err.Error(), "--encoding") {
		t.Errorf("an encoding is proposed for what is no text: %v", err)
	}
}

// TestEncodingDeclared reads markup in the encoding that it names, unless it is UTF-8 all the same.
func TestEncodingDeclared(t *testing.T) {
	const body = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">um the café</p></div></body></tt>`
	for _, c := range []struct{ head, encoding, want string }{
		{`<?xml version="1.0" encoding="ISO-8859-1"?>`, "iso-8859-1", "iso-8859-1"},
		{`<?xml version='1.0' encoding='windows-1252' ?>`, "windows-1252", "windows-1252"},
		{`<?xml version="1.0" encoding="windows-1252"?>`, "utf-8", "utf-8"},
		{`<?xml version="1.0" encoding="utf-8"?>`, "utf-8", "utf-8"},
		{`<?xml version="1.0" encoding="UTF-16"?>`, "utf-8", "utf-8"},
		{`<?xml version="1.0"?>`, "utf-8", "utf-8"},
	} {
		src := c.head + "\n" + body
		if c.encoding != "utf-8" {
			src = inEncoding(t, c.encoding, src)
		}
		if got := (Reading{}).Charset(src); got != c.want {
			t.Errorf("%s: %s, not %s", c.head, got, c.want)
		}
		f := mustRead(t, src, "a.ttml", "")
		if got := f.Document.Source; !strings.Contains(got, "café") {
			t.Errorf("%s: %q", c.head, got)
		}
		sameText(t, f.Rewrite(dropFillers(f)), strings.Replace(src, "um ", "", 1))
	}
	for _, c := range []struct{ src, want string }{
		{"<html><head><meta charset=windows-1251><body>\xcd\xf3", "windows-1251"},
		{"<HTML><HEAD><META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=windows-1250\">\xcd\xf3", "windows-1250"},
		{"<html><meta name=x><meta charset='nonsense'>\xcd\xf3", "utf-8"},
		{"\ufeff<?xml version=\"1.0\" encoding=\"windows-1252\"?>", "utf-8"},
		{"so <meta charset=windows-1251>", "utf-8"},
		{"<html><title>\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9</title><META CHARSET=windows-1251>\xcd\xf3", "windows-1251"},
		{"<?xml \xff\xff\xff\xff\xff ENCODING", "utf-8"},
	} {
		if got := (Reading{}).Charset(c.src); got != c.want {
			t.Errorf("%q: %s, not %s", c.src, got, c.want)
		}
	}
}

// TestEncodingRefused reads nothing that would not be written as it is.
func TestEncodingRefused(t *testing.T) {
	const cue = "1\n00:00:01,000 --> 00:00:02,000\n"
	for _, c := range []struct{ encoding, src, want string }{
		{"windows-1253", cue + "um \xd2\n", "a.srt:3:4: byte 0xd2 is not windows-1253"},
		{"gb18030", cue + "um\n\n2\n00:00:03,000 --> 00:00:04,000\n\xff\n", "a.srt:7:1: byte 0xff is not gb18030"},
		{"shift_jis", cue + "um \x87\x9a\n", "a.srt:3:4: byte 0x87 is not shift_jis, or not as that is written"}, // one of two codes of a sign
		{"big5", cue + "um \xa4", "a.srt:3:4: byte 0xa4 is not big5"},
		{"nonsense", cue + "um\n", "a.srt: unknown encoding \"nonsense\": use a name such as utf-8,"},
		{"replacement", cue + "um\n", "a.srt: unknown encoding"},
		{"utf-8", cue + "caf\xe9\n", "a.srt:3:4: byte 0xe9 is not UTF-8; it may be windows-1252 (\"café\")"},
	} {
		f, err := Reading{Encoding: c.encoding}.Read(c.src, "a.srt")
		if err == nil {
			t.Errorf("%s: %q is read as %q", c.encoding, c.src, f.Document.Source)
		} else if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v\nnot %s", c.encoding, err, c.want)
		}
	}
}

// TestEncodingLacks writes what says the same for characters that an encoding lacks.
func TestEncodingLacks(t *testing.T) {
	for _, c := range []struct{ encoding, text, want string }{
		{"iso-8859-1", "“so”… it’s – ÿ—", "\"so\"... it's - \xff--"},
		{"iso-8859-1", "Ÿes", "\xffes"},
		{"windows-1252", "“so”… ŷ\u2060", "\x93so\x94\x85 &#375;"},
		{"koi8-r", "да… «ő»", "\xc4\xc1... &#171;&#337;&#187;"},
		{"gb18030", "“so”… 好", "\xa1\xb0so\xa1\xb1\xa1\xad \xba\xc3"},
		{"shift_jis", "好 ñ", "\x8dD &#241;"},
	} {
		e, err := encodingOf(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.strict("").encode(c.text); got != c.want {
			t.Errorf("%s: %q is written as %q, not %q", c.encoding, c.text, got, c.want)
		}
	}
	// What a person has corrected.
	src := "um so \xff\xe8s\n"
	f, err := Reading{Encoding: "latin1"}.Read(src, "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := dropFillers(f)
	d.Case, d.Punct = transcript.CaseRestore, transcript.PunctRestore
	for i, form := range []string{"Um", "So", "Ÿès"} {
		d.Decisions[i].Cased, d.Decisions[i].Punct = form, data.NoPunct
	}
	sameText(t, f.Rewrite(d), "So \xff\xe8s.\n")
}

// TestEncodingByMark goes by a byte order mark before all else.
func TestEncodingByMark(t *testing.T) {
	for _, src := range []string{"\ufeffum é\n", toUTF16("um é\n", true), toUTF16("um é\n", false)} {
		f, err := Reading{Encoding: "windows-1252"}.Read(src, "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		sameText(t, f.Rewrite(keepAll(f)), src)
		if got := textsOf(words(f, nil)); len(got) != 2 || got[1] != "é" {
			t.Errorf("%q", got)
		}
	}
}
