package transcript

import "testing"

// Masked words are words, with the punctuation around them; what has letters is none, nor is punctuation.
func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		"you *** fool": "you|***|fool", "a ***, um, b": "a|***,|um,|b", "(****) ##": "(****)|##", "* so - ** -- ... #1 f*** **no** s**t": "*|so -|** -- ...|#1|f***|**no**|s**t",
	} {
		d, err := ParseText(text, "x")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range d.Words {
			if i > 0 {
				got += "|"
			}
			got += d.Text(d.Words[i].Bytes)
		}
		if got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
	for token, want := range map[string]bool{"***": true, "__": true, "*": false, "*#": false, "f***": false, "": false, "...": false, "***.": false} {
		if got := IsMasked(token); got != want {
			t.Errorf("%q: %v", token, got)
		}
	}
}
