package formats

import (
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// wordList collects the words of a recogniser, which are elements of lists, into a view.
type wordList struct {
	f       *File
	v       *view
	spaced  bool // words bring their blanks along
	u       transcript.Utterance
	units   []unit
	holders []holder
}

// unit is a word, which is an element of a list.
type unit struct {
	part             // from < 0: the word is not removed with an element
	utterance, piece int32
}

// holder is an element of a list that holds utterances of a view, and is removed where all
// their words are removed.
type holder struct {
	part       // from < 0: nothing is removed
	utterances span
}

// nowhere is the part of what is in no list.
var nowhere = part{from: -1}

// element returns the part that an element of a list is, nowhere where there is no list.
func element(list, element *node) part {
	if list == nil || element == nil {
		return nowhere
	}
	return partOf(element)
}

func newWordList(f *File) *wordList {
	l := &wordList{f: f, v: f.newView()}
	f.wordLists = append(f.wordLists, l)
	return l
}

// newBareList is newWordList for words that have neither punctuation nor case.
func newBareList(f *File) *wordList {
	l := newWordList(f)
	l.v.bare = true
	return l
}

// word adds a word, of which s is the text. tight is for punctuation after a word.
func (l *wordList) word(list, in, s *node, time transcript.Interval, confidence float64, tight bool) {
	if s == nil || s.kind != '"' {
		return
	}
	if len(l.u.Pieces) == 0 {
		l.v.begin()
	}
	l.units = append(l.units, unit{element(list, in), int32(len(l.v.utterances)), int32(len(l.u.Pieces))})
	l.u.Pieces = append(l.u.Pieces, transcript.Piece{Text: s.text, Time: time, Confidence: confidence, Spaced: !l.spaced && !tight})
	l.v.putString(s)
}

// endingAt returns the number of the word whose text ends at an offset into the file, -1 for
// none. Words are in the order of the file.
func (l *wordList) endingAt(at int) int {
	end := func(i int) int {
		x, _ := l.v.field(int(l.units[i].utterance), int(l.units[i].piece))
		return x.raw.to
	}
	k := sort.Search(len(l.units), func(k int) bool { return end(k) >= at })
	if k == len(l.units) || end(k) != at {
		return -1
	}
	return k
}

// element returns the element that a word is, nil where it is in no list.
func (l *wordList) element(i int) *node {
	if l.units[i].part == nowhere {
		return nil
	}
	return l.f.json.at(int(l.units[i].from))
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
	u := l.u
	u.Pieces = slices.Clone(u.Pieces)
	l.v.utterances = append(l.v.utterances, u)
	l.u = transcript.Utterance{Pieces: l.u.Pieces[:0]}
}

// hold says that the utterances from the given one on are those of an element.
func (l *wordList) hold(list, element *node, from int) {
	l.holders = append(l.holders, l.v.holder(list, element, from))
}

// holder returns the holder of the utterances from the given one on.
func (v *view) holder(list, in *node, from int) holder {
	return holder{element(list, in), span{from, len(v.utterances)}}
}

// drop takes the words that are removed, and what holds no others, out of their lists.
func (l *wordList) drop(o *outcome) {
	var removed []part
	for i, u := range l.units {
		if fates := o.fates(l.v, int(u.utterance)); fates != nil && u.part != nowhere && fates[u.piece].removed {
			removed = append(removed, u.part)
			if fates[u.piece].text != "" {
				l.handOn(o, i)
			}
		}
	}
	o.dropParts(removed)
	o.dropHolders(l.v, l.holders)
	l.extend(o)
}

// wordEnds are the members that say when a word ends.
var wordEnds = []string{"end", "end_time", "endTime", "endOffset", "end_ts", "end_timestamp", "end_ms", "endMs"}

// extend lets a number in digits end when the last of its words does, where words have a
// member for that.
func (l *wordList) extend(o *outcome) {
	merged := o.merged[l.v.number]
	for len(merged) > 0 {
		n := 1
		for n < len(merged) && merged[n].utterance == merged[0].utterance && merged[n].into == merged[0].into {
			n++
		}
		if first := l.elementOf(merged[0].utterance, merged[0].into); first != nil {
			for _, name := range wordEnds {
				was := first.get(name)
				if was == nil {
					continue
				}
				// Punctuation and blanks may be elements without an end.
				for k := n - 1; k >= 0; k-- {
					if last := l.elementOf(merged[k].utterance, merged[k].piece).get(name); last != nil {
						o.replace(was.span, o.f.text[last.from:last.to])
						break
					}
				}
			}
		}
		merged = merged[n:]
	}
}

// elementOf returns the object that a piece is, nil where it is none.
func (l *wordList) elementOf(utterance, piece int) *node {
	k := sort.Search(len(l.units), func(k int) bool {
		u := &l.units[k]
		return int(u.utterance) > utterance || int(u.utterance) == utterance && int(u.piece) >= piece
	})
	if k == len(l.units) || int(l.units[k].utterance) != utterance || int(l.units[k].piece) != piece {
		return nil
	}
	if n := l.element(k); n != nil && n.kind == '{' {
		return n
	}
	return nil
}

// handOn gives the blank that is left of a piece that is removed to the next one that is kept,
// where that has none.
func (l *wordList) handOn(o *outcome, i int) {
	at := l.units[i].utterance
	fates := o.fates(l.v, int(at))
	for _, u := range l.units[i+1:] {
		if u.utterance != at {
			return
		}
		fate := &fates[u.piece]
		if fate.removed {
			continue
		}
		if !strings.HasPrefix(fate.text, " ") {
			x, _ := l.v.field(int(at), int(u.piece))
			o.replace(span{x.raw.from, x.raw.from}, " ")
			fate.text = " " + fate.text
		}
		return
	}
}

func (o *outcome) dropHolders(v *view, holders []holder) {
	if o.keepEmpty {
		return
	}
	var removed []part
	for _, h := range holders {
		all := h.utterances.to > h.utterances.from
		for u := h.utterances.from; u < h.utterances.to; u++ {
			all = all && o.utteranceRemoved(v, u)
		}
		if all && h.part != nowhere {
			removed = append(removed, h.part)
		}
	}
	o.dropParts(removed)
}
