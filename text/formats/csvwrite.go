package formats

import (
	"fmt"
	"strconv"
	"strings"
)

// writeCSV writes a row an utterance.
func writeCSV(b *strings.Builder, t *Transcript) error {
	b.WriteString("speaker,start,end,text\n")
	for i := range t.Utterances {
		u := &t.Utterances[i]
		from, to := "", ""
		if u.Time.Known {
			from, to = csvSeconds(u.Time.Start), csvSeconds(u.Time.End)
		}
		fmt.Fprintf(b, "%s,%s,%s,%s\n", csvQuoted(u.Speaker), from, to, csvQuoted(u.Text()))
	}
	return nil
}

func csvSeconds(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// csvQuoted returns a cell, quoted where it has to be.
func csvQuoted(s string) string {
	if s == strings.TrimSpace(s) && !strings.ContainsAny(s, ",\"\r\n") {
		return s
	}
	return `"` + quoteCSV(s) + `"`
}
