package cutlist

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// said is what a small reader finds in a list. Units are those of the format.
type said struct {
	clips   []clip
	markers []clip // from and to
	names   []string
	path    string // of the recording, as a path; "" where the format has none
}

// reader reads a format, of a recording of so many units, at a rate.
type reader func(t testing.TB, text string, total int64, rate Rate) said

var readers = map[string]reader{
	"edl": readEDL, "fcpxml": readFCPXML, "otio": readOTIO, "premiere": readPremiere, "reaper": readReaper, "audacity": readAudacity,
	"auto-editor": readAutoEditor3, "auto-editor-v1": readAutoEditor1, "ffmpeg": readFFmpeg, "mlt": readMLT, "csv": readCSV,
}

func number(t testing.TB, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// frameOf reads timecode, after SMPTE ST 12-1.
func frameOf(t testing.TB, timecode string, r Rate) int64 {
	t.Helper()
	var h, m, s, f int64
	if _, err := fmt.Sscanf(strings.ReplaceAll(timecode, ";", ":"), "%d:%d:%d:%d", &h, &m, &s, &f); err != nil {
		t.Fatalf("%q: %v", timecode, err)
	}
	n := r.nominal()
	frame := ((h*60+m)*60+s)*n + f
	if strings.Contains(timecode, ";") {
		minutes := h*60 + m
		if s == 0 && f < n/15 && m%10 != 0 {
			t.Fatalf("there is no frame %s", timecode)
		}
		frame -= n / 15 * (minutes - minutes/10)
	}
	return frame
}

var event = regexp.MustCompile(`^\d{3,}\s+(\S{1,32})\s+(V|A|AA|B|AA/V)\s+C\s+(\S+) (\S+) (\S+) (\S+)$`)

func readEDL(t testing.TB, text string, _ int64, r Rate) (out said) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := event.FindStringSubmatch(line); m != nil {
			c := clip{frameOf(t, m[3], r), frameOf(t, m[4], r), frameOf(t, m[5], r)}
			if end := frameOf(t, m[6], r); end-c.at != c.to-c.from {
				t.Fatalf("%s: two lengths", line)
			}
			out.clips = append(out.clips, c)
		} else if line != "" && line[0] >= '0' && line[0] <= '9' {
			t.Fatalf("%q is no event", line)
		}
		if rest, ok := strings.CutPrefix(line, "* LOC: "); ok {
			at, rest, _ := strings.Cut(rest, " ")
			from := frameOf(t, at, r)
			out.markers = append(out.markers, clip{from: from, to: from})
			out.names = append(out.names, strings.TrimSpace(strings.TrimLeft(rest, "REDYLOW")))
		}
	}
	return out
}

// element is any XML.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func parseXML(t testing.TB, text string) *element {
	t.Helper()
	var e element
	if err := xml.Unmarshal([]byte(text), &e); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return &e
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all returns the elements of a name, however deep.
func (e *element) all(name string) (out []*element) {
	for i := range e.Children {
		if c := &e.Children[i]; c.XMLName.Local == name {
			out = append(out, c)
		} else {
			out = append(out, c.all(name)...)
		}
	}
	return out
}

// child returns the text of an own child of a name.
func (e *element) child(name string) string {
	for i := range e.Children {
		if e.Children[i].XMLName.Local == name {
			return e.Children[i].Text
		}
	}
	return ""
}

// pathOf undoes a URI.
func pathOf(t testing.TB, uri string) string {
	t.Helper()
	u, err := url.Parse(uri)
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme == "" {
		return strings.TrimPrefix(u.Path, "./")
	}
	return u.Path
}

func readFCPXML(t testing.TB, text string, _ int64, r Rate) (out said) {
	e := parseXML(t, text)
	at := func(s string) int64 {
		num, den, fraction := strings.Cut(strings.TrimSuffix(s, "s"), "/")
		if !fraction {
			den = "1"
		}
		a, b := number(t, num)*int64(r.Num), number(t, den)*int64(r.Den)
		if a%b != 0 {
			t.Fatalf("%s is not at an edge of frames", s)
		}
		return a / b
	}
	for _, c := range e.all("asset-clip") {
		from := at(c.attr("start"))
		out.clips = append(out.clips, clip{from, from + at(c.attr("duration")), at(c.attr("offset"))})
		for _, m := range c.all("marker") {
			from := at(m.attr("start"))
			out.markers = append(out.markers, clip{from: from, to: from + at(m.attr("duration"))})
			out.names = append(out.names, m.attr("value"))
		}
	}
	out.path = pathOf(t, e.all("asset")[0].attr("src"))
	return out
}

