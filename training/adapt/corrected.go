package adapt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Corrected is a sentence, or a turn, as a person has corrected it: a line of a file of
// corrections (corrections.jsonl), as docs/formats.md describes it.
type Corrected struct {
	Document  string `json:"document"` // a file name, or the number or name of a conversation
	Speaker   string `json:"speaker,omitempty"`
	By        By     `json:"by,omitempty"`
	Utterance string `json:"utterance,omitempty"` // of the first token; see data.Token.Utt
	Act       string `json:"act,omitempty"`       // of the first token; see data.Token.Act
	// Tokens are those of the Penn Treebank. Whoever has no tokeniser gives Words.
	Tokens []CorrectedToken `json:"tokens,omitempty"`
	Words  []CorrectedToken `json:"words,omitempty"` // as written, with their marks
}

// By says who has decided what goes in a sentence.
type By string

// Who decides. The zero value is a person.
const (
	ByPerson By = ""       // also "person"
	ByModels By = "models" // nobody has looked: the labels are those of the models
	ByNobody By = "nobody" // nothing is annotated but marks
)

// CorrectedToken is a token of a Corrected sentence. The zero value but for Text stays, without a mark.
type CorrectedToken struct {
	Text string `json:"text"`
	POS  string `json:"pos,omitempty"` // Penn tag
	// Goes says for what the token goes: kinds as data.ParseDisfluencies reads them, or
	// "yes" where nobody has said a kind; "" of one that stays.
	Goes  string `json:"goes,omitempty"`
	Aside bool   `json:"aside,omitempty"` // data.Aside
	Mark  string `json:"mark,omitempty"`  // one of , . ? ! ; : after the token
	// Set is the mark that a person has put in place of Mark, "" for none; nil: it was right.
	Set *string `json:"set,omitempty"`
	// Ends says whether a sentence ends after the token: "yes", "incomplete" or "no"; "" is
	// "yes" of the last token of the line, and "no" of the others.
	Ends      string   `json:"ends,omitempty"`
	Start     *float64 `json:"start,omitempty"` // seconds
	End       *float64 `json:"end,omitempty"`
	Utterance *string  `json:"utterance,omitempty"` // from here on
	Act       *string  `json:"act,omitempty"`       // from here on
}

const (
	goesYes        = "yes" // also of Ends
	endsIncomplete = "incomplete"
	endsNo         = "no"
	marksAfter     = ",.?!;:"
)

// goesFor are the kinds that a token of corrections may go for: partial words are seen by
// their form, and loops are no disfluencies.
const goesFor = data.Repairs | data.FilledPauses | data.DiscourseMarkers | data.EditingTerms | data.Conjunctions

// maxCorrected bounds the length of a line, in bytes.
const maxCorrected = 16 << 20

// ReadCorrected reads corrections. name is that of errors, which are *data.ParseError. Empty
// lines are left out.
func ReadCorrected(r io.Reader, name string) ([]Corrected, error) {
	var out []Corrected
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), maxCorrected)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(line) == 0 {
			continue
		}
		c, err := parseCorrected(line)
		if err != nil {
			return nil, &data.ParseError{Name: name, Line: n, Reason: err.Error()}
		}
		out = append(out, *c)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &data.ParseError{Name: name, Line: n + 1, Reason: fmt.Sprintf("a line longer than %d bytes is no sentence: put each sentence in a line of its own", maxCorrected)}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// parseCorrected reads a line, and checks all that Sides relies on.
