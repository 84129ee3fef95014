package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/corrections"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Options say how a Studio works. Bundle is needed; the zero value of the others is the
// default.
type Options struct {
	Bundle *tidytalk.Bundle
	// Cleaner says how transcripts are cleaned. Its level, and what is asked of decisions, is
	// the Studio's to choose.
	Cleaner tidytalk.Options
	// Fillers holds the changes to the list of fillers that Cleaner.Fillers was made of, as
	// fillers.Parse reads them: what is learned adds to them.
	Fillers string
	// MaxBytes is the size of the largest file that is taken; 0 is formats.MaxSize.
	MaxBytes int64
	// MaxDocuments is how many documents are kept, and MaxWords how many words they have
	// together, each of which takes about half a kilobyte; those that were not asked for the
	// longest go first. The one that was opened last is kept in any case. 0 are the defaults.
	MaxDocuments int
	MaxWords     int
	// Folder, where set, is a folder in which the corpora that are made of corrections are
	// kept, under names of the Studio's.
	Folder string
	// Projects, where set, is a folder in which the page keeps transcripts with what people have changed of them.
	Projects string
	// Unteachable is for places where tuning the models to corrections takes too long: the page does not offer it.
	Unteachable bool
	// Fail answers a request that failed, with a status or, if that is 0, with whatever the
	// error is worth; nil: with the message alone.
	Fail func(w web.ResponseWriter, r *web.Request, status int, code string, err error)
	// Work does what takes the processor for a request, about so many bytes of text, when its turn has
	// come; nil: at once.
	Work func(r *web.Request, size int64, do func(ctx context.Context) error) error
	// Hold counts bytes that a request takes beside those that it sends until release is called, or
	// refuses it; nil: nobody counts.
	Hold func(r *web.Request, n int64) (release func(), err error)
}

// The defaults of Options.
const (
	DefaultMaxDocuments = 16
	DefaultMaxWords     = 1_000_000
)

// Studio serves the page. New makes one.
type Studio struct {
	options   Options
	mux       *web.Mux
	documents *store
	jobs      *jobs
	kept      *folder // nil: transcripts are not kept here

	mu      sync.Mutex
	cleaner *tidytalk.Cleaner
	learned *learned // that is in use; nil: nothing
	from    string   // the job it is from
}

// New returns a studio. Errors are those of tidytalk.New.
func New(o Options) (*Studio, error) {
	o.MaxBytes = cmp.Or(o.MaxBytes, formats.MaxSize)
	o.MaxDocuments, o.MaxWords = cmp.Or(o.MaxDocuments, DefaultMaxDocuments), cmp.Or(o.MaxWords, DefaultMaxWords)
	if o.Fail == nil {
		o.Fail = func(w web.ResponseWriter, _ *web.Request, status int, _ string, err error) {
			web.Error(w, err.Error(), cmp.Or(status, web.StatusInternalServerError))
		}
	}
	if o.Work == nil {
		o.Work = func(r *web.Request, _ int64, do func(ctx context.Context) error) error { return do(r.Context()) }
	}
	if o.Hold == nil {
		o.Hold = func(*web.Request, int64) (func(), error) { return func() {}, nil }
	}
	s := &Studio{options: o, mux: web.NewMux(), documents: newStore(o.MaxDocuments, o.MaxWords), jobs: newJobs()}
	if o.Projects != "" {
		s.kept = &folder{path: o.Projects}
	}
	if err := s.use(nil, ""); err != nil {
		return nil, err
	}
	s.routes()
	return s, nil
}

// cleaning returns the options of a cleaner for documents that are looked at: what it
// decides is what cleaning does by default, with all that is known of each word beside it.
func (s *Studio) cleaning() tidytalk.Options {
	return corrections.Options(s.options.Cleaner)
}

// current returns the cleaner in use, or, with names of who opens a transcript, one like it that knows them.
func (s *Studio) current(names *vocabulary.List) (*tidytalk.Cleaner, error) {
	s.mu.Lock()
	c, what := s.cleaner, s.learned
	s.mu.Unlock()
	if names == nil {
		return c, nil
	}
	return s.cleanerWith(what, names)
}

// Close stops what runs in the background.
func (s *Studio) Close() { s.jobs.close() }

// ServeHTTP implements http.Handler.
func (s *Studio) ServeHTTP(w web.ResponseWriter, r *web.Request) { s.mux.ServeHTTP(w, r) }

// routes says what answers which request.
func (s *Studio) routes() {
	s.fileRoutes()
	s.mux.HandleFunc("GET /studio/info", s.answer(s.info))
	s.mux.HandleFunc("POST /studio/documents", s.open)
	s.mux.HandleFunc("DELETE /studio/documents/{id}", s.answer(s.forget))
	s.mux.HandleFunc("POST /studio/documents/{id}/edit", s.answer(s.edit))
	s.mux.HandleFunc("POST /studio/documents/{id}/save", s.save)
	s.mux.HandleFunc("POST /studio/documents/{id}/cuts", s.cuts)
	s.mux.HandleFunc("POST /studio/documents/{id}/trace", s.answer(s.trace))
	s.learnRoutes()
	s.projectRoutes()
}

// problem is an error with what the answer says of it.
type problem struct {
	status int
	code   string
	err    error
}

func (p *problem) Error() string { return p.err.Error() }
func (p *problem) Unwrap() error { return p.err }

// badRequest is a problem of the request.
func badRequest(format string, args ...any) error {
	return &problem{web.StatusBadRequest, "bad_request", fmt.Errorf(format, args...)}
}