func readPremiere(t testing.TB, text string, _ int64, _ Rate) (out said) {
	e := parseXML(t, text)
	for _, c := range e.all("track")[0].all("clipitem") {
		x := clip{number(t, c.child("in")), number(t, c.child("out")), number(t, c.child("start"))}
		if number(t, c.child("end"))-x.at != x.to-x.from {
			t.Fatal("two lengths")
		}
		out.clips = append(out.clips, x)
	}
	for _, m := range e.all("marker") {
		out.markers = append(out.markers, clip{from: number(t, m.child("in")), to: number(t, m.child("out"))})
		out.names = append(out.names, m.child("name"))
	}
	out.path = pathOf(t, e.all("pathurl")[0].Text)
	return out
}

func readMLT(t testing.TB, text string, _ int64, r Rate) (out said) {
	e := parseXML(t, text)
	at := int64(0)
	for _, p := range e.all("playlist") {
		if p.attr("id") != "playlist0" {
			continue
		}
		for _, c := range p.all("entry") {
			x := clip{number(t, c.attr("in")), number(t, c.attr("out")) + 1, at}
			at += x.to - x.from
			out.clips = append(out.clips, x)
		}
	}
	property := func(e *element, name string) string {
		for _, p := range e.all("property") {
			if p.attr("name") == name {
				return p.Text
			}
		}
		return ""
	}
	frame := func(clock string) int64 {
		var h, m int64
		var s float64
		if _, err := fmt.Sscanf(clock, "%d:%d:%f", &h, &m, &s); err != nil {
			t.Fatal(err)
		}
		return int64(math.Round((float64(h*60+m)*60 + s) * float64(r.Num) / float64(r.Den)))
	}
	for _, all := range e.all("properties") {
		for _, m := range all.all("properties") {
			out.markers = append(out.markers, clip{from: frame(property(m, "start")), to: frame(property(m, "end"))})
			out.names = append(out.names, property(m, "text"))
		}
	}
	for _, p := range e.all("producer") {
		if p.attr("id") == "recording" {
			out.path = property(p, "resource")
		}
	}
	return out
}

func readOTIO(t testing.TB, text string, _ int64, r Rate) (out said) {
	var x otioTimeline
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	frame := func(o otioTime) int64 {
		if math.Abs(o.Rate-float64(r.Num)/float64(r.Den)) > 1e-9 {
			t.Fatalf("a rate of %v, not %v", o.Rate, r)
		}
		return int64(o.Value)
	}
	at := int64(0)
	for _, c := range x.Tracks.Children[0].Children {
		from := frame(c.Range.Start)
		y := clip{from, from + frame(c.Range.Duration), at}
		at += y.to - y.from
		out.clips = append(out.clips, y)
		out.path = pathOf(t, c.Media[c.Active].URL)
	}
	for _, m := range x.Tracks.Markers {
		from := frame(m.Range.Start)
		out.markers = append(out.markers, clip{from: from, to: from + frame(m.Range.Duration)})
		out.names = append(out.names, m.Name)
	}
	return out
}

// samples reads seconds, which have to be within a half of a sample.
func samples(t testing.TB, seconds string, r Rate) int64 {
	t.Helper()
	x, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		t.Fatal(err)
	}
	return int64(math.Round(x * float64(r.Num)))
}

