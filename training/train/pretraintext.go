package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// PretrainingSources are the sources that the network of the default bundle is pretrained on:
// PunctuatedSources and VerbatimSources.
var PretrainingSources = slices.Concat(PunctuatedSources, VerbatimSources[2:])

// VerbatimSources are those with fillers and repairs that nobody has annotated. The first two are among
// PunctuatedSources.
var VerbatimSources = []string{"earnings21", "earnings22", "ami", "icsi", "mrda", "primock57", "cabnc", "talkmoves"}

// PretrainingText says what text of other kinds a network is pretrained on.
type PretrainingText struct {
	Folders []string // with files of ReadMixed
	Sources []string // found in one of the folders each
	Words   int      // of each source at most so many
	Skip    int      // see ReadMixed
}

// Labels of a storedWord: those of data.Label, and one more.
const unlabelled = uint8(data.NumLabels)

// storedWord is a word of text that a network is pretrained on.
type storedWord struct {
	word    uint32 // number of its spelling
	tag     uint8  // number of its predicted tag
	label   uint8
	filler  bool // the first stage says so
	ends    bool // a sentence of the text ends after it
	opens   bool // a turn begins with it
	marked  bool // the punctuation after it is known
	written data.Written
	cases   truecase.Case // unknown at the beginning of sentences
}

// textStore is text with what models say of its words, a few bytes a word: readings of it would
// take a hundred times as much.
type textStore struct {
	words   []storedWord
	sources []storedSource
	texts   []string // by their numbers
	numbers map[string]uint32
	tags    []uint32 // symbols, by their numbers
	tagged  map[uint32]uint8
}

// storedSource is the words [from, to) of a source.
type storedSource struct {
	from, to int
	fluent   bool // disfluencies may be put into what is labelled of it
	talk     data.Talk
}

func newTextStore() *textStore {
	return &textStore{numbers: make(map[string]uint32), tagged: make(map[uint32]uint8)}
}

// number returns the number of a spelling.
func (x *textStore) number(text string) uint32 {
	n, ok := x.numbers[text]
	if !ok {
		n = uint32(len(x.texts))
		x.numbers[text] = n
		x.texts = append(x.texts, text)
	}
	return n
}

// tag returns the number of a tag.
func (x *textStore) tag(symbol uint32) uint8 {
	n, ok := x.tagged[symbol]
	if !ok && len(x.tags) < 256 {
		n = uint8(len(x.tags))
		x.tagged[symbol] = n
		x.tags = append(x.tags, symbol)
	}
	return n
}

// readWord is a storedWord whose spelling and tag have no numbers yet.
type readWord struct {
	storedWord
	text   string
	symbol uint32 // of the tag
}

// addSource adds the words of a source.
func (x *textStore) addSource(words [][]readWord, fluent bool, talk data.Talk) {
	from := len(x.words)
	for _, part := range words {
		for _, w := range part {
			w.word, w.tag = x.number(w.text), x.tag(w.symbol)
			x.words = append(x.words, w.storedWord)
		}
	}
	if n := len(x.words); n > from {
		x.words[n-1].ends = true
		x.sources = append(x.sources, storedSource{from, n, fluent, talk})
	}
}

// addCorpus adds the words of a corpus without its edit words: of the samples of streams.
func (x *textStore) addCorpus(samples []neural.Sample) {
	var words []readWord
	var talk data.Talk
	for i := range samples {
		s := &samples[i]
		if s.Form != formStream || s.Kind != neural.Corpus || s.Marks == nil {
			continue
		}
		opens := true
		for t, y := range s.Labels {
			talk.Add(s.Reading.Text(t))
			if y == data.E {
				continue
			}
			w := readWord{text: s.Reading.Text(t), symbol: s.Reading.Tag(t)}
			w.label, w.filler, w.ends, w.marked, w.cases = uint8(y), s.Reading.Filler(t), s.Marks[t].End(), true, s.Cases[t]
			w.opens = opens && len(words) == 0 || len(words) > 0 && s.Reading.TurnBegins(t)
			w.written = data.Written{After: markOfNetwork(s.Marks[t]), Shape: data.LowerShape}
			if opens || w.cases > truecase.Lower {
				w.written.Shape = data.CapitalShape
			}
			words = append(words, w)
			opens = w.ends
		}
	}
	x.addSource([][]readWord{words}, true, talk)
}

// markOfNetwork returns what is written where the network has a mark.
func markOfNetwork(m neural.Mark) data.Mark {
	switch m.Punct() {
	case data.Comma:
		return data.CommaMark
	case data.Period:
		return data.PeriodMark
	case data.QMark:
		return data.QuestionMark
	}
	return data.NoMark
}

// textReader reads the lines of text.
type textReader struct {
	b        *engine.Bundle
	decoder  *engine.Labeller // of text with punctuation
	verbatim bool
	uncased  bool
}

