package cleaning

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/formats"
)

// InputFormats returns what the option from takes.
func InputFormats() []string {
	return slices.Concat([]string{"auto"}, formats.Names(), []string{"tokens"})
}

// OutputFormats returns what the option to takes.
func OutputFormats() []string {
	return slices.Concat([]string{"auto"}, FormatsWith(formats.Format.IsWritten), []string{"labels", "html"})
}

// FormatsWith returns the names of the formats that have a property.
func FormatsWith(property func(formats.Format) bool) []string {
	var out []string
	for _, f := range formats.All() {
		if property(f) {
			out = append(out, string(f))
		}
	}
	return out
}

// OrList joins words for people: a, b or c.
func OrList(words []string) string { return joinList(words, " or ") }

// AndList joins words for people: a, b and c.
func AndList(words []string) string { return joinList(words, " and ") }

func joinList(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + last + words[n]
}
