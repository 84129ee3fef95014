package decisions

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// older is the form that corrections once had, in which people without a tokeniser still
// write them: an object for each token, or each word as it is written, that says for what it
// is removed. See docs/formats.md.
type older struct {
	Document  string       `json:"document"`
	Speaker   string       `json:"speaker"`
	By        By           `json:"by"`
	Utterance string       `json:"utterance"` // of the first token, as Act
	Act       string       `json:"act"`
	Tokens    []olderToken `json:"tokens"`
	Words     []olderToken `json:"words"`
}

type olderToken struct {
	Text      string   `json:"text"`
	POS       string   `json:"pos"`
	Goes      string   `json:"goes"` // kinds, or "yes" where nobody has said a kind; "": it is kept
	Aside     bool     `json:"aside"`
	Mark      string   `json:"mark"`
	Set       *string  `json:"set"` // in place of Mark; nil: it was right
	Ends      string   `json:"ends"`
	Start     *Seconds `json:"start"`
	End       *Seconds `json:"end"`
	Utterance *string  `json:"utterance"` // from here on, as Act
	Act       *string  `json:"act"`
}

const removedYes = "yes"

// olderKinds are the kinds for which a token may be removed: partial words are seen by their form, and
// loops are no disfluencies.
const olderKinds = data.Repairs | data.FilledPauses | data.DiscourseMarkers | data.EditingTerms | data.Conjunctions

// parseOlder reads a line of the older form.
func parseOlder(line []byte) (*Sentence, error) {
	c := new(older)
	if err := object(line, c, "line of corrections", "corrections.jsonl"); err != nil {
		return nil, err
	}
	if c.By == "person" {
		c.By = ByPerson
	}
	switch {
	case c.Document == "":
		return nil, errors.New(`there is no "document": name the file or conversation that the sentence is of`)
	case c.By != ByPerson && c.By != ByModels && c.By != ByNobody:
		return nil, badBy(c.By)
	case len(c.Tokens) > 0 && len(c.Words) > 0:
		return nil, errors.New(`there are "tokens" and "words": give one of them`)
	case len(c.Tokens) == 0 && len(c.Words) == 0:
		return nil, errors.New(`there are neither "tokens" nor "words"`)
	case !plainField(c.Utterance) || !plainField(c.Act):
		return nil, errUnplainAct
	}
	for _, list := range []struct {
		name   string
		tokens []olderToken
	}{{"token", c.Tokens}, {"word", c.Words}} {
		for i := range list.tokens {
			if err := list.tokens[i].check(c.By, list.name == "word"); err != nil {
				return nil, fmt.Errorf("%s %d, %q: %w", list.name, i+1, list.tokens[i].Text, err)
			}
		}
	}
	if len(c.Words) > 0 {
		if err := c.split(); err != nil {
			return nil, err
		}
	}
	return c.sentence(), nil
}

// check says what is wrong with a token, or a word.
func (t *olderToken) check(by By, word bool) error {
	switch {
	case t.Text == "":
		return errors.New(`there is no "text"`)
	case !plainField(t.Text) || !plainField(t.POS):
		return errUnplain
	case word && strings.ContainsAny(t.Text, " \v\f"):
		return errors.New("a blank in it: give each word by itself")
	case !isPunct(t.Mark):
		return fmt.Errorf(`"mark" is %q: use one of %s`, t.Mark, spacedPunct)
	case t.Set != nil && !isPunct(*t.Set):
		return fmt.Errorf(`"set" is %q: use one of %s, or "" for none`, *t.Set, spacedPunct)
	case t.Ends != "" && t.Ends != EndsYes && t.Ends != EndsIncomplete && t.Ends != EndsNo:
		return badEnds(t.Ends)
	case by == ByNobody && (t.Goes != "" || t.Aside):
		return errNobody
	case (t.Start == nil) != (t.End == nil):
		return errors.New(`"start" and "end" go together`)
	case t.Start != nil && !(*t.Start >= 0 && *t.Start <= *t.End):
		return fmt.Errorf("it lasts from %v to %v: times are seconds from the start of the recording", *t.Start, *t.End)
	case t.Utterance != nil && !plainField(*t.Utterance), t.Act != nil && !plainField(*t.Act):
		return errUnplainAct
	}
	_, _, err := t.annotation()
	return err
}

