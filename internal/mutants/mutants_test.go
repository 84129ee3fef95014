package mutants

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestJSON: of values that change, most files are JSON still, and are other files.
func TestJSON(t *testing.T) {
	const src = `{"segments":[{"start":0.5,"end":2,"text":" So, \"um\", we left.","words":[{"word":"So,"},{"word":"um"}]},{"text":""}],"language":null}`
	valid, same := 0, 0
	drawn.Check(t, func(t *drawn.Case) {
		out := ofJSON(t, src)
		if json.Valid([]byte(out)) {
			valid++
		}
		if out == src {
			same++
		}
	})
	if valid < drawn.Cases()*9/10 || same > drawn.Cases()/4 {
		t.Errorf("of %d files %d are JSON, and %d the same", drawn.Cases(), valid, same)
	}
}

// TestValues finds all values and names.
func TestValues(t *testing.T) {
	const src = `{"a":[1,"x\"y",{}],"b":true}`
	var got []string
	for _, v := range values(src) {
		got = append(got, src[v.whole:v.to])
	}
	want := []string{src, `"a"`, `"a":[1,"x\"y",{}]`, "1", `"x\"y"`, "{}", `"b"`, `"b":true`}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("value %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// TestArchive: of archives that change, nearly all are archives with XML still, and other ones.
func TestArchive(t *testing.T) {
	const sheet = `<sheet><row n="1"><c>um, so</c></row><row n="2"/></sheet>`
	src := pack([]member{{"mimetype", "x", true}, {"xl/worksheets/sheet1.xml", sheet, false}, {"a.xml", "<a b='1'/>", false}})
	if again := Packed(Unpacked(src)); again != src {
		t.Errorf("%q becomes %q", src, again)
	}
	valid, same := 0, 0
	drawn.Check(t, func(t *drawn.Case) {
		out := Of(t, src)
		all := members(out)
		if len(all) == 3 && wellFormed(all[1].text) && wellFormed(all[2].text) {
			valid++
		}
		if out == src {
			same++
		}
	})
	if valid < drawn.Cases()*6/10 || same > drawn.Cases()/4 {
		t.Errorf("of %d files %d have XML, and %d are the same", drawn.Cases(), valid, same)
	}
}

func wellFormed(text string) bool {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err != nil {
			return err == io.EOF
		}
	}
}
