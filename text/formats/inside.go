package formats

import (
	"cmp"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// insideFile is a file that stands in a string of JSON beside the words that it is made of, as services deliver documents,
// pages and JSON of another shape: in base64, or as it is. Each of its words becomes what becomes of the same word there.
type insideFile struct {
	member, kind string // how the string is called, and what it holds, for messages
	content      *node
	encoded      bool
	text         *field // the string
	file         *File
}

// insideTimes is how much larger than the file that it is in, or than leastInside, a document within may be when it is unpacked.
const (
	insideTimes = 4
	leastInside = 4 << 20
)

// holdsFile says that a string holds a file that says what is said once more.
func (f *File) holdsFile(x insideFile) {
	f.covers(x.content)
	f.inside = append(f.inside, &x)
}

// openInside reads the files within the file.
func (f *File) openInside() error {
	for _, x := range f.inside {
		if err := x.open(f); err != nil {
			return f.cannotFollow(x.content, x.member, x.kind, err)
		}
		f.hasTimesInside = true
	}
	return nil
}

// cannotFollow is the error about a string that says what is said once more, and is not cleaned with the rest. why may be nil.
func (f *File) cannotFollow(content *node, member, kind string, why error) error {
	reason := ""
	var bad *Error
	switch {
	case errors.As(why, &bad):
		reason = " (" + bad.Reason + ")"
	case why != nil:
		reason = " (" + why.Error() + ")"
	}
	return f.errorLine(content.from, "%q holds what is said once more, as %s, which is not cleaned%s: ask for the transcript without it, or take it out, and write that format from the clean one", member, cmp.Or(kind, "a file"), reason)
}

var (
	errInside     = errors.New("it is no page, Word document or JSON")
	errInsideDeep = errors.New("it is in a file that is within another one itself")
	errInsideSize = errors.New("it is too large when it is unpacked")
	errInsideOdd  = errors.New("what is said is not found in it")
)

// open reads the file in the string.
func (x *insideFile) open(f *File) error {
	x.text = x.content.field(f.text)
	data := x.text.text
	if x.encoded {
		data = string(base64In(data))
	}
	g, err := Reading{}.decodeFile(data, f.Name)
	if err != nil {
		return err
	}
	if g.nested = f.nested + 1; g.nested > 1 {
		return errInsideDeep
	}
	d := &htmlDeclaration
	switch start := strings.TrimLeft(g.text, " \t\r\n"); {
	case g.docx != nil:
		if g.docx.size() > uint64(max(leastInside, insideTimes*len(f.text))) {
			return errInsideSize
		}
		d = g.docx.format.declared()
	case strings.HasPrefix(start, "{"), strings.HasPrefix(start, "["):
		if d, err = g.detect(); err != nil {
			return err
		}
	case !strings.HasPrefix(start, "<"):
		return errInside
	}
	if err := g.parseAs(d); err != nil {
		return err
	}
	if len(g.views) == 0 {
		return errInsideOdd
	}
	x.file = g
	return nil
}

// followInside finds the words of the files within the file among those of the file itself.
func (f *File) followInside() error {
	var own *index
	for _, x := range f.inside {
		if own == nil {
			own = newIndex(f.Document)
		}
		g := x.file
		v := g.views[0]
		if len(g.Document.Words) == 0 && len(own.order) > 0 { // where nothing is said at all, nothing is to be found
			return f.cannotFollow(x.content, x.member, x.kind, errInsideOdd)
		}
		words, _, speakers := entries(g.Document)
		v.to = own.align(v, g.Document, words, speakers)
		if _, word, lacks := v.lacking(g.Document, words); lacks {
			if word != "" {
				word = ", at \"" + word + "\","
			}
			return f.cannotFollow(x.content, x.member, x.kind, errors.New("a part of it"+word+" is not in the list of words"))
		}
		v.findSame(g.Document, f.Document)
	}
	return nil
}

// splices returns what a decision does to the string, of which edit and changes are what it does to the document of the
// file around it.
func (x *insideFile) splices(d *Plan, edit *transcript.Edit, changes []transcript.Change, doc *transcript.Document) []splice {
	g := x.file
	found := g.splicesLike(d, edit, changes, doc)
	if len(found) == 0 {
		return nil
	}
	if !x.encoded && g.text == x.text.text {
		for i, s := range found {
			found[i] = splice{span{x.text.at(s.from), x.text.at(s.to)}, quoteJSON(s.text)}
		}
		return found
	}
	whole := g.written(apply(g.text, found, func(_, new string) string { return new }, asIs))
	if x.encoded {
		whole = base64Like(x.text.text, whole)
	}
	return []splice{{x.text.raw, quoteJSON(whole)}}
}

// base64Like encodes bytes in the alphabet, and in lines, of something else that is encoded.
func base64Like(other, s string) string {
	to := base64.StdEncoding
	if strings.ContainsAny(other, "-_") {
		to = base64.URLEncoding
	}
	bare := strings.TrimRight(other, "\r\n")
	if letters := len(bare) - strings.Count(bare, "\n") - strings.Count(bare, "\r"); letters%4 != 0 {
		to = to.WithPadding(base64.NoPadding)
	}
	out := to.EncodeToString([]byte(s))
	line := strings.IndexAny(bare, "\r\n")
	if line > 0 {
		end := bare[line:]
		end = end[:len(end)-len(strings.TrimLeft(end, "\r\n"))]
		var lines []string
		for part := range slices.Chunk([]byte(out), line) {
			lines = append(lines, string(part))
		}
		out = strings.Join(lines, end)
	}
	return out + other[len(bare):]
}
