package decisions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// mostBytes bounds the length of a line.
const mostBytes = 256 << 20

// Read reads sentences, an object a line, in the form of Sentence or in the older one of
// corrections, which docs/formats.md describes, too. name is that of errors, which are
// *data.ParseError: what is no sentence, a member that is not known, lists of other lengths, values that are none
// of the record. Empty lines are left out.
func Read(r io.Reader, name string) ([]Sentence, error) {
	var out []Sentence
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), mostBytes)
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
		s, err := parse(line)
		if err != nil {
			return nil, &data.ParseError{Name: name, Line: n, Reason: err.Error()}
		}
		out = append(out, *s)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &data.ParseError{Name: name, Line: n + 1, Reason: fmt.Sprintf("a line longer than %d bytes is no sentence: put each sentence in a line of its own", mostBytes)}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// hasLabels finds the member that the older form has not.
var hasLabels = lazy.Regexp(`"labels"\s*:`)

// parse reads a line.
func parse(line []byte) (*Sentence, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("invalid UTF-8: convert the file to UTF-8")
	}
	if !hasLabels().Match(line) {
		return parseOlder(line)
	}
	s := new(Sentence)
	if err := object(line, s, "sentence with decisions", "JSON lines"); err != nil {
		return nil, err
	}
	s.complete()
	s.tidy()
	return s, s.check()
}

// object reads a line that holds an object and nothing else. called and section are for
// errors: what it should be, and where that is described.
func object(line []byte, to any, called, section string) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("no %s: %s: see %s in docs/formats.md", called, strings.TrimPrefix(err.Error(), "json: "), section)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object: a line has one")
	}
	return nil
}

// tidy makes what is not there nil, as it is read when it was written.
func (s *Sentence) tidy() {
	if s.By == "person" {
		s.By = ByPerson
	}
	if len(s.Words) == 0 {
		s.Words = nil
	}
	if len(s.Operations) == 0 {
		s.Operations = nil
	}
	for i := range s.Operations {
		if o := &s.Operations[i]; len(o.Reasons) == 0 {
			o.Reasons = nil
		}
	}
	if len(s.Tokens) == 0 {
		s.Confidence, s.ByHand, s.Retyped, s.Punct, s.Ends, s.Utterances, s.Acts = nil, nil, nil, nil, nil, nil, nil
	}
}

// check says what is wrong with a sentence whose lists are complete.
func (s *Sentence) check() error {
	if s.By != ByPerson && s.By != ByModels && s.By != ByNobody {
		return badBy(s.By)
	}
	if s.Index < 0 || s.Line < 0 || s.Turn < 0 {
		return errors.New(`a negative "index", "line" or "turn"`)
	}
	if err := s.checkLists(); err != nil {
		return err
	}
	for i := range s.Tokens {
		if err := s.checkToken(i); err != nil {
			return fmt.Errorf("token %d, %q: %w", i+1, s.Tokens[i], err)
		}
	}
	for i := range s.Words {
		w := &s.Words[i]
		switch {
		case !within(w.Tokens, len(s.Tokens)):
			return fmt.Errorf("word %d, %q, has the tokens from %d to %d: there are %d", i+1, w.Text, w.Tokens[0], w.Tokens[1], len(s.Tokens))
		case w.From < 0 || w.To < w.From:
			return fmt.Errorf("word %d, %q, is from %d to %d", i+1, w.Text, w.From, w.To)
		case (w.Start == nil) != (w.End == nil):
			return fmt.Errorf(`word %d, %q: "start" and "end" go together`, i+1, w.Text)
		}
	}
	for i := range s.Operations {
		if err := s.Operations[i].check(); err != nil {
			return fmt.Errorf("operation %d, %q: %w", i+1, s.Operations[i].Op, err)
		}
	}
	return nil
}

func badBy(by By) error { return fmt.Errorf(`"by" is %q: use person, models or nobody`, by) }

// within reports whether a span is one of n elements.
func within(span [2]int, n int) bool { return 0 <= span[0] && span[0] <= span[1] && span[1] <= n }

