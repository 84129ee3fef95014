package formats

import (
	"slices"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// docxBoxes are the text boxes of a Word document. New ones are there twice: as a drawing, which is the
// choice of programs that know those (mc:Choice), and as older programs have it (mc:Fallback).
type docxBoxes struct {
	all        []docxBox
	open       []docxOpenBox
	alternates []int // how many branches each one has
	of         []int // the alternates that are open
}

// docxBox is a text box.
type docxBox struct {
	lines     span // in docxReader.lines
	at        int  // where it starts in the file
	alternate int  // it is of one of these; -1: of none, and there once
	branch    int  // of that
	copied    int  // the box that says the same and is there in place of this one; -1: there is none
}

// docxOpenBox is a text box that is not read to its end, and what is around it.
type docxOpenBox struct {
	box    int
	around docxPlace
}

// docxBoxElement is what a text box is in.
const docxBoxElement = "txbxContent"

// startBox notes that a text box starts, or several ways to show one, and reports whether that is all there is
// to an element.
func (r *docxReader) startBox(name string) bool {
	b := &r.boxes
	switch name {
	case "AlternateContent":
		b.of = append(b.of, len(b.alternates))
		b.alternates = append(b.alternates, 0)
	case "Choice", "Fallback":
		if n := len(b.of); n > 0 {
			b.alternates[b.of[n-1]]++
		}
	case docxBoxElement:
		box := docxBox{lines: span{from: len(r.lines)}, at: r.from, alternate: -1, copied: -1}
		if n := len(b.of); n > 0 {
			box.alternate = b.of[n-1]
			box.branch = b.alternates[box.alternate]
		}
		inside := docxPlace{paragraph: -1}
		if len(b.open) > 0 || r.skip > r.fallbacks { // no program makes boxes in boxes
			inside.skip = 1
		}
		b.open = append(b.open, docxOpenBox{len(b.all), r.docxPlace})
		b.all = append(b.all, box)
		r.docxPlace = inside
	default:
		return false
	}
	return true
}

// endBox is startBox for the end of an element.
func (r *docxReader) endBox(name string) {
	b := &r.boxes
	switch name {
	case "AlternateContent":
		b.of = b.of[:len(b.of)-1]
	case docxBoxElement:
		last := b.open[len(b.open)-1]
		b.all[last.box].lines.to = len(r.lines)
		b.open, r.docxPlace = b.open[:len(b.open)-1], last.around
	}
}

// readBoxes takes out the texts of the lines of text boxes that are not read, and of those that say the same
// as others. A box is read if it has speech of the transcript in it: a line that says who speaks, as those outside
// do, or two that name somebody; or if nothing is said outside. What else is in boxes, captions and letterheads,
// is left alone, and so are two that stand for one another and differ.
func (r *docxReader) readBoxes(texts []string) {
	if len(r.boxes.all) == 0 {
		return
	}
	outside := slices.Clone(texts)
	for i := range r.boxes.all {
		clear(outside[r.boxes.all[i].lines.from:r.boxes.all[i].lines.to])
	}
	style, sure, _ := stylesIn(outside)
	known := transcript.SpeakersOf(slices.Values(outside))
	speakers := make(map[string]bool)
	for _, text := range outside {
		if name, n := known.Label(text); name != "" && namesSpeaker(name) && n < len(text) {
			speakers[name] = true
		}
	}
	empty := firstFull(outside) < 0
	for i := range r.boxes.all {
		b := &r.boxes.all[i]
		own := texts[b.lines.from:b.lines.to]
		named, headers := 0, 0
		for k, text := range own {
			if sure && style.header(own, k).style != noHeader {
				headers++
			}
			if name, n := known.Label(text); name != "" && namesSpeaker(name) && n < len(text) {
				if named++; speakers[name] {
					named++
				}
			}
		}
		said := empty || headers > 0 || named > 1
		if said && b.alternate >= 0 {
			if b.copied, said = r.alternative(b, texts); !said {
				r.f.warn(b.at, "a text box is there in two ways that say different things: both are left as they are")
			}
		}
		if said && b.copied < 0 {
			copy(outside[b.lines.from:b.lines.to], own)
		}
	}
	copy(texts, outside)
}

// alternative returns the box that one is a copy of, -1 if it is the first of them, and whether they say the
// same in all branches of their alternates.
func (r *docxReader) alternative(b *docxBox, texts []string) (of int, same bool) {
	branches := make([][]int, 1+r.boxes.alternates[b.alternate])
	place := 0 // of b in its branch
	for i := range r.boxes.all {
		if x := &r.boxes.all[i]; x.alternate == b.alternate {
			if x == b {
				place = len(branches[x.branch])
			}
			branches[x.branch] = append(branches[x.branch], i)
		}
	}
	of = -1
	for k, boxes := range branches[1:] {
		if place >= len(boxes) {
			return -1, false
		}
		x := &r.boxes.all[boxes[place]]
		if !slices.Equal(texts[x.lines.from:x.lines.to], texts[b.lines.from:b.lines.to]) {
			return -1, false
		}
		if k == 0 && x != b {
			of = boxes[place]
		}
	}
	return of, true
}

// addCopies adds a view of the boxes that say what others do. utterances are those of the lines, which start at
// offsets.
func (r *docxReader) addCopies(first *view, utterances, offsets []int) {
	var v *view
	for i := range r.boxes.all {
		b := &r.boxes.all[i]
		if b.copied < 0 {
			continue
		}
		from := r.boxes.all[b.copied].lines.from
		for k := range b.lines.to - b.lines.from {
			u := utterances[from+k]
			if u < 0 {
				continue
			}
			if v == nil {
				v = r.f.newView()
			}
			pieces, fields := r.lines[b.lines.from+k].from(offsets[from+k])
			said := first.utterances[u]
			said.Pieces = pieces
			v.add(said, fields)
			v.of = append(v.of, span{u, u + 1})
		}
	}
}
