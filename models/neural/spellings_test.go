package neural

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/tidytalk/tidytalk/models/truecase"
)

// TestReadSpellings compares with encoding/json.
func TestReadSpellings(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"a":"A"}`, `{"at&t":"AT&T","b\\":"\"","\u0026":"\u00e9","":""}`, `{ "a" : "A" }`, `{"ä":"Ä","a":"A","a":"B"}`, "{\"\xff\":\"A\"}", `{"a":"A","a":"B"}`, `{"b":"B","a":"A"}`, `{"a":"A","\u0061":"B"}`, "{\"a\":\"\n\"}", `{"a":"A","b":"B","ba":"BA","c&d":"C&D","é":"É"}`, `{"a":"A",,"b":"B"}`,
		``, `null`, `{`, `{"a"`, `{"a":"A"`, `{"a":"A",}`, `{"a":1}`, `{"a":"A"}x`, `{"a\`, `{"a":"A","b"}`, `["a"]`, `{"\x":"A"}`,
	} {
		var want map[string]string
		wanted := json.Unmarshal([]byte(text), &want)
		got, err := readSpellings([]byte(text))
		if (err == nil) != (wanted == nil) || err == nil && !same(got, want) {
			t.Errorf("%s: %v, %v; want %q, %v", text, got, err, want, wanted)
		}
	}
}

// same reports whether spellings have the forms of a map, and no others.
func same(s *spellings, want map[string]string) bool {
	acronyms := false
	for word, form := range want {
		if got, ok := s.Lookup(word); !ok || got != form {
			return false
		}
		acronyms = acronyms || truecase.Of(form) == truecase.Upper
	}
	for _, word := range []string{"", "a", "aa", "b", "z", "\xff", "ab"} {
		if _, ok := s.Lookup(word); ok != (want[word] != "") {
			if _, listed := want[word]; !listed {
				return false
			}
		}
	}
	return maps.Equal(s.all(), want) && s.acronyms == acronyms
}
