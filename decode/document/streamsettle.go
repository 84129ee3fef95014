package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// What a stream waits for that settles its words one by one.
const (
	// firstWords is how many words of a line have to be there before it is known whether they have punctuation; and
	// unheardWords, while nothing is known of the language.
	firstWords, unheardWords = 3, 8
	// casedWords is how many words with capitals there are at most before they have no punctuation, either.
	casedWords = 20
	// lowerLabel and upperLabel are in how many words there is a colon, or there is no label before them.
	lowerLabel, upperLabel = 3, 5
)

// settles reports whether the words of the stream settle one by one.
func (s *Stream) settles() bool { return s.o.Latency.InWords() > 0 }

// holds returns how many of the last words are not looked at yet.
func (s *Stream) holds() int {
	if s.settles() {
		return min(held, s.o.Latency.InWords()/8)
	}
	return held
}

// firstSettled is first where words settle one by one.
func (s *Stream) firstSettled() int {
	if s.d.options.Language != "" || s.known {
		return firstWords
	}
	return unheardWords
}

// takeWords takes a part of a line word by word, so that what becomes of it does not depend on the parts.
func (s *Stream) takeWords(text string) error {
	for text != "" {
		n, blank := len(text), strings.IndexFunc(text, unicode.IsSpace)
		if blank >= 0 {
			_, size := utf8.DecodeRuneInString(text[blank:])
			n = blank + size
		}
		s.column += n
		rest, err := s.through(text[:n])
		if err != nil {
			return err
		}
		s.line.add(rest)
		text = text[n:]
		if blank < 0 && s.line.tail() <= maxTail {
			return nil
		}
		if err := s.part(false); err != nil {
			return err
		}
	}
	return nil
}

// settledReading returns how much of a line up to a place can be read before the next words are known: up to the first of
// the last words that does not end as whole words do, since it may be the beginning of one ("pre- and post-war", "it' s").
func settledReading(line string, to int) int {
	at := to
	for range held {
		word := strings.TrimRightFunc(line[:at], unicode.IsSpace)
		begin := strings.LastIndexFunc(word, unicode.IsSpace)
		if begin >= 0 {
			_, size := utf8.DecodeRuneInString(word[begin:])
			begin += size
		} else {
			begin = 0
		}
		if at = begin; !isWhole(word[begin:]) {
			to = begin
		}
		if at == 0 {
			break
		}
	}
	return to
}

// isWhole reports whether a word begins and ends with letters or digits, but for common punctuation behind it.
func isWhole(word string) bool {
	word = strings.TrimRight(word, ".,?!;:")
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	is := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	return is(first) && is(last)
}

// noLabel reports whether the first words of a line show that there is no label before them, or all of it.
func noLabel(line string) bool {
	line = strings.TrimLeft(line, " \t")
	first, _ := utf8.DecodeRuneInString(line)
	if !unicode.IsLetter(first) {
		return false
	}
	words := len(strings.Fields(line))
	if name, at := transcript.Label(line); name != "" {
		return strings.TrimSpace(line[at:]) != ""
	}
	if strings.ContainsAny(line, ":：") {
		return words > 2*upperLabel
	}
	return words >= upperLabel || words >= lowerLabel && unicode.IsLower(first)
}

// mayPunctuate reports whether text that is looked at first may still turn out to have punctuation: there are capitals
// in it, and no sentence has ended.
func (s *Stream) mayPunctuate(d *transcript.Document) bool {
	return s.settles() && !s.wrote && len(d.Words) < casedWords && !d.Caseless() && len(d.Turns) > 0 && !d.Turns[0].Punctuated
}