// answer makes a handler of what returns the answer, which becomes JSON.
func (s *Studio) answer(handle func(r *web.Request) (any, error)) web.HandlerFunc {
	return func(w web.ResponseWriter, r *web.Request) {
		out, err := handle(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		_ = e.Encode(out) // whoever asked has gone
	}
}

// fail answers a request that failed.
func (s *Studio) fail(w web.ResponseWriter, r *web.Request, err error) {
	p := problemOf(err)
	s.options.Fail(w, r, p.status, p.code, p.err)
}

// problemOf returns an error with what the answer says of it.
func problemOf(err error) *problem {
	var p *problem
	var large *web.MaxBytesError
	switch {
	case errors.As(err, &large):
		return &problem{web.StatusRequestEntityTooLarge, "too_large", fmt.Errorf("this is more than %d MiB, the most that is taken", large.Limit>>20)}
	case errors.As(err, &p):
		return p
	}
	return &problem{0, "", err}
}

// mostJSON is the size, in bytes, of the largest request that is JSON: corrections of some
// hundred thousand words.
const mostJSON = 32 << 20

// decode reads the JSON that a request brings.
func decode(r *web.Request, to any) error { return decodeUpTo(r, to, mostJSON) }

// decodeUpTo is decode for requests of up to so many bytes.
func decodeUpTo(r *web.Request, to any, most int64) error {
	d := json.NewDecoder(web.Limited(r, most))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		var large *web.MaxBytesError
		if errors.As(err, &large) {
			return err
		}
		return badRequest("the request is not the JSON it should be: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return badRequest("something follows the JSON of the request")
	}
	return nil
}

// kindInfo is a kind of disfluency.
type kindInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
}

// formatInfo is a format of transcripts.
type formatInfo struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Written    bool     `json:"written"`
}

// optionInfo is an option that the page offers: names, values and defaults are those of the
// command line.
type optionInfo struct {
	Default any          `json:"default,omitempty"`
	Values  []titledInfo `json:"values,omitempty"` // those that are offered
	Least   float64      `json:"least,omitempty"`
	Most    float64      `json:"most,omitempty"`
}

// titledInfo is a value with what it is called.
type titledInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// optionsInfo returns the options that the page offers, by name.
func optionsInfo() map[string]optionInfo {
	out := make(map[string]optionInfo)
	for _, o := range cleaning.On(cleaning.Page) {
		x := optionInfo{Default: o.DefaultValue(), Least: o.Least, Most: o.Most}
		for _, t := range o.Titles {
			x.Values = append(x.Values, titledInfo(t))
		}
		out[o.Name] = x
	}
	return out
}

// settingsInfo is what was learned, and is in use.
type settingsInfo struct {
	Engine string `json:"engine"`
	Job    string `json:"job"`
}

// styleInfo is what a style says of the settings of the page; the rest of it is a matter of its name.
type styleInfo struct {
	Name       string   `json:"name"`
	Remove     []string `json:"remove"`
	Level      string   `json:"level"` // "": the default
	Punct      string   `json:"punct"`
	Case       string   `json:"case"`
	Numbers    string   `json:"numbers"`
	Paragraphs int      `json:"paragraphs"`
}

// stylesInfo returns the styles that are built in.
func stylesInfo() (out []styleInfo) {
	value := func(given, option string) string {
		return cmp.Or(given, cleaning.At(cleaning.Page, option).DefaultText())
	}
	for _, name := range style.Names() {
		s := style.Named(name)
		x := styleInfo{name, []string{}, value(s.Level, "level"), value(s.Punct, "punct"), value(s.Case, "case"), value(s.Numbers, "numbers"), s.Paragraphs}
		for k, kind := range data.DisfluencyNames() {
			if s.Remove&(1<<k) != 0 {
				x.Remove = append(x.Remove, kind)
			}
		}
		out = append(out, x)
	}
	return out
}

// infoAnswer is what the page has to know.
type infoAnswer struct {
	Version  string                `json:"version"`
	Models   string                `json:"models"`
	Licence  string                `json:"licence"`
	Kinds    []kindInfo            `json:"kinds"`
	Levels   []string              `json:"levels"`
	Options  map[string]optionInfo `json:"options"`
	Styles   []styleInfo           `json:"styles"`
	Formats  []formatInfo          `json:"formats"`
	Cuts     []cutsInfo            `json:"cuts"` // forms of lists of cuts
	MaxBytes int64                 `json:"max_bytes"`
	Settings *settingsInfo         `json:"settings"`
	Projects bool                  `json:"projects"` // transcripts can be kept here
	Learns   bool                  `json:"learns"`   // models can be tuned to corrections
	// Highlights are the colours of comments.
	Highlights []string `json:"highlights"`
}

// info answers with what the page has to know.
func (s *Studio) info(*web.Request) (any, error) {
	m := s.options.Bundle.Manifest()
	out := infoAnswer{Version: tidytalk.Version, Models: m.Version, Licence: m.Licence, Options: optionsInfo(), Styles: stylesInfo(), MaxBytes: s.options.MaxBytes, Projects: s.kept != nil, Learns: !s.options.Unteachable, Highlights: formats.Highlights()}
	titles, about := data.DisfluencyTitles(), data.DisfluencyAbout()
	for i, name := range data.DisfluencyNames() {
		out.Kinds = append(out.Kinds, kindInfo{name, titles[i], about[i]})
	}
	for _, l := range engine.Levels {
		out.Levels = append(out.Levels, string(l))
	}
	for _, f := range formats.All() {
		out.Formats = append(out.Formats, formatInfo{string(f), f.Title(), f.Extensions(), f.IsWritten()})
	}
	out.Cuts = cutForms()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.learned != nil {
		out.Settings = &settingsInfo{cmp.Or(s.learned.settings.Engine, engine.Sentences), s.from}
	}
	return out, nil
}
