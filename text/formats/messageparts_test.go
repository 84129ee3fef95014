package formats

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestMessageCodes cleans what is said between codes, in HTML and without.
func TestMessageCodes(t *testing.T) {
	slack := func(text string) string {
		s, _ := json.Marshal(text)
		return `[{"type":"message","user":"U1","ts":"1767603610.12","text":` + string(s) + `},{"type":"message","user":"U2","ts":"1767603620.12","text":"Fine."}]`
	}
	graph := func(text string) string {
		s := quoteJSON(text)
		return `{"value":[{"createdDateTime":"2026-01-05T09:09:00Z","from":{"user":{"displayName":"Ann"}},"body":{"contentType":"html","content":"` + s + `"}}]}`
	}
	discord := func(text string) string {
		return `{"messages":[{"timestamp":"2026-01-05T09:09:00Z","content":"` + quoteJSON(text) + `","author":{"name":"a","nickname":"Ann","isBot":false}}]}`
	}
	for _, c := range []struct {
		in        func(string) string
		text, out string
	}{
		{slack, "So, um, R&amp;D &lt;3 is fine.", "So R&amp;D &lt;3 is fine."},
		{slack, "See <https://example.com/um|the um page> uh now.", "See <https://example.com/um|the page> now."},
		{slack, "See <https://example.com/a|um> now and <https://example.com/um|the page um> then.", "See <https://example.com/a> now and <https://example.com/um|the page> then."},
		{slack, "<https://example.com/a|um> is fine.", "<https://example.com/a> is fine."},
		{slack, "Well <@U023BECGF> um <!here> `um um` yes\n```\nuh um\n```\nUm, ok.", "Well <@U023BECGF> <!here> `um um` yes\n```\nuh um\n```\nOk."},
		{slack, "*So um*, we go _uh_ now.", "*So* we go now."},
		{graph, "<p>So, um, I&nbsp;think <b>um</b> &amp; so.</p>", "<p>So I&nbsp;think<b></b> &amp; so.</p>"},
		{graph, "<p><at id=\"0\">Um Uh</at> um, yes.</p>\n<pre>uh um</pre>", "<p><at id=\"0\">Um Uh</at> yes.</p>\n<pre>uh um</pre>"},
		{discord, "**um** we go, <:um:12> uh ||um|| there_um_now.", "we go <:um:12> there_um_now."},
	} {
		src := c.in(c.text)
		f := mustRead(t, src, "a.json", "")
		sameText(t, f.Rewrite(keepAll(f)), src)
		want := c.in(c.out)
		if got := f.Rewrite(dropFillers(f)); got != want {
			t.Errorf("%s\nbecomes\n%s\nnot\n%s", src, got, want)
		}
	}
}

// TestPlayersBars takes the bar with the line that goes.
func TestPlayersBars(t *testing.T) {
	const src = "00:00:01:Um,|I like|um\n00:00:05:So, um,|uh|fine.\n00:00:09:Um|\n00:00:13:Yes|well.\n00:00:17:Uh|um.\n"
	f := mustRead(t, src, "a.txt", "")
	sameText(t, f.Rewrite(keepAll(f)), src)
	if out := f.Rewrite(dropFillers(f)); strings.Contains(out, "||") || strings.Contains(out, ":|") || !strings.Contains(out, "00:00:05:So|fine.\n00:00:09:") || strings.Contains(out, "00:00:17") {
		t.Errorf("it becomes\n%s", out)
	}
}
