package formats

import (
	"archive/zip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// elevenLabsOf returns a transcript of ElevenLabs of words by speakers 0 and 1, which take turns by line, with one more format.
func elevenLabsOf(lines []string, kind string, encoded bool, content string) string {
	var words []string
	at := 0.0
	for i, l := range lines {
		for _, w := range strings.Fields(l) {
			words = append(words, fmt.Sprintf(`{"text":%q,"start":%.2f,"end":%.2f,"type":"word","speaker_id":"speaker_%d"}`, w, at, at+0.3, i%2),
				fmt.Sprintf(`{"text":" ","start":%.2f,"end":%.2f,"type":"spacing","speaker_id":"speaker_%d"}`, at+0.3, at+0.4, i%2))
			at += 0.4
		}
	}
	return fmt.Sprintf(`{"language_code":"eng","language_probability":1,"text":%s,"words":[%s],"additional_formats":[{"requested_format":%q,"file_extension":%q,"is_base64_encoded":%t,"content":"%s"}]}`,
		quoted(strings.Join(lines, " ")), strings.Join(words, ","), kind, kind, encoded, content)
}

var insideLines = []string{"So, um, we went home & it was late.", "Uh.", "Yes, I, uh, I saw that. It was, um, dark."}

// contentOf returns the string that holds the other format.
func contentOf(t *testing.T, src string) string {
	t.Helper()
	f := &File{text: src}
	root, err := parseJSON(f)
	if err != nil {
		t.Fatalf("%v: %s", err, src)
	}
	return root.list("additional_formats")[0].str("content")
}

// documentOf returns a Word document with paragraphs.
func documentOf(t *testing.T, paragraphs ...string) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, m := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`},
		{docxBody, `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + strings.Join(paragraphs, "") + `</w:body></w:document>`},
	} {
		to, err := w.Create(m[0])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = to.Write([]byte(m[1]))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func paragraphOf(text string) string {
	return `<w:p><w:r><w:t xml:space="preserve">` + escapeText(text) + `</w:t></w:r></w:p>`
}

// TestInsidePage cleans pages beside the words that they are made of.
func TestInsidePage(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"headers",
			`<!DOCTYPE html>\n<html><head><title>um</title><style>p > b { x: y }</style></head>\n<body>\n  <h1>Transcript</h1>\n  <div class=\"s\">\n    <p><strong>speaker_0</strong> [00:00:00]</p>\n    <p>So, um, we went home &amp; it\n    was <i>late</i>.</p>\n  </div>\n  <div class=\"s\"><p><strong>speaker_1</strong> [00:00:03]</p><p>Uh.</p></div>\n  <div><p><strong>speaker_0</strong> [00:00:04]</p><p>Yes, I, uh, I saw that.<br/>It was, um, dark.</p></div>\n</body></html>\n`,
			`<!DOCTYPE html>\n<html><head><title>um</title><style>p > b { x: y }</style></head>\n<body>\n  <h1>Transcript</h1>\n  <div class=\"s\">\n    <p><strong>speaker_0</strong> [00:00:00]</p>\n    <p>So we went home &amp; it\n    was <i>late</i>.</p>\n  </div>\n  <div class=\"s\"></div>\n  <div><p><strong>speaker_0</strong> [00:00:04]</p><p>Yes, I, I saw that.<br/>It was dark.</p></div>\n</body></html>\n`},
		{"labels, escaped", `\u003cp\u003e\u003cb\u003eAnn:\u003c/b\u003e So, um, we went home &amp; it was late.\u003c/p\u003e\u003cp\u003eBob: Uh.\u003c/p\u003e\u003cp\u003eAnn: Yes, I, uh, I saw that. It was, um, dark.`,
			`\u003cp\u003e\u003cb\u003eAnn:\u003c/b\u003e So we went home &amp; it was late.\u003c/p\u003e\u003cp\u003eAnn: Yes, I, I saw that. It was dark.`},
		{"a table", `<table><thead><tr><th>Time</th><th>Speaker</th><th>Text</th></tr></thead><tr><td>0:00</td><td>Ann</td><td>So, um, we went home &amp; it was late.</td></tr><tr><td>0:03</td><td>Bob</td><td>Uh.</td></tr><tr><td>0:04</td><td>Ann</td><td>Yes, I, uh, I saw that. It was, um, dark.</td></tr></table>`,
			`<table><thead><tr><th>Time</th><th>Speaker</th><th>Text</th></tr></thead><tr><td>0:00</td><td>Ann</td><td>So we went home &amp; it was late.</td></tr><tr><td>0:03</td><td>Bob</td><td></td></tr><tr><td>0:04</td><td>Ann</td><td>Yes, I, I saw that. It was dark.</td></tr></table>`},
		{"lines", `<pre>So, um, we went home &amp; it was late.\nUh.\nYes, I, uh, I saw that. It was, um, dark.</pre>`,
			`<pre>So we went home &amp; it was late.\n\nYes, I, I saw that. It was dark.</pre>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := elevenLabsOf(insideLines, "html", false, c.in)
			f := mustRead(t, src, "a.json", "")
			if got := f.Rewrite(&Plan{}); got != src {
				t.Errorf("with nothing removed it is %s", got)
			}
			got := f.Rewrite(dropFillers(f))
			if !strings.HasSuffix(got, `"content":"`+c.want+`"}]}`) {
				t.Errorf("got\n%s\nwant\n%s", got[strings.Index(got, "additional"):], c.want)
			}
			if g := mustRead(t, got, "a.json", ""); g.Rewrite(keepAll(g)) != got {
				t.Errorf("it is not read again: %s", got)
			}
		})
	}
}

// TestInsideDocument cleans Word documents and JSON of another shape beside the words that they are made of.
func TestInsideDocument(t *testing.T) {
	document := documentOf(t, paragraphOf("Transcript"), paragraphOf("speaker_0 [00:00:00]"), paragraphOf(insideLines[0]), paragraphOf("speaker_1 [00:00:03]"), paragraphOf(insideLines[1]), paragraphOf("speaker_0 [00:00:04]"), paragraphOf(insideLines[2]))
	plain := base64.StdEncoding.EncodeToString([]byte(document))
	for name, in := range map[string]string{
		"plain":           plain,
		"for addresses":   strings.TrimRight(base64.URLEncoding.EncodeToString([]byte(document)), "="),
		"in lines":        plain[:76] + `\r\n` + plain[76:152] + `\r\n` + plain[152:] + `\r\n`,
		"slashes escaped": strings.ReplaceAll(plain, "/", `\/`),
	} {
		src := elevenLabsOf(insideLines, "docx", true, in)
		f := mustRead(t, src, "a.json", "")
		if got := f.Rewrite(&Plan{}); got != src {
			t.Errorf("%s: with nothing removed it is %s", name, got)
		}
		out := f.Rewrite(dropFillers(f))
		content := contentOf(t, out)
		g := mustRead(t, string(base64In(content)), "a.docx", DOCX)
		if got := g.Document.Source; got != "So we went home & it was late.\nYes, I, I saw that. It was dark.\n" && strings.Contains(got, "um") {
			t.Errorf("%s: it says %q", name, got)
		}
		if strings.Contains(in, `\r\n`) != strings.Contains(content, "\r\n") || strings.ContainsAny(in, "-_") != strings.ContainsAny(content, "-_") && len(content) > 2000 {
			t.Errorf("%s: it is encoded as %s", name, content)
		}
		if diff := f.Diff(dropFillers(f), false); !strings.Contains(diff, in) {
			t.Errorf("%s: the document is not as it was in %s", name, diff)
		}
	}
	segments := `{"segments":[{"text":"So, um, we went home & it was late.","start_time":0,"end_time":3,"speaker":{"id":"speaker_0","name":"speaker_0"}},{"text":"Uh.","start_time":3,"end_time":3.5,"speaker":{"id":"speaker_1","name":"speaker_1"}},{"text":"Yes, I, uh, I saw that. It was, um, dark.","start_time":3.6,"end_time":8,"speaker":{"id":"speaker_0","name":"speaker_0"}}]}`
	src := elevenLabsOf(insideLines, "segmented_json", false, strings.ReplaceAll(segments, `"`, `\"`))
	f := mustRead(t, src, "a.json", "")
	want := `{"segments":[{"text":"So we went home & it was late.","start_time":0,"end_time":3,"speaker":{"id":"speaker_0","name":"speaker_0"}},{"text":"Yes, I, I saw that. It was dark.","start_time":3.6,"end_time":8,"speaker":{"id":"speaker_0","name":"speaker_0"}}]}`
	if got := contentOf(t, f.Rewrite(dropFillers(f))); got != want {
		t.Errorf("segments become\n%s\nnot\n%s", got, want)
	}
}

