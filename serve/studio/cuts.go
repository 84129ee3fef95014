package studio

import (
	"io"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
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
func (s *Studio) cuts(w web.ResponseWriter, r *web.Request) {
	if err := s.cutsTo(w, r); err != nil {
		s.fail(w, r, err)
	}
}

func (s *Studio) cutsTo(w web.ResponseWriter, r *web.Request) error {
	c, err := cutting.Parse(r.URL.Query())
	if err != nil {
		return badRequest("%w", err)
	}
	d, is, err := s.wanted(r)
	if err != nil {
		return err
	}
	defer fault.Name(d.file.Name)
	return s.attach(w, r, d, d.bareName()+"-cuts"+c.Extension(), func(to io.Writer) error {
		doc := is.File.Document
		if err := voice.Timed(doc); err != nil {
			return err
		}
		return c.Write(to, doc, is.Plan.Edit(doc), is.Plan.Decisions)
	})
}
