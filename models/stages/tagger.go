package stages

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/written"
	"github.com/tidytalk/tidytalk/m3n"
)

// Tagger assigns Penn tags with the Switchboard additions: a chain of clique
// order 2 over about 45 labels, of which a dictionary leaves only a few to
// consider for most words. It is immutable and may be shared.
type Tagger struct {
	model *m3n.Model
	tags  *tagDictionary
}

// taggerSchema names the columns of the tagger's templates.
var taggerSchema = &m3n.Schema{Symbols: []string{
	"w",                    // word, lower-cased
	"a",                    // its possible tags, as one symbol
	"shape",                // digits, hyphens, apostrophes
	"s1", "s2", "s3", "s4", // last characters
	"x1", "x2", "x3", // first characters
}}

const (
	tagWord = iota
	tagClass
	tagShape
	tagSuffix
	tagPrefix = tagSuffix + 4
)

// taggerScratch is the memory of one goroutine.
type taggerScratch struct {
	seq     *m3n.Sequence
	model   *m3n.Scratch
	allowed [][]uint8
}

func (g *Tagger) newScratch() taggerScratch {
	return taggerScratch{seq: m3n.NewSequence(taggerSchema), model: g.model.NewScratch()}
}

// tag sets the tags of an instance.
func (g *Tagger) tag(in *instance, s *taggerScratch) {
	g.tags.fill(s.seq, in)
	s.allowed = s.allowed[:0]
	for _, l := range in.words {
		s.allowed = append(s.allowed, g.tags.get(l).labels)
	}
	in.tagIndex = resize(in.tagIndex, len(in.words))
	g.model.Decode(s.seq, s.allowed, s.model, in.tagIndex)
	in.tag = in.tag[:0]
	for _, y := range in.tagIndex {
		in.tag = append(in.tag, g.tags.symbols[y])
	}
}

// fill fills the tagger's columns.
func (d *tagDictionary) fill(seq *m3n.Sequence, in *instance) {
	seq.Reset(len(in.words))
	word, class, shape := seq.Column(tagWord), seq.Column(tagClass), seq.Column(tagShape)
	for t, l := range in.words {
		word[t], class[t], shape[t] = l.word, d.get(l).class, l.shape
	}
	for i := range 4 {
		c := seq.Column(tagSuffix + i)
		for t, l := range in.words {
			c[t] = l.suffix[i]
		}
	}
	for i := range 3 {
		c := seq.Column(tagPrefix + i)
		for t, l := range in.words {
			c[t] = l.prefix[i]
		}
	}
}

// Mapped returns the tagger with f of its features and their weights, which is of the same labels and columns.
func (g *Tagger) Mapped(f func(*m3n.Model) *m3n.Model) *Tagger { return &Tagger{f(g.model), g.tags} }

const (
	taggerKind    = "tagger"
	taggerVersion = 1
)

// dictionaryFile is a tagDictionary as JSON.
type dictionaryFile struct {
	Sets  [][]int  // distinct sets of tags; set 0 is that of words not listed
	Words []uint32 // symbols of words, ascending
	Of    []int    // set of each word
}

// readDictionary reads a dictionary: at once as Marshal has written it.
func readDictionary(text []byte) (f dictionaryFile, err error) {
	t := written.Of(text)
	t.Is(`{"Sets":[`)
	for !t.Failed() {
		f.Sets = append(f.Sets, t.Numbers(nil))
		if t.Has("]") {
			break
		}
		t.Is(",")
	}
	t.Is(`,"Words":`)
	const digits = 9 // of most symbols
	words := t.Numbers(make([]int, 0, len(text)/(digits+len(",,1"))))
	t.Is(`,"Of":`)
	f.Of = t.Numbers(make([]int, 0, len(words)))
	t.Is("}")
	fits := t.Done()
	f.Words = make([]uint32, len(words))
	for i, w := range words {
		f.Words[i] = uint32(w)
		fits = fits && uint64(w) <= math.MaxUint32
	}
	if !fits {
		f = dictionaryFile{}
		err = json.Unmarshal(text, &f)
	}
	return f, err
}

// Marshal returns the tagger as a file.
func (g *Tagger) Marshal(config string) ([]byte, error) {
	model, err := g.model.Marshal(config)
	if err != nil {
		return nil, err
	}
	var f dictionaryFile
	index := make(map[uint32]int)
	set := func(s *tagSet) int {
		i, ok := index[s.class]
		if !ok {
			i = len(f.Sets)
			index[s.class] = i
			var labels []int
			for _, y := range s.labels {
				labels = append(labels, int(y))
			}
			f.Sets = append(f.Sets, labels)
		}
		return i
	}
	set(g.tags.open)
	for w := range g.tags.words {
		f.Words = append(f.Words, w)
	}
	slices.Sort(f.Words)
	for _, w := range f.Words {
		f.Of = append(f.Of, set(g.tags.words[w]))
	}
	dictionary, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	c := container.New(taggerKind, taggerVersion, config)
	c.Add("model", model)
	c.Add("dictionary", dictionary)
	return c.Bytes()
}

// UnmarshalTagger opens a tagger file, which it uses as it lies.
func UnmarshalTagger(b []byte, options ...container.Option) (*Tagger, error) {
	c, err := container.Open(b, taggerKind, taggerVersion, options...)
	if err != nil {
		return nil, err
	}
	model, err := m3n.UnmarshalModel(c.Section("model"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(model.Schema.Symbols, taggerSchema.Symbols) {
		return nil, fmt.Errorf("%w: its columns are %v", container.ErrOlder, model.Schema.Symbols)
	}
	f, err := readDictionary(c.Section("dictionary"))
	if err != nil {
		return nil, fmt.Errorf("%w: tag dictionary: %w", container.ErrChecksum, err)
	}
	d := newTagDictionary(model.Labels)
	d.words = make(map[uint32]*tagSet, len(f.Words))
	var sets []*tagSet
	for _, s := range f.Sets {
		var labels []uint8
		for _, y := range s {
			if y < 0 || y >= len(d.tags) {
				return nil, fmt.Errorf("%w: tag %d in the dictionary", container.ErrChecksum, y)
			}
			labels = append(labels, uint8(y))
		}
		if len(labels) == 0 {
			return nil, fmt.Errorf("%w: an empty set of tags", container.ErrChecksum)
		}
		sets = append(sets, newTagSet(d.tags, labels))
	}
	if len(sets) == 0 || len(f.Of) != len(f.Words) {
		return nil, fmt.Errorf("%w: incomplete tag dictionary", container.ErrChecksum)
	}
	d.open = sets[0]
	d.addFigures()
	for i, w := range f.Words {
		if f.Of[i] < 0 || f.Of[i] >= len(sets) {
			return nil, fmt.Errorf("%w: tag set %d", container.ErrChecksum, f.Of[i])
		}
		d.words[w] = sets[f.Of[i]]
	}
	return &Tagger{model, d}, nil
}
