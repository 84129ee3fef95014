package traceview

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// most is how many words are traced at a time: a trace is some hundred times as long as the text.
const most = 1000

// ReadText reads a text to trace. Errors are told by cleaning.FailureOf.
func ReadText(text string) (*transcript.Document, error) {
	if err := transcript.CheckText(text, "text"); err != nil {
		return nil, err
	}
	d, err := transcript.ParseText(text, "text")
	switch {
	case err != nil:
		return nil, err
	case len(d.Tokens) == 0:
		return nil, &cleaning.Failure{Status: 422, Code: cleaning.CodeUnreadable, Message: "there are no words to trace"}
	case len(d.Words) > most:
		return nil, &cleaning.Failure{Status: 413, Code: cleaning.CodeTooLarge, Message: fmt.Sprintf("there are %d words: at most %d are traced at a time", len(d.Words), most)}
	}
	return d, nil
}

// Form is a form of Write, with its media type.
type Form struct{ Name, Media string }

// Forms are those of Write: a list, a line each, a page, or a graph.
var Forms = []Form{{"json", cleaning.MediaJSON}, {"jsonl", cleaning.MediaLines}, {"html", cleaning.MediaHTML}, {"svg", "image/svg+xml"}}

// Write writes traces of a cleaner in one of Forms, by its name. A graph is of one.
func Write(w io.Writer, cleaner *tidytalk.Cleaner, traces []pipeline.Traced, form string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	switch form {
	case "jsonl":
		for i := range traces {
			if err := e.Encode(&traces[i]); err != nil {
				return err
			}
		}
		return nil
	case "html":
		var views []View
		for i := range traces {
			features, producers, err := cleaner.ExplainTrace(&traces[i])
			if err != nil {
				return err
			}
			views = append(views, View{Trace: &traces[i], Features: features, Producers: producers})
		}
		return WriteHTML(w, "How it was decided", views)
	case "svg":
		if len(traces) != 1 {
			return &cleaning.Failure{Status: 400, Code: cleaning.CodeBadRequest, Message: fmt.Sprintf("a graph is of one sentence, and there are %d: choose to=html", len(traces))}
		}
		_, err := io.WriteString(w, File(&traces[0]))
		return err
	}
	return e.Encode(traces)
}
