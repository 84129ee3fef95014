package pipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/text/formats"
)

// streamPath is that of requests whose text comes bit by bit.
const streamPath = "/v1/stream"

// looked are the paths of requests that only look, by GET. Others that the service may have are not for pipes.
var looked = []string{"/v1/health", "/openapi.json"}

// Limits are those of a service that has one client, which is the program that has started it: nothing has to be
// protected from that, and nobody waits in vain.
func Limits() service.Limits {
	const unbounded, forever = 1 << 40, 365 * 24 * time.Hour
	return service.Limits{
		Answer: unbounded, Held: unbounded, Trace: 1 << 20, Waiting: 1 << 30,
		CleanTime: forever, WaitTime: forever,
	}
}

// server answers the frames of one client.
type server struct {
	service *service.Service
	out     *frames

	mu       sync.Mutex
	underway map[int64]*request
	all      sync.WaitGroup
}

// request is one that is not answered.
type request struct {
	cancel context.CancelFunc
	texts  chan cleaning.Said // of a stream; nil: it is none
}

// Serve answers the frames that come from r, several at a time, until it ends: then what is under way is given
// up, since whoever has asked is gone. Errors are those of reading and writing, of frames that are none, and of ctx.
func Serve(ctx context.Context, s *service.Service, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	x := &server{service: s, out: &frames{w: bufio.NewWriter(w)}, underway: make(map[int64]*request)}
	defer x.wait()
	defer cancel()
	frames := make(chan incoming)
	go func() {
		in := bufio.NewReaderSize(r, 64<<10)
		for {
			f, body, err := readFrame(in, formats.MaxSize)
			select {
			case frames <- incoming{f, body, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case f := <-frames:
			switch {
			case errors.Is(f.err, io.EOF):
				return nil
			case f.err != nil:
				return f.err
			}
			x.take(ctx, f.asked, f.body)
		}
	}
}

// wait waits until all requests are given up, but not for one that cannot write what it has to say.
func (x *server) wait() {
	const most = 5 * time.Second
	done := make(chan struct{})
	go func() {
		x.all.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(most):
	}
}

// incoming is a frame with what follows its line, or why there is none.
type incoming struct {
	asked *Asked
	body  []byte
	err   error
}

// take does what a frame asks for. It does not wait.
func (x *server) take(ctx context.Context, f *Asked, body []byte) {
	x.mu.Lock()
	of := x.underway[f.ID]
	x.mu.Unlock()
	switch {
	case f.Path == "" && of == nil: // it is answered already: nobody waits for more
	case f.Cancel:
		of.cancel()
	case f.Path == "" && of.texts == nil:
		x.refuse(f.ID, http.StatusBadRequest, "this request takes no more text: only streams do")
	case f.Path == "":
		select {
		case of.texts <- cleaning.Said{Text: body, Over: f.End}:
		default:
			of.cancel()
			x.refuse(f.ID, http.StatusBadRequest, "send more text when what was sent is taken")
		}
	case of != nil:
		x.refuse(f.ID, http.StatusBadRequest, "a request with this id is under way")
	case int64(len(body)) != f.Size:
		x.refuse(f.ID, http.StatusRequestEntityTooLarge, fmt.Sprintf("a request has at most %d MiB: cut it into parts", formats.MaxSize>>20))
	default:
		x.begin(ctx, f, body)
	}
}

// begin answers a request, on a goroutine of its own.
func (x *server) begin(ctx context.Context, f *Asked, body []byte) {
	query, err := cleaning.ValuesOf(f.Options)
	if err != nil {
		x.refuse(f.ID, http.StatusBadRequest, err.Error())
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	of := &request{cancel: cancel}
	if f.Path == streamPath {
		of.texts = make(chan cleaning.Said, 2) // what is sent, and the end
	}
	x.mu.Lock()
	x.underway[f.ID] = of
	x.mu.Unlock()
	x.all.Go(func() {
		defer cancel()
		var a Answer
		var out []byte
		if of.texts != nil {
			a, out = x.stream(ctx, f.ID, query, of.texts)
		} else {
			a, out = x.answer(ctx, f, query, body)
		}
		x.mu.Lock()
		delete(x.underway, f.ID)
		x.mu.Unlock()
		x.out.write(a, out) // a client that does not read any more has gone: reading says it
	})
}

// answer answers a request as the service does.
func (x *server) answer(ctx context.Context, f *Asked, query url.Values, body []byte) (Answer, []byte) {
	method := http.MethodPost
	if slices.Contains(looked, f.Path) {
		method = http.MethodGet
	}
	r := service.Do(ctx, x.service, method, f.Path, query, body)
	return frame(f.ID, r), r.Body.Bytes()
}

// refuse answers a frame that is no request.
func (x *server) refuse(id int64, status int, message string) {
	r := &service.Response{}
	service.WriteError(r, &http.Request{}, status, "bad_request", errors.New(message))
	x.out.write(frame(id, r), r.Body.Bytes())
}

// frame returns the line of an answer.
func frame(id int64, r *service.Response) Answer {
	a := Answer{ID: id, Status: r.Status, Type: r.Header().Get("Content-Type"), Warnings: r.Warnings()}
	a.Words, a.Removed = r.Words()
	return a
}
