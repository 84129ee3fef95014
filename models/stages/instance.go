package stages

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// instance is what the stages see of one sentence: its words, and what earlier
// stages said of them.
type instance struct {
	words    []*lexeme
	start    []float64 // seconds, NaN unknown
	end      []float64
	tag      []uint32 // symbol of the predicted tag
	tagIndex []uint8
	filler   []uint32  // first stage: Absent, or m3n.Bool(true)
	ends     []float32 // see data.Sentence; empty where nothing is known
	puncts   []data.Punct
	written  []data.Written // see data.Sentence; empty where nothing is known
	turn     []int32        // number of the speaker's turn, 0 unknown
	voice    [][]float32    // see data.Token; empty where nothing is known
	talk     data.Talk      // of the text around
	opens    bool           // see data.Sentence
	closes   bool
}

// unknown is the time of a word without times.
var unknown = math.NaN()

func (in *instance) reset() {
	in.words, in.start, in.end, in.turn = in.words[:0], in.start[:0], in.end[:0], in.turn[:0]
	in.ends, in.puncts, in.written, in.voice = in.ends[:0], in.puncts[:0], in.written[:0], in.voice[:0]
	in.opens, in.closes = false, false
}

func (in *instance) add(l *lexeme, t *data.Token) {
	start, end := unknown, unknown
	if t.Timed {
		start, end = t.Start, t.End
	}
	in.words, in.start, in.end, in.turn = append(in.words, l), append(in.start, start), append(in.end, end), append(in.turn, t.Turn())
}

// take makes in a copy of the kept words of another instance.
func (in *instance) take(from *instance, kept []int32) {
	in.reset()
	in.talk, in.opens, in.closes = from.talk, from.opens, from.closes
	in.tag, in.tagIndex, in.filler = in.tag[:0], in.tagIndex[:0], in.filler[:0]
	for _, t := range kept {
		in.words = append(in.words, from.words[t])
		in.start, in.end, in.turn = append(in.start, from.start[t]), append(in.end, from.end[t]), append(in.turn, from.turn[t])
		in.tag, in.tagIndex, in.filler = append(in.tag, from.tag[t]), append(in.tagIndex, from.tagIndex[t]), append(in.filler, from.filler[t])
	}
	if len(from.voice) > 0 {
		for _, t := range kept {
			in.voice = append(in.voice, from.voice[t])
		}
	}
	in.takeEvidence(from, kept)
}

// copyOf makes in a copy of another instance.
func (in *instance) copyOf(from *instance) {
	in.words, in.start, in.end = append(in.words[:0], from.words...), append(in.start[:0], from.start...), append(in.end[:0], from.end...)
	in.tag, in.tagIndex = append(in.tag[:0], from.tag...), append(in.tagIndex[:0], from.tagIndex...)
	in.filler = append(in.filler[:0], from.filler...)
	in.ends, in.puncts = append(in.ends[:0], from.ends...), append(in.puncts[:0], from.puncts...)
	in.written, in.turn = append(in.written[:0], from.written...), append(in.turn[:0], from.turn...)
	in.voice = append(in.voice[:0], from.voice...)
	in.talk, in.opens, in.closes = from.talk, from.opens, from.closes
}

// fill takes up the words of a sentence and what is predicted of its ends.
func (in *instance) fill(lexicon *lexicon, s *data.Sentence) {
	in.reset()
	if n := len(s.Tokens); cap(in.words) < n {
		in.words, in.start, in.end = make([]*lexeme, 0, n), make([]float64, 0, n), make([]float64, 0, n)
		in.tag, in.filler = make([]uint32, 0, n), make([]uint32, 0, n)
	}
	for i := range s.Tokens {
		in.add(lexicon.get(s.Tokens[i].Text), &s.Tokens[i])
	}
	in.hear(s.Tokens)
	if s.Ends != nil {
		in.ends, in.puncts = append(in.ends, s.Ends...), append(in.puncts, s.Puncts...)
	}
	in.written, in.talk = append(in.written, s.Written...), s.Talk
	if s.Written == nil { // models know turns of streams alone
		in.opens, in.closes = s.Opens, s.Closes
	}
}

