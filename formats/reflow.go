package formats

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/transcript"
)

// Flow says how text is set in cues.
type Flow struct {
	On    bool    // set all anew; else cues stay as they are, but for ones that are too long where the source has no cues
	Chars int     // at most in a line; 0 is 42
	Lines int     // at most in a cue; 0 is 2
	Speed float64 // at most, in characters a second: cues last longer, where there is time; 0 is 20
}

// Validate checks the flow.
func (f Flow) Validate() error {
	switch {
	case f.Chars != 0 && f.Chars < 10:
		return fmt.Errorf("lines of %d characters: there have to be at least 10", f.Chars)
	case f.Lines < 0 || f.Chars < 0 || !(f.Speed >= 0):
		return fmt.Errorf("characters, lines and reading speed of cues are above 0")
	}
	return nil
}

// textBlock is a cue to be written: words in lines.
type textBlock struct {
	speaker string
	time    transcript.Interval
	words   []SaidWord // Line says where lines start
}

func (c *textBlock) lines() []string {
	var out []string
	var b strings.Builder
	for i := range c.words {
		w := &c.words[i]
		if i > 0 && w.Line {
			out = append(out, b.String())
			b.Reset()
		} else if i > 0 && !w.Tight {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text())
	}
	return append(out, b.String())
}

// blocks returns the cues of a script.
func (s *Script) blocks() []textBlock {
	flow := s.Flow
	flow.Chars, flow.Lines, flow.Speed = cmp.Or(flow.Chars, 42), cmp.Or(flow.Lines, 2), cmp.Or(flow.Speed, 20)
	var out []textBlock
	for i := 0; i < len(s.Said); i++ {
		u := &s.Said[i]
		if !flow.On && (s.fromCues || utf8.RuneCountInString(u.Text()) <= flow.Chars) {
			out = append(out, textBlock{u.Speaker, u.Time, u.Words})
			continue
		}
		// Words of a turn flow on from cue to cue.
		var words []SaidWord
		for first := i; ; i++ {
			u := &s.Said[i]
			u.fill()
			words = append(words, u.Words...)
			n := i + 1
			if n == len(s.Said) || !flow.On || s.Said[n].Turn != s.Said[first].Turn || s.Said[n].Time.Start < u.Time.End-apart || s.Said[n].Time.Start-u.Time.End > wordPause {
				break
			}
		}
		out = append(out, flow.set(u.Speaker, words)...)
	}
	if flow.On {
		flow.last(out)
	}
	return out
}

// set sets words in cues. A cue ends where the lines are full, after a sentence once it
// has more than half a line, or at a pause.
func (f Flow) set(speaker string, words []SaidWord) []textBlock {
	var out []textBlock
	for from := 0; from < len(words); {
		to := f.cue(words[from:]) + from
		block := textBlock{speaker: speaker, words: append([]SaidWord(nil), words[from:to]...)}
		f.balance(block.words)
		block.time = transcript.Interval{Start: block.words[0].Time.Start, End: block.words[0].Time.End, Known: true}
		for _, w := range block.words {
			block.time.End = max(block.time.End, w.Time.End)
		}
		out = append(out, block)
		from = to
	}
	return out
}

// cue returns how many words fit into a cue, at least one.
func (f Flow) cue(words []SaidWord) int {
	full := 1
	for full < len(words) && f.fits(words[:full+1]) {
		if full > 0 && words[full].Time.Start-words[full-1].Time.End > wordPause {
			return full
		}
		full++
	}
	if full == len(words) {
		return full
	}
	// The last end of a sentence, or else the last comma, in the second half.
	for _, marks := range []string{".?!…", ",;:"} {
		for n := full; n > full/2; n-- {
			if strings.ContainsAny(words[n-1].Trail, marks) {
				return n
			}
		}
	}
	return full
}

// fits reports whether words fit into the lines of a cue.
func (f Flow) fits(words []SaidWord) bool {
	lines, at := 1, 0
	for i := range words {
		n := width(words, i)
		switch {
		case n == 0:
		case at == 0:
			at = n
		case at+1+n <= f.Chars:
			at += 1 + n
		default:
			lines, at = lines+1, n
		}
	}
	return lines <= f.Lines
}

// width returns the characters of a word and of those that are joined to it; 0 for one
// that is joined to another.
func width(words []SaidWord, i int) int {
	if i > 0 && words[i].Tight {
		return 0
	}
	n := utf8.RuneCountInString(words[i].Text())
	for i++; i < len(words) && words[i].Tight; i++ {
		n += utf8.RuneCountInString(words[i].Text())
	}
	return n
}

// balance breaks the words of a cue into as few lines as they need, of about the same
// length.
func (f Flow) balance(words []SaidWord) {
	most := f.Chars
	for narrow := f.Chars - 1; narrow > 0; narrow-- {
		g := f
		if g.Chars = narrow; g.count(words) > f.count(words) {
			break
		}
		most = narrow
	}
	at := 0
	for i := range words {
		words[i].Line = false
		n := width(words, i)
		switch {
		case n == 0:
		case at == 0:
			at = n
		case at+1+n <= most:
			at += 1 + n
		default:
			words[i].Line, at = true, n
		}
	}
}

// count returns the number of lines that words take.
func (f Flow) count(words []SaidWord) int {
	g := f
	for g.Lines = 1; !g.fits(words); g.Lines++ {
	}
	return g.Lines
}

// last makes cues last as long as it takes to read them, where no other cue begins
// meanwhile.
func (f Flow) last(cues []textBlock) {
	for i := range cues {
		c := &cues[i]
		n := 0
		for _, line := range c.lines() {
			n += utf8.RuneCountInString(line)
		}
		end := c.time.Start + float64(n)/f.Speed
		if i+1 < len(cues) {
			end = min(end, cues[i+1].time.Start)
		}
		c.time.End = max(c.time.End, end)
	}
}
