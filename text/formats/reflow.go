package formats

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// The defaults of Reflow, and the least of LineChars.
const (
	DefaultLineChars      = 42
	DefaultCueLines       = 2
	DefaultCharsPerSecond = 20.0
	LeastLineChars        = 10
)

// Reflow says how text is set in cues.
type Reflow struct {
	On             bool    // set all anew; else cues stay as they are, but for ones that are too long where the source has no cues
	LineChars      int     // at most in a line; 0 is DefaultLineChars
	CueLines       int     // at most in a cue; 0 is DefaultCueLines
	CharsPerSecond float64 // at most: cues last longer, where there is time; 0 is DefaultCharsPerSecond
}

// Validate reports values that cannot be.
func (r Reflow) Validate() error {
	switch {
	case r.LineChars != 0 && r.LineChars < LeastLineChars:
		return fmt.Errorf("lines of %d characters: there have to be at least %d", r.LineChars, LeastLineChars)
	case r.CueLines < 0 || r.LineChars < 0 || !(r.CharsPerSecond >= 0):
		return fmt.Errorf("characters, lines and reading speed of cues are above 0")
	}
	return nil
}

// writtenCue is a cue to be written: words in lines.
type writtenCue struct {
	speaker string
	time    transcript.Interval
	words   []Word // StartsLine says where lines start
}

func (c *writtenCue) lines() []string {
	var out []string
	var b strings.Builder
	for i := range c.words {
		w := &c.words[i]
		if i > 0 && w.StartsLine {
			out = append(out, b.String())
			b.Reset()
		} else if i > 0 && !w.Tight {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text())
	}
	return append(out, b.String())
}

// named returns the lines with what a format has for names in them: those of speakers stand
// as nameSpeakers puts them, and nothing else is read as one. escape is that of the format.
func (c *writtenCue) named(escape func(string) string) []string {
	lines := c.lines()
	for j, line := range lines {
		name := ""
		if j == 0 {
			name = c.words[0].name
		}
		if line = escape(strings.TrimPrefix(line, name)); name == "" || name == nobody {
			line = unlabelledCue(line)
		} else {
			line = unnamed(line)
		}
		lines[j] = name + line
	}
	return lines
}

// said returns the lines for a format that has names in a place of their own: where one
// stands there, a line that looks as if it began with another is read as it is.
func (c *writtenCue) said(escape func(string) string) []string {
	lines := c.lines()
	for j, line := range lines {
		if c.speaker == "" {
			line = unlabelledCue(line)
		} else {
			line = unnamed(line)
		}
		lines[j] = escape(line)
	}
	return lines
}

// writtenCues returns the cues of a transcript, which has times.
func (t *Transcript) writtenCues() []writtenCue {
	reflow := t.Reflow
	reflow.LineChars, reflow.CueLines, reflow.CharsPerSecond = cmp.Or(reflow.LineChars, DefaultLineChars), cmp.Or(reflow.CueLines, DefaultCueLines), cmp.Or(reflow.CharsPerSecond, DefaultCharsPerSecond)
	var out []writtenCue
	for i := 0; i < len(t.Utterances); i++ {
		u := &t.Utterances[i]
		if !reflow.On && (t.fromCues || wide(u.Text()) <= reflow.LineChars) {
			out = append(out, writtenCue{u.Speaker, u.Time, u.Words})
			continue
		}
		// Words of a turn go on from cue to cue.
		var words []Word
		for first := i; ; i++ {
			u := &t.Utterances[i]
			u.fill()
			u.share()
			for k, w := range u.Words {
				if n := len(words); k == 0 && n > 0 {
					w.Tight = w.Tight || language.Unspaced(words[n-1].Text(), w.Text())
				}
				words = append(words, sung(w)...)
			}
			n := i + 1
			if n == len(t.Utterances) || !reflow.On || t.Utterances[n].Turn != t.Utterances[first].Turn || t.Utterances[n].Time.Start < u.Time.End-apart || t.Utterances[n].Time.Start-u.Time.End > wordPause || !joinable(u.Text(), t.Utterances[n].Text()) {
				break
			}
		}
		out = append(out, reflow.set(u.Speaker, words)...)
	}
	if reflow.On {
		reflow.extend(out)
	}
	return out
}

