package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk"
)

// versions are those of the protocol that are spoken, the latest first.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// batching is the one version that has batches.
const batching = "2025-03-26"

// instructions tell a model what the server is for.
const instructions = "Turns transcripts of speech into clean text: fillers, repetitions and repairs are removed, punctuation and case restored where they are missing; times and speakers stay. No word is invented. Works on this machine alone."

// Server has the tools. It may serve several clients at once.
type Server struct {
	service http.Handler
	tools   []tool
}

// New returns a server whose tools ask a service, which is a service.Service. Errors are about its description.
func New(service http.Handler) (*Server, error) {
	s := &Server{service: service}
	var err error
	s.tools, err = s.makeTools()
	return s, err
}

// session is what is known of a client.
type session struct {
	*Server
	version string // "": it has not initialized
	writing sync.Mutex
	out     *bufio.Writer
	calls   sync.WaitGroup

	mu       sync.Mutex
	underway map[string]context.CancelFunc // by the ids of requests
}

// Serve answers the messages of a client, a line each, until r ends, and all calls of tools are answered. Calls run
// side by side. Errors are those of reading, and of ctx.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	x := &session{Server: s, out: bufio.NewWriter(w), underway: make(map[string]context.CancelFunc)}
	defer cancel()
	lines := make(chan incoming)
	go func() {
		in := bufio.NewReaderSize(r, 64<<10)
		for {
			line, err := readLine(in, longestLine)
			select {
			case lines <- incoming{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, errLong) {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			x.calls.Wait()
			return ctx.Err()
		case in := <-lines:
			switch {
			case errors.Is(in.err, errLong):
				x.write(answerTo(nil, nil, failed(codeParse, "%v", in.err)))
			case in.err != nil:
				x.calls.Wait()
				if errors.Is(in.err, io.EOF) {
					return nil
				}
				return in.err
			case len(in.line) > 0:
				x.take(ctx, in.line)
			}
		}
	}
}

// incoming is a line, or why there is none.
type incoming struct {
	line []byte
	err  error
}

// write writes a response, or a batch of them.
func (x *session) write(of any) {
	line, err := json.Marshal(of)
	if err != nil {
		line, _ = json.Marshal(answerTo(nil, nil, failed(codeInternal, "%v", err)))
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	x.out.Write(line)
	x.out.WriteByte('\n')
	x.out.Flush() // a client that does not read any more has gone: reading says it
}

// take answers a line.
func (x *session) take(ctx context.Context, line []byte) {
	list, batch, fault := parse(line)
	if fault == nil && batch && x.version != batching {
		fault = failed(codeRequest, "messages come one by one in this version of the protocol")
	}
	if fault != nil {
		x.write(answerTo(nil, nil, fault))
		return
	}
	var later []func() *response
	var now []*response
	for i := range list {
		answer, call := x.begin(ctx, &list[i], batch)
		if answer != nil {
			now = append(now, answer)
		}
		if call != nil {
			later = append(later, call)
		}
	}
	if len(later) == 0 {
		x.writeAll(now, batch)
		return
	}
	x.calls.Go(func() {
		for _, call := range later {
			if answer := call(); answer != nil {
				now = append(now, answer)
			}
		}
		x.writeAll(now, batch)
	})
}

// writeAll writes what answers a line, if anything does.
func (x *session) writeAll(list []*response, batch bool) {
	switch {
	case len(list) == 0:
	case batch:
		x.write(list)
	default:
		x.write(list[0])
	}
}

// begin answers a message at once, or returns the call that does. Neither: there is no answer.
func (x *session) begin(ctx context.Context, m *message, batch bool) (*response, func() *response) {
	switch {
	case m.fault != nil:
		return answerTo(m.id, nil, m.fault), nil
	case m.answer:
		return nil, nil
	case m.id == nil:
		x.notice(m)
		return nil, nil
	}
	var result any = struct{}{}
	var fault *failure
	switch m.method {
	case "ping":
	case methodInitialize:
		result, fault = x.initialize(m, batch)
	case "tools/list":
		if fault = x.ready(); fault == nil {
			result, fault = x.list(m)
		}
	case "tools/call":
		if fault = x.ready(); fault == nil {
			var call func() *response
			if call, fault = x.call(ctx, m); fault == nil {
				return nil, call
			}
		}
	default:
		fault = failed(codeMethod, "there is no method %q", m.method)
	}
	return answerTo(m.id, result, fault), nil
}

// notice does what a notification says. Those that are not known are for others.
func (x *session) notice(m *message) {
	if m.method != methodCancelled {
		return
	}
	var params struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(m.params, &params) != nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if cancel := x.underway[string(params.RequestID)]; cancel != nil {
		cancel()
	}
}

func (x *session) ready() *failure {
	if x.version == "" {
		return failed(codeRequest, "%q comes first", methodInitialize)
	}
	return nil
}

// initialize agrees on a version: that of the client where it is spoken, or else the latest.
func (x *session) initialize(m *message, batch bool) (any, *failure) {
	if x.version != "" || batch {
		return nil, failed(codeRequest, "%q comes once, by itself", methodInitialize)
	}
	var params struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if json.Unmarshal(m.params, &params) != nil || params.ProtocolVersion == "" {
		return nil, failed(codeParams, "params has the protocolVersion, a text")
	}
	if x.version = params.ProtocolVersion; !slices.Contains(versions, x.version) {
		x.version = versions[0]
	}
	return map[string]any{
		"protocolVersion": x.version,
		"capabilities":    map[string]any{"tools": struct{}{}},
		"serverInfo":      map[string]string{"name": "tidytalk", "title": "tidytalk", "version": tidytalk.Version},
		"instructions":    instructions,
	}, nil
}

// list returns the tools, which fit on one page.
func (x *session) list(m *message) (any, *failure) {
	var params struct {
		Cursor *string `json:"cursor"`
	}
	if m.params != nil && json.Unmarshal(m.params, &params) != nil || params.Cursor != nil {
		return nil, failed(codeParams, "there is no cursor: all tools are on one page")
	}
	return map[string]any{"tools": x.tools}, nil
}

// call returns what a call of a tool does. It answers nothing once it is cancelled.
func (x *session) call(ctx context.Context, m *message) (func() *response, *failure) {
	var params struct {
		Name      string                     `json:"name"`
		Arguments map[string]json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(m.params, &params); err != nil {
		return nil, failed(codeParams, "params has the name of a tool, and arguments, an object")
	}
	i := slices.IndexFunc(x.tools, func(t tool) bool { return t.Name == params.Name })
	if i < 0 {
		return nil, failed(codeParams, "there is no tool %q", params.Name)
	}
	key := string(m.id)
	own, cancel := context.WithCancel(ctx)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.underway[key] != nil {
		cancel()
		return nil, failed(codeRequest, "a request with the id %s is under way", key)
	}
	x.underway[key] = cancel
	return func() *response {
		result := x.tools[i].call(own, params.Arguments)
		gone := own.Err() != nil
		x.mu.Lock()
		delete(x.underway, key)
		x.mu.Unlock()
		cancel()
		if gone {
			return nil
		}
		return answerTo(m.id, result, nil)
	}, nil
}
