//go:build js && wasm

package main

import (
	"bytes"
	"cmp"
	"context"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/traceview"
)

// paramWant is the clean text that was wanted.
const paramWant = "want"

// traceMedia are the media types of traceview.Forms.
var traceMedia = map[string]string{"json": cleaning.MediaJSON, "jsonl": cleaning.MediaLines, "html": cleaning.MediaHTML, "svg": "image/svg+xml"}

// trace says how it was decided about a text.
func (m *module) trace(ctx context.Context, options, text string) (map[string]any, []byte, *cleaning.Failure) {
	_, c, values, failed := m.asked(options, cleaning.TraceRequest)
	if failed != nil {
		return nil, nil, failed
	}
	if err := oneOf(values, "to", traceview.Forms); err != nil {
		return nil, nil, badRequest(err)
	}
	form := cmp.Or(values.Get("to"), traceview.Forms[0])
	d, err := traceview.ReadText(text)
	if err != nil {
		return nil, nil, failure(err)
	}
	traces, err := c.TraceDocument(host.Breathing(ctx), d, tidytalk.TraceOptions{Want: values.Get(paramWant)})
	if err != nil {
		return nil, nil, failure(err)
	}
	var out bytes.Buffer
	if err := traceview.Write(&out, c, traces, form); err != nil {
		return nil, nil, failure(err)
	}
	return map[string]any{"type": cleaning.ContentType(traceMedia[form], "", false), "words": len(d.Words)}, out.Bytes(), nil
}
