package pipe

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
)

// stream cleans text as it comes, and returns the last frame.
func (x *server) stream(ctx context.Context, id int64, query url.Values, texts <-chan cleaning.Said) (Answer, []byte) {
	last := Answer{ID: id, Status: http.StatusOK}
	note := func(line int, text string) {
		if line > 0 {
			text = fmt.Sprintf("line %d: %s", line, text)
		}
		last.Warnings = append(last.Warnings, text)
	}
	in := &cleaning.Spoken{Context: ctx, Texts: texts, Took: func() error { return x.out.write(Answer{ID: id, Taken: true}, nil) }}
	out := &committed{id: id, out: x.out}
	err := x.service.Live(ctx, query, in, out, note)
	if err == nil {
		return last, out.text
	}
	out.Flush() // if nobody reads, nobody gets the error either
	r := &service.Response{}
	service.WriteError(r, &http.Request{}, 0, "", err)
	failed := frame(id, r)
	failed.Warnings = last.Warnings
	return failed, r.Body.Bytes()
}

// committed sends what a stream has committed to, when that is flushed.
type committed struct {
	id   int64
	out  *frames
	text []byte
}

func (c *committed) Write(b []byte) (int, error) {
	c.text = append(c.text, b...)
	return len(b), nil
}

// Flush sends what was written.
func (c *committed) Flush() error {
	if len(c.text) == 0 {
		return nil
	}
	defer func() { c.text = c.text[:0] }()
	return c.out.write(Answer{ID: c.id}, c.text)
}
