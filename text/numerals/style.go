package numerals

import (
	"fmt"
	"slices"
	"strings"
)

// Style says how numbers are written. The zero value is the one that doc.go describes.
type Style uint8

// What a style may hold, each for itself.
const (
	// All writes counts below ten, small ordinals and what opens a sentence in digits, too.
	All Style = 1 << iota
	// Plain has no commas between thousands.
	Plain
	// Short has the signs of units, and no words in dates and times that figures do without:
	// "18 km²", "25 July 2012", "3:00", ".5".
	Short
	// American has the month before the day: "July 25, 2012".
	American
	// ISO writes whole dates as "2012-07-25".
	ISO
)

// StyleNames are the names of what a style may hold, in the order of the constants.
func StyleNames() []string { return []string{"all", "plain", "short", "american", "iso"} }

// ParseStyle reads a comma list of StyleNames. American and ISO exclude each other.
func ParseStyle(list string) (Style, error) {
	var s Style
	for name := range strings.SplitSeq(list, ",") {
		at := slices.Index(StyleNames(), strings.TrimSpace(name))
		if at < 0 {
			return 0, fmt.Errorf("unknown style of numbers %q: use %s", name, strings.Join(StyleNames(), ", "))
		}
		s |= 1 << at
	}
	if s&(American|ISO) == American|ISO {
		return 0, fmt.Errorf("dates are american or iso, not both")
	}
	return s, nil
}
