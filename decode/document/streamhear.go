package document

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// look looks at the first text of a line for punctuation and case. Text that has once
// had either is taken to have it from there on.
func (s *Stream) look(d *transcript.Document) {
	s.looked = true
	s.punctuated = len(d.Turns) > 0 && d.Turns[0].Punctuated
	if !s.punctuated && s.hear(d, true) != nil {
		return // it says nothing of the text that is to be cleaned
	}
	s.printer.Caseless = s.printer.Caseless && d.Caseless()
}

// mostSpeakers is how many speakers a stream remembers the languages of.
const mostSpeakers = 1000

// hear returns the language of each word of a part of the line, nil where it all is
// English, and tells of what is not. A line that is whole has one language.
func (s *Stream) hear(d *transcript.Document, whole bool) []string {
	if s.d.options.Language != "" || len(d.Turns) == 0 {
		s.chinese = whole && s.d.options.Language == langid.Chinese && len(d.Turns) > 0
		return nil
	}
	if !s.begun {
		s.speaker = d.Turns[0].Speaker
	}
	spoken, last := s.d.languages(d, nil, s.expected(d))
	if len(s.heard) > mostSpeakers {
		clear(s.heard)
	}
	s.heard[s.speaker], s.last = last, last
	if whole {
		for w := range spoken {
			spoken[w] = last
		}
		s.settle(last)
	}
	if !slices.ContainsFunc(spoken, func(l string) bool { return l != langid.English }) {
		return nil
	}
	if i := slices.IndexFunc(spoken, func(l string) bool { return !s.d.knows(l) }); i >= 0 && s.o.Left != nil {
		s.o.Left(s.lines+1, spoken[i])
	}
	return spoken
}

// settle says what becomes of a line without punctuation that is in a language.
func (s *Stream) settle(code string) {
	if code == langid.Chinese && s.d.knows(code) {
		s.chinese = true
	} else if code != langid.English {
		s.foreign = code
	}
}

// expected returns the language that a part of the line is in where it does not tell: that of
// its speaker before, or, of a new one, of the line before, unless it may be English.
func (s *Stream) expected(d *transcript.Document) string {
	if code := s.heard[s.speaker]; code != "" {
		return code
	}
	var line langid.Evidence
	for _, p := range stretches(d, nil) {
		line.Join(&p.evidence)
	}
	if line.MayBeEnglish() {
		return langid.English
	}
	return cmp.Or(s.last, langid.English)
}
