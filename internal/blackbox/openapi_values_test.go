package blackbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// operation is one of the document.
type operation struct {
	path, method string
	object
}

func operationsOf(root object) []operation {
	var out []operation
	paths := root["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path].(object)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			out = append(out, operation{path, strings.ToUpper(method), item[method].(object)})
		}
	}
	return out
}

// parametersOf returns those in the query, by their names, with their schemas.
func (o operation) parametersOf() map[string]object {
	out := make(map[string]object)
	for _, p := range o.object["parameters"].([]any) {
		if p := p.(object); p["in"] == "query" {
			out[p["name"].(string)] = p["schema"].(object)
		}
	}
	return out
}

// valuesOf returns the values that a schema lists, and some that are within its bounds; refused are some that
// it excludes.
func valuesOf(schema object) (taken, refused []string) {
	values, _ := schema["enum"].([]any)
	for _, v := range values {
		taken = append(taken, fmt.Sprint(v))
	}
	if values != nil {
		refused = append(refused, "no such value")
	}
	number := func(name string) (float64, bool) {
		x, ok := schema[name].(float64)
		return x, ok
	}
	if least, ok := number("minimum"); ok {
		taken, refused = append(taken, fmt.Sprint(least)), append(refused, fmt.Sprint(least-1))
	}
	if least, ok := number("exclusiveMinimum"); ok {
		taken, refused = append(taken, fmt.Sprint(least+0.5)), append(refused, fmt.Sprint(least))
	}
	if most, ok := number("maximum"); ok {
		taken, refused = append(taken, fmt.Sprint(most)), append(refused, fmt.Sprint(most+1))
	}
	switch schema["type"] {
	case "boolean":
		taken, refused = append(taken, "true", "false"), append(refused, "maybe")
	case "integer":
		refused = append(refused, "1.5", "many")
	case "number":
		refused = append(refused, "much")
	}
	return taken, refused
}

// companions are what a parameter does not go without, or what it takes to be of use.
var companions = map[string]url.Values{
	"paragraph-words": {"paragraphs": {"true"}},
}

// plainTalk is a transcript that all operations take.
const plainTalk = "So, um, we left.\n"

// TestOpenAPIValues: of each parameter of each operation what the document lists is taken, and what it
// does not list is refused: values that other operations list, and others out of the bounds.
func TestOpenAPIValues(t *testing.T) {
	s := newService(t)
	var root object
	if err := json.Unmarshal(serviceDocument(t, s), &root); err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]string) // values of a parameter in any operation
	operations := operationsOf(root)
	for _, o := range operations {
		for name, schema := range o.parametersOf() {
			taken, _ := valuesOf(schema)
			all[name] = append(all[name], taken...)
		}
	}
	n := 0
	for _, o := range operations {
		given := o.parametersOf()
		ask := func(name, value string) errorAnswer {
			query := maps.Clone(companions[name])
			if query == nil {
				query = make(url.Values)
			}
			query.Set(name, value)
			n++
			return requested(s, o, query, plainTalk, "text/plain")
		}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			schema, here := given[name]
			if !here {
				if a := ask(name, first(all[name])); len(given) > 0 && !a.refuses() {
					t.Errorf("%s %s does not list %s, and takes it: %d", o.method, o.path, name, a.status)
				}
				continue
			}
			taken, refused := valuesOf(schema)
			if schema["enum"] != nil {
				for _, value := range all[name] {
					if !slices.Contains(taken, value) {
						refused = append(refused, value)
					}
				}
			}
			for _, value := range taken {
				if a := ask(name, value); a.refuses() {
					t.Errorf("%s %s lists %s=%s, and refuses it: %s", o.method, o.path, name, value, a.message)
				}
			}
			for _, value := range refused {
				if a := ask(name, value); !a.refuses() {
					t.Errorf("%s %s does not list %s=%s, and takes it: %d", o.method, o.path, name, value, a.status)
				}
			}
		}
	}
	if n < 300 {
		t.Errorf("%d requests", n)
	}
}

// errorAnswer is what is answered, as far as it is an error.
type errorAnswer struct {
	status        int
	code, message string
}

// refuses reports whether the request is at fault, and not the transcript or the models.
func (a errorAnswer) refuses() bool { return a.status == http.StatusBadRequest }

// requested sends a request to an operation.
func requested(s http.Handler, o operation, query url.Values, body, media string) errorAnswer {
	r := httptest.NewRequest(o.method, strings.ReplaceAll(o.path, "{id}", "nobody")+"?"+query.Encode(), strings.NewReader(body))
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var e struct {
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(w.Body.Bytes(), &e)
	return errorAnswer{w.Code, e.Error.Code, e.Error.Message}
}

// TestOpenAPIRouter: the methods of a path are those that the router has, and media types are taken and answered
// that the document lists, and no others.
func TestOpenAPIRouter(t *testing.T) {
	s := newService(t)
	var root object
	if err := json.Unmarshal(serviceDocument(t, s), &root); err != nil {
		t.Fatal(err)
	}
	methods := make(map[string][]string)
	for _, o := range operationsOf(root) {
		methods[o.path] = append(methods[o.path], o.method)
		if o.method == "GET" {
			methods[o.path] = append(methods[o.path], "HEAD")
		}
		request, _ := o.object["requestBody"].(object)
		if request == nil {
			continue
		}
		body := func(media string) string {
			if media == "application/json" && o.path == "/v1/trace" {
				return `{"text":"so um we left"}`
			}
			return plainTalk
		}
		for media := range request["content"].(object) {
			if a := requested(s, o, nil, body(media), media); a.status == http.StatusUnsupportedMediaType {
				t.Errorf("%s lists %s, and refuses it: %s", o.path, media, a.message)
			}
		}
		// Ollama takes bodies of any type.
		if a := requested(s, o, nil, plainTalk, "multipart/form-data; boundary=x"); a.status != http.StatusUnsupportedMediaType && !strings.HasPrefix(o.path, "/api/") {
			t.Errorf("%s takes a form: %d", o.path, a.status)
		}
		if strings.HasPrefix(o.path, "/api/") || strings.HasSuffix(o.path, "/completions") {
			continue // the request itself says what is answered, as with the services that these are like
		}
		answers := o.object["responses"].(object)["200"].(object)["content"].(object)
		for _, media := range []string{"image/png", "application/pdf", "audio/wav"} {
			answers[media] = nil
		}
		for media, listed := range answers {
			r := httptest.NewRequest(o.method, o.path+"?name=a.srt", strings.NewReader("1\n00:00:01,000 --> 00:00:03,000\nSo, um, we left.\n\n"))
			if o.path == "/v1/trace" {
				r = httptest.NewRequest(o.method, o.path, strings.NewReader(plainTalk))
			}
			r.Header.Set("Accept", media)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			got, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
			switch own := media == "application/json" && o.path != "/v1/trace" || media == "application/octet-stream"; { // where JSON comes, and whatever it is
			case own:
			case listed == nil && w.Code != http.StatusNotAcceptable:
				t.Errorf("%s does not list %s, and answers %d", o.path, media, w.Code)
			case listed != nil && w.Code == http.StatusNotAcceptable:
				t.Errorf("%s lists %s, and answers %d %s", o.path, media, w.Code, got)
			}
		}
	}
	for path, want := range methods {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
			a := requested(s, operation{path, method, nil}, nil, "", "")
			if listed := slices.Contains(want, method); listed == (a.status == http.StatusMethodNotAllowed) {
				t.Errorf("%s %s: %d, and listed: %v", method, path, a.status, listed)
			}
		}
	}
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
