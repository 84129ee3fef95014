//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"slices"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/traceview"
)

// paramWant is the clean text that was wanted.
const paramWant = "want"

// trace says how it was decided about a text.
func (m *module) trace(ctx context.Context, options, text string) (map[string]any, []byte, *cleaning.Failure) {
	_, c, values, failed := m.asked(options, cleaning.TraceRequest)
	if failed != nil {
		return nil, nil, failed
	}
	var forms []string
	for _, f := range traceview.Forms {
		forms = append(forms, f.Name)
	}
	if err := oneOf(values, "to", forms); err != nil {
		return nil, nil, badRequest(err)
	}
	form := traceview.Forms[max(0, slices.Index(forms, values.Get("to")))]
	d, err := traceview.ReadText(text)
	if err != nil {
		return nil, nil, failure(err)
	}
	traces, err := c.TraceDocument(host.Breathing(ctx), d, tidytalk.TraceOptions{Want: values.Get(paramWant)})
	if err != nil {
		return nil, nil, failure(err)
	}
	var out bytes.Buffer
	if err := traceview.Write(&out, c, traces, form.Name); err != nil {
		return nil, nil, failure(err)
	}
	return map[string]any{"type": cleaning.ContentType(form.Media, "", false), "words": len(d.Words)}, out.Bytes(), nil
}
