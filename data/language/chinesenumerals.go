package language

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

// ChineseNumerals is what is known of the words beside Chinese numbers, in simplified and traditional characters.
// Package numerals/chinese reads it. It does not change.
type ChineseNumerals struct {
	Units, Measures, Approximate, DayTimes, AfterHours, DigitCounters, Weekdays, Idioms Set
}

// chineseNumeralsFile holds the lists of ChineseNumerals: a line with the name of a list in brackets, and the words
// of it with blanks between. What is behind "#" is a comment.
const chineseNumeralsFile = "zh/numerals.txt"

//go:embed zh/numerals.txt
var chineseFiles embed.FS

// ReadChineseNumerals returns the lists of Chinese numbers. They are read once.
var ReadChineseNumerals = sync.OnceValue(func() *ChineseNumerals {
	text, err := chineseFiles.ReadFile(chineseNumeralsFile)
	if err != nil {
		panic(err) // the program is not whole
	}
	n, err := parseChineseNumerals(string(text))
	if err != nil {
		panic(err) // TestChineseNumerals reads them
	}
	return n
})

// parseChineseNumerals reads the lists. Errors name the line.
func parseChineseNumerals(text string) (*ChineseNumerals, error) {
	n := new(ChineseNumerals)
	lists := map[string]*Set{
		"units": &n.Units, "measures": &n.Measures, "approximate": &n.Approximate, "day times": &n.DayTimes, "after hours": &n.AfterHours,
		"counters of digits": &n.DigitCounters, "weekdays": &n.Weekdays, "idioms": &n.Idioms,
	}
	for _, l := range lists {
		*l = make(Set)
	}
	var list Set
	for k, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if strings.HasPrefix(line, "[") {
			l := lists[strings.Trim(line, "[]")]
			if l == nil {
				return nil, fmt.Errorf("%s:%d: there is no list %q", chineseNumeralsFile, k+1, line)
			}
			list = *l
			continue
		}
		for w := range strings.FieldsSeq(line) {
			switch {
			case list == nil:
				return nil, fmt.Errorf("%s:%d: %q stands in no list", chineseNumeralsFile, k+1, w)
			case list[w]:
				return nil, fmt.Errorf("%s:%d: %q is in the list twice", chineseNumeralsFile, k+1, w)
			}
			list[w] = true
		}
	}
	return n, nil
}
