// Package licences says what models were made from: sources of text and speech, their
// licences, and which parts of a bundle come from which of them.
//
// A list of sources, and a statement about parts, is text: lines of columns separated by
// tabs; empty lines, and those that begin with #, say nothing.
//
//	source  NAME  LICENCE  COMMERCIAL  SHARE-ALIKE  URL  ATTRIBUTION
//	part    NAME  HASH  SOURCE  SOURCE ...
//
// LICENCE is an SPDX identifier where there is one. COMMERCIAL says whether the licence allows
// commercial use: yes, no or unknown. SHARE-ALIKE says whether what is made from the source
// and given away has to be under its licence: yes or no. URL may be "-". ATTRIBUTION is the
// text that the licence asks for. HASH, that of the part as a file (see Hash), says of what
// file the line is true: another one of the same name is another part.
//
// Start with [Statement] and [Commercial].
package licences

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Answer says whether something is allowed.
type Answer string

// The answers.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// Unnamed is the name of sources that nobody named. Those of other licences have a number
// behind it.
const Unnamed = "unnamed"

// Source is something that models learn from.
type Source struct {
	Name        string // letters, digits and -+._, such as "swda"
	Licence     string // an SPDX identifier where there is one
	Commercial  Answer // whether it allows commercial use
	ShareAlike  bool   // whether what is made from it has to be under its licence
	URL         string // "" where there is none
	Attribution string // the text that has to be given
}

// IsUnnamed reports whether nobody named the source.
func (s *Source) IsUnnamed() bool { return base(s.Name) == Unnamed }

