package language

import (
	"strings"
	"testing"
)

// TestChineseNumerals reads the lists, and lists that are wrong.
func TestChineseNumerals(t *testing.T) {
	n := ReadChineseNumerals()
	if !n.Units["公里"] || !n.Measures["个"] || !n.DayTimes["下午"] || !n.Weekdays["星期"] || !n.Idioms["二百五"] || !n.DigitCounters["路"] || !n.Approximate["多"] || !n.AfterHours["左右"] {
		t.Error("a list is missing")
	}
	for text, want := range map[string]string{
		"[unit]\n米":     `zh/numerals.txt:1: there is no list "[unit]"`,
		"米":             `zh/numerals.txt:1: "米" stands in no list`,
		"[units]\n米\n米": `zh/numerals.txt:3: "米" is in the list twice`,
	} {
		if _, err := parseChineseNumerals(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
