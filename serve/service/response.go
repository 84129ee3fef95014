package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Response takes down what a service answers: it is an http.ResponseWriter for those who ask one in the same process. The zero value is ready.
type Response struct {
	Status int // 0: nothing is written yet
	Body   bytes.Buffer
	header http.Header
}

func (r *Response) Header() http.Header {
	if r.header == nil {
		r.header = make(http.Header)
	}
	return r.header
}

func (r *Response) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
}

func (r *Response) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.Body.Write(b)
}

// Words returns how many words the answer says that there were, and how many of them are removed; not all answers do.
func (r *Response) Words() (words, removed int) {
	fmt.Sscanf(r.Header().Get("Tidytalk-Words"), "%d, removed=%d", &words, &removed)
	return words, removed
}

// Warnings returns what the answer says is odd in the input.
func (r *Response) Warnings() []string { return r.Header().Values("Tidytalk-Warning") }

// Err returns the error that is answered; nil: none is.
func (r *Response) Err() error {
	if r.Status < http.StatusBadRequest {
		return nil
	}
	var e struct {
		Error struct{ Message string }
	}
	if json.Unmarshal(r.Body.Bytes(), &e) != nil || e.Error.Message == "" {
		return fmt.Errorf("the service answers %s", http.StatusText(r.Status))
	}
	return errors.New(e.Error.Message)
}

// Do asks a service, or what stands before one, in the same process, as over HTTP: with a path such as /v1/clean. It may be called concurrently.
func Do(ctx context.Context, s http.Handler, method, path string, query url.Values, body []byte) *Response {
	r := (&http.Request{
		Method: method, URL: &url.URL{Path: path, RawQuery: query.Encode()}, Header: make(http.Header), Host: "localhost",
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}).WithContext(ctx)
	a := &Response{}
	s.ServeHTTP(a, r)
	a.WriteHeader(http.StatusOK)
	return a
}
