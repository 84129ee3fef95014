package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

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

// newProgress returns a progress that is shown on a terminal.
func newProgress(w io.Writer) *progress { return &progress{w: w} }

// clock tells the time to progress. Tests replace it.
var clock = time.Now

// The line appears after a while, since nobody waits for what is quick, and is drawn
// no oftener than people can read.
const (
	progressAfter = time.Second
	progressEvery = time.Second / 10
)

// begin makes it show how many of all files are done, from now on.
func (p *progress) begin(all int) {
	if dumb() {
		return
	}
	p.all, p.start = all, clock()
}

// step counts a file.
func (p *progress) step() {
	p.finished++
	if p.all == 0 {
		return
	}
	at := clock()
	if took := at.Sub(p.start); took >= progressAfter {
		p.draw(at, share{p.finished, p.all, "file", "files", took}.String())
	}
}

// draw writes the line over, unless it has just been drawn; at is the time.
func (p *progress) draw(at time.Time, line string) {
	if at.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.shown = at, true
	fmt.Fprintf(visible.Raw(p.w), "\r%s\x1b[K", visible.String(cut(line, terminalWidth(visible.Raw(p.w))-1)))
}

// redraw makes the next line be drawn at once.
func (p *progress) redraw() { p.drawn = time.Time{} }

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

// share is how much of some work is done, and how long it took.
type share struct {
	done, all    int
	one, several string // what is counted
	took         time.Duration
}

// barWidth is the length of a bar.
const barWidth = 20

// String returns a bar with the rate and the time that is left at that rate.
func (s share) String() string {
	text := fmt.Sprintf("%s %d/%d %s", bar(s.done, s.all), s.done, s.all, s.several)
	if s.done == 0 || s.took <= 0 {
		return text
	}
	if rate := float64(s.done) / s.took.Seconds(); rate >= 1 {
		text += fmt.Sprintf(", %.1f %s/s", rate, s.several)
	} else {
		text += fmt.Sprintf(", %.1f s a %s", 1/rate, s.one)
	}
	return text + ", " + s.left()
}

// bar draws how much is done.
func bar(done, all int) string {
	filled := barWidth * min(done, all) / max(all, 1)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", barWidth-filled) + "]"
}

// left says how long the rest takes, if it goes on like this.
func (s share) left() string {
	if s.done == s.all {
		return "finishing"
	}
	d := time.Duration(float64(s.took) / float64(s.done) * float64(s.all-s.done))
	return shortTime(d) + " left"
}

// shortTime returns a time in minutes and seconds, or hours and minutes.
func shortTime(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%dh%02d", s/3600, s%3600/60)
}

// dumb reports whether the terminal cannot write a line over.
func dumb() bool { return os.Getenv("TERM") == "dumb" }

// terminalWidth returns how many characters a line of a terminal has. Tests replace it.
var terminalWidth = func(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

// cut returns a text of at most n characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(n-1, 0)]) + "…"
}
