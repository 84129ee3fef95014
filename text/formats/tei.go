package formats

import (
	"cmp"
	"encoding/xml"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffTEI(text string) bool {
	switch xmlRoot(text) {
	case "TEI", "TEI.2", "teiCorpus":
		return strings.Contains(text, "<u ") || strings.Contains(text, "<u>") || strings.Contains(text, ":u ")
	}
	return false
}

// teiSilent are the elements within an utterance whose text is not said: what happens, what is noted, and what was said in
// another form.
var teiSilent = setOf("desc note vocal kinesic incident writing gap head del spanGrp span fw ref orig sic abbr expan index figure bibl linkGrp standOff")

// teiChoices are elements of teiSilent that are said where no other reading stands beside them.
var teiChoices = setOf("orig sic abbr")

// teiReader collects the utterances of a TEI file.
type teiReader struct {
	*xmlReader
	v        *view
	names    map[string]string  // of people, by id
	points   map[string]float64 // of the timeline, in seconds
	origin   string             // the point that times count from
	person   string             // that is open
	naming   int                // elements that are open of its name
	name     []string
	open     int // elements that are open in an utterance, with itself
	silent   int // of these, those of one whose text is not said
	choices  int // elements choice that are open
	block    []teiBlock
	speaker  string
	time     transcript.Interval
	at       int
	pieces   pieces
	inWord   bool
	words    wordElements
	wordsNow wordElements
	pointers map[string]bool // identifiers that something leads to; nil: they are not looked for yet
	written  bool            // it has sentences, with marks and capitals
	before   transcript.Interval
}

// teiBlock is an element that says who speaks and when, of what is in it.
type teiBlock struct{ who, start, end string }

// readTEI reads transcriptions of speech by the guidelines of the TEI, also as ISO 24624 has them: the text of utterances (<u>),
// also in segments and words. Pauses, what happens, notes and other readings are kept.
func readTEI(f *File) error {
	r := &teiReader{xmlReader: newXMLReader(f, "a TEI transcript"), v: f.newView(), names: make(map[string]string), points: make(map[string]float64)}
	if err := r.each(r.opens, r.closes, r.chars); err != nil {
		return err
	}
	r.v.bare = !r.written // conventions of transcription have neither marks nor capitals
	f.finish = func(o *outcome) { r.words.drop(o, r.v) }
	return nil
}

// teiID is what a pointer leads to.
func teiID(pointer string) string {
	pointer, _, _ = strings.Cut(strings.TrimSpace(pointer), " ")
	return pointer[strings.LastIndexByte(pointer, '#')+1:]
}

func (r *teiReader) opens(t xml.StartElement) error {
	if r.depth == 1 && !strings.HasPrefix(strings.ToLower(t.Name.Local), "tei") {
		return r.f.errorAt(r.from, "a TEI transcript starts with <TEI>, but this with <%s>", t.Name.Local)
	}
	if r.open > 0 {
		r.open++
		return r.within(t)
	}
	switch t.Name.Local {
	case "TEI", "text":
		r.f.inLanguage(xmlAttribute(t, "lang"))
	case "person", "personGrp":
		r.person = xmlAttribute(t, "id")
		if n := xmlAttribute(t, "n"); n != "" {
			r.names[r.person] = n
		}
		r.name = nil
	case "persName", "forename", "surname", "name":
		if r.person != "" {
			r.naming++
		}
	case "when":
		r.when(t)
	case "annotationBlock", "annotatedU":
		r.block = append(r.block, teiBlock{xmlAttribute(t, "who"), xmlAttribute(t, "start"), xmlAttribute(t, "end")})
	case "u":
		r.begin(t)
	}
	return nil
}

// when reads a point of the timeline.
func (r *teiReader) when(t xml.StartElement) {
	id := xmlAttribute(t, "id")
	if r.origin == "" {
		r.origin = id
		r.points[id] = 0
	}
	if s, ok := parseNumber(strings.TrimSuffix(xmlAttribute(t, "interval"), "s")); ok && s >= 0 {
		if since := teiID(xmlAttribute(t, "since")); since != "" {
			s += r.points[since]
		}
		r.points[id] = s
	} else if at, ok := parseStamp(xmlAttribute(t, "absolute")); ok {
		r.points[id] = at
	}
}

func (r *teiReader) begin(t xml.StartElement) {
	b := teiBlock{xmlAttribute(t, "who"), xmlAttribute(t, "start"), xmlAttribute(t, "end")}
	if n := len(r.block); n > 0 {
		b = teiBlock{cmp.Or(b.who, r.block[n-1].who), cmp.Or(b.start, r.block[n-1].start), cmp.Or(b.end, r.block[n-1].end)}
	}
	id := teiID(b.who)
	r.speaker, r.at, r.open = cmp.Or(r.names[id], id), r.from, 1
	from, ok := r.points[teiID(b.start)]
	to, ok2 := r.points[teiID(b.end)]
	r.time = interval(from, to, ok && ok2)
}

// within opens an element of an utterance.
func (r *teiReader) within(t xml.StartElement) error {
	name := t.Name.Local
	if r.silent > 0 {
		r.silent++
		return nil
	}
	if n := len(r.wordsNow); r.inWord && n > 0 {
		r.wordsNow[n-1].whole = false
	}
	switch {
	case name == "choice":
		r.choices++
	case name == "u":
		return r.f.errorAt(r.from, "an utterance within an utterance")
	case teiSilent[name] && (!teiChoices[name] || r.choices > 0):
		r.silent = 1
	case name == "w":
		n := len(r.pieces.fields)
		id := xmlAttribute(t, "id")
		whole := id == "" || !r.isPointedTo(id)
		r.wordsNow = append(r.wordsNow, wordElement{span: span{r.from, 0}, pieces: span{n, n}, whole: whole})
		r.inWord = true
		if n > 0 {
			r.pieces.gap()
			r.wordsNow[len(r.wordsNow)-1].pieces.from = len(r.pieces.fields)
		}
	case name == "seg" || name == "p" || name == "s" || name == "lb":
		r.pieces.gap()
	}
	return nil
}

func (r *teiReader) chars(t xml.CharData) {
	switch {
	case r.open > 0:
		if r.silent > 0 {
			return
		}
		if !r.inWord && (len(r.wordsNow) > 0 || len(r.pieces.fields) == 0) && strings.TrimSpace(string(t)) == "" {
			return // between words, or before all
		}
		r.pieces.add(r.charField(), transcript.Interval{})
	case r.naming > 0:
		if s := strings.Join(strings.Fields(string(t)), " "); s != "" {
			r.name = append(r.name, s)
		}
	}
}

func (r *teiReader) closes(name string) {
	if r.open == 0 {
		switch name {
		case "person", "personGrp":
			if len(r.name) > 0 {
				r.names[r.person] = strings.Join(r.name, " ")
			}
			r.person, r.naming = "", 0
		case "persName", "forename", "surname", "name":
			r.naming = max(r.naming-1, 0)
		case "annotationBlock", "annotatedU":
			r.block = r.block[:max(len(r.block)-1, 0)]
		}
		return
	}
	r.open--
	if r.silent > 0 {
		r.silent--
		return
	}
	switch name {
	case "choice":
		r.choices--
	case "w":
		if n := len(r.wordsNow); n > 0 && r.inWord {
			w := &r.wordsNow[n-1]
			w.to, w.pieces.to = r.to, len(r.pieces.fields)
		}
		r.inWord = false
	}
	if r.open == 0 {
		r.utterance()
	}
}

// utterance ends an utterance.
func (r *teiReader) utterance() {
	r.written = r.written || isWritten(r.pieces.fields)
	n := r.pieces.addTo(r.v, transcript.Utterance{Speaker: r.speaker, Time: r.time, Break: true})
	for _, w := range r.wordsNow {
		if w.utterance = n; n >= 0 {
			r.words = append(r.words, w)
		}
	}
	if r.wordsNow = r.wordsNow[:0]; n >= 0 && r.time.Known {
		r.f.checkTime(r.at, r.time.Start, r.time.End, &r.before)
	}
}

var teiPointer = lazy.Regexp(`#[^\s"'<>#]+`)

// isPointedTo reports whether another element leads to one with an identifier.
func (r *teiReader) isPointedTo(id string) bool {
	if r.pointers == nil {
		r.pointers = make(map[string]bool)
		for _, p := range teiPointer().FindAllString(r.f.text, -1) {
			r.pointers[p[1:]] = true
		}
	}
	return r.pointers[id]
}
