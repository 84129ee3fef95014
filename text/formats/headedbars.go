package formats

import "strings"

// addLine adds what is said in the line of a header: a row, but for TMPlayer one for each line between bars.
func (h *headed) addLine(text string, l textLine) {
	line := text[l.from:l.end]
	n := len(line) - len(strings.TrimLeft(line, "0123456789:"))
	_, length := tmplayerStamp(line, n)
	if h.bars = length > 0 && length == h.text && strings.Contains(line[length:], "|"); !h.bars {
		h.rows = append(h.rows, row{textLine: l})
		return
	}
	for at := l.from; at < l.end; {
		end := l.end
		if n := strings.IndexByte(text[at+1:l.end], '|'); n >= 0 {
			end = at + 1 + n
		}
		h.rows = append(h.rows, row{textLine: textLine{span{at, end}, end}})
		at = end
	}
}

// joinBars takes out the bar of the first row that is left where that before it is removed.
func (o *outcome) joinBars(v *view, h *headed) {
	if o.keepEmpty || !o.utteranceRemoved(v, h.rows[0].utterance) {
		return
	}
	for _, r := range h.rows[1:] {
		if !o.utteranceRemoved(v, r.utterance) {
			o.remove(span{r.from, r.from + len("|")})
			return
		}
	}
}
