package pipeline

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Wanted says what became of a wanted clean text.
type Wanted struct {
	Clean string `json:"clean"`
	// Hypothesis is the best one that keeps just these words. Where none was proposed,
	// it is one that was scored for comparison.
	Hypothesis int  `json:"hypothesis"`
	Proposed   bool `json:"proposed"`
	// Producers are those that proposed one, in the order in which they first did; where none
	// did, those that do with a beam of MaxTriedBeam and without a margin. Without any, no
	// weights bring it about.
	Producers []string `json:"producers"`
	// LeftRound is the round after which it was not on the stack any more, 0 if it
	// stayed to the end. Rank and Margin are those of then, or of the end.
	LeftRound int     `json:"left_round"`
	Rank      int     `json:"rank"`
	Margin    float64 `json:"margin"` // how far below the last that stayed, or the winner
	// KeepingBeam is the smallest beam with which it is on the last stack, WinningBeam
	// that with which it wins, both without a margin; 0 if there is none up to
	// MaxTriedBeam.
	KeepingBeam int `json:"keeping_beam"`
	WinningBeam int `json:"winning_beam"`
	// Changes say for each feature what its weight would have to be, the smallest change
	// first; there are none where it won, or nothing proposes it. Joint is the smallest change
	// of all weights together; nil: no weights do it. They are among the hypotheses of the
	// trace, or, where it was not proposed, among those that a beam of MaxTriedBeam makes
	// without a margin, as Wide says.
	Changes []Change     `json:"changes"`
	Joint   *JointChange `json:"joint"`
	// Advice are options of the command with which it wins, by the smallest change of one weight, or of
	// all where one is not enough; "": there is none.
	Advice string `json:"advice,omitempty"`
	Wide   bool   `json:"wide"`
}

// MaxTriedBeam is the largest beam that Trace tries for a wanted text.
const MaxTriedBeam = 64

// ErrWant is returned by Trace for a wanted text that is not a subsequence of the
// words.
var ErrWant = errors.New("the wanted text has other words than the sentence, or in another order")

// wantedLabels returns labels for the pieces of a sentence or stream that keep the words of
// the wanted text: what it leaves out gets the label of the baseline, or E.
func (p *Pipeline) wantedLabels(ctx context.Context, s *data.Sentence, o *TraceOptions) ([][]data.Label, error) {
	var words []string
	var base []data.Label
	var ends []int
	want := data.Sentence{Talk: s.Talk}
	for _, w := range strings.Fields(o.Want) {
		want.Tokens = append(want.Tokens, data.Token{Text: strings.Trim(w, ".,?!;:\"")})
	}
	var wanted []string
	err := p.pieces(ctx, s, o, func(x *piece) error {
		if wanted == nil {
			wanted = p.asRead(&want, x.labeller.Engine().Stages())
		}
		for i := range x.words.Tokens {
			words = append(words, x.words.Tokens[i].Text)
		}
		base = append(base, x.baseline()...)
		ends = append(ends, len(words))
		return nil
	})
	if err != nil {
		return nil, err
	}
	kept, ok := align(words, wanted)
	if !ok {
		return nil, ErrWant
	}
	for i := range base {
		switch {
		case kept[i]:
			base[i] = data.O
		case base[i] == data.O:
			base[i] = data.E
		}
	}
	var out [][]data.Label
	from := 0
	for _, to := range ends {
		out = append(out, base[from:to])
		from = to
	}
	return out, nil
}

// asRead returns the words of a text as the models read them.
func (p *Pipeline) asRead(s *data.Sentence, l *stages.Labeller) []string {
	words, at := stages.Words(s)
	p.read(s, &words, at, l)
	out := []string{}
	for i := range words.Tokens {
		out = append(out, words.Tokens[i].Text)
	}
	return out
}

// align finds which of some words a wanted text keeps. It goes from the end, since repairs
// come after what they repair. A wanted word may be several ("don't"), and lack its
// apostrophe.
func align(words, want []string) (kept []bool, ok bool) {
	kept = make([]bool, len(words))
	k := len(want) - 1
	for i := len(words) - 1; i >= 0 && k >= 0; i-- {
		n := tailOf(words[:i+1], want[k])
		if n == 0 {
			continue
		}
		for ; n > 1; n-- {
			kept[i] = true
			i--
		}
		kept[i] = true
		k--
	}
	return kept, k < 0
}

// tailOf returns how many of the last words are a wanted one, 0 if none are.
func tailOf(words []string, want string) int {
	want = bareOf(want)
	for n := 1; n <= len(words); n++ {
		last := bareOf(words[len(words)-n])
		rest, ok := strings.CutSuffix(want, last)
		switch {
		case !ok || last == "":
			return 0
		case rest == "":
			return n
		}
		want = rest
	}
	return 0
}

