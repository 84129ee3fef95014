package formats

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestForeign refuses what is no plain text, whatever it is called, and takes what is.
func TestForeign(t *testing.T) {
	const xml = `<?Xml version="1.0", encoding="UTF-8"?>` + "\n<notes>\n<note>um so</note>\n</notes>\n"
	for _, c := range []struct{ name, src, want string }{
		{"a.xyz", xml, "XML"},
		{"a", "<!DOCTYPE html>\n<p>um so</p>", "web page"},
		{"a.html", "<!DOCTYPE html>\n<h1>Bridge</h1><p>um so we went</p><p>uh home</p>", "web page"},
		{"a", `<talk id="1"><line>um so we went</line><line>uh home</line></talk>`, "XML"},
		{"a", `<talk id="1"><line>um so we we`, "XML"}, // cut off
		{"a.txt", `["um so", "we went"]`, "JSON"},
		{"a.txt", `["um so", "we we`, "JSON"},
		{"a.txt", "[1, 2]", "JSON"},
		{"a", "#!/bin/sh\necho um so\n", "script"},
		{"a.txt", "0\t9360\tum so we went\n9360\t9900\tuh home\n", "numbers"},
		{"a.txt", "0.000000\t1.500000\tsil\n1.500000\t2.700000\tah\n", "subtitles"},
		{"a.txt", "9420 9420 94ae 94ae 9452\n9420 9420 c8e5 ec6c ef80\n", "codes"},
		{"a.txt", "1z\tAnn\tyes\n1a\tAnn\tum so we went\n1b\tBob\tuh home\n1c\tAnn\tyes\n", "table"},
		{"a.txt", "Ann,um so we went,1\nBob,uh home,2\nAnn,\"yes, yes\",3\nAnn,no,4\n", "table"},
		{"a.txt", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"um so\")\n}\n", "source"},
		{"a.txt", "int main(void)\n{\n  puts(\"um so\");\n  return 0;\n}\n", "source"},
		{"a.py", "um so we went\n", "program source, by its extension"},
		{"talk.HTML", "um so we went\n", "a web page, by its extension"},
		{"a", "um so we went", ""},
		{"a.md", "# Talk\n\nAnn: um so we went\nBob: [laughs] uh home; yes\n", ""},
		{"a.log", "<laughter> um so\n<Ann> we went\n<Bob> home (coughs)\n", ""},
		{"a.txt", "[music] um so we went {laughs}\n{uh} home\n", ""},
		{"a.txt", "1\tAnn: um so\n2\tBob: uh home\n3\tAnn: yes\n", ""}, // numbered lines
		{"a.txt", "Ann\tum so\nBob\tuh home\nAnn\tyes\n", ""},
		{"a.txt", "call 5 5 5, 1 2 3 4\n10:30 and 11:00 are free\n", ""},
		{"a.txt", "so, um, yes, I, uh, know\nwell, no, yes, but, uh, so\nyes, so, um, I, er, know\n", ""},
		{"a.txt", "(  ) um (.) so;\nja: das (...) is gut;\nhm;\n", ""},
		{"a.txt", "<i>um so</i>\n<b>we went</b>\n", ""},
		{"a.txt", "we can visit https://example.com/a=b;c\nor not\n", ""},
		{"", "", ""},
	} {
		_, err := Read(c.src, c.name, "")
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q is refused: %v", c.src, err)
		case c.want == "":
		case err == nil:
			t.Errorf("%q is read", c.src)
		case !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "--from text"):
			t.Errorf("%q: %v does not say that it looks like %s", c.src, err, c.want)
		}
		if text := (Reading{}).IsText(c.src, c.name); text != (c.want == "") {
			t.Errorf("%q is text: %v", c.src, text)
		}
		f, err := Read(c.src, c.name, Text)
		if err != nil {
			t.Errorf("%q is not read as text: %v", c.src, err)
			continue
		}
		if got := f.Rewrite(keepAll(f)); got != c.src {
			t.Errorf("%q becomes %q", c.src, got)
		}
	}
}

// TestOddText tells people of lines that look like codes in what is read as text.
func TestOddText(t *testing.T) {
	speech := strings.Repeat("um so we went home\n", 12)
	for _, c := range []struct {
		src  string
		line int // of the warning; 0: there is none
	}{
		{speech, 0},
		{speech + "0\t9360\tum\n", 0}, // one line may be anything
		{speech + "0\t9360\tum\n1\t2\tso\n", 13},
	} {
		f := mustRead(t, c.src, "a.txt", "")
		if c.line == 0 && len(f.Warnings) > 0 || c.line > 0 && (len(f.Warnings) != 1 || f.Warnings[0].Line != c.line) {
			t.Errorf("%q: %v", c.src, f.Warnings)
		}
	}
}

// TestForeignExtensions keeps extensions out of the list that a format has, or that are there twice.
func TestForeignExtensions(t *testing.T) {
	var seen []string
	for _, x := range foreign {
		for extension := range strings.FieldsSeq(x.extensions) {
			if InFolders("a." + extension) {
				t.Errorf(".%s is %s, and the extension of a format", extension, x.title)
			}
			if slices.Contains(seen, extension) {
				t.Errorf(".%s is there twice", extension)
			}
			seen = append(seen, extension)
		}
	}
}
