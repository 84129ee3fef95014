package terminal

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

// Progress shows on a terminal how many files are done: a line that is written
// over, from the first second on. What else is written to it wipes that line first.
// It belongs to one goroutine.
type Progress struct {
	w        io.Writer
	all      int // 0: nothing is shown
	finished int
	start    time.Time
	drawn    time.Time // last
	shown    bool
}

// NewProgress returns a progress that is shown on a terminal.
func NewProgress(w io.Writer) *Progress { return &Progress{w: w} }

// Clock tells the time to progress. Tests replace it.
var Clock = time.Now

// The line appears after a while, since nobody waits for what is quick, and is drawn
// no oftener than people can read.
const (
	After = time.Second
	every = time.Second / 10
)

// Begin makes it show how many of all files are done, from now on.
func (p *Progress) Begin(all int) {
	if Dumb() {
		return
	}
	p.all, p.start = all, Clock()
}

// Step counts a file.
func (p *Progress) Step() {
	p.finished++
	if p.all == 0 {
		return
	}
	at := Clock()
	if took := at.Sub(p.start); took >= After {
		p.Draw(at, Share{Done: p.finished, All: p.all, One: "file", Several: "files", Took: took}.String())
	}
}

// Draw writes the line over, unless it has just been drawn; at is the time.
func (p *Progress) Draw(at time.Time, line string) {
	if at.Sub(p.drawn) < every {
		return
	}
	p.drawn, p.shown = at, true
	fmt.Fprintf(visible.Raw(p.w), "\r%s\x1b[K", visible.String(Cut(line, Width(visible.Raw(p.w))-1)))
}

// Redraw makes the next line be drawn at once.
func (p *Progress) Redraw() { p.drawn = time.Time{} }

// Write writes lasting text in place of the line.
func (p *Progress) Write(b []byte) (int, error) {
	p.Wipe()
	return p.w.Write(b)
}

// Wipe takes the line away.
func (p *Progress) Wipe() {
	if p.shown {
		io.WriteString(visible.Raw(p.w), "\r\x1b[K")
		p.shown = false
	}
}

// Share is how much of some work is done, and how long it took.
type Share struct {
	Done, All    int
	One, Several string // what is counted
	Took         time.Duration
	Since        time.Duration // since Done was counted
}

// barWidth is the length of a bar.
const barWidth = 20

// String returns a bar with the rate and the time that is left at that rate.
func (s Share) String() string {
	text := fmt.Sprintf("%s %d/%d %s", Bar(s.Done, s.All), s.Done, s.All, s.Several)
	if s.Done == 0 || s.Took <= 0 {
		return text
	}
	if rate := float64(s.Done) / s.Took.Seconds(); rate >= 1 {
		text += fmt.Sprintf(", %.1f %s/s", rate, s.Several)
	} else {
		text += fmt.Sprintf(", %.1f s a %s", 1/rate, s.One)
	}
	return text + ", " + s.Left()
}

// Bar draws how much is done.
func Bar(done, all int) string {
	filled := barWidth * min(done, all) / max(all, 1)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", barWidth-filled) + "]"
}

// Left says how long the rest takes, if it goes on like this.
func (s Share) Left() string {
	if s.Done == s.All {
		return "finishing"
	}
	d := time.Duration(float64(s.Took)/float64(s.Done)*float64(s.All-s.Done)) - s.Since
	return ShortTime(max(d, 0)) + " left"
}

// ShortTime returns a time in minutes and seconds, or hours and minutes.
func ShortTime(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%dh%02d", s/3600, s%3600/60)
}

// Dumb reports whether the terminal cannot write a line over.
func Dumb() bool { return os.Getenv("TERM") == "dumb" }

// Width returns how many characters a line of a terminal has. Tests replace it.
var Width = func(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

// Cut returns a text of at most n characters.
func Cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(n-1, 0)]) + "…"
}
