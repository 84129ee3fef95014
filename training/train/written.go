package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
)

// WrittenConfig says how the parts of a bundle for text with punctuation are trained.
type WrittenConfig struct {
	Edit    stages.StageConfig
	Losses  stages.Losses
	Decoder DecoderConfig
	// Artificial is the share of fluent sentences that get an artificial disfluency.
	Artificial float64
	Seed       uint64 // of the habits of typists and of artificial disfluencies
}

// DefaultWrittenConfig returns the configuration of the default bundle.
func DefaultWrittenConfig() WrittenConfig {
	return WrittenConfig{
		Edit: stages.DefaultWrittenConfig(), Losses: stages.WrittenLosses, Decoder: DefaultDecoderConfig(),
		Artificial: 0.15, Seed: 1,
	}
}

// Written trains engine.WrittenParts for the bundle, on the sides of a corpus as they were
// transcribed, once more with other habits of typists, and on fluent sentences (see
// ReadMixed). tr is a trainer with the configuration that the bundle's edit model was
// trained with: where that was on the same sides, what other stages say of them is
// jackknifed.
func Written(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side, fluent []data.Sentence, c WrittenConfig) (map[string][]byte, error) {
	held, folds, err := heldFor(ctx, b, tr, sides)
	if err != nil {
		return nil, err
	}
	p := &stages.Pieces{Evidence: stages.Punctuation, Held: held}
	add := func(s *data.Sentence, fold int) {
		if words, _ := stages.Words(s); len(words.Tokens) > 0 {
			p.Sentences, p.Folds = append(p.Sentences, words), append(p.Folds, fold)
		}
	}
	for _, habits := range []bool{false, true} {
		for _, s := range WrittenPieces(sides, habits, c.Seed) {
			add(&s, folds[s.Conv])
		}
	}
	const step = "written edit stage"
	tr.Tell(stages.Event{Step: step, Note: fmt.Sprintf("%d sentences as transcribed and with other habits", len(p.Sentences))})
	mixed := AsSpoken(b.Sentences(), fluent, c, tr.Workers)
	for i := range mixed {
		add(&mixed[i], i%tr.Config.Folds)
	}
	tr.Tell(stages.Event{Step: step, Note: fmt.Sprintf("%d fluent sentences", len(mixed))})
	own := tr.Config
	tr.Config.Losses = c.Losses
	defer func() { tr.Config = own }()
	out := make(map[string][]byte)
	file, err := tr.TrainPieces(ctx, step, c.Edit, p, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	out[engine.PartWrittenEdit] = file
	if b.Sentences().Models().Repairs == nil {
		return out, nil
	}
	others := &stages.HeldOut{Folds: p.Folds, Tags: held.Tags}
	for k := range tr.Config.Folds {
		less := c.Edit
		less.Runs, less.Min = 1, heldMin
		file, err := tr.TrainPieces(ctx, fmt.Sprintf("%s, fold %d of %d", step, k+1, tr.Config.Folds), less, p, func(fold int) bool { return fold != k })
		if err != nil {
			return nil, err
		}
		m, err := m3n.UnmarshalModel(file)
		if err != nil {
			return nil, err
		}
		l, err := held.Labellers[k].WithEdit(m)
		if err != nil {
			return nil, err
		}
		others.Labellers = append(others.Labellers, l)
	}
	model, s, err := trainReranker(ctx, tr, "written repairs", others, p.Sentences, c.Decoder)
	if errors.Is(err, repairs.ErrNoLists) {
		// Nothing to learn from: what was learned from sentences has to do.
		e := b.Sentences()
		out[engine.PartWrittenRepairs] = e.Models().Part(engine.PartRepairs)
		out[engine.PartWrittenSettings] = []byte(withoutExperts(e.Settings()).String())
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := repairs.Unmarshal(model)
	if err != nil {
		return nil, err
	}
	basis, err := stages.PartConfig(stages.PartEdit, file)
	if err != nil {
		return nil, err
	}
	if out[engine.PartWrittenRepairs], err = m.Pruned(leastWrittenWeight).Marshal(basis); err != nil {
		return nil, err
	}
	out[engine.PartWrittenSettings] = []byte(s.String())
	return out, nil
}

// leastWrittenWeight is the least weight that is kept of the features of what is removed.
const leastWrittenWeight = 0.09

// heldFor returns the labellers for text of the sides by folds, and the fold of each
// conversation.
func heldFor(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side) (*stages.HeldOut, map[int]int, error) {
	e := b.Sentences()
	sentences := data.Sentences(sides)
	config, err := e.EditConfig()
	if err != nil {
		return nil, nil, err
	}
	jackknifed := false
	if tr.Config, jackknifed, err = stages.TrainedWith(config, sentences); err != nil {
		return nil, nil, err
	}
	folds := make(map[int]int)
	if jackknifed {
		held, err := tr.HeldOut(ctx, sentences)
		if err != nil {
			return nil, nil, err
		}
		for i := range sentences {
			folds[sentences[i].Conv] = held.Folds[i]
		}
		return held, folds, nil
	}
	held := &stages.HeldOut{}
	for k := range tr.Config.Folds {
		held.Labellers = append(held.Labellers, e.Stages())
		if m := e.Models().Repairs; m != nil {
			held.Tags = append(held.Tags, m.Tags())
			if k == 0 {
				held.Tags = append(held.Tags, m.Tags())
			}
		}
	}
	for i := range sides {
		folds[sides[i].Conv] = sides[i].Conv % tr.Config.Folds
	}
	return held, folds, nil
}

// AsSpoken returns fluent sentences with the fillers that the engine's models see in them,
// some of them with an artificial disfluency, and with other habits of typists.
func AsSpoken(e *engine.Engine, fluent []data.Sentence, c WrittenConfig, workers int) []data.Sentence {
	out := make([]data.Sentence, len(fluent))
	for i := range fluent {
		out[i] = clone(&fluent[i])
	}
	tags := FindFillers(e, out, workers)
	d := newDisfluent(out, tags)
	for i := range out {
		r := rand.New(rand.NewPCG(c.Seed, uint64(i)))
		if r.Float64() < c.Artificial {
			out[i] = d.apply(&out[i], tags[i], r)
		}
		if r.IntN(3) == 0 {
			drawHabits(r).apply(&out[i], r)
		}
	}
	return out
}

// maxWritten is the number of words from which text without a final punctuation mark is cut, as
// documents are (see transcript.SegmentAuto).
const maxWritten = 40

// WrittenPieces returns the sides as text with the punctuation and capitals of the transcript,
// cut after final punctuation, as documents are cut. Partial words are left out, most of them
// with nothing in their place. With habits, every sentence is as another typist or
// recogniser might have put it.
func WrittenPieces(sides []data.Side, habits bool, seed uint64) []data.Sentence {
	var out []data.Sentence
	for i := range sides {
		s := &sides[i]
		r := rand.New(rand.NewPCG(seed, uint64(s.Conv)<<9|uint64(s.Speaker)<<1))
		if habits {
			r = rand.New(rand.NewPCG(seed, uint64(s.Conv)<<9|uint64(s.Speaker)<<1|1))
		}
		for _, p := range cutWritten(typed(s, habits, r)) {
			if habits {
				drawHabits(r).apply(&p, r)
			}
			out = append(out, p)
		}
	}
	return out
}

// typed returns a side as it was transcribed. With habits, its times are left out in half
// of the cases, and some sentences run on into the next.
func typed(s *data.Side, habits bool, r *rand.Rand) data.Sentence {
	out := data.Sentence{Conv: s.Conv, Speaker: s.Speaker}
	out.Talk.AddAll(&data.Sentence{Tokens: s.WithoutPartials()})
	bare := habits == (s.Speaker == 'A')
	for i := range s.Tokens {
		t := s.Tokens[i]
		if t.Partial() {
			if n := len(out.Written); n > 0 && r.IntN(10) < 3 {
				out.Written[n-1].After = max(out.Written[n-1].After, data.CutMark)
			}
			continue
		}
		if bare {
			t.Timed, t.Voice = false, nil
		}
		w := data.Written{After: markOfPunct(t.Punct), Shape: data.ShapeOf(t.Text)}
		if habits && w.After.Final() && r.IntN(12) == 0 {
			w.After = [...]data.Mark{data.NoMark, data.CommaMark}[r.IntN(2)]
		}
		out.Tokens, out.Written = append(out.Tokens, t), append(out.Written, w)
	}
	return out
}

// markOfPunct returns the punctuation mark of the Punct of a token.
func markOfPunct(p byte) data.Mark {
	switch p {
	case ',', ';':
		return data.CommaMark
	case ':':
		return data.ColonMark
	case '.':
		return data.PeriodMark
	case '?':
		return data.QuestionMark
	case '!':
		return data.ExclamationMark
	}
	return data.NoMark
}

// cutWritten cuts text after final punctuation, and long stretches without any after a comma.
func cutWritten(s data.Sentence) []data.Sentence {
	var out []data.Sentence
	from := 0
	for t := range s.Tokens {
		if t+1 < len(s.Tokens) && !s.Written[t].After.Final() {
			continue
		}
		for t+1-from > maxWritten {
			to := from + maxWritten
			for k := to; k > from+maxWritten/4; k-- {
				if s.Written[k-1].After != data.NoMark {
					to = k
					break
				}
			}
			out = append(out, part(&s, from, to))
			from = to
		}
		out = append(out, part(&s, from, t+1))
		from = t + 1
	}
	return out
}

// part is a part of a sentence with memory of its own.
func part(s *data.Sentence, from, to int) data.Sentence {
	p := s.Part(from, to)
	return clone(&p)
}

// habit says how a typist or recogniser differs from the transcribers of a corpus.
type habit struct {
	commas float64   // share of the commas that are set
	breaks data.Mark // stands in the place of some commas
	caps   bool
}

func drawHabits(r *rand.Rand) habit {
	h := habit{commas: 1, caps: r.IntN(8) > 0}
	switch r.IntN(6) {
	case 0, 1:
		h.commas = 0
	case 2, 3:
		h.commas = r.Float64()
	case 4:
		h.breaks = [...]data.Mark{data.DashMark, data.EllipsisMark, data.DashMark}[r.IntN(3)]
	}
	return h
}

// apply writes a sentence as somebody of the habit would.
func (h habit) apply(s *data.Sentence, r *rand.Rand) {
	s.Written = slices.Clone(s.Written)
	for i := range s.Written {
		w := &s.Written[i]
		if !h.caps {
			w.Shape = data.NoShape
		}
		switch {
		case w.After != data.CommaMark:
		case r.Float64() >= h.commas:
			w.After = data.NoMark
		case h.breaks != data.NoMark && breaksOff(s, i) && r.IntN(2) == 0:
			w.After = h.breaks
		}
	}
}

// withBreaks returns sentences as typists write them who put a dash where a repair begins, and in the place
// of some other commas.
func withBreaks(sentences []data.Sentence, seed uint64) []data.Sentence {
	r := rand.New(rand.NewPCG(seed, 3))
	out := slices.Clone(sentences)
	for i := range out {
		s := &out[i]
		s.Written = slices.Clone(s.Written)
		for k := range len(s.Written) - 1 {
			w, n := &s.Written[k], r.IntN(8)
			repair := s.Tokens[k].Label() == data.E && s.Tokens[k+1].Label() != data.E
			if w.After <= data.CommaMark && repair && n >= 2 || w.After == data.CommaMark && n == 0 {
				w.After = data.DashMark
			}
		}
	}
	return out
}

// breaksOff reports whether a repair begins after a word, or a filler stands next to its
// punctuation.
func breaksOff(s *data.Sentence, i int) bool {
	if i+1 == len(s.Tokens) {
		return false
	}
	return s.Tokens[i].Label() != data.O || s.Tokens[i+1].Label() != data.O
}
