package service

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// Codes of errors, for programs.
const (
	codeBadRequest    = cleaning.CodeBadRequest
	codeUnreadable    = cleaning.CodeUnreadable
	codeImpossible    = cleaning.CodeImpossible
	codeTooLarge      = cleaning.CodeTooLarge
	codeTooSlow       = "too_slow"     // the request did not come in time
	codeTimeout       = "timeout"      // the work was not done in time
	codeBusy          = "busy"         // too many requests
	codeStopping      = "stopping"     // the service is shutting down
	codeUnauthorized  = "unauthorized" // the token is missing, or another
	codeForbidden     = "forbidden"    // a page of somebody else asks
	codeWrongHost     = "wrong_host"   // the name of the host is not the service's
	codeNotFound      = cleaning.CodeNotFound
	codeGone          = "gone"         // it is not kept any more
	codeMethod        = "wrong_method" // the path has other methods
	codeMediaType     = cleaning.CodeWrongType
	codeNotAcceptable = "not_acceptable" // no form that is accepted can be written
	codeNoModels      = cleaning.CodeNoModels
	codeCancelled     = cleaning.CodeCancelled
	codeInternal      = cleaning.CodeInternal
	codeNoModel       = "model_not_found" // a model is asked for, as of a language model, that there is not
)

// codes are all of them.
var codes = []string{
	codeBadRequest, codeUnreadable, codeImpossible, codeTooLarge, codeTooSlow, codeTimeout, codeBusy, codeStopping, codeUnauthorized, codeForbidden,
	codeWrongHost, codeNotFound, codeGone, codeMethod, codeMediaType, codeNotAcceptable, codeNoModels, codeCancelled, codeInternal, codeNoModel,
}

// failure is an error with the status and the code that it is answered with.
type failure struct {
	status int
	code   string
	err    error
}

func (e *failure) Error() string { return e.err.Error() }
func (e *failure) Unwrap() error { return e.err }

// HTTPStatus returns the status, for those to whom the error is handed.
func (e *failure) HTTPStatus() int { return e.status }

func fail(status int, code string, message string) error {
	return &failure{status, code, errors.New(message)}
}

func badRequest(err error) error { return &failure{http.StatusBadRequest, codeBadRequest, err} }

// statusOf returns how an error is answered.
func statusOf(err error) (int, string) {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f.status, f.code
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout, codeTimeout
	case errors.Is(err, context.Canceled):
		return statusClosed, codeStopping
	}
	e := cleaning.FailureOf(err)
	return e.Status, e.Code
}

// statusClosed is what is logged and counted of requests whose clients have gone.
const statusClosed = web.StatusClosed

// errorBody is how errors are answered.
type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	cleaning.Failure
	RequestID string `json:"request_id,omitempty"`
}

// WriteError answers a request with an error: the status, and JSON with the code, the
// message, the place in the input where the error names one, and the id of the request. With
// the status 0, status and code are those that the service has for the error.
func WriteError(w http.ResponseWriter, r *http.Request, status int, code string, err error) {
	if status == 0 {
		status, code = statusOf(err)
	}
	if x := exchangeOf(r); x != nil {
		x.code = code
	}
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"} {
		h.Del(name)
	}
	if status == http.StatusServiceUnavailable && h.Get("Retry-After") == "" {
		h.Set("Retry-After", "1")
	}
	h.Set("Cache-Control", "no-store")
	var told any = errorBody{detailOf(r, code, err)}
	if x := exchangeOf(r); x != nil && x.told != nil {
		told = x.told(status, detailOf(r, code, err))
	}
	body, failed := json.Marshal(told)
	if failed != nil {
		body = []byte(`{"error":{"code":"internal","message":"no message"}}`)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)+1))
	w.WriteHeader(status)
	w.Write(append(body, '\n')) // whoever asked may have gone
}

func detailOf(r *http.Request, code string, err error) errorDetail {
	d := errorDetail{Failure: cleaning.FailureOf(err)}
	d.Code = code
	if x := exchangeOf(r); x != nil {
		d.RequestID = x.id
	}
	return d
}

// answerError answers with an error, by what it is.
func answerError(w http.ResponseWriter, r *http.Request, err error) {
	status, code := statusOf(err)
	if code == codeTooSlow {
		w.Header().Set("Connection", "close") // the rest of the request is not waited for
	}
	WriteError(w, r, status, code, err)
}
