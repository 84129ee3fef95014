package studio

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cleaning"
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
func (s *Studio) save(w http.ResponseWriter, r *http.Request) {
	if err := s.saveTo(w, r); err != nil {
		s.fail(w, r, err)
	}
}

func (s *Studio) saveTo(w http.ResponseWriter, r *http.Request) error {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer fault.Name(d.file.Name)
	var e editRequest
	if err := decode(r, &e); err != nil {
		return err
	}
	is, err := d.apply(&e)
	if err != nil {
		return err
	}
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
	var file bytes.Buffer
	err = s.options.Work(r, int64(len(d.file.Document.Source)), func(context.Context) error {
		if err := f.Write(&file, is.File, is.Cleaned, is.Plan); err != nil {
			return &problem{http.StatusUnprocessableEntity, "impossible", err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	attach(w, &file, d.savedName(f.To))
	return nil
}

// attach answers with a file that is downloaded.
func attach(w http.ResponseWriter, file *bytes.Buffer, name string) {
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream") // which no browser shows
	h.Set("Content-Length", strconv.Itoa(file.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = file.WriteTo(w)
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
	name := cmp.Or(strings.TrimSuffix(d.file.Name, extension), "transcript")
	switch {
	case to == "" || to == string(d.file.Format):
	case to == asPage, to == asDecisions:
		extension = "." + to
	default:
		extension = formats.Format(to).Extensions()[0]
	}
	return fmt.Sprintf("%s-clean%s", name, extension)
}
