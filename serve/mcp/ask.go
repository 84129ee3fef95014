package mcp

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

// answer takes down what a service answers.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

// ask has the service answer a request.
func (s *Server) ask(ctx context.Context, method, path string, query url.Values, body []byte) *answer {
	r := (&http.Request{
		Method: method, URL: &url.URL{Path: path, RawQuery: query.Encode()}, Header: make(http.Header), Host: "localhost",
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}).WithContext(ctx)
	a := &answer{header: make(http.Header)}
	s.service.ServeHTTP(a, r)
	return a
}

// err returns the error that the service has answered; nil: it has answered none.
func (a *answer) err() error {
	if a.status < http.StatusBadRequest {
		return nil
	}
	var e struct {
		Error struct{ Message string }
	}
	if json.Unmarshal(a.body.Bytes(), &e) != nil || e.Error.Message == "" {
		return fmt.Errorf("the service answers %s", http.StatusText(a.status))
	}
	return errors.New(e.Error.Message)
}
