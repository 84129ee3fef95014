package formats

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffFolker(text string) bool { return xmlRoot(text) == "folker-transcription" }

// wordElement is a word that is an element of its own.
type wordElement struct {
	span
	utterance int
	pieces    span // of the utterance
	whole     bool // it can go: no other element is in it, or leads to it
}

// wordElements are those of a file.
type wordElements []wordElement

// drop takes out the elements of words that are removed.
func (words wordElements) drop(o *outcome, v *view) {
	for _, w := range words {
		removed := w.whole && w.pieces.to > w.pieces.from
		for p := w.pieces.from; removed && p < w.pieces.to; p++ {
			removed = o.pieceRemoved(v, w.utterance, p)
		}
		if removed {
			w.from = len(strings.TrimRight(o.f.text[:w.from], " \t\r\n"))
			o.remove(w.span)
		}
	}
}

// folkerReader collects the contributions of a FOLKER file.
type folkerReader struct {
	*xmlReader
	v       *view
	points  map[string]float64 // times of the timeline, in seconds
	names   map[string]string  // of speakers, by id
	speaker string             // of the table, while it is read
	named   bool               // its name is read

	at      int  // where the contribution is, in the file
	depth   int  // elements that are open there, with itself; 0: none is
	silent  int  // of these, those in one whose text is no speech
	text    bool // what is read now is what is said
	inWord  bool // the last of words is open
	speaks  string
	start   string // the point where what is read starts
	end     string // and where it ends
	since   string // the last point that was passed
	first   int    // the first piece behind it
	pieces  pieces
	open    wordElements // of the utterance
	words   wordElements
	written bool // it has sentences, with marks and capitals
	before  transcript.Interval
}

// readFolker reads transcripts of FOLKER, and of OrthoNormal, which adds spellings to them: contributions whose text is
// not parsed, or in segments, or in words. Pauses, breaths and all that is described are kept, and so is a contribution,
// without words if they are removed.
func readFolker(f *File) error {
	r := &folkerReader{xmlReader: newXMLReader(f, "a FOLKER transcript"), v: f.newView(), points: make(map[string]float64), names: make(map[string]string)}
	if err := r.each(r.opens, r.closes, r.chars); err != nil {
		return err
	}
	r.v.bare = !r.written // the conventions of GAT have neither
	f.finish = func(o *outcome) { r.words.drop(o, r.v) }
	return nil
}

func (r *folkerReader) opens(t xml.StartElement) error {
	if err := r.checkRoot(t, "folker-transcription"); err != nil {
		return err
	}
	if r.depth > 0 {
		r.depth++
		r.within(t)
		return nil
	}
	switch t.Name.Local {
	case "speaker":
		r.speaker = xmlAttribute(t, "speaker-id")
	case "name":
		r.named = r.speaker != ""
	case "timepoint":
		s := xmlAttribute(t, "absolute-time")
		seconds, ok := parseNumber(s)
		if !ok {
			return r.f.errorAt(r.from, "the point %s of the timeline has a time that is no number: %q", xmlAttribute(t, "timepoint-id"), s)
		}
		r.points[xmlAttribute(t, "timepoint-id")] = seconds
	case "contribution":
		id := xmlAttribute(t, "speaker-reference")
		r.at, r.depth, r.speaks = r.from, 1, cmp.Or(r.names[id], id)
		r.between(t)
	}
	return nil
}

// within opens an element of a contribution.
func (r *folkerReader) within(t xml.StartElement) {
	if r.silent > 0 {
		r.silent++
		return
	}
	if r.inWord {
		r.open[len(r.open)-1].whole = false
	}
	switch t.Name.Local {
	case "unparsed":
		r.text = true
	case "segment":
		r.utterance()
		r.text = true
		r.between(t)
	case "w", "p":
		if t.Name.Local == "w" {
			r.pieces.gap()
		}
		n := len(r.pieces.fields)
		r.open = append(r.open, wordElement{span: span{r.from, 0}, pieces: span{n, n}, whole: true})
		r.text, r.inWord = true, true
	case "time":
		if point := xmlAttribute(t, "timepoint-reference"); point != r.start && point != r.end && point != r.since {
			r.upTo(point)
		}
	case "line", "uncertain":
	default:
		r.silent = 1 // a pause, a breath, something that is described, another reading
	}
}

