package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// markedReader makes utterances of the texts of a page.
type markedReader struct {
	p       *webPage
	v       *view
	speaker string
	changed bool // the speaker has
	mark    pageRole
	name    string // while it is read
	stamps  []float64
	block   int
	pieces  pieces
	all     []markedUtterance
}

type markedUtterance struct {
	u      transcript.Utterance
	pieces pieces
	stamp  int // how many times stand before it
}

// take takes a text.
func (r *markedReader) take(i int) {
	t := &r.p.texts[i]
	x := r.p.field(t.span)
	if t.role == pageSpeech {
		if strings.TrimSpace(x.text) == "" && !r.pieces.said() {
			return
		}
		if strings.Trim(x.text, " \t\r\n\u00a0:-–—|·•()[]") == "" && !r.pieces.said() {
			return // what stands between a name and a time
		}
		if r.mark = pageSpeech; r.block != t.block {
			r.utterance()
			r.block = t.block
		}
		r.pieces.add(x, transcript.Interval{})
		return
	}
	r.utterance()
	text := strings.TrimSpace(x.text)
	if t.role == pageTime {
		if at, ok := pageStamp(text); ok {
			r.stamps = append(r.stamps, at)
		}
	} else if text != "" {
		if r.mark == pageSpeaker && r.block == t.block { // a name of several texts
			text = r.name + " " + text
		}
		r.name, r.block = text, t.block
		name := strings.Trim(text, "[]():,-–— \t\u00a0")
		r.changed = r.changed || name != r.speaker
		r.speaker = name
	}
	r.mark = t.role
}

// utterance ends an utterance, if there is one.
func (r *markedReader) utterance() {
	if !r.pieces.said() {
		r.pieces = pieces{}
		return
	}
	r.all = append(r.all, markedUtterance{transcript.Utterance{Speaker: r.speaker, Break: r.changed}, r.pieces, len(r.stamps)})
	r.pieces, r.changed = pieces{}, false
}

// finish adds the utterances, with the times that stand before them.
func (r *markedReader) finish() {
	for i := 0; i < len(r.all); {
		k := r.all[i].stamp
		to := i
		var letters []int
		for ; to < len(r.all) && r.all[to].stamp == k; to++ {
			n := 0
			for _, x := range r.all[to].pieces.fields {
				n += len(x.text)
			}
			letters = append(letters, n)
		}
		if k > 0 {
			for n, t := range shareTime(r.stamps[k-1], nextStamp(r.stamps, k), letters) {
				r.all[i+n].u.Time = t
			}
		}
		i = to
	}
	for i := range r.all {
		r.all[i].pieces.addTo(r.v, r.all[i].u)
	}
}
