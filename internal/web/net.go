//go:build !page

package web

import (
	"context"
	"io"
	"net/http"
)

// These are those of net/http.
type (
	Request        = http.Request
	ResponseWriter = http.ResponseWriter
	Header         = http.Header
	HandlerFunc    = http.HandlerFunc
	Mux            = http.ServeMux
	MaxBytesError  = http.MaxBytesError
)

// NewMux returns a Mux without routes.
func NewMux() *Mux { return http.NewServeMux() }

// NewRequest returns a request to a path with a query.
func NewRequest(ctx context.Context, method, path string, body io.Reader) (*Request, error) {
	return http.NewRequestWithContext(ctx, method, path, body)
}

// Error answers with a message alone.
func Error(w ResponseWriter, message string, status int) { http.Error(w, message, status) }

// Flush sends what was answered so far, where the answer comes bit by bit.
func Flush(w ResponseWriter) {
	_ = http.NewResponseController(w).Flush() // who cannot gets all at once
}

func limited(body io.ReadCloser, most int64) io.ReadCloser {
	return http.MaxBytesReader(nil, body, most)
}
