// Package annotate gives Chinese words their tags, phrases and functional chunks, as the paper on
// multiple-pass labelling for Chinese punctuation reads them ("the paper" in this package).
package annotate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
)

// AnnotatorKind and AnnotatorVersion are the kind and format version of the file of an Annotator.
const (
	AnnotatorKind    = "chinese-annotator"
	AnnotatorVersion = 1
)

// Annotation is what an Annotator knows of words: column values (m3n.Symbol of their names), one for each
// word.
type Annotation struct {
	Tags    []uint32
	Phrases []uint32 // "B-NP", "I-NP", "O"
	Chunks  []uint32 // "B-S", "I-S", "O"
}

// Annotator gives words their tags, phrases and functional chunks (the paper, section 3.3), each by a chain that
// reads what those before it found. It is immutable and may be shared.
type Annotator struct {
	tagger *tagger
	phrase *chunker
	chunk  *chunker
	coarse bool              // the tags are coarse ones
	names  map[uint32]string // of the column values
}

func newAnnotator(t *tagger, phrase, chunk *chunker, coarse bool) *Annotator {
	a := &Annotator{t, phrase, chunk, coarse, make(map[uint32]string)}
	for _, m := range []*m3n.Model{t.model, phrase.model, chunk.model} {
		for _, name := range m.Labels {
			a.names[m3n.Symbol(name)] = name
		}
	}
	return a
}

// Scratch is the memory of an Annotator. It belongs to one goroutine.
type Scratch struct {
	words  []lexeme
	tags   *taggerScratch
	phrase *chunkerScratch
	chunk  *chunkerScratch
}

// NewScratch returns scratch memory.
func (a *Annotator) NewScratch() *Scratch {
	return &Scratch{tags: a.tagger.newScratch(), phrase: a.phrase.newScratch(), chunk: a.chunk.newScratch()}
}

// Annotate overwrites out with the annotation of the words of a text without marks.
func (a *Annotator) Annotate(words []string, s *Scratch, out *Annotation) {
	s.words = appendLexemes(s.words[:0], words)
	out.Tags, out.Phrases, out.Chunks = out.Tags[:0], out.Phrases[:0], out.Chunks[:0]
	if len(words) == 0 {
		return
	}
	out.Tags = a.tagger.tag(s.words, s.tags, out.Tags)
	out.Phrases = a.phrase.chunk(s.words, out.Tags, nil, s.phrase, out.Phrases)
	out.Chunks = a.chunk.chunk(s.words, out.Tags, out.Phrases, s.chunk, out.Chunks)
}

// Name returns the name that a column value of an annotation stands for; "" of any other value.
func (a *Annotator) Name(value uint32) string { return a.names[value] }

// Names returns the names of all tags, or labels of phrases and of chunks, in order.
func (a *Annotator) Names() []string { return slices.Sorted(maps.Values(a.names)) }

// Annotated returns sentences with the annotation of their words replaced. The coarse tags of an annotator of
// the others are empty; one of coarse tags has them as both. workers goroutines share the work.
func (a *Annotator) Annotated(text []chinese.Sentence, workers int) []chinese.Sentence {
	out := make([]chinese.Sentence, len(text))
	workers = max(workers, 1)
	parallel.Strided(workers, workers, func(me, _ int) {
		s := a.NewScratch()
		var words []string
		var found Annotation
		for i := me; i < len(text); i += workers {
			words = appendTexts(words[:0], text[i])
			a.Annotate(words, s, &found)
			out[i] = replaced(text[i], &found, a.names, a.coarse)
		}
	})
	return out
}

// appendTexts appends the texts of the words of a sentence.
func appendTexts(out []string, s chinese.Sentence) []string {
	for i := range s.Words {
		out = append(out, s.Words[i].Text)
	}
	return out
}

// replaced returns a sentence with another annotation.
func replaced(s chinese.Sentence, found *Annotation, names map[uint32]string, coarse bool) chinese.Sentence {
	out := chinese.Sentence{Words: make([]chinese.Word, len(s.Words)), Gaps: s.Gaps}
	for t := range s.Words {
		w := chinese.Word{Text: s.Words[t].Text, Tag: names[found.Tags[t]], Phrase: names[found.Phrases[t]], Chunk: names[found.Chunks[t]]}
		if coarse {
			w.Coarse = w.Tag
		}
		out.Words[t] = w
	}
	return out
}

// Pruned returns the annotator without small weights: see m3n.Model.Pruned.
func (a *Annotator) Pruned(share float64) *Annotator {
	out := *a
	out.tagger = newTagger(a.tagger.model.Pruned(share), a.tagger.tags)
	out.phrase = newChunker(a.phrase.model.Pruned(share), a.phrase.predicates)
	out.chunk = newChunker(a.chunk.model.Pruned(share), a.chunk.predicates)
	return &out
}

// Features returns the number of features of the tagger, and of the chunkers of phrases and of functional
// chunks.
func (a *Annotator) Features() [3]int {
	return [3]int{a.tagger.model.Features(), a.phrase.model.Features(), a.chunk.model.Features()}
}

// Marshal returns the annotator as a file that carries the text of its training configuration.
func (a *Annotator) Marshal(config string) ([]byte, error) {
	w := container.New(AnnotatorKind, AnnotatorVersion, config)
	for i, marshal := range []func() ([]byte, error){a.tagger.marshal, a.phrase.marshal, a.chunk.marshal} {
		b, err := marshal()
		if err != nil {
			return nil, err
		}
		w.Add(annotatorParts[i], b)
	}
	coarse := byte(0)
	if a.coarse {
		coarse = 1
	}
	w.Add("coarse", []byte{coarse})
	return w.Bytes()
}

var annotatorParts = [3]string{"tagger", "phrase", "chunk"}

// Unmarshal opens the file of an annotator, which it uses as it lies. Errors wrap those of package
// container.
func Unmarshal(file []byte, options ...container.Option) (*Annotator, error) {
	f, err := container.Open(file, AnnotatorKind, AnnotatorVersion, options...)
	if err != nil {
		return nil, err
	}
	inside := container.Inside(options)
	t, err := unmarshalTagger(f.Section(annotatorParts[0]), inside)
	if err != nil {
		return nil, fmt.Errorf("tagger: %w", err)
	}
	var chunkers [2]*chunker
	for i := range chunkers {
		name := annotatorParts[1+i]
		if chunkers[i], err = unmarshalChunker(f.Section(name), inside); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	coarse := f.Section("coarse")
	if len(coarse) != 1 {
		return nil, fmt.Errorf("%w: the kind of tags of the annotator", container.ErrChecksum)
	}
	return newAnnotator(t, chunkers[0], chunkers[1], coarse[0] == 1), nil
}
