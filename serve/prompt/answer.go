package prompt

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Schema is as much of a JSON schema as says what an answer looks like.
type Schema struct {
	Type       any               `json:"type"` // a name, or a list of some
	Properties map[string]Schema `json:"properties"`
	Required   []string          `json:"required"`
	Enum       []any             `json:"enum"`
}

// Object returns an answer as a JSON object: the text is in the member of the schema that is most likely meant for it, others that are required are empty.
// Without a schema, the messages tell the name of the member, or it is "text".
func Object(schema *Schema, messages []Message, text string) string {
	out := make(map[string]any)
	if schema == nil || len(schema.Properties) == 0 {
		out[fieldNamed(messages)] = text
	} else {
		own := schema.field()
		for _, name := range schema.Required {
			p := schema.Properties[name]
			out[name] = p.empty()
		}
		if own != "" {
			out[own] = text
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return "{}" // which cannot be: it is of texts, numbers and the like
	}
	return string(b)
}

// is reports whether a schema is of a type.
func (s *Schema) is(name string) bool {
	switch t := s.Type.(type) {
	case string:
		return t == name
	case []any:
		return slices.Contains(t, any(name))
	}
	return false
}

// field returns the member that the text goes into; "": there is none for a text.
func (s *Schema) field() string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if p := s.Properties[name]; p.is("string") && p.Enum == nil {
			texts = append(texts, name)
		}
	}
	for _, known := range fields {
		for _, name := range texts {
			if plain(name) == known {
				return name
			}
		}
	}
	for _, name := range s.Required {
		if slices.Contains(texts, name) {
			return name
		}
	}
	if len(texts) > 0 {
		return texts[0]
	}
	return ""
}

// empty returns a value of a schema that says nothing.
func (s *Schema) empty() any {
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.is("null"):
		return nil
	case s.is("string"):
		return ""
	case s.is("boolean"):
		return false
	case s.is("number"), s.is("integer"):
		return 0
	case s.is("array"):
		return []any{}
	}
	out := make(map[string]any)
	for _, name := range s.Required {
		p := s.Properties[name]
		out[name] = p.empty()
	}
	return out
}

var quotedName = lazy.Regexp("[\"'`]([A-Za-z][A-Za-z_]{2,40})[\"'`]")

// fieldNamed returns the member that messages speak of, in quotes.
func fieldNamed(messages []Message) string {
	for _, m := range messages {
		for _, q := range quotedName().FindAllStringSubmatch(m.Text, -1) {
			if slices.Contains(fields, plain(q[1])) {
				return q[1]
			}
		}
	}
	return "text"
}