// TestInsideNothing takes all words out of what stands beside them, too, and reads what is left.
func TestInsideNothing(t *testing.T) {
	lines := []string{"So we went home.", "Yes, I saw that."}
	document := documentOf(t, paragraphOf("speaker_0 [00:00:00]"), paragraphOf(lines[0]), paragraphOf("speaker_1 [00:00:03]"), paragraphOf(lines[1]))
	for _, c := range []struct{ kind, in string }{
		{"html", `<h1>Talk</h1><p><b>speaker_0</b> [00:00:00]</p><p>So we went home.</p><p><b>speaker_1</b> [00:00:03]</p><p>Yes, I saw that.</p>`},
		{"html", `<p><b>speaker_0:</b> So we went home.</p><p><b>speaker_1:</b> Yes, I saw that.</p>`},
		{"html", `<table><tr><th>Speaker</th><th>Text</th></tr><tr><td>Ann</td><td>So we went home.</td></tr><tr><td>Bob</td><td>Yes, I saw that.</td></tr></table>`},
		{"html", `<pre>So we went home.\nYes, I saw that.</pre>`},
		{"docx", base64.StdEncoding.EncodeToString([]byte(document))},
		{"segmented_json", `{\"segments\":[{\"text\":\"So we went home.\",\"start_time\":0,\"end_time\":3,\"speaker\":{\"id\":\"speaker_0\"}},{\"text\":\"Yes, I saw that.\",\"start_time\":3,\"end_time\":4,\"speaker\":{\"id\":\"speaker_1\"}}]}`},
		{"txt", `[speaker_0]\nSo we went home.\n\n[speaker_1]\nYes, I saw that.\n`},
		{"srt", `1\n00:00:00,000 --> 00:00:01,600\nSo we went home.\n\n2\n00:00:01,600 --> 00:00:03,200\nYes, I saw that.\n\n`},
	} {
		for _, keepEmpty := range []bool{false, true} {
			f := mustRead(t, elevenLabsOf(lines, c.kind, c.kind == "docx", c.in), "a.json", "")
			d := keepAll(f)
			d.Remove, d.KeepEmpty = data.AllDisfluencies, keepEmpty
			for i := range d.Decisions {
				d.Decisions[i].Why = data.Repairs
			}
			out := f.Rewrite(d)
			g, err := Read(out, "a.json", "")
			if err != nil {
				t.Errorf("%s: %v", c.in, err)
				continue
			}
			sameText(t, g.Rewrite(keepAll(g)), out)
			content := contentOf(t, out)
			if c.kind == "docx" {
				content = mustRead(t, string(base64In(content)), "a.docx", DOCX).text
			}
			if strings.Contains(content, "home") || strings.Contains(content, "saw") {
				t.Errorf("%s becomes %s", c.in, content)
			}
		}
	}
}

