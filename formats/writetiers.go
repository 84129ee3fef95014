package formats

import (
	"fmt"
	"html"
	"math"
	"strings"
)

func writeTextGrid(b *strings.Builder, t *Transcript) error {
	end := 0.0
	for i := range t.Utterances {
		end = max(end, t.Utterances[i].Time.End)
	}
	lanes := t.lanes()
	for i := range lanes {
		if speaker, kind := tierKind(&tier{name: lanes[i].name}); speaker != lanes[i].name || kind != utteranceTier {
			lanes[i].name = strings.ReplaceAll(lanes[i].name, " - ", "-") + "_" // no name of a kind of tier
		}
	}
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	fmt.Fprintf(b, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = %v \ntiers? <exists> \nsize = %d \nitem []: \n", second(end), len(lanes))
	for i, l := range lanes {
		type interval struct {
			from, to float64
			text     string
		}
		var all []interval
		at := 0.0
		for _, u := range l.utterances {
			if u.Time.Start > at {
				all = append(all, interval{at, u.Time.Start, ""})
			}
			all = append(all, interval{u.Time.Start, u.Time.End, u.Text()})
			at = u.Time.End
		}
		if at < end {
			all = append(all, interval{at, end, ""})
		}
		fmt.Fprintf(b, "    item [%d]:\n        class = \"IntervalTier\" \n        name = %s \n        xmin = 0 \n        xmax = %v \n        intervals: size = %d \n", i+1, quote(l.name), second(end), len(all))
		for k, x := range all {
			fmt.Fprintf(b, "        intervals [%d]:\n            xmin = %v \n            xmax = %v \n            text = %s \n", k+1, second(x.from), second(x.to), quote(x.text))
		}
	}
	return nil
}

func writeEAF(b *strings.Builder, t *Transcript) error {
	lanes := t.lanes()
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="1970-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
    <TIME_ORDER>
`)
	slot := 0
	for _, l := range lanes {
		for _, u := range l.utterances {
			for _, t := range []float64{u.Time.Start, u.Time.End} {
				slot++
				fmt.Fprintf(b, "        <TIME_SLOT TIME_SLOT_ID=\"ts%d\" TIME_VALUE=\"%d\"/>\n", slot, int64(math.Round(t*1000)))
			}
		}
	}
	b.WriteString("    </TIME_ORDER>\n")
	slot = 0
	for _, l := range lanes {
		name := html.EscapeString(l.name)
		fmt.Fprintf(b, "    <TIER LINGUISTIC_TYPE_REF=\"default-lt\" PARTICIPANT=\"%s\" TIER_ID=\"%s\">\n", html.EscapeString(l.utterances[0].Speaker), name)
		for _, u := range l.utterances {
			slot += 2
			fmt.Fprintf(b, "        <ANNOTATION>\n            <ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a%d\" TIME_SLOT_REF1=\"ts%d\" TIME_SLOT_REF2=\"ts%d\">\n                <ANNOTATION_VALUE>%s</ANNOTATION_VALUE>\n            </ALIGNABLE_ANNOTATION>\n        </ANNOTATION>\n",
				slot/2, slot-1, slot, escapeText(u.Text()))
		}
		b.WriteString("    </TIER>\n")
	}
	b.WriteString("    <LINGUISTIC_TYPE GRAPHIC_REFERENCES=\"false\" LINGUISTIC_TYPE_ID=\"default-lt\" TIME_ALIGNABLE=\"true\"/>\n</ANNOTATION_DOCUMENT>\n")
	return nil
}
