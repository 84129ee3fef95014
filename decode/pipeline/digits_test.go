package pipeline

import "testing"

// TestKeepDigits keeps numbers that are said a digit at a time whole.
func TestKeepDigits(t *testing.T) {
	for _, c := range []struct{ name, text, decided, want string }{
		{"some of them", "it is four seven seven two", "--R---", "------"},
		{"one that another replaces", "four seven two no wait four seven three", "RRRFF---", "RRRFF---"},
		{"one that is said twice", "four seven two four seven two", "RRR---", "RRR---"},
		{"groups with a pause", "five five five um one two one two", "RRRF----", "---F----"},
		{"groups with two pauses", "four one um five five five uh one two", "RRF---F--", "--F---F--"},
		{"a pause before the number again", "four seven two uh four seven three", "RRRF---", "RRRF---"},
		{"a pause before another number", "four seven two uh five one three", "RRRF---", "---F---"},
		{"two digits", "two uh three", "RF-", "RF-"},
		{"a pause, and no digit", "four seven two uh we four seven two", "RRRFR---", "RRRFR---"},
		{"a pause at the end", "four seven seven uh", "R--F", "---F"},
	} {
		words, decisions := signed(c.text, c.decided)
		keepDigits(words, decisions)
		if got := shown(decisions); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
