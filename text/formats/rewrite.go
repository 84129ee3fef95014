package formats

import (
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// outcome collects what becomes of a file.
type outcome struct {
	f         *File
	keepEmpty bool
	splices   []splice
	labels    []splice         // which come before others at their place
	changed   []map[int][]fate // by view and utterance, the pieces of those that change
	merged    [][]merge        // by view, in order
	leftOf    [][]int32        // by view: see left
	said      *transcript.Edit // of the document of the file; nil: none of its own
}

// merge is a piece whose word is written in digits in another piece of its utterance.
type merge struct{ utterance, piece, into int }

// fate is what becomes of a piece.
type fate struct {
	text    string // as it is then
	removed bool   // there were words, or punctuation, and there are none
}

// utteranceRemoved reports whether an utterance had words and loses all.
func (o *outcome) utteranceRemoved(v *view, u int) bool {
	removed := false
	for _, p := range o.changed[v.number][u] {
		if strings.TrimSpace(p.text) != "" {
			return false
		}
		removed = removed || p.removed
	}
	return removed
}

// fates returns what becomes of the pieces of an utterance, nil where nothing does.
func (o *outcome) fates(v *view, u int) []fate { return o.changed[v.number][u] }

// allFates is fates with the pieces of utterances that are kept as they are, too, as they are
// in the file.
func (o *outcome) allFates(v *view, u int) []fate {
	if fates := o.fates(v, u); fates != nil {
		return fates
	}
	fates := make([]fate, v.pieces(u))
	for p := range fates {
		if x, ok := v.field(u, p); ok {
			fates[p].text = o.f.text[x.raw.from:x.raw.to]
		}
	}
	return fates
}

// pieceRemoved reports whether a piece is removed.
func (o *outcome) pieceRemoved(v *view, u, piece int) bool {
	fates := o.fates(v, u)
	return fates != nil && fates[piece].removed
}

// remove takes out a stretch of the file.
func (o *outcome) remove(s span) { o.splices = append(o.splices, splice{span: s}) }

// replace puts text in place of a stretch of the file.
func (o *outcome) replace(s span, text string) { o.splices = append(o.splices, splice{s, text}) }

// Rewrite returns the file with the decision carried out. Where nothing changes, it is
// the file that was read, byte for byte. Of a file that people have reworked it has the words alone: see Rewritten.
func (f *File) Rewrite(d *Plan) string {
	if f.reworked != nil {
		f = f.reworked.base
	}
	if len(f.views) == 0 {
		return f.written(d.Edit(f.Document).Text())
	}
	if f.Format == DOCX && d != nil && (d.Revisions || len(f.comments(d)) > 0) {
		return f.revise(d)
	}
	splices := f.splices(d, false)
	if len(splices) == 0 {
		return f.original
	}
	return f.written(apply(f.text, splices, func(_, new string) string { return new }, asIs))
}

// Diff returns the file, in UTF-8, with what is removed and what is added marked as
// transcript.Edit.Diff does. Of a Word document, an OpenDocument text, a spreadsheet, and of captions in codes, it is
// what is said alone.
func (f *File) Diff(d *Plan, colour bool) string {
	if f.reworked != nil {
		f = f.reworked.base
	}
	if len(f.views) == 0 || f.Format.InArchives() || f.pack != nil {
		return d.Edit(f.Document).Diff(colour)
	}
	removed, added := transcript.DiffPunctuation(colour)
	mark := func(as [2]string, s string) string {
		if s == "" {
			return ""
		}
		return as[0] + visible.String(s) + as[1]
	}
	return apply(f.text, f.splices(d, true), func(old, new string) string { return mark(removed, old) + mark(added, new) }, visible.String)
}

// splices returns what a decision does to the file; shown leaves out what nobody can read.
func (f *File) splices(d *Plan, shown bool) []splice {
	if d == nil {
		return nil
	}
	o, edit, changes := f.outcomeLike(d, nil, nil, f.Document)
	for _, x := range f.inside {
		if !x.encoded || !shown {
			o.splices = append(o.splices, x.splices(d, edit, changes, f.Document)...)
		}
	}
	return append(o.labels, o.splices...)
}

// splicesLike is splices for a file within another one, whose document is doc: edit and changes are what is done to that.
func (f *File) splicesLike(d *Plan, edit *transcript.Edit, changes []transcript.Change, doc *transcript.Document) []splice {
	o, _, _ := f.outcomeLike(d, edit, changes, doc)
	return append(o.labels, o.splices...)
}

// outcomeLike returns what a decision does to the file, and to its document. edit and first are what it does to another document,
// doc, that the file says once more; nil: to none.
func (f *File) outcomeLike(d *Plan, edit *transcript.Edit, first []transcript.Change, doc *transcript.Document) (*outcome, *transcript.Edit, []transcript.Change) {
	o := &outcome{f: f, keepEmpty: d.KeepEmpty}
	for i, v := range f.views {
		var edits []pieceEdit
		if v.repeats != nil {
			edits = v.repeated(first, doc)
		} else {
			mine := v.document(f)
			own := v.edit(d, mine, edit)
			changes := v.changes(own, mine, first, doc)
			if i == 0 { // of which the others are copies
				first, edit, doc = changes, own, f.Document
				o.said = own
			}
			edits = v.pieceEdits(mine, changes)
		}
		o.changed, o.merged = append(o.changed, nil), append(o.merged, nil)
		o.changed[i] = o.edit(v, edits)
	}
	if f.finish != nil {
		f.finish(o)
	}
	return o, edit, first
}

// write puts text in place of a part of a piece, which is all of a field. Of letters that
// change their case, only those are written: what is escaped between them is kept as it is.
func (o *outcome) write(f *field, piece string, from, to int, text string) {
	if f.unit && (text != "" || to-from < len(piece)) {
		return
	}
	encode := f.encode
	if encode == nil {
		encode = asIs
	}
	old := piece[from:to]
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

// pieceEdit is what becomes of a stretch of a piece.
type pieceEdit struct {
	utterance, piece int
	from, to         int // in the piece
	text             string
	into             int // of a word that is written in digits in another piece: 1 + that piece
}

// pieceEdits returns what changes of a document do to the pieces of a view, in order.
func (v *view) pieceEdits(doc *transcript.Document, changes []transcript.Change) []pieceEdit {
	places := doc.Pieces
	first := 0
	var edits []pieceEdit
	for _, c := range changes {
		if c.Kind == transcript.Break && c.Len() == 0 {
			continue // a line starts there anyway
		}
		for first < len(places) && places[first].Bytes.End < c.Start {
			first++
		}
		text, at := c.Text, -1
		for k := first; k < len(places) && places[k].Bytes.Start <= c.End; k++ {
			p := places[k]
			from, to := max(c.Start, p.Bytes.Start), min(c.End, p.Bytes.End)
			_, inFile := v.field(p.Utterance, p.Piece)
			switch {
			case !inFile, from > to:
			case from == to && to == p.Bytes.End && k+1 < len(places) && places[k+1].Bytes.Start == to && opensPair(c.Text):
				// Where no blank is between two pieces, what opens belongs to the next word.
			case from < to, text != "" && at < 0 && c.Start == c.End && p.Bytes.Len() > 0:
				// What is put in is where a word ends, rather than where the next one starts.
				x := pieceEdit{p.Utterance, p.Piece, from - p.Bytes.Start, to - p.Bytes.Start, text, 0}
				if c.Kind == transcript.Recase && sameSizes(c.Text, doc.Text(c.Span)) {
					x.text = c.Text[from-c.Start : to-c.Start] // each piece keeps its letters
				}
				if c.Kind == transcript.Renumber && at >= 0 && places[at].Utterance == p.Utterance {
					x.into = 1 + places[at].Piece
				}
				if mark := len(text) - c.Punct; c.Punct > 0 && text != "" && to == p.Bytes.End {
					// What is put after a word may be an element of its own.
					x.text = text[:mark]
					edits = append(edits, x)
					x.from, x.text = x.to, text[mark:]
				}
				edits = append(edits, x)
				if text != "" || c.Kind != transcript.Renumber {
					at = k
				}
				text = ""
			}
		}
	}
	return edits
}

// opensPair reports whether a text that is put in ends with the opening one of a pair of Chinese
// quotes or brackets, and has nothing else in it.
func opensPair(text string) bool {
	return text != "" && strings.Trim(text, "“‘《〈（「『") == ""
}

// sameSizes reports whether the characters of two texts have the same sizes, in bytes.
func sameSizes(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if utf8.RuneStart(a[i]) != utf8.RuneStart(b[i]) {
			return false
		}
	}
	return true
}

// texts returns the texts of the pieces of an utterance, of which doc is the document, nil
// where the pieces themselves have them.
func (v *view) texts(doc *transcript.Document, u int) []fate {
	fates := make([]fate, v.pieces(u))
	if pieces := v.utterances[u].Pieces; pieces != nil {
		for p := range fates {
			fates[p].text = pieces[p].Text
		}
		return fates
	}
	first := int(v.first[u])
	for p := range fates {
		fates[p].text = doc.Text(doc.Pieces[v.placeOf[first+p]].Bytes)
	}
	return fates
}

// edit makes the splices of edits of pieces, which are in order in each piece, and returns
// the fates of the pieces of the utterances that change.
func (o *outcome) edit(v *view, edits []pieceEdit) map[int][]fate {
	changed := make(map[int][]fate)
	for i := 0; i < len(edits); {
		u, p := edits[i].utterance, edits[i].piece
		if changed[u] == nil {
			changed[u] = v.texts(v.doc, u)
		}
		fate := &changed[u][p]
		field, _ := v.field(u, p)
		var b strings.Builder
		at := 0
		for ; i < len(edits) && edits[i].utterance == u && edits[i].piece == p; i++ {
			x := &edits[i]
			b.WriteString(fate.text[at:x.from])
			b.WriteString(x.text)
			if at = x.to; x.into > 0 {
				o.merged[v.number] = append(o.merged[v.number], merge{u, p, x.into - 1})
			}
			if !field.silent {
				o.write(&field, fate.text, x.from, x.to, x.text)
			}
		}
		b.WriteString(fate.text[at:])
		fate.text = b.String()
		fate.removed = strings.TrimSpace(fate.text) == ""
	}
	return changed
}
