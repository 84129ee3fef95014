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
		after := markOf(d.Source[word.Core.End:word.Bytes.End])
		if word.Joined && after == data.NoMark {
			after = data.HyphenMark
		}
		if after == data.NoMark && strings.HasSuffix(d.Text(word.Core), "-") && !data.IsPartial(d.Tokens[word.Tokens.End-1].Text) {
			after = data.DashMark
		}
		if core := d.Text(word.Core); after == data.NoMark && word.Final && strings.HasSuffix(core, ".") {
			after = data.PeriodMark
		}
		out[last].After = after
	}
	return out
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
