package formats

import (
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/transcript"
)

// outcome collects what becomes of a file.
type outcome struct {
	f         *File
	keepEmpty bool
	splices   []splice
	labels    []splice   // which come before others at their place
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
		return f.written(d.Edit(f.Document).Text())
	}
	splices := f.splices(d)
	if len(splices) == 0 {
		return f.original
	}
	return f.written(apply(f.text, splices, func(_, new string) string { return new }))
}

// Diff returns the file, in UTF-8, with what goes and what comes marked as
// transcript.Edit.Diff does.
func (f *File) Diff(d *Plan, colour bool) string {
	if len(f.views) == 0 {
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
	return append(o.labels, o.splices...)
}

// write puts text in place of a part of a field. Of letters that change their case, only
// those are written: what is escaped between them stays as it is.
func (o *outcome) write(f *field, from, to int, text string) {
	if f.unit && (text != "" || to-from < len(f.text)) {
		return
	}
	encode := f.encode
	if encode == nil {
		encode = func(s string) string { return s }
	}
	old := f.text[from:to]
	if f.marks == nil || len(old) != len(text) || !strings.EqualFold(old, text) {
		o.replace(span{f.at(from), f.at(to)}, encode(text))
		return
	}
	for i := 0; i < len(old); {
		_, n := utf8.DecodeRuneInString(old[i:])
		if k := min(i+n, len(text)); old[i:i+n] != text[i:k] {
			if !utf8.ValidString(text[i:k]) {
				o.replace(span{f.at(from + i), f.at(to)}, encode(text[i:]))
				return
			}
			o.replace(span{f.at(from + i), f.at(from + i + n)}, encode(text[i:k]))
		}
		i += n
	}
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
		if !field.silent {
			o.write(field, x.from, x.to, x.text)
		}
		fate := &fates[p.Utterance][p.Piece]
		fate.text = fate.text[:x.from] + x.text + fate.text[x.to:]
		fate.gone = strings.TrimSpace(fate.text) == ""
	}
	return fates
}
