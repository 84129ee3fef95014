package formats

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// MaxSize is the size, in bytes, of the largest file of a format other than plain text
// that is read: some thousand hours of speech.
const MaxSize = 128 << 20

// ErrFormat is wrapped by the errors of Read that are about the content of a file.
var ErrFormat = errors.New("not a transcript of this format")

// ErrUnknown is wrapped, beside ErrFormat, by the errors about JSON and tables of which no names say what is in them: they may hold
// a transcript of another shape, or none.
var ErrUnknown = errors.New("of no shape that is known")

// Error says where a file is not of its format. It wraps ErrFormat.
type Error struct {
	Name         string
	Line, Column int // from 1; the column in bytes; 0: all of the line
	Reason       string
}

func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Reason)
}

// Unwrap returns ErrFormat.
func (e *Error) Unwrap() error { return ErrFormat }

// shapeError is an Error that wraps ErrUnknown, too.
type shapeError struct{ at *Error }

func (e shapeError) Error() string { return e.at.Error() }

// Unwrap returns the Error, and ErrUnknown.
func (e shapeError) Unwrap() []error { return []error{e.at, ErrUnknown} }

// Warning is something odd in a file that does not keep it from being cleaned.
type Warning struct {
	Line int // from 1
	Text string
}

// File is a transcript that was read. It does not change, and may be shared between
// goroutines.
type File struct {
	Name     string
	Format   Format
	Document *transcript.Document // what is said, to be cleaned
	Warnings []Warning

	declared *declaration             // of Format
	odd      []oddPlace               // times that cannot be right
	original string                   // as read
	text     string                   // in UTF-8
	coding   *coding                  // of original, or of the body of a document
	docx     *docx                    // the document that text is the body of; nil for other formats
	bareCR   bool                     // lines of original end in CR alone; in text they end in LF
	book     *workbook                // that text stands for; nil for other formats
	stl      *ebuSTL                  // the file that text stands for; nil for other formats
	scc      *scc                     // the same
	pack     func(text string) string // makes the file of text, where that only stands for it; nil: it is the file
	root     *node                    // of formats that are JSON, while they are read
	json     *jsonTree                // nil where there is no JSON
	staying  []part                   // of JSON, while it is read; see keeps
	maps     []mapping                // as Reading.Map has them, while it is read
	service  bool                     // they are those of a service, and nobody has said so
	messages bool                     // these are messages
	escaped  bool                     // with references in their texts
	table    *mapTable                // of a table, while it is read
	// uncovered says that copies may stay as they are: they are looked for.
	uncovered bool
	// following is what covers says; apart is the number of the first utterance that says the same again as
	// those before it, as another transcript; 0: there is none.
	following []part
	apart     int
	wordLists []*wordList // while it is read
	// inside are the files within strings of it; nested is in how many others it is itself. hasTimesInside says that there are times in
	// such strings.
	inside         []*insideFile
	nested         int
	hasTimesInside bool
	views          []*view // the first is that of Document; none for plain text
	// finish adds what the format does about words that are removed: cues that go with them, elements of
	// lists, numbers.
	finish   func(o *outcome)
	newlines []int32       // offsets of line ends in text, for positions; -1 before the first
	turns    *SpeakerTurns // who speaks when, where the file does not say it; else nil
	language string        // as transcript.Document has it
	taken    map[int]Taken // by utterance of the first view
	// startsOnly says that the file has no ends of words, and that theirs are guessed.
	startsOnly bool
	// namesLanguage says that the file has named a language.
	namesLanguage bool
	how           Reading    // by which it was read
	head          *tableHead // as Reading has it
	reworked      *reworked  // by people; nil: it is as it was read
	shifted       *shifted   // nil: its times are as they were read
}

// decodeFile returns a file of which nothing is known but its characters.
func (r Reading) decodeFile(src, name string) (*File, error) {
	f := &File{Name: name, original: src, head: r.head}
	if err := f.openSTL(); err != nil {
		return nil, err
	}
	if f.stl != nil {
		return f, nil
	}
	if err := f.openDocx(); err != nil {
		return nil, err
	}
	if f.docx != nil {
		var err error
		if src, err = f.docx.text(name); err != nil {
			return nil, err
		}
	}
	var err error
	if f.text, f.coding, err = r.decode(src, name); err != nil {
		return nil, err
	}
	if f.bareCR = strings.IndexByte(f.text, '\n') < 0 && strings.IndexByte(f.text, '\r') >= 0; f.bareCR {
		f.text = strings.ReplaceAll(f.text, "\r", "\n")
	}
	if f.coding == windows1252 && r.Encoding == "" {
		f.warn(max(0, strings.IndexFunc(f.text, func(c rune) bool { return c >= utf8.RuneSelf })), "this is not UTF-8: by its bytes it is taken for windows-1252, and is written so; --encoding says otherwise")
	}
	return f, nil
}

// written returns text of the file in its line ends and its coding, in its document.
func (f *File) written(text string) string {
	if f.pack != nil {
		text = f.pack(text)
	}
	return f.encoded(text)
}

// encoded is written for what is the text of the file itself.
func (f *File) encoded(text string) string {
	if f.bareCR {
		text = strings.ReplaceAll(text, "\n", "\r")
	}
	if f.stl != nil {
		return text
	}
	text = encode(f.coding, text)
	if f.docx != nil {
		return f.docx.pack(text)
	}
	return text
}

