package formats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// scalesOf returns how many seconds a unit of the times of elements of lists has, and one of the
// words in them.
func scalesOf(lists ...*node) (elements, inner float64) {
	var outer, words timeScale
	for _, l := range lists {
		for _, e := range l.list() {
			outer.addElement(e)
			for _, w := range e.list(innerName(e)) {
				words.addElement(w)
			}
		}
	}
	if elements = outer.seconds(); len(words.units) > 0 {
		return elements, words.seconds()
	}
	return elements, elements
}

// addElement takes an element of a list down.
func (s *timeScale) addElement(e *node) {
	text, _ := listSpeech(e)
	from, to, known := listTimes(e, 1)
	if known {
		s.add(max(1, len(strings.Fields(text.str()))), from, to, memberOf(e, listStarts).scalar(), memberOf(e, listEnds).scalar(), memberOf(e, listLengths).scalar())
	}
}

// listTime returns when an element is said.
func listTime(e *node, scale float64) transcript.Interval { return interval(listTimes(e, scale)) }

// listTimes returns from when to when an element is said, in seconds, as it says so.
func listTimes(e *node, scale float64) (start, end float64, known bool) {
	for _, names := range listMillis {
		from, ok := e.number(names[0])
		to, ok2 := e.number(names[1])
		if ok && ok2 {
			return from * 1e-3, to * 1e-3, true
		}
	}
	for _, name := range []string{"timestamp", "timestamps", "time"} {
		if both := e.list(name); len(both) == 2 {
			from, ok := both[0].number()
			to, ok2 := both[1].number()
			return from * scale, to * scale, ok && ok2
		}
	}
	from, ok := memberOf(e, listStarts).number()
	to, ok2 := memberOf(e, listEnds).number()
	if !ok2 {
		if to, ok2 = memberOf(e, listLengths).number(); ok2 {
			to += from
		}
	}
	return from * scale, to * scale, ok && ok2
}

// listStart returns from when on an element is said, in seconds.
func listStart(e *node, scale float64) (float64, bool) {
	for _, names := range listMillis {
		if from, ok := e.number(names[0]); ok {
			return from * 1e-3, true
		}
	}
	if from, _, known := listTimes(e, scale); known {
		return from, true
	}
	from, ok := memberOf(e, listStarts).number()
	return from * scale, ok
}

// listTalk are the members that say who talks when, beside the words.
var listTalk = []string{"segmentation", "diarization", "speaker_segments"}

// talk is a stretch of time in which somebody talks.
type talk struct {
	speaker string
	time    transcript.Interval
}

// talkOf returns who talks when, in order, by a list, or an object that has one.
func talkOf(n *node) []talk {
	list := n.list()
	if n != nil && n.kind == '{' {
		list = n.list("segments")
	}
	var out []talk
	for _, e := range list {
		speaker := listSpeaker(e)
		if t := listTime(e, 1); t.Known && speaker != "" {
			out = append(out, talk{speaker, t})
		}
	}
	slices.SortStableFunc(out, func(a, b talk) int { return cmp.Compare(a.time.Start, b.time.Start) })
	return out
}

// talking returns who talks in the middle of an element.
func (r *listReader) talking(e *node) string {
	if len(r.talk) == 0 {
		return ""
	}
	t := listTime(e, r.scale)
	if !t.Known {
		return ""
	}
	at := (t.Start + t.End) / 2
	i, _ := slices.BinarySearchFunc(r.talk, at, func(x talk, at float64) int {
		if x.time.Start <= at {
			return -1
		}
		return 1
	})
	if i > 0 && at <= r.talk[i-1].time.End {
		return r.talk[i-1].speaker
	}
	return ""
}

// openEnds returns, for the elements of a list of which only starts are known, where the next one
// starts: there it ends. nil: some say where they end.
func openEnds(elements []*node, scale float64) map[int]float64 {
	var out map[int]float64
	for i, e := range elements {
		if _, _, known := listTimes(e, scale); known {
			return nil
		}
		if i == 0 {
			continue
		}
		from, ok := listStart(elements[i-1], scale)
		to, ok2 := listStart(e, scale)
		if !ok || !ok2 || to < from {
			continue
		}
		if out == nil {
			out = make(map[int]float64)
		}
		out[elements[i-1].from] = to
	}
	return out
}
