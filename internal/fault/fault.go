// Package fault turns panics into errors, which say what was being worked on, and where the
// program failed.
//
// Start with [Catch] and [Error].
package fault

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// reports is where faults are reported.
const reports = "https://github.com/tidytalk/tidytalk/issues"

// traceback is Go's variable that asks for the stacks of programs that fail.
const traceback = "GOTRACEBACK"

// Error is a panic: a fault of the program, whatever its input is.
type Error struct {
	Input string // the name of what was being worked on, "": it is not known
	Value any    // of the panic
	Place string // the function that panicked, with its file and line
	stack []byte
}

// Error says in a line what happened, and where it can be reported.
func (e *Error) Error() string {
	input := ""
	if e.Input != "" {
		input = e.Input + ": "
	}
	hint := "; " + traceback + "=all says more"
	if asked() {
		hint = ""
	}
	return fmt.Sprintf("%sa fault of the program: %s, in %s: please report it at %s%s", input, strings.ReplaceAll(fmt.Sprint(e.Value), "\n", " "), e.Place, reports, hint)
}

// Unwrap returns the value of the panic, if it is an error.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Stack returns the stack of the goroutine that panicked.
func (e *Error) Stack() string { return string(e.stack) }

// Trace returns the stack where the user asks for it, by the variable that Go itself has for that;
// else "".
func (e *Error) Trace() string {
	if !asked() {
		return ""
	}
	return e.Stack()
}

// asked reports whether the user wants stacks.
func asked() bool {
	switch os.Getenv(traceback) {
	case "", "0", "none", "single":
		return false
	}
	return true
}

// Of returns what was recovered, while the stack is still that of the panic: it is called by a
// deferred function. Of what is an Error already, nothing is lost.
func Of(recovered any) *Error {
	if e, ok := recovered.(*Error); ok {
		return e
	}
	return &Error{Value: recovered, Place: place(), stack: debug.Stack()}
}

// place returns where the panic came from: the first function behind it that is not of Go's run
// time.
func place() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	found := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			found = true
		case found && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		if !more {
			return "a place that is not known"
		}
	}
}

// Provoke is called with the name and the text of what is about to be worked on; tests panic there.
var Provoke = func(input, text string) {}

// Catch is deferred: a panic becomes the error of the function, and names its input. What is
// caught deeper inside keeps the name that it has.
func Catch(input string, err *error) {
	if p := recover(); p != nil {
		*err = Of(p).of(input)
	}
}

// Name is deferred: a panic goes on, and names its input.
func Name(input string) {
	if p := recover(); p != nil {
		panic(Of(p).of(input))
	}
}

// of names the input of a fault that has none.
func (e *Error) of(input string) *Error {
	if e.Input != "" || input == "" {
		return e
	}
	named := *e
	named.Input = input
	return &named
}
