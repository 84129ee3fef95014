package service

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/tidytalk/tidytalk"
)

// health is what /v1/health says: all of it only to those who have the token.
type health struct {
	Status  string         `json:"status"` // ok or stopping
	Version string         `json:"version,omitempty"`
	Models  *healthModels  `json:"models,omitempty"`
	Engines []healthEngine `json:"engines,omitempty"`
}

type healthModels struct {
	Version string `json:"version"`
	Licence string `json:"licence"`
}

// healthEngine says whether an engine can be used.
type healthEngine struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
}

func (s *Service) health(w http.ResponseWriter, r *http.Request) {
	h := health{Status: "ok"}
	status := http.StatusOK
	if s.stopping.Err() != nil {
		h.Status, status = "stopping", http.StatusServiceUnavailable
	}
	if s.guard.admits(r) {
		m := s.options.Bundle.Manifest()
		h.Version, h.Models = tidytalk.Version, &healthModels{m.Version, m.Licence}
		for _, e := range s.options.Bundle.Engines() {
			h.Engines = append(h.Engines, healthEngine{e.Name(), e.Ready() == nil})
		}
	}
	writeJSON(w, status, h)
}

// writeJSON answers with a small value.
func writeJSON(w http.ResponseWriter, status int, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err) // values are of types of this package
	}
	h := w.Header()
	h.Set("Content-Type", mediaJSON)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(b)+1))
	w.WriteHeader(status)
	w.Write(append(b, '\n'))
}
