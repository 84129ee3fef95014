package main

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// TestTextThatStays: plain text in which nothing is to change needs no cleaner, which a
// cleaner that is none shows.
func TestTextThatStays(t *testing.T) {
	f := &cleaning{rewriting: transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep, Case: transcript.CaseKeep}}
	text := strings.Repeat("so um we we went\n", 2*blockSize/17) // several blocks
	var out strings.Builder
	if err := cleanText(t.Context(), nil, f, text, "x.txt", &out); err != nil || out.String() != text {
		t.Errorf("%v, %d bytes of %d", err, out.Len(), len(text))
	}
	f.rewriting.Case = transcript.CaseRestore
	if err := cleanText(t.Context(), nil, f, text, "x.txt", &out); err == nil {
		t.Error("text whose case is restored needs a cleaner")
	}
}
