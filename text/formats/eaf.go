package formats

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffEAF(text string) bool {
	return strings.Contains(text[:min(len(text), 1000)], "<ANNOTATION_DOCUMENT")
}

// readEAF reads ELAN annotations: the aligned ones of tiers that depend on no other. A
// tier is a speaker, its participant if it names one. Annotations stay, empty where
// their words are removed, since others may hang on them.
func readEAF(f *File) error {
	r := newXMLReader(f, "the ELAN file")
	v := f.newView()
	slots := make(map[string]float64) // in seconds
	speaker, skip := "", false
	var time transcript.Interval
	root := false
	value := -1 // where the value of an annotation starts
	for {
		t, err := r.next()
		if err != nil {
			return err
		}
		if t == nil {
			return nil
		}
		switch t := t.(type) {
		case xml.StartElement:
			attribute := make(map[string]string)
			for _, a := range t.Attr {
				attribute[a.Name.Local] = a.Value
			}
			if !root && t.Name.Local != "ANNOTATION_DOCUMENT" {
				return f.errorAt(r.from, "this is no ELAN file: it starts with <%s>, not <ANNOTATION_DOCUMENT>", t.Name.Local)
			}
			root = true
			switch t.Name.Local {
			case "TIME_SLOT":
				if s := attribute["TIME_VALUE"]; s != "" {
					ms, ok := parseNumber(s)
					if !ok {
						return f.errorAt(r.from, "the time slot %s has a time that is no number: %q", attribute["TIME_SLOT_ID"], s)
					}
					slots[attribute["TIME_SLOT_ID"]] = ms / 1000
				}
			case "TIER":
				if speaker = attribute["PARTICIPANT"]; speaker == "" {
					speaker = attribute["TIER_ID"]
				}
				if skip = attribute["PARENT_REF"] != ""; !skip {
					f.inLanguage(attribute["LANG_REF"])
				}
			case "ALIGNABLE_ANNOTATION":
				from, ok := slots[attribute["TIME_SLOT_REF1"]]
				to, ok2 := slots[attribute["TIME_SLOT_REF2"]]
				time = f.interval(r.from, from, to, ok && ok2)
			case "REF_ANNOTATION":
				time = transcript.Interval{}
			case "ANNOTATION_VALUE":
				value = r.to
			default:
				value = -1
			}
		case xml.EndElement:
			if t.Name.Local == "ANNOTATION_VALUE" && value >= 0 && !skip {
				if x := xmlField(f.text, span{value, r.from}); x != nil && strings.TrimSpace(x.text) != "" {
					v.addText(speaker, time, x)
				}
			}
			value = -1
		}
	}
}

// xmlField returns the field of the text of an element, nil where it holds elements or
// comments, or is empty.
func xmlField(text string, s span) *field {
	if s.to <= s.from {
		return nil // <ANNOTATION_VALUE/>
	}
	raw := text[s.from:s.to]
	if inner, ok := strings.CutPrefix(raw, "<![CDATA["); ok && strings.HasSuffix(inner, "]]>") && strings.Count(raw, "<![") == 1 {
		return plainField(text, span{s.from + len("<![CDATA["), s.to - len("]]>")})
	}
	if strings.IndexByte(raw, '<') >= 0 {
		return nil
	}
	if strings.IndexByte(raw, '&') < 0 {
		f := plainField(text, s)
		f.encode = escapeText
		return f
	}
	return decodedField(text, s, unescapeHTML, escapeText)
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
		name := escapeHTML(l.name)
		fmt.Fprintf(b, "    <TIER LINGUISTIC_TYPE_REF=\"default-lt\" PARTICIPANT=\"%s\" TIER_ID=\"%s\">\n", escapeHTML(l.utterances[0].Speaker), name)
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
