package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/packed"
)

// ErrFormat is wrapped by every ParseError.
var ErrFormat = errors.New("malformed corpus")

// ParseError says where a corpus file is malformed. It wraps ErrFormat.
type ParseError struct {
	Name   string // file name
	Line   int    // from 1
	Column int    // field, from 1; 0 if the error concerns the whole line
	Reason string
}

func (e *ParseError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason)
	}
	return fmt.Sprintf("%s:%d: column %d: %s", e.Name, e.Line, e.Column, e.Reason)
}

// Unwrap returns ErrFormat.
func (e *ParseError) Unwrap() error { return ErrFormat }

const tsvColumns = 12

// maxLine bounds the length of a line of a corpus file.
const maxLine = 16 << 20

// ReadTSVFile reads a token TSV from a file, which may be compressed (its name then ends
// with .gz, or it lies beside the one that is named); see ReadTSV.
func ReadTSVFile(path string) ([]Side, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTSV(f, path)
}

// ReadTSV reads a token TSV: 12 tab-separated columns, a token a row, as
// docs/formats.md describes. name is used in errors, which are *ParseError. A
// "^" in front of a tag, the annotators' correction mark, is dropped; of tags
// joined by "^" the first counts. A "_" as kind and edit mark of a token says that the
// disfluencies of its side are not annotated, a "_" as boundary that the final punctuation of the
// transcript are all that tells where sentences end. Empty input gives no sides.
func ReadTSV(r io.Reader, name string) ([]Side, error) {
	p := &tsvParser{name: name, seen: make(map[sideID]bool), pool: make(map[string]string)}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 1<<16), maxLine)
	for sc.Scan() {
		p.line++
		if err := p.row(bytes.TrimSuffix(sc.Bytes(), []byte("\r"))); err != nil {
			return nil, err
		}
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, &ParseError{name, p.line + 1, 0, fmt.Sprintf("a line longer than %d bytes is no token row", maxLine)}
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p.sides, nil
}

type sideID struct {
	conv    int
	speaker byte
}

type tsvParser struct {
	name  string
	line  int
	sides []Side
	seen  map[sideID]bool
	pool  map[string]string // interned strings
	conv  []byte            // text of the last conversation
	id    sideID
	// convName is the name of that conversation, "": it has a number.
	convName string
}

func (p *tsvParser) fail(column int, format string, args ...any) error {
	return &ParseError{p.name, p.line, column, fmt.Sprintf(format, args...)}
}

func (p *tsvParser) intern(b []byte) string {
	if s, ok := p.pool[string(b)]; ok {
		return s
	}
	s := string(b)
	p.pool[s] = s
	return s
}

func (p *tsvParser) row(line []byte) error {
	if !utf8.Valid(line) {
		return p.fail(0, "invalid UTF-8: convert the file to UTF-8")
	}
	if bytes.IndexByte(line, 0) >= 0 {
		return p.fail(0, "a NUL byte: this is no token TSV")
	}
	var f [tsvColumns][]byte
	n := 0
	for rest, more := line, true; more; n++ {
		var cell []byte
		cell, rest, more = bytes.Cut(rest, []byte("\t"))
		if n < tsvColumns {
			f[n] = cell
		}
	}
	if n != tsvColumns {
		return p.fail(0, "%d columns instead of %d: see the token TSV in docs/formats.md", n, tsvColumns)
	}
	if !bytes.Equal(f[0], p.conv) || len(p.conv) == 0 {
		if err := p.conversation(f[0]); err != nil {
			return err
		}
	}
	if len(f[1]) != 1 {
		return p.fail(2, "the speaker %q is not one letter", f[1])
	}
	id := sideID{p.id.conv, f[1][0]}
	if k := len(p.sides); k == 0 || p.sides[k-1].Conv != id.conv || p.sides[k-1].Speaker != id.speaker {
		if p.seen[id] {
			return p.fail(0, "speaker %c of conversation %d again: the tokens of one speaker must be consecutive", id.speaker, id.conv)
		}
		p.seen[id] = true
		p.sides = append(p.sides, Side{Conv: id.conv, Name: p.convName, Speaker: id.speaker})
	}
	t, err := p.token(&f)
	if err != nil {
		return err
	}
	s := &p.sides[len(p.sides)-1]
	if unlabelled := f[6][0] == '_'; len(s.Tokens) == 0 {
		s.Unlabelled = unlabelled
	} else if s.Unlabelled != unlabelled {
		return p.fail(7, "a side is annotated as a whole, or not at all: the filler kind is %q, and was other before", f[6])
	}
	s.Tokens = append(s.Tokens, t)
	return nil
}

// conversation takes up the number or the name of a conversation.
func (p *tsvParser) conversation(field []byte) error {
	p.conv = append(p.conv[:0], field...)
	var ok bool
	if p.id.conv, p.convName, ok = ConversationOf(string(field)); !ok {
		return p.fail(1, "the conversation %q is neither a number nor a name of letters, digits, -, _ and .", field)
	}
	return nil
}

