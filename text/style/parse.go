package style

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/numerals"
)

// ErrStyle is wrapped by the errors about styles.
var ErrStyle = errors.New("not a style")

// Error says where a file is no style. It wraps ErrStyle.
type Error struct {
	Name   string
	Line   int // from 1
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason) }

// Unwrap returns ErrStyle.
func (e *Error) Unwrap() error { return ErrStyle }

// Parse reads the lines of a style, as the comment of the package has them. Errors are *Error with the name of the file.
func Parse(src, name string) (*Style, error) { return parse(src, name, builtIn()) }

// ReadFile reads a style from a file; see Parse.
func ReadFile(path string) (*Style, error) {
	src, err := bounded.ReadFile(path, bounded.Lists)
	if err != nil {
		return nil, err
	}
	return Parse(string(src), path)
}

// parse is Parse with the styles that others may be like.
func parse(src, name string, known map[string]*Style) (*Style, error) {
	p := &parser{out: Style{Name: name, Source: src, Remove: data.NoDisfluencies}, known: known, first: make(map[string]int)}
	for i, line := range strings.Split(strings.TrimPrefix(src, "\ufeff"), "\n") {
		fields := strings.Fields(uncommented(line))
		if len(fields) == 0 {
			continue
		}
		if err := p.line(i+1, fields[0], fields[1:]); err != nil {
			return nil, &Error{name, i + 1, err.Error()}
		}
	}
	return &p.out, nil
}

// uncommented returns a line up to the comment in it.
func uncommented(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return line
}

// parser reads a style.
type parser struct {
	out   Style
	known map[string]*Style
	first map[string]int // line of each word that may stand there once
	forms *Forms         // that the style itself has
	any   bool           // a line was read
}

// directive reads a line.
type directive struct {
	read func(p *parser, args []string) error
	once bool
}

// directives are the words that begin a line, besides the kinds of data.Editorial.
var directives = map[string]directive{
	"like":         {(*parser).like, true},
	"about":        {func(p *parser, args []string) error { p.out.About = strings.Join(args, " "); return nil }, true},
	"remove":       {(*parser).remove, false},
	"keep":         {(*parser).keep, false},
	"level":        {oneOf(func(s *Style) *string { return &s.Level }, "light", "standard", "full"), true},
	"numbers":      {oneOf(func(s *Style) *string { return &s.Numbers }, "words", "digits"), true},
	"number-style": {(*parser).numberStyle, true},
	"punct":        {oneOf(func(s *Style) *string { return &s.Punct }, "restore", "keep", "strip"), true},
	"case":         {oneOf(func(s *Style) *string { return &s.Case }, "restore", "keep", "lower"), true},
	"paragraphs":   {(*parser).paragraphs, true},
	"notes":        {(*parser).notes, false},
	"spell":        {(*parser).spell, false},
	"answer":       {(*parser).answer, false},
}

// order are the directives as people are told of them.
var order = []string{"like", "about", "remove", "keep", "level", "notes", "spell", "answer", "numbers", "number-style", "punct", "case", "paragraphs"}

func (p *parser) line(n int, word string, args []string) error {
	d, ok := directives[word]
	if kind, err := data.ParseDisfluencies(word); !ok && err == nil && kind&(kind-1) == 0 && kind&data.Editorial != 0 {
		d, ok = directive{func(p *parser, args []string) error { return p.share(kind, args) }, true}, true
	}
	switch {
	case !ok:
		return fmt.Errorf("%q: a line begins with %s, or a kind of what editors take out (%s)", word, prose.Or(order), strings.ReplaceAll(data.Editorial.String(), ",", ", "))
	case len(args) == 0:
		return fmt.Errorf("there is nothing after %s", word)
	case d.once && p.first[word] > 0:
		return fmt.Errorf("%s is on line %d, too", word, p.first[word])
	}
	p.first[word] = n
	err := d.read(p, args)
	p.any = true
	return err
}

func (p *parser) like(args []string) error {
	other := p.known[strings.Join(args, " ")]
	if other == nil {
		return unknown(strings.Join(args, " "))
	}
	if p.any {
		return errors.New("like is the first line of a style: what else it says holds beside it")
	}
	name, src := p.out.Name, p.out.Source
	p.out = *other
	p.out.Name, p.out.Source, p.out.About = name, src, ""
	return nil
}

// oneOf reads one of a few words.
func oneOf(at func(*Style) *string, values ...string) func(*parser, []string) error {
	return func(p *parser, args []string) error {
		given := strings.Join(args, " ")
		for _, v := range values {
			if given == v {
				*at(&p.out) = v
				return nil
			}
		}
		return fmt.Errorf("%q: use %s", given, prose.Or(values))
	}
}

func (p *parser) remove(args []string) error {
	given := strings.Join(args, " ")
	kinds, err := data.ParseDisfluencies(given)
	if err != nil {
		return err
	}
	if given == "none" {
		p.out.Remove, p.out.Shares = data.NoDisfluencies, data.Shares{}
		return nil
	}
	p.add(kinds)
	for k := data.Openers; k&data.Editorial != 0; k <<= 1 {
		if kinds&k != 0 && p.out.Shares.Of(k) == 0 {
			p.out.Shares.Set(k, data.DefaultShare)
		}
	}
	return nil
}

// add lets kinds go.
func (p *parser) add(kinds data.Disfluencies) {
	p.out.Remove = p.out.Remove&^data.NoDisfluencies | kinds
	if p.out.Remove == 0 {
		p.out.Remove = data.NoDisfluencies
	}
}

func (p *parser) keep(args []string) error {
	kinds, err := data.ParseDisfluencies(strings.Join(args, " "))
	if err != nil {
		return err
	}
	p.out.Remove &^= kinds
	p.add(0)
	p.out.Shares.Set(kinds, 0)
	return nil
}

