package document

import (
	"slices"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// look looks at the first text of a line for punctuation and case. Text that has once
// had either is taken to have it from there on.
func (s *Stream) look(d *transcript.Document) {
	s.looked = true
	s.learnSpeaker(d)
	s.punctuated = len(d.Turns) > 0 && (d.Turns[0].Punctuated || s.settles() && s.wrote && !d.Caseless())
	s.wrote = s.wrote || s.punctuated
	if !s.punctuated && s.hear(d, true) != nil {
		return // it says nothing of the text that is to be cleaned
	}
	s.known = s.known || len(d.Words) >= unheardWords
	s.printer.Caseless = s.printer.Caseless && d.Caseless()
}

// learnSpeaker remembers the name of who speaks.
func (s *Stream) learnSpeaker(d *transcript.Document) {
	all := d.Speakers()
	if len(all) == 0 || slices.Contains(s.names, all[0]) || len(s.names) == mostSpeakers {
		return
	}
	s.names = append(s.names, all[0])
	s.words.stream.Naming(vocabulary.OfSpeakers(s.names))
}

// mostSpeakers is how many speakers a stream remembers the names and languages of.
const mostSpeakers = 1000

// hear returns the language of each word of a part of the line, nil where it all is
// English, and tells of what is not. A line that is whole has one language.
func (s *Stream) hear(d *transcript.Document, whole bool) []string {
	if code := s.d.options.Language; s.d.knows(code) || len(d.Turns) == 0 {
		if whole && len(d.Turns) > 0 {
			s.settle(code)
		}
		return nil
	}
	if !s.begun {
		s.speaker, s.before = d.Turns[0].Speaker, ""
	}
	spoken := s.weigh(d)
	if whole {
		for w := range spoken {
			spoken[w] = s.before
		}
		s.settle(s.before)
	}
	if !slices.ContainsFunc(spoken, func(l string) bool { return l != langid.English }) {
		return nil
	}
	if i := slices.IndexFunc(spoken, func(l string) bool { return !s.d.knows(l) }); i >= 0 && s.o.Left != nil {
		s.o.Left(s.lines+1, spoken[i])
	}
	return spoken
}

// weigh returns the language of each word of a part of the line: every sentence is weighed with what has
// come before it.
func (s *Stream) weigh(d *transcript.Document) []string {
	spoken := make([]string, len(d.Words))
	parts := stretches(d, nil)
	for i := range parts {
		p := &parts[i]
		if code := s.d.options.Language; code != "" {
			s.before = code
		} else {
			s.before = s.heard.weigh(p, s.speaker, s.before)
			s.heard.add(s.speaker, p.evidence.Language(langid.Prior{}), p.evidence.Words())
		}
		p.fill(spoken, s.before)
	}
	if len(s.heard.speaker) > mostSpeakers {
		clear(s.heard.speaker)
	}
	return spoken
}

// settle says what becomes of a line without punctuation that is in a language.
func (s *Stream) settle(code string) {
	switch {
	case code == langid.Chinese && s.d.knows(code):
		s.chinese = true
	case s.d.turns.of(code) != nil:
		s.turn = code
	case code != langid.English && code != "":
		s.foreign = code
	}
}
