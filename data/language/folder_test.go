package language

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestFolders reads all folders of the program.
func TestFolders(t *testing.T) {
	for _, code := range Codes() {
		if l, _ := Of(code); l.Name == "" || len(l.Fillers) == 0 || l.Code != code {
			t.Errorf("%s: %q, %d fillers", code, l.Name, len(l.Fillers))
		}
	}
}

func TestReadFolder(t *testing.T) {
	const head = "name: Test\nmarks: ، . ؟\ncase: no\n[filled]\nem, emm # both\n"
	for _, c := range []struct{ name, words, repeated, err string }{
		{"all", head + "[doubled]\nvery, so so\n[numbers]\none\n", "the a one\n[dangling]\nof\n", ""},
		{"no name", "[filled]\nem\n", "", "words.txt:1: there is no line \"name:"},
		{"no fillers", "name: Test\n", "", "words.txt:1: there are no filled pauses"},
		{"key", "names: Test\n", "", "words.txt:1: names is yes or no"},
		{"no key", "name: Test\nwords: yes\n", "", "words.txt:2: there is no key \"words\""},
		{"list", head + "[filler]\n", "", "words.txt:6: there is no list \"filler\": use filled"},
		{"bracket", head + "[filled\n", "", "words.txt:6: \"[filled\" has no closing bracket"},
		{"twice", head + "[markers]\nem\n", "", "words.txt:7: \"em\" is in line 5 already"},
		{"capital", head + "Em\n", "", "words.txt:6: \"Em\" has capitals"},
		{"marks", "name: Test\nmarks: ,\n", "", "words.txt:2: marks are a comma"},
		{"no list", "name: Test\nem\n", "", "words.txt:2: \"em\" is neither"},
		{"elided", head + "[elided]\nle\n", "", "words.txt:7: \"le\" are not a word"},
		{"repeated", head, "the\nThe\n", "repeated.txt:2: \"The\" is no word in small letters"},
		{"dangling", head, "the\n[danglin]\n", "repeated.txt:2: \"[danglin]\" is no word"},
	} {
		files := fstest.MapFS{WordsFile: {Data: []byte(c.words)}}
		if c.repeated != "" {
			files[RepeatedFile] = &fstest.MapFile{Data: []byte(c.repeated)}
		}
		l, err := ReadFolder(files, "xx")
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if l.Marks[2] != "؟" || !l.Caseless || !l.Doubles["so so"] || len(l.Fillers) != 2 || !l.Repeated["the"] || l.Repeated["one"] || l.Dangling["the"] || !l.Dangling["of"] || l.Repeated["of"] {
			t.Errorf("%s: %+v", c.name, l)
		}
	}
	if _, err := ReadFolder(fstest.MapFS{}, "xx"); err == nil || !strings.Contains(err.Error(), "words.txt") {
		t.Errorf("no folder: %v", err)
	}
}
