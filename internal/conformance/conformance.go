// Package conformance has the cases of testdata/conformance.jsonl: what goes in, with which options, and what comes
// out, wherever text is cleaned. The library, the service over HTTP and over a pipe, and the packages for Python and
// Node run them.
//
// The file is made of the inputs of this package and the models of the day, by
// go test ./serve/service -run TestConformance -update. Start with [Read].
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"unicode/utf8"
)

// Case is a line of the file.
type Case struct {
	Name string `json:"name"`
	Path string `json:"path"` // of the request: /v1/clean or /v1/label
	// Options are texts, numbers, true, false, or lists of texts.
	Options map[string]any `json:"options"`
	Input   string         `json:"input"`
	// InputBytes are in place of Input where that is not UTF-8, and OutputBytes of Output. JSON has them in base64.
	InputBytes  []byte `json:"input_base64,omitempty"`
	Output      string `json:"output,omitempty"`
	OutputBytes []byte `json:"output_base64,omitempty"`
	Error       *Error `json:"error,omitempty"` // in place of an output
}

// Error is what is said in place of an output.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Source returns what is cleaned.
func (c *Case) Source() string {
	if c.InputBytes != nil {
		return string(c.InputBytes)
	}
	return c.Input
}

// Want returns what comes out.
func (c *Case) Want() string {
	if c.OutputBytes != nil {
		return string(c.OutputBytes)
	}
	return c.Output
}

// SetSource sets what is cleaned.
func (c *Case) SetSource(s string) { c.Input, c.InputBytes = halves(s) }

// SetWant sets what comes out.
func (c *Case) SetWant(s string) { c.Output, c.OutputBytes = halves(s) }

func halves(s string) (string, []byte) {
	if utf8.ValidString(s) {
		return s, nil
	}
	return "", []byte(s)
}

// Query returns the options as a request over HTTP has them.
func (c *Case) Query() url.Values {
	query := make(url.Values)
	for name, value := range c.Options {
		if list, several := value.([]any); several {
			for _, x := range list {
				query.Add(name, fmt.Sprint(x))
			}
			continue
		}
		query.Set(name, fmt.Sprint(value))
	}
	return query
}

// Read reads the cases of a file.
func Read(path string) ([]Case, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []Case
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.UseNumber()
		d.DisallowUnknownFields()
		var c Case
		if err := d.Decode(&c); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(out)+1, err)
		}
		out = append(out, c)
	}
	return out, lines.Err()
}

// Write writes cases to a file.
func Write(path string, cases []Case) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i := range cases {
		if err := e.Encode(&cases[i]); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