// bareOf returns a word without apostrophes.
func bareOf(word string) string {
	return strings.NewReplacer("'", "", "’", "").Replace(word)
}

// findWanted fills in what became of the wanted text.
func (p *Pipeline) findWanted(ctx context.Context, x *piece, o *TraceOptions, t *Traced) error {
	w := t.Want
	wanted := keeping(&t.Trace, w.Clean)
	for _, id := range wanted {
		if !w.Proposed || t.Hypotheses[id].Score > t.Hypotheses[w.Hypothesis].Score {
			w.Hypothesis, w.Proposed = id, true
		}
	}
	w.Producers = producersOf(&t.Trace, wanted)
	w.place(t)
	if !o.SkipBeams {
		if err := p.tryBeams(ctx, x, o, w); err != nil {
			return err
		}
	}
	if !w.Proposed {
		wide := *o
		wide.Beam, wide.Margin = MaxTriedBeam, math.Inf(1)
		d, err := decoder(x.labeller, &wide)
		if err != nil {
			return err
		}
		var all beam.Trace
		if _, err := x.run(ctx, d, beam.Request{Observer: &all}); err != nil {
			return err
		}
		found := keeping(&all, w.Clean)
		if w.Producers = producersOf(&all, found); len(found) == 0 {
			return nil
		}
		w.Wide = true
		return p.findChanges(ctx, x, o, w, newRivalry(&all, found))
	}
	if slices.Contains(wanted, t.Winner) {
		return nil
	}
	return p.findChanges(ctx, x, o, w, newRivalry(&t.Trace, wanted))
}

// keeping returns the hypotheses that the search made and that keep just the words of a text.
func keeping(t *beam.Trace, clean string) []int {
	var out []int
	for i := range t.Hypotheses {
		if h := &t.Hypotheses[i]; isMade(h) && keptText(t.Words, h.Labels) == clean {
			out = append(out, h.ID)
		}
	}
	return out
}

// isMade reports whether the search made a hypothesis, which is not there for comparison.
func isMade(h *beam.TracedHyp) bool { return h.Parent >= 0 || h.ID == 0 }

// producersOf returns what proposed some hypotheses, the first first.
func producersOf(t *beam.Trace, ids []int) []string {
	out := []string{}
	for _, r := range t.Rounds {
		for _, x := range r.Proposals {
			if slices.Contains(ids, x.Hypothesis) && !slices.Contains(out, x.Producer) {
				out = append(out, x.Producer)
			}
		}
	}
	return out
}

// place says where the wanted hypothesis was lost.
func (w *Wanted) place(t *Traced) {
	best := t.Hypotheses[t.Winner].Score
	w.Margin = best - t.Hypotheses[w.Hypothesis].Score
	for _, round := range t.Rounds {
		if at := slices.Index(round.Stack, w.Hypothesis); at >= 0 {
			w.Rank, w.LeftRound, w.Margin = at+1, 0, best-t.Hypotheses[w.Hypothesis].Score
			continue
		}
		for _, p := range round.Pruned {
			if p.Hypothesis == w.Hypothesis {
				w.LeftRound, w.Rank, w.Margin = round.Round, p.Rank, p.Margin
			}
		}
	}
}

// tryBeams finds the beams that keep a wanted text, and let it win.
func (p *Pipeline) tryBeams(ctx context.Context, x *piece, o *TraceOptions, w *Wanted) error {
	wide := *o
	wide.Margin = math.Inf(1)
	for n := 1; n <= MaxTriedBeam && w.WinningBeam == 0; n++ {
		wide.Beam = n
		d, err := decoderWith(x.labeller, &wide, nil)
		if err != nil {
			return err
		}
		r, err := x.run(ctx, d, beam.Request{})
		if err != nil {
			return err
		}
		for k := range r.Stack {
			if !x.keeps(&r.Stack[k], w.Clean) {
				continue
			}
			if w.KeepingBeam == 0 {
				w.KeepingBeam = n
			}
			if k == 0 {
				w.WinningBeam = n
			}
		}
		if r.Counters.Pruned == 0 {
			return nil // wider beams find nothing else
		}
	}
	return nil
}

// keeps reports whether a hypothesis keeps just the words of a text.
func (x *piece) keeps(h *beam.Hypothesis, clean string) bool {
	at := 0
	for i, l := range h.Labels {
		if l != data.O {
			continue
		}
		if at > 0 {
			if at >= len(clean) || clean[at] != ' ' {
				return false
			}
			at++
		}
		text := x.words.Tokens[i].Text
		if !strings.HasPrefix(clean[at:], text) {
			return false
		}
		at += len(text)
	}
	return at == len(clean)
}
