package studio

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime"
	"path"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/corrections"
	"github.com/tidytalk/tidytalk/text/formats"
)

// What a document can be saved as besides a format of transcripts.
const (
	asPage      = "html"
	asDecisions = "jsonl" // of which the format of this name holds less
)

// saves returns what the document can be saved as, the form it came in first, and why it cannot be saved in the
// other forms that are written.
func (d *document) saves() (out []string, cannot map[string]string) {
	out, cannot = []string{string(d.file.Format)}, make(map[string]string)
	all := d.file.Transcript(nil)
	for _, f := range all.Formats() {
		if f != d.file.Format && f != asDecisions {
			out = append(out, string(f))
		}
	}
	if out = append(out, asPage); d.file.Format != asDecisions {
		out = append(out, asDecisions)
	}
	for _, x := range all.Lacks() {
		if x.Format != d.file.Format { // in which it is rewritten, and not written anew
			cannot[string(x.Format)] = x.Place()
		}
	}
	return out, cannot
}

// save answers with a document as a file.
func (s *Studio) save(w web.ResponseWriter, r *web.Request) {
	if err := s.saveTo(w, r); err != nil {
		s.fail(w, r, err)
	}
}

func (s *Studio) saveTo(w web.ResponseWriter, r *web.Request) error {
	d, is, err := s.wanted(r)
	if err != nil {
		return err
	}
	defer fault.Name(d.file.Name)
	f := cleaning.Cleaning{From: "auto", To: r.URL.Query().Get("to"), Rewriting: is.Plan.Rewriting}
	f.Options.Explain = true
	switch known, err := formats.ByName(f.To); {
	case f.To == "", f.To == asPage, f.To == asDecisions:
	case err != nil:
		return badRequest("to: %w", err)
	default:
		f.To = string(known)
	}
	if is.Plan.Revisions, err = d.revises(r.URL.Query().Get("revisions"), f.To); err != nil {
		return err
	}
	return s.attach(w, r, d, d.savedName(f.To), func(to io.Writer) error { return f.Write(to, is.File, is.Cleaned, is.Plan) })
}

// wanted returns the document of a request, and what it is as the request wants it.
func (s *Studio) wanted(r *web.Request) (*document, *corrections.Result, error) {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	var e editRequest
	if err := decode(r, &e); err != nil {
		return nil, nil, err
	}
	defer fault.Name(d.file.Name)
	is, err := d.apply(&e)
	return d, is, err
}

// attach answers with a file of a document that is downloaded.
func (s *Studio) attach(w web.ResponseWriter, r *web.Request, d *document, name string, write func(io.Writer) error) error {
	var file bytes.Buffer
	err := s.options.Work(r, int64(len(d.file.Document.Source)), func(context.Context) error {
		if err := write(&file); err != nil {
			return &problem{web.StatusUnprocessableEntity, "impossible", err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream") // which no browser shows
	h.Set("Content-Length", strconv.Itoa(file.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = file.WriteTo(w)
	return nil
}

// revises reports whether a request that asks so wants revisions, which are of Word documents.
func (d *document) revises(asked, to string) (bool, error) {
	if asked == "" {
		return false, nil
	}
	on, err := strconv.ParseBool(asked)
	switch {
	case err != nil:
		return false, badRequest("revisions is true or false, and not %q", asked)
	case on && cmp.Or(to, string(d.file.Format)) != string(formats.DOCX):
		return false, badRequest("revisions are of Word documents: save with to=%s", formats.DOCX)
	}
	return on, nil
}

// savedName returns the name of the file that a document is saved as.
func (d *document) savedName(to string) string {
	extension := path.Ext(d.file.Name)
	switch {
	case to == "" || to == string(d.file.Format):
	case to == asPage, to == asDecisions:
		extension = "." + to
	default:
		extension = formats.Format(to).Extensions()[0]
	}
	return d.bareName() + "-clean" + extension
}

// bareName returns the name of the file of a document without its extension.
func (d *document) bareName() string {
	return cmp.Or(strings.TrimSuffix(d.file.Name, path.Ext(d.file.Name)), "transcript")
}
