package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// Parameters of requests beside the options.
const (
	paramName    = "name" // of the file
	paramTo      = "to"   // the form of a trace
	paramFillers = cleaning.ParamFillers
	paramNames   = cleaning.ParamVocabulary
	paramTurns   = cleaning.ParamSpeakers
	paramFrames  = "frames"  // of a stream
	paramSession = "session" // of a stream that is taken up again
	paramAfter   = "after"   // the last final event of it that has come
	paramWant    = "want"    // of a trace: the text
)

// asked is what the query of a request asks for.
type asked struct {
	*cleaning.Request
	on   cleaning.Surface
	name string
	list *form  // what is made, where it is no transcript
	file string // what that is called, as a file; "": by its form
}

// ask reads the query of a request.
func (s *Service) ask(query string, on cleaning.Surface) (*asked, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, badRequest(errors.New("the query is not of the form name=value&name=value"))
	}
	others, err := checkParameters(values, on)
	if err != nil {
		return nil, err
	}
	f, err := cleaning.ParseRequest(values, on, s.options.Defaults, others...)
	if err != nil {
		return nil, badRequest(err)
	}
	return &asked{Request: f, on: on, name: values.Get(paramName)}, nil
}

// cleaner returns the cleaner for a request.
func (s *Service) cleaner(a *asked) (*tidytalk.Cleaner, error) {
	a.Options.Jobs = 1 // beside the crew
	c, err := s.cleaners.Get(a.Options, a.FillerChanges)
	if err != nil {
		if status, code := statusOf(err); code != codeImpossible {
			return nil, &failure{status, code, err}
		}
		return nil, badRequest(err)
	}
	return c, nil
}

func (s *Service) clean(w http.ResponseWriter, r *http.Request) {
	a, err := s.ask(r.URL.RawQuery, cleaning.CleanRequest)
	if err == nil {
		err = s.cleanTo(w, r, a, func(own form) []form {
			forms := []form{own}
			if a.From == "tokens" {
				return append(forms, form{string(formats.JSONL), mediaLines})
			}
			return append(forms, formsByMedia...)
		})
	}
	if err != nil {
		answerError(w, r, err)
	}
}

func (s *Service) label(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if to := q["to"]; len(to) == 0 || len(to) == 1 && (to[0] == "" || to[0] == "auto") { // it is chosen before the options are read, as it changes their defaults
		f, ok := choose(r.Header.Get("Accept"), labelForms)
		if !ok {
			answerError(w, r, notAcceptable(labelForms))
			return
		}
		q.Set("to", f.to)
		r = r.Clone(r.Context())
		r.URL.RawQuery = q.Encode()
	}
	a, err := s.ask(r.URL.RawQuery, cleaning.LabelRequest)
	if err == nil {
		err = s.cleanTo(w, r, a, nil)
	}
	if err != nil {
		answerError(w, r, err)
	}
}

func notAcceptable(forms []form) error {
	var names []string
	for _, f := range forms {
		if !slices.Contains(names, f.media) {
			names = append(names, f.media)
		}
	}
	return fail(http.StatusNotAcceptable, codeNotAcceptable, "Accept admits none of "+strings.Join(names, ", ")+": choose a form with to=FORMAT")
}

// cleanTo reads what a request sends, cleans it, and answers with the result. forms are
// those among which Accept chooses, the first being that of the input; nil: the query says it.
func (s *Service) cleanTo(w http.ResponseWriter, r *http.Request, a *asked, forms func(own form) []form) error {
	name, err := nameOf(r, a.name)
	if err != nil {
		return err
	}
	if a.Reading.Encoding == "" {
		if a.Reading.Encoding, err = charsetOf(r); err != nil {
			return err
		}
	}
	src, release, err := s.body(w, r, s.limits.Body)
	if err != nil {
		return err
	}
	defer release()
	defer fault.Name(cmp.Or(a.name, name))
	var notes notes
	a.Note, a.Tally = notes.add, new(cleaning.Tally)
	if src == "" {
		notes.add(name, 0, "there is nothing to clean")
		notes.write(w.Header())
		w.Header().Set("Content-Type", mediaText+"; charset=utf-8")
		w.WriteHeader(http.StatusOK)
		return nil
	}
	if what := formats.Unsupported(src); what != "" {
		return fail(http.StatusUnsupportedMediaType, codeMediaType, "the transcript is "+what)
	}
	var result form
	out := &answer{most: s.limits.Answer}
	var own string
	if err := s.work(r, formats.UnpackedSize(src), func(ctx context.Context) error {
		if own, err = a.FormOf(src, name); err != nil {
			return err
		}
		if result, err = a.chosen(w, r, form{own, cleaning.MediaLike(own, src)}, forms); err != nil {
			return err
		}
		cleaner, err := s.cleaner(a)
		if err != nil {
			return err
		}
		return a.Clean(ctx, cleaner, src, name, out)
	}); err != nil {
		if e := (*fault.Error)(nil); errors.As(err, &e) {
			e.Input = cmp.Or(a.name, name)
			panic(e) // it is logged and answered as all are
		}
		return err
	}
	x := exchangeOf(r)
	x.words, x.removed = a.Tally.Words, a.Tally.Removed
	h := w.Header()
	notes.write(h)
	h.Set("Tidytalk-Words", fmt.Sprintf("%d, removed=%d", x.words, x.removed))
	h.Set("Content-Type", cleaning.ContentType(result.media, a.Reading.Charset(src), result.to == own && a.To == ""))
	h.Set("Content-Length", strconv.Itoa(out.Len()))
	h.Set("Content-Disposition", `attachment; filename="`+cmp.Or(a.file, "transcript"+extensionOf(result))+`"`)
	h.Set("Cache-Control", "no-store")
	w.Write(out.Bytes()) // whoever asked may have gone
	return nil
}

