package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// wordList collects the words of a recogniser, which are elements of lists, into a view.
type wordList struct {
	f       *File
	v       *view
	spaced  bool // words bring their blanks along
	u       transcript.Utterance
	fields  []*field
	units   []unit
	open    []int // units of the utterance that is being made
	holders []holder
}

// unit is an element of a list that is a word.
type unit struct {
	list, element    *node
	utterance, piece int
}

// holder is an element of a list that holds utterances of a view, and goes where all
// their words go.
type holder struct {
	list, element *node
	utterances    []int
}

func newWordList(f *File) *wordList { return &wordList{f: f, v: f.newView()} }

// newBareList is newWordList for words that have neither marks nor case.
func newBareList(f *File) *wordList {
	l := newWordList(f)
	l.v.bare = true
	return l
}

// word adds a word, of which s is the text. tight is for marks after a word.
func (l *wordList) word(list, element, s *node, time transcript.Interval, confidence float64, tight bool) {
	if s == nil || s.kind != '"' {
		return
	}
	if len(l.u.Pieces) > 0 && !l.spaced && !tight {
		l.u.Pieces = append(l.u.Pieces, transcript.Piece{Text: " "})
		l.fields = append(l.fields, nil)
	}
	l.open = append(l.open, len(l.units))
	l.units = append(l.units, unit{list, element, 0, len(l.u.Pieces)})
	l.u.Pieces = append(l.u.Pieces, transcript.Piece{Time: time, Confidence: confidence})
	l.fields = append(l.fields, s.field(l.f.text))
}

// wordPause is the pause, in seconds, at which the words of a speaker are cut into
// utterances where nothing else cuts them.
const wordPause = 1

// flow is word for lists that no segments cut: it ends the utterance where another
// speaker starts, or after a pause.
func (l *wordList) flow(speaker string, list, element, s *node, time transcript.Interval, confidence float64) {
	if n := len(l.u.Pieces); n > 0 && (l.u.Speaker != speaker || l.u.Pieces[n-1].Time.Known && time.Known && time.Start-l.u.Pieces[n-1].Time.End > wordPause) {
		l.end(l.u.Speaker, transcript.Interval{})
	}
	l.u.Speaker = speaker
	l.word(list, element, s, time, confidence, false)
}

// end ends an utterance, if there is one. Without a time of its own it has that of its
// words.
func (l *wordList) end(speaker string, time transcript.Interval) {
	if len(l.u.Pieces) == 0 {
		return
	}
	l.u.Speaker, l.u.Time = speaker, time
	if !time.Known {
		for i := range l.u.Pieces {
			switch t := l.u.Pieces[i].Time; {
			case !t.Known:
			case !l.u.Time.Known:
				l.u.Time = t
			default:
				l.u.Time.End = max(l.u.Time.End, t.End)
			}
		}
	}
	n := l.v.add(l.u, l.fields)
	for _, i := range l.open {
		l.units[i].utterance = n
	}
	l.u, l.fields, l.open = transcript.Utterance{}, nil, l.open[:0]
}

// hold says that the utterances from the given one on are those of an element.
func (l *wordList) hold(list, element *node, from int) {
	l.holders = append(l.holders, l.v.holder(list, element, from))
}

// holder returns the holder of the utterances from the given one on.
func (v *view) holder(list, element *node, from int) holder {
	h := holder{list: list, element: element}
	for ; from < len(v.utterances); from++ {
		h.utterances = append(h.utterances, from)
	}
	return h
}

// drop takes the words that go, and what holds no others, out of their lists.
func (l *wordList) drop(o *outcome) {
	gone := make(map[*node]bool)
	var lists []*node
	for i, u := range l.units {
		if fate := &o.pieces[l.v.number][u.utterance][u.piece]; u.list != nil && fate.gone {
			gone[u.element] = true
			lists = append(lists, u.list)
			if fate.text != "" {
				l.handOn(o, i)
			}
		}
	}
	o.dropElements(lists, gone)
	o.dropHolders(l.v, l.holders)
}

// handOn gives the blank that is left of a piece that goes to the next one that stays,
// where that has none.
func (l *wordList) handOn(o *outcome, i int) {
	at := l.units[i].utterance
	for _, u := range l.units[i+1:] {
		if u.utterance != at {
			return
		}
		fate := &o.pieces[l.v.number][at][u.piece]
		if fate.gone {
			continue
		}
		if !strings.HasPrefix(fate.text, " ") {
			from := l.v.fields[at][u.piece].raw.from
			o.replace(span{from, from}, " ")
			fate.text = " " + fate.text
		}
		return
	}
}

// dropElements takes elements out of their lists, which may be named several times.
func (o *outcome) dropElements(lists []*node, gone map[*node]bool) {
	done := make(map[*node]bool)
	for _, list := range lists {
		if !done[list] {
			done[list] = true
			o.dropKids(list, func(i int) bool { return gone[list.kids[i]] })
		}
	}
}

func (o *outcome) dropHolders(v *view, holders []holder) {
	if o.keepEmpty {
		return
	}
	gone := make(map[*node]bool)
	var lists []*node
	for _, h := range holders {
		all := len(h.utterances) > 0
		for _, u := range h.utterances {
			all = all && o.utteranceGone(v, u)
		}
		if all && h.list != nil {
			gone[h.element] = true
			lists = append(lists, h.list)
		}
	}
	o.dropElements(lists, gone)
}
