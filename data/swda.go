package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The columns of the csv release that are read.
var swdaColumns = []string{"conversation_no", "act_tag", "caller", "utterance_index", "subutterance_index", "text", "pos"}

const (
	swdaConv = iota
	swdaAct
	swdaCaller
	swdaUtterance
	swdaSubutterance
	swdaText
	swdaPOS
)

// swdaFiles lists the csv files of a release under dir, in the order of their
// names.
func swdaFiles(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ".utt.csv") {
			names = append(names, path)
		}
		return err
	})
	return names, err
}

// swdaConversation returns the conversation number in a file name such as
// sw_0005_4646.utt.csv, 0 if there is none.
func swdaConversation(path string) int {
	name := strings.TrimSuffix(filepath.Base(path), ".utt.csv")
	n, _ := strconv.Atoi(name[strings.LastIndexByte(name, '_')+1:])
	return n
}

// ReadSwDADir reads the conversations of a split from the csv release of the
// Switchboard Dialog Act Corpus. See ReadSwDA.
func ReadSwDADir(dir string, split Split) ([]Side, error) {
	names, err := swdaFiles(dir)
	if err != nil {
		return nil, err
	}
	var sides []Side
	for _, name := range names {
		if SplitOf(swdaConversation(name)) != split {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		s, err := ReadSwDA(f, name)
		f.Close()
		if err != nil {
			return nil, err
		}
		sides = append(sides, s...)
	}
	return sides, nil
}

// ReadSwDA reads one conversation of the csv release of the Switchboard Dialog
// Act Corpus: the words, disfluencies and boundaries from the inline markup of
// the column text, tokenisation and tags from the column pos, as docs/formats.md
// describes. The release has no times. Sides come in the order in which they first
// speak.
// Errors are *ParseError; name is used in them. Unbalanced markup, which the
// corpus has, is no error: a bracket that closes nothing is ignored, and one
// that is never closed marks what stands before its "+" alone.
func ReadSwDA(r io.Reader, name string) ([]Side, error) {
	rows := csv.NewReader(r)
	rows.ReuseRecord = true
	rows.FieldsPerRecord = -1 // rows without a parse lack the last columns
	header, err := rows.Read()
	if err != nil {
		return nil, swdaError(name, err)
	}
	header = slices.Clone(header)
	var at [7]int
	for i, c := range swdaColumns {
		if at[i] = slices.Index(header, c); at[i] < 0 {
			return nil, &ParseError{name, 1, 0, fmt.Sprintf("no column %q in the header: it needs %s", c, strings.Join(swdaColumns, ", "))}
		}
	}
	speakers := make(map[byte]*swdaSpeaker)
	var order []byte
	conv := 0
	for {
		record, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, swdaError(name, err)
		}
		fail := func(column int, format string, args ...any) ([]Side, error) {
			line, _ := rows.FieldPos(at[column])
			return nil, &ParseError{name, line, at[column] + 1, fmt.Sprintf(format, args...)}
		}
		if last := slices.Max(at[:]); len(record) <= last {
			line, _ := rows.FieldPos(0)
			return nil, &ParseError{name, line, 0, fmt.Sprintf("%d columns, but the header has %q in column %d", len(record), header[last], last+1)}
		}
		field := func(i int) string { return record[at[i]] }
		for i := range swdaColumns {
			if !utf8.ValidString(field(i)) {
				return fail(i, "%s is not UTF-8", swdaColumns[i])
			}
		}
		n, err := strconv.Atoi(field(swdaConv))
		if err != nil || n <= 0 || conv != 0 && n != conv {
			return fail(swdaConv, "conversation_no is %q, not one positive number for the whole file", field(swdaConv))
		}
		conv = n
		caller := field(swdaCaller)
		if len(caller) != 1 || caller[0] < 'A' || caller[0] > 'Z' {
			return fail(swdaCaller, "caller is %q, not a capital letter", caller)
		}
		s := speakers[caller[0]]
		if s == nil {
			s = &swdaSpeaker{}
			speakers[caller[0]], order = s, append(order, caller[0])
		}
		s.row(swdaRow{
			utt: strings.Clone(field(swdaUtterance) + "." + field(swdaSubutterance)), act: strings.Clone(field(swdaAct)),
			text: strings.Clone(field(swdaText)), pos: strings.Clone(field(swdaPOS)),
		})
	}
	var sides []Side
	for _, c := range order {
		if s := speakers[c]; len(s.tokens) > 0 {
			sides = append(sides, Side{Conv: conv, Speaker: c, Tokens: s.tokens})
		}
	}
	return sides, nil
}

func swdaError(name string, err error) error {
	var bad *csv.ParseError
	switch {
	case err == io.EOF:
		return &ParseError{name, 1, 0, "empty: a csv file of the release starts with a header"}
	case errors.As(err, &bad):
		return &ParseError{name, bad.Line, 0, bad.Err.Error()}
	}
	return fmt.Errorf("reading %s: %w", name, err)
}
