package service

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/text/formats"
)

// timedBody is a body that has to come in time. Once it is there, the time of the work does
// not count.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

// timed bounds the time in which the body of a request has to come. Recorders of tests have
// no deadlines.
func (s *Service) timed(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(s.limits.ReadTime))
	r.Body = &timedBody{r.Body, control}
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// body reads the body of a request, up to limit. What it returns gives the memory back.
func (s *Service) body(w http.ResponseWriter, r *http.Request, limit int64) (src string, release func(), err error) {
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return "", nil, fail(http.StatusUnsupportedMediaType, codeMediaType, "send the body without Content-Encoding")
	}
	tooLarge := &failure{http.StatusRequestEntityTooLarge, codeTooLarge, fmt.Errorf("the request is larger than %s: cut it into parts", bounded.Size(limit))}
	if r.ContentLength > limit {
		return "", nil, tooLarge
	}
	held := &heldReader{r: http.MaxBytesReader(w, r.Body, limit), memory: s.memory}
	var b strings.Builder
	if _, err = io.Copy(&b, held); err == nil {
		exchangeOf(r).received = int64(b.Len())
		src = b.String()
		give, err := s.hold(formats.UnpackedSize(src) - int64(len(src)))
		if err != nil {
			held.release()
			return "", nil, err
		}
		return src, func() {
			give()
			held.release()
		}, nil
	}
	held.release()
	var large *http.MaxBytesError
	var known *failure
	switch {
	case errors.As(err, &large):
		err = tooLarge
	case errors.As(err, &known):
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fail(http.StatusRequestTimeout, codeTooSlow, "the request did not come in time")
	default:
		err = fail(http.StatusBadRequest, codeBadRequest, "the request was cut off")
	}
	return "", nil, err
}

// heldReader counts what is read against the memory for all requests.
type heldReader struct {
	r      io.Reader
	memory *budget
	held   int64
}

func (h *heldReader) Read(b []byte) (int, error) {
	n, err := h.r.Read(b)
	if n > 0 {
		if !h.memory.take(int64(n)) {
			return 0, busy("the memory for requests is full: try again later")
		}
		h.held += int64(n)
	}
	return n, err
}

func (h *heldReader) release() {
	h.memory.give(h.held)
	h.held = 0
}

// answer is an answer that is made whole before it is sent.
type answer struct {
	bytes.Buffer
	most int64
}

func (a *answer) Write(b []byte) (int, error) {
	if int64(a.Len()+len(b)) > a.most {
		return 0, &failure{http.StatusUnprocessableEntity, codeTooLarge, fmt.Errorf("the answer is larger than %s: cut the transcript into parts", bounded.Size(a.most))}
	}
	return a.Buffer.Write(b)
}

// WriteString is Write for a string.
func (a *answer) WriteString(s string) (int, error) { return a.Write([]byte(s)) }
