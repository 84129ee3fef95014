package mcp

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// runClean cleans a transcript.
func (s *Server) runClean(ctx context.Context, x *arguments) *result {
	a := s.ask(ctx, http.MethodPost, "/v1/clean", x.query, x.body)
	if err := a.err(); err != nil {
		return refused(err)
	}
	clean := textOf(a.body.String())
	if b := a.body.Bytes(); !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		clean = content{Type: "resource", Resource: &resource{"tidytalk:" + a.fileName(), a.header.Get("Content-Type"), a.body.Bytes()}}
	}
	return &result{Content: []content{clean, textOf(a.said())}}
}

// fileName returns the name that the service gives a file.
func (a *answer) fileName() string {
	_, params, _ := mime.ParseMediaType(a.header.Get("Content-Disposition"))
	return params["filename"]
}

// said says how much is removed, and what is odd, a line each.
func (a *answer) said() string {
	var words, removed int
	fmt.Sscanf(a.header.Get("Tidytalk-Words"), "%d, removed=%d", &words, &removed) // it is not in all answers
	lines := append([]string{fmt.Sprintf("%d of %d words are removed.", removed, words)}, a.header.Values("Tidytalk-Warning")...)
	return strings.Join(lines, "\n")
}
