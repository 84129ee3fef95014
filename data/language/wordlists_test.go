package language

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestChineseLists checks that each list of the folder is there, and is asked for.
func TestChineseLists(t *testing.T) {
	n := ReadChineseNumerals()
	for file, used := range map[string][]Set{
		"zh/lists.txt": {
			ChinesePauses, chineseBackchannels, ChineseFilled, ChineseAnswers, ChinesePronouns, ChineseRepeated, ChineseStutters, ChineseObjectless,
			ChineseOpeners, ChineseSpeakers, ChineseNumbered, ChineseNoSpeakers, ChineseNotes,
		},
		"zh/numerals.txt": {n.Units, n.Measures, n.Approximate, n.DayTimes, n.AfterHours, n.DigitCounters, n.Weekdays, n.Eras, n.Names, n.Idioms},
	} {
		lists, err := readLists(chineseFiles, file)
		if err != nil {
			t.Fatal(err)
		}
		if len(lists) != len(used) {
			t.Errorf("%s has %d lists, %d are used", file, len(lists), len(used))
		}
		for i, l := range used {
			if len(l) == 0 {
				t.Errorf("%s: list %d of those that are used is not there", file, i)
			}
		}
	}
}

// TestReadLists reads lists that are wrong.
func TestReadLists(t *testing.T) {
	for text, want := range map[string]string{
		"[units\n米":              `x:1: "[units" has no closing bracket`,
		"[a]\n米\n[a]":            `x:3: "[a]" has no closing bracket, or is there already`,
		"米":                      `x:1: "米" stands in no list`,
		"# one\n[a] # two\n米\n米": `x:4: "米" is in the list already`,
	} {
		if _, err := readLists(fstest.MapFS{"x": {Data: []byte(text)}}, "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
