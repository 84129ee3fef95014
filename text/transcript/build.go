package transcript

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Utterance is a stretch of speech as a form of transcripts holds it: a line of a
// subtitle, a segment, an interval of a tier.
type Utterance struct {
	Speaker string
	// Recording and Channel number the recordings of a file, which times are of, and the channels
	// of each: the speakers of one are not those of another, whatever their names.
	Recording, Channel int32
	Time               Interval
	Pieces             []Piece
	// Break says that the utterance starts a turn, whatever is before it.
	Break bool
}

// Piece is a part of the text of an utterance: all of it, what is between two tags, or
// a word. Blanks between words are in the pieces.
type Piece struct {
	Text       string
	Time       Interval
	Confidence float64 // as in Word
	// Given holds the disfluencies that the source itself says the piece is part of, as
	// transcripts do in which repairs are marked.
	Given data.Disfluencies
	// Spaced puts a blank before the piece, which is in no piece; that before the first one
	// of an utterance is left out, and so are those between Chinese words.
	Spaced bool
	// Whole says that the piece, which has blanks on both sides, is one word, whatever is
	// in it: it is removed only where all of its words are.
	Whole bool
	// Kept says that the word of a piece that is Whole is never removed.
	Kept bool
}

// Place is where a piece is.
type Place struct {
	Bytes            Span // in Document.Source
	Utterance, Piece int
}

// longPause is the pause, in seconds, after which a speaker starts another turn.
const longPause = 3

// Build makes a document of utterances in the order of their file; where there are
// several speakers and all utterances have times, they are taken in the order of time,
// recording by recording.
// Those of one speaker that follow each other make a turn, unless a long pause is between them.
// What another speaker says meanwhile interrupts the turn, unless it is no more than
// a backchannel, or is said at the same time: then the turn goes on, so that a
// repair around it is found. A line is an utterance.
func Build(name string, utterances []Utterance) *Document {
	d := &Document{Name: name}
	n, pieces := 0, 0
	for i := range utterances {
		n++
		for j := range utterances[i].Pieces {
			n += len(utterances[i].Pieces[j].Text) + 1
			pieces++
		}
	}
	var b strings.Builder
	b.Grow(n)
	d.Pieces = make([]Place, 0, pieces)
	d.Lines = make([]Line, 0, len(utterances))
	order := byTime(utterances)
	turns := turnsOf(utterances, order)
	for _, turn := range turns {
		for _, u := range turn {
			for j := range utterances[u].Pieces {
				text := utterances[u].Pieces[j].Text
				if utterances[u].Pieces[j].Spaced && j > 0 && (utterances[u].Pieces[j].Whole || !language.Unspaced(utterances[u].Pieces[j-1].Text, text)) {
					b.WriteByte(' ')
				}
				d.Pieces = append(d.Pieces, Place{Span{b.Len(), b.Len() + len(text)}, u, j})
				b.WriteString(text)
			}
			b.WriteByte('\n')
		}
	}
	d.Source = b.String()
	d.Words = make([]Word, 0, len(d.Source)/5)
	d.Tokens = make([]Token, 0, len(d.Source)/5)
	piece, at := 0, 0
	for _, turn := range turns {
		t := Turn{Speaker: utterances[turn[0]].Speaker, FirstLine: len(d.Lines)}
		t.Words.Start = len(d.Words)
		for _, u := range turn {
			last := piece
			for last < len(d.Pieces) && d.Pieces[last].Utterance == u {
				last++
			}
			end := at
			if last > piece {
				end = d.Pieces[last-1].Bytes.End
			}
			line := Line{Bytes: Span{at, end + 1}, Text: at, End: end, Utterance: u, Time: utterances[u].Time}
			line.Words.Start = len(d.Words)
			d.lineWords(at, end, d.Pieces[piece:last], utterances[u].Pieces)
			line.Words.End = len(d.Words)
			d.times(line.Words, d.Pieces[piece:last], utterances[u].Pieces)
			d.Lines = append(d.Lines, line)
			piece, at = last, end+1
		}
		if t.Words.End = len(d.Words); t.Words.Len() > 0 {
			d.Turns = append(d.Turns, t)
		}
	}
	d.findStreams(func(t *Turn) (voice, bool) {
		u := &utterances[d.Lines[t.FirstLine].Utterance]
		return voiceOf(u), u.Break
	})
	d.numberTurns(d.interruptions(utterances, order))
	d.part()
	for i := range d.Turns {
		d.setFinals(d.Turns[i].Words)
	}
	d.findPunctuated(d.punctuated())
	d.findCase()
	return d
}