// hear takes up what the voice says at the words.
func (in *instance) hear(tokens []data.Token) {
	for i := range tokens {
		if len(tokens[i].Voice) != numFeatures { // nil, or nothing that models know
			continue
		}
		if len(in.voice) == 0 {
			in.voice = slices.Grow(in.voice, len(tokens))[:len(tokens)]
			clear(in.voice)
		}
		in.voice[i] = tokens[i].Voice
	}
}

func (in *instance) setFillers(y []uint8) {
	in.filler = in.filler[:0]
	for _, v := range y {
		in.filler = append(in.filler, m3n.Bool(v != 0))
	}
}

// isWord reports whether a token has a letter or a digit.
func isWord(token string) bool {
	for _, r := range token {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
	}
	return false
}

// stageSchema names the columns of the filler and edit stages.
var stageSchema = &m3n.Schema{
	Symbols: []string{
		"w",  // word, lower-cased
		"p",  // part-of-speech tag
		"x",  // first three characters
		"st", // lemma-like stem
		"f",  // edit stage only: the first stage says filler
		"cut",
		"rcq", "rcl", "rcp", "rca", "rcf", "rce", "rcg", "rcw", // rough copy that covers the word as reparandum
		"rrp", "rra", // and as repair
	},
	Reals: []string{
		"pb", "pa", // pause before and after the word, seconds
		// Edit stage only: natural logarithms of n-gram probabilities.
		"n1", "n3", "n4", // P(w0), P(w-2 w-1 w0), P(w-3 w-2 w-1 w0)
		"nw", "ne", // P(w0 | w-3 w-2 w-1), P(</s> | w-2 w-1 w0)
		"nd",             // P(w0 | w-3 w-2 w-1) under the fluent model over that under the disfluent one
		"nj", "ns", "nt", // what removals gain, see lmColumns
	},
	Tails: []string{"n1", "n3", "n4", "nw", "ne", "nd", "nj", "ns", "nt"},
}

const pauses = 2 // reals that times give

var stageLM = lmColumns{unigram: 2, trigram: 3, fourgram: 4, next: 5, end: 6, contrast: 7, jump: 8, skip: 9, skipped: 10}

const (
	colWord = iota
	colTag
	colPrefix
	colStem
	colFiller
	colCutOff
	colCopy
)

var stageCopy = copyColumns{colCopy, colCopy + 1, colCopy + 2, colCopy + 3, colCopy + 4, colCopy + 5, colCopy + 6, colCopy + 7, colCopy + 8, colCopy + 9}

// fillStage fills the columns of the filler stage, or, with a rough copier, those
// of the edit stage, which reads the first stage's fillers and, if there are any,
// language models.
func (in *instance) fillStage(seq *m3n.Sequence, e *editScratch, lms *LanguageModels) {
	seq.Reset(len(in.words))
	w, p, x, st := seq.Column(colWord), seq.Column(colTag), seq.Column(colPrefix), seq.Column(colStem)
	for t, l := range in.words {
		w[t], x[t], st[t] = l.word, l.prefix[2], l.stem
	}
	copy(p, in.tag)
	if e == nil {
		return
	}
	f, cut := seq.Column(colFiller), seq.Column(colCutOff)
	copy(f, in.filler)
	for t := range in.words {
		cut[t] = cutOff(in.words, f, t)
	}
	e.copier.fill(seq, &stageCopy, w, x, p, f)
	in.pauses(seq.Real(0), seq.Real(1))
	if lms != nil {
		e.scorer.fill(seq, &stageLM, in.words, lms, &e.copier)
	}
}

// Evidence says what an edit model reads besides the words of a sentence and their
// times.
type Evidence uint8

// What edit models read.
const (
	WordsAlone    Evidence = iota
	PredictedEnds          // of pieces of streams: where sentences are predicted to end
	Punctuation            // of text that has it, and capitals
)

