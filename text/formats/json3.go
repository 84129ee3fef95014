package formats

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// json3Members reports whether a value has events as YouTube writes them.
func json3Members(r *node) bool {
	events := r.get("events")
	if events == nil || events.kind != '[' {
		return false
	}
	if r.str("wireMagic") == "pb3" {
		return true
	}
	all := events.list()
	for _, e := range all[:min(len(all), 20)] {
		if e.get("tStartMs") != nil && e.get("segs") != nil {
			return true
		}
	}
	return false
}

// json3Event is an event that has text.
type json3Event struct {
	node     *node
	segs     []*node
	said     bool // there is more than blanks
	from, to float64
	known    bool
}

// readJSON3 reads captions of YouTube as its player gets them. Events are captions, with the words in
// segments that bring their blanks along where they were recognised, else with lines. Between those that
// were recognised are events of a line end alone.
func readJSON3(f *File) error {
	list := f.root.get("events")
	if list == nil || list.kind != '[' {
		return f.errorLine(f.root.from, "these are no captions of YouTube: there is no list %q", "events")
	}
	var events []json3Event
	pieces, timed := false, false // captions have several; words have times
	for _, e := range list.list() {
		segs := e.get("segs")
		if segs == nil {
			continue // where a window opens
		}
		x := json3Event{node: e, segs: segs.list()}
		n := 0
		for _, s := range x.segs {
			if text := s.get("utf8"); text == nil || text.kind != '"' {
				continue
			} else if strings.TrimSpace(text.text) != "" {
				n++
			}
			timed = timed || s.get("tOffsetMs") != nil || s.get("acAsrConf") != nil
		}
		x.said, pieces = n > 0, pieces || n > 1
		start, ok := e.number("tStartMs")
		length, ok2 := e.number("dDurationMs")
		x.from, x.to, x.known = start/1000, (start+length)/1000, ok && ok2
		events = append(events, x)
	}
	if pieces || timed {
		readJSON3Words(f, list, events, timed)
	} else {
		readJSON3Captions(f, list, events)
	}
	return nil
}

// readJSON3Words reads captions of several segments: words with the time from which on they are said, or
// text in several styles.
func readJSON3Words(f *File, list *node, events []json3Event, timed bool) {
	words := newWordList(f)
	words.spaced = true
	f.startsOnly = timed
	of := make([]span, len(events)) // the utterances of each event
	for i := range events {
		e := &events[i]
		if !e.said {
			continue
		}
		segs := e.node.get("segs")
		from := len(words.v.utterances)
		all := f.interval(e.node.from, e.from, e.to, e.known)
		for k, s := range e.segs {
			var time transcript.Interval
			text := s.get("utf8")
			if timed && all.Known && text != nil {
				offset, _ := s.number("tOffsetMs")
				at := e.from + offset/1000
				// A caption stays long after it is said, so that words last as long as such words do.
				time = f.interval(s.from, at, min(at+float64(lettersIn(text.text))/usualSpeech, max(at, e.to)), true)
			}
			trust, _ := s.number("acAsrConf")
			if k > 0 || !words.opens(text, time) {
				words.word(segs, s, text, time, confidence(trust/255), false)
			}
		}
		if timed {
			all = transcript.Interval{} // that of the words
		}
		words.end("", all)
		of[i] = span{from, len(words.v.utterances)}
	}
	f.finish = func(o *outcome) {
		words.drop(o)
		dropJSON3(o, list, events, func(i int) bool { return o.allRemoved(words.v, of[i]) })
	}
}

// lettersIn counts the letters and digits of a text.
func lettersIn(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// readJSON3Captions reads captions of lines.
func readJSON3Captions(f *File, list *node, events []json3Event) {
	c := newCues(f)
	c.tagAt = htmlTag
	var j joinedText
	spans := make([]span, len(events))
	for i := range events {
		for _, s := range events[i].segs {
			if text := s.get("utf8"); text != nil && text.kind == '"' && events[i].said && strings.TrimSpace(text.text) != "" {
				spans[i] = j.add(text.field(f.text))
			}
		}
	}
	c.readIn(&j, quoteJSON, nil)
	var found []textCue
	var before transcript.Interval
	for i := range events {
		e := &events[i]
		q := textCue{cue: cue{time: interval(e.from, e.to, e.known)}, text: c.linesOf(spans[i])}
		if e.known && e.said {
			f.checkTime(e.node.from, e.from, e.to, &before)
		}
		found = append(found, q)
	}
	c.addAll(found)
	f.finish = func(o *outcome) {
		c.dropBroken(o)
		dropJSON3(o, list, events, func(i int) bool {
			_, all, any := c.list[i].removed(o)
			return all && any
		})
	}
}

// dropJSON3 takes out the events all of whose words are removed.
func dropJSON3(o *outcome, list *node, events []json3Event, gone func(i int) bool) {
	if o.keepEmpty {
		return
	}
	var removed []part
	for _, i := range goneCaptions(len(events), func(i int) bool { return events[i].said }, gone) {
		removed = append(removed, element(list, events[i].node))
	}
	o.dropParts(removed)
}

// goneCaptions returns which captions of YouTube go: those that are gone, and with each the line end before
// it, or, where nothing is left before it, the one behind it. Line ends are captions in which nothing is
// said.
func goneCaptions(n int, said, gone func(i int) bool) []int {
	var out []int
	left := false   // something is, before
	behind := false // the one before is gone, and nothing is left before that
	for i := range n {
		switch {
		case !said(i):
			if behind {
				out = append(out, i)
			}
			behind = false
		case !gone(i):
			left, behind = true, false
		default:
			if left && i > 0 && !said(i-1) {
				out = append(out, i-1)
			}
			out, behind = append(out, i), !left
		}
	}
	return out
}
