package vocabulary

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// OfSpeakers returns the names of speakers, as their labels have them: each whole, and its parts. What is no name
// ("Speaker 1", "INTERVIEWER", "Q") is left out; nil where nothing is left.
func OfSpeakers(labels []string) *List {
	var whole, parts []Entry
	for _, label := range labels {
		fields := nameOf(label)
		if len(fields) > 1 {
			whole = append(whole, entryOf(strings.Join(fields, " ")))
		}
		for _, f := range fields {
			if e := entryOf(f); len(e.letters) > 1 && unicode.IsUpper(e.letters[0]) && !strings.HasSuffix(f, ".") {
				e.Speaker = true
				parts = append(parts, e)
			}
		}
	}
	if len(whole)+len(parts) == 0 {
		return nil
	}
	return newList(append(whole, parts...))
}

// mostNames is how many words the name of a speaker has at most.
const mostNames = 5

// nameOf returns the words of the name in a speaker's label, nil where there is none: each has small letters behind
// a capital, but for particles ("van") and initials, or all are capitals.
func nameOf(label string) []string {
	if at := strings.IndexAny(label, "([,"); at >= 0 {
		label = label[:at] // "Ann Lee (host)", "Ann Lee, CEO"
	}
	if label == strings.ToUpper(label) {
		label = capitals(strings.ToLower(label))
	}
	fields := strings.Fields(label)
	role := func(f string) bool { return lang.SpeakerRoles[strings.ToLower(strings.TrimRight(f, ".:#"))] }
	for len(fields) > 0 && role(fields[0]) {
		fields = fields[1:]
	}
	named := false
	for _, f := range fields {
		first, size := utf8.DecodeRuneInString(f)
		switch {
		case role(f), !unicode.IsLetter(first), strings.ContainsFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("'’-.", r) }):
			return nil
		case unicode.IsUpper(first) && strings.ContainsFunc(f[size:], unicode.IsLower):
			named = true
		case unicode.IsUpper(first) && len(strings.Trim(f[size:], ".")) == 0:
		case !lang.NameParticles[f]:
			return nil
		}
	}
	if !named || len(fields) > mostNames {
		return nil
	}
	return fields
}

// lang has the word lists that the package reads.
var lang = language.English()
