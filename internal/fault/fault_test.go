package fault

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// bad panics on purpose.
func bad(x []int, i int) int { return x[i] }

func TestCatch(t *testing.T) {
	work := func(do func()) (err error) {
		defer Catch("talk.json", &err)
		do()
		return nil
	}
	if err := work(func() {}); err != nil {
		t.Error(err)
	}
	t.Setenv("GOTRACEBACK", "")
	err := work(func() { bad(nil, 3) })
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"talk.json: ", "index out of range [3]", "fault.bad (fault_test.go:", reports, "GOTRACEBACK"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q says nothing of %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q is more than a line", err)
	}
	if e.Trace() != "" || !strings.Contains(e.Stack(), "fault.bad") {
		t.Errorf("the stack is %q, and what is shown %q", e.Stack(), e.Trace())
	}
	t.Setenv("GOTRACEBACK", "all")
	if e.Trace() == "" {
		t.Error("the stack is asked for, and not shown")
	}
	if err := work(func() { panic(io.ErrUnexpectedEOF) }); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the cause is lost: %v", err)
	}
}

// The innermost name stays, and so does the place, however often a panic goes on.
func TestName(t *testing.T) {
	err := func() (err error) {
		defer Catch("all", &err)
		defer Name("outer")
		defer Name("inner")
		defer Name("")
		bad(nil, 1)
		return nil
	}()
	var e *Error
	if !errors.As(err, &e) || e.Input != "inner" || !strings.HasPrefix(e.Place, "fault.bad ") {
		t.Errorf("%+v", e)
	}
}
