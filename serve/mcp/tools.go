package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
)

// tool is a tool as it is listed, and what it does.
type tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       schema          `json:"inputSchema"`
	Annotations map[string]bool `json:"annotations"`

	run func(ctx context.Context, x *arguments) *result
}

// call runs the tool.
func (t *tool) call(ctx context.Context, given map[string]json.RawMessage) *result {
	x, err := read(given, t.Input.Properties)
	if err != nil {
		return refused(err)
	}
	return t.run(ctx, x)
}

// schema is a JSON schema of an object.
type schema struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	More       bool                `json:"additionalProperties"`
}

// property is the schema of an argument.
type property = map[string]any

// result is what a tool gives.
type result struct {
	Content    []content `json:"content"`
	Structured any       `json:"structuredContent,omitempty"` // an object
	IsError    bool      `json:"isError,omitempty"`
}

// content is a text, or a file.
type content struct {
	Type     string    `json:"type"`
	Text     *string   `json:"text,omitempty"`
	Resource *resource `json:"resource,omitempty"`
}

// resource is a file that is no text.
type resource struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType"`
	Blob     []byte `json:"blob"`
}

func textOf(s string) content { return content{Type: "text", Text: &s} }

// refused is the result of a call that cannot be: the model reads why, and can ask again.
func refused(err error) *result {
	return &result{Content: []content{textOf(err.Error())}, IsError: true}
}

// structured returns an object, also as text, for clients that do not look at objects.
func structured(object any) *result {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(object); err != nil {
		return refused(err)
	}
	return &result{Content: []content{textOf(strings.TrimSuffix(b.String(), "\n"))}, Structured: object}
}

// The arguments beside those of the service.
const (
	argText   = "text"
	argBase64 = "base64"
	argWant   = "want"
)

// makeTools makes the tools, whose arguments are as the service describes its parameters.
func (s *Server) makeTools() ([]tool, error) {
	cleaned, err := s.parametersOf("/v1/clean")
	if err != nil {
		return nil, err
	}
	// How labels are searched for is no matter for models.
	for _, o := range cleaning.SearchOn(cleaning.CleanRequest) {
		delete(cleaned, o.Name)
	}
	explained := make(map[string]property)
	for name, p := range cleaned { // what is decided, and nothing of how it is written
		if o := cleaning.Find(name); o == nil || name != "to" && o.Without(cleaning.LabelRequest) == "" {
			explained[name] = p
		}
	}
	for _, of := range []map[string]property{cleaned, explained} {
		of[argText] = property{"type": "string", "description": "The transcript: plain text, or the content of a file such as SRT, VTT, JSON of a recogniser"}
		of[argBase64] = property{"type": "string", "contentEncoding": "base64", "description": "In place of text: the bytes of a file that is no text, such as a Word document"}
	}
	explained[argWant] = property{"type": "string", "description": "Ask why the clean text of one sentence is not this"}
	looks := map[string]bool{"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false, "destructiveHint": false}
	return []tool{
		{"clean", "Clean a transcript", "Removes fillers, repetitions and speech repairs from a transcript, and restores punctuation and case. The format stays unless 'to' says another; times and speakers stay. Words are removed, never invented. First comes the clean text, then what there is to say of it.", schema{"object", cleaned, false}, looks, s.runClean},
		{"explain", "Explain what is removed", "Says of each stretch of a transcript that clean removes what kind of disfluency it is and how sure that is, what else may be disfluent and stays, and by which features the decoder has decided.", schema{"object", explained, false}, looks, s.runExplain},
		{"formats", "List the formats", "Lists the formats of transcripts: their names, as 'from' and 'to' have them, extensions, and whether transcripts can be written in them.", schema{"object", map[string]property{}, false}, looks, runFormats},
	}, nil
}

// parametersOf returns the schemas of the parameters that a path of the service takes in its query, with what each is for.
func (s *Server) parametersOf(path string) (map[string]property, error) {
	a := service.Do(context.Background(), s.service, http.MethodGet, "/openapi.json", nil, nil)
	var document struct {
		Paths map[string]struct {
			Post struct {
				Parameters []struct {
					Name, In, Description string
					Schema                property
				}
			}
		}
	}
	if err := json.Unmarshal(a.Body.Bytes(), &document); err != nil {
		return nil, fmt.Errorf("the description of the service: %w", err)
	}
	out := make(map[string]property)
	for _, p := range document.Paths[path].Post.Parameters {
		if p.In != "query" {
			continue
		}
		of := p.Schema
		if o := cleaning.Find(p.Name); o != nil && isList(o) {
			item := property{"type": "string"}
			if o.Values != nil {
				item["enum"] = o.Values
			}
			of = property{"type": "array", "items": item}
		}
		of["description"] = p.Description
		out[p.Name] = of
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the description of the service has nothing about %s", path)
	}
	return out, nil
}

func isList(o *cleaning.Option) bool { return o.Type == cleaning.List || o.Type == cleaning.Names }

// arguments are what a tool is called with.
type arguments struct {
	query url.Values
	body  []byte
	want  string
}

// read reads the arguments of a tool.
func read(given map[string]json.RawMessage, known map[string]property) (*arguments, error) {
	a := &arguments{query: make(url.Values)}
	bodies := 0
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if known[name] == nil {
			if len(known) == 0 {
				return nil, fmt.Errorf("there is no argument %q, nor any other", name)
			}
			return nil, fmt.Errorf("there is no argument %q: there are %s", name, prose.And(slices.Sorted(maps.Keys(known))))
		}
		value := given[name]
		if string(value) == "null" {
			continue
		}
		var err error
		var s string
		switch o := cleaning.Find(name); {
		case name == argBase64:
			bodies++
			if json.Unmarshal(value, &a.body) != nil {
				return nil, fmt.Errorf("%s is no base64", argBase64)
			}
			continue
		case o != nil && known[name]["type"] != "string":
			s, err = valueOf(o, value)
		default:
			err = json.Unmarshal(value, &s)
		}
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind):
			return nil, fmt.Errorf("%s is no %s", name, kind.Type)
		case err != nil:
			return nil, err
		case name == argText:
			bodies++
			a.body = []byte(s)
		case name == argWant:
			a.want = s
		case s != "":
			a.query.Set(name, s)
		}
	}
	if bodies != 1 && known[argText] != nil {
		return nil, fmt.Errorf("the transcript is %s, or %s", argText, argBase64)
	}
	return a, nil
}

// valueOf returns the value of an option as a query has it. Models write lists with commas, too; one without elements is
// "none" where that is a value.
func valueOf(o *cleaning.Option, value json.RawMessage) (string, error) {
	if isList(o) && value[0] == '"' {
		return text(value), nil
	}
	s, err := o.FromJSON(value)
	if s == "" && err == nil && isList(o) && slices.Contains(o.Values, "none") {
		s = "none"
	}
	return s, err
}
