package cleaning

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestTextKept: plain text in which nothing is to change needs no cleaner, which a
// cleaner that is none shows.
func TestTextKept(t *testing.T) {
	f := &Cleaning{Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep, Case: transcript.CaseKeep}}
	text := strings.Repeat("so um we we went\n", 2*BlockSize/17) // several blocks
	var out strings.Builder
	if err := cleanText(t.Context(), nil, f, text, "x.txt", &out); err != nil || out.String() != text {
		t.Errorf("%v, %d bytes of %d", err, out.Len(), len(text))
	}
	f.Rewriting.Case = transcript.CaseRestore
	if err := cleanText(t.Context(), nil, f, text, "x.txt", &out); err == nil {
		t.Error("text whose case is restored needs a cleaner")
	}
}

func TestBlockEnd(t *testing.T) {
	line := strings.Repeat("word ", 20) + "\n"
	src := strings.Repeat(line, 3*BlockSize/len(line))
	for rest := src; rest != ""; {
		n := blockEnd(rest)
		if n <= 0 || n > BlockSize+len(line) || rest[n-1] != '\n' {
			t.Fatalf("a block of %d bytes", n)
		}
		rest = rest[n:]
	}
	if d, err := transcript.ParseText(src[:blockEnd(src)], "x"); err != nil || len(d.Lines) == 0 {
		t.Error(err)
	}
}
