package dictation

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Log is what was commanded in a text, so that the same can be done again, or all of it but some: see [Listener.Given].
type Log struct {
	Sum      string // of the text
	Commands []Said
}

// Said is a command as it was said. From and To are its place in the text, in bytes; N is its number, from 1, and Line that of its line.
type Said struct {
	N      int           `json:"n"`
	Line   int           `json:"line"`
	From   int           `json:"from"`
	To     int           `json:"to"`
	Said   string        `json:"said"`
	Does   data.Dictated `json:"does"`
	Before string        `json:"before,omitempty"` // what it is about, as it is in the text
	After  string        `json:"after,omitempty"`  // and as it is written
	Undone bool          `json:"undone,omitempty"` // nothing is done; the words are not written
}

// ErrLog is wrapped by the errors of ReadLog.
var ErrLog = errors.New("not a log of dictation")

type logHead struct {
	Dictation int    `json:"dictation"` // the version of the form
	Sum       string `json:"sha256"`
}

// SumOf returns what tells a text from others.
func SumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Write writes the log as lines of JSON: the first is about the text, each other one a command.
func (l *Log) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(logHead{1, l.Sum}); err != nil {
		return err
	}
	for i := range l.Commands {
		if err := e.Encode(&l.Commands[i]); err != nil {
			return err
		}
	}
	return nil
}

// ReadLog reads a log. Errors wrap ErrLog and name the line.
func ReadLog(r io.Reader, name string) (*Log, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var l *Log
	for n := 1; lines.Scan(); n++ {
		fail := func(what string) (*Log, error) { return nil, fmt.Errorf("%s:%d: %w: %s", name, n, ErrLog, what) }
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		d := json.NewDecoder(strings.NewReader(text))
		if l == nil {
			var head logHead
			if d.Decode(&head) != nil || head.Dictation == 0 || head.Sum == "" {
				return fail(`the first line is {"dictation":1,"sha256":"..."}`)
			}
			if head.Dictation != 1 {
				return fail(fmt.Sprintf("its form is of version %d, and this program knows version 1", head.Dictation))
			}
			l = &Log{Sum: head.Sum}
			continue
		}
		d.DisallowUnknownFields()
		var c Said
		if err := d.Decode(&c); err != nil {
			return fail("a line is a command: " + strings.TrimPrefix(err.Error(), "json: "))
		}
		if c.From < 0 || c.To <= c.From || len(l.Commands) > 0 && c.From < l.Commands[len(l.Commands)-1].To || c.Does.Back < 0 || c.Does.Len < 0 {
			return fail(fmt.Sprintf("no command goes from byte %d to %d here", c.From, c.To))
		}
		l.Commands = append(l.Commands, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if l == nil {
		return nil, fmt.Errorf("%s: %w: it is empty", name, ErrLog)
	}
	return l, nil
}

// Undo says that the command with a number is not done.
func (l *Log) Undo(n int) error {
	for i := range l.Commands {
		if l.Commands[i].N == n {
			l.Commands[i].Undone = true
			return nil
		}
	}
	return fmt.Errorf("%w with a command %d: it has %d", ErrLog, n, len(l.Commands))
}

// Given lets a listener hear these commands alone: of a text that Take gets all of, the bytes where each token begins are asked of place.
func (l *Listener) Given(commands []Said, place func(token int) int) {
	l.given = func(tokens, i int) (*data.Dictated, int, bool) {
		at := place(i)
		for k := range commands {
			c := &commands[k]
			if at < c.From || at >= c.To {
				continue
			}
			n := 1
			for i+n < tokens && place(i+n) < c.To {
				n++
			}
			own := c.Does
			own.Void = c.Undone
			return &own, n, c.Undone
		}
		return nil, 0, false
	}
}
