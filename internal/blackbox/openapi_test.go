package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/serve/service"
)

type object = map[string]any

func newService(t *testing.T) *service.Service {
	t.Helper()
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := service.New(service.Options{Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func serviceDocument(t *testing.T, s *service.Service) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/openapi.json", nil))
	if w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	return w.Body.Bytes()
}

// sample is a request of the document, and what it says comes of it.
type sample struct {
	name          string
	request       *http.Request
	status        int
	media         string // of the answer
	value, schema any    // of the answer; nil: it is only to fit the schema
}

// TestOpenAPI: the document is one, always the same, and what it says comes of its requests.
func TestOpenAPI(t *testing.T) {
	s := newService(t)
	src := serviceDocument(t, s)
	if again := serviceDocument(t, newService(t)); !bytes.Equal(src, again) {
		t.Error("the document is another one the next time")
	}
	var root object
	if err := json.Unmarshal(src, &root); err != nil {
		t.Fatal(err)
	}
	schemas := jsonschema.NewCompiler()
	specification, err := os.ReadFile("testdata/openapi-3.1.json") // the schema that the OpenAPI Initiative has published
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string][]byte{"specification.json": specification, "document.json": src} {
		parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
		if err == nil {
			err = schemas.AddResource(name, parsed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if specified, err := schemas.Compile("specification.json"); err != nil {
		t.Fatal(err)
	} else if err := specified.Validate(decode(t, src)); err != nil {
		t.Errorf("%#v", err)
	}
	checkReferences(t, root, root)
	samples := samplesOf(t, root)
	if len(samples) < 15 {
		t.Errorf("%d samples", len(samples))
	}
	for _, x := range samples {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, x.request)
		r := w.Result()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		if r.StatusCode != x.status || media != x.media {
			t.Errorf("%s: %s, %s, want %d, %s\n%s", x.name, r.Status, media, x.status, x.media, body)
			continue
		}
		var values []any
		switch media {
		case "application/json":
			values = []any{decode(t, body)}
		case "application/x-ndjson":
			for line := range bytes.Lines(body) {
				values = append(values, decode(t, line))
			}
		default:
			values = []any{string(body)}
		}
		if x.value != nil && !reflect.DeepEqual(values[0], x.value) {
			t.Errorf("%s: %s, want %v", x.name, body, x.value)
		}
		schema, err := schemas.Compile("document.json#" + x.schema.(string))
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s: %v", x.name, err)
			}
		}
	}
}

func decode(t *testing.T, b []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(b, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// checkReferences checks that all that is referred to is there.
func checkReferences(t *testing.T, root object, value any) {
	switch value := value.(type) {
	case object:
		if ref, ok := value["$ref"].(string); ok {
			var at any = root
			for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
				inner, _ := at.(object)
				at = inner[name]
			}
			if at == nil {
				t.Errorf("there is no %s", ref)
			}
		}
		for _, v := range value {
			checkReferences(t, root, v)
		}
	case []any:
		for _, v := range value {
			checkReferences(t, root, v)
		}
	}
}

// samplesOf returns the requests of the document: an example of a request, or, where nothing
// is sent, of an answer, with those of parameters of the same name.
func samplesOf(t *testing.T, root object) []sample {
	t.Helper()
	var out []sample
	paths := root["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for method, op := range paths[path].(object) {
			operation := op.(object)
			bodies := make(map[string][2]string) // by the name of the example: media type and body
			if request, ok := operation["requestBody"].(object); ok {
				for media, content := range request["content"].(object) {
					examples, _ := content.(object)["examples"].(object)
					for name, x := range examples {
						text, ok := x.(object)["value"].(string)
						if !ok {
							b, err := json.Marshal(x.(object)["value"])
							if err != nil {
								t.Fatal(err)
							}
							text = string(b)
						}
						bodies[name] = [2]string{media, text}
					}
				}
			}
			answered := make(map[string]bool)
			responses := operation["responses"].(object)
			for _, status := range slices.Sorted(maps.Keys(responses)) {
				content, _ := responses[status].(object)["content"].(object)
				for _, media := range slices.Sorted(maps.Keys(content)) {
					examples, _ := content[media].(object)["examples"].(object)
					for _, name := range slices.Sorted(maps.Keys(examples)) {
						answered[name] = true
						body := bodies[name]
						request := httptest.NewRequest(strings.ToUpper(method), path, strings.NewReader(body[1]))
						if body[0] != "" {
							request.Header.Set("Content-Type", body[0])
						}
						request.Header.Set("Accept", media+", application/json;q=0.1")
						code, err := strconv.Atoi(status)
						if err != nil {
							t.Fatal(err)
						}
						if code >= 400 {
							request.Header.Del("Accept")
						}
						fillIn(operation, name, request)
						pointer := fmt.Sprintf("/paths/%s/%s/responses/%s/content/%s/schema", escape(path), method, status, escape(media))
						out = append(out, sample{path + " " + name, request, code, media, examples[name].(object)["value"], pointer})
					}
				}
			}
			for name := range bodies {
				if !answered[name] {
					t.Errorf("%s: nothing says what comes of %s", path, name)
				}
			}
		}
	}
	return out
}

// fillIn puts the parameters of an example into a request.
func fillIn(operation object, name string, request *http.Request) {
	parameters, _ := operation["parameters"].([]any)
	query := request.URL.Query()
	for _, p := range parameters {
		examples, _ := p.(object)["examples"].(object)
		x, ok := examples[name].(object)
		if !ok {
			continue
		}
		value := fmt.Sprint(x["value"])
		if parameter := p.(object)["name"].(string); p.(object)["in"] == "query" {
			query.Set(parameter, value)
		} else {
			request.Header.Set(parameter, value)
		}
	}
	request.URL.RawQuery = query.Encode()
}

// escape writes a name as a JSON pointer in a URL has it.
func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
