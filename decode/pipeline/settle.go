package pipeline

import (
	"context"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/settling"
)

// settleMode says when the words of a stream are settled one by one.
type settleMode struct {
	latency  Latency
	wait     int // words that have to come after a word, as a rule
	most     int // words that come after a word at most
	step     int // words after which those that are open are looked at again
	sentence int // committed words of the sentence that is open which are read again
	// model, where there is one, says whether the reading of a word stays, which it has to with a probability of least.
	model    *settling.Model
	least    float64
	evidence []settling.Evidence                                        // of the words decided about
	each     func(word int, out *Outcome, evidence []settling.Evidence) // nil: nobody learns
}

// settlingContext is how many committed words the models see before the sentence that is open, and settlingSentence how
// many of that: windows are short, since they are read every few words.
const (
	settlingContext  = 8
	settlingSentence = 12
	mostStep         = 4 // words, after which open ones are looked at again
	shownRaw         = 2 // words that are shown as they are, until they are looked at
	shownHeard       = 3 // and those that are not pushed yet among them
)

// Settle says that the words of a stream that is empty are settled one by one, with a latency; with the zero value by
// pieces, as the look-ahead says.
func (f *Stream) Settle(l Latency) {
	n := l.InWords()
	if n == 0 {
		f.settling = nil
		return
	}
	f.settling = &settleMode{latency: l, sentence: max(settlingSentence, 2*n), model: f.restorer.models.Settling}
	f.settling.pace(n)
}

// pace sets how long words wait: so many words, as a rule.
func (s *settleMode) pace(n int) {
	s.wait, s.most, s.step = max(1, n-1), LatencyBound*n, stepOf(n)
	if s.model != nil {
		s.least = s.model.Threshold(n)
	}
}

// late reports whether a word waits longer than any may, by the times of words, when another one has come.
func (s *settleMode) late(word, came *data.Token) bool {
	return s.latency.Words == 0 && s.latency.Time > 0 && word.Timed && came.Timed && came.End-word.End >= LatencyBound*s.latency.Time.Seconds()
}

// due returns how many words are seen when those that are not settled are looked at again: some more than were seen
// before, or fewer after a pause; 0: more have to come.
func (f *Stream) due() int {
	last := min(len(f.words), f.looked+f.settling.step)
	for n := f.looked + 1; n <= last; n++ {
		if n == f.looked+f.settling.step || len(f.df) < n && f.settling.late(&f.words[len(f.df)], &f.words[n-1]) {
			return n
		}
	}
	return 0
}

// settleWords looks at the words that have come since it looked last, and returns the decisions about those that are
// settled by them.
func (f *Stream) settleWords(ctx context.Context) (Outcome, error) {
	seen := f.due()
	over := seen == 0
	if over {
		seen = min(len(f.words), f.looked+f.settling.step)
	}
	context := len(f.df)
	out, df, err := f.decide(ctx, seen, seen, over, segmentation.DefaultCutter.Max)
	if err != nil {
		return Outcome{}, err
	}
	n := len(out.Decisions)
	if f.settling.each != nil {
		f.settling.each(f.first+context, &out, f.settling.evidence)
	}
	if !over {
		n = f.settled(&out, seen)
	}
	f.looked = seen
	f.open = Outcome{Decisions: out.Decisions[n:], Problem: out.Problem}
	out.Decisions = slices.Clone(out.Decisions[:n])
	for i := range out.Decisions {
		out.Decisions[i].Waited = seen - 1 - context - i
	}
	f.df = df[:context+n]
	for _, to := range f.cuts {
		if to <= context+n && to < seen {
			f.begun = to
		}
	}
	f.begun = max(f.begun, len(f.df)-f.settling.sentence)
	if f.settling.latency.Time > 0 {
		f.settling.pace(f.settling.latency.at(speed(f.words[:seen])))
	}
	parts := f.parts[context:]
	f.forget(min(f.begun, len(f.df)) - settlingContext)
	out.Decisions = whole(out.Decisions, parts)
	return out, nil
}

// settled returns how many of the words decided about are settled.
func (f *Stream) settled(out *Outcome, seen int) int {
	context, n := len(f.df), 0
	for i := range out.Decisions {
		if !f.settling.stays(i, seen-1-context-i) && !f.settling.late(&f.words[context+i], &f.words[seen-1]) {
			break
		}
		n = i + 1
	}
	// What is read together is settled together.
	for n > 0 && n < len(out.Decisions) && (f.parts[context+n] == rest || f.joined[context+n-1]) {
		n--
	}
	return n
}

// stays reports whether what was decided about a word, the i-th of them, is settled, with so many words behind it.
func (s *settleMode) stays(i, behind int) bool {
	if behind+s.step > s.most || s.model == nil { // the next look would be too late
		return behind >= min(s.wait, s.most-s.step+1)
	}
	return behind > 0 && s.model.Probability(&s.evidence[i]) >= s.least
}

