package written

import (
	"encoding/json"
	"slices"
	"testing"
)

// record has what a Text reads.
type record struct {
	Name, Config string
	Size         int
	Of           []int
}

// read reads a record, and reports whether it is as Marshal writes it.
func read(text []byte) (r record, ok bool) {
	t := Of(text)
	t.Is(`{"Name":`)
	r.Name = t.String()
	t.Is(`,"Config":`)
	config := t.Quoted()
	t.Is(`,"Size":`)
	r.Size = t.Number()
	t.Is(`,"Of":`)
	r.Of = t.Numbers(nil)
	t.Is("}")
	return r, t.Done() && json.Unmarshal(config, &r.Config) == nil
}

// TestText reads what Marshal has written, and nothing else.
func TestText(t *testing.T) {
	for _, r := range []record{{"a", "b", 0, []int{0}}, {"", "a\"\n\\é\u2028", 999999999999999, []int{1, 20, 300}}, {"x y", "", 10, []int{7, 7}}} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := read(text); !ok || !same(got, r) {
			t.Errorf("%s: %v, %t", text, got, ok)
		}
		for i := range text {
			if _, ok := read(text[:i]); ok {
				t.Errorf("%s is whole", text[:i])
			}
		}
	}
	for _, text := range []string{
		``, `{}`, `{"Name":"a","Config":"b","Size":01,"Of":[1]}`, `{"Name":"a","Config":"b","Size":-1,"Of":[1]}`, `{"Name":"a","Config":"b","Size":1,"Of":[]}`,
		`{"Name":"\u0061","Config":"b","Size":1,"Of":[1]}`, `{"Name":"é","Config":"b","Size":1,"Of":[1]}`, `{"Name":"a","Config":"\x","Size":1,"Of":[1]}`,
		`{"Name":"a","Config":"b","Size":1,"Of":[1,]}`, `{"Name":"a","Config":"b","Size":1,"Of":[1]} `, `{"Name":"a","Config":"b","Size":9999999999999999,"Of":[1]}`,
		`{"Name":"a","Config":null,"Size":1,"Of":[1]}`, `{"Name":"a","Config":"b","Size":1.5,"Of":[1]}`,
	} {
		if got, ok := read([]byte(text)); ok {
			t.Errorf("%s is read as %v", text, got)
		}
	}
}

// FuzzText compares with encoding/json.
func FuzzText(f *testing.F) {
	f.Add([]byte(`{"Name":"a","Config":"b\n","Size":12,"Of":[1,2]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := read(text)
		var want record
		if err := json.Unmarshal(text, &want); ok && (err != nil || !same(got, want)) {
			t.Errorf("%q: %v; encoding/json: %v, %v", text, got, want, err)
		}
	})
}

func same(a, b record) bool {
	return a.Name == b.Name && a.Config == b.Config && a.Size == b.Size && slices.Equal(a.Of, b.Of)
}
