package formats

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffEXB(text string) bool { return xmlRoot(text) == "basic-transcription" }

// exbTier is a tier of a basic transcription.
type exbTier struct {
	speaker string // as the table of speakers has it
	name    string // in the name of the tier
	events  []exbEvent
}

// exbEvent is what is said between two points of the timeline.
type exbEvent struct {
	at         int // in the file
	start, end string
	pieces     pieces
}

// exbReader collects the tiers of an EXMARaLDA basic transcription.
type exbReader struct {
	*xmlReader
	points   map[string]int // places in the timeline
	times    []float64      // of these, in seconds
	timed    []bool
	speakers map[string]string // names by id
	speaker  string            // of the table, while it is read
	used     bool              // the languages are those that the speaker speaks there
	named    bool              // it has an abbreviation
	tiers    []exbTier
	spoken   bool // the tier that is read is one of what is said
	inside   int  // of an event: the elements that are open there; 0: in none
}

// readEXB reads basic transcriptions of EXMARaLDA: events of tiers of the type t, which say what is said.
// A word may be cut in two, as the editor cuts what is said wherever somebody else begins to speak. Events stay, empty where their words are removed, since annotations hang on them.
func readEXB(f *File) error {
	r := &exbReader{xmlReader: newXMLReader(f, "an EXMARaLDA transcription"), points: make(map[string]int), speakers: make(map[string]string)}
	if err := r.each(r.start, r.end, r.text); err != nil {
		return err
	}
	return r.finish()
}

func (r *exbReader) start(t xml.StartElement) error {
	if err := r.checkRoot(t, "basic-transcription"); err != nil {
		return err
	}
	if r.inside > 0 {
		r.inside++
		return nil
	}
	switch t.Name.Local {
	case "speaker":
		r.speaker, r.named = xmlAttribute(t, "id"), false
		r.speakers[r.speaker] = r.speaker
	case "abbreviation":
		r.named = r.speaker != ""
	case "languages-used":
		r.used = true
	case "l1":
		r.used = false
	case "language":
		if r.used {
			r.f.inLanguage(xmlAttribute(t, "lang"))
		}
	case "tli":
		id, s := xmlAttribute(t, "id"), xmlAttribute(t, "time")
		seconds, ok := parseNumber(s)
		if s != "" && !ok {
			return r.f.errorAt(r.from, "the point %s of the timeline has a time that is no number: %q", id, s)
		}
		r.points[id] = len(r.times)
		r.times, r.timed = append(r.times, seconds), append(r.timed, ok)
	case "tier":
		if r.spoken = xmlAttribute(t, "type") == "t"; r.spoken {
			name, _, _ := strings.Cut(xmlAttribute(t, "display-name"), "[") // "Ann [v]"
			r.tiers = append(r.tiers, exbTier{speaker: xmlAttribute(t, "speaker"), name: strings.TrimSpace(name)})
		}
	case "event":
		if r.spoken {
			r.inside = 1
			l := &r.tiers[len(r.tiers)-1]
			l.events = append(l.events, exbEvent{at: r.from, start: xmlAttribute(t, "start"), end: xmlAttribute(t, "end")})
		}
	}
	return nil
}

func (r *exbReader) end(name string) {
	r.inside = max(r.inside-1, 0)
	switch name {
	case "tier":
		r.spoken = false
	case "languages-used":
		r.used = false
	case "abbreviation":
		r.named = false
	}
}

// text takes text: of an event, but not of what is in it, or a speaker's name.
func (r *exbReader) text(t xml.CharData) {
	switch {
	case r.inside == 1:
		events := r.tiers[len(r.tiers)-1].events
		events[len(events)-1].pieces.add(r.charField(), transcript.Interval{})
	case r.named:
		if s := strings.Join(strings.Fields(string(t)), " "); s != "" {
			r.speakers[r.speaker] = s
		}
		r.named = false
	}
}

// time returns when an event is said.
func (r *exbReader) time(e *exbEvent) (transcript.Interval, error) {
	from, ok := r.points[e.start]
	to, ok2 := r.points[e.end]
	if !ok || !ok2 {
		missing := e.start
		if ok {
			missing = e.end
		}
		return transcript.Interval{}, r.f.errorAt(e.at, "an event between points of which %q is not in the timeline", missing)
	}
	return r.f.interval(e.at, r.times[from], r.times[to], r.timed[from] && r.timed[to]), nil
}

// exbUtterance is an utterance before it has its place.
type exbUtterance struct {
	order  int // the place in the timeline where it starts
	v      *view
	u      transcript.Utterance
	pieces pieces
}

// add adds an event to an utterance.
func (o *exbUtterance) add(e *exbEvent, time transcript.Interval) {
	for _, x := range e.pieces.fields {
		o.pieces.add(x, transcript.Interval{})
	}
	if o.u.Time.Known = o.u.Time.Known && time.Known; !o.u.Time.Known {
		o.u.Time = transcript.Interval{}
		return
	}
	o.u.Time.End = time.End
}

