package transcript

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// Segmentation says how a document is cut into sentences.
type Segmentation uint8

// The segmentations. The zero value is SegmentAuto.
const (
	// SegmentAuto cuts turns after sentence-final punctuation, and stretches of more than
	// 40 words without any before a word that opens a clause, never inside a
	// repetition.
	SegmentAuto Segmentation = iota
	// SegmentLine takes each line as one sentence.
	SegmentLine
)

// ParseSegmentation reads "auto" or "line".
func ParseSegmentation(s string) (Segmentation, error) {
	switch s {
	case "auto":
		return SegmentAuto, nil
	case "line":
		return SegmentLine, nil
	}
	return 0, fmt.Errorf("unknown segmentation %q: use auto or line", s)
}

// Segment is a stretch of a document that is decoded as one sentence.
type Segment struct {
	Turn   int  // in Document.Turns
	Words  Span // in Document.Words
	Tokens Span // in Document.Tokens
}

// Sentence returns a segment for the models. Its tokens are those of the
// document, in order; the parts of a contraction have the times of the whole word. In
// text without sentence punctuation the first and the last word of a subtitle start and end
// with it.
func (d *Document) Sentence(s Segment) data.Sentence {
	out := data.Sentence{Tokens: make([]data.Token, s.Tokens.Len())}
	for i := range out.Tokens {
		t := &d.Tokens[s.Tokens.Start+i]
		time := &d.Words[t.Word].Time
		out.Tokens[i] = data.Token{Text: t.Text, Start: time.Start, End: time.End, Timed: time.Known}
		if at := s.Tokens.Start + i + 1; at == len(d.Tokens) || d.Tokens[at].Word != t.Word {
			out.Tokens[i].Voice = d.Words[t.Word].Voice // of the boundary after the word
		}
	}
	if !d.Turns[s.Turn].Punctuated {
		d.cueTimes(s, out.Tokens)
		d.number(s, out.Tokens)
	} else {
		out.Written = d.written(s)
		out.Closes = d.turnEnds(s)
	}
	return out
}

// turnEnds reports whether the turn of a segment may end with it: where nobody is named each line may be of another.
func (d *Document) turnEnds(s Segment) bool {
	turn := &d.Turns[s.Turn]
	if s.Words.End >= turn.Words.End {
		return true
	}
	if turn.Speaker != "" {
		return false
	}
	l := sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i].Words.End >= s.Words.End })
	return l < len(d.Lines) && d.Lines[l].Words.End == s.Words.End
}

// number tells the tokens of a segment Word.Turn of theirs.
func (d *Document) number(s Segment, tokens []data.Token) {
	last, utt := uint16(0), ""
	for i := range tokens {
		turn := d.Words[d.Tokens[s.Tokens.Start+i].Word].Turn
		if turn != last {
			last, utt = turn, strconv.Itoa(int(turn))
		}
		tokens[i].Utt = utt
	}
}

// Talk returns what the words of the document tell of how people talk and write in it. Those
// of Chinese tell nothing.
func (d *Document) Talk() data.Talk {
	var talk data.Talk
	for i := range d.Tokens {
		w := &d.Words[d.Tokens[i].Word]
		if w.Script == Spaced {
			talk.Add(d.Tokens[i].Text)
		}
		if w.Final && i+1 == w.Tokens.End {
			talk.End()
		}
	}
	talk.Bare = d.Caseless() && !slices.ContainsFunc(d.Turns, func(t Turn) bool { return t.Punctuated })
	return talk
}

// cueTimes gives the first and the last word of each utterance without word times the
// start and the end of the utterance, by which the models see the pauses between
// subtitles. They last as long as is due to them by their letters.
func (d *Document) cueTimes(s Segment, tokens []data.Token) {
	l := sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i].Words.End > s.Words.Start })
	for l < len(d.Lines) && d.Lines[l].Words.Start < s.Words.End {
		// The lines of a subtitle have its time, all of it.
		words, time := d.Lines[l].Words, d.Lines[l].Time
		for l++; l < len(d.Lines) && d.Lines[l].Time == time && d.Lines[l].Words.Start < s.Words.End; l++ {
			words.End = d.Lines[l].Words.End
		}
		if !time.Known || words.Len() == 0 {
			continue
		}
		timed, letters := false, 0
		for w := words.Start; w < words.End; w++ {
			timed = timed || d.Words[w].Time.Known
			letters += d.Words[w].Core.Len() + 1
		}
		if timed {
			continue
		}
		set := func(token int, from, to float64) {
			if token >= s.Tokens.Start && token < s.Tokens.End {
				t := &tokens[token-s.Tokens.Start]
				if t.Timed {
					from = t.Start // an utterance of one word
				}
				t.Start, t.End, t.Timed = from, to, true
			}
		}
		share := func(w int) float64 {
			return (time.End - time.Start) * float64(d.Words[w].Core.Len()+1) / float64(letters)
		}
		first, last := d.Words[words.Start].Tokens, d.Words[words.End-1].Tokens
		for t := first.Start; t < first.End; t++ {
			set(t, time.Start, time.Start+share(words.Start))
		}
		for t := last.Start; t < last.End; t++ {
			set(t, time.End-share(words.End-1), time.End)
		}
	}
}