// editSchemas are the columns of edit models, by their Evidence, and voicedSchemas those of
// models that read what a voice says, too.
var (
	editSchemas   = []*m3n.Schema{stageSchema, streamSchema, writtenSchema}
	voicedSchemas = []*m3n.Schema{WithVoice(stageSchema), WithVoice(streamSchema), WithVoice(writtenSchema)}
)

// editSchema returns the columns of an edit model by its templates.
func editSchema(e Evidence, templates string) (*m3n.Schema, error) {
	t, err := m3n.ParseTemplates(strings.NewReader(templates), "templates of the edit model")
	if err != nil {
		return nil, err
	}
	if ReadsVoice(t) {
		return voicedSchemas[e], nil
	}
	return editSchemas[e], nil
}

// evidenceOf returns what an edit model with a schema of editSchemas or voicedSchemas reads.
func evidenceOf(s *m3n.Schema) (e Evidence, voiced bool) {
	if i := slices.Index(voicedSchemas, s); i >= 0 {
		return Evidence(i), true
	}
	return Evidence(slices.Index(editSchemas, s)), false
}

// fillEdit fills the columns of an edit stage.
func (in *instance) fillEdit(seq *m3n.Sequence, schema *m3n.Schema, e *editScratch, lms *LanguageModels) {
	in.fillStage(seq, e, lms)
	evidence, voiced := evidenceOf(schema)
	switch evidence {
	case PredictedEnds:
		in.fillStream(seq, &e.copier)
	case Punctuation:
		in.fillWritten(seq, &e.copier)
	}
	if voiced {
		in.fillVoice(seq, len(stageSchema.Reals))
	}
}

// pauses writes the pauses before and after each word to slices that it may
// extend; unknown ones are NaN.
func (in *instance) pauses(before, after []float64) ([]float64, []float64) {
	before, after = resize(before, len(in.words)), resize(after, len(in.words))
	for t := range in.words {
		before[t], after[t] = unknown, unknown
		if t == 0 {
			continue
		}
		if pause := in.start[t] - in.end[t-1]; pause == pause {
			pause = max(pause, 0)
			before[t], after[t-1] = pause, pause
		}
	}
	return before, after
}

// editScratch is the memory that the columns of the edit stage take to compute;
// it belongs to one goroutine.
type editScratch struct {
	copier roughCopier
	scorer lmScorer
}

// cutOff returns the column value that tells whether a word looks like the
// beginning of one of the next words ("r to retain", "ar are"): a partial word
// that the transcript does not mark. It holds the distance and the length, or
// Absent.
func cutOff(words []*lexeme, filler []uint32, t int) uint32 {
	w := words[t].text
	seen := 0
	for j := t + 1; j < len(words) && seen < 3; j++ {
		if filler[j] != m3n.Absent {
			continue
		}
		seen++
		if next := words[j].text; len(next) > len(w) && next[:len(w)] == w {
			return m3n.Int(4*min(len(w), 4) + seen)
		}
	}
	return m3n.Absent
}

// kindSchema names the columns of the kind model.
var kindSchema = &m3n.Schema{Symbols: []string{"w", "p", "at"}}

// fillKinds fills the columns of the kind model.
func (in *instance) fillKinds(seq *m3n.Sequence) {
	seq.Reset(len(in.words))
	at := seq.Column(2)
	for t, l := range in.words {
		seq.Column(0)[t] = l.word
		at[t] = m3n.Int(min(t, 3))
	}
	copy(seq.Column(1), in.tag)
}

// kindLabels are the labels of the kind model: the filler kinds by their codes,
// in the order of data.Kind, without asides.
var kindLabels = []string{"-", "F", "D", "E", "C"}

var (
	noKinds    = []uint8{uint8(data.NoKind)}
	fillerKind = []uint8{uint8(data.FilledPause), uint8(data.DiscourseMarker), uint8(data.EditingTerm), uint8(data.Conjunction)}
)

// kindsAllowed returns the kinds a word can have.
func kindsAllowed(filler bool) []uint8 {
	if filler {
		return fillerKind
	}
	return noKinds
}
