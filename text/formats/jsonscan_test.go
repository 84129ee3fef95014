package formats

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// Numbers that only Python takes stay as they are, and what nobody takes is refused where it
// is.
func TestPythonNumbers(t *testing.T) {
	wrap := func(value string) string {
		return "{\"text\": \"um\",\n\"segments\": [{\"text\": \"um\", \"x\": " + value + "}]}"
	}
	for _, value := range []string{"NaN", "Infinity", "-Infinity", "[NaN,-Infinity ,\tInfinity]", `{"a":NaN}`, `"NaN 1Infinity"`, "-0", "1e999", "-0.5E+3"} {
		src := wrap(value)
		f := mustRead(t, src, "a.json", "")
		if got := f.Rewrite(keepAll(f)); got != src {
			t.Errorf("%q becomes %q", src, got)
		}
		d := keepAll(f)
		d.Remove, d.Decisions[0].Why = data.AllDisfluencies, data.FilledPauses
		if got := f.Rewrite(d); !strings.HasSuffix(got, "\"segments\": []}") || !strings.HasPrefix(got, "{\"text\": \"\"") {
			t.Errorf("%q becomes %q", src, got)
		}
	}
	for value, column := range map[string]int{ // of the character, from that before the value
		"1Infinity": 2, "-NaN": 2, "+NaN": 1, "NaNa": 4, "nan": 2, "Inf": 4, "-Inf": 5, "-": 2, "01": 2, "1.": 3, ".5": 1, "1e": 3, "NaN1": 4, "Infinity2": 9,
		"tru": 4, "nul": 4, "True": 1, "None": 2, "'x'": 1, `"\x"`: 3, `"\u12"`: 6, "\"\x01\"": 2, "[1,]": 4, "{1:2}": 2, `{"a"}`: 5, `{"a":1,}`: 8, "[1 2]": 4, "0x10": 2,
	} {
		_, err := Read(wrap(value), "a.json", "")
		want := fmt.Sprintf("a.json:2:%d: no valid JSON: invalid character ", len(`"segments": [{"text": "um", "x": `)+column)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v\nnot %s", value, err, want)
		}
	}
}

// TestTwice refuses members that are there twice, where they are read: some programs take
// the first and some the last.
func TestTwice(t *testing.T) {
	for src, want := range map[string]string{
		"{\"text\": \"um\",\n\"text\": \"no\", \"segments\": [{\"text\": \"no\"}]}":                           "a.json:2:1: the member \"text\" is there twice",
		"{\"text\": \"um\", \"segments\": [{\"text\": \"um\"},\n{\"text\": \"no\", \"t\\u0065xt\": \"so\"}]}": "a.json:2:16: the member \"text\" is there twice",
		"{\"text\": \"um\", \"x\": 1, \"x\": 2, \"segments\": [{\"text\": \"um\"}]}":                          "",
	} {
		f, err := Read(src, "a.json", "")
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", src, err, want)
		}
		if err == nil {
			if got := f.Rewrite(keepAll(f)); got != src {
				t.Errorf("%s becomes %s", src, got)
			}
		}
	}
}

// readAll reads a value with the standard library, as a tree.
func readAll(src string) (any, error) {
	d := json.NewDecoder(strings.NewReader(src))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows")
	}
	return v, nil
}

// compareJSON reports where a node is not what the standard library has read.
func compareJSON(t *testing.T, n *node, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		if n.kind != '{' {
			t.Fatalf("%v is read as %c", v, n.kind)
		}
		twice := make(map[string]bool)
		members := append([]jsonMember(nil), n.members()...)
		if len(members) < len(v) {
			t.Fatalf("%v has %d members", v, len(members))
		}
		for i := range members {
			name := members[i].name(n.tree.f.text)
			if twice[name] {
				delete(v, name) // which of them is meant nobody knows
			}
			twice[name] = true
		}
		for name, value := range v {
			compareJSON(t, n.get(name), value)
		}
	case []any:
		list := n.list()
		if n.kind != '[' || len(list) != len(v) {
			t.Fatalf("%v is read as %c with %d elements", v, n.kind, len(list))
		}
		for i := range v {
			compareJSON(t, list[i], v[i])
		}
	case string:
		if n.kind != '"' || n.text != v {
			t.Fatalf("%q is read as %c %q", v, n.kind, n.text)
		}
		if f := n.field(n.tree.f.text); f.text != v {
			t.Fatalf("the field of %q has %q", v, f.text)
		}
	case json.Number:
		if n.kind != 'n' || n.text != v.String() {
			t.Fatalf("%s is read as %c %q", v, n.kind, n.text)
		}
	case bool:
		if n.kind != 't' || n.text != fmt.Sprint(v) {
			t.Fatalf("%v is read as %c %q", v, n.kind, n.text)
		}
	case nil:
		if n.kind != '0' || n.text != "" {
			t.Fatalf("null is read as %c %q", n.kind, n.text)
		}
	}
}

// FuzzJSON reads what encoding/json reads, as the same values, and nothing else but the
// numbers of Python.
func FuzzJSON(f *testing.F) {
	for _, src := range []string{
		"", " ", "1", "-0.5e-7 ", "nul", "\"\\ud83d\\ude00 \\ud83d \\u00e9\\/\"", `{"a":{"b":[1,"x",null,true,{"a":"\n"}]},"a":2}`, "[[],{} , [ ] ]", "[1,]", "{\"a\" : 1 , }", "NaN", "[-Infinity]", "1Infinity", "-NaN", "\"\\", "\"\\u12", "[1]]", "{\"\\u0061\":1}",
		strings.Repeat("[", 101) + strings.Repeat("]", 101), strings.Repeat("[", 102) + strings.Repeat("]", 102), strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60),
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := Reading{}.decodeFile(src, "a.json")
		if err != nil || file.coding != nil || file.checkText() != nil || strings.HasPrefix(src, "\ufeff") {
			return
		}
		n, err := parseJSON(file)
		v, want := readAll(src)
		switch {
		case want == nil && err != nil:
			if !strings.Contains(err.Error(), "nested more than") {
				t.Fatalf("%q: %v", src, err)
			}
			return
		case err != nil:
			checkError(t, src, "a.json", err)
			return
		case want != nil:
			if !strings.Contains(src, "NaN") && !strings.Contains(src, "Infinity") && !strings.Contains(want.Error(), "exceeded max depth") {
				t.Fatalf("%q is read, but: %v", src, want)
			}
			return
		}
		if n.from < 0 || n.to > len(src) || strings.TrimSpace(src) != src[n.from:n.to] && strings.Trim(src, " \t\r\n") != src[n.from:n.to] {
			t.Fatalf("%q is at %d to %d", src, n.from, n.to)
		}
		compareJSON(t, n, v)
	})
}
