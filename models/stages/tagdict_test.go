package stages

import "testing"

func TestNumeral(t *testing.T) {
	for w, want := range map[string]numeral{
		"14": cardinal, "3.5": cardinal, "10:30": cardinal, "50%": cardinal, "$5": cardinal, "1/2": cardinal, "3-4": cardinal,
		"4th": ordinal, "1st": ordinal, "1990s": plural, "90's": plural,
		"d6": code, "covid-19": code, "4x4": code, "b2b": code,
		"four": noNumeral, "": noNumeral, "$": noNumeral,
	} {
		if got := numeralOf(w); got != want {
			t.Errorf("%q is %d, not %d", w, got, want)
		}
	}
}
