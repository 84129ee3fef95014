package service

import (
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// form is a form of an answer: a format, labels or a page.
type form struct {
	to    string // as the option to has it
	media string
}

// The media types of answers.
const (
	mediaText  = cleaning.MediaText
	mediaJSON  = cleaning.MediaJSON
	mediaLines = cleaning.MediaLines
	mediaHTML  = cleaning.MediaHTML
	mediaBytes = "application/octet-stream"
)

// formsByMedia are what Accept asks for where it is not the form of the input.
var formsByMedia = []form{
	{"text", mediaText},
	{string(formats.SRT), "application/x-subrip"}, {string(formats.SRT), "text/srt"},
	{string(formats.VTT), "text/vtt"},
	{string(formats.JSONL), mediaLines}, {string(formats.JSONL), "application/jsonl"},
	{"html", mediaHTML},
	{string(formats.TTML), "application/ttml+xml"},
	{string(formats.DOCX), formats.DOCX.Media()},
}

// labelForms are the forms of labels.
var labelForms = []form{{"labels", mediaText}, {string(formats.JSONL), mediaLines}, {string(formats.JSONL), "application/jsonl"}}

// namesOf returns how the option to calls some forms, each once.
func namesOf(forms []form) []string {
	var out []string
	for _, f := range forms {
		if !slices.Contains(out, f.to) {
			out = append(out, f.to)
		}
	}
	return out
}

// mediaTaken returns the types of transcripts that are known.
func mediaTaken() []string {
	return append(slices.Sorted(maps.Keys(extensionsByMedia)), mediaText, mediaJSON, mediaBytes)
}

// extensionsByMedia are what a Content-Type says of the input: nothing where it is not here.
var extensionsByMedia = func() map[string]string {
	out := formats.DocumentMedia()
	maps.Copy(out, map[string]string{
		"application/x-subrip": ".srt", "text/srt": ".srt", "application/srt": ".srt",
		"text/vtt":             ".vtt",
		"application/ttml+xml": ".ttml", "application/ttaf+xml": ".ttml",
		"text/x-ssa": ".ass", "text/x-ass": ".ass",
		mediaLines: ".jsonl", "application/jsonl": ".jsonl",
	})
	return out
}()

// nameOf returns what the input is called in messages. Of the name in the request only the
// extension counts; without one, the Content-Type may say the format.
func nameOf(r *http.Request, name string) (string, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case r.Header.Get("Content-Type") == "":
	case err != nil:
		return "", fail(http.StatusUnsupportedMediaType, codeMediaType, "Content-Type is not of the form type/subtype")
	case strings.HasPrefix(media, "multipart/"):
		return "", fail(http.StatusUnsupportedMediaType, codeMediaType, "send the file itself as the body, not a form: with curl, --data-binary @FILE")
	}
	if formats.KnownExtension(name) {
		return cleaning.NameOf(name), nil
	}
	return cleaning.NameOf("") + extensionsByMedia[media], nil
}

// charsetOf returns the encoding that the Content-Type names, "" where it names none that says anything: what
// is called UTF-8 or ASCII may be in UTF-16 with its mark, or declare something else.
func charsetOf(r *http.Request) (string, error) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return "", nil // nameOf says it
	}
	name, err := formats.ParseEncoding(params["charset"])
	if err != nil {
		return "", fail(http.StatusUnsupportedMediaType, codeMediaType, "Content-Type: "+err.Error())
	}
	if name == "utf-8" || strings.HasPrefix(name, "utf-16") || strings.EqualFold(params["charset"], "us-ascii") {
		return "", nil
	}
	return name, nil
}

// accepted is an element of an Accept header.
type accepted struct {
	media string // such as text/plain, text/* and */*
	q     float64
}

// parseAccept reads an Accept header; none accepts all.
func parseAccept(header string) []accepted {
	if strings.TrimSpace(header) == "" {
		return []accepted{{"*/*", 1}}
	}
	var out []accepted
	for part := range strings.SplitSeq(header, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		a := accepted{media, 1}
		if q, given := params["q"]; given {
			if a.q, err = strconv.ParseFloat(q, 64); err != nil || !(a.q >= 0 && a.q <= 1) {
				continue
			}
		}
		out = append(out, a)
	}
	return out
}

// quality returns how much a media type is wanted, by the most specific element that fits
// it, and whether that names it.
func quality(header []accepted, media string) (q float64, named bool) {
	best := 0
	kind, _, _ := strings.Cut(media, "/")
	for _, a := range header {
		how := 0
		switch a.media {
		case media:
			how = 3
		case kind + "/*":
			how = 2
		case "*/*":
			how = 1
		}
		if how > best {
			best, q, named = how, a.q, how == 3
		}
	}
	return q, named
}

// choose returns the form that Accept wants: the first of the forms where nothing else is
// wanted more, or as much and by name, which that one is not.
func choose(header string, forms []form) (form, bool) {
	accept := parseAccept(header)
	var best form
	most, byName := 0.0, false
	for _, f := range forms {
		q, named := quality(accept, f.media)
		if q > most || q == most && q > 0 && named && !byName {
			best, most, byName = f, q, named
		}
	}
	return best, most > 0
}
