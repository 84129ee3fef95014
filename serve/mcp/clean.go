package mcp

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/serve/service"
)

// runClean cleans a transcript.
func (s *Server) runClean(ctx context.Context, x *arguments) *result {
	a := service.Do(ctx, s.service, http.MethodPost, "/v1/clean", x.query, x.body)
	if err := a.Err(); err != nil {
		return refused(err)
	}
	clean := textOf(a.Body.String())
	if b := a.Body.Bytes(); !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		clean = content{Type: "resource", Resource: &resource{"tidytalk:" + fileName(a), a.Header().Get("Content-Type"), a.Body.Bytes()}}
	}
	return &result{Content: []content{clean, textOf(summary(a))}}
}

// fileName returns the name that the service gives a file.
func fileName(a *service.Response) string {
	_, params, _ := mime.ParseMediaType(a.Header().Get("Content-Disposition"))
	return params["filename"]
}

// summary says how much is removed, and what is odd, a line each.
func summary(a *service.Response) string {
	words, removed := a.Words()
	lines := append([]string{fmt.Sprintf("%d of %d words are removed.", removed, words)}, a.Warnings()...)
	return strings.Join(lines, "\n")
}
