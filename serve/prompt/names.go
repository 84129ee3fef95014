package prompt

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Bounds of a vocabulary that messages list: what is longer is no name.
const (
	mostNames     = 500
	mostNameWords = 5
	mostNameBytes = 80
)

// names are those that are found, each once.
type names struct {
	list []string
	seen map[string]bool
}

// find adds the names that a message lists: between tags, or behind a label.
func (n *names) find(message string) {
	inside := false
	for _, e := range elements(message) {
		if lists[e.name] {
			inside = true
			own := message[e.start:e.end]
			if m := listed().FindStringIndex(own); m != nil {
				own = own[m[1]:] // "Important Vocabulary: "
			}
			n.addAll(own)
		}
	}
	if inside {
		return
	}
	for _, m := range listed().FindAllStringIndex(message, -1) {
		line, rest, _ := strings.Cut(message[m[1]:], "\n")
		if strings.TrimSpace(line) != "" {
			n.addAll(line)
			continue
		}
		for line := range strings.Lines(rest) {
			if line = strings.TrimSpace(line); line == "" || !bullet().MatchString(line) {
				break
			}
			n.addAll(line)
		}
	}
}

var (
	bullet = lazy.Regexp(`^(?:[-*•]|\d+[.)])\s+`)
	aside  = lazy.Regexp(`\s*\([^)]*\)\s*$`)
	arrow  = lazy.Regexp(`\s*(?:->|=>|→)\s*`)
)

// addAll adds the names of a list, which commas, semicolons or lines part.
func (n *names) addAll(list string) {
	for line := range strings.Lines(list) {
		line = aside().ReplaceAllString(bullet().ReplaceAllString(strings.TrimSpace(line), ""), "")
		for name := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ',' || r == ';' || r == '、' || r == '，' }) {
			if parts := arrow().Split(name, -1); len(parts) > 1 {
				name = parts[len(parts)-1] // what is heard -> how it is spelled
			}
			n.add(strings.Trim(strings.TrimSpace(name), "\"'`“”"))
		}
	}
}

// add adds a name, unless it cannot be one.
func (n *names) add(name string) {
	name = strings.TrimSuffix(strings.TrimSpace(name), ".")
	key := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	switch {
	case key == "", n.seen[key], len(n.list) == mostNames, len(name) > mostNameBytes, len(strings.Fields(name)) > mostNameWords,
		strings.HasPrefix(name, "#"), strings.ContainsFunc(name, unicode.IsControl), strings.ContainsAny(name, "<>{}[]"):
		return
	}
	if n.seen == nil {
		n.seen = make(map[string]bool)
	}
	n.seen[key] = true
	n.list = append(n.list, name)
}
