// Package service is tidytalk over HTTP: transcripts of any form are cleaned, labelled and
// traced by requests, and live text is cleaned over a WebSocket. docs/service.md shows the
// requests; /openapi.json describes them for programs.
//
// A Service is an http.Handler, to be mounted in a server of one's own, or served by Serve,
// which bounds what connections may take and shuts down without losing what runs. All that
// a request may take is bounded: see Limits. What people have said never goes to the log.
//
// Start with [New] and [Options].
package service