// chosen returns the form of the answer, which may be another than its own if Accept chooses one.
func (a *asked) chosen(w http.ResponseWriter, r *http.Request, own form, forms func(own form) []form) (form, error) {
	if a.list != nil {
		return *a.list, nil
	}
	if forms == nil || a.Query.IsSet("to") {
		return own, nil
	}
	all := forms(own)
	chosen, ok := choose(r.Header.Get("Accept"), all)
	if !ok {
		return form{}, notAcceptable(all)
	}
	w.Header().Add("Vary", "Accept")
	if chosen.to == own.to {
		return own, nil
	}
	return chosen, a.turnInto(chosen.to)
}

// turnInto asks for another form than that of the input, as if the query did.
func (a *asked) turnInto(to string) error {
	values := a.Query.With("to", to)
	f, err := cleaning.Parse(values, a.on, a.Options, false)
	if err != nil {
		return badRequest(err)
	}
	a.To = f.To
	a.Options.Level, a.Options.Posteriors, a.Options.AsWritten = f.Options.Level, f.Options.Posteriors, f.Options.AsWritten
	return nil
}

// Work does what takes the processor for a request to Options.Pages, about so many bytes of text, when
// its turn has come, and for no longer than is allowed, as for all requests. Outside of a service it
// just does it.
func Work(r *http.Request, size int64, do func(ctx context.Context) error) error {
	if x := exchangeOf(r); x != nil {
		return x.service.work(r, size, do)
	}
	return do(r.Context())
}

// Hold counts bytes that a request to Options.Pages takes beside those that it sends, as those of a
// document that is unpacked, against the memory for all requests, until release is called.
func Hold(r *http.Request, n int64) (release func(), err error) {
	if x := exchangeOf(r); x != nil {
		return x.service.hold(n)
	}
	return func() {}, nil
}

// hold takes some of the memory for all requests, of which one may have no more than a body.
func (s *Service) hold(n int64) (release func(), err error) {
	if n > s.limits.Body {
		return nil, &failure{http.StatusRequestEntityTooLarge, codeTooLarge, fmt.Errorf("the request unpacks to more than %s: cut it into parts", bounded.Size(s.limits.Body))}
	}
	if !s.memory.take(n) {
		return nil, busy("the memory for requests is full: try again later")
	}
	return func() { s.memory.give(n) }, nil
}

// work does what takes the processor, about so many bytes of text, when its turn has come, and for no
// longer than is allowed. It has the help of cores that nobody else needs.
func (s *Service) work(r *http.Request, size int64, do func(ctx context.Context) error) error {
	x := exchangeOf(r)
	x.state.Store(stateWaiting)
	leave, err := s.gate.enter(r.Context(), size)
	if err != nil {
		return causeOf(r.Context(), err)
	}
	defer leave()
	s.crew.Enter()
	defer s.crew.Leave()
	x.state.Store(stateRunning)
	tell := x.done.raise
	if size > s.gate.small {
		giveWay := s.gate.yielding(r.Context())
		tell = func(share float64) {
			x.done.raise(share)
			giveWay()
		}
	}
	ctx, cancel := context.WithTimeoutCause(progress.With(parallel.With(r.Context(), s.crew), tell), s.limits.CleanTime, context.DeadlineExceeded)
	defer cancel()
	if err := do(ctx); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return fail(http.StatusGatewayTimeout, codeTimeout, fmt.Sprintf("it took longer than %s: cut the transcript into parts", s.limits.CleanTime))
		}
		return causeOf(r.Context(), err)
	}
	return nil
}

// extensionOf returns the extension of a file of a form.
func extensionOf(x form) string {
	if extension := formats.DocumentMedia()[x.media]; extension != "" {
		return extension
	}
	if f, err := formats.ByName(x.to); err == nil {
		return f.Extensions()[0]
	}
	if x.to == "html" || x.to == "review" {
		return ".html"
	}
	return ".txt"
}
