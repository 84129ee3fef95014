package wordpiece

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Names of pieces that stand for no text.
const (
	UnknownName = "[UNK]" // for words that have no pieces
	BeginName   = "[CLS]" // before a sequence
	EndName     = "[SEP]" // behind it
)

// inside begins the pieces that do not begin a word.
const inside = "##"

// Vocabulary is the pieces that there are, and their numbers.
type Vocabulary struct {
	all     map[string]int32
	first   map[string]int32 // pieces that begin a word
	later   map[string]int32 // other pieces, without inside
	longest int              // bytes of a piece
	unknown int32
}

// Read reads a vocabulary: a piece a line, numbered from 0 on.
func Read(text []byte) (*Vocabulary, error) {
	n := bytes.Count(text, []byte("\n"))
	v := &Vocabulary{make(map[string]int32, n), make(map[string]int32, n), make(map[string]int32, n), 0, 0}
	for line := range bytes.Lines(text) {
		number := int32(len(v.all))
		piece := string(bytes.TrimSuffix(line, []byte("\n")))
		if !utf8.ValidString(piece) || piece == "" {
			return nil, fmt.Errorf("wordpiece: line %d of the vocabulary: %q is no piece", number+1, piece)
		}
		if other, ok := v.all[piece]; ok {
			return nil, fmt.Errorf("wordpiece: lines %d and %d of the vocabulary are the same piece, %q", other+1, number+1, piece)
		}
		v.all[piece], v.longest = number, max(v.longest, len(piece))
		if rest, ok := bytes.CutPrefix([]byte(piece), []byte(inside)); ok && len(rest) > 0 {
			v.later[string(rest)] = number
		}
		v.first[piece] = number
	}
	var ok bool
	if v.unknown, ok = v.all[UnknownName]; !ok {
		return nil, fmt.Errorf("wordpiece: the vocabulary has no piece %s", UnknownName)
	}
	return v, nil
}

// Len returns how many pieces there are.
func (v *Vocabulary) Len() int { return len(v.all) }

// Unknown returns the number of UnknownName.
func (v *Vocabulary) Unknown() int32 { return v.unknown }

// Number returns the number of a piece, as the vocabulary writes it.
func (v *Vocabulary) Number(piece string) (int32, bool) {
	n, ok := v.all[piece]
	return n, ok
}
