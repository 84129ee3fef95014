package formats

import "github.com/tidytalk/tidytalk/data/language"

// lang has the word lists that the package reads.
var lang = language.English()

// markedPauses are the filled pauses that a sign may mark as such.
var markedPauses = lang.MarkedPauses()
