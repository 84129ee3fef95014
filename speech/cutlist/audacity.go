package cutlist

import (
	"fmt"
	"strings"
)

// writeAudacity writes a label of Audacity for each cut: "Labeled Audio > Delete" there makes the
// cuts. With markers, what was refused has labels, too. Times are microseconds, which are exact to the
// sample up to rates of 500 kHz.
func writeAudacity(b *strings.Builder, t *timeline) error {
	for _, m := range t.markers {
		if m.left && !t.asMarkers {
			continue
		}
		name := m.name
		if m.note != "" {
			name += " (" + m.note + ")"
		}
		fmt.Fprintf(b, "%s\t%s\t%s\n", decimal(m.from, t.list.Media.Rate, 6), decimal(m.to, t.list.Media.Rate, 6), name)
	}
	return nil
}