// interpolate gives the points of the timeline that have no time one between those beside them, as the editor does.
func (r *exbReader) interpolate() {
	last := -1 // the point before that has one
	for i := range r.times {
		if !r.timed[i] {
			continue
		}
		if n := i - last; last >= 0 {
			for k := last + 1; k < i; k++ {
				r.times[k], r.timed[k] = r.times[last]+(r.times[i]-r.times[last])*float64(k-last)/float64(n), true
			}
		}
		last = i
	}
}

// finish makes utterances of the events, in the order of the timeline: points at its ends may have no time.
func (r *exbReader) finish() error {
	r.interpolate()
	v := r.f.newView()
	var again *view // of the second tier of a speaker, who says the same there in another spelling
	var all []exbUtterance
	taken := make(map[string]bool)
	glued := r.glued()
	for i := range r.tiers {
		t := &r.tiers[i]
		to := v
		if t.speaker != "" && taken[t.speaker] {
			if again == nil {
				again = r.f.newView()
			}
			to = again
		}
		taken[t.speaker] = true
		speaker := cmp.Or(r.speakers[t.speaker], t.speaker, t.name)
		var last *exbEvent // with words
		for k := range t.events {
			e := &t.events[k]
			time, err := r.time(e)
			if err != nil {
				return err
			}
			if !e.pieces.said() {
				continue
			}
			if !glued || last == nil || !last.goesOn(e) {
				all = append(all, exbUtterance{order: r.points[e.start], v: to, u: transcript.Utterance{Speaker: speaker, Time: time}})
			}
			all[len(all)-1].add(e, time)
			last = e
		}
	}
	slices.SortStableFunc(all, func(a, b exbUtterance) int { return cmp.Compare(a.order, b.order) })
	for i := range all {
		all[i].pieces.addTo(all[i].v, all[i].u)
	}
	return nil
}

// goesOn reports whether the next event begins at the end of this one, with neither a gap nor a blank between them.
func (e *exbEvent) goesOn(next *exbEvent) bool {
	const blanks = " \t\r\n"
	if e.end != next.start {
		return false
	}
	before, after := e.pieces.fields, next.pieces.fields
	a, b := before[len(before)-1].text, after[0].text
	return strings.TrimRight(a, blanks) == a && strings.TrimLeft(b, blanks) == b
}

// glued reports whether a word goes on where one event ends and the next one begins without a blank: where blanks are
// part of events, as most of them show. That does not change with the words of an event.
func (r *exbReader) glued() bool {
	events, tight := 0, 0
	for i := range r.tiers {
		for k := range r.tiers[i].events {
			fields := r.tiers[i].events[k].pieces.fields
			events++
			if n := len(fields); n == 0 || !blankEdge(fields[0].text) && !blankEdge(fields[n-1].text) {
				tight++
			}
		}
	}
	return 2*tight <= events
}

// blankEdge reports whether text has blanks at an end.
func blankEdge(s string) bool { return strings.Trim(s, " \t\r\n") != s }

// timeline has the times at which utterances start and end, in order, each once.
type timeline []float64

func (t *Transcript) points() timeline {
	var out timeline
	for i := range t.Utterances {
		out = append(out, t.Utterances[i].Time.Start, t.Utterances[i].Time.End)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// at returns the number of a time.
func (l timeline) at(time float64) int {
	n, _ := slices.BinarySearch(l, time)
	return n
}

func writeEXB(b *strings.Builder, t *Transcript) error {
	lanes, times := t.lanes(), t.points()
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<basic-transcription>
  <head>
    <meta-information>
      <project-name></project-name>
      <transcription-name></transcription-name>
      <referenced-file url=""/>
      <ud-meta-information></ud-meta-information>
      <comment></comment>
      <transcription-convention></transcription-convention>
    </meta-information>
    <speakertable>
`)
	for i, l := range lanes {
		if name := l.utterances[0].Speaker; name != "" {
			fmt.Fprintf(b, "      <speaker id=\"SPK%d\"><abbreviation>%s</abbreviation><sex value=\"u\"/><languages-used></languages-used><l1></l1><l2></l2><ud-speaker-information></ud-speaker-information><comment></comment></speaker>\n", i, escapeText(name))
		}
	}
	b.WriteString("    </speakertable>\n  </head>\n  <basic-body>\n    <common-timeline>\n")
	for i, time := range times {
		fmt.Fprintf(b, "      <tli id=\"T%d\" time=\"%.3f\"/>\n", i, time)
	}
	b.WriteString("    </common-timeline>\n")
	for i, l := range lanes {
		speaker, name := "", "[v]"
		if u := l.utterances[0]; u.Speaker != "" {
			speaker, name = fmt.Sprintf(" speaker=\"SPK%d\"", i), escapeHTML(l.name+" [v]")
		}
		fmt.Fprintf(b, "    <tier id=\"TIE%d\"%s category=\"v\" type=\"t\" display-name=\"%s\">\n", i, speaker, name)
		for _, u := range l.utterances {
			fmt.Fprintf(b, "      <event start=\"T%d\" end=\"T%d\">%s </event>\n", times.at(u.Time.Start), times.at(u.Time.End), escapeText(u.Text()))
		}
		b.WriteString("    </tier>\n")
	}
	b.WriteString("  </basic-body>\n</basic-transcription>\n")
	return nil
}
