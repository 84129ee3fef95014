package train

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Pair is a text as it was said, and as an editor made it.
type Pair struct{ ID, Verbatim, Clean string }

// ReadPairs reads a file of pairs, which may be compressed (.gz): see ParsePairs.
func ReadPairs(path string) ([]Pair, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return ParsePairs(string(text), path)
}

// ParsePairs reads lines "id TAB verbatim TAB clean". name is that of errors.
func ParsePairs(text, name string) ([]Pair, error) {
	var out []Pair
	line := 0
	for row := range strings.Lines(text) {
		line++
		if row = strings.TrimRight(row, "\r\n"); row == "" {
			continue
		}
		f := strings.Split(row, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("%s:%d: a pair is an id, a verbatim and a clean text with tabs between them, not %d columns", name, line, len(f))
		}
		out = append(out, Pair{f[0], f[1], f[2]})
	}
	return out, nil
}

// Edited returns the verbatim sentences of pairs, with Edit set for the words that are not in the clean text;
// of words that are in it once, and were said twice, the first. Sentences in which an editor did anything else are left out.
func Edited(pairs []Pair) ([]data.Sentence, error) {
	var out []data.Sentence
	var talk data.Talk
	for _, p := range pairs {
		said, edited, err := p.Documents()
		if err != nil {
			return nil, err
		}
		for _, s := range MarkRemoved(said, edited) {
			if s.Written == nil {
				continue
			}
			talk.AddAll(&s.Sentence)
			if !s.Changed() {
				out = append(out, s.Sentence)
			}
		}
	}
	for i := range out {
		out[i].Talk = talk
	}
	return out, nil
}

// Documents returns the texts of a pair as transcripts.
func (p *Pair) Documents() (said, edited *transcript.Document, err error) {
	if said, err = transcript.ParseText(p.Verbatim+"\n", p.ID); err == nil {
		edited, err = transcript.ParseText(p.Clean+"\n", p.ID)
	}
	return said, edited, err
}

// EditedSentence is a sentence of what was said, with Edit set for the words that an editor has
// taken out.
type EditedSentence struct {
	data.Sentence
	Speaker string
	Other   []bool // of the tokens: others stand in the place of it, or beside it
}

// Changed reports whether an editor has done something else to the sentence.
func (s *EditedSentence) Changed() bool { return slices.Contains(s.Other, true) }

// MarkRemoved compares what was said with what an editor has made of it, and returns the sentences
// that were said, in order, as they are decoded.
func MarkRemoved(said, edited *transcript.Document) []EditedSentence {
	var left, words []string
	var tokens []*data.Token // of words
	var places []int         // of these in their sentences
	for _, s := range edited.Segments(transcript.SegmentAuto) {
		sentence := edited.Sentence(s)
		of, _ := stages.Words(&sentence)
		for k := range of.Tokens {
			left = append(left, of.Tokens[k].Text)
		}
	}
	segments := said.Segments(transcript.SegmentAuto)
	out := make([]EditedSentence, len(segments))
	begin := make([]int, len(out)+1) // of the sentences, in words
	for i, s := range segments {
		out[i] = EditedSentence{Sentence: said.Sentence(s), Speaker: said.Turns[s.Turn].Speaker}
		of, at := stages.Words(&out[i].Sentence)
		for k, t := range at {
			words, tokens, places = append(words, of.Tokens[k].Text), append(tokens, &out[i].Tokens[t]), append(places, t)
		}
		begin[i+1] = len(words)
	}
	kept, changed := align(words, left)
	for i, t := range tokens {
		t.Edit = !kept[i]
	}
	for i := range out {
		out[i].Other = make([]bool, len(out[i].Tokens))
		for w := begin[i]; w < begin[i+1]; w++ {
			out[i].Other[places[w]] = changed[w]
		}
	}
	return out
}
