package formats

import "github.com/tidytalk/tidytalk/internal/language"

// lang has the word lists that the package reads.
var lang = language.English()
