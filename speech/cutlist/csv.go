package cutlist

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/speech/cut"
)

// writeCSV writes a table: a row for each cut, with its place in seconds and in samples, and where it
// is in the result; with markers, one for each refused removal, too.
func writeCSV(b *strings.Builder, t *timeline) error {
	w := csv.NewWriter(b)
	if err := w.Write([]string{"start", "end", "start_sample", "end_sample", "joined_sample", "kind", "words", "speaker", "confidence", "left"}); err != nil {
		return err
	}
	row := func(c *cut.Cut, joined, why string) error {
		sure := ""
		if c.Confidence > 0 {
			sure = fmt.Sprintf("%.3f", c.Confidence)
		}
		return w.Write([]string{decimal(c.Start, t.list.Media.Rate, 6), decimal(c.End, t.list.Media.Rate, 6), strconv.FormatInt(c.Start, 10), strconv.FormatInt(c.End, 10),
			joined, c.Kind, oneLine(c.Words), oneLine(c.Speaker), sure, oneLine(why)})
	}
	for i := range t.list.Cuts {
		c := &t.list.Cuts[i]
		if err := row(c, strconv.FormatInt(t.list.New(c.Start), 10), ""); err != nil {
			return err
		}
	}
	if t.asMarkers {
		for i := range t.list.Left {
			x := &t.list.Left[i]
			if err := row(&x.Cut, "", x.Why); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}