// checkLists says which list has not an element for each token.
func (s *Sentence) checkLists() error {
	n := len(s.Tokens)
	for _, list := range []struct {
		name   string
		length int
		needed bool
	}{
		{"pos", len(s.POS), true}, {"labels", len(s.Labels), true}, {"kinds", len(s.Kinds), true}, {"marks", len(s.Marks), true}, {"removed", len(s.Removed), true},
		{"confidence", len(s.Confidence), s.Confidence != nil}, {"by_hand", len(s.ByHand), s.ByHand != nil}, {"retyped", len(s.Retyped), s.Retyped != nil}, {"punct", len(s.Punct), s.Punct != nil},
		{"ends", len(s.Ends), s.Ends != nil}, {"utterances", len(s.Utterances), s.Utterances != nil}, {"acts", len(s.Acts), s.Acts != nil},
	} {
		if list.needed && list.length != n {
			return fmt.Errorf("%q has %d elements: there are %d tokens", list.name, list.length, n)
		}
	}
	if p := s.Posteriors; p != nil && (len(p.E) != n || len(p.F) != n || len(p.O) != n) {
		return fmt.Errorf(`"posteriors" has %d, %d and %d elements: there are %d tokens`, len(p.E), len(p.F), len(p.O), n)
	}
	return nil
}

// Punctuation after a token: data.Punct by its names, and the marks of data.Token.Punct.
const punctAfter = ",.?!;:"

var punctNames = func() (names []string) {
	for p := range data.Punct(data.NumPuncts) {
		names = append(names, p.String())
	}
	return names
}()

// checkToken says what is wrong with the elements of a token.
func (s *Sentence) checkToken(i int) error {
	label, isLabel := parseLabel(s.Labels[i])
	kind, isKind := parseKind(s.Kinds[i])
	switch {
	case s.Tokens[i] == "":
		return errors.New("it is empty")
	case !plainField(s.Tokens[i]) || !plainField(s.POS[i]):
		return errUnplain
	case !isLabel:
		return fmt.Errorf("the label is %q: use E, F or O", s.Labels[i])
	case !isKind:
		return fmt.Errorf(`the kind is %q: use F, D, E, C or A, or "" for none`, s.Kinds[i])
	case s.By == ByNobody && (label != data.O || kind != data.NoKind):
		return errNobody
	case !slices.Contains(punctNames, s.Marks[i]):
		return fmt.Errorf("the punctuation is %q: use %s", s.Marks[i], strings.Join(punctNames, ", "))
	case s.Punct != nil && !isPunct(s.Punct[i]):
		return fmt.Errorf(`"punct" is %q: use one of %s, or "" for none`, s.Punct[i], spacedPunct)
	case s.Ends != nil && s.Ends[i] != EndsYes && s.Ends[i] != EndsIncomplete && s.Ends[i] != EndsNo:
		return badEnds(s.Ends[i])
	case s.Retyped != nil && s.Retyped[i] != "" && !plainField(s.Retyped[i]):
		return errUnplain
	case s.Utterances != nil && !plainField(s.Utterances[i]), s.Acts != nil && !plainField(s.Acts[i]):
		return errUnplainAct
	}
	return nil
}

var (
	errUnplain    = errors.New("a tab, a line end or a NUL in it")
	errUnplainAct = errors.New("an utterance or act with a tab, a line end or a NUL")
	errNobody     = errors.New(`it is removed, though "by" says that nobody has annotated the sentence`)
	spacedPunct   = strings.Join(strings.Split(punctAfter, ""), " ")
)

func badEnds(ends string) error {
	return fmt.Errorf(`"ends" is %q: use yes, incomplete or no`, ends)
}

// plainField reports whether a text can stand in a token TSV.
func plainField(s string) bool { return !strings.ContainsAny(s, "\t\n\r\x00") }

func isPunct(s string) bool { return s == "" || len(s) == 1 && strings.Contains(punctAfter, s) }

// check says what is wrong with an operation.
func (o *Operation) check() error {
	switch {
	case o.Op != Keep && !slices.Contains(changeNames, o.Op):
		return fmt.Errorf("use %s or %s", Keep, strings.Join(changeNames, ", "))
	case o.From < 0 || o.To < o.From:
		return fmt.Errorf("it is from %d to %d", o.From, o.To)
	case o.Words != nil && !within(*o.Words, math.MaxInt): // notes between sentences are of the one before
		return fmt.Errorf("it has the words from %d to %d", o.Words[0], o.Words[1])
	}
	for _, name := range o.Reasons {
		if !slices.Contains(data.DisfluencyNames(), name) {
			return fmt.Errorf("the reason is %q: use %s", name, strings.Join(data.DisfluencyNames(), ", "))
		}
	}
	return nil
}

var changeNames = func() (names []string) {
	for k := transcript.Delete; k <= transcript.Spell; k++ {
		names = append(names, k.String())
	}
	return names
}()
