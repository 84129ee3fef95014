package main

import (
	"fmt"
	"io"
	"time"

	"github.com/tidytalk/tidytalk/internal/visible"
)

// progress shows on a terminal how many files are done: a line that is written
// over, from the first second on. What else is written to it wipes that line first.
// It belongs to one goroutine.
type progress struct {
	w        io.Writer
	all      int // 0: nothing is shown
	finished int
	start    time.Time
	drawn    time.Time // last
	shown    bool
}

// clock tells the time to progress. Tests replace it.
var clock = time.Now

// The line appears after a while, since nobody waits for what is quick, and is drawn
// no oftener than people can read.
const (
	progressAfter = time.Second
	progressEvery = time.Second / 10
)

// begin makes it show how many of all files are done, from now on.
func (p *progress) begin(all int) { p.all, p.start = all, clock() }

// step counts a file.
func (p *progress) step() {
	p.finished++
	if p.all == 0 {
		return
	}
	at := clock()
	took := at.Sub(p.start)
	if took < progressAfter || at.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.shown = at, true
	fmt.Fprintf(visible.Raw(p.w), "\r%d/%d files, %.1f files/s\x1b[K", p.finished, p.all, float64(p.finished)/took.Seconds())
}

func (p *progress) Write(b []byte) (int, error) {
	p.wipe()
	return p.w.Write(b)
}

func (p *progress) wipe() {
	if p.shown {
		io.WriteString(visible.Raw(p.w), "\r\x1b[K")
		p.shown = false
	}
}
