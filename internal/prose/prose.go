// Package prose joins words as people write them.
package prose

import "strings"

// Or joins words: a, b or c. There is one at least.
func Or(words []string) string { return join(words, " or ") }

// And joins words: a, b and c. There is one at least.
func And(words []string) string { return join(words, " and ") }

func join(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + last + words[n]
}
