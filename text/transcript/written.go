package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// written returns how the tokens of a segment are written. The parts of a contraction
// share the shape of the word; its punctuation stands before the first and after the last.
func (d *Document) written(s Segment) []data.Written {
	out := make([]data.Written, s.Tokens.Len())
	for w := s.Words.Start; w < s.Words.End; w++ {
		word := &d.Words[w]
		if word.Tokens.Len() == 0 {
			continue
		}
		first, last := word.Tokens.Start-s.Tokens.Start, word.Tokens.End-1-s.Tokens.Start
		if !d.caseless {
			shape := data.ShapeOf(d.Text(word.Core))
			for t := first; t <= last; t++ {
				out[t].Shape = shape
			}
		}
		out[first].Before = markOf(d.Source[word.Bytes.Start:word.Core.Start])
		trail := d.Source[word.Core.End:word.Bytes.End]
		after := markOf(trail)
		out[last].Closes = strings.ContainsAny(trail, "\"”»")
		if word.Joined && after == data.NoMark {
			after = data.HyphenMark
		}
		if after == data.NoMark && strings.HasSuffix(d.Text(word.Core), "-") && !data.IsPartial(d.Tokens[word.Tokens.End-1].Text) {
			after = data.DashMark
			if lang.HangingPrefixes[strings.TrimSuffix(d.folded(w), "-")] { // "pre- tax"
				after = data.HyphenMark
			}
		}
		if core := d.Text(word.Core); after == data.NoMark && word.Final && strings.HasSuffix(core, ".") {
			after = data.PeriodMark
		}
		if after == data.NoMark && d.restarts(w+1, s.Words.End) {
			after = data.DashMark
		}
		out[last].After = after
	}
	return out
}

// restarts reports whether a clause starts anew with a word, as its capital alone tells where lines were joined:
// "why are you gonna go They were". end is the end of the segment. Beside another capital it is that of a name or a
// title; at the start of a line it tells nothing.
func (d *Document) restarts(w, end int) bool {
	if d.caseless || w >= end || d.Words[w].Tokens.Len() == 0 || d.Words[w-1].Tokens.Len() == 0 {
		return false
	}
	word, before := d.Words[w].Core, d.Words[w-1].Core
	if d.Source[before.End:word.Start] != " " || strings.ContainsAny(d.Text(before), ".-") || data.ShapeOf(d.Text(before)) != data.LowerShape || data.ShapeOf(d.Text(word)) != data.CapitalShape {
		return false
	}
	whole, head := strings.ReplaceAll(d.folded(w), "’", "'"), strings.ToLower(d.Tokens[d.Words[w].Tokens.Start].Text) // "there's", the "he" of "he'd"
	return !isPronounI(whole) && (lang.ClauseOpeners[whole] || lang.ClauseOpeners[head]) &&
		(w+1 >= end || !d.startsUpper(w+1) || isPronounI(d.folded(w+1)))
}

// markOf returns the punctuation mark that counts of those between two words.
func markOf(s string) data.Mark {
	mark := data.NoMark
	for i, r := range s {
		m := data.NoMark
		switch r {
		case ',', ';', '，', '；', '、':
			m = data.CommaMark
		case ':', '：':
			m = data.ColonMark
		case '.', '。', '．':
			if m = data.PeriodMark; strings.HasPrefix(s[i+1:], ".") || i > 0 && s[i-1] == '.' {
				m = data.EllipsisMark
			}
		case '…':
			m = data.EllipsisMark
		case '?', '？':
			m = data.QuestionMark
		case '!', '！':
			m = data.ExclamationMark
		case '-', '‐', '‑':
			if m = data.HyphenMark; strings.HasPrefix(s[i+1:], "-") || i > 0 && s[i-1] == '-' || strings.HasPrefix(s[i+1:], " ") || i > 0 && s[i-1] == ' ' {
				m = data.DashMark
			}
		case '–', '—', '―':
			m = data.DashMark
		case '"', '“', '”', '„', '«', '»', '‘', '’', '\'', '`':
			m = data.QuoteMark
		case '(', ')', '[', ']', '{', '}':
			m = data.BracketMark
		}
		mark = max(mark, m)
	}
	return mark
}