// TestInsideRefused refuses what cannot follow, and says why.
func TestInsideRefused(t *testing.T) {
	const more = "So, um, we went home & it was late. Uh. And then somebody else said a whole lot more, which nobody has in the list of words."
	for _, c := range []struct {
		kind    string
		encoded bool
		in      string
		want    string
	}{
		{"pdf", true, base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n")), `as pdf, which is not cleaned`},
		{"docx", true, "UEsDBA==", `as docx, which is not cleaned`},
		{"docx", true, "!", `as docx, which is not cleaned`},
		{"docx", true, base64.StdEncoding.EncodeToString([]byte(documentOf(t, paragraphOf(more)))), `a part of it, at "lot", is not in the list of words`},
		{"html", false, "<p>" + more + "</p>", `a part of it`},
		{"html", false, "<p></p>", `what is said is not found in it`},
		{"segmented_json", false, `{\"segments\":1}`, `as segmented_json, which is not cleaned`},
		{"segmented_json", false, `{\"segments\":`, `as segmented_json, which is not cleaned`},
		{"srt", true, "MQ==", `as srt, which is not cleaned`},
	} {
		src := elevenLabsOf(insideLines, c.kind, c.encoded, c.in)
		if _, err := Read(src, "a.json", ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, not %q", c.in, err, c.want)
		}
	}
	var large strings.Builder
	for i := 0; large.Len() < leastInside; i++ {
		fmt.Fprint(&large, uint32(i)*2654435761, strings.Repeat(" um", 80), " ")
	}
	bomb := documentOf(t, paragraphOf(large.String()))
	if _, err := Read(elevenLabsOf(insideLines, "docx", true, base64.StdEncoding.EncodeToString([]byte(bomb))), "a.json", ""); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("of what is large when it is unpacked the error is %v", err)
	}
}