// lineWords finds the words of a line and of its pieces that are words as a whole.
func (d *Document) lineWords(at, end int, places []Place, pieces []Piece) {
	starts := true
	for _, p := range places {
		piece := &pieces[p.Piece]
		if !piece.Whole || p.Bytes.Len() == 0 {
			continue
		}
		d.words(at, p.Bytes.Start, starts)
		w := Word{Bytes: p.Bytes, Core: p.Bytes, Tokens: Span{Start: len(d.Tokens)}, Whole: true, Kept: piece.Kept}
		for from := p.Bytes.Start; from < p.Bytes.End; {
			to := p.Bytes.End
			if n := strings.IndexByte(d.Source[from:to], ' '); n >= 0 {
				to = from + n
			}
			if to > from {
				d.tokens(Span{from, to}, len(d.Words))
			}
			from = to + 1
		}
		w.Tokens.End = len(d.Tokens)
		w.Script = scriptOf(d.Text(w.Core))
		d.Words = append(d.Words, w)
		at, starts = p.Bytes.End, false
	}
	d.words(at, end, starts)
}

// turnsOf groups utterances, given in the order in which they are said, into turns; see
// Build.
func turnsOf(utterances []Utterance, order []int) [][]int {
	type last struct{ turn, at int }
	var turns [][]int
	speakers := make(map[voice]last)
	var before voice // of the utterance before
	for at, i := range order {
		u := &utterances[i]
		own := voiceOf(u)
		l, ok := speakers[own]
		switch {
		case !ok, u.Break, paused(utterances[order[l.at]].Time, u.Time, longPause):
			ok = false
		case own == before:
		default:
			ok = goesOn(utterances, order[l.at:at+1])
		}
		if !ok {
			l.turn = len(turns)
			turns = append(turns, nil)
		}
		turns[l.turn] = append(turns[l.turn], i)
		speakers[own] = last{l.turn, at}
		before = own
	}
	return turns
}

// shortPause is the pause, in seconds, over which a turn may go on after what another
// speaker said.
const shortPause = 1

// byTime returns the numbers of the utterances in the order in which they are said, as
// far as that is known.
func byTime(utterances []Utterance) []int {
	order := make([]int, len(utterances))
	several, timed := false, true
	for i := range order {
		order[i] = i
		u := &utterances[i]
		several = several || voiceOf(u) != voiceOf(&utterances[0])
		timed = timed && u.Time.Known
	}
	if several && timed {
		slices.SortStableFunc(order, func(a, b int) int {
			x, y := &utterances[a], &utterances[b]
			return cmp.Or(cmp.Compare(x.Recording, y.Recording), cmp.Compare(x.Time.Start, y.Time.Start))
		})
	}
	return order
}

// goesOn reports whether the speaker of the first and the last of some utterances goes
// on in the last one, though others speak between.
func goesOn(utterances []Utterance, order []int) bool {
	n := len(order) - 1
	before := &utterances[order[0]]
	if paused(before.Time, utterances[order[n]].Time, shortPause) {
		return false
	}
	if !(before.Time.Known && utterances[order[n]].Time.Known) && !unfinished(before) {
		return false
	}
	words := 0
	for _, i := range order[1:n] {
		u := &utterances[i]
		if before.Time.Known && u.Time.Known && u.Time.Start < before.Time.End {
			continue // at the same time
		}
		for j := range u.Pieces {
			for w := range strings.FieldsSeq(u.Pieces[j].Text) {
				w = strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }))
				if words++; words > 3 || w != "" && !lang.Backchannels[w] && !language.IsChineseBackchannel(w) {
					return false
				}
			}
		}
	}
	return true
}

// unfinished reports whether an utterance breaks off: it ends with a punctuation mark inside a
// sentence, or with a word after which there is more to come.
func unfinished(u *Utterance) bool {
	text := ""
	for i := len(u.Pieces) - 1; i >= 0 && text == ""; i-- {
		text = strings.TrimSpace(u.Pieces[i].Text)
	}
	if text == "" || isFinal(text[len(strings.TrimRight(text, ".?!。？！\"'”’)")):]) {
		return false
	}
	if r, _ := utf8.DecodeLastRuneInString(text); strings.ContainsRune(",-–—…，、；", r) || strings.HasSuffix(text, "...") {
		return true
	}
	return lang.Dangling[strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])]
}

// paused reports whether more than the given seconds are between two intervals.
func paused(a, b Interval, seconds float64) bool {
	return a.Known && b.Known && b.Start-a.End > seconds
}
