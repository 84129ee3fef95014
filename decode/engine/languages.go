package engine

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// openLanguages opens the networks for other languages of all files.
func (b *Bundle) openLanguages() ([]*multilingual.Model, error) {
	var out []*multilingual.Model
	for _, f := range b.files {
		file := f.Section(PartLanguages)
		if file == nil {
			continue
		}
		m, err := multilingual.Unmarshal(file, b.trust)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", PartLanguages, err)
		}
		out = append(out, m)
	}
	return out, nil
}

// HasLanguages reports whether there are networks for other languages.
func (b *Bundle) HasLanguages() bool { return b.Part(PartLanguages) != nil }

// does reports whether a network does anything in a language. It has learned from speech in others, too.
func does(l multilingual.Language) bool { return l.Marks || l.Repairs > 0 }

// Language returns the network for a language, nil if the bundle has none. Where several files
// know a language, that of the last one says what happens.
func (b *Bundle) Language(code string) (*multilingual.Model, error) {
	all, err := b.shared.languages()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if l, ok := m.Language(code); ok && does(l) {
			return m, nil
		}
	}
	return nil, nil
}

// Languages returns the codes of the languages that there are networks for, sorted.
func (b *Bundle) Languages() ([]string, error) {
	all, err := b.shared.languages()
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, m := range all {
		for _, l := range m.Languages() {
			if does(l) {
				codes = append(codes, l.Code)
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes), nil
}