// Segments cuts the document. Segments are in order, never empty, never reach
// over the end of a turn, and together hold every token once.
func (d *Document) Segments(how Segmentation) []Segment {
	var out []Segment
	add := func(turn, from, to int) {
		s := Segment{Turn: turn, Words: Span{from, to}}
		s.Tokens = Span{d.Words[from].Tokens.Start, d.Words[to-1].Tokens.End}
		if s.Tokens.Len() > 0 {
			out = append(out, s)
		}
	}
	line := 0
	for t := range d.Turns {
		words := d.Turns[t].Words
		from := words.Start
		for w := words.Start; w < words.End; w++ {
			for w >= d.Lines[line].Words.End {
				line++
			}
			switch {
			case w+1 == words.End,
				how == SegmentLine && w+1 == d.Lines[line].Words.End,
				how == SegmentAuto && d.Words[w].Final:
				for how == SegmentAuto && w+1-from > maxSegment {
					cut := d.cut(from)
					add(t, from, cut)
					from = cut
				}
				add(t, from, w+1)
				from = w + 1
			}
		}
	}
	return out
}

// Streams cuts the document into the turns of text without sentence punctuation, whole,
// and the sentences of all others as Segments does with SegmentAuto.
func (d *Document) Streams() []Segment {
	var out []Segment
	for _, s := range d.Segments(SegmentAuto) {
		if n := len(out); n > 0 && out[n-1].Turn == s.Turn && !d.Turns[s.Turn].Punctuated {
			out[n-1].Words.End, out[n-1].Tokens.End = s.Words.End, s.Tokens.End
			continue
		}
		out = append(out, s)
	}
	return out
}

// maxSegment is the number of words from which SegmentAuto cuts without a punctuation mark;
// minSegment is how many it leaves at least in front of the cut.
const (
	maxSegment = 40
	minSegment = 10
)

// cut returns the word before which to cut a stretch of more than maxSegment
// words: the last opener of a clause, or else the last word after a comma, or
// else any word, where no repair can reach over the cut.
func (d *Document) cut(from int) int {
	best, rank := from+maxSegment, 0
	for w := from + maxSegment; w > from+minSegment; w-- {
		r := 1
		switch {
		case d.repairMayCross(w):
			continue
		case lang.Openers[d.folded(w)]:
			r = 3
		case d.Words[w-1].Bytes.End > d.Words[w-1].Core.End:
			r = 2
		}
		if r > rank || r == rank && w == best-1 { // "but then": before the first
			best, rank = w, r
		}
	}
	return best
}

// reach is how many words a repetition may reach over a cut on either side.
const reach = 6

// repairMayCross reports whether a word shortly before w comes again shortly
// after it, or the words around w look like an interregnum.
func (d *Document) repairMayCross(w int) bool {
	lo, hi := max(w-reach, 0), min(w+reach, len(d.Words))
	var around [2 * reach]string
	for i := lo; i < hi; i++ {
		around[i-lo] = d.folded(i)
	}
	for _, before := range around[:w-lo] {
		if slices.Contains(around[w-lo:hi-lo], before) {
			return true
		}
	}
	return d.Words[w-1].Joined || lang.Interregnum[d.folded(w)] || lang.Interregnum[d.folded(w-1)]
}

// folded returns the core of a word in lower case.
func (d *Document) folded(w int) string { return strings.ToLower(d.Text(d.Words[w].Core)) }

// setFinals sets Final on the words of a turn after which a sentence ends. The punctuation may be
// behind a note in Chinese text: "走吧（笑）。".
func (d *Document) setFinals(words Span) {
	last := -1 // the last word that is no note
	for i := words.Start; i < words.End; i++ {
		w := &d.Words[i]
		marks := d.Source[w.Core.End:w.Bytes.End]
		if w.Tokens.Len() > 0 {
			last = i
		} else if last >= 0 && marks != "" && isFinal(marks) {
			d.Words[last].Final = true
		}
		if w.Tokens.Len() > 0 && w.Parted {
			w.Final = d.ends(i, words.End)
		}
	}
}

// ends reports whether a sentence ends with a word of a turn, which has the words up to end.
func (d *Document) ends(i, end int) bool {
	w := &d.Words[i]
	last := i+1 == end
	if !last && d.Words[i+1].Tokens.Len() == 0 && strings.HasPrefix(d.Text(d.Words[i+1].Bytes), ">>") {
		return true // somebody else speaks
	}
	core, marks := d.folded(i), d.Source[w.Core.End:w.Bytes.End]
	stops := strings.HasSuffix(core, ".")
	switch {
	case abbreviated(marks), stops && softPunct(marks) == ',':
		return false
	case stops, strings.HasPrefix(marks, ".") && lang.Abbreviations[core] && !strings.HasPrefix(marks, ".."):
		// "a.m." ends a sentence only where a capital follows.
		return last || core != "" && !lang.Titles[core] && d.startsUpper(i+1)
	case isFinal(marks):
		return true
	case isEllipsis(marks):
		return last || d.startsUpper(i+1) && !isPronounI(d.folded(i+1))
	}
	return false
}

// isPronounI reports whether a word in lower case has a capital wherever it stands.
func isPronounI(w string) bool {
	for _, c := range lang.Capitals {
		if rest, ok := strings.CutPrefix(w, c); ok && (rest == "" || strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "’")) {
			return true
		}
	}
	return false
}

func (d *Document) startsUpper(w int) bool {
	r, _ := utf8.DecodeRuneInString(d.Source[d.Words[w].Core.Start:d.Words[w].Core.End])
	return unicode.IsUpper(r)
}

func (d *Document) startsLower(w int) bool {
	r, _ := utf8.DecodeRuneInString(d.Source[d.Words[w].Core.Start:d.Words[w].Core.End])
	return unicode.IsLower(r)
}
