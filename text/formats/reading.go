package formats

import "io"

// Reading says how a file is to be read, where its name and its content do not say it. The zero value
// leaves all to them.
type Reading struct {
	Format Format // "": the one that name and content say
}

// Read reads a file. The name is that of errors; only its extension counts. Errors about the content are
// *Error, or *transcript.TextError for plain text.
func (r Reading) Read(src, name string) (*File, error) {
	f, err := decodeFile(src, name)
	if err != nil {
		return nil, err
	}
	if err := f.parse(r.Format); err != nil {
		return nil, err
	}
	return f, nil
}

// Detect returns the format of a file. Its errors are those of Read.
func (r Reading) Detect(src, name string) (Format, error) {
	if r.Format != "" {
		return r.Format, nil
	}
	f, err := decodeFile(src, name)
	if err != nil {
		return "", err
	}
	d, err := f.detect()
	if err != nil {
		return "", err
	}
	return d.format, nil
}

// IsText reports whether a file is plain text. Unlike Detect, it reads no more of the file
// than its first lines; what cannot be read is none.
func (r Reading) IsText(src, name string) bool {
	if r.Format != "" {
		return r.Format == Text
	}
	f, err := decodeFile(src, name)
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