func readReaper(t testing.TB, text string, _ int64, r Rate) (out said) {
	unquoted := func(s string) string { return s[1 : len(s)-1] }
	inItem, open := false, map[string]int{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case key == "<ITEM":
			inItem, out.clips = true, append(out.clips, clip{})
		case key == ">":
			inItem = false
		case key == "FILE":
			out.path = unquoted(value)
		case key == "MARKER":
			parts := strings.SplitN(value, " ", 3)
			if k, ok := open[parts[0]]; ok {
				out.markers[k].to = samples(t, parts[1], r)
				continue
			}
			open[parts[0]] = len(out.markers)
			out.markers = append(out.markers, clip{from: samples(t, parts[1], r)})
			out.names = append(out.names, unquoted(strings.TrimSuffix(parts[2], " 1")))
		case inItem:
			c := &out.clips[len(out.clips)-1]
			switch key {
			case "POSITION":
				c.at = samples(t, value, r)
			case "LENGTH":
				c.to = samples(t, value, r)
			case "SOFFS":
				c.from = samples(t, value, r)
				c.to += c.from
			}
		}
	}
	return out
}

// without returns the clips that stay without cuts.
func withoutCuts(cuts []clip, total int64) (out []clip) {
	from, at := int64(0), int64(0)
	for _, c := range append(cuts, clip{from: total, to: total}) {
		if c.from > from {
			out = append(out, clip{from, c.from, at})
			at += c.from - from
		}
		from = c.to
	}
	return out
}

func readAudacity(t testing.TB, text string, total int64, r Rate) (out said) {
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		out.markers = append(out.markers, clip{from: samples(t, parts[0], r), to: samples(t, parts[1], r)})
		out.names = append(out.names, parts[2])
	}
	out.clips = withoutCuts(out.markers, total)
	return out
}

func readCSV(t testing.TB, text string, total int64, r Rate) (out said) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		x := clip{from: number(t, row[2]), to: number(t, row[3])}
		if samples(t, row[0], r) != x.from || samples(t, row[1], r) != x.to {
			t.Fatalf("%v: two times", row)
		}
		out.markers = append(out.markers, x)
		out.names = append(out.names, row[5]+": "+row[6])
	}
	out.clips = withoutCuts(out.markers, total)
	return out
}

func readAutoEditor1(t testing.TB, text string, total int64, _ Rate) (out said) {
	var x struct {
		Version, Source string
		Chunks          [][3]int64
	}
	if err := json.Unmarshal([]byte(text), &x); err != nil || x.Version != "1" {
		t.Fatal(err, x.Version)
	}
	end, at := int64(0), int64(0)
	for _, c := range x.Chunks {
		if c[0] != end || c[1] <= c[0] {
			t.Fatalf("a chunk %v after %d", c, end)
		}
		if end = c[1]; c[2] == 1 {
			out.clips = append(out.clips, clip{c[0], c[1], at})
			at += c[1] - c[0]
		}
	}
	if end != total {
		t.Fatalf("chunks of %d frames, of %d", end, total)
	}
	out.path = x.Source
	return out
}

func readAutoEditor3(t testing.TB, text string, _ int64, r Rate) (out said) {
	type element struct {
		Src                string
		Start, Dur, Offset int64
	}
	var x struct {
		Version, Timebase string
		V, A              [][]element
	}
	if err := json.Unmarshal([]byte(text), &x); err != nil || x.Version != "3" {
		t.Fatal(err, x.Version)
	}
	if want := fmt.Sprintf("%d/%d", r.Num, r.Den); x.Timebase != want {
		t.Fatalf("timebase %s, not %s", x.Timebase, want)
	}
	for _, e := range append(x.V, x.A...)[0] {
		out.clips = append(out.clips, clip{e.Offset, e.Offset + e.Dur, e.Start})
		out.path = e.Src
	}
	return out
}

var segment = regexp.MustCompile(`\](?:fps=[0-9/]+,)?(a?)segment=(?:frames|samples)=([0-9|]+)(\S+);`)

func readFFmpeg(t testing.TB, text string, total int64, _ Rate) (out said) {
	m := segment.FindStringSubmatch(text) // that of the picture comes first
	if m == nil {
		return said{clips: []clip{{0, total, 0}}}
	}
	from, at := int64(0), int64(0)
	edges := strings.Split(m[2]+"|"+strconv.FormatInt(total, 10), "|")
	for i, name := range strings.Split(strings.Trim(m[3], "[]"), "][") {
		to := number(t, edges[i])
		if !strings.Contains(text, "\n["+name+"]"+m[1]+"nullsink") {
			out.clips = append(out.clips, clip{from, to, at})
			at += to - from
		}
		from = to
	}
	return out
}