func parseCorrected(line []byte) (*Corrected, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("invalid UTF-8: convert the file to UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	c := new(Corrected)
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("no line of corrections: %s: see corrections.jsonl in docs/formats.md", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object: a line has one")
	}
	if c.By == "person" {
		c.By = ByPerson
	}
	switch {
	case c.Document == "":
		return nil, errors.New(`there is no "document": name the file or conversation that the sentence is of`)
	case c.By != ByPerson && c.By != ByModels && c.By != ByNobody:
		return nil, fmt.Errorf(`"by" is %q: use person, models or nobody`, c.By)
	case len(c.Tokens) > 0 && len(c.Words) > 0:
		return nil, errors.New(`there are "tokens" and "words": give one of them`)
	case len(c.Tokens) == 0 && len(c.Words) == 0:
		return nil, errors.New(`there are neither "tokens" nor "words"`)
	case !plainField(c.Utterance) || !plainField(c.Act):
		return nil, errors.New("an utterance or act with a tab, a line end or a NUL")
	}
	for _, list := range []struct {
		name   string
		tokens []CorrectedToken
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
	return c, nil
}

// plainField reports whether a text can stand in a token TSV.
func plainField(s string) bool { return !strings.ContainsAny(s, "\t\n\r\x00") }

// check says what is wrong with a token, or a word.
func (t *CorrectedToken) check(by By, word bool) error {
	switch {
	case t.Text == "":
		return errors.New(`there is no "text"`)
	case !plainField(t.Text) || !plainField(t.POS):
		return errors.New("a tab, a line end or a NUL in it")
	case word && strings.ContainsAny(t.Text, " \v\f"):
		return errors.New("a blank in it: give each word by itself")
	case !isMark(t.Mark):
		return fmt.Errorf(`"mark" is %q: use one of %s`, t.Mark, strings.Join(strings.Split(marksAfter, ""), " "))
	case t.Set != nil && !isMark(*t.Set):
		return fmt.Errorf(`"set" is %q: use one of %s, or "" for none`, *t.Set, strings.Join(strings.Split(marksAfter, ""), " "))
	case t.Ends != "" && t.Ends != goesYes && t.Ends != endsIncomplete && t.Ends != endsNo:
		return fmt.Errorf(`"ends" is %q: use yes, incomplete or no`, t.Ends)
	case by == ByNobody && (t.Goes != "" || t.Aside):
		return errors.New(`it goes, though "by" says that nobody has annotated the sentence`)
	case (t.Start == nil) != (t.End == nil):
		return errors.New(`"start" and "end" go together`)
	case t.Start != nil && !(*t.Start >= 0 && *t.Start <= *t.End && *t.End <= 1e9):
		return fmt.Errorf("it lasts from %v to %v: times are seconds from the start of the recording", *t.Start, *t.End)
	case t.Utterance != nil && !plainField(*t.Utterance), t.Act != nil && !plainField(*t.Act):
		return errors.New("an utterance or act with a tab, a line end or a NUL")
	}
	_, _, err := t.annotation()
	return err
}

func isMark(s string) bool { return s == "" || len(s) == 1 && strings.Contains(marksAfter, s) }

// annotation returns what the token is.
func (t *CorrectedToken) annotation() (edit bool, kind data.Kind, err error) {
	var goes data.Disfluencies
	switch t.Goes {
	case "":
	case goesYes:
		return true, data.NoKind, nil // see unnamed
	default:
		if goes, err = data.ParseDisfluencies(t.Goes); err != nil || goes == 0 || goes&^goesFor != 0 {
			return false, 0, fmt.Errorf(`"goes" is %q: use yes, or a list of %s`, t.Goes, strings.ReplaceAll(goesFor.String(), ",", ", "))
		}
	}
	edit = goes&data.Repairs != 0
	if fillers := goes &^ data.Repairs; fillers != 0 {
		if fillers&(fillers-1) != 0 || t.Aside {
			return false, 0, fmt.Errorf(`"goes" is %q: a token is a filler of one kind`, t.Goes)
		}
		_, kind = fillers.Labelled()
	} else if t.Aside {
		kind = data.Aside
	}
	return edit, kind, nil
}

// split makes tokens of the words, as transcripts are cut into them.
func (c *Corrected) split() error {
	u := transcript.Utterance{}
	for i := range c.Words {
		u.Pieces = append(u.Pieces, transcript.Piece{Text: c.Words[i].Text, Spaced: i > 0})
	}
	d := transcript.Build("", []transcript.Utterance{u})
	var last *CorrectedToken // of the word before
	piece := 0
	for i := range d.Words {
		w := &d.Words[i]
		for piece+1 < len(d.Pieces) && d.Pieces[piece+1].Bytes.Start <= w.Bytes.Start {
			piece++
		}
		word := &c.Words[d.Pieces[piece].Piece]
		for t := w.Tokens.Start; t < w.Tokens.End; t++ {
			own := *word
			own.Text, own.Utterance, own.Act, own.Ends = d.Tokens[t].Text, nil, nil, endsNo
			if t+1 < w.Tokens.End {
				own.Mark, own.Set = "", nil
			} else if m := MarkIn(d.Source[w.Core.End:w.Bytes.End]); m != 0 && own.Mark == "" {
				own.Mark = string(m)
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
		return errors.New("no word that is said: notes and marks have nothing to correct")
	}
	c.Words = nil
	return nil
}

// MarkIn returns the first of the marks of data.Token.Punct in what is written after a
// word; 0: there is none.
func MarkIn(s string) byte {
	if i := strings.IndexAny(s, marksAfter); i >= 0 {
		return s[i]
	}
	return 0
}

// WriteCorrected writes corrections, a line each. Reading them again gives the same.
func WriteCorrected(w io.Writer, list []Corrected) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range list {
		if err := e.Encode(&list[i]); err != nil {
			return err
		}
	}
	return b.Flush()
}

// CorrectedOf returns sides as corrections, a sentence a line: Sides makes the same sides of
// them, with times rounded to milliseconds.
func CorrectedOf(sides []data.Side) []Corrected {
	var out []Corrected
	for i := range sides {
		s := &sides[i]
		name := s.Name
		if name == "" {
			name = strconv.Itoa(s.Conv)
		}
		for from := 0; from < len(s.Tokens); {
			end := from
			for end < len(s.Tokens)-1 && s.Tokens[end].Boundary == data.NoBoundary {
				end++
			}
			end++
			c := Corrected{Document: name, Speaker: string(rune(s.Speaker))}
			if s.Unlabelled {
				c.By = ByNobody
			}
			c.Add(s.Tokens[from:end])
			out = append(out, c)
			from = end
		}
	}
	return out
}

// Add appends tokens with their annotation to a sentence, which ends with the last one.
func (c *Corrected) Add(tokens []data.Token) {
	utterance, act := &c.Utterance, &c.Act
	for i := range tokens {
		t := &tokens[i]
		own := CorrectedToken{Text: t.Text, POS: t.POS, Aside: t.Kind == data.Aside}
		var goes data.Disfluencies
		if t.Edit {
			goes = data.Repairs
		}
		if t.Kind.Filler() {
			goes |= data.DisfluenciesOf("", data.F, t.Kind)
		}
		own.Goes = goes.String()
		if t.Punct != 0 {
			own.Mark = string(rune(t.Punct))
		}
		switch last := i == len(tokens)-1; {
		case t.Boundary == data.Incomplete:
			own.Ends = endsIncomplete
		case t.Boundary == data.NoBoundary && last:
			own.Ends = endsNo
		case t.Boundary == data.Complete && !last:
			own.Ends = goesYes
		}
		if t.Timed {
			start, end := milliseconds(t.Start), milliseconds(t.End)
			own.Start, own.End = &start, &end
		}
		switch {
		case len(c.Tokens) == 0:
			c.Utterance, c.Act = t.Utt, t.Act
		default:
			if t.Utt != *utterance {
				own.Utterance = &t.Utt
			}
			if t.Act != *act {
				own.Act = &t.Act
			}
		}
		utterance, act = &t.Utt, &t.Act
		c.Tokens = append(c.Tokens, own)
	}
}

func milliseconds(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// Sides returns corrections as what each speaker of each document says, in the order in which
// they first come. A document whose name is no name of conversations (see data.ReadTSV) gets
// one that is made of it; speakers who are not single letters get one, of 62 in a
// document. What the models have said of sentences that nobody has looked at counts where a
// person has looked at others of the document, and so had them in view; else, and where "by" is
// nobody, nothing is annotated: such sentences are in sides of their own.
func Sides(list []Corrected) ([]data.Side, error) {
	looked, letters := make(map[string]bool), make(map[string]map[string]byte)
	for i := range list {
		c := &list[i]
		looked[c.Document] = looked[c.Document] || c.By == ByPerson
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
		k := key{c.Document, c.Speaker, c.By == ByNobody || c.By == ByModels && !looked[c.Document]}
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
		if err := c.appendTo(&out[at]); err != nil {
			return nil, err
		}
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

// appendTo appends the tokens of a sentence to a side.
func (c *Corrected) appendTo(side *data.Side) error {
	utterance, act := c.Utterance, c.Act
	kinds := c.unnamed()
	for i := range c.Tokens {
		t := &c.Tokens[i]
		own := data.Token{Text: t.Text, POS: t.POS}
		var err error
		if own.Edit, own.Kind, err = t.annotation(); err != nil {
			return err
		}
		if kinds[i] != data.NoKind {
			own.Edit, own.Kind = false, kinds[i]
		}
		if side.Unlabelled {
			own.Edit, own.Kind = false, data.NoKind
		}
		mark := t.Mark
		if t.Set != nil {
			mark = *t.Set
		}
		if mark != "" {
			own.Punct = mark[0]
		}
		switch last := i == len(c.Tokens)-1; {
		case t.Ends == endsIncomplete:
			own.Boundary = data.Incomplete
		case t.Ends == goesYes, t.Ends == "" && last:
			own.Boundary = data.Complete
		}
		if t.Start != nil {
			own.Timed, own.Start, own.End = true, *t.Start, *t.End
		}
		if t.Utterance != nil {
			utterance = *t.Utterance
		}
		if t.Act != nil {
			act = *t.Act
		}
		own.Utt, own.Act = utterance, act
		side.Tokens = append(side.Tokens, own)
	}
	return nil
}

// listed are the words and phrases that may be fillers, in lower case with blanks between
// tokens, and what they are then.
var listed = sync.OnceValue(func() map[string]data.Kind {
	out := make(map[string]data.Kind)
	for e := range fillers.Default().All() {
		switch e.Kind {
		case fillers.FilledPause:
			out[e.Words] = data.FilledPause
		case fillers.DiscourseMarker:
			out[e.Words] = data.DiscourseMarker
		case fillers.EditingTerm:
			out[e.Words] = data.EditingTerm
		}
	}
	return out
})

// longestListed is how many words the longest of them has, at least.
const longestListed = 3

// unnamed returns the filler kinds of tokens that go, of which nobody has said for what: of
// filled pauses, by their form, and of stretches that are made of words and phrases that
// fill, unless they are said again right behind. Of other tokens it is data.NoKind: if they
// go, they count as repaired, as in the studio.
func (c *Corrected) unnamed() []data.Kind {
	out := make([]data.Kind, len(c.Tokens))
	word := func(i int) string { return strings.ToLower(c.Tokens[i].Text) }
	for from := 0; from < len(c.Tokens); {
		if c.Tokens[from].Goes != goesYes {
			from++
			continue
		}
		end := from
		for end < len(c.Tokens) && c.Tokens[end].Goes == goesYes {
			end++
		}
		fill := true
		for t := from; t < end; {
			n := min(longestListed, end-t)
			var words []string
			for k := range n {
				words = append(words, word(t+k))
			}
			for n > 0 && listed()[strings.Join(words[:n], " ")] == data.NoKind {
				n--
			}
			for k := range n {
				out[t+k] = listed()[strings.Join(words[:n], " ")]
			}
			if n == 0 && data.IsFilledPause(word(t)) { // "uhhh"
				n, out[t] = 1, data.FilledPause
			}
			fill = fill && n > 0
			t += max(n, 1)
		}
		again := end+(end-from) <= len(c.Tokens)
		for t := from; again && t < end; t++ {
			again = word(t) == word(end+t-from)
		}
		for t := from; t < end; t++ {
			if (!fill || again) && out[t] != data.FilledPause {
				out[t] = data.NoKind
			}
		}
		from = end
	}
	return out
}