// UnnamedCorpus returns the source of models whose makers say no more than their licence.
func UnnamedCorpus(licence string) Source {
	licence = strings.Join(strings.FieldsFunc(licence, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if licence = strings.ToValidUTF8(licence, "\uFFFD"); licence == "" {
		licence = "no licence named"
	}
	return Source{Name: Unnamed, Licence: licence, Commercial: Unknown, Attribution: "an unnamed corpus (" + licence + ")"}
}

// Part says what a part of a bundle was made from.
type Part struct {
	Name    string
	Hash    string   // of the file: Hash
	Sources []string // names of sources of the statement, each once
}

// Statement says what the parts of a bundle were made from; without parts, it is a list of
// sources.
type Statement struct {
	Sources []Source
	Parts   []Part
}

// Hash returns the hash by which statements know a part.
func Hash(file []byte) string { return fmt.Sprintf("%016x", xxh3.Hash(file)) }

// Source returns the source of a name, nil if there is none.
func (s *Statement) Source(name string) *Source {
	for i := range s.Sources {
		if s.Sources[i].Name == name {
			return &s.Sources[i]
		}
	}
	return nil
}

// Part returns what is said of a part that is a file with a hash, nil if nothing is.
func (s *Statement) Part(name, hash string) *Part {
	for i := range s.Parts {
		if s.Parts[i].Name == name && s.Parts[i].Hash == hash {
			return &s.Parts[i]
		}
	}
	return nil
}

// Add adds a source, unless there is the same one, and returns its name in the statement:
// where there is another source of its name, a number is put behind it.
func (s *Statement) Add(source Source) string {
	if same := s.same(source); same != "" {
		return same
	}
	name := base(source.Name)
	for n := 2; s.Source(source.Name) != nil; n++ {
		source.Name = fmt.Sprintf("%s-%d", name, n)
	}
	s.Sources = append(s.Sources, source)
	return source.Name
}

// same returns the name of a source that differs at most in the number behind its name.
func (s *Statement) same(source Source) string {
	for _, o := range s.Sources {
		as := source
		if as.Name = o.Name; o == as && base(o.Name) == base(source.Name) {
			return o.Name
		}
	}
	return ""
}

// Only returns what the statement says of the parts of some names, and the sources of these.
func (s *Statement) Only(parts []string) *Statement {
	out := &Statement{}
	for _, p := range s.Parts {
		if slices.Contains(parts, p.Name) {
			out.Parts = append(out.Parts, p)
		}
	}
	for _, source := range s.Sources {
		if slices.ContainsFunc(out.Parts, func(p Part) bool { return slices.Contains(p.Sources, source.Name) }) {
			out.Sources = append(out.Sources, source)
		}
	}
	return out
}

var numbered = lazy.Regexp(`-[0-9]+$`)

// base returns a name without the number behind it.
func base(name string) string { return numbered().ReplaceAllString(name, "") }

// Commercial returns whether what is made from all the sources may be used commercially: No
// if one of them forbids it, and Unknown if there are none.
func Commercial(sources []Source) Answer {
	answer := Yes
	for _, s := range sources {
		switch {
		case s.Commercial == No:
			return No
		case s.Commercial != Yes:
			answer = Unknown
		}
	}
	if len(sources) == 0 {
		return Unknown
	}
	return answer
}

var (
	nameForm = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)
	hashForm = lazy.Regexp(`^[0-9a-f]{16}$`)
)

// The words that begin the lines.
const (
	sourceLine = "source"
	partLine   = "part"
)

// Read reads a statement. name is that of messages; errors name the line.
func Read(r io.Reader, name string) (*Statement, error) {
	text, err := bounded.ReadAll(r, name, bounded.Lists)
	if err != nil {
		return nil, fmt.Errorf("reading sources: %w", err)
	}
	return Parse(string(text), name)
}

// Parse is Read for text.
func Parse(text, name string) (*Statement, error) {
	s := &Statement{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		if err := s.parseLine(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return s, nil
}

func (s *Statement) parseLine(line string) error {
	if !utf8.ValidString(line) {
		return errors.New("the line is not UTF-8")
	}
	if at := strings.IndexFunc(line, func(r rune) bool { return r != '\t' && unicode.IsControl(r) }); at >= 0 {
		return fmt.Errorf("the control character %q cannot stand here", line[at])
	}
	columns := strings.Split(line, "\t")
	switch columns[0] {
	case sourceLine:
		source, err := parseSource(columns)
		switch {
		case err != nil:
			return err
		case s.Source(source.Name) != nil:
			return fmt.Errorf("the source %s stands there already", source.Name)
		}
		s.Sources = append(s.Sources, source)
	case partLine:
		if len(columns) < 4 {
			return fmt.Errorf("a line of a part has at least 4 columns, separated by tabs: part, its name, its hash, its sources; this one has %d", len(columns))
		}
		p := Part{columns[1], columns[2], columns[3:]}
		switch {
		case p.Name == "":
			return errors.New("the part has no name")
		case !hashForm().MatchString(p.Hash):
			return fmt.Errorf("the hash of a part is 16 digits from 0 to f, not %q", p.Hash)
		case s.Part(p.Name, p.Hash) != nil:
			return fmt.Errorf("the part %s with hash %s stands there already", p.Name, p.Hash)
		}
		for i, name := range p.Sources {
			switch {
			case s.Source(name) == nil:
				return fmt.Errorf("there is no source %q in the lines above", name)
			case slices.Contains(p.Sources[:i], name):
				return fmt.Errorf("the source %s of the part stands there already", name)
			}
		}
		s.Parts = append(s.Parts, p)
	default:
		return fmt.Errorf("a line begins with %q: use %s or %s and a tab, or # for a comment", columns[0], sourceLine, partLine)
	}
	return nil
}

func parseSource(columns []string) (Source, error) {
	if len(columns) != 7 {
		return Source{}, fmt.Errorf("a line of a source has 7 columns, separated by tabs: source, name, licence, commercial use, share-alike, URL, attribution; this one has %d", len(columns))
	}
	s := Source{Name: columns[1], Licence: columns[2], Commercial: Answer(columns[3]), ShareAlike: columns[4] == string(Yes), URL: columns[5], Attribution: columns[6]}
	for i, column := range columns {
		if column != strings.TrimSpace(column) {
			return s, fmt.Errorf("column %d, %q, has blanks at an end", i+1, column)
		}
	}
	switch {
	case !nameForm().MatchString(s.Name):
		return s, fmt.Errorf("the name of a source is letters, digits and -+._, not %q", s.Name)
	case s.Licence == "":
		return s, fmt.Errorf("the source %s has no licence: use its SPDX identifier, or its name", s.Name)
	case s.Commercial != Yes && s.Commercial != No && s.Commercial != Unknown:
		return s, fmt.Errorf("whether commercial use is allowed is yes, no or unknown, not %q", columns[3])
	case columns[4] != string(Yes) && columns[4] != string(No):
		return s, fmt.Errorf("whether it is share-alike is yes or no, not %q", columns[4])
	case s.Attribution == "":
		return s, fmt.Errorf("the source %s has no attribution: name it and who made it", s.Name)
	}
	if s.URL == "-" {
		s.URL = ""
		return s, nil
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return s, fmt.Errorf("%s is no URL: use https://..., or - where there is none", strconv.Quote(s.URL))
	}
	return s, nil
}

// ReadList reads a list of sources, of which there is at least one. It has no lines of parts,
// and none of its sources is Unnamed.
func ReadList(r io.Reader, name string) (*Statement, error) {
	s, err := Read(r, name)
	switch {
	case err != nil:
		return nil, err
	case len(s.Parts) > 0:
		return nil, fmt.Errorf("%s: a list of sources has no lines of parts, as that of %s", name, s.Parts[0].Name)
	case len(s.Sources) == 0:
		return nil, fmt.Errorf("%s: there are no sources in it", name)
	}
	for i := range s.Sources {
		if s.Sources[i].IsUnnamed() {
			return nil, fmt.Errorf("%s: give the source %s another name: this one is for those that have none", name, s.Sources[i].Name)
		}
	}
	return s, nil
}

// String returns the statement as Parse reads it.
func (s *Statement) String() string {
	var b strings.Builder
	for _, x := range s.Sources {
		shared, address := No, x.URL
		if x.ShareAlike {
			shared = Yes
		}
		if address == "" {
			address = "-"
		}
		fmt.Fprintln(&b, strings.Join([]string{sourceLine, x.Name, x.Licence, string(x.Commercial), string(shared), address, x.Attribution}, "\t"))
	}
	for _, p := range s.Parts {
		fmt.Fprintln(&b, strings.Join(append([]string{partLine, p.Name, p.Hash}, p.Sources...), "\t"))
	}
	return b.String()
}