// stand puts a text in place of that of a file that is none, or hardly one, and a function that makes the file
// of that text.
func (f *File) stand(text string, pack func(text string) string) {
	f.text, f.pack, f.newlines = text, pack, nil
}

// openDocx opens a file that is a Word document, or an OpenDocument text; one that is not is left alone.
func (f *File) openDocx() (err error) {
	if !IsZip(f.original) {
		return nil
	}
	f.docx, err = openDocx(f.original)
	switch {
	case errors.Is(err, ErrTooLarge):
		return fmt.Errorf("%s: %w", f.Name, err)
	case err != nil && ByExtension(f.Name).InArchives():
		return damagedDocx(f.Name, err)
	}
	return nil
}

// parse finds out what is said in the file.
func (f *File) parse(format Format, maps string) (err error) {
	if maps != "" {
		f.declared, err = f.detectMapped(format, maps)
	} else if format == "" {
		f.declared, err = f.detect()
	} else if f.declared = format.declared(); f.declared == nil {
		err = unknownFormat(string(format))
	}
	if err != nil {
		return err
	}
	return f.parseAs(f.declared)
}

// parseAs is parse for a format that is known.
func (f *File) parseAs(d *declaration) (err error) {
	f.declared = d
	if f.docx != nil && f.declared.format != f.docx.format {
		return &Error{f.Name, 1, 1, fmt.Sprintf("this is a document of the format %s, not %s", f.docx.format, f.declared.format)}
	}
	if f.stl != nil && f.declared.format != EBUSTL {
		return &Error{f.Name, 1, 1, fmt.Sprintf("this is a file of subtitles of the format %s, not %s", EBUSTL, f.declared.format)}
	}
	if f.Format = f.declared.format; f.Format == Text {
		err = readText(f) // which checks it, too; it may be of any size
	} else {
		err = f.parseMarkup()
	}
	if err == nil {
		f.position(0) // which makes what others ask for later
	}
	return err
}

// parseMarkup is parse for what is no plain text.
func (f *File) parseMarkup() (err error) {
	if len(f.original) > MaxSize {
		return tooLarge(f.Name, MaxSize)
	}
	if strings.Count(f.text, "\n") > mostLines {
		return tooMuch(f.Name, "more than %d lines", mostLines)
	}
	if err := f.checkText(); err != nil {
		return err
	}
	if f.declared.members != nil && !f.declared.values && f.root == nil {
		if f.root, err = parseJSON(f); err != nil {
			return err
		}
	}
	if f.maps == nil && f.Format == List {
		f.detectService([]*node{f.root}, !listMembers(f.root))
	} else if f.maps == nil && f.Format == JSONL {
		f.detectServiceLines()
	}
	if f.maps != nil {
		err = f.readByMap()
	} else {
		err = f.declared.read(f)
	}
	if err != nil {
		return err
	}
	if f.maps == nil {
		f.followSubtitles()
		if err := f.openInside(); err != nil {
			return err
		}
	}
	if err := f.json.finish(); err != nil {
		return err
	}
	if f.json != nil && !f.inLists() {
		f.checkOrder()
	}
	f.root = nil
	if err = f.build(); err != nil {
		return err
	}
	if err = f.followInside(); err != nil {
		return err
	}
	if f.maps != nil {
		err = f.checkFollows()
	}
	switch {
	case err != nil || f.uncovered:
	case f.table != nil:
		err = f.checkCoveredTable()
	case f.json != nil:
		err = f.checkCovered()
	case f.Format == Page:
		err = f.checkCoveredPage()
	}
	f.staying, f.maps, f.table = nil, nil, nil
	f.following, f.wordLists = nil, nil
	return err
}

// errorAt returns an error about an offset into the text.
func (f *File) errorAt(offset int, format string, args ...any) error {
	line, column := f.position(offset)
	return &Error{f.Name, line, column, fmt.Sprintf(format, args...)}
}

// unknown is errorLine for what wraps ErrUnknown.
func (f *File) unknown(offset int, format string, args ...any) error {
	line, _ := f.position(offset)
	return shapeError{&Error{f.Name, line, 0, fmt.Sprintf(format, args...)}}
}

// errorLine returns an error about the line of an offset.
func (f *File) errorLine(offset int, format string, args ...any) error {
	line, _ := f.position(offset)
	return &Error{f.Name, line, 0, fmt.Sprintf(format, args...)}
}

// warn takes down a warning about an offset.
func (f *File) warn(offset int, format string, args ...any) {
	line, _ := f.position(offset)
	f.Warnings = append(f.Warnings, Warning{line, fmt.Sprintf(format, args...)})
}

// position returns line and column of an offset into the text.
func (f *File) position(offset int) (line, column int) {
	if f.newlines == nil {
		f.newlines = make([]int32, 1, 1+strings.Count(f.text, "\n"))
		f.newlines[0] = -1
		for i := 0; i < len(f.text); i++ {
			n := strings.IndexByte(f.text[i:], '\n')
			if n < 0 {
				break
			}
			i += n
			f.newlines = append(f.newlines, int32(i))
		}
	}
	line, _ = slices.BinarySearchFunc(f.newlines, offset, func(at int32, offset int) int { return cmp.Compare(int(at), offset) })
	if f.book != nil {
		return f.book.place(f, line, offset)
	}
	return line, offset - int(f.newlines[line-1])
}
