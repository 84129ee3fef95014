package punct

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/language"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/translation"
)

// TranslationKind and TranslationVersion are the kind and format version of the file of a
// Translator.
const (
	TranslationKind    = "punct-translation"
	TranslationVersion = 1
)

// TranslationConfig says how a model of translation is trained (Peitz et al. 2014).
type TranslationConfig struct {
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
// data.Punct does not have (Prediction.Signs). Its posteriors are those of a list of the
// best translations of each stretch of some words, smoothed: what is in none of them has
// next to none.
type Translator struct {
	model   *translation.Model
	header  translationHeader
	workers sync.Pool // of translation.Decoder
}

// translationHeader is the part of a file that is JSON.
type translationHeader struct {
	Phrases, Kept bool
	// Words are those that it has learned from in examples, TextWords those in text.
	Words, TextWords int
	// Scale makes scores of translations logarithms of what is proportional to
	// probabilities, Floor is the share of Shares in posteriors: those of marks in the text.
	Scale, Floor float64
	Shares       [data.NumPuncts]float64
}

// translationModel is the kind of model that is registered.
var translationModel = Model{
	Name: "translation", About: "translation into text with marks, quotes and brackets too (Peitz et al. 2014)",
	Options: []string{"order", "text", "rules"}, Alone: "text", FileKind: TranslationKind, FileVersion: TranslationVersion,
	Configure: func(v Values) (Training, Training, error) {
		c := TranslationConfig{Order: 5, Text: v["text"]}
		if err := v.int("order", 2, &c.Order); err != nil {
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
	Open: func(file []byte, options ...container.Option) (Predictor, error) {
		t, err := UnmarshalTranslator(file, options...)
		if err != nil {
			return nil, err
		}
		return t, nil
	},
}

// Values of the option "rules".
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
func newTranslator(m *translation.Model, h translationHeader) *Translator {
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

// UnmarshalTranslator opens the file of a translator, which it uses as it lies.
func UnmarshalTranslator(file []byte, options ...container.Option) (*Translator, error) {
	f, err := container.Open(file, TranslationKind, TranslationVersion, options...)
	if err != nil {
		return nil, err
	}
	var h translationHeader
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
	w := container.New(TranslationKind, TranslationVersion, config)
	w.Add("header", head)
	w.Add("model", model)
	return w.Bytes()
}

// Name implements Predictor.
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

// source is a stream of words as translation reads it.
type source struct {
	words []string
	// The tokens of each word, first and last. Tokens of no word go.
	first, last []int
}

// lang has the word lists that the package reads.
var lang = language.English()

// addToken adds the token of a number: the parts of contractions are joined to what they
// are a part of.
func (s *source) addToken(t int, text string) {
	text = foldWord(text)
	if n := len(s.words) - 1; n >= 0 && s.last[n] == t-1 {
		if before := s.words[n]; lang.IsClitic(text) || lang.Contracted[before+" "+text] || before == "can" && text == "not" {
			s.words[n], s.last[n] = before+text, t
			return
		}
	}
	s.words, s.first, s.last = append(s.words, text), append(s.first, t), append(s.last, t)
}

// foldWord returns a word as translation reads it: without case and the point of an
// abbreviation, which bare text does not have.
func foldWord(w string) string {
	w = strings.ReplaceAll(strings.ToLower(w), "’", "'")
	return cmp.Or(strings.TrimRight(w, "."), w)
}

// source returns the words of an input.
func (t *Translator) source(in *Input) *source {
	s := &source{}
	for i := range in.Reading.Len() {
		if !t.header.Kept || in.DF == nil || in.DF[i] == data.O {
			s.addToken(i, in.Reading.Text(i))
		}
	}
	return s
}

// window is a stretch of words with its translations.
type window struct {
	from, to int // of the words, those whose marks are taken
	skip     int // words before from that it was decoded with
	best     []translation.Translation
}

// gap returns the marks that a translation has after a word of the stream, -1 being before
// the first one.
func (w *window) gap(of, word int) translation.Marks {
	return w.best[of].Gaps[word-w.from+w.skip+1]
}

// windows decodes words in windows, n translations of each.
func (t *Translator) windows(words []string, n int) []window {
	d := t.workers.Get().(translation.Decoder)
	defer t.workers.Put(d)
	var out []window
	for from, skip := 0, 0; from < len(words); {
		end := min(len(words), from-skip+translatedWords)
		w := window{from: from, to: end, skip: skip, best: d.Decode(words[from-skip:end], n)}
		if end < len(words) {
			w.to, skip = w.cut(end)
		}
		out = append(out, w)
		from = w.to
	}
	return out
}

// cut returns where the marks of a window that decodes up to end are taken to: the last
// end of a sentence at which nothing is open, if there is one behind its first third, and how
// many words before it the next window begins.
func (w *window) cut(end int) (to, before int) {
	open, at := 0, 0
	for i := w.from - 1; i < end-translatedAgain; i++ {
		after, opens := parted(w.gap(0, i))
		closing, stop := 0, data.NoPunct
		for ; after != 0; after = after.From(1) {
			if m := after.At(0); closes(m) {
				closing++
			} else {
				stop = max(stop, punctOf(m))
			}
		}
		if open = max(0, open-closing); open == 0 && stop >= data.Period && i+1-w.from >= translatedWords/3 {
			at = i + 1
		}
		open += opens.Len()
	}
	if at > 0 {
		return at, 0
	}
	return end - translatedAgain, translatedBefore
}

// parted returns those of the marks in a gap that belong to the word before it, and those
// that open before the word behind.
func parted(m translation.Marks) (after, opens translation.Marks) {
	for ; m != 0; m = m.From(1) {
		switch mark := m.At(0); {
		case mark == translation.OpenSquare || mark == translation.CloseSquare:
			// Transcripts have notes in them.
		case mark.Opens():
			opens = opens.With(mark)
		case opens == 0:
			after = after.With(mark)
		}
	}
	return after, opens
}

// closes reports whether a mark closes a quote or bracket.
func closes(m translation.Mark) bool {
	return m != translation.NoMark && !m.Opens() && (m-1).Closing() == m
}

// punctOf returns what counts as which mark.
func punctOf(m translation.Mark) data.Punct {
	switch m {
	case translation.Period, translation.Exclamation, translation.Ellipsis:
		return data.Period
	case translation.Question:
		return data.QMark
	case translation.Comma, translation.Semicolon, translation.Colon, translation.Dash:
		return data.Comma
	}
	return data.NoPunct
}

// stopOf returns the mark of those in a gap that separates most.
func stopOf(m translation.Marks) data.Punct {
	stop := data.NoPunct
	for after, _ := parted(m); after != 0; after = after.From(1) {
		stop = max(stop, punctOf(after.At(0)))
	}
	return stop
}

// signsOf returns the quotes and brackets that close after a word, of marks that belong to
// it; nil: none do.
func signsOf(after translation.Marks) *data.Signs {
	s := &data.Signs{}
	within := -1
	bracket := 0
	for ; after != 0; after = after.From(1) {
		switch m := after.At(0); {
		case closes(m):
			s.Closes += m.String()
			if m == translation.CloseBracket {
				bracket = len(s.Closes)
			}
		case punctOf(m) != data.NoPunct && within < 0:
			within = len(s.Closes)
		}
	}
	// A mark that others may set stands behind brackets, and before quotes.
	if s.Within = within; within < 0 {
		s.Within = bracket
	}
	if s.Closes == "" {
		return nil
	}
	return s
}

// looks are the marks that marks of data.Punct may look like.
var looks = [translation.NumMarks]bool{translation.Exclamation: true, translation.Semicolon: true, translation.Colon: true, translation.Dash: true}

// lookOf returns what the marks after a word look like, where it is not what they always do:
// for each, what most of the translations that have it there have, by their shares. Others
// may set a mark that the best one lacks.
func (w *window) lookOf(word int, shares []float64) *data.Signs {
	var sums [translation.NumMarks]float64
	other := false // some look like what looks names
	for k := range w.best {
		after, _ := parted(w.gap(k, word))
		stop := stopOf(after)
		for ; after != 0; after = after.From(1) {
			if m := after.At(0); stop != data.NoPunct && punctOf(m) == stop {
				sums[m] += shares[k]
				other = other || looks[m]
				break
			}
		}
	}
	if !other {
		return nil
	}
	var best [data.NumPuncts]translation.Mark
	for m := translation.Period; m < translation.NumMarks; m++ {
		if p := punctOf(m); sums[m] > sums[best[p]] {
			best[p] = m
		}
	}
	s := &data.Signs{}
	for p, m := range best {
		if looks[m] {
			s.Looks[p] = m.String()
		}
	}
	if *s == (data.Signs{}) {
		return nil
	}
	return s
}

// Predict implements Predictor. Marks are those of the best translation.
func (t *Translator) Predict(in *Input, out *Prediction) {
	n := in.Reading.Len()
	out.reset(n)
	for i := range n {
		out.Posteriors[i][data.NoPunct], out.Last[i] = 1, data.Period
		out.Signs = append(out.Signs, nil)
	}
	s := t.source(in)
	var weights []float64
	for _, w := range t.windows(s.words, listedBest) {
		weights = t.header.shares(weights[:0], w.best)
		if _, opens := parted(w.gap(0, w.from-1)); opens != 0 {
			t.open(out, s.first[w.from], opens)
		}
		for i := w.from; i < w.to; i++ {
			last := s.last[i]
			after, opens := parted(w.gap(0, i))
			out.Puncts[last] = stopOf(after)
			out.Signs[last] = data.JoinSigns(out.Signs[last], data.JoinSigns(signsOf(after), w.lookOf(i, weights)))
			if opens != 0 && i+1 < w.to {
				t.open(out, s.first[i+1], opens)
			}
			p := &out.Posteriors[last]
			*p = [data.NumPuncts]float64{}
			for k := range w.best {
				p[stopOf(w.gap(k, i))] += weights[k]
			}
			t.header.smooth(p)
			out.end(last, p[data.Period]+p[data.QMark])
		}
	}
}

// open puts what opens before a token.
func (t *Translator) open(out *Prediction, token int, opens translation.Marks) {
	s := &data.Signs{}
	for ; opens != 0; opens = opens.From(1) {
		s.Opens += opens.At(0).String()
	}
	out.Signs[token] = data.JoinSigns(s, out.Signs[token])
}

// shares appends the share of each of the translations of a window in the probability of all.
func (h *translationHeader) shares(out []float64, best []translation.Translation) []float64 {
	sum := 0.0
	for i := range best {
		w := math.Exp(h.Scale * (best[i].Score - best[0].Score))
		out, sum = append(out, w), sum+w
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// smooth takes some of the probability of marks from those of the list.
func (h *translationHeader) smooth(p *[data.NumPuncts]float64) {
	for m := range p {
		p[m] = (1-h.Floor)*p[m] + h.Floor*h.Shares[m]
	}
}

// NBest implements Predictor. Translations that differ in signs alone count as one, and
// probabilities are shares in the lists.
func (t *Translator) NBest(in *Input, n int) []Sequence {
	s := t.source(in)
	if len(s.words) == 0 || n < 1 {
		return nil
	}
	total := in.Reading.Len()
	out := []Sequence{{Puncts: make([]data.Punct, total), Ends: make([]bool, total)}}
	for _, w := range t.windows(s.words, max(n, listedBest)) {
		var parts []Sequence // of the window, from its first word on
		seen := make(map[string]int)
		for k, share := range t.header.shares(nil, w.best) {
			part := Sequence{Puncts: make([]data.Punct, w.to-w.from), Logp: share}
			key := make([]byte, w.to-w.from)
			for i := range part.Puncts {
				part.Puncts[i] = stopOf(w.gap(k, w.from+i))
				key[i] = byte(part.Puncts[i])
			}
			if at, ok := seen[string(key)]; ok {
				parts[at].Logp += share
				continue
			}
			seen[string(key)] = len(parts)
			parts = append(parts, part)
		}
		for i := range parts {
			parts[i].Logp = math.Log(parts[i].Logp)
		}
		byProbability(parts)
		var all []Sequence
		for i := range out {
			for k := range parts {
				// What has so many better ones before it is not among the best.
				if (i+1)*(k+1) > n {
					break
				}
				all = append(all, out[i].with(&parts[k], s, w.from))
			}
		}
		byProbability(all)
		out = all[:min(n, len(all))]
	}
	return out
}

// byProbability sorts sequences, those of more probability first.
func byProbability(s []Sequence) {
	slices.SortStableFunc(s, func(a, b Sequence) int { return cmp.Compare(b.Logp, a.Logp) })
}

// with returns the sequence with the marks of some words from a given one on.
func (q *Sequence) with(part *Sequence, s *source, from int) Sequence {
	out := Sequence{Puncts: slices.Clone(q.Puncts), Ends: slices.Clone(q.Ends), Logp: q.Logp + part.Logp}
	for i, m := range part.Puncts {
		last := s.last[from+i]
		out.Puncts[last], out.Ends[last] = m, m >= data.Period
	}
	return out
}

// Train trains a translator and returns its file. Weights are tuned to a part of the text
// that no rule is taken from.
func (c TranslationConfig) Train(ctx context.Context, tr *Trainer, step string, in []*Example) ([]byte, error) {
	settings := struct {
		TranslationConfig
		Text uint64
	}{c, xxh3.HashString(c.Text)}
	return tr.step(step, settings, in, func(config string) ([]byte, error) {
		if tr.Report != nil {
			tr.Report(stages.Event{Step: step})
		}
		t, err := c.train(ctx, in, tr)
		if err != nil {
			return nil, fmt.Errorf("training the %s: %w", step, err)
		}
		return t.Marshal(config)
	})
}

// How much is held out: every so many segments, up to so many words, and no weights are
// tuned to fewer segments.
const (
	translationHeld      = 10
	translationHeldWords = 6000
	fewestHeld           = 30
)

func (c *TranslationConfig) train(ctx context.Context, in []*Example, tr *Trainer) (*Translator, error) {
	examples := c.segments(in)
	text, err := textSegments(c.Text)
	if err != nil {
		return nil, err
	}
	words, textWords := wordsOf(examples), wordsOf(text)
	from := &examples
	if len(text) > 0 {
		from = &text
	}
	var held []translation.Segment
	*from, held = holdOut(*from)
	segments := append(examples, text...)
	if len(segments) == 0 {
		return nil, errNoExamples
	}
	m := &translation.Model{Lexicon: translation.NewLexicon(segments)}
	uses := translation.Uses{Hierarchical: !c.Phrases, Unknown: true, Kinds: true}
	m.Weights, _ = uses.Start()
	options := translation.ExtractOptions{Borders: true, Unknown: true, Hierarchical: !c.Phrases, Workers: max(tr.Workers, 1)}
	if m.Rules, err = translation.Extract(ctx, segments, options); err != nil {
		return nil, err
	}
	if m.LM, err = translation.EstimateLM(segments, c.Order, true); err != nil {
		return nil, err
	}
	m.LM = m.LM.Quantise()
	h := translationHeader{Phrases: c.Phrases, Kept: c.Kept, Words: words, TextWords: textWords, Scale: 1, Floor: 0.05, Shares: sharesOf(segments)}
	if len(held) >= fewestHeld {
		o := translation.TuneOptions{}
		o.Workers, o.Seed = max(tr.Workers, 1), tr.Seed
		if m.Weights, err = uses.Tune(ctx, m, newDecoder, held, o); err != nil {
			return nil, err
		}
		h.calibrate(m, held, max(tr.Workers, 1))
	}
	return newTranslator(m, h), nil
}

// holdOut takes some of the segments out.
func holdOut(segments []translation.Segment) (rest, held []translation.Segment) {
	// They are from all over the text.
	every := max(translationHeld, wordsOf(segments)/translationHeldWords)
	for i := range segments {
		if i%every == every-1 {
			held = append(held, segments[i])
		} else {
			rest = append(rest, segments[i])
		}
	}
	return rest, held
}

// wordsOf returns the number of words of segments.
func wordsOf(segments []translation.Segment) int {
	words := 0
	for i := range segments {
		words += len(segments[i].Words)
	}
	return words
}

// sharesOf returns the shares of marks after words.
func sharesOf(segments []translation.Segment) (out [data.NumPuncts]float64) {
	total := 0.0
	for m := range out {
		out[m] = 1 // so that none has no share
		total++
	}
	for i := range segments {
		for _, g := range segments[i].Gaps[1:] {
			out[stopOf(g)]++
			total++
		}
	}
	for m := range out {
		out[m] /= total
	}
	return out
}

// calibrate chooses Scale and Floor by the likelihood of segments that were held out.
func (h *translationHeader) calibrate(m *translation.Model, held []translation.Segment, workers int) {
	lists := make([][]translation.Translation, len(held))
	decoders := make([]translation.Decoder, workers)
	parallel.Strided(workers, len(held), func(w, i int) {
		if decoders[w] == nil {
			decoders[w] = newDecoder(m, !h.Phrases)
		}
		lists[i] = decoders[w].Decode(held[i].Words, listedBest)
	})
	best, bestLogp := *h, math.Inf(-1)
	for _, scale := range []float64{1, 2, 4, 8, 16, 32} {
		for _, floor := range []float64{0.01, 0.02, 0.05, 0.1, 0.2} {
			x := *h
			x.Scale, x.Floor = scale, floor
			logp := 0.0
			var weights []float64
			for i := range held {
				weights = x.shares(weights[:0], lists[i])
				for g := 1; g < len(held[i].Gaps); g++ {
					var p [data.NumPuncts]float64
					for k := range lists[i] {
						p[stopOf(lists[i][k].Gaps[g])] += weights[k]
					}
					x.smooth(&p)
					logp += math.Log(p[stopOf(held[i].Gaps[g])])
				}
			}
			if logp > bestLogp {
				best, bestLogp = x, logp
			}
		}
	}
	*h = best
}

// segments returns the words and marks of examples, cut at ends of sentences.
func (c *TranslationConfig) segments(in []*Example) []translation.Segment {
	const least = 40 // words
	marks := [data.NumPuncts]translation.Mark{data.Comma: translation.Comma, data.Period: translation.Period, data.QMark: translation.Question}
	var out []translation.Segment
	for _, e := range in {
		df := e.Input.DF
		if df == nil {
			df = e.Gold.DF
		}
		s := &source{}
		flush := func() {
			if len(s.words) == 0 {
				return
			}
			x := translation.Segment{Words: s.words, Gaps: make([]translation.Marks, len(s.words)+1)}
			for i, last := range s.last {
				mark := e.Gold.Mark(last)
				if c.Kept {
					mark = e.Gold.Puncts[last]
				}
				if mark != data.NoPunct {
					x.Gaps[i+1] = translation.MarksOf(marks[mark])
				}
			}
			out = append(out, x)
			s = &source{}
		}
		for t := range e.Gold.labels {
			if !c.Kept || df[t] == data.O {
				s.addToken(t, e.Input.Reading.Text(t))
			}
			if e.Gold.Ends[t] && len(s.words) >= least {
				flush()
			}
		}
		flush()
	}
	return out
}

// textSegments returns the segments of a text, of which each line is one.
func textSegments(text string) ([]translation.Segment, error) {
	r := translation.NewReader("en")
	var out []translation.Segment
	n := 0
	for line := range strings.Lines(text) {
		n++
		if _, after, ok := strings.Cut(line, "\t"); ok {
			line = after
		}
		s := r.Read(line)
		for i, w := range s.Words {
			s.Words[i] = foldWord(w)
		}
		if len(s.Words) > 0 {
			out = append(out, *s)
		}
	}
	if text != "" && len(out) == 0 {
		return nil, fmt.Errorf("the text with marks has %d lines and no words", n)
	}
	return out, nil
}
