// Package web is what the handlers of the studio need of net/http. It is net/http, but for modules of WebAssembly that are built
// with the tag page: no request comes to them over a network, and net/http would bring TLS and its mathematics along.
//
// Start with [NewMux] and [NewRequest].
package web

import "io"

// Statuses of answers.
const (
	StatusOK                    = 200
	StatusNoContent             = 204
	StatusBadRequest            = 400
	StatusNotFound              = 404
	StatusMethodNotAllowed      = 405
	StatusRequestTimeout        = 408
	StatusConflict              = 409
	StatusRequestEntityTooLarge = 413
	StatusUnprocessableEntity   = 422
	StatusClosed                = 499 // whoever asked has gone
	StatusInternalServerError   = 500
)

// Limited returns the body of a request, of which no more than so many bytes can be read: then the error is a *MaxBytesError.
func Limited(r *Request, most int64) io.ReadCloser { return limited(r.Body, most) }
