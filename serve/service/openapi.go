package service

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// skeleton is the document without what the table of options says.
//
//go:embed openapi.json
var skeleton []byte

// Members of operations in the skeleton: which options they take, and the queries of the
// examples, by their names. They are replaced by parameters.
const (
	memberOptions = "x-options"
	memberQueries = "x-queries"
)

// object is a JSON object. They are written in the order of the names, so that the document
// is always the same.
type object = map[string]any

// openAPI returns the document that describes the service to programs.
func openAPI() ([]byte, error) {
	var document object
	if err := json.Unmarshal(skeleton, &document); err != nil {
		return nil, fmt.Errorf("the description of the service: %w", err)
	}
	document["info"].(object)["version"] = tidytalk.Version
	for _, item := range document["paths"].(object) {
		for _, operation := range item.(object) {
			fill(operation.(object))
		}
	}
	fillTrace(document["components"].(object)["schemas"].(object)["TraceRequest"].(object))
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(document)
	return b.Bytes(), err
}

// fillTrace puts the options of traces into the schema of the request as JSON.
func fillTrace(schema object) {
	properties := schema["properties"].(object)
	for _, o := range cleaning.On(cleaning.TraceRequest) {
		if !o.Decoder {
			continue
		}
		p := schemaOf(&o)
		if o.Type == cleaning.Names {
			p = object{"type": "array", "items": object{"type": "string"}}
		}
		p["description"] = aboutOf(&o)
		properties[o.Name] = p
	}
}

// fill puts the parameters of an operation in.
func fill(operation object) {
	queries, _ := operation[memberQueries].(object)
	which, _ := operation[memberOptions].(string)
	delete(operation, memberQueries)
	delete(operation, memberOptions)
	var parameters []any
	add := func(name, in, about string, schema object) {
		p := object{"name": name, "in": in, "description": about, "schema": schema}
		examples := object{}
		for _, example := range slices.Sorted(maps.Keys(queries)) {
			if value, ok := queries[example].(object)[name]; ok {
				examples[example] = object{"value": typed(schema, value.(string))}
			}
		}
		if len(examples) > 0 {
			p["examples"] = examples
		}
		parameters = append(parameters, p)
	}
	if on, ok := surfaces[which]; ok {
		for _, o := range cleaning.On(on) {
			add(o.Name, "query", aboutOf(&o), schemaOf(&o))
		}
	}
	text := object{"type": "string"}
	switch which {
	case "clean", "label":
		add(paramName, "query", "Name of the file: its extension tells the format", text)
	case "trace":
		add(paramTo, "query", "Form of the answer, whatever Accept says; svg is of one sentence", object{"type": "string", "enum": []any{"json", "jsonl", "html", "svg"}, "default": "json"})
		add("want", "query", "The clean text wanted, of one sentence: the trace says where it was lost", text)
	case "stream":
		add(paramFrames, "query", "Whether messages are text, or objects of the schema Frame", object{"type": "string", "enum": []any{"text", "json"}, "default": "text"})
	}
	if which != "" && which != "trace" {
		add(paramFillers, "query", "Changes of the list of fillers: lines of + WORD or - WORD, as in the files of 'tidytalk fillers'", text)
	}
	add("X-Request-Id", "header", "Id of the request in the log and the answer: up to 64 letters, digits and - _ .", object{"type": "string", "maxLength": 64})
	operation["parameters"] = parameters
}

// surfaces are those whose options operations take, by the name in the skeleton.
var surfaces = map[string]cleaning.Surface{
	"clean": cleaning.CleanRequest, "label": cleaning.LabelRequest, "trace": cleaning.TraceRequest, "stream": cleaning.StreamRequest,
}

// aboutOf says what an option is for, as a sentence, with the names of others without
// dashes.
func aboutOf(o *cleaning.Option) string {
	about := cleaning.Bare(strings.ReplaceAll(o.About, "`", ""))
	if text := o.DefaultText(); text != "" && !o.Fixed() {
		about += " (default: " + cleaning.Bare(text) + ")"
	}
	return strings.ToUpper(about[:1]) + about[1:]
}

// schemaOf returns the schema of an option.
func schemaOf(o *cleaning.Option) object {
	s := object{"type": [...]string{cleaning.Text: "string", cleaning.Switch: "boolean", cleaning.Whole: "integer", cleaning.Number: "number", cleaning.Names: "string", cleaning.List: "string"}[o.Type]}
	if o.Values != nil && o.Type != cleaning.List {
		var values []any
		for _, v := range o.Values {
			values = append(values, v)
		}
		s["enum"] = values
	}
	if o.Above {
		s["exclusiveMinimum"] = o.Least
	} else if o.Least != 0 {
		s["minimum"] = o.Least
	}
	if o.Most != 0 {
		s["maximum"] = o.Most
	}
	if o.Type == cleaning.Switch {
		s["default"] = false
	} else if o.Fixed() {
		s["default"] = typed(s, o.DefaultText())
	}
	return s
}

// typed returns a value as its schema has it.
func typed(schema object, value string) any {
	switch schema["type"] {
	case "integer", "number":
		if x, err := strconv.ParseFloat(value, 64); err == nil {
			return x
		}
	case "boolean":
		return value == "true"
	}
	return value
}

func (s *Service) writeDocument(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", mediaJSON)
	w.Header().Set("Content-Length", strconv.Itoa(len(s.document)))
	w.Write(s.document)
}
