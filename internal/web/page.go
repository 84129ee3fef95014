//go:build page

package web

import (
	"context"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
)

// Header holds the names and values of a head.
type Header = textproto.MIMEHeader

// Request is what is asked.
type Request struct {
	Method string
	URL    *url.URL
	Header Header
	Body   io.ReadCloser // not nil
	ctx    context.Context
	values map[string]string // of the wildcards of its route
}

// NewRequest returns a request to a path with a query.
func NewRequest(ctx context.Context, method, path string, body io.Reader) (*Request, error) {
	at, err := url.Parse(path)
	if err != nil {
		return nil, err
	}
	return &Request{Method: method, URL: at, Header: make(Header), Body: io.NopCloser(body), ctx: ctx}, nil
}

// Context ends when nobody waits for the answer any more.
func (r *Request) Context() context.Context { return r.ctx }

// PathValue returns what the path has in place of a wildcard of the route.
func (r *Request) PathValue(name string) string { return r.values[name] }

// ResponseWriter gets the answer, as that of net/http.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(status int)
}

// HandlerFunc answers a request.
type HandlerFunc func(ResponseWriter, *Request)

// Error answers with a message alone.
func Error(w ResponseWriter, message string, status int) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, message)
}

// Flush hands on what was answered so far, where the answer comes bit by bit.
func Flush(w ResponseWriter) {
	if f, ok := w.(interface{ Flush() }); ok {
		f.Flush()
	}
}

// MaxBytesError is the error of a body that is too large.
type MaxBytesError struct{ Limit int64 }

func (e *MaxBytesError) Error() string { return "the body of the request is too large" }

// bounded is a body of which no more than a limit is read.
type bounded struct {
	io.Closer
	body        io.Reader
	left, limit int64
}

func limited(body io.ReadCloser, most int64) io.ReadCloser {
	return &bounded{body, io.LimitReader(body, most+1), most, most}
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if int64(n) <= b.left {
		b.left -= int64(n)
		return n, err
	}
	n, b.left = int(b.left), 0
	return n, &MaxBytesError{b.limit}
}
