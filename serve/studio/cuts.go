package studio

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"path"
	"strings"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cutting"
	"github.com/tidytalk/tidytalk/speech/cutlist"
	"github.com/tidytalk/tidytalk/speech/voice"
)

// cutsInfo is a form of lists of cuts.
type cutsInfo struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Markers bool   `json:"markers"` // it can have markers in place of cuts
}

// cutForms are the forms of lists of cuts.
func cutForms() (out []cutsInfo) {
	for _, f := range cutlist.All() {
		out = append(out, cutsInfo{f.Name, f.Title, f.Markers})
	}
	return out
}

// cuts answers with a list of what is cut out of the recording of a document, as a person wants the document, for an
// editor of sound or film. The recording stays where it is: the times of the words say where.
func (s *Studio) cuts(w http.ResponseWriter, r *http.Request) {
	if err := s.cutsTo(w, r); err != nil {
		s.fail(w, r, err)
	}
}

func (s *Studio) cutsTo(w http.ResponseWriter, r *http.Request) error {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer fault.Name(d.file.Name)
	c, err := cutting.Parse(r.URL.Query())
	if err != nil {
		return badRequest("%w", err)
	}
	var e editRequest
	if err := decode(r, &e); err != nil {
		return err
	}
	is, err := d.apply(&e)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	err = s.options.Work(r, int64(len(d.file.Document.Source)), func(context.Context) error {
		doc := is.File.Document
		err := voice.Timed(doc)
		if err == nil {
			err = c.Write(&list, doc, is.Plan.Edit(doc), is.Plan.Decisions)
		}
		if err != nil {
			return &problem{http.StatusUnprocessableEntity, "impossible", err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	attach(w, &list, cmp.Or(strings.TrimSuffix(d.file.Name, path.Ext(d.file.Name)), "transcript")+"-cuts"+c.Extension())
	return nil
}
