package formats

import (
	"sort"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// repeat is a stretch of an utterance that says a line of the first view to the letter. What
// becomes of the line becomes of it, so that nothing has to be found out about its words: a
// document of a copy would be as large as that of the first view.
type repeat struct {
	utterance, line int32
	from            int32 // in the text of the utterance
}

// repeats returns the lines of the first view that a view of texts repeats, in order, nil
// where some of it is something else.
func (x *index) repeats(v *view) []repeat {
	if v.bare || v.times {
		return nil
	}
	var out []repeat
	next := 0 // in x.lines
	for u := range v.utterances {
		pieces := v.utterances[u].Pieces
		if len(pieces) != 1 {
			return nil
		}
		text, at, to := pieces[0].Text, 0, len(x.lines)
		if v.of != nil {
			next = sort.Search(len(x.lines), func(i int) bool { return x.doc.Lines[x.lines[i]].Utterance >= v.of[u].from })
			to = sort.Search(len(x.lines), func(i int) bool { return x.doc.Lines[x.lines[i]].Utterance >= v.of[u].to })
		}
		for at < len(text) && next < to {
			line := &x.doc.Lines[x.lines[next]]
			said := strings.TrimSpace(x.doc.Source[line.Text:line.End])
			from := at + len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
			if said == "" {
				next++
				continue
			}
			if from == len(text) {
				break
			}
			if !strings.HasPrefix(text[from:], said) {
				return nil
			}
			if at = from + len(said); at < len(text) && strings.TrimLeftFunc(text[at:], unicode.IsSpace) == text[at:] {
				return nil // a word goes on
			}
			out = append(out, repeat{int32(u), x.lines[next], int32(from)})
			next++
		}
		if strings.TrimSpace(text[at:]) != "" {
			return nil
		}
	}
	return out
}

// repeated returns the edits of a view that repeats lines of the first one, of which doc is
// the document and changes what becomes of it.
func (v *view) repeated(changes []transcript.Change, doc *transcript.Document) []pieceEdit {
	var out []pieceEdit
	gap, left := 0, false // where the line before ends in the utterance, and whether anything is left of it so far
	first := 0            // of the edits of the utterance
	for i, r := range v.repeats {
		line := &doc.Lines[r.line]
		text := v.utterances[r.utterance].Pieces[0].Text
		if i == 0 || r.utterance != v.repeats[i-1].utterance {
			gap, left, first = 0, false, len(out)
		}
		whole := doc.Source[line.Text:line.End]
		start := line.Text + len(whole) - len(strings.TrimLeftFunc(whole, unicode.IsSpace))
		end := start + len(strings.TrimSpace(whole))
		from, to := int(r.from), int(r.from)+end-start
		removed := false
		k := sort.Search(len(changes), func(k int) bool { return changes[k].Start >= line.Bytes.Start })
		for ; k < len(changes) && changes[k].Start < line.Bytes.End; k++ {
			c := &changes[k]
			x := pieceEdit{utterance: int(r.utterance), text: c.Text}
			x.from, x.to = from+max(c.Start, start)-start, from+min(c.End, end)-start
			if x.from > x.to || x.from == x.to && c.Text == "" {
				continue // blanks around the line
			}
			removed = x.from == from && x.to == to && c.Text == ""
			switch {
			case removed && left:
				x.from = gap // and the blanks before it
			case x.from == from && c.Text == "":
				// One of the blanks before and after it is removed, too.
				for x.to < len(text) && text[x.to] == ' ' && (from == 0 || text[from-1] == ' ') {
					x.to++
				}
			}
			out = append(out, x)
		}
		gap, left = to, left || !removed
		if last := i+1 == len(v.repeats) || v.repeats[i+1].utterance != r.utterance; last && !left {
			out = append(out[:first], pieceEdit{utterance: int(r.utterance), to: len(text)})
		}
	}
	return out
}
