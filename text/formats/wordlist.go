package formats

import (
	"math"
	"slices"
	"sort"
	"strconv"
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
	ends    []string // members that say when a word ends
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
	l := &wordList{f: f, v: f.newView(), ends: wordEnds}
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
	l.piece(element(list, in), transcript.Piece{Text: s.text, Time: time, Confidence: confidence, Spaced: !l.spaced && !tight})
	l.v.putString(s)
}

// wordField is word for a word that is no string of JSON, and in no list.
func (l *wordList) wordField(x *field, time transcript.Interval, confidence float64, tight bool) {
	l.piece(nowhere, transcript.Piece{Text: x.text, Time: time, Confidence: confidence, Spaced: !l.spaced && !tight})
	l.v.put(x)
}

// piece adds a piece to the utterance; its slot follows.
func (l *wordList) piece(of part, p transcript.Piece) {
	if len(l.u.Pieces) == 0 {
		l.v.begin()
	}
	l.units = append(l.units, unit{of, int32(len(l.v.utterances)), int32(len(l.u.Pieces))})
	l.u.Pieces = append(l.u.Pieces, p)
}

// opens is word for what starts with the sign of another speaker (">> so"). The element stays, with the
// sign. It reports whether the text does.
func (l *wordList) opens(s *node, time transcript.Interval) bool {
	if s == nil || s.kind != '"' {
		return false
	}
	n := openSign(s.text)
	if n == 0 {
		return false
	}
	l.v.begin()
	l.units = append(l.units, unit{nowhere, int32(len(l.v.utterances)), 0})
	l.u.Break = true
	l.u.Pieces = append(l.u.Pieces, transcript.Piece{Text: s.text[n:], Time: time})
	l.v.put(s.field(l.f.text).part(n, len(s.text)))
	return true
}

// openSign returns the length of the sign of another speaker (">> ") that a text starts with, 0 if there
// is none.
func openSign(text string) int {
	if !strings.HasPrefix(strings.TrimLeft(text, " "), ">>") {
		return 0
	}
	return len(text) - len(strings.TrimLeft(text, " >"))
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

// parted reports whether two words of a speaker are cut into utterances by their times: there is a pause between them,
// or the second one is said before the first.
func parted(a, b transcript.Interval) bool {
	return a.Known && b.Known && (b.Start-a.End > wordPause || b.Start < a.Start-apart)
}

// flow is word for lists that no segments cut.
func (l *wordList) flow(speaker string, list, element, s *node, time transcript.Interval, confidence float64) {
	l.cut(speaker, time)
	l.word(list, element, s, time, confidence, false)
}

// cut ends the utterance where another speaker starts with the next word, or after a pause.
func (l *wordList) cut(speaker string, time transcript.Interval) {
	if n := len(l.u.Pieces); n > 0 && (l.u.Speaker != speaker || parted(l.u.Pieces[n-1].Time, time)) {
		l.end(l.u.Speaker, transcript.Interval{})
	}
	l.u.Speaker = speaker
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
	o.dropParts(l.removed(o))
	o.dropHolders(l.v, l.holders)
	l.extend(o)
}

// removed returns the elements of the words that are removed.
func (l *wordList) removed(o *outcome) (removed []part) {
	for i, u := range l.units {
		if fates := o.fates(l.v, int(u.utterance)); fates != nil && u.part != nowhere && fates[u.piece].removed {
			removed = append(removed, u.part)
			if fates[u.piece].text != "" {
				l.handOn(o, i)
			}
		}
	}
	return removed
}

// wordEnds are the members that say when a word ends.
var wordEnds = []string{"end", "end_time", "endTime", "endOffset", "end_ts", "end_timestamp", "end_ms", "endMs", "data_end", "end_timestamp"}

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
			l.lengthen(o, first, l.elementOf(merged[n-1].utterance, merged[n-1].piece))
			for _, name := range l.ends {
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

// lengthen is what extend does where words have a start and a length.
func (l *wordList) lengthen(o *outcome, first, last *node) {
	was := first.get("duration")
	from, ok := first.number("start")
	start, ok2 := last.number("start")
	length, ok3 := last.number("duration")
	if was != nil && was.kind == 'n' && ok && ok2 && ok3 && start >= from {
		o.replace(was.span, strconv.FormatFloat(math.Round((start+length-from)*1e6)/1e6, 'f', -1, 64))
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

// dropHolders takes out the elements whose utterances lose all their words. One in which another view
// still says something, since its list of words is not complete, is kept.
func (o *outcome) dropHolders(v *view, holders []holder) {
	if o.keepEmpty {
		return
	}
	var removed []part
	for _, h := range holders {
		if h.part != nowhere && o.allRemoved(v, h.utterances) && !o.saysMore(v, h.part) {
			removed = append(removed, h.part)
		}
	}
	o.dropParts(removed)
}

// saysMore reports whether there is anything left of what other views say in a part of the file.
func (o *outcome) saysMore(v *view, p part) bool {
	for _, other := range o.f.views {
		if other == v {
			continue
		}
		left := o.left(other)
		if k, _ := slices.BinarySearch(left, p.from); k < len(left) && left[k] < p.to {
			return true
		}
	}
	return false
}

// left returns where the pieces of a view are that say something still, in order.
func (o *outcome) left(v *view) []int32 {
	if o.leftOf == nil {
		o.leftOf = make([][]int32, len(o.f.views))
	}
	if o.leftOf[v.number] != nil {
		return o.leftOf[v.number]
	}
	out := []int32{}
	for u := range v.utterances {
		fates := o.fates(v, u)
		for p := range v.pieces(u) {
			x, inFile := v.field(u, p)
			if !inFile || x.silent {
				continue
			}
			text := o.f.text[x.raw.from:x.raw.to]
			if fates != nil {
				text = fates[p].text
			}
			if strings.TrimSpace(text) != "" {
				out = append(out, int32(x.raw.from))
			}
		}
	}
	slices.Sort(out)
	o.leftOf[v.number] = out
	return out
}

// allRemoved reports whether utterances, of which there are some, had words and lose all.
func (o *outcome) allRemoved(v *view, utterances span) bool {
	for u := utterances.from; u < utterances.to; u++ {
		if !o.utteranceRemoved(v, u) {
			return false
		}
	}
	return utterances.to > utterances.from
}
