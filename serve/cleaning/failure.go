package cleaning

import (
	"errors"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/speech/recognisers"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Codes of what can be wrong with a request, for programs.
const (
	CodeBadRequest = "bad_request" // an option, or how it is asked
	CodeUnreadable = "unreadable"  // the transcript is none, or not of the format
	CodeImpossible = "impossible"  // the transcript cannot become what is asked for
	CodeTooLarge   = "too_large"   // the request, or what would be answered
	CodeWrongType  = "wrong_type"  // what is sent is of a type that is not taken
	CodeNoModels   = "no_models"   // the bundle has no models for it
	CodeNotFound   = "not_found"   // there is nothing under the path
	CodeCancelled  = "cancelled"   // somebody has cancelled the request
	CodeInternal   = "internal"    // a fault of the program
)

// Failure is how an error is told to programs. It is one.
type Failure struct {
	Status  int    `json:"-"` // of HTTP
	Code    string `json:"code"`
	Message string `json:"message"`
	// The place in the input, from 1; 0: none.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// FailureOf returns what is told of an error, which comes from options or from cleaning.
func FailureOf(err error) Failure {
	var text *transcript.TextError
	var format *formats.Error
	var list *fillers.ListError
	var names *vocabulary.Error
	var own *style.Error
	var message *recognisers.Error
	var panicked *fault.Error
	var told *Failure
	f := Failure{Status: 422, Code: CodeImpossible, Message: err.Error()}
	switch {
	case errors.As(err, &told):
		return *told
	case errors.As(err, &panicked):
		f.Status, f.Code = 500, CodeInternal
	case errors.Is(err, formats.ErrTooLarge):
		f.Status, f.Code = 413, CodeTooLarge
	case errors.As(err, &text), errors.As(err, &message), errors.Is(err, formats.ErrFormat):
		f.Code = CodeUnreadable
	case isAny(err, tidytalk.ErrNoStreams, tidytalk.ErrNoDecoder, tidytalk.ErrNoExperts, tidytalk.ErrNoEngine, tidytalk.ErrNoChinese, stages.ErrScheme):
		f.Status, f.Code = 501, CodeNoModels
	case isAny(err, tidytalk.ErrOptions, beam.ErrWeights, fillers.ErrList, vocabulary.ErrVocabulary, style.ErrStyle, tidytalk.ErrWant, tidytalk.ErrSeveral, tidytalk.ErrNotDecoding):
		f.Status, f.Code = 400, CodeBadRequest
	}
	switch {
	case message != nil:
		f.Line = message.Line
	case text != nil:
		f.Line, f.Column = text.Line, text.Column
	case errors.As(err, &format):
		f.Message = Bare(f.Message)
		f.Line, f.Column = format.Line, format.Column
	case errors.As(err, &list):
		f.Line = list.Line
	case errors.As(err, &names):
		f.Line = names.Line
	case errors.As(err, &own):
		f.Line = own.Line
	}
	return f
}

func isAny(err error, kinds ...error) bool {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
