package adapt

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// EditedText is what was said in a conversation, as MarkRemoved has compared it with what an editor
// made of it.
type EditedText struct {
	Name      string // of the conversation
	Sentences []train.EditedSentence
}

// EditedTexts returns pairs as texts, one for each conversation: the id of a pair is that of its
// conversation, with the number of the pair behind a last "-" ("call7-12").
func EditedTexts(pairs []train.Pair) ([]EditedText, error) {
	var out []EditedText
	places := make(map[string]int)
	for _, p := range pairs {
		said, edited, err := p.Documents()
		if err != nil {
			return nil, err
		}
		name := train.ConversationOf(p.ID)
		at, ok := places[name]
		if !ok {
			at = len(out)
			places[name] = at
			out = append(out, EditedText{Name: name})
		}
		out[at].Sentences = append(out[at].Sentences, train.MarkRemoved(said, edited)...)
	}
	return out, nil
}

// EditedDocument compares two transcripts of the same conversation, one of what was said and one that an
// editor has made of it.
func EditedDocument(name string, said, edited *transcript.Document) EditedText {
	return EditedText{name, train.MarkRemoved(said, edited)}
}

// Taken counts the sentences of texts that were edited.
type Taken struct {
	Sentences int // that are learned from
	Changed   int // in which an editor has done something else than take out words
	Unclear   int // of which it is not told what the words are that were taken out
}

// FromEdited returns texts that were edited as sides, one of each speaker, with labels for what
// the editors took out. What the models of b, which have not seen the text, take for a repair or a
// filler is one; so are filled pauses, markers and editing terms of the list of the language, a
// conjunction that opens a sentence, and, as a repair, what much of what follows repeats, or what was begun in another
// way: see removal.begun. What editors take out alone again and again is a matter of their style, and
// is fluent as what was left is, also words that have others in their place. Sentences with anything else that was taken out are
// left out: what they teach would be guessed. The result does not depend on the number of workers.
func FromEdited(ctx context.Context, b *engine.Bundle, texts []EditedText, workers int) ([]data.Side, Taken, error) {
	var taken Taken
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		return nil, taken, err
	}
	removals := make([][]removal, len(texts))
	for x, text := range texts {
		var talk data.Talk
		for i := range text.Sentences {
			talk.AddAll(&text.Sentences[i].Sentence)
		}
		removals[x] = make([]removal, len(text.Sentences))
		err := parallel.Each(ctx, workers, len(text.Sentences), func(i int) error {
			s := &text.Sentences[i]
			s.Talk = talk
			o, err := p.Sentence(ctx, &s.Sentence, false)
			if err == nil {
				removals[x][i] = newRemoval(s, o.Decisions)
			}
			return err
		})
		if err != nil {
			return nil, taken, err
		}
	}
	often := make(map[string]int)
	for _, text := range removals {
		for i := range text {
			for from, to := range text[i].open() {
				often[strings.Join(text[i].text[from:to], " ")]++
			}
		}
	}
	var out []data.Side
	for x, text := range texts {
		places, letters := make(map[string]int), make(map[string]byte)
		for i := range text.Sentences {
			s, r := &text.Sentences[i], &removals[x][i]
			switch {
			case r.changed:
				taken.Changed++
				continue
			case !r.explained(often):
				taken.Unclear++
				continue
			}
			at, ok := places[s.Speaker]
			if !ok {
				letter, err := letterOf(letters, s.Speaker)
				if err != nil {
					return nil, taken, fmt.Errorf("%s: %w", text.Name, err)
				}
				at = len(out)
				places[s.Speaker] = at
				side := data.Side{Speaker: letter, Talk: s.Talk}
				side.Conv, side.Name, _ = data.ConversationOf(conversationName(cmp.Or(text.Name, "text")))
				out = append(out, side)
			}
			if appendSentence(&out[at], &s.Sentence) {
				taken.Sentences++
			}
		}
	}
	return out, taken, nil
}

// appendSentence appends the words of a sentence to a side, with their marks, and reports whether
// there are any.
func appendSentence(side *data.Side, s *data.Sentence) bool {
	from := len(side.Tokens)
	_, at := stages.Words(s)
	for _, k := range at {
		t := s.Tokens[k]
		if s.Written != nil {
			t.Punct = train.PunctOfMark(s.Written[k].After)
		}
		side.Tokens = append(side.Tokens, t)
	}
	if len(side.Tokens) == from {
		return false
	}
	side.Tokens[len(side.Tokens)-1].Boundary = data.Complete
	return true
}

// removal is a sentence of which words were taken out.
type removal struct {
	s           *data.Sentence
	at          []int // tokens of the words
	text, tags  []string
	gone, known []bool // words that were taken out, and that have their label
	changed     bool   // more was said in another way than a word or two
}

const (
	// So many words at most have others in their place ("gonna", "going to"), and are not taken out.
	mostReplaced = 2
	// So many words at most are begun in another way where nothing tells that they are but that they are gone; so many
	// where one of them is cut off.
	mostBegun, mostCutOff = 4, 8
	// What goes alone so often is a matter of style.
	oftenAlone = 4
)