// sung returns a note of music that is closed as two words, between which a line may be
// broken: then each line shows that it is one. Other words are as they are.
func sung(w Word) []Word {
	first, last := firstRune(w.Core), lastRune(w.Core)
	if !w.Note || !transcript.IsMusicSign(first) || !transcript.IsMusicSign(last) {
		return []Word{w}
	}
	parts := strings.Fields(w.Core)
	if len(parts) < 4 {
		return []Word{w}
	}
	half := len(parts) / 2
	rest := w
	w.Core, rest.Core = strings.Join(parts[:half], " "), strings.Join(parts[half:], " ")
	rest.Lead, rest.name, rest.StartsLine, rest.Tight = "", "", false, false
	return []Word{w, rest}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// set sets words in cues. A cue ends where the lines are full, after a sentence once it
// has more than half a line, or at a pause.
func (r Reflow) set(speaker string, words []Word) []writtenCue {
	var out []writtenCue
	for from := 0; from < len(words); {
		to := r.cue(words[from:]) + from
		block := writtenCue{speaker: speaker, words: append([]Word(nil), words[from:to]...)}
		r.balance(block.words)
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
func (r Reflow) cue(words []Word) int {
	full := 1
	for full < len(words) && r.fits(words[:full+1]) {
		if full > 0 && words[full].Time.Start-words[full-1].Time.End > wordPause {
			return full
		}
		full++
	}
	if full == len(words) {
		return full
	}
	// The last end of a sentence, or else the last comma, in the second half.
	for _, marks := range []string{".?!…。？！", ",;:，、；："} {
		for n := full; n > full/2; n-- {
			if strings.ContainsAny(words[n-1].Trail, marks) {
				return n
			}
		}
	}
	return full
}

// fits reports whether words fit into the lines of a cue.
func (r Reflow) fits(words []Word) bool {
	lines, at := 1, 0
	for i := range words {
		n, gap := width(words, i)
		switch {
		case n == 0:
		case at == 0:
			at = n
		case at+gap+n <= r.LineChars:
			at += gap + n
		default:
			lines, at = lines+1, n
		}
	}
	return lines <= r.CueLines
}

// width returns how wide a word is with those that are joined to it so that no line is broken
// between, and the blank before it; 0 for one that is joined to another.
func width(words []Word, i int) (n, gap int) {
	if !breaks(words, i) {
		return 0, 0
	}
	if !words[i].Tight {
		gap = 1
	}
	n = wide(words[i].Text())
	for i++; i < len(words) && !breaks(words, i); i++ {
		n += wide(words[i].Text())
	}
	return n, gap
}

// balance breaks the words of a cue into as few lines as they need, of about the same
// length.
func (r Reflow) balance(words []Word) {
	most := r.LineChars
	for narrow := r.LineChars - 1; narrow > 0; narrow-- {
		g := r
		if g.LineChars = narrow; g.count(words) > r.count(words) {
			break
		}
		most = narrow
	}
	at := 0
	for i := range words {
		words[i].StartsLine = false
		n, gap := width(words, i)
		switch {
		case n == 0:
		case at == 0:
			at = n
		case at+gap+n <= most:
			at += gap + n
		default:
			words[i].StartsLine, at = true, n
		}
	}
}

// count returns the number of lines that words take.
func (r Reflow) count(words []Word) int {
	g := r
	for g.CueLines = 1; !g.fits(words); g.CueLines++ {
	}
	return g.CueLines
}

// extend makes cues last as long as it takes to read them, where no other cue begins
// meanwhile.
func (r Reflow) extend(cues []writtenCue) {
	for i := range cues {
		c := &cues[i]
		n := 0
		for _, line := range c.lines() {
			n += wide(line)
		}
		end := c.time.Start + float64(n)/r.CharsPerSecond
		if i+1 < len(cues) {
			end = min(end, cues[i+1].time.Start)
		}
		c.time.End = max(c.time.End, end)
	}
}
