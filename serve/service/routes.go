package service

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// route is an operation of the service: what is under a path by a method. The router and the document
// for programs are made of the table of them.
type route struct {
	name    string // in the log, in metrics, and in the document
	path    string // one that ends in "/{id}" has any id there
	method  string // GET takes HEAD, too
	handler http.HandlerFunc
	free    bool                                // without a token
	on      cleaning.Surface                    // whose options, and whose parameters, it takes; 0: none
	answers []form                              // what it answers, as Accept chooses
	takes   []string                            // media types of what is sent
	told    func(status int, d errorDetail) any // how its errors are told; nil: as all are
}

// table returns all routes.
func (s *Service) table() []route {
	return []route{
		{name: "clean", path: "/v1/clean", method: "POST", handler: s.clean, on: cleaning.CleanRequest, answers: formsByMedia, takes: mediaTaken()},
		{name: "label", path: "/v1/label", method: "POST", handler: s.label, on: cleaning.LabelRequest, answers: labelForms, takes: mediaTaken()},
		{name: "trace", path: "/v1/trace", method: "POST", handler: s.trace, on: cleaning.TraceRequest, answers: traceForms, takes: traceMedia},
		{name: "cut", path: "/v1/cut", method: "POST", handler: s.cut, on: cleaning.CutRequest, answers: cutForms(), takes: mediaTaken()},
		{name: "stream", path: "/v1/stream", method: "GET", handler: s.stream, on: cleaning.StreamRequest},
		{name: "progress", path: "/v1/requests" + anyID, method: "GET", handler: s.progress},
		{name: "cancel", path: "/v1/requests" + anyID, method: "DELETE", handler: s.cancel},
		{name: "chat", path: "/v1/chat/completions", method: "POST", handler: s.chat, told: openAIError},
		{name: "complete", path: "/v1/completions", method: "POST", handler: s.complete, told: openAIError},
		{name: "models", path: "/v1/models", method: "GET", handler: s.listModels, told: openAIError},
		{name: "model", path: "/v1/models" + anyID, method: "GET", handler: s.showModel, told: openAIError},
		{name: "ollama-chat", path: "/api/chat", method: "POST", handler: s.ollamaChat, told: ollamaError},
		{name: "ollama-generate", path: "/api/generate", method: "POST", handler: s.ollamaGenerate, told: ollamaError},
		{name: "ollama-tags", path: "/api/tags", method: "GET", handler: s.ollamaTags, told: ollamaError},
		{name: "ollama-version", path: "/api/version", method: "GET", handler: s.ollamaVersion, told: ollamaError, free: true},
		{name: "health", path: "/v1/health", method: "GET", handler: s.health, free: true},
		{name: "openapi", path: "/openapi.json", method: "GET", handler: s.writeDocument},
		{name: "metrics", path: "/metrics", method: "GET", handler: s.writeMetrics},
	}
}

// anyID is the end of a path that has an id there.
const anyID = "/{id}"

// routesOf returns the routes of a path.
func (s *Service) routesOf(path string) []*route {
	if found := s.routes[path]; found != nil || strings.HasSuffix(path, anyID) {
		return found
	}
	if at := strings.LastIndexByte(path, '/'); at > 0 && at+1 < len(path) {
		return s.routes[path[:at]+anyID]
	}
	return nil
}

// routeBy returns the one of some routes that a method asks for, nil if there is none.
func routeBy(method string, routes []*route) *route {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if i := slices.IndexFunc(routes, func(r *route) bool { return r.method == method }); i >= 0 {
		return routes[i]
	}
	return nil
}

// allowed says which methods some routes have.
func allowed(routes []*route) string {
	var out []string
	for _, r := range routes {
		if out = append(out, r.method); r.method == http.MethodGet {
			out = append(out, http.MethodHead)
		}
	}
	return strings.Join(out, ", ")
}

// parameter is one of a query beside the options.
type parameter struct {
	name, about string
	values      []string // that it may have, the default first; nil: any
	several     bool     // it may be given several times
}

// parameters are those of the operations with options.
var parameters = map[cleaning.Surface][]parameter{
	cleaning.CleanRequest: {nameOfFile, ownFillers, ownNames, turns},
	cleaning.LabelRequest: {nameOfFile, ownFillers, ownNames, turns},
	cleaning.TraceRequest: {{name: paramTo, about: "Form of the answer, whatever Accept says; svg is of one sentence", values: namesOf(traceForms)}, {name: paramWant, about: "The clean text wanted, of one sentence: the trace says where it was lost"}},
	cleaning.CutRequest:   slices.Concat([]parameter{nameOfFile, ownFillers, ownNames, turns}, ofCuts()),
	cleaning.StreamRequest: {{name: paramFrames, about: "Whether messages are text, or objects of the schema Frame", values: []string{"text", "json"}},
		{name: paramSession, about: "Token of a stream with events whose connection has broken: it goes on here. All other parameters are those that it began with"},
		{name: paramAfter, about: "Id of the last final event of the session that has come: those behind it are sent again; -1, the default, stands for none"}, ownFillers, ownNames},
}

var (
	nameOfFile = parameter{name: paramName, about: "Name of the file: its extension tells the format"}
	ownFillers = parameter{name: paramFillers, about: "Changes of the list of fillers: lines of + WORD or - WORD, as in the files of 'tidytalk fillers'", several: true}
	ownNames   = parameter{name: paramNames, about: "Names, products and acronyms as they are spelled, one a line: text without case is written so, and their words are not taken for fillers", several: true}
	turns      = parameter{name: paramTurns, about: "Who speaks when in the recording of a transcript that has times and names no speakers: the text of RTTM"}
)

// checkParameters checks the parameters of a query beside the options, and returns their names.
func checkParameters(query url.Values, on cleaning.Surface) ([]string, error) {
	var names []string
	for _, p := range parameters[on] {
		names = append(names, p.name)
		given := query[p.name]
		switch {
		case len(given) > 1 && !p.several:
			return nil, badRequest(fmt.Errorf("%s is given %d times", p.name, len(given)))
		case len(given) > 0 && p.values != nil && !slices.Contains(p.values, given[0]):
			return nil, badRequest(fmt.Errorf("%s is %s here, not %q", p.name, prose.Or(p.values), headerText(given[0])))
		}
	}
	return names, nil
}
