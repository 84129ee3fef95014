package document

import (
	"slices"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// way is how a segment is decided about.
type way uint8

const (
	aSentence way = iota // as an English sentence
	aStream              // as an unbroken stream of English words
	someChinese
	aTurn  // by the decider of its language: see pipeline.TurnDecider
	isLeft // not at all: nothing is known of its language
)

// segment is a stretch of a document that is decided about as one.
type segment struct {
	transcript.Segment
	way      way
	language string // of what is left, and of a turn
}

// cut cuts the document into segments, where sentences or turns end and where the language
// changes, and forgets loops in what is left.
func (w *work) cut() {
	cut := w.cuts(w.doc)
	if w.spoken != nil {
		cut = split(w.doc, cut, w.spoken)
		w.found = slices.DeleteFunc(w.found, func(l transcript.Loop) bool { return !w.knows(w.spoken[l.Copies[0].Start]) })
	}
	cut = w.runOn(w.doc, cut, func(s transcript.Segment) bool { return w.segment(s).way == aSentence })
	w.segments = make([]segment, len(cut))
	for i, s := range cut {
		w.segments[i] = w.segment(s)
	}
	if w.options.Segment == transcript.SegmentAuto {
		w.segments = joined(w.segments)
	}
}

// cuts returns the sentences of a document, and the streams of words.
func (d *Decider) cuts(doc *transcript.Document) []transcript.Segment {
	if d.streams() {
		return doc.Streams()
	}
	return doc.Segments(d.options.Segment)
}

// runOn joins the English sentences that run on where their speaker only paused: see transcript.Document.RunsOn.
func (d *Decider) runOn(doc *transcript.Document, cut []transcript.Segment, english func(transcript.Segment) bool) []transcript.Segment {
	if d.options.Segment != transcript.SegmentAuto {
		return cut
	}
	out := cut[:0]
	for _, s := range cut {
		n := len(out) - 1
		if n >= 0 && out[n].Turn == s.Turn && doc.RunsOn(out[n].Words.End-1) && english(out[n]) && english(s) {
			out[n].Words.End, out[n].Tokens.End = s.Words.End, s.Tokens.End
			continue
		}
		out = append(out, s)
	}
	return out
}

// segment says how a stretch, which is in one language, is decided about.
func (w *work) segment(s transcript.Segment) segment {
	code := w.options.Language
	if w.spoken != nil {
		code = w.spoken[s.Words.Start]
	}
	switch {
	case w.spoken != nil && !w.knows(code):
		return segment{s, isLeft, code}
	case code == langid.Chinese:
		return segment{s, someChinese, ""}
	case w.turns.of(code) != nil:
		return segment{s, aTurn, code}
	case w.streams() && !w.doc.Turns[s.Turn].Punctuated:
		return segment{s, aStream, ""}
	}
	return segment{s, aSentence, ""}
}

// streamWords is how many words of a speaker's turns are decided about together at least, where
// there are so many: with more of them, what is seen of those before and after hardly grows.
const streamWords = 2000

// together returns which of n segments of a document are decided about together, by their numbers:
// those of a stream, since what is said in a turn tells of the others, and any other segment
// alone. segment returns a segment, and whether it is one of a stream.
func together(doc *transcript.Document, n int, segment func(i int) (s transcript.Segment, stream bool)) [][]int {
	type group struct{ at, words int }
	var out [][]int
	open := make(map[int]group) // of each stream
	for i := range n {
		s, stream := segment(i)
		if !stream {
			out = append(out, []int{i})
			continue
		}
		g, ok := open[doc.Turns[s.Turn].Stream]
		if !ok || g.words >= streamWords {
			g = group{at: len(out)}
			out = append(out, nil)
		}
		out[g.at] = append(out[g.at], i)
		g.words += s.Words.Len()
		open[doc.Turns[s.Turn].Stream] = g
	}
	return out
}

// split cuts segments where the language changes.
func split(d *transcript.Document, segments []transcript.Segment, languages []string) []transcript.Segment {
	var out []transcript.Segment
	for _, s := range segments {
		from := s.Words.Start
		for w := s.Words.Start; w < s.Words.End; w++ {
			if w+1 < s.Words.End && languages[w+1] == languages[w] {
				continue
			}
			part := transcript.Segment{Turn: s.Turn, Words: transcript.Span{Start: from, End: w + 1}}
			part.Tokens = transcript.Span{Start: d.Words[from].Tokens.Start, End: d.Words[w].Tokens.End}
			if part.Tokens.Len() > 0 {
				out = append(out, part)
			}
			from = w + 1
		}
	}
	return out
}

// joined joins the segments of a turn that follow each other and are Chinese, or in a language of which turns are
// decided about as a whole.
func joined(segments []segment) []segment {
	out := segments[:0:0]
	for i, s := range segments {
		n := len(out) - 1
		if i > 0 && (s.way == someChinese || s.way == aTurn) && out[n].way == s.way && out[n].language == s.language && out[n].Turn == s.Turn {
			out[n].Words.End, out[n].Tokens.End = s.Words.End, s.Tokens.End
			continue
		}
		out = append(out, s)
	}
	return out
}
