package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/punct"
)

// marshaller is a model that can be written to a file with a configuration.
type marshaller interface {
	Marshal(config string) ([]byte, error)
}

// rewriter reads the file of a part, and writes it in the format of today.
type rewriter func(file []byte, config string) ([]byte, error)

// rewrite returns the rewriter of a model.
//
//go:noinline
func rewrite[M marshaller](open func([]byte, ...container.Option) (M, error)) rewriter {
	return func(file []byte, config string) ([]byte, error) {
		m, err := open(file)
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	}
}

// rewritePunctuation is the rewriter of predictors of punctuation.
func rewritePunctuation(file []byte, config string) ([]byte, error) {
	p, err := punct.Unmarshal(file)
	if err != nil {
		return nil, err
	}
	m, ok := p.(marshaller)
	if !ok {
		return nil, errors.New("a model that cannot be written")
	}
	return m.Marshal(config)
}

// Repack returns bundle files that belong together, in the order of Load, with all parts in
// the formats of today, which may be smaller than those of earlier versions. Each file keeps
// its own parts.
func Repack(files ...[]byte) ([][]byte, error) {
	b, err := Load(files...)
	if err != nil {
		return nil, err
	}
	whole, err := b.Repacked()
	if err != nil {
		return nil, err
	}
	repacked, err := Load(whole)
	if err != nil {
		return nil, err
	}
	hashes, err := rehashed(b, repacked)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]bool)
	for _, p := range parts {
		texts[p.Name] = p.again == nil && p.Name != PartExperts
	}
	var out [][]byte
	for i := range files {
		f := b.files[len(files)-1-i] // later ones come first
		var m Manifest
		if err := json.Unmarshal(f.Section(manifestName), &m); err != nil {
			return nil, err
		}
		own := make(map[string][]byte)
		for _, p := range m.Parts {
			// Text has no format of its own, and that of an earlier file is kept.
			if own[p.Name] = f.Section(p.Name); !texts[p.Name] && bytes.Equal(own[p.Name], b.Part(p.Name)) {
				own[p.Name] = repacked.Part(p.Name)
			}
			if p.Name == PartSources {
				own[p.Name] = []byte(hashes.Replace(string(own[p.Name])))
			}
		}
		file, err := BuildParts(m, own)
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

// rehashed returns what puts the hashes of parts as they are now in the place of those that
// they had, in the text of PartSources.
func rehashed(was, is *Bundle) (*strings.Replacer, error) {
	before, err := was.Files()
	if err != nil {
		return nil, err
	}
	after, err := is.Files()
	if err != nil {
		return nil, err
	}
	var hashes []string
	for _, name := range statedParts(before) {
		hashes = append(hashes, "\t"+licences.Hash(before[name])+"\t", "\t"+licences.Hash(after[name])+"\t")
	}
	return strings.NewReplacer(hashes...), nil
}

// Repacked returns the bundle as one file with all parts in the formats of today.
func (b *Bundle) Repacked() ([]byte, error) {
	files, err := b.Files()
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		file := files[p.Name]
		if file == nil || p.again == nil && p.Name != PartExperts {
			continue
		}
		config, err := p.config(file)
		switch {
		case err != nil:
		case p.Name == PartExperts:
			files[p.Name], err = b.repackedExperts(config)
		default:
			files[p.Name], err = p.again(file, config)
		}
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", p.Name, err)
		}
	}
	if err := b.restate(files, nil); err != nil {
		return nil, err
	}
	return Build(b.manifest, files)
}

func (b *Bundle) repackedExperts(config string) ([]byte, error) {
	base, err := b.Sentences().ExpertsBaseline()
	if err != nil {
		return nil, err
	}
	return b.Sentences().Experts().Marshal(config, base)
}