func (r *folkerReader) chars(t xml.CharData) {
	switch s := strings.Join(strings.Fields(string(t)), " "); {
	case s == "":
		if r.text && !r.inWord && r.silent == 0 {
			r.pieces.add(r.charField(), transcript.Interval{})
		}
	case r.text && r.silent == 0:
		r.pieces.add(r.charField(), transcript.Interval{})
	case r.named:
		r.names[r.speaker] = s
	}
}

func (r *folkerReader) closes(name string) {
	if r.depth == 0 {
		r.named = false
		return
	}
	r.depth--
	if r.silent > 0 {
		r.silent--
		return
	}
	switch name {
	case "unparsed":
		r.text = false
	case "segment":
		r.utterance()
		r.text = false
	case "w", "p":
		w := &r.open[len(r.open)-1]
		w.to, w.pieces.to = r.to, len(r.pieces.fields)
		r.text, r.inWord = false, false
	}
	if r.depth == 0 {
		r.utterance()
	}
}

// upTo ends what is said up to a point of the timeline.
func (r *folkerReader) upTo(point string) {
	from, ok := r.points[r.since]
	to, ok2 := r.points[point]
	for i := r.first; i < len(r.pieces.list); i++ {
		r.pieces.list[i].Time = interval(from, to, ok && ok2)
	}
	r.since, r.first = point, len(r.pieces.list)
}

// Sentences are what text has that is written as people write.
var (
	endedSentence = lazy.Regexp(`\p{L}[.?!](?:\s|$)`)
	begunSentence = lazy.Regexp(`(?:^|[.?!]\s+)\p{Lu}\p{Ll}`)
)

// isWritten reports whether an utterance has a sentence, with marks and capitals.
func isWritten(fields []*field) bool {
	var b strings.Builder
	for _, x := range fields {
		if x == nil {
			b.WriteByte(' ')
		} else {
			b.WriteString(x.text)
		}
	}
	text := strings.TrimSpace(b.String())
	return endedSentence().MatchString(text) && begunSentence().MatchString(text)
}

// utterance ends an utterance.
func (r *folkerReader) utterance() {
	if r.since != r.start {
		r.upTo(r.end)
	}
	from, ok := r.points[r.start]
	to, ok2 := r.points[r.end]
	r.written = r.written || isWritten(r.pieces.fields)
	n := r.pieces.addTo(r.v, transcript.Utterance{Speaker: r.speaks, Time: interval(from, to, ok && ok2)})
	for _, w := range r.open {
		if w.utterance = n; n >= 0 {
			r.words = append(r.words, w)
		}
	}
	if r.open = r.open[:0]; n >= 0 && ok && ok2 {
		r.f.checkTime(r.at, from, to, &r.before)
	}
}

// between sets where what is read starts and ends.
func (r *folkerReader) between(t xml.StartElement) {
	r.start, r.end = xmlAttribute(t, "start-reference"), xmlAttribute(t, "end-reference")
	r.since, r.first = r.start, 0
}

func writeFolker(b *strings.Builder, t *Transcript) error {
	times := t.points()
	numbers := t.numbers()
	names := make([]string, len(numbers))
	for name, n := range numbers {
		names[n] = name
	}
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<folker-transcription>\n  <head/>\n  <speakers>\n")
	for i, name := range names {
		fmt.Fprintf(b, "    <speaker speaker-id=\"S%d\"><name>%s</name></speaker>\n", i+1, escapeText(name))
	}
	fmt.Fprintf(b, "  </speakers>\n  <recording path=\"%s\"/>\n  <timeline>\n", escapeHTML(t.recording()))
	for i, time := range times {
		fmt.Fprintf(b, "    <timepoint timepoint-id=\"TLI_%d\" absolute-time=\"%.3f\"/>\n", i, time)
	}
	b.WriteString("  </timeline>\n")
	for i := range t.Utterances {
		u := &t.Utterances[i]
		speaker := ""
		if n, ok := numbers[u.Speaker]; ok {
			speaker = fmt.Sprintf(" speaker-reference=\"S%d\"", n+1)
		}
		fmt.Fprintf(b, "  <contribution%s start-reference=\"TLI_%d\" end-reference=\"TLI_%d\" parse-level=\"1\">\n    <unparsed>%s</unparsed>\n  </contribution>\n",
			speaker, times.at(u.Time.Start), times.at(u.Time.End), escapeText(u.Text()))
	}
	b.WriteString("</folker-transcription>\n")
	return nil
}