// annotation returns what the token is.
func (t *olderToken) annotation() (label data.Label, kind data.Kind, err error) {
	if t.Goes == removedYes {
		return data.E, data.NoKind, nil // see Unnamed
	}
	var goes data.Disfluencies
	if t.Goes != "" {
		if goes, err = data.ParseDisfluencies(t.Goes); err != nil || goes == 0 || goes&^olderKinds != 0 {
			return 0, 0, fmt.Errorf(`"goes" is %q: use yes, or a list of %s`, t.Goes, strings.ReplaceAll(olderKinds.String(), ",", ", "))
		}
		label, kind = goes.Labelled()
	}
	if fillers := goes &^ data.Repairs; fillers != 0 && (fillers&(fillers-1) != 0 || t.Aside) {
		return 0, 0, fmt.Errorf(`"goes" is %q: a token is a filler of one kind`, t.Goes)
	} else if t.Aside {
		kind = data.Aside
	}
	return label, kind, nil
}

// split makes tokens of the words, as transcripts are cut into them.
func (c *older) split() error {
	u := transcript.Utterance{}
	for i := range c.Words {
		u.Pieces = append(u.Pieces, transcript.Piece{Text: c.Words[i].Text, Spaced: i > 0})
	}
	d := transcript.Build("", []transcript.Utterance{u})
	var last *olderToken // of the word before
	piece := 0
	for i := range d.Words {
		w := &d.Words[i]
		for piece+1 < len(d.Pieces) && d.Pieces[piece+1].Bytes.Start <= w.Bytes.Start {
			piece++
		}
		word := &c.Words[d.Pieces[piece].Piece]
		for t := w.Tokens.Start; t < w.Tokens.End; t++ {
			own := *word
			own.Text, own.Utterance, own.Act, own.Ends = d.Tokens[t].Text, nil, nil, EndsNo
			if t+1 < w.Tokens.End {
				own.Mark, own.Set = "", nil
			} else if own.Mark == "" {
				own.Mark = PunctIn(d.Source[w.Core.End:w.Bytes.End])
			}
			if t == w.Tokens.Start && w.Bytes.Start == d.Pieces[piece].Bytes.Start {
				own.Utterance, own.Act = word.Utterance, word.Act
			}
			c.Tokens = append(c.Tokens, own)
			last = &c.Tokens[len(c.Tokens)-1]
		}
		if last != nil && w.Bytes.End == d.Pieces[piece].Bytes.End {
			last.Ends = word.Ends
		}
	}
	if len(c.Tokens) == 0 {
		return errors.New("no word that is said: notes and punctuation have nothing to correct")
	}
	return nil
}

// PunctIn returns the first of the punctuation marks of Sentence.Punct in what is written after a word; "":
// there is none.
func PunctIn(s string) string {
	if i := strings.IndexAny(s, punctAfter); i >= 0 {
		return s[i : i+1]
	}
	return ""
}

// sentence returns the record of a line that was checked. Its source are the tokens with
// blanks between them.
func (c *older) sentence() *Sentence {
	s := &Sentence{Document: c.Document, Speaker: c.Speaker, By: c.By}
	texts, removed := make([]string, len(c.Tokens)), make([]bool, len(c.Tokens))
	for i := range c.Tokens {
		texts[i], removed[i] = c.Tokens[i].Text, c.Tokens[i].Goes == removedYes
	}
	kinds := Unnamed(texts, removed)
	at, timed := 0, false
	for i := range c.Tokens {
		t := &c.Tokens[i]
		label, kind, _ := t.annotation()
		if kinds[i] != data.NoKind {
			label, kind = data.F, kinds[i]
		}
		mark := t.Mark
		if t.Set != nil {
			mark = *t.Set
		}
		if t.Utterance != nil {
			c.Utterance = *t.Utterance
		}
		if t.Act != nil {
			c.Act = *t.Act
		}
		if t.Ends == "" && i == len(c.Tokens)-1 {
			t.Ends = EndsYes
		} else if t.Ends == "" {
			t.Ends = EndsNo
		}
		s.Tokens, s.POS, s.Punct = append(s.Tokens, t.Text), append(s.POS, t.POS), append(s.Punct, mark)
		s.Labels, s.Kinds = append(s.Labels, label.String()), append(s.Kinds, KindName(kind))
		s.Removed = append(s.Removed, label != data.O)
		s.Ends, s.Utterances, s.Acts = append(s.Ends, t.Ends), append(s.Utterances, c.Utterance), append(s.Acts, c.Act)
		s.Words = append(s.Words, Word{Text: t.Text, From: at, To: at + len(t.Text), Start: t.Start, End: t.End, Tokens: [2]int{i, i + 1}})
		at += len(t.Text) + len(" ")
		timed = timed || t.Start != nil
	}
	if !timed {
		s.Words = nil
	}
	s.complete()
	return s
}