// addText adds text of other kinds. What is verbatim is labelled by the decoder of the bundle for text
// with punctuation (self-training).
func (x *textStore) addText(ctx context.Context, b *engine.Bundle, text PretrainingText, workers int, note func(string, ...any)) error {
	written := b.Engine(engine.Written)
	if written == nil {
		written = b.Sentences()
	}
	o := engine.LabelOptions{Posteriors: true, Confidence: leastSure}
	decoder, err := written.NewLabeller(o)
	if errors.Is(err, engine.ErrOptions) { // it is not calibrated
		o.Confidence = 0
		decoder, err = written.NewLabeller(o)
	}
	if err != nil {
		return err
	}
	for _, source := range text.Sources {
		blocks, err := blocksOf(text.Folders, source, text.Words, text.Skip, false)
		if err != nil {
			return err
		}
		reader := textReader{b, decoder, slices.Contains(VerbatimSources, source), slices.Contains(uncasedSources, source)}
		out, talks := make([][]readWord, len(blocks)), make([]data.Talk, len(blocks))
		if err := parallel.Each(ctx, workers, len(blocks), func(i int) error {
			var err error
			out[i], err = reader.read(ctx, blocks[i], source, &talks[i])
			return err
		}); err != nil {
			return err
		}
		var talk data.Talk
		for _, t := range talks {
			talk.Words, talk.Signs = talk.Words+t.Words, talk.Signs+t.Signs
		}
		x.addSource(out, !reader.verbatim, talk)
		note("%s: %d words", source, talk.Words)
	}
	return nil
}

// folderOf returns the folder that has a source.
func folderOf(folders []string, source string) (string, error) {
	for _, f := range folders {
		for _, ending := range []string{".train.txt", ".train.txt.gz"} {
			if _, err := os.Stat(filepath.Join(f, source+ending)); err == nil {
				return f, nil
			}
		}
	}
	return "", fmt.Errorf("no folder of %q has %s.train.txt or %s.train.txt.gz: leave the source out, or name its folder", folders, source, source)
}

// What the decoder says of verbatim text is taken where it is so sure: of a removal, and of an edit
// word that it keeps.
const (
	leastSure = 0.75
	mostEdit  = 0.3
)

// read reads lines, each a turn.
func (x *textReader) read(ctx context.Context, lines []string, source string, talk *data.Talk) ([]readWord, error) {
	var out []readWord
	for _, line := range lines {
		d, err := transcript.ParseText(line+"\n", source)
		if err != nil {
			return nil, err
		}
		from := len(out)
		begins := true // a sentence
		for _, s := range d.Segments(transcript.SegmentAuto) {
			sentence := d.Sentence(s)
			if sentence.Written == nil {
				out = out[:from]
				break
			}
			talk.AddAll(&sentence)
			words, at := stages.Words(&sentence)
			if len(at) == 0 {
				continue
			}
			reading := x.b.Sentences().Stages().Read(&words)
			labels, err := x.labels(ctx, &sentence, &words, reading)
			if err != nil {
				return nil, err
			}
			for j, i := range at {
				written := words.Written[j]
				_, known := writtenMark(written.After)
				w := readWord{text: reading.Text(j), symbol: reading.Tag(j)}
				w.label, w.filler, w.marked, w.written = labels[j], reading.Filler(j), known, written
				w.ends, w.opens = j+1 == len(at), len(out) == from
				if w.cases = truecase.Of(sentence.Tokens[i].Text); begins || x.uncased || written.Before != data.NoMark {
					w.cases = truecase.Unknown
				}
				begins = written.After.Final() || !known
				out = append(out, w)
			}
			reading.Release()
		}
	}
	return out, nil
}

// conjunction is the tag of a word that opens a sentence as a filler of the corpora.
var conjunction = m3n.Symbol("CC")

// labels returns the labels of the words of a sentence: of verbatim text those of the decoder where
// it is sure; of fluent sentences the fillers that the first stage finds and the punctuation does
// not contradict (see FindFillers); none of others.
func (x *textReader) labels(ctx context.Context, s, words *data.Sentence, reading *stages.Reading) ([]uint8, error) {
	n := len(words.Tokens)
	out := make([]uint8, n)
	if x.verbatim {
		found, err := x.decoder.Label(ctx, words, reading)
		if err != nil {
			return nil, err
		}
		for t := range found.Decisions {
			d := &found.Decisions[t]
			if out[t] = uint8(d.Label); d.Label != data.E && d.Posteriors[data.E] > mostEdit {
				out[t] = unlabelled
			}
		}
		return out, nil
	}
	if !isFluent(s) {
		for t := range out {
			out[t] = unlabelled
		}
		return out, nil
	}
	for from := 0; from < n; {
		to := from + 1
		if reading.Filler(from) {
			for to < n && reading.Filler(to) {
				to++
			}
			opens := from == 0 || words.Written[from-1].After != data.NoMark
			closes := words.Written[to-1].After != data.NoMark && to < n
			if opens && (closes || to == from+1 && reading.Tag(from) == conjunction) {
				for t := from; t < to; t++ {
					out[t] = uint8(data.F)
				}
			}
		}
		from = to
	}
	return out, nil
}

// hash identifies the text.
func (x *textStore) hash() uint64 {
	h := xxh3.New()
	var line []byte
	for i := range x.words {
		w := &x.words[i]
		line = append(line[:0], byte(w.word), byte(w.word>>8), byte(w.word>>16), w.tag, w.label, truth(w.filler)|truth(w.ends)<<1|truth(w.opens)<<2|truth(w.marked)<<3,
			byte(w.written.After), byte(w.written.Before), byte(w.written.Shape), byte(w.cases))
		h.Write(line)
	}
	for _, t := range x.texts {
		h.WriteString(t)
	}
	return h.Sum64()
}

func truth(is bool) byte {
	if is {
		return 1
	}
	return 0
}
