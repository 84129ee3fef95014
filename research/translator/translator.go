// Package translator is a model of punctuation for bundles that translates words into text
// with marks, quotes and brackets too (Peitz, Freitag and Ney, IWSLT 2014): see package
// translation. Register lets programs train it and open its files.
package translator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/translation"
)

// FileKind and FileVersion are the kind and format version of the file of a
// Translator.
const (
	FileKind    = "punct-translation"
	FileVersion = 1
)

// Config says how a model of translation is trained (Peitz et al. 2014).
type Config struct {
	Order int // of the language model
	// Phrases does without rules with gaps.
	Phrases bool
	// Kept puts marks into the words that stay alone.
	Kept bool
	// Text is text with all its marks to learn from besides the examples: a segment a line,
	// with or without a speaker and a tab before it. Its case is not looked at.
	Text string `json:"-"`
}

// Translator predicts marks by translation. It knows quotes, brackets and other marks that
// data.Punct does not have (punct.Prediction.Signs). Its posteriors are those of a list of the
// best translations of each stretch of some words, smoothed: what is in none of them has
// next to none.
type Translator struct {
	model   *translation.Model
	header  header
	workers sync.Pool // of translation.Decoder
}

// header is the part of a file that is JSON.
type header struct {
	Phrases, Kept bool
	// Words are those that it has learned from in examples, TextWords those in text.
	Words, TextWords int
	// Scale makes scores of translations logarithms of what is proportional to
	// probabilities, Floor is the share of Shares in posteriors: those of marks in the text.
	Scale, Floor float64
	Shares       [data.NumPuncts]float64
}

// Register makes translation one of the models of package translator.
func Register() {
	punct.Register(kind,
		punct.Option{Name: "text", About: "learn from text with marks in `FILE`, too, or, without a corpus, from it alone; gzip-compressed or not: a turn or paragraph a line, with or without a speaker and a tab before it; may be repeated", Texts: true},
		punct.Option{Name: "rules", About: "translate with `RULES` that have gaps, or with phrases: gaps or phrases", Default: rulesWithGaps},
	)
}

// kind is what is registered.
var kind = punct.Model{
	Name: "translation", About: "translation into text with marks, quotes and brackets too (Peitz et al. 2014)",
	Options: []string{"order", "text", "rules"}, Alone: "text", FileKind: FileKind, FileVersion: FileVersion,
	Configure: func(v punct.Values) (punct.Training, punct.Training, error) {
		c := Config{Order: 5, Text: v["text"]}
		if err := v.Int("order", 2, &c.Order); err != nil {
			return nil, nil, err
		}
		switch rules := cmp.Or(v["rules"], rulesWithGaps); rules {
		case rulesWithGaps:
		case rulesPhrases:
			c.Phrases = true
		default:
			return nil, nil, fmt.Errorf("rules are %s or %s, not %q", rulesWithGaps, rulesPhrases, rules)
		}
		kept := c
		kept.Kept = true
		return c, kept, nil
	},
	Open: func(file []byte, options ...container.Option) (punct.Predictor, error) {
		t, err := Unmarshal(file, options...)
		if err != nil {
			return nil, err
		}
		return t, nil
	},
}

// punct.Values of the option "rules".
const (
	rulesWithGaps = "gaps"
	rulesPhrases  = "phrases"
)

// How words are decoded: in windows of so many words, of which the last so many are decoded
// again in the next one, which starts with a sentence, or, in one that is longer, with some
// words before it.
const (
	translatedWords  = 100
	translatedAgain  = 15
	translatedBefore = 10
	listedBest       = 100 // translations of a window, of which posteriors are
)

// newTranslator returns a predictor of a finished model.
func newTranslator(m *translation.Model, h header) *Translator {
	t := &Translator{model: m, header: h}
	t.workers.New = func() any { return newDecoder(m, !h.Phrases) }
	return t
}

// newDecoder returns a decoder of phrases alone, or one of rules with gaps, too.
func newDecoder(m *translation.Model, hierarchical bool) translation.Decoder {
	if hierarchical {
		return translation.NewChart(m, translation.ChartOptions{})
	}
	return translation.NewPhrases(m, translation.PhraseOptions{})
}

// Unmarshal opens the file of a translator, which it uses as it lies.
func Unmarshal(file []byte, options ...container.Option) (*Translator, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	sum := 0.0
	for _, s := range h.Shares {
		if !(s > 0) {
			sum = math.NaN()
		}
		sum += s
	}
	if !(h.Scale > 0) || !(h.Floor > 0 && h.Floor < 1) || !(math.Abs(sum-1) < 1e-6) {
		return nil, fmt.Errorf("%w: a scale of %v, a floor of %v, shares of %v", container.ErrChecksum, h.Scale, h.Floor, h.Shares)
	}
	m, err := translation.Unmarshal(f.Section("model"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	return newTranslator(m, h), nil
}

// Marshal returns the translator as a file that carries the text of its training
// configuration.
func (t *Translator) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(t.header)
	if err != nil {
		return nil, err
	}
	model, err := t.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("model", model)
	return w.Bytes()
}

// Name implements punct.Predictor.
func (t *Translator) Name() string {
	kind := "hierarchical translation"
	if t.header.Phrases {
		kind = "phrase-based translation"
	}
	return fmt.Sprintf("%s, %d rules, whose posteriors are those of an n-best list", kind, t.model.Rules.Rules())
}

// About says what the translator was trained from.
func (t *Translator) About() string {
	h := &t.header
	switch {
	case h.TextWords == 0:
		return fmt.Sprintf("from %d words of a corpus", h.Words)
	case h.Words == 0:
		return fmt.Sprintf("from %d words of text, whose licence it has", h.TextWords)
	}
	return fmt.Sprintf("from %d words of a corpus and %d of text, whose licences it has", h.Words, h.TextWords)
}
