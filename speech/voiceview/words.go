package voiceview

import (
	"fmt"
)

// laid is a word with its place in a row.
type laid struct {
	*Word
	from, to float64 // of its interval, in pixels
	width    float64 // of the text
	middle   float64
	line     int
	begins   bool // in this row: else it is the rest of one that began in the row before
	ends     bool
}

// mostLines is how many lines words of a row have: where they do not fit, they are squeezed.
const mostLines = 3

// layWords finds places for the words of a lane in a row, so that no text is written over another
// one.
func (d *drawing) layWords(lane, row int) []laid {
	start := d.Start + float64(row)*d.row()
	end := min(start+d.row(), d.End)
	var out []laid
	var used [mostLines]float64 // where the text of each line ends
	words := d.Lanes[lane].Words
	for i := range words {
		w := &words[i]
		if !(w.Start < end && (w.End > start || w.Start >= start)) {
			continue
		}
		l := laid{Word: w, from: d.x(max(w.Start, start), start), to: d.x(min(w.End, end), start), begins: w.Start >= start, ends: w.End <= end}
		if !l.begins && w.End-start < start-w.Start || !l.ends && w.Start >= start && w.End-end > end-w.Start {
			l.width = 0 // most of it is in the other row, and so is the text
			out = append(out, l)
			continue
		}
		l.width = textWidth(w.Text + w.Mark)
		l.middle = min(max((l.from+l.to)/2, left+l.width/2), width-right-l.width/2)
		for l.line < mostLines-1 && l.middle-l.width/2 < used[l.line]+4 {
			l.line++
		}
		if from := used[l.line] + 4; l.middle-l.width/2 < from {
			l.line = shortest(used[:])
			from = used[l.line] + 4
			if l.middle-l.width/2 < from {
				l.width = max(12, 2*(l.middle-from))
			}
		}
		used[l.line] = l.middle + l.width/2
		out = append(out, l)
	}
	return out
}

// shortest returns the line whose text ends first.
func shortest(used []float64) int {
	best := 0
	for i := range used {
		if used[i] < used[best] {
			best = i
		}
	}
	return best
}

// textWidth is about how wide a word is, in pixels.
func textWidth(s string) float64 {
	n := 0.0
	for _, r := range s {
		switch {
		case r == 'm' || r == 'w' || r == 'M' || r == 'W':
			n += 11
		case r == 'i' || r == 'l' || r == 'j' || r == 't' || r == 'f' || r == 'r' || r == '\'' || r == '.' || r == ',':
			n += 4.6
		case r > 0x2e80:
			n += 13.5 // characters of the East are square
		default:
			n += 7.6
		}
	}
	return n
}

// edges draws where words start and end, and where sentences do.
func (d *drawing) edges(words []laid, y, bottom int) {
	for i := range words {
		w := &words[i]
		if w.begins {
			fmt.Fprintf(d, `<path class="edge" d="M%.1f %dV%d"/>`, w.from, y, bottom)
		}
		switch {
		case w.ends && w.Ends:
			fmt.Fprintf(d, `<path class="ends" d="M%.1f %dV%d"/>`, w.to, y, bottom+6)
		case w.ends && (i+1 == len(words) || words[i+1].from > w.to+1):
			fmt.Fprintf(d, `<path class="edge" d="M%.1f %dV%d"/>`, w.to, y, bottom)
		}
	}
	d.WriteByte('\n')
}

// words writes words from y on.
func (d *drawing) words(words []laid, y int) {
	for i := range words {
		w := &words[i]
		fmt.Fprintf(d, `<g>`)
		if w.About != "" {
			fmt.Fprintf(d, `<title>%s</title>`, escape(w.About))
		}
		fmt.Fprintf(d, `<rect class="word" x="%.1f" y="%d" width="%.1f" height="%d" rx="3"/>`, w.from+0.5, y-3+w.line*said, max(1, w.to-w.from-1), said-4)
		d.WriteString("</g>\n")
	}
	for i := range words {
		w := &words[i]
		if w.width == 0 {
			continue
		}
		squeezed := ""
		if w.width < textWidth(w.Text+w.Mark) {
			squeezed = fmt.Sprintf(` textLength="%.1f" lengthAdjust="spacingAndGlyphs"`, w.width)
		}
		mark := ""
		if w.Mark != "" {
			mark = `<tspan class="mark">` + escape(w.Mark) + `</tspan>`
		}
		fmt.Fprintf(d, `<text class="said" pointer-events="none" x="%.1f" y="%d"%s>%s%s</text>`+"\n", w.middle, y+11+w.line*said, squeezed, escape(w.Text), mark)
	}
}
