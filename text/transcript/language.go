package transcript

import "github.com/tidytalk/tidytalk/data/language"

// lang has the word lists that the package reads.
var lang = language.English()

// markedPauses are the filled pauses that are words in brackets, too.
var markedPauses = lang.MarkedPauses()
