package formats

import (
	"slices"
	"strconv"
	"strings"
)

// Tables of the Montreal Forced Aligner have a row for each word and for each sound: Begin, End, Label, Type, Speaker.

// alignedNames are the names of their columns, in lower case, in the order of alignedParts.
var alignedNames = []string{"begin", "end", "label", "type", "speaker"}

var alignedParts = []mapPart{mapStart, mapEnd, mapText, mapParts, mapSpeaker}

// alignedKinds returns the number of the column with what rows are about, 0 where the columns are not those of an aligner.
func alignedKinds(names []string) int {
	if len(names) != len(alignedNames) {
		return 0
	}
	for i, name := range names {
		if !strings.EqualFold(strings.TrimSpace(name), alignedNames[i]) {
			return 0
		}
	}
	return 1 + slices.Index(alignedNames, "type")
}

// alignedMapping returns how they are read.
func alignedMapping(names []string) (m mapping) {
	for i, part := range alignedParts {
		if part < mapParts {
			m.parts[part] = &mapSource{column: i + 1, scale: 1, per: 1, text: strconv.Quote(names[i]), part: part}
		}
	}
	m.says = wordUnit
	return m
}

// isWord reports whether a row is about a word, as all are in other tables.
func (t *mapTable) isWord(row int) bool {
	if t.kinds == 0 {
		return true
	}
	cells := t.rows[row].cells
	return len(cells) >= t.kinds && strings.EqualFold(strings.TrimSpace(t.text(cells[t.kinds-1])), "words")
}
