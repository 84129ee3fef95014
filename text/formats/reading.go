package formats

import "io"

// Reading says how a file is to be read, where its name and its content do not say it. The zero value
// leaves all to them.
type Reading struct {
	Format Format // "": the one that name and content say
	// Encoding is the name of the encoding of files without a byte order mark; "": what is declared in them,
	// or UTF-8. They are written back in it.
	Encoding string
	// Map says where what is said is in a file of JSON, of lines of JSON or of CSV whose shape is not
	// known: see docs/formats.md, and CheckMap. "": the file is of a known format.
	Map string
	// Speakers says who speaks when, for files that have times and name no speakers; nil: nothing does.
	Speakers *SpeakerTurns

	head *tableHead // nil: all is read
}

// Read reads a file. The name is that of errors; only its extension counts. Errors about the content are
// *Error, or *transcript.TextError for plain text.
func (r Reading) Read(src, name string) (*File, error) {
	f, err := r.decodeFile(src, name)
	if err != nil {
		return nil, err
	}
	f.turns, f.how = r.Speakers, r
	if err := f.parse(r.Format, r.Map); err != nil {
		return nil, err
	}
	if r.Speakers != nil && f.Format == Text {
		return nil, f.errorLine(0, "this has no times, so that the turns of %s tell nothing about it", r.Speakers.name)
	}
	return f, nil
}

// Detect returns the format of a file. Its errors are those of Read.
func (r Reading) Detect(src, name string) (Format, error) {
	if r.Format != "" {
		return r.Format, nil
	}
	f, err := r.decodeFile(src, name)
	if err != nil {
		return "", err
	}
	if r.Map != "" {
		return f.mappedFormat(), nil
	}
	d, err := f.detect()
	if err != nil {
		return "", err
	}
	return d.format, nil
}

// IsText reports whether a file is plain text, and can be read as such. Unlike Detect, it reads no more of the file
// than its first lines; what cannot be read is none.
func (r Reading) IsText(src, name string) bool {
	if r.Speakers != nil {
		return false // it cannot be read
	}
	if r.Format != "" || r.Map != "" {
		return r.Format == Text && r.Map == ""
	}
	f, err := r.decodeFile(src, name)
	if err != nil {
		return false
	}
	d := f.sniff()
	return d != nil && d.format == Text && f.checkIsText() == nil
}

// Read reads a file of a format; "" is the one that its name and its content say: see [Reading.Read]. Bytes
// are copied, and may change afterwards; a string is not.
func Read[S ~string | ~[]byte](src S, name string, format Format) (*File, error) {
	return Reading{Format: format}.Read(string(src), name)
}

// ReadFrom is Read for all that r holds, with the bounds of [Reading.Source]. It does not close r.
func ReadFrom(r io.Reader, name string, format Format) (*File, error) {
	how := Reading{Format: format}
	src, err := how.Source(r, name)
	if err != nil {
		return nil, err
	}
	return how.Read(src, name)
}

// Detect returns the format of a file by its name and content. Its errors are those of
// Read.
func Detect[S ~string | ~[]byte](src S, name string) (Format, error) {
	return Reading{}.Detect(string(src), name)
}
