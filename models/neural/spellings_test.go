package neural

import (
	"encoding/json"
	"maps"
	"testing"
)

// TestReadSpellings compares with encoding/json.
func TestReadSpellings(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"a":"A"}`, `{"at&t":"AT&T","b\\":"\"","\u0026":"\u00e9","":""}`, `{ "a" : "A" }`, `{"ä":"Ä","a":"A","a":"B"}`, "{\"\xff\":\"A\"}",
		``, `null`, `{`, `{"a"`, `{"a":"A"`, `{"a":"A",}`, `{"a":1}`, `{"a":"A"}x`, `{"a\`, `{"a":"A","b"}`, `["a"]`, `{"\x":"A"}`,
	} {
		var want map[string]string
		wanted := json.Unmarshal([]byte(text), &want)
		got, err := readSpellings([]byte(text))
		if (err == nil) != (wanted == nil) || err == nil && !maps.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q, %v", text, got, err, want, wanted)
		}
	}
}
