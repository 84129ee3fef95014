package formats

import (
	"slices"
	"sort"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// view is one place of the file where what was said stands, as utterances in the order
// of the file.
type view struct {
	utterances []transcript.Utterance
	slotsOf           // of each piece
	number     int    // in File.views
	bare       bool   // words only: no punctuation and no case are restored
	spelled    bool   // numbers are words, by the rules of the format
	draft      bool   // what was recognised before it was final
	times      bool   // the first view takes times from this one
	of         []span // the utterances of the first view that each one repeats; nil: to be found
	// doc is the document of the first view. Those of the others are as large, so that they
	// are made when they are needed: see document.
	doc     *transcript.Document
	placeOf []int32  // of the first view's pieces, in the order of slots: their places in doc.Pieces
	repeats []repeat // all that the utterances say, where they say lines of the first view; nil: see to
	to      []int32  // token of the first view's document for each of doc's; -1: none. nil: the same
	same    []int32  // line of the first view's document that says just what each line of doc says; -1: none. nil: all
}

// newView adds a view of the file.
func (f *File) newView() *view {
	v := &view{number: len(f.views), bare: f.declared.bareWords, spelled: f.declared.spelled}
	f.views = append(f.views, v)
	return v
}

// add adds an utterance whose pieces are the fields, with the times and confidences
// given in pieces, whose texts are filled in.
func (v *view) add(u transcript.Utterance, fields []*field) int {
	v.begin()
	for i, f := range fields {
		if v.put(f); f != nil {
			u.Pieces[i].Text = f.text
		}
	}
	v.utterances = append(v.utterances, u)
	return len(v.utterances) - 1
}

// addText adds an utterance of a single field.
func (v *view) addText(speaker string, time transcript.Interval, f *field) int {
	return v.add(transcript.Utterance{Speaker: speaker, Time: time, Pieces: []transcript.Piece{{}}}, []*field{f})
}

// document returns the document of a view.
func (v *view) document(f *File) *transcript.Document {
	if v.doc != nil {
		return v.doc
	}
	return transcript.Build(f.Name, v.utterances)
}

// setDocument takes a document as that of the view, which is the first. It holds all that
// was said of the pieces.
func (v *view) setDocument(doc *transcript.Document) {
	v.doc = doc
	v.placeOf = make([]int32, len(v.slots))
	for i := range doc.Pieces {
		p := &doc.Pieces[i]
		v.placeOf[int(v.first[p.Utterance])+p.Piece] = int32(i)
	}
	for u := range v.utterances {
		v.utterances[u].Pieces = nil
	}
}

// firstDocument makes the document of the first view.
func (f *File) firstDocument(v *view) (*transcript.Document, error) {
	if f.turns == nil {
		return transcript.Build(f.Name, v.utterances), nil
	}
	utterances, where, err := f.withSpeakers(v)
	if err != nil {
		return nil, err
	}
	doc := transcript.Build(f.Name, utterances)
	for i := range doc.Pieces {
		p := &doc.Pieces[i]
		at := where[p.Utterance]
		p.Utterance, p.Piece = at.Utterance, at.Piece+p.Piece
	}
	for i := range doc.Lines {
		doc.Lines[i].Utterance = where[doc.Lines[i].Utterance].Utterance
	}
	return doc, nil
}

// build makes the documents of the views, and the word for word relation of the others
// to the first.
func (f *File) build() error {
	var first *index
	for i, v := range f.views {
		if i == 0 {
			doc, err := f.firstDocument(v)
			if err != nil {
				return err
			}
			v.setDocument(doc)
			f.Document = doc
			f.Document.Language = f.language
			continue
		}
		if first == nil {
			first = newIndex(f.Document)
		}
		if v.repeats = first.repeats(v); v.repeats != nil {
			continue
		}
		doc := transcript.Build(f.Name, v.utterances)
		words, _, speakers := entries(doc)
		v.to = first.align(v, doc, words, speakers)
		if err := f.checkComplete(v, doc, words); err != nil {
			return err
		}
		if v.findSame(doc, f.Document); v.times {
			f.takeTimes(v, doc)
		}
	}
	return nil
}

// findSame finds the lines that are those of the first view to the letter: they become
// the same, punctuation and all.
func (v *view) findSame(doc, first *transcript.Document) {
	lines := make([]int32, len(first.Words))
	for i := range first.Lines {
		for w := first.Lines[i].Words.Start; w < first.Lines[i].Words.End; w++ {
			lines[w] = int32(i)
		}
	}
	v.same = make([]int32, len(doc.Lines))
	for i := range doc.Lines {
		l := &doc.Lines[i]
		v.same[i] = -1
		if l.Words.Len() == 0 || v.bare {
			continue
		}
		if t := doc.Words[l.Words.Start].Tokens; t.Len() > 0 && v.to[t.Start] >= 0 {
			k := lines[first.Tokens[v.to[t.Start]].Word]
			if o := &first.Lines[k]; first.Source[o.Text:o.End] == doc.Source[l.Text:l.End] {
				v.same[i] = k
			}
		}
	}
}

// changes returns what an edit does to a view of which mine is the document. first is what
// it does to the first one, of which doc is.
func (v *view) changes(e *transcript.Edit, mine *transcript.Document, first []transcript.Change, doc *transcript.Document) []transcript.Change {
	own := e.Changes()
	if v.same == nil {
		return own
	}
	var out []transcript.Change
	for i := range mine.Lines {
		l := &mine.Lines[i]
		n := 0
		for n < len(own) && own[n].Start < l.Bytes.End {
			n++
		}
		if v.same[i] < 0 {
			out = append(out, own[:n]...)
		} else {
			o := &doc.Lines[v.same[i]]
			k := sort.Search(len(first), func(k int) bool { return first[k].Start >= o.Bytes.Start })
			for ; k < len(first) && first[k].Start < o.Bytes.End; k++ {
				c := first[k]
				c.Start, c.End = c.Start-o.Bytes.Start+l.Bytes.Start, c.End-o.Bytes.Start+l.Bytes.Start
				out = append(out, c)
			}
		}
		own = own[n:]
	}
	return out
}

// takeTimes gives the words of the document the times they have in a view.
func (f *File) takeTimes(v *view, doc *transcript.Document) {
	var last *transcript.Word
	for i := range doc.Words {
		w := &doc.Words[i]
		if w.Tokens.Len() == 0 || v.to[w.Tokens.Start] < 0 {
			continue
		}
		own := &f.Document.Words[f.Document.Tokens[v.to[w.Tokens.Start]].Word]
		if own == last { // several words there are this one
			own.Time.End = max(own.Time.End, w.Time.End)
			continue
		}
		own.Time, own.Confidence = w.Time, w.Confidence
		last = own
	}
	for i := range f.Document.Lines {
		if l := &f.Document.Lines[i]; !l.Time.Known {
			l.Time = timeOfWords(f.Document.Words[l.Words.Start:l.Words.End])
		}
	}
}

// timeOfWords returns the time from the first word that has one to the last.
func timeOfWords(words []transcript.Word) (t transcript.Interval) {
	for i := range words {
		switch w := &words[i].Time; {
		case !w.Known:
		case !t.Known:
			t = *w
		default:
			t.End = max(t.End, w.End)
		}
	}
	return t
}

// Plan is what becomes of a File: the decisions about the words of its Document, and how
// it is rewritten by them. The zero value, and nil, leave all as it is.
type Plan struct {
	Decisions []data.Decision // one for each token; nil: nothing is decided
	transcript.Rewriting
	// KeepEmpty keeps cues, segments and lines all of whose words are removed.
	KeepEmpty bool
	// Revisions shows what changes in a Word document as revisions, which an editor takes or leaves one by one.
	Revisions bool
	// Comments are what Word documents and pages show beside the words. Those that CheckComment refuses are left out.
	Comments []Comment
}

// Edit returns the edit of the document.
func (p *Plan) Edit(doc *transcript.Document) *transcript.Edit {
	if p == nil {
		p = new(Plan)
	}
	return doc.Edit(p.Decisions, p.Rewriting)
}

// edit returns the edit of a view of which doc is the document. It decides about each word
// as about the one of the first view, of which first is the edit; nil: this is the first.
func (v *view) edit(p *Plan, doc *transcript.Document, first *transcript.Edit) *transcript.Edit {
	own := *p
	if v.bare {
		own.Rewriting = p.AsWritten()
		own.Plain = true
	}
	if v.spelled {
		own.Numbers = transcript.NumberWords
	}
	like := v.to
	if first == nil || like == nil {
		return own.Edit(doc)
	}
	if p.Decisions != nil {
		// A word that the first view does not have is left with those beside it.
		left := false
		if t := slices.IndexFunc(like, func(from int32) bool { return from >= 0 }); t >= 0 {
			left = p.Decisions[like[t]].Left
		}
		like = slices.Clone(like)
		for t, from := range like {
			if from >= 0 {
				left = p.Decisions[from].Left
			} else if left {
				like[t] = transcript.LikeLeft
			}
		}
	}
	return doc.EditLike(first, like, own.Rewriting)
}
