package language

import "testing"

func TestAcronym(t *testing.T) {
	for letters, want := range map[string]string{
		"api": "API", "us": "US", "dc": "DC", "phd": "PhD", "nasa": "NASA", "ok": "OK",
		"": "", "smith": "", "bb": "", "ie": "", "it": "", "qzx": "", "rose": "", "is": "",
	} {
		if got := Acronym(letters); got != want {
			t.Errorf("%q is %q, not %q", letters, got, want)
		}
	}
}
