package formats

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is the name of a format of transcripts, as --from and --to have it. The zero
// value stands for the format that the name and the content of a file say.
type Format string

// Title returns what the format is called by people; of an unknown one, its name.
func (f Format) Title() string {
	if d := f.declared(); d != nil {
		return d.title
	}
	return string(f)
}

// Extensions returns the extensions of files of the format, with the dot and in lower
// case; files that are written get the first. An unknown format has none.
func (f Format) Extensions() []string {
	if d := f.declared(); d != nil {
		return slices.Clone(d.extensions)
	}
	return nil
}

// HasCues reports whether the format is one of subtitles: utterances are cues, which
// have times and lines, and can be set anew.
func (f Format) HasCues() bool { d := f.declared(); return d != nil && d.cues }

// BareWords reports whether files of the format hold words alone by custom: no punctuation
// and no case are restored in them.
func (f Format) BareWords() bool { d := f.declared(); return d != nil && d.bareWords }

// IsJSON reports whether files of the format are one JSON value.
func (f Format) IsJSON() bool { d := f.declared(); return d != nil && d.members != nil }

// IsMapped reports whether files of the format may be read by a map: see Reading.Map.
func (f Format) IsMapped() bool { return f == List || f == JSONL || f.isTable() }

// isTable reports whether files of the format are tables, with columns that maps name.
func (f Format) isTable() bool { return f == CSV || f.isBook() }

// isBook reports whether files of the format are spreadsheets.
func (f Format) isBook() bool { d := f.declared(); return d != nil && d.sheets }

// Media returns the media type of files of the format; "": they have none of their own.
func (f Format) Media() string {
	if d := f.declared(); d != nil {
		return d.media
	}
	return ""
}

// flatMedia is what the media type of an OpenDocument file ends in that is one file of XML.
const flatMedia = "-flat-xml"

// MediaOf returns the media type of a file of the format: Media, but for OpenDocument that is one file of XML.
func (f Format) MediaOf(src string) string {
	if f.isOpenDocument() && !IsZip(src) {
		return f.Media() + flatMedia
	}
	return f.Media()
}

// isOpenDocument reports whether files of the format may be one file of XML instead of an archive: their second extension says so.
func (f Format) isOpenDocument() bool { return f == ODT || f == ODS }

// DocumentMedia returns the media types of documents, which are archives mostly, with the extensions of such files.
func DocumentMedia() map[string]string {
	out := make(map[string]string)
	for i := range table {
		d := &table[i]
		if d.archive {
			out[d.media] = d.extensions[0]
		}
		if d.format.isOpenDocument() {
			out[d.media+flatMedia] = d.extensions[1]
		}
	}
	return out
}

// IsWritten reports whether transcripts of other formats can be written in the format;
// files of it are cleaned in any case.
func (f Format) IsWritten() bool { d := f.declared(); return d != nil && d.write != nil }

// All returns the formats.
func All() []Format {
	var out []Format
	for i := range table {
		out = append(out, table[i].format)
	}
	return out
}

// Names returns the names of all formats.
func Names() []string {
	var out []string
	for i := range table {
		out = append(out, string(table[i].format))
	}
	return out
}

// ByName returns the format of a name, in whatever case.
func ByName(name string) (Format, error) {
	f := Format(strings.ToLower(name))
	if f.declared() == nil {
		return "", unknownFormat(name)
	}
	return f, nil
}

func unknownFormat(name string) error {
	return fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Names(), ", "))
}

// ByExtension returns the format of a file name, "" where its extension is not that of
// one format alone.
func ByExtension(name string) Format {
	if of := byExtension(name); len(of) == 1 {
		return of[0].format
	}
	return ""
}

// KnownExtension reports whether the extension of a file name is that of some format.
func KnownExtension(name string) bool { return len(byExtension(name)) > 0 }

// InFolders reports whether files of a name are transcripts as a rule, so that they are taken from folders: web pages and XML are
// only taken where they are named.
func InFolders(name string) bool {
	return slices.ContainsFunc(byExtension(name), func(d *declaration) bool { return !d.rare })
}

// InArchives reports whether files of the format are zip archives, as a rule.
func (f Format) InArchives() bool { d := f.declared(); return d != nil && d.archive }

// InFolders reports whether files of the format are taken from folders.
func (f Format) InFolders() bool { d := f.declared(); return d != nil && !d.rare }

func byExtension(name string) []*declaration {
	var of []*declaration
	extension := strings.ToLower(filepath.Ext(name))
	for i := range table {
		if slices.Contains(table[i].extensions, extension) {
			of = append(of, &table[i])
		}
	}
	return of
}
