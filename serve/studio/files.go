//go:build !page

package studio

import (
	"net/http"

	"github.com/tidytalk/tidytalk/serve/web/assets"
)

// fileRoutes says what answers requests for the files of the page.
func (s *Studio) fileRoutes() {
	pages := assets.FS()
	files := http.FileServerFS(pages)
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, pages, "index.html")
	})
	s.mux.HandleFunc("GET /assets/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache") // another version of the program has others
		http.StripPrefix("/assets/", files).ServeHTTP(w, r)
	})
}
