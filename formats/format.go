package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// Format is a form in which transcripts are kept.
type Format struct {
	Name       string   // as in --from
	Title      string   // for people
	Extensions []string // with the dot, in lower case; files that are written get the first

	looks func(text string) bool // whether text is of the form; nil where JSON decides
	read  func(f *File) error
	write func(b *strings.Builder, s *Script) error
}

// The forms.
var (
	Text       = &Format{Name: "text", Title: "plain text, with or without speakers", Extensions: []string{".txt", ".text"}}
	SRT        = &Format{Name: "srt", Title: "SubRip subtitles", Extensions: []string{".srt"}}
	VTT        = &Format{Name: "vtt", Title: "WebVTT subtitles", Extensions: []string{".vtt"}}
	Whisper    = &Format{Name: "whisper", Title: "Whisper and WhisperX JSON", Extensions: []string{".json"}}
	WhisperCPP = &Format{Name: "whisper.cpp", Title: "whisper.cpp JSON", Extensions: []string{".json"}}
	Deepgram   = &Format{Name: "deepgram", Title: "Deepgram JSON", Extensions: []string{".json"}}
	AssemblyAI = &Format{Name: "assemblyai", Title: "AssemblyAI JSON", Extensions: []string{".json"}}
	AWS        = &Format{Name: "aws", Title: "AWS Transcribe JSON", Extensions: []string{".json"}}
	Google     = &Format{Name: "google", Title: "Google Speech-to-Text JSON", Extensions: []string{".json"}}
	CTM        = &Format{Name: "ctm", Title: "NIST CTM", Extensions: []string{".ctm"}}
	STM        = &Format{Name: "stm", Title: "NIST STM", Extensions: []string{".stm"}}
	TextGrid   = &Format{Name: "textgrid", Title: "Praat TextGrid", Extensions: []string{".textgrid"}}
	EAF        = &Format{Name: "eaf", Title: "ELAN annotations", Extensions: []string{".eaf"}}
	CHAT       = &Format{Name: "chat", Title: "CHAT transcripts", Extensions: []string{".cha"}}
	JSONL      = &Format{Name: "jsonl", Title: "JSON lines of tidytalk", Extensions: []string{".jsonl", ".ndjson"}}
)

// All lists the forms.
func All() []*Format {
	return []*Format{Text, SRT, VTT, Whisper, WhisperCPP, Deepgram, AssemblyAI, AWS, Google, CTM, STM, TextGrid, EAF, CHAT, JSONL}
}

func init() {
	set := func(f *Format, looks func(string) bool, read func(*File) error, write func(*strings.Builder, *Script) error) {
		f.looks, f.read, f.write = looks, read, write
	}
	set(Text, nil, readText, writeText)
	set(SRT, looksSRT, readSRT, writeSRT)
	set(VTT, looksVTT, readVTT, writeVTT)
	set(Whisper, nil, readWhisper, writeWhisper)
	set(WhisperCPP, nil, readWhisperCPP, writeWhisperCPP)
	set(Deepgram, nil, readDeepgram, writeDeepgram)
	set(AssemblyAI, nil, readAssemblyAI, writeAssemblyAI)
	set(AWS, nil, readAWS, writeAWS)
	set(Google, nil, readGoogle, writeGoogle)
	set(CTM, looksCTM, readCTM, writeCTM)
	set(STM, looksSTM, readSTM, writeSTM)
	set(TextGrid, looksTextGrid, readTextGrid, writeTextGrid)
	set(EAF, looksEAF, readEAF, writeEAF)
	set(CHAT, looksCHAT, readCHAT, writeCHAT)
	set(JSONL, looksJSONL, readJSONL, writeJSONL)
}

// isJSON reports whether files of the form are one JSON value.
func (f *Format) isJSON() bool { return f.Extensions[0] == ".json" }

// Names returns the names of all forms.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}

// ByName returns the form of a name.
func ByName(name string) (*Format, error) {
	for _, f := range All() {
		if f.Name == strings.ToLower(name) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Names(), ", "))
}

// ByExtension returns the form of a file name, or nil where its extension is none of
// one form alone.
func ByExtension(name string) *Format {
	if of := byExtension(name); len(of) == 1 {
		return of[0]
	}
	return nil
}

// Known reports whether the extension of a file name is that of some form.
func Known(name string) bool { return len(byExtension(name)) > 0 }

func byExtension(name string) []*Format {
	var of []*Format
	extension := strings.ToLower(filepath.Ext(name))
	for _, f := range All() {
		if slices.Contains(f.Extensions, extension) {
			of = append(of, f)
		}
	}
	return of
}