// ConversationOf returns the number of a conversation that a corpus calls so, and its name,
// "" where the number is all it has; ok says whether conversations are called so. Names have
// numbers that are theirs in every file, above those that corpora use.
func ConversationOf(called string) (conv int, name string, ok bool) {
	if conv, err := strconv.Atoi(called); err == nil && conv >= 0 {
		return conv, "", true
	}
	if !conversationName(called) {
		return 0, "", false
	}
	return 1<<30 | int(xxh3.HashString(called)>>34), called, true
}

// conversationName reports whether a field names a conversation.
func conversationName(field string) bool {
	for i, c := range []byte(field) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'):
		default:
			return false
		}
	}
	return len(field) > 0
}

func (p *tsvParser) token(f *[tsvColumns][]byte) (Token, error) {
	t := Token{Utt: p.intern(f[2]), Act: p.intern(f[3]), Text: p.intern(f[4])}
	if t.Text == "" {
		return t, p.fail(5, "empty token")
	}
	t.POS = plainTag(p.intern(f[5]))
	var ok bool
	unlabelled := string(f[6]) == "_"
	if ok = unlabelled; !ok && len(f[6]) == 1 {
		t.Kind, ok = ParseKind(f[6][0])
	}
	if !ok {
		return t, p.fail(7, "the filler kind %q is none of F, D, E, C, A, -, nor _ for what is not annotated", f[6])
	}
	switch {
	case unlabelled && string(f[7]) == "_":
	case unlabelled:
		return t, p.fail(8, "the edit mark is %q, and not _, where the filler kind is not annotated", f[7])
	case string(f[7]) == "0":
	case string(f[7]) == "1":
		t.Edit = true
	default:
		return t, p.fail(8, "the edit mark %q is neither 0 nor 1", f[7])
	}
	if len(f[8]) != 1 || !strings.Contains(",.?!;:-", string(f[8])) {
		return t, p.fail(9, "the punctuation %q is none of , . ? ! ; : -", f[8])
	}
	if f[8][0] != '-' {
		t.Punct = f[8][0]
	}
	switch string(f[9]) {
	case "-":
	case "/":
		t.Boundary = Complete
	case "-/":
		t.Boundary = Incomplete
	case "_":
		if strings.IndexByte(".?!", t.Punct) >= 0 {
			t.Boundary = Complete
		}
	default:
		return t, p.fail(10, "the boundary %q is none of /, -/, -, nor _ for what is not annotated", f[9])
	}
	if string(f[10]) == "-" && string(f[11]) == "-" {
		return t, nil
	}
	t.Timed = true
	for i, to := range []*float64{&t.Start, &t.End} {
		v, err := strconv.ParseFloat(string(f[10+i]), 64)
		if err != nil || !(v >= 0) || v > 1e9 {
			return t, p.fail(11+i, "the time %q is no number of seconds", f[10+i])
		}
		*to = v
	}
	if t.End < t.Start {
		// A slip of the alignment: as in transcripts, such times count as unknown.
		t.Timed, t.Start, t.End = false, 0, 0
	}
	return t, nil
}

// plainTag drops the annotators' correction mark "^" from a tag; "_" is unknown.
func plainTag(tag string) string {
	tag, _, _ = strings.Cut(strings.TrimPrefix(tag, "^"), "^")
	if tag == "_" {
		return ""
	}
	return tag
}

// WriteTSV writes sides as a token TSV; times are rounded to milliseconds.
// Reading it again gives the same sides. A token with a tab or line end in its
// text, tag, act or utterance, which the format cannot hold, is an error.
func WriteTSV(w io.Writer, sides []Side) error {
	b := bufio.NewWriter(w)
	var row []byte
	for i := range sides {
		s := &sides[i]
		for j := range s.Tokens {
			t := &s.Tokens[j]
			for _, f := range []string{t.Text, t.POS, t.Act, t.Utt} {
				if strings.ContainsAny(f, "\t\n\r\x00") {
					return fmt.Errorf("conversation %d, speaker %c, token %d: %w: %q cannot stand in a token TSV", s.Conv, s.Speaker, j+1, ErrFormat, f)
				}
			}
			if row = append(row[:0], s.Name...); s.Name == "" {
				row = strconv.AppendInt(row, int64(s.Conv), 10)
			}
			row = append(row, '\t', s.Speaker, '\t')
			row = append(append(row, t.Utt...), '\t')
			row = append(append(row, t.Act...), '\t')
			row = append(append(row, t.Text...), '\t')
			kind, edit, mark := t.Kind.Code(), byte('0'), byte('-')
			switch {
			case s.Unlabelled:
				kind, edit = '_', '_'
			case t.Edit:
				edit = '1'
			}
			row = append(append(row, orDefault(t.POS, "_")...), '\t', kind, '\t')
			if t.Punct != 0 {
				mark = t.Punct
			}
			row = append(row, edit, '\t', mark, '\t')
			row = append(append(row, t.Boundary.String()...), '\t')
			if t.Timed {
				row = strconv.AppendFloat(row, t.Start, 'f', 3, 64)
				row = append(row, '\t')
				row = strconv.AppendFloat(row, t.End, 'f', 3, 64)
			} else {
				row = append(row, "-\t-"...)
			}
			if _, err := b.Write(append(row, '\n')); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

func orDefault(s, def string) string {
	if s == "" {
		return def
	}
	return s
}