// share reads how sure the removal of a kind has to be.
func (p *parser) share(kind data.Disfluencies, args []string) error {
	x, err := strconv.ParseFloat(strings.Join(args, " "), 64)
	if err != nil || !(x > 0 && x <= 1) {
		return fmt.Errorf("%q: a share of editors is above 0, at most 1, such as 0.5", strings.Join(args, " "))
	}
	p.add(kind)
	p.out.Shares.Set(kind, x)
	return nil
}

func (p *parser) numberStyle(args []string) error {
	given := strings.Join(args, "")
	if _, err := numerals.ParseStyle(given); err != nil {
		return err
	}
	p.out.NumberStyle = given
	return nil
}

func (p *parser) paragraphs(args []string) error {
	if args[0] == "none" && len(args) == 1 {
		p.out.Paragraphs = 0
		return nil
	}
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil || n < LeastParagraph || n > MostParagraph {
		return fmt.Errorf("%q: a paragraph has from %d to %d words; none breaks no turns", strings.Join(args, " "), LeastParagraph, MostParagraph)
	}
	p.out.Paragraphs = n
	return nil
}

// LeastParagraph and MostParagraph bound how many words a paragraph has about.
const (
	LeastParagraph = 20
	MostParagraph  = 10000
)

func (p *parser) notes(args []string) error {
	if args[0] != "out" && args[0] != "keep" || len(args) == 1 {
		return errors.New("what becomes of notes is \"out\" or \"keep\", with words that are in them: notes out laughs, door slams")
	}
	var phrases []phrase
	for part := range strings.SplitSeq(strings.Join(args[1:], " "), ",") {
		words := noteWords(part)
		if len(words) == 0 {
			return fmt.Errorf("%q has no words", strings.TrimSpace(part))
		}
		phrases = append(phrases, words)
	}
	if args[0] == "out" {
		p.out.Notes = p.out.Notes.with(phrases, nil)
	} else {
		p.out.Notes = p.out.Notes.with(nil, phrases)
	}
	return nil
}

func (p *parser) answer(args []string) error {
	from, to, err := parted(strings.Join(args, " "))
	if err != nil {
		return err
	}
	for _, f := range from {
		p.own().answers[f] = &Form{Rule: "answer " + f + " = " + to, From: f, To: to}
	}
	return nil
}

// own returns the forms that may be added to.
func (p *parser) own() *Forms {
	if p.forms == nil {
		p.forms = p.out.Forms.clone()
		p.out.Forms = p.forms
	}
	return p.forms
}

func (p *parser) spell(args []string) error {
	rule, conditions, _ := strings.Cut(strings.Join(args, " "), "|")
	from, to, err := parted(rule)
	if err != nil {
		return err
	}
	model := Form{To: to}
	if conditions = strings.TrimSpace(conditions); conditions != "" {
		if err := model.conditions(conditions); err != nil {
			return err
		}
		conditions = " | " + conditions
	}
	for _, f := range from {
		form := model
		form.From, form.Rule = f, f+" = "+to+conditions
		if (f[0] == '-') != (to[0] == '-') || len(f) == 1 || len(to) == 1 {
			return fmt.Errorf("%q = %q: the end of words is spelled out as one, with - before both", f, to)
		}
		p.own().add(&form)
	}
	return nil
}

// conditions reads where a form is spelled out.
func (f *Form) conditions(given string) error {
	for c := range strings.SplitSeq(given, "|") {
		c = strings.TrimSpace(c)
		words, before := strings.CutPrefix(c, "before ")
		switch {
		case c == "conjunction":
			f.conjunction = true
		case c == "before verb":
			f.verb = true
		case before && f.before == nil:
			f.before = make(map[string]bool)
			for w := range strings.SplitSeq(words, ",") {
				f.before[strings.ToLower(strings.TrimSpace(w))] = true
			}
		default:
			return fmt.Errorf("%q: a condition is \"before verb\", \"before\" and a comma list of words, or \"conjunction\"", c)
		}
	}
	return nil
}

// maxTo is how long, in bytes, a form that is spelled out is.
const maxTo = 80

// parted reads "FROM, FROM = TO". Apostrophes are plain in all.
func parted(rule string) (from []string, to string, err error) {
	plain := strings.NewReplacer("’", "'", "‘", "'").Replace(rule)
	left, right, ok := strings.Cut(plain, "=")
	to = strings.Join(strings.Fields(right), " ")
	switch {
	case !ok || to == "":
		return nil, "", fmt.Errorf("%q: what is spelled out and its form stand around \"=\": gonna = going to", strings.TrimSpace(rule))
	case len(to) > maxTo || strings.ContainsFunc(to, func(r rune) bool { return !isFormRune(r) && r != ' ' }):
		return nil, "", fmt.Errorf("%q: a form is letters, apostrophes, hyphens and blanks, %d bytes of them at most", to, maxTo)
	}
	for f := range strings.SplitSeq(left, ",") {
		f = strings.TrimSpace(f)
		if !strings.ContainsFunc(f, unicode.IsLetter) || strings.ContainsFunc(f, func(r rune) bool { return !isFormRune(r) }) {
			return nil, "", fmt.Errorf("%q: what is spelled out is one word, of letters, apostrophes and hyphens", f)
		}
		if strings.ContainsFunc(f, unicode.IsLower) {
			f = strings.ToLower(f)
		}
		from = append(from, f)
	}
	return from, to, nil
}

// isFormRune reports whether a rune may be part of a word that is spelled out, or of its form.
func isFormRune(r rune) bool { return unicode.IsLetter(r) || r == '\'' || r == '-' }
