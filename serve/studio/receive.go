package studio

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"path"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Parts of a request that opens a transcript, where it has parts: multipart/form-data. Without them its body is the
// transcript.
const (
	partFile     = "file"
	partSpeakers = "speakers"   // who speaks when: RTTM
	partNames    = "vocabulary" // names as they are spelled, one a line
)

// mostTurns is the size, in bytes, of the largest RTTM that is taken: that of some hundred hours of talk.
const mostTurns = 8 << 20

// received is what a request that opens a transcript brings.
type received struct {
	src   string
	turns *turns           // nil: none
	names *vocabulary.List // nil: none
}

// turns is a file that says who speaks when.
type turns struct{ name, src string }

// receive reads the body of a request that opens a transcript: the transcript, or parts of which one is it.
func (s *Studio) receive(r *web.Request, how *formats.Reading, name string) (*received, error) {
	body := web.Limited(r, s.options.MaxBytes)
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "multipart/form-data" {
		src, err := how.Source(body, name)
		if err != nil {
			return nil, refused(err)
		}
		return &received{src: src}, nil
	}
	out, has := new(received), false
	for parts := multipart.NewReader(body, parameters["boundary"]); ; {
		part, err := parts.NextRawPart()
		switch {
		case errors.Is(err, io.EOF) && !has:
			return nil, badRequest("no part of the request is called %s, as the transcript is", partFile)
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, refused(fmt.Errorf("the parts of the request cannot be read: %w", err))
		}
		switch of := part.FormName(); {
		case of == partFile && !has:
			out.src, err = how.Source(part, name)
			has = true
		case of == partSpeakers && out.turns == nil:
			out.turns, err = readTurns(part)
		case of == partNames && out.names == nil:
			out.names, err = readNames(part)
		default:
			return nil, badRequest("the parts of the request are %s and, where they are known, %s and %s: this one is %q", partFile, partSpeakers, partNames, of)
		}
		if err != nil {
			return nil, refused(err)
		}
	}
}

// readTurns reads the part that says who speaks when.
func readTurns(part *multipart.Part) (*turns, error) {
	t := &turns{name: baseName(part.FileName(), partSpeakers)}
	b, err := io.ReadAll(part)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", t.name, err)
	}
	if len(b) > mostTurns {
		return nil, fmt.Errorf("%s is %w: RTTM of at most %d MiB is taken", t.name, formats.ErrTooLarge, mostTurns>>20)
	}
	t.src = string(b)
	return t, nil
}

// readNames reads the part that says how names are spelled.
func readNames(part *multipart.Part) (*vocabulary.List, error) {
	b, err := bounded.ReadAll(part, partNames, bounded.Lists)
	if err != nil {
		return nil, err
	}
	return vocabulary.Parse(string(b), "names")
}

// parse returns what the file says, nil where there is none.
func (t *turns) parse() (*formats.SpeakerTurns, error) {
	if t == nil {
		return nil, nil
	}
	return formats.ReadSpeakerTurns(t.src, t.name)
}

// size returns how many bytes the file has.
func (t *turns) size() int64 {
	if t == nil {
		return 0
	}
	return int64(len(t.src))
}

// baseName returns a name of a file without its folders, or another where it has none: only its extension counts, and
// what people see of it.
func baseName(name, none string) string {
	if name = path.Base(strings.ReplaceAll(name, `\`, "/")); name == "." || name == "/" {
		return none
	}
	return name
}