// MaxSize is the size, in bytes, of the largest file of a form other than plain text
// that is read: some thousand hours of speech.
const MaxSize = 128 << 20

// ErrFormat is wrapped by the errors of Read that are about the content of a file.
var ErrFormat = errors.New("not a transcript of this form")

// Error says where a file is not of its form. It wraps ErrFormat.
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

// Warning is something odd in a file that does not keep it from being cleaned.
type Warning struct {
	Line int
	Text string
}

// File is a transcript that was read.
type File struct {
	Name     string
	Format   *Format
	Document *transcript.Document // what is said, to be cleaned
	Warnings []Warning

	original string  // as read
	text     string  // in UTF-8
	coding   coding  // of original
	root     *node   // of forms that are JSON
	views    []*view // the first is that of Document; none for plain text
	// finish adds what the form does about words that went: cues that go, elements of
	// lists, numbers.
	finish   func(o *outcome)
	newlines []int // offsets of line ends in text, for positions
}

// Read reads a file of a form, by default the one that its name and its content say.
// Errors about its content are *Error, or *transcript.TextError for plain text.
func Read(src, name string, format *Format) (*File, error) {
	f := &File{Name: name, Format: format, original: src}
	var err error
	if f.text, f.coding, err = decode(src, name); err != nil {
		return nil, err
	}
	if f.Format == nil {
		if f.Format, err = f.detect(); err != nil {
			return nil, err
		}
	}
	if f.Format == Text {
		if err := readText(f); err != nil {
			return nil, err
		}
		f.position(0) // which makes what others ask for later
		return f, nil
	}
	if len(src) > MaxSize {
		return nil, fmt.Errorf("%s has more than %d MiB: cut it into parts", name, MaxSize>>20)
	}
	if err := f.checkText(); err != nil {
		return nil, err
	}
	if f.Format.isJSON() && f.root == nil {
		if f.root, err = parseJSON(f); err != nil {
			return nil, err
		}
	}
	if err := f.Format.read(f); err != nil {
		return nil, err
	}
	f.root = nil
	f.build()
	f.position(0) // which makes what others ask for later
	return f, nil
}

// Detect returns the form of a file by its name and content.
func Detect(src, name string) (*Format, error) {
	f := &File{Name: name, original: src}
	var err error
	if f.text, f.coding, err = decode(src, name); err != nil {
		return nil, err
	}
	return f.detect()
}

// IsText reports whether a file is plain text, by its name and content.
func IsText(src, name string) (bool, error) {
	f := &File{Name: name, original: src}
	var err error
	if f.text, f.coding, err = decode(src, name); err != nil {
		return false, err
	}
	return f.looks() == Text, nil
}

// detect finds the form. The extension decides where it is that of one form; plain text
// may turn out to be another one.
func (f *File) detect() (*Format, error) {
	if format := f.looks(); format != nil {
		return format, nil
	}
	var err error
	if f.root, err = parseJSON(f); err != nil {
		return nil, err
	}
	return f.detectJSON()
}

// looks returns the form that a file is of by its name and its first lines, nil where it
// is JSON, of which the members decide.
func (f *File) looks() *Format {
	if format := ByExtension(f.Name); format != nil && format != Text {
		return format
	}
	text := strings.TrimPrefix(f.text, "\ufeff")
	isJSON := len(byExtension(f.Name)) > 1
	for _, format := range All() {
		if format == JSONL && isJSON && len(headLines(text, 2)) == 1 {
			continue // one value
		}
		if format.looks != nil && format.looks(text) {
			return format
		}
	}
	start := strings.TrimLeft(text, " \t\r\n")
	if !isJSON && (!strings.HasPrefix(start, "{") && !strings.HasPrefix(start, "[") || !looksJSON(start)) {
		return Text
	}
	return nil
}

// errorAt returns an error about an offset into the text.
func (f *File) errorAt(offset int, format string, args ...any) error {
	line, column := f.position(offset)
	return &Error{f.Name, line, column, fmt.Sprintf(format, args...)}
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
		f.newlines = []int{-1}
		for i := 0; i < len(f.text); i++ {
			n := strings.IndexByte(f.text[i:], '\n')
			if n < 0 {
				break
			}
			i += n
			f.newlines = append(f.newlines, i)
		}
	}
	line, _ = slices.BinarySearch(f.newlines, offset)
	return line, offset - f.newlines[line-1]
}
