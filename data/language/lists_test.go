package language

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestWriteWords: what is written is read as the same language.
func TestWriteWords(t *testing.T) {
	for _, code := range Codes() {
		if code == English().Code {
			continue
		}
		l, _ := Of(code)
		var b strings.Builder
		if err := l.WriteWords(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadFolder(fstest.MapFS{WordsFile: {Data: []byte(b.String())}}, code)
		if err != nil {
			t.Fatalf("%s: %v\n%s", code, err, b.String())
		}
		for k := range sections {
			s := &sections[k]
			if got, want := s.entries(again), s.entries(l); !slices.Equal(got, want) {
				t.Errorf("%s [%s]: %q, want %q", code, s.name, got, want)
			}
		}
		head := func(l *Language) []any {
			return []any{l.Code, l.Name, l.Unspaced, l.Caseless, l.Marks, l.Blanked, l.Dotless, l.Nouns}
		}
		if !reflect.DeepEqual(head(again), head(l)) {
			t.Errorf("%v, want %v", head(again), head(l))
		}
	}
	var b strings.Builder
	if err := English().WriteWords(&b); err != nil || !strings.HasPrefix(b.String(), "name: English\n") {
		t.Errorf("%q, %v", b.String(), err)
	}
	for w := range maps.Keys(English().Backchannels) {
		if !strings.Contains(b.String(), w) {
			t.Errorf("no backchannel %q", w)
		}
	}
}
