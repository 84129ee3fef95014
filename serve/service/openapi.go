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

// skeleton is what people have to say of the service: for each operation what it is for, its examples, and
// what it answers. What is in the tables of routes, parameters, options and forms is not there.
//
//go:embed openapi.json
var skeleton []byte

// Members of the skeleton: the operations by their names, and the queries of the examples of each, by
// theirs. They are replaced by paths and parameters.
const (
	memberOperations = "x-operations"
	memberQueries    = "x-queries"
)

// object is a JSON object. They are written in the order of the names, so that the document
// is always the same.
type object = map[string]any

// openAPI returns the document that describes the routes to programs. Each of them has to be in the
// skeleton.
func openAPI(table []route) ([]byte, error) {
	var document object
	if err := json.Unmarshal(skeleton, &document); err != nil {
		return nil, fmt.Errorf("the description of the service: %w", err)
	}
	document["info"].(object)["version"] = tidytalk.Version
	operations := document[memberOperations].(object)
	delete(document, memberOperations)
	paths := make(object)
	document["paths"] = paths
	for i := range table {
		r := &table[i]
		operation, ok := operations[r.name].(object)
		if !ok {
			return nil, fmt.Errorf("the description of the service has nothing about %s", r.name)
		}
		delete(operations, r.name)
		fill(operation, r)
		if paths[r.path] == nil {
			paths[r.path] = make(object)
		}
		paths[r.path].(object)[strings.ToLower(r.method)] = operation
	}
	for name := range operations {
		return nil, fmt.Errorf("the description of the service is about %s, which is nowhere", name)
	}
	schemas := document["components"].(object)["schemas"].(object)
	schemas["Error"].(object)["properties"].(object)["error"].(object)["properties"].(object)["code"].(object)["enum"] = anys(codes)
	fillTrace(schemas["TraceRequest"].(object))
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(document)
	return b.Bytes(), err
}

// anys returns texts as JSON has them.
func anys(texts []string) []any {
	out := make([]any, len(texts))
	for i, x := range texts {
		out[i] = x
	}
	return out
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

// fill puts what the tables say of an operation in.
func fill(operation object, r *route) {
	queries, _ := operation[memberQueries].(object)
	delete(operation, memberQueries)
	operation["operationId"] = r.name
	var list []any
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
		if in == "path" {
			p["required"] = true
		}
		list = append(list, p)
	}
	if strings.HasSuffix(r.path, anyID) {
		add("id", "path", "Id of a request that is under way: what it had as X-Request-Id", object{"type": "string"})
	}
	if r.on != 0 {
		for _, o := range cleaning.On(r.on) {
			add(o.Name, "query", aboutOf(&o), schemaOf(&o))
		}
	}
	for _, p := range parameters[r.on] {
		schema := object{"type": "string"}
		if p.values != nil {
			schema["enum"], schema["default"] = anys(p.values), p.values[0]
		}
		add(p.name, "query", p.about, schema)
	}
	add("X-Request-Id", "header", "Id of the request in the log and the answer: up to 64 letters, digits and - _ .", object{"type": "string", "maxLength": 64})
	operation["parameters"] = list
	if r.takes != nil {
		addMedia(operation["requestBody"].(object), r.takes)
	}
	if r.answers != nil {
		var media []string
		for _, f := range r.answers {
			media = append(media, f.media)
		}
		addMedia(operation["responses"].(object)["200"].(object), media)
	}
}

// addMedia adds media types that the skeleton says nothing of.
func addMedia(to object, media []string) {
	content := to["content"].(object)
	for _, m := range media {
		if content[m] == nil {
			content[m] = object{"schema": object{}}
		}
	}
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
	switch {
	case o.Values == nil || o.Type == cleaning.List:
	case o.Others:
		s["examples"] = anys(o.Values)
	default:
		s["enum"] = anys(o.Values)
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