// SettlingExamples replays the words of a speaker as if they came one by one, and returns examples to train a
// settling.Model on: each word with up to so many words behind it, and whether it goes or stays as is decided then. Contractions without apostrophe count as
// the words that they stand for.
func (p *Pipeline) SettlingExamples(ctx context.Context, words []data.Token, most int) (out []settling.Example, err error) {
	f, err := p.Stream()
	if err != nil {
		return nil, err
	}
	var removed []bool
	var at []int // words of the examples
	f.settling = &settleMode{wait: most, most: most, step: 1, sentence: settlingSentence, model: &settling.Model{}, least: 2}
	f.settling.each = func(first int, o *Outcome, evidence []settling.Evidence) {
		for i := range evidence {
			out, at = append(out, settling.Example{Evidence: evidence[i]}), append(at, first+i)
			removed = append(removed, o.Decisions[i].Why&data.DefaultRemoved != 0)
		}
	}
	for i := range words {
		f.Push(words[i])
		for f.Ready() {
			if _, err := f.Next(ctx); err != nil {
				return nil, err
			}
		}
	}
	last := make(map[int]bool)
	for i := len(out) - 1; i >= 0; i-- {
		final, known := last[at[i]]
		if !known {
			final = removed[i]
			last[at[i]] = final
		}
		out[i].Stays = removed[i] == final
	}
	return out, nil
}

// SettlingWaits settles the words of a speaker by a model, with a latency, and returns for how many words each has waited.
func (p *Pipeline) SettlingWaits(ctx context.Context, words []data.Token, l Latency, m *settling.Model) ([]int, error) {
	f, err := p.Stream()
	if err != nil {
		return nil, err
	}
	f.Settle(l)
	f.settling.model, f.settling.least = m, m.Threshold(l.InWords())
	var out []int
	for i := range words {
		f.Push(words[i])
		for f.Ready() {
			o, err := f.Next(ctx)
			if err != nil {
				return nil, err
			}
			for j := range o.Decisions {
				out = append(out, o.Decisions[j].Waited)
			}
		}
	}
	return out, nil
}

// Preview returns the decisions about all words that have none which is final, and about those of a tail that may still
// change, as if no more came: none of them is final. No mark is set behind the last word, since it depends on the next one.
// Words that have come since the stream looked last are shown as they are.
func (f *Stream) Preview(ctx context.Context, tail ...data.Token) (Outcome, error) {
	return f.previewed(ctx, shownRaw, tail)
}

// PreviewHeard is Preview with words that have come, and are not pushed yet, in place of a tail: some of them are shown as they
// are, too.
func (f *Stream) PreviewHeard(ctx context.Context, heard ...data.Token) (Outcome, error) {
	if len(heard) == 0 {
		return f.previewed(ctx, shownRaw, nil)
	}
	return f.previewed(ctx, shownHeard, heard)
}

// previewed is Preview; if no more than raw words have come since the stream looked last, a tail among them where raw is
// shownHeard, they are shown as they are.
func (f *Stream) previewed(ctx context.Context, raw int, tail []data.Token) (Outcome, error) {
	looks := f.settling == nil || f.looked == 0
	if !looks && len(tail) == 0 && len(f.words) <= f.looked+raw {
		return f.shown(), nil
	}
	if f.preview == nil {
		f.preview = &Stream{}
	}
	g := f.preview
	g.follow(f)
	g.Push(tail...)
	g.finish()
	if !looks && raw == shownHeard && len(g.words) <= g.looked+raw {
		return g.shown(), nil
	}
	if len(g.words) == len(g.df) {
		return Outcome{}, nil
	}
	out, _, err := g.decide(ctx, len(g.words), len(g.words), false, segmentation.DefaultCutter.Max)
	if err != nil {
		return Outcome{}, err
	}
	keepBack(out.Decisions)
	return Outcome{Decisions: whole(out.Decisions, g.parts[len(g.df):]), Problem: out.Problem}, nil
}

// shown is Preview without a look: what was decided when the stream looked last, and later words as they are, but for those
// that the list of fillers always removes, and those whose case is known.
func (f *Stream) shown() Outcome {
	from := len(f.df)
	open := slices.Clone(f.open.Decisions)
	keepBack(open)
	decisions := append(open, make([]data.Decision, len(f.words)-f.looked)...)
	for i := f.looked - from; i < len(decisions); i++ {
		decisions[i].Confidence, decisions[i].Cased = 1, f.words[from+i].Text
		if f.words[from+i].Text == "i" || strings.HasPrefix(f.words[from+i].Text, "i'") {
			decisions[i].Cased = "I" + f.words[from+i].Text[1:]
		}
	}
	f.p.options.Fillers.Decide(f.listed, from, decisions, false)
	keepBack(decisions)
	out := whole(decisions, f.parts[from:])
	for range f.awaiting {
		out = append(out, data.Decision{Confidence: 1})
	}
	return Outcome{Decisions: out, Problem: f.open.Problem}
}

// keepBack takes the marks behind the last kept word out of decisions.
func keepBack(decisions []data.Decision) {
	for i := len(decisions) - 1; i >= 0; i-- {
		d := &decisions[i]
		d.Punct, d.End, d.EndPunct = data.NoPunct, false, data.NoPunct
		if d.Why&data.DefaultRemoved == 0 {
			return
		}
	}
}

// follow makes a stream a copy of another one, with memory of its own.
func (g *Stream) follow(f *Stream) {
	own := *g
	*g = *f
	g.preview, g.traced, g.settling = nil, nil, nil
	g.restorer, g.cuts, g.joined = own.restorer, own.cuts, own.joined
	g.restorer.models = f.restorer.models
	g.words, g.listed, g.parts = append(own.words[:0], f.words...), append(own.listed[:0], f.listed...), append(own.parts[:0], f.parts...)
	g.breaks, g.awaiting = append(own.breaks[:0], f.breaks...), append(own.awaiting[:0], f.awaiting...)
	g.df = append(own.df[:0], f.df...)
	if f.settling == nil {
		g.begun = len(g.df)
	}
	list := *f.list
	g.list = &list
}
