package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// screen is a terminal: what is written to it stands in lines of cells.
type screen struct {
	t        *testing.T
	columns  int
	lines    [][]rune // wide characters have a 0 behind them
	row, col int
}

func (s *screen) Write(b []byte) (int, error) {
	text := []rune(string(b))
	for i := 0; i < len(text); i++ {
		for len(s.lines) <= s.row {
			s.lines = append(s.lines, nil)
		}
		switch r := text[i]; {
		case r == '\r':
			s.col = 0
		case r == '\n':
			s.row++
		case r == 0x1b:
			end := i + 2
			for end < len(text) && (text[end] < 0x40 || text[end] > 0x7e) {
				end++
			}
			n := 0
			fmt.Sscanf(string(text[i+2:end]), "%d", &n)
			switch text[end] {
			case 'A':
				if s.row -= n; s.row < 0 {
					s.t.Fatal("above the terminal")
				}
			case 'C':
				s.col += n
			case 'J':
				s.lines = s.lines[:s.row+1]
				s.lines[s.row] = s.lines[s.row][:min(s.col, len(s.lines[s.row]))]
			case 'm':
			default:
				s.t.Fatalf("unknown command %q", text[i:end+1])
			}
			i = end
		default:
			wide := columnsOf(r)
			if wide == 0 {
				break
			}
			if s.col+wide >= s.columns+1 {
				s.t.Fatalf("behind the end of a line: %q", string(b))
			}
			line := &s.lines[s.row]
			for len(*line) < s.col+wide {
				*line = append(*line, ' ')
			}
			(*line)[s.col] = r
			if wide == 2 {
				(*line)[s.col+1] = 0
			}
			s.col += wide
		}
	}
	return len(b), nil
}

// String returns what stands there, without blanks.
func (s *screen) String() string {
	var b strings.Builder
	for _, l := range s.lines {
		for _, r := range l {
			if r != 0 && !unicode.IsSpace(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

func onScreen(t *testing.T, columns, rows int) *screen {
	w, h := Width, Height
	t.Cleanup(func() { Width, Height = w, h })
	Width, Height = func(io.Writer) int { return columns }, func(io.Writer) int { return rows }
	return &screen{t: t, columns: columns}
}

// TestCaption shows what is settled, and behind it what was said last of the rest, whatever came before, on terminals of any
// width.
func TestCaption(t *testing.T) {
	t.Setenv("TERM", "xterm")
	r := rand.New(rand.NewPCG(3, 4))
	words := []string{"so", "I", "unquestionably", "去年", "café", "cafe\u0301", "明天我们再说吧", "👍", "\n", "a"}
	for columns := 3; columns < 40; columns++ {
		s := onScreen(t, columns, 1000)
		c := NewCaption(s)
		var settled, open strings.Builder
		for range 60 {
			text := ""
			for range r.IntN(6) {
				text += words[r.IntN(len(words))] + " "
			}
			if r.IntN(3) == 0 {
				settled.WriteString(text)
				open.Reset()
				if err := c.Settle(text); err != nil {
					t.Fatal(err)
				}
			} else {
				open.Reset()
				open.WriteString(text)
				if err := c.Change(text); err != nil {
					t.Fatal(err)
				}
			}
			want := strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) || columnsOf(r) == 0 {
					return -1
				}
				return r
			}, settled.String()+open.String())
			if got := s.String(); got != want {
				t.Fatalf("%d columns: %q, want %q", columns, got, want)
			}
		}
	}
}

// TestCaptionBounds: of text that is too high the end is shown; what is dangerous is not written; poor terminals get what is settled.
func TestCaptionBounds(t *testing.T) {
	t.Setenv("TERM", "xterm")
	s := onScreen(t, 5, 4)
	c := NewCaption(s)
	c.Settle("one ")
	c.Change("two too ten six")
	if got := s.String(); got != "one…tensix" {
		t.Errorf("%q", got)
	}
	c.Change("\x1b[31m")
	if got := s.String(); got != `one\x1b[31m` {
		t.Errorf("%q", got)
	}
	c.Wipe()
	io.WriteString(s, "odd\r\n")
	c.Settle("end")
	if got := s.String(); got != "oneoddend" {
		t.Errorf("%q", got)
	}
	t.Setenv("NO_COLOR", "1")
	var out strings.Builder
	NewCaption(&out).Change("a")
	if out.String() != "a" {
		t.Errorf("%q", out.String())
	}
	t.Setenv("TERM", "dumb")
	out.Reset()
	c = NewCaption(&out)
	c.Change("so um")
	c.Settle("So ")
	c.Wipe()
	if out.String() != "So " {
		t.Errorf("%q", out.String())
	}
}
