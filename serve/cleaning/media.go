package cleaning

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/formats"
)

// The media types of results that several forms have. Formats that have none of their own are plain text or JSON.
const (
	MediaText  = "text/plain"
	MediaJSON  = "application/json"
	MediaLines = "application/x-ndjson"
	MediaHTML  = "text/html"
)

var mediaOf = map[string]string{
	string(formats.SRT):    "application/x-subrip",
	string(formats.VTT):    "text/vtt",
	string(formats.TTML):   "application/ttml+xml",
	string(formats.EAF):    "application/xml",
	string(formats.SRV):    "application/xml",
	string(formats.JSONL):  MediaLines,
	Columns:                MediaLines,
	Arrays:                 MediaLines,
	string(formats.Vosk):   MediaJSON,
	string(formats.EBUSTL): "application/octet-stream",
	"html":                 MediaHTML,
	"review":               MediaHTML,
}

// MediaOf returns the media type of a format, of labels or of a page.
func MediaOf(to string) string {
	if media, ok := mediaOf[to]; ok {
		return media
	}
	f, err := formats.ByName(to)
	switch {
	case err == nil && f.Media() != "":
		return f.Media()
	case err == nil && f.IsJSON():
		return MediaJSON
	}
	return MediaText
}

// MediaLike is MediaOf for a result of the form of its source.
func MediaLike(own, src string) string {
	if f := formats.Format(own); f.Media() != "" {
		return f.MediaOf(src)
	}
	return MediaOf(own)
}

// ContentType returns a media type with its encoding; same says that the result is of the form of the source, which has
// charset.
func ContentType(media, charset string, same bool) string {
	kind, _, _ := strings.Cut(media, "/")
	switch {
	case same && charset != "utf-8" && charset != "":
		return media + "; charset=" + charset
	case kind == "text", media == "application/x-subrip":
		return media + "; charset=utf-8"
	}
	return media
}

// FormOf returns the form of the result: the one that is asked for, or that of the input.
func (f *Cleaning) FormOf(src, name string) (string, error) {
	if f.To != "" {
		return f.To, nil
	}
	own, err := f.Reading.Detect(src, name)
	return string(own), err
}

// NameOf returns what the input of a request is called in messages: of its name the extension counts, if it is known.
func NameOf(name string) string {
	const own = "transcript"
	if formats.KnownExtension(name) {
		return own + strings.ToLower(name[strings.LastIndexByte(name, '.'):])
	}
	return own
}
