package studio

import (
	"encoding/json"
	"errors"

	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/corrections"
)

// projectRequest is what the page sends of a transcript that the server is to keep.
type projectRequest struct {
	Project json.RawMessage `json:"project"` // as corrections.Read reads it
	Source  []byte          `json:"source"`  // the transcript, in base64; null: it is there already
}

// projectAnswer is what is kept then.
type projectAnswer struct {
	Operations json.RawMessage `json:"operations"` // of all windows and browsers
}

// projectRoutes says what answers requests about transcripts that are kept on the server.
func (s *Studio) projectRoutes() {
	s.mux.HandleFunc("GET /studio/projects", s.answer(s.listProjects))
	s.mux.HandleFunc("GET /studio/projects/{content}", s.answer(s.project))
	s.mux.HandleFunc("PUT /studio/projects/{content}", s.answer(s.putProject))
	s.mux.HandleFunc("DELETE /studio/projects/{content}", s.answer(s.dropProject))
	s.mux.HandleFunc("GET /studio/projects/{content}/source", s.projectSource)
}

// folder returns where projects are kept, or why they are not.
func (s *Studio) folder() (*folder, error) {
	if s.kept == nil {
		return nil, &problem{web.StatusNotFound, "not_kept", errors.New("this server keeps no transcripts: start it with --projects FOLDER")}
	}
	return s.kept, nil
}

// noProject gives the error about a project that is not there its status.
func noProject(err error) error {
	if errors.Is(err, errNoProject) {
		return &problem{web.StatusNotFound, "no_project", err}
	}
	return err
}

func (s *Studio) listProjects(*web.Request) (any, error) {
	f, err := s.folder()
	if err != nil {
		return nil, err
	}
	return f.list()
}

func (s *Studio) project(r *web.Request) (any, error) {
	f, err := s.folder()
	if err != nil {
		return nil, err
	}
	p, err := f.project(r.PathValue("content"))
	if err != nil {
		return nil, noProject(err)
	}
	return projectAnswer{p.Operations}, nil
}

func (s *Studio) putProject(r *web.Request) (any, error) {
	f, err := s.folder()
	if err != nil {
		return nil, err
	}
	var request projectRequest
	if err := decodeUpTo(r, &request, mostJSON+s.options.MaxBytes/3*4); err != nil {
		return nil, err
	}
	p, err := corrections.Parse(request.Project, "the project")
	if err != nil {
		return nil, badRequest("%w", err)
	}
	all, err := f.put(r.PathValue("content"), p, request.Source)
	if err != nil {
		return nil, noProject(err)
	}
	return projectAnswer{all}, nil
}

func (s *Studio) dropProject(r *web.Request) (any, error) {
	f, err := s.folder()
	if err != nil {
		return nil, err
	}
	return struct{}{}, noProject(f.drop(r.PathValue("content")))
}

func (s *Studio) projectSource(w web.ResponseWriter, r *web.Request) {
	f, err := s.folder()
	var b []byte
	if err == nil {
		b, err = f.source(r.PathValue("content"))
	}
	if err != nil {
		s.fail(w, r, noProject(err))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b) // whoever asked has gone
}
