package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// folderOf writes a text with and without punctuation, and judgements of it.
func folderOf(t *testing.T, typed, bare, judged string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"typed/talk.txt": typed, "bare/talk.txt": bare, "judged.tsv": judged} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

const (
	typedTalk = "Ann: Uh, I was, I was in Zürich. So we, we went home!\nBen: Um, don't, don't you see it?\n"
	bareTalk  = "Ann: uh i was i was in zürich so we we went home\nBen: um don't don't you see it\n"
)

// TestJudged counts what goes by what was judged of the text with punctuation.
func TestJudged(t *testing.T) {
	judged := "talk\t5\t7\tgo\tright filler\ntalk\t9\t14\tgo\tright repair\ntalk\t36\t38\tfree\tstyle\ntalk\t43\t47\tstay\twrong\ntalk\t63\t68\tgo\tright repair\n"
	texts, err := ReadJudged(folderOf(t, typedTalk, bareTalk, judged))
	if err != nil || len(texts) != 1 {
		t.Fatalf("%+v, %v", texts, err)
	}
	c, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	latency, _ := tidytalk.ParseLatency("words=5")
	for _, s := range []Setting{{Whole: true}, {Latency: latency}} {
		r, err := texts[0].Score(t.Context(), c, s, 4)
		if err != nil {
			t.Fatal(err)
		}
		want := Removals{Words: 18, Right: 4, Free: 1, New: 1} // "um" is new
		if *r != want {
			t.Errorf("%+v: %+v, want %+v", s, *r, want)
		}
	}
}

func TestReadJudgedErrors(t *testing.T) {
	for _, c := range []struct{ bare, judged, want string }{
		{bareTalk, "talk\t5\t7\n", "judged.tsv:1: there are 3 columns"},
		{bareTalk, "talk\t5\t7\tgo\nother\tx\t7\tgo\n", "judged.tsv:2:"},
		{bareTalk, "talk\t9\t7\tgo\n", "no judgement"},
		{bareTalk, "talk\t5\t7\tmaybe\n", "no judgement"},
		{bareTalk + "more\n", "talk\t5\t7\tgo\n", "it has 21 words, the same with punctuation 20"},
		{bareTalk, "none\t5\t7\tgo\n", "none.txt"},
	} {
		if _, err := ReadJudged(folderOf(t, typedTalk, c.bare, c.judged)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.judged, err, c.want)
		}
	}
}
