package formats

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/text/transcript"
)

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
