package chinese

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadWords(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"no tab", "你好\tCOMMA\n好\n", "f:2: a line is a word, a tab and a punctuation mark"},
		{"no mark", "你好\t\n", "f:1: a line is"},
		{"no word", "\n\tNONE\n", "f:2: a line is"},
		{"nothing", "\n\n", "f: no words"},
		{"no UTF-8", "\xff\tNONE\n", "f:1: invalid UTF-8"},
	} {
		_, err := readWords(strings.NewReader(c.file), "f")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	got, err := readWords(strings.NewReader("\n你好\tCOMMA\r\n吗\tQMARK\n\n\n好\tPERIOD"), "f")
	if want := [][]string{{"你好", "吗"}, {"好"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("words %q, %v", got, err)
	}
}

func TestReadDialogues(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	turns := write("turns", "a-0\t你好，吗？\na-1\t用C++。\na-2\t好\n")
	got, left, err := ReadDialogues(turns, write("words", "你好\tCOMMA\n吗\tQMARK\n\n用\tNONE\nC++\tPERIOD\n\n好\tNONE\n"))
	if err != nil || left != 1 || len(got) != 2 {
		t.Fatalf("%d sentences, %d left out, %v: want 2 and 1", len(got), left, err)
	}
	if want := (Sentence{[]Word{{Text: "你好"}, {Text: "吗"}}, [][]Sign{nil, {{Mark: Comma}}, {{Mark: Question}}}}); !reflect.DeepEqual(got[0], want) {
		t.Errorf("sentence %v, want %v", got[0], want)
	}
	if _, _, err := ReadDialogues(turns, write("short", "你好\tCOMMA\n")); err == nil || !strings.Contains(err.Error(), "has 1 utterances") {
		t.Errorf("files of other lengths: %v", err)
	}
}

func FuzzReadWords(f *testing.F) {
	f.Add("你好\tCOMMA\n吗\tQMARK\n\n好\tNONE\n")
	f.Add("\n\n\t\n")
	f.Fuzz(func(t *testing.T, file string) {
		got, err := readWords(strings.NewReader(file), "f")
		if (len(got) == 0) != (err != nil) {
			t.Fatalf("%d utterances, error %v", len(got), err)
		}
		for _, u := range got {
			for _, w := range u {
				if w == "" || strings.ContainsAny(w, "\t\n") || !strings.Contains(file, w) {
					t.Fatalf("word %q of %q", w, file)
				}
			}
		}
	})
}
