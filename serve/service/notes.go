package service

import (
	"fmt"
	"net/http"
	"strings"
)

// Bounds of the warnings in the header of an answer.
const (
	mostNotes = 16
	noteSize  = 300 // bytes
)

// notes are what is odd in a transcript, but no failure.
type notes struct{ list []string }

func (n *notes) add(_ string, line int, text string) {
	if line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	n.list = append(n.list, headerText(text))
}

// write writes the first notes into a header, a line each.
func (n *notes) write(h http.Header) {
	for i, x := range n.list {
		if i == mostNotes {
			h.Add("Tidytalk-Warning", fmt.Sprintf("and %d more", len(n.list)-i))
			return
		}
		h.Add("Tidytalk-Warning", x)
	}
}

// headerText makes text fit for a header: printable ASCII, not too long.
func headerText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r < ' ':
			b.WriteByte(' ')
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
		if b.Len() > noteSize {
			return b.String()[:noteSize] + "..."
		}
	}
	return b.String()
}