// newRemoval gives the words of a sentence that were taken out, as Edit says, the labels that the models and lists of the
// language have for them, and takes all others for fluent.
func newRemoval(s *train.EditedSentence, decisions []data.Decision) removal {
	words, at := stages.Words(&s.Sentence)
	r := removal{s: &s.Sentence, at: at, gone: make([]bool, len(at)), known: make([]bool, len(at))}
	for w, t := range at {
		d := &decisions[t]
		r.text, r.tags, r.gone[w] = append(r.text, strings.ToLower(words.Tokens[w].Text)), append(r.tags, d.Tag), s.Tokens[t].Edit
		s.Tokens[t].Edit, s.Tokens[t].Kind = false, data.NoKind
		switch {
		case !r.gone[w]:
		case d.Label == data.E:
			r.label(w, true, data.NoKind)
		case d.Label == data.F:
			r.label(w, false, kindOf(d))
		}
	}
	for from, to := range r.open() {
		for from < to {
			size, kind := listed(r.text[from:to])
			if size == 0 {
				break
			}
			for ; size > 0; size-- {
				r.label(from, false, kind)
				from++
			}
		}
		if from < to && s.Other[at[from]] {
			r.changed = r.changed || to-from > mostReplaced
			for ; from < to; from++ {
				r.gone[from] = false
			}
		}
	}
	return r
}

func (r *removal) label(word int, edit bool, kind data.Kind) {
	t := &r.s.Tokens[r.at[word]]
	t.Edit, t.Kind, r.known[word] = edit, kind, true
}

// open yields the stretches of words that were taken out and have no label.
func (r *removal) open() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from := 0; from < len(r.at); from++ {
			to := from
			for to < len(r.at) && r.gone[to] && !r.known[to] {
				to++
			}
			if to > from && !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// explained gives the words that were taken out and have no label theirs, and reports whether it is clear what all of them are.
// often says how often a stretch of words was taken out alone.
func (r *removal) explained(often map[string]int) bool {
	for from, to := range r.open() {
		switch {
		case from == 0 && to == 1 && conjunctions[r.text[0]]:
			r.label(0, false, data.Conjunction)
			continue
		case repeats(r.text[from:to], r.left(to)):
		case often[strings.Join(r.text[from:to], " ")] >= oftenAlone:
			continue
		case !r.begun(from, to):
			return false
		}
		for w := from; w < to; w++ {
			r.label(w, true, data.NoKind)
		}
	}
	return true
}

// begun reports whether a stretch is what was begun, and then said in another way that shares no word with it: it is
// short, opens with a function word or has a word that was cut off, and the sentence goes on.
func (r *removal) begun(from, to int) bool {
	if to == len(r.at) || len(r.left(to)) == 0 {
		return false
	}
	for t := r.at[from]; t < r.at[to]; t++ {
		if r.s.Tokens[t].Partial() {
			return to-from <= mostCutOff
		}
	}
	return to-from <= mostBegun && functionTags[r.tags[from]]
}

// functionTags are the Penn tags of words that open a phrase or a clause: pronouns, articles, prepositions, modal verbs, conjunctions
// and the words of questions.
var functionTags = map[string]bool{"PRP": true, "PRP$": true, "DT": true, "PDT": true, "IN": true, "TO": true, "MD": true, "EX": true, "WDT": true, "WP": true, "WP$": true, "WRB": true, "CC": true}

// left returns the words from one on that were left.
func (r *removal) left(from int) []string {
	var out []string
	for w := from; w < len(r.text); w++ {
		if !r.gone[w] {
			out = append(out, r.text[w])
		}
	}
	return out
}

// conjunctions open sentences, and readers do not miss them.
var conjunctions = map[string]bool{"and": true, "but": true, "so": true, "or": true}

// listedKinds are the kinds of a list of fillers.
var listedKinds = map[byte]data.Kind{'F': data.FilledPause, 'D': data.DiscourseMarker, 'E': data.EditingTerm}

// listed returns how many words are a filler of the list of the language, and its kind: the longest.
func listed(words []string) (size int, kind data.Kind) {
	for _, f := range language.English().Fillers {
		own := strings.Fields(f.Words)
		if f.Use == language.FillerKept || len(own) <= size || len(own) > len(words) {
			continue
		}
		same := true
		for i, w := range own {
			same = same && w == words[i]
		}
		if same {
			size, kind = len(own), listedKinds[f.Kind]
		}
	}
	return size, kind
}

// repeats reports whether what follows repeats much of a stretch: it begins with the same word, or has half of its
// words in the same order within a few words more than there are.
func repeats(said, after []string) bool {
	const more = 2
	if len(after) == 0 {
		return false
	}
	if said[0] == after[0] {
		return true
	}
	after = after[:min(len(after), len(said)+more)]
	row := make([]int, len(after)+1) // of the longest common subsequence
	for _, w := range said {
		diagonal := 0
		for j, v := range after {
			up := row[j+1]
			if row[j+1] = max(up, row[j]); v == w {
				row[j+1] = diagonal + 1
			}
			diagonal = up
		}
	}
	return len(said) > 1 && 2*row[len(after)] >= len(said)
}
