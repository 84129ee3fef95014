package transcript

import (
	"fmt"
	"strings"
)

// ApostropheMode says what becomes of words whose apostrophe is missing.
type ApostropheMode uint8

// The modes. The zero value is ApostropheAuto.
const (
	// ApostropheAuto is ApostropheRestore where punctuation is restored, and else
	// ApostropheKeep.
	ApostropheAuto ApostropheMode = iota
	// ApostropheRestore puts back, in text without sentence punctuation and case, the apostrophes
	// that are surely missing: "dont" becomes "don't".
	ApostropheRestore
	// ApostropheKeep leaves words as they are.
	ApostropheKeep
)

// ParseApostropheMode reads "auto", "restore" or "keep".
func ParseApostropheMode(s string) (ApostropheMode, error) {
	switch s {
	case "auto":
		return ApostropheAuto, nil
	case "restore":
		return ApostropheRestore, nil
	case "keep":
		return ApostropheKeep, nil
	}
	return 0, fmt.Errorf("unknown way with apostrophes %q: use restore, keep or auto", s)
}

// setApostrophes puts back missing apostrophes.
func (e *Edit) setApostrophes() {
	for i := range e.words {
		word := &e.doc.Words[i]
		if e.words[i].removed || word.Tokens.Len() != 1 {
			continue
		}
		// A word that another view has in its place may be spelled otherwise.
		core, at := e.doc.Text(word.Core), e.decided(word.Tokens.Start).Apostrophe
		if m := lang.Missing(strings.ToLower(core)); at > 0 && m != nil && m.At == at {
			e.words[i].form = core[:at] + "'" + core[at:]
		}
	}
}
