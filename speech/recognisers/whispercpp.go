package recognisers

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// whisperCPP reads what whisper-stream of whisper.cpp prints on a terminal
// (https://github.com/ggml-org/whisper.cpp/tree/master/examples/stream). By steps, a line is erased and written anew until it
// ends. By voice activity, blocks of lines with times come; each is of the last seconds, and may have some of the one before again.
// Lines that are neither are utterances.
type whisperCPP struct {
	line    []byte // on the terminal, as it stands
	escape  []byte // a command to the terminal that has begun
	back    bool   // what comes next overwrites the line
	erased  bool   // the line was written anew: it goes by steps
	inBlock bool
	owes    bool    // a block has ended, and nobody knows whether the next one goes on with it
	from    float64 // when the block begins, in seconds
	until   float64 // up to when words stand
	last    []Word  // the last words that stand, of the block before
	now     []Word  // of this one
}

const (
	// mostLine bounds a line, in bytes.
	mostLine = 64 << 10
	// mostEscape bounds a command to the terminal.
	mostEscape = 32
)

var (
	blockStart = lazy.Regexp(`^### Transcription \d+ START(?: \| t0 = (\d+) ms)?`)
	blockEnd   = lazy.Regexp(`^### Transcription \d+ END`)
	stampLine  = lazy.Regexp(`^\[(\d+):(\d\d):(\d\d)[.,](\d{3}) --> (\d+):(\d\d):(\d\d)[.,](\d{3})\]\s*(.*)$`)
)

// speakerTurn stands behind a line after which another one speaks.
const speakerTurn = "[SPEAKER_TURN]"

func (w *whisperCPP) message(b []byte, tell func(Update)) error { return w.write(b, tell) }

func (w *whisperCPP) write(b []byte, tell func(Update)) error {
	ended := false
	for _, c := range b {
		switch {
		case len(w.escape) > 0:
			w.command(c)
		case c == 0x1b:
			w.escape = append(w.escape, c)
		case c == '\r':
			w.back = true
		case c == '\n':
			w.back = false
			w.over(tell)
			ended = true
		default:
			if w.back {
				w.line, w.back, w.erased = w.line[:0], false, true
			}
			if w.line = append(w.line, c); len(w.line) >= mostLine {
				w.over(tell)
			}
			ended = false
		}
	}
	if text := strings.TrimSpace(string(wholeRunes(w.line))); !ended && w.erased && !w.inBlock && text != "" {
		tell(Update{Tail: spokenWords(text, transcript.Interval{})})
	}
	return nil
}

// wholeRunes leaves out a character at the end that has not come whole.
func wholeRunes(b []byte) []byte {
	for n := len(b) - 1; n >= 0 && n >= len(b)-utf8.UTFMax; n-- {
		if utf8.RuneStart(b[n]) {
			if !utf8.FullRune(b[n:]) {
				return b[:n]
			}
			break
		}
	}
	return b
}

// command takes a byte of a command to the terminal. Of them all only erasing the line counts.
func (w *whisperCPP) command(c byte) {
	w.escape = append(w.escape, c)
	if n := len(w.escape); n == 2 && c == '[' || n > 2 && (c < 0x40 || c > 0x7e) && n < mostEscape {
		return
	}
	if c == 'K' {
		w.line, w.erased = w.line[:0], true
	}
	w.escape = w.escape[:0]
}

// over ends a line.
func (w *whisperCPP) over(tell func(Update)) {
	text := strings.TrimSpace(strings.ToValidUTF8(string(bytes.TrimSpace(w.line)), "\ufffd"))
	steps := w.erased
	w.line, w.erased = w.line[:0], false
	switch m := stampLine().FindStringSubmatch(text); {
	case text == "[Start speaking]":
	case blockStart().MatchString(text):
		w.inBlock, w.now = true, nil
		ms, _ := strconv.ParseFloat(blockStart().FindStringSubmatch(text)[1], 64)
		w.from = ms / 1000
		if w.owes && w.from >= w.until { // it does not
			tell(Update{End: true})
		}
		w.owes = false
	case blockEnd().MatchString(text):
		w.inBlock, w.last, w.owes = false, w.now, true
	case m != nil:
		text, turn := strings.CutSuffix(strings.TrimSpace(m[9]), speakerTurn)
		words := w.fresh(spokenWords(text, interval(w.from+stamp(m[1:5]), w.from+stamp(m[5:9]), true)))
		if len(words) > 0 || turn {
			tell(Update{Words: words, End: turn || !w.inBlock})
		}
	case text != "":
		tell(Update{Words: spokenWords(text, transcript.Interval{}), End: !steps})
	case steps:
		tell(Update{})
	}
}

// fresh leaves out of the words of a block those that the block before had, too: it heard the same seconds.
func (w *whisperCPP) fresh(words []Word) []Word {
	first := 0
	for first < len(words) && (words[first].Time.Start+words[first].Time.End)/2 < w.until {
		first++
	}
	// Times are of segments, those of words guesses: words may be a little late.
	if first < len(words) && words[0].Time.Start < w.until {
		for n := min(len(w.last), len(words)-first, 3); n > 0; n-- {
			if sameWords(w.last[len(w.last)-n:], words[first:first+n]) {
				first += n
				break
			}
		}
	}
	words = words[first:]
	if len(words) > 0 {
		w.until = words[len(words)-1].Time.End
		w.now = append(w.now, words...)
	}
	if len(w.now) > 8 {
		w.now = w.now[len(w.now)-8:]
	}
	return words
}

func sameWords(a, b []Word) bool {
	for i := range a {
		if !strings.EqualFold(strings.Trim(a[i].Text, ".,?!"), strings.Trim(b[i].Text, ".,?!")) {
			return false
		}
	}
	return true
}

// spokenWords returns the words of a line, without what says that there are none.
func spokenWords(text string, at transcript.Interval) []Word {
	return plain(strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "[BLANK_AUDIO]", ""), "", at)
}

// stamp returns hours, minutes, seconds and milliseconds in seconds.
func stamp(parts []string) float64 {
	var n [4]float64
	for i, p := range parts {
		n[i], _ = strconv.ParseFloat(p, 64)
	}
	return n[0]*3600 + n[1]*60 + n[2] + n[3]/1000
}

func (w *whisperCPP) close(tell func(Update)) {
	if len(w.line) > 0 {
		w.over(tell)
	}
	tell(Update{End: true})
}
