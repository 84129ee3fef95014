package formats

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestMarkup takes fillers out of text and subtitles with tags, character references and
// signs: what is no word is kept as it is written.
func TestMarkup(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"<b>Um</b>, yes.", "Yes."},
		{"I think <i>uh</i> so.", "I think so."},
		{"<b>Um, yes</b>.", "<b>Yes</b>."},
		{"<span class=\"x\">Um</span>, <u>uh</u> yes<br/>no.", "Yes<br/>no."},
		{"<laugh>Um, yes.", "<laugh> Yes."},
		{"AT&amp;T is, um, good &amp; I don&#39;t, uh, know.", "AT&amp;T is good &amp; I don&#39;t know."},
		{"Um, &amp; so.", "&amp; So."},
		{"&quot;Um, yes,&quot; he said.", "&quot;Yes,&quot; he said."},
		{"Um,&nbsp;yes.", "Yes."},
		{"&lt;b&gt; um &lt;/b&gt; yes.", "&lt;b&gt; &lt;/b&gt; yes."},
		{"R&D, um, is it.", "R&D is it."},
		{"5 < 6, um, and 7 > 6.", "5 < 6, and 7 > 6."},
		{"♪ Um, la la la ♪", "♪ Um, la la la ♪"},
		{"f*** that, um, [ __ ] thing.", "f*** that [ __ ] thing."},
		{"[inaudible 00:12:13] uh, no.", "[inaudible 00:12:13] no."},
		{"{NOTE um} uh, no.", "{NOTE um} no."},
		{"Yes. >> Um, no.", "Yes. >> No."},
	} {
		for _, file := range []struct{ name, head string }{{"a.txt", ""}, {"a.srt", "1\n00:00:01,000 --> 00:00:02,000\n"}} {
			f := mustRead(t, file.head+c.in+"\n", file.name, "")
			if got := f.Rewrite(dropFillers(f)); got != file.head+c.want+"\n" {
				t.Errorf("%s: %q becomes %q, not %q", file.name, c.in, got, c.want)
			}
		}
	}
}

// TestXMLText writes anything into formats of XML: they stay well-formed.
func TestXMLText(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		var b strings.Builder
		for i := range t.Int("characters", 1, 20) {
			b.WriteRune(drawn.Of(t, "character", 'a', ' ', 0x01, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f, 0x85, '<', '&', '"', 0xfffe, 0xffff, 0xfffd, 0x1f600, '\n'))
			if i%5 == 4 {
				b.WriteString(drawn.Of(t, "bytes", "\xff", "\xed\xa0\x80", "x"))
			}
		}
		s := &Transcript{Name: "a", Utterances: []Utterance{{Speaker: b.String(), Words: []Word{{}}}}}
		s.Utterances[0].Time.Known = true
		s.Utterances[0].Words[0].Core = "so" + b.String()
		text, err := EAF.Write(s)
		if err != nil {
			t.Fatal(err)
		}
		checkXML(t, text)
		checkXML(t, "<p title=\""+escapeHTML(b.String())+"\">"+escapeText(b.String())+"</p>")
		if got := xmlText(xmlText(b.String())); got != xmlText(b.String()) {
			t.Fatalf("twice it is %q", got)
		}
	})
}

// checkXML reads XML to its end.
func checkXML(t testing.TB, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}
