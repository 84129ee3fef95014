package stages

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Examples are labelled sentences as an edit model is trained on them, with what
// the earlier stages predict for text that they have not been trained on.
type Examples struct {
	Corpus *m3n.Corpus
	Tags   [][]uint32 // predicted tag of each word, as m3n.Symbol makes it of its name
	Loss   []float64  // loss matrix for the labels of the corpus, L x L, row gold
	Folds  []int      // of each sequence
	// Edit holds for each fold an edit model that has not been trained on it.
	Edit []*m3n.Model
	Hash uint64 // of the sentences
}

// Examples returns training sentences; all that has been trained on them is
// jackknifed. Steps that Train or HeldOut has finished in Dir are taken from there.
func (tr *Trainer) Examples(ctx context.Context, sentences []data.Sentence) (*Examples, error) {
	if err := tr.start(sentences); err != nil {
		return nil, err
	}
	for _, p := range []Part{PartTagger, PartFiller} {
		if err := tr.jackknife(ctx, p); err != nil {
			return nil, fmt.Errorf("training the %s: %w", p, err)
		}
	}
	lms, err := tr.jackknifedLMs(ctx)
	if err != nil {
		return nil, err
	}
	in := tr.selected(func(*trainSentence) bool { return true })
	schema, err := editSchema(WordsAlone, tr.Config.Edit.Templates)
	if err != nil {
		return nil, err
	}
	out := tr.Config.examples(in, schema, func(s *trainSentence) *LanguageModels { return lms[s.fold] })
	out.Hash = tr.corpus
	for k := range tr.Config.Folds {
		file, err := tr.heldOutPart(ctx, PartEdit, k)
		if err != nil {
			return nil, err
		}
		m, err := m3n.UnmarshalModel(file)
		if err != nil {
			return nil, err
		}
		out.Edit = append(out.Edit, m)
	}
	return out, nil
}

// Examples returns sentences that none of the labeller's models has been trained on.
func (l *Labeller) Examples(sentences []data.Sentence, c Config) (*Examples, error) {
	if l.scheme != c.Scheme {
		return nil, fmt.Errorf("the edit model has the labels %s: not %s", l.scheme, c.Scheme)
	}
	folds := foldsOf(sentences, c.Folds)
	in := make([]*trainSentence, len(sentences))
	w := l.worker()
	defer l.workers.Put(w)
	for i := range sentences {
		s := &trainSentence{tokens: sentences[i].Tokens, fold: folds[i]}
		for j := range s.tokens {
			s.add(w.lexicon.get(s.tokens[j].Text), &s.tokens[j])
		}
		s.hear(s.tokens)
		if len(s.words) > 0 {
			l.firstStage(w, &s.instance)
		}
		in[i] = s
	}
	out := c.examples(in, l.schema, func(*trainSentence) *LanguageModels { return &l.models.LanguageModels })
	out.Hash = hashOf(sentences)
	for range c.Folds {
		out.Edit = append(out.Edit, l.models.Edit)
	}
	return out, nil
}

func (c *Config) examples(in []*trainSentence, schema *m3n.Schema, lms func(*trainSentence) *LanguageModels) *Examples {
	out := &Examples{Corpus: editCorpus(in, schema, lms, c.Scheme, c.Times), Loss: c.Losses.matrix(c.Scheme)}
	for i := range out.Corpus.N {
		s := in[i%len(in)]
		out.Tags, out.Folds = append(out.Tags, s.tag), append(out.Folds, s.fold)
	}
	return out
}

// editCorpus returns the corpus of the edit stage.
func editCorpus(in []*trainSentence, schema *m3n.Schema, lms func(*trainSentence) *LanguageModels, scheme Scheme, times Times) *m3n.Corpus {
	n := len(in)
	if times == TimesBoth {
		n *= 2 // every sentence with its times and without
	}
	scratches := sync.Pool{New: func() any { return new(editScratch) }}
	return &m3n.Corpus{
		Schema: schema, Labels: scheme.labels(), Start: 0, N: n,
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			hidden := times == TimesNone || i >= len(in)
			s := in[i%len(in)]
			scratch := scratches.Get().(*editScratch)
			s.fillEdit(seq, schema, scratch, lms(s))
			scratches.Put(scratch)
			if hidden {
				HideTimes(seq, schema)
			}
			var gold [64]data.Label
			labels := gold[:0]
			for j := range s.tokens {
				labels = append(labels, s.tokens[j].Label())
			}
			ex.Gold = scheme.encode(ex.Gold, labels)
		}}
}

// TrainedWith reads the training configuration of an edit model's file (see
// PartConfig): the configuration, but for the stages after it, and whether it was
// trained on these sentences.
func TrainedWith(config string, sentences []data.Sentence) (c Config, same bool, err error) {
	var file struct {
		Corpus   string
		Settings []json.RawMessage
	}
	c = DefaultConfig()
	fields := c.editSettings(&c.Edit)
	if err = json.Unmarshal([]byte(config), &file); err == nil && len(file.Settings) != len(fields) {
		err = fmt.Errorf("%d settings, not %d", len(file.Settings), len(fields))
	}
	for i := 0; err == nil && i < len(fields); i++ {
		err = json.Unmarshal(file.Settings[i], fields[i])
	}
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return c, false, fmt.Errorf("stages: the training configuration of the edit model: %w", err)
	}
	return c, file.Corpus == fmt.Sprintf("%016x", hashOf(sentences)), nil
}

// editSettings are what the edit stage depends on.
func (c *Config) editSettings(edit *StageConfig) []any {
	return []any{&c.Seed, &c.Folds, &c.Tagger, &c.Filler, edit, &c.Scheme, &c.Losses, &c.Times, &c.Lower, &c.LM}
}
