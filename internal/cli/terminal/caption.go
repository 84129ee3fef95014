package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
	"golang.org/x/text/width"

	"github.com/tidytalk/tidytalk/internal/visible"
)

// Caption shows text whose end may still change: on a terminal what changes is written over, fainter than what is settled, or,
// without colour, as that. Lines are broken between words, so that it is known where the text stands. It belongs to one
// goroutine.
type Caption struct {
	w      io.Writer // below what makes text visible
	faint  bool
	plain  bool // the terminal cannot write over: what changes is not shown
	column int  // where the settled text ends
	rows   int  // that the text which may change reaches below that
	text   string
	err    error
}

// NewCaption returns a caption on a terminal.
func NewCaption(w io.Writer) *Caption {
	return &Caption{w: visible.Raw(w), faint: os.Getenv("NO_COLOR") == "", plain: Dumb()}
}

// Settle adds text that does not change any more in place of what might, and Change replaces that.
func (c *Caption) Settle(text string) error {
	text = visible.String(text)
	if c.plain {
		_, err := io.WriteString(c.w, text)
		return err
	}
	var b strings.Builder
	c.wipe(&b)
	c.column, _ = lay(&b, text, c.column, c.width())
	return c.write(&b)
}

// Change replaces the text behind what is settled. Of one that is higher than the terminal the end is shown.
func (c *Caption) Change(text string) error {
	if c.plain {
		return nil
	}
	var b, laid strings.Builder
	c.wipe(&b)
	text = strings.TrimRight(visible.String(text), "\n")
	_, rows := lay(&laid, text, c.column, c.width())
	shown := laid.String()
	if most := max(1, Height(c.w)-1); rows >= most {
		lines := strings.Split(shown, "\r\n")
		shown = "…\r\n" + strings.Join(lines[len(lines)-most+1:], "\r\n")
		rows = most - 1
	}
	if shown != "" && c.faint {
		shown = "\x1b[2m" + shown + "\x1b[0m"
	}
	b.WriteString(shown)
	if shown == "" {
		rows = 0
	}
	c.rows, c.text = rows, text
	return c.write(&b)
}

// Wipe takes what may change off the terminal, so that something else can be written.
func (c *Caption) Wipe() error {
	if c.plain || c.text == "" && c.column == 0 {
		return nil
	}
	var b strings.Builder
	c.wipe(&b)
	if c.column > 0 {
		b.WriteString("\r\n")
		c.column = 0
	}
	return c.write(&b)
}

// wipe writes what takes it off, and leaves the cursor behind the settled text.
func (c *Caption) wipe(b *strings.Builder) {
	if c.text == "" {
		return
	}
	if c.rows > 0 {
		fmt.Fprintf(b, "\x1b[%dA", c.rows)
	}
	b.WriteByte('\r')
	if c.column > 0 {
		fmt.Fprintf(b, "\x1b[%dC", c.column)
	}
	b.WriteString("\x1b[J")
	c.rows, c.text = 0, ""
}

func (c *Caption) write(b *strings.Builder) error {
	if c.err == nil && b.Len() > 0 {
		_, c.err = io.WriteString(c.w, b.String())
	}
	return c.err
}

// width returns how many columns are used: not the last one, behind which terminals differ.
func (c *Caption) width() int { return max(2, Width(c.w)-1) }

// Height returns how many lines a terminal has. Tests replace it.
var Height = func(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if _, n, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 24
}

// lay writes a text from a column on in lines of so many columns, and returns the column where it ends, and how many lines were
// begun.
func lay(b *strings.Builder, text string, column, columns int) (end, rows int) {
	line := func() {
		b.WriteString("\r\n")
		column, rows = 0, rows+1
	}
	for text != "" {
		n := strings.IndexFunc(text, unicode.IsSpace)
		switch {
		case n < 0:
			n = len(text)
		case n == 0 && text[0] == '\n':
			line()
			text = text[1:]
			continue
		case n == 0: // blanks
			n = len(text) - len(strings.TrimLeft(text, " \t\r\u00a0\u3000"))
			if n == 0 {
				n = 1
			}
			if column > 0 && column < columns {
				b.WriteByte(' ')
				column++
			}
			text = text[n:]
			continue
		}
		word := text[:n]
		if column > 0 && column+Columns(word) > columns {
			line()
		}
		for _, r := range word {
			wide := columnsOf(r)
			if column+wide > columns {
				line()
			}
			b.WriteRune(r)
			column += wide
		}
		text = text[n:]
	}
	return column, rows
}

// Columns returns how many columns of a terminal a text takes: wide characters take two, marks on others none.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
