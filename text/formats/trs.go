package formats

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
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

// trsTurn is a turn as it is written: who speaks in it, and what, in the order in which it starts.
type trsTurn struct {
	from, to   int64 // in milliseconds
	speakers   []string
	utterances []*Utterance
}

func inMillis(seconds float64) int64 { return int64(math.Round(seconds * 1000)) }

// takes reports whether an utterance that begins at a time, after all others of the turn, is in it: what overlaps, which is
// a turn of all who speak, and what the same speaker goes on to say. Who has no name shares no turn with those who have one.
func (t *trsTurn) takes(u *Utterance, from int64) bool {
	if from > t.to || (u.Speaker == "") != (t.speakers[0] == "") {
		return false
	}
	return from < t.to || len(t.speakers) == 1 && t.speakers[0] == u.Speaker
}

// trsTurns returns the turns of a transcript. No two of them overlap, as the program has it.
func (t *Transcript) trsTurns() []trsTurn {
	all := make([]*Utterance, len(t.Utterances))
	for i := range all {
		all[i] = &t.Utterances[i]
	}
	slices.SortStableFunc(all, func(a, b *Utterance) int { return cmp.Compare(inMillis(a.Time.Start), inMillis(b.Time.Start)) })
	var out []trsTurn
	for _, u := range all {
		from, to := inMillis(u.Time.Start), inMillis(u.Time.End)
		if n := len(out); n == 0 || !out[n-1].takes(u, from) {
			if n > 0 {
				out[n-1].to = min(out[n-1].to, from)
			}
			out = append(out, trsTurn{from: from, to: to, speakers: []string{u.Speaker}})
		}
		turn := &out[len(out)-1]
		if turn.to = max(turn.to, to); !slices.Contains(turn.speakers, u.Speaker) {
			turn.speakers = append(turn.speakers, u.Speaker)
		}
		turn.utterances = append(turn.utterances, u)
	}
	return out
}

// write writes a turn: each time at which something starts, and, of several speakers, whose it is.
func (t *trsTurn) write(b *strings.Builder, ids map[string]string) {
	b.WriteString("<Turn")
	if t.speakers[0] != "" {
		b.WriteString(" speaker=\"")
		for i, name := range t.speakers {
			b.WriteString(strings.Repeat(" ", min(i, 1)) + ids[name])
		}
		b.WriteByte('"')
	}
	fmt.Fprintf(b, " startTime=\"%s\" endTime=\"%s\">\n", trsTime(t.from), trsTime(t.to))
	for i, u := range t.utterances {
		if at := inMillis(u.Time.Start); i == 0 || at != inMillis(t.utterances[i-1].Time.Start) {
			fmt.Fprintf(b, "<Sync time=\"%s\"/>\n", trsTime(at))
		}
		if len(t.speakers) > 1 {
			fmt.Fprintf(b, "<Who nb=\"%d\"/>\n", 1+slices.Index(t.speakers, u.Speaker))
		}
		b.WriteString(escapeText(u.Text()) + "\n")
	}
	b.WriteString("</Turn>\n")
}

func trsTime(ms int64) string { return strconv.FormatFloat(float64(ms)/1000, 'f', 3, 64) }

// writeTRS writes turns that follow one another without gaps: one of nobody is where nobody speaks.
func writeTRS(b *strings.Builder, t *Transcript) error {
	turns := t.trsTurns()
	fmt.Fprintf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE Trans SYSTEM \"trans-14.dtd\">\n<Trans audio_filename=\"%s\" version=\"1\"", escapeHTML(t.recording()))
	if t.language != "" {
		fmt.Fprintf(b, " xml:lang=\"%s\"", escapeHTML(t.language))
	}
	b.WriteString(">\n<Speakers>\n")
	ids := make(map[string]string)
	for _, turn := range turns {
		for _, name := range turn.speakers {
			if _, ok := ids[name]; !ok && name != "" {
				ids[name] = fmt.Sprintf("spk%d", len(ids)+1)
				fmt.Fprintf(b, "<Speaker id=\"%s\" name=\"%s\"/>\n", ids[name], escapeHTML(name))
			}
		}
	}
	end := int64(0)
	if n := len(turns); n > 0 {
		end = turns[n-1].to
	}
	fmt.Fprintf(b, "</Speakers>\n<Episode>\n<Section type=\"report\" startTime=\"0\" endTime=\"%s\">\n", trsTime(end))
	at := int64(0)
	for i := range turns {
		if from := turns[i].from; from > at {
			fmt.Fprintf(b, "<Turn startTime=\"%[1]s\" endTime=\"%[2]s\">\n<Sync time=\"%[1]s\"/>\n\n</Turn>\n", trsTime(at), trsTime(from))
		}
		turns[i].write(b, ids)
		at = turns[i].to
	}
	b.WriteString("</Section>\n</Episode>\n</Trans>\n")
	return nil
}
