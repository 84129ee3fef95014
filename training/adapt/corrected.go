package adapt

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// Sides returns corrections as what each speaker of each document says, in the order in which
// they first come. A document whose name is no name of conversations (see data.ReadTSV) gets
// one that is made of it; speakers who are not single letters get one, of 62 in a
// document. What the models have said of sentences that nobody has looked at counts where a
// person has looked at others of the document, and so had them in view; else, and where "by" is
// nobody, nothing is annotated: such sentences are in sides of their own.
// Sentences that were left in another language are left out.
func Sides(list []decisions.Sentence) ([]data.Side, error) {
	looked, letters := make(map[string]bool), make(map[string]map[string]byte)
	for i := range list {
		c := &list[i]
		looked[c.Document] = looked[c.Document] || c.By == decisions.ByPerson
		if letters[c.Document] == nil {
			letters[c.Document] = make(map[string]byte)
		}
		if len(c.Speaker) == 1 && c.Speaker[0] < utf8.RuneSelf {
			letters[c.Document][c.Speaker] = c.Speaker[0]
		}
	}
	type key struct {
		document, speaker string
		unlabelled        bool
	}
	places := make(map[key]int)
	var out []data.Side
	for i := range list {
		c := &list[i]
		if c.Language != "" || len(c.Tokens) == 0 {
			continue
		}
		if c.Document == "" {
			return nil, fmt.Errorf("sentence %d is of no document: give it a name", i+1)
		}
		k := key{c.Document, c.Speaker, c.By == decisions.ByNobody || c.By == decisions.ByModels && !looked[c.Document]}
		at, ok := places[k]
		if !ok {
			letter, err := letterOf(letters[c.Document], c.Speaker)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Document, err)
			}
			at = len(out)
			places[k] = at
			side := data.Side{Speaker: letter, Unlabelled: k.unlabelled}
			side.Conv, side.Name, _ = data.ConversationOf(conversationName(c.Document))
			out = append(out, side)
		}
		appendTokens(&out[at], c)
	}
	return out, nil
}

// letterOf returns the letter of a speaker, and keeps it.
func letterOf(letters map[string]byte, speaker string) (byte, error) {
	if l, ok := letters[speaker]; ok {
		return l, nil
	}
	const free = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	taken := make(map[byte]bool)
	for _, l := range letters {
		taken[l] = true
	}
	for i := range len(free) {
		if !taken[free[i]] {
			letters[speaker] = free[i]
			return free[i], nil
		}
	}
	return 0, fmt.Errorf("more than %d speakers in one document: give its parts names of their own", len(free))
}

// conversationName returns a name of a conversation for a document: its own, if it is one.
func conversationName(document string) string {
	if _, _, ok := data.ConversationOf(document); ok {
		return document
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r|0x20 && r|0x20 <= 'z', '0' <= r && r <= '9', r == '-', r == '.':
			return r
		}
		return '_'
	}, document)
	if c := name[0] | 0x20; c < 'a' || c > 'z' {
		name = "d" + name
	}
	return fmt.Sprintf("%s-%08x", name, uint32(xxh3.HashString(document)))
}

// appendTokens appends the tokens of a sentence to a side. Of what transcripts do not know of
// them, the utterance is made of the turn.
func appendTokens(side *data.Side, s *decisions.Sentence) {
	punct, times := punctuation(s), make([]*decisions.Word, len(s.Tokens))
	for i := range s.Words {
		if w := &s.Words[i]; w.Start != nil && *w.Start >= 0 && *w.End >= *w.Start {
			for t := w.Tokens[0]; t < w.Tokens[1]; t++ {
				times[t] = w
			}
		}
	}
	from := len(side.Tokens)
	for i := range s.Tokens {
		t := data.Token{Text: s.Tokens[i], POS: s.POS[i]}
		if s.Turn > 0 {
			t.Utt, t.Act = fmt.Sprintf("%d.1", s.Turn), "_"
		}
		if s.Utterances != nil {
			t.Utt = s.Utterances[i]
		}
		if s.Acts != nil {
			t.Act = s.Acts[i]
		}
		if label, kind := s.Annotation(i); !side.Unlabelled {
			t.Edit, t.Kind = label == data.E, kind
			if label == data.F && !kind.Filler() {
				t.Kind = data.DiscourseMarker
			}
		}
		if punct[i] != "" {
			t.Punct = punct[i][0]
		}
		if s.Ends != nil {
			t.Boundary = boundaries[s.Ends[i]]
		}
		if w := times[i]; w != nil {
			t.Timed, t.Start, t.End = true, w.Start.Rounded(), w.End.Rounded()
		}
		side.Tokens = append(side.Tokens, t)
	}
	if s.Ends == nil && from < len(side.Tokens) {
		side.Tokens[len(side.Tokens)-1].Boundary = data.Complete
	}
}

// boundaries are those that decisions.Sentence.Ends names.
var boundaries = map[string]data.Boundary{decisions.EndsYes: data.Complete, decisions.EndsIncomplete: data.Incomplete}

// punctuation returns the punctuation mark after each token: where the sentence does not say it,
// that of its words as they are written, or, of unpunctuated text, that which the models have
// restored.
func punctuation(s *decisions.Sentence) []string {
	if s.Punct != nil {
		return s.Punct
	}
	out := make([]string, len(s.Tokens))
	for i := range s.Words {
		if w := &s.Words[i]; w.Tokens[1] > w.Tokens[0] {
			core := strings.TrimRightFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			out[w.Tokens[1]-1] = decisions.PunctIn(w.Text[len(core):])
		}
	}
	if !slices.ContainsFunc(out, func(mark string) bool { return mark != "" }) {
		for i, mark := range s.Marks {
			out[i] = marks[mark]
		}
	}
	return out
}

// marks are the punctuation marks that decisions.Sentence.Marks names.
var marks = map[string]string{data.Comma.String(): ",", data.Period.String(): ".", data.QMark.String(): "?"}
