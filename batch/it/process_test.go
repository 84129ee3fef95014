package it

import (
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ran is a program that ended.
type ran struct {
	code           int
	stdout, stderr string
	seconds        float64
	processor      float64 // seconds
}

// run runs a program to its end.
func run(t *testing.T, program string, args ...string) ran {
	t.Helper()
	return runWith(t, nil, program, args...)
}

// runWith is run with standard input.
func runWith(t *testing.T, in io.Reader, program string, args ...string) ran {
	t.Helper()
	start := time.Now()
	c := exec.Command(program, args...)
	c.Stdin = in
	var stdout, stderr strings.Builder
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	return ran{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), time.Since(start).Seconds(), processor.Seconds()}
}
