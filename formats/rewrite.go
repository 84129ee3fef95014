package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// outcome collects what becomes of a file.
type outcome struct {
	f         *File
	keepEmpty bool
	splices   []splice
	pieces    [][][]fate // by view, utterance and piece
}

// fate is what becomes of a piece.
type fate struct {
	text string // as it is then
	gone bool   // there were words, or marks, and there are none
}

// utteranceGone reports whether an utterance had words and loses all.
func (o *outcome) utteranceGone(v *view, u int) bool {
	gone := false
	for _, p := range o.pieces[v.number][u] {
		if strings.TrimSpace(p.text) != "" {
			return false
		}
		gone = gone || p.gone
	}
	return gone
}

// remove takes out a stretch of the file.
func (o *outcome) remove(s span) { o.splices = append(o.splices, splice{span: s}) }

// replace puts text in place of a stretch of the file.
func (o *outcome) replace(s span, text string) { o.splices = append(o.splices, splice{s, text}) }

// Rewrite returns the file with the decision carried out. Where nothing changes, it is
// the file that was read, byte for byte.
func (f *File) Rewrite(d *Plan) string {
	if len(f.views) == 0 {
		return encode(f.coding, d.Edit(f.Document).Text())
	}
	splices := f.splices(d)
	if len(splices) == 0 {
		return f.original
	}
	text := encode(f.coding, apply(f.text, splices, func(_, new string) string { return new }))
	if f.docx != nil {
		return f.docx.pack(text)
	}
	return text
}

// Diff returns the file, in UTF-8, with what goes and what comes marked as
// transcript.Edit.Diff does. Of a Word document it is what is said, without its markup.
func (f *File) Diff(d *Plan, colour bool) string {
	if len(f.views) == 0 || f.docx != nil {
		return d.Edit(f.Document).Diff(colour)
	}
	removed, added := transcript.DiffMarks(colour)
	mark := func(as [2]string, s string) string {
		if s == "" {
			return ""
		}
		return as[0] + s + as[1]
	}
	return apply(f.text, f.splices(d), func(old, new string) string { return mark(removed, old) + mark(added, new) })
}

// splices returns what a decision does to the file.
func (f *File) splices(d *Plan) []splice {
	o := &outcome{f: f, keepEmpty: d.KeepEmpty}
	var first []transcript.Change
	for i, v := range f.views {
		changes := v.changes(v.edit(d), first, f.Document)
		if i == 0 {
			first = changes
		}
		o.pieces = append(o.pieces, o.view(v, changes))
	}
	if f.finish != nil {
		f.finish(o)
	}
	return o.splices
}

// view makes the splices of the fields of a view, and returns the fates of its pieces.
func (o *outcome) view(v *view, changes []transcript.Change) [][]fate {
	fates := make([][]fate, len(v.utterances))
	flat := make([]fate, len(v.doc.Pieces))
	for u := range fates {
		n := len(v.utterances[u].Pieces)
		fates[u], flat = flat[:n:n], flat[n:]
		for p := range fates[u] {
			fates[u][p].text = v.utterances[u].Pieces[p].Text
		}
	}
	places := v.doc.Pieces
	// By piece, changes are collected from its end to its start, so that offsets hold.
	first := 0
	type edit struct {
		place    int
		from, to int // in the piece
		text     string
	}
	var edits []edit
	for _, c := range changes {
		for first < len(places) && places[first].Bytes.End < c.Start {
			first++
		}
		text, at := c.Text, -1
		for k := first; k < len(places) && places[k].Bytes.Start <= c.End; k++ {
			p := places[k]
			from, to := max(c.Start, p.Bytes.Start), min(c.End, p.Bytes.End)
			empty := v.fields[p.Utterance][p.Piece] == nil
			switch {
			case empty, from > to:
			case from < to:
				edits = append(edits, edit{k, from - p.Bytes.Start, to - p.Bytes.Start, text})
				text, at = "", k
			case text != "" && at < 0 && c.Start == c.End && p.Bytes.Len() > 0:
				// Put in: where a word ends, rather than where the next one starts.
				edits = append(edits, edit{k, from - p.Bytes.Start, to - p.Bytes.Start, text})
				text, at = "", k
			}
		}
	}
	for i := len(edits) - 1; i >= 0; i-- {
		x := &edits[i]
		p := places[x.place]
		field := v.fields[p.Utterance][p.Piece]
		text := x.text
		if field.encode != nil {
			text = field.encode(text)
		}
		if !field.silent {
			o.splices = append(o.splices, splice{span{field.at(x.from), field.at(x.to)}, text})
		}
		fate := &fates[p.Utterance][p.Piece]
		fate.text = fate.text[:x.from] + x.text + fate.text[x.to:]
		fate.gone = strings.TrimSpace(fate.text) == ""
	}
	return fates
}
