package formats

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func sniffTRS(text string) bool { return xmlRoot(text) == "Trans" }

// trsReader collects the turns of a Transcriber file.
type trsReader struct {
	*xmlReader
	v        *view
	names    map[string]string // of speakers, by id
	speakers []string          // of the turn, as names
	turn     bool              // one is open
	end      float64           // of the turn; known says whether it has one
	known    bool
	who      int // the number of the speaker in the turn
	since    int // where the stretch starts, in the file
	at       float64
	timed    bool
	pieces   []pieces // of each speaker of the turn, since the last time
	silent   int      // elements that are open whose text is no speech
	before   transcript.Interval
}

// readTRS reads transcripts of Transcriber: the text of turns, from one <Sync> to the next. In a turn of several
// speakers <Who> says who goes on. Events and comments are kept.
func readTRS(f *File) error {
	r := &trsReader{xmlReader: newXMLReader(f, "a Transcriber file"), v: f.newView(), names: make(map[string]string)}
	return r.each(r.start, func(name string) {
		if r.silent > 0 {
			r.silent--
		} else if name == "Turn" {
			r.stretch(r.end, r.known)
			r.turn = false
		}
	}, func(xml.CharData) {
		if r.turn && r.silent == 0 {
			r.pieces[r.who].add(r.charField(), transcript.Interval{})
		}
	})
}

// seconds reads a time of an element.
func (r *trsReader) seconds(t xml.StartElement, name string) (float64, bool, error) {
	s := strings.TrimSpace(xmlAttribute(t, name))
	if s == "" {
		return 0, false, nil
	}
	seconds, ok := parseNumber(s)
	if !ok {
		return 0, false, r.f.errorAt(r.from, "<%s> has a time that is no number: %q", t.Name.Local, s)
	}
	return seconds, true, nil
}

func (r *trsReader) start(t xml.StartElement) (err error) {
	if err := r.checkRoot(t, "Trans"); err != nil {
		return err
	}
	name := t.Name.Local
	switch {
	case r.silent > 0:
		r.silent++
	case name == "Trans":
		r.f.inLanguage(xmlAttribute(t, "lang"))
	case name == "Speaker":
		id := xmlAttribute(t, "id")
		r.names[id] = cmp.Or(strings.TrimSpace(xmlAttribute(t, "name")), id)
	case name == "Turn":
		if r.turn {
			return r.f.errorAt(r.from, "a turn within a turn")
		}
		r.turn, r.who, r.speakers = true, 0, nil
		for id := range strings.FieldsSeq(xmlAttribute(t, "speaker")) {
			r.speakers = append(r.speakers, cmp.Or(r.names[id], id))
		}
		r.pieces = make([]pieces, max(1, len(r.speakers)))
		if r.end, r.known, err = r.seconds(t, "endTime"); err != nil {
			return err
		}
		r.since = r.from
		r.at, r.timed, err = r.seconds(t, "startTime")
	case !r.turn:
	case name == "Sync":
		at, timed, err := r.seconds(t, "time")
		if err != nil {
			return err
		}
		r.stretch(at, timed)
		r.since, r.at, r.timed, r.who = r.from, at, timed, 0
	case name == "Who":
		n, err := strconv.Atoi(strings.TrimSpace(xmlAttribute(t, "nb")))
		if err != nil || n < 1 || n > len(r.pieces) {
			return r.f.errorAt(r.from, "<Who> names speaker %q of a turn of %d", xmlAttribute(t, "nb"), len(r.pieces))
		}
		r.who = n - 1
	default:
		r.silent = 1 // an event, a comment, the background
	}
	return err
}

// stretch ends a stretch of a turn at a time.
func (r *trsReader) stretch(end float64, known bool) {
	known = known && r.timed
	said := false
	for i := range r.pieces {
		u := transcript.Utterance{Time: interval(r.at, end, known)}
		if i < len(r.speakers) {
			u.Speaker = r.speakers[i]
		}
		said = r.pieces[i].addTo(r.v, u) >= 0 || said
	}
	if said && known {
		r.f.checkTime(r.since, r.at, end, &r.before)
	}
}
