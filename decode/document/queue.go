package document

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/models/stages"
)

// queue holds the decisions about tokens that come one by one: about the first of them, those
// that are final.
type queue struct {
	stream    *pipeline.Stream
	decisions []data.Decision
	open      []bool // there is no final decision about the token
}

// push adds tokens. Those that are no words are decided about at once: a partial word is removed.
func (q *queue) push(tokens []data.Token) {
	for _, t := range q.take(tokens) {
		q.stream.Push(t)
	}
}

// take is push, but that it returns the words among the tokens.
func (q *queue) take(tokens []data.Token) []data.Token {
	first := len(q.open)
	q.open = append(q.open, make([]bool, len(tokens))...)
	for i := range tokens {
		d := data.Decision{}
		if tokens[i].Partial() {
			d.Label, d.Why = data.E, data.PartialWords
		}
		q.decisions = append(q.decisions, d)
	}
	_, at := stages.Words(&data.Sentence{Tokens: tokens})
	words := make([]data.Token, 0, len(at))
	for _, i := range at {
		q.open[first+i] = true
		words = append(words, tokens[i])
	}
	return words
}

// hear adds a token as it is heard of somebody who dictates. The models do not see those of commands.
func (q *queue) hear(token data.Token, h dictation.Heard) {
	if h.Command == nil {
		q.push([]data.Token{token})
		q.decisions[len(q.decisions)-1].Styled = h.Styled
		return
	}
	if n := len(q.decisions); h.Command.Spelled != "" && (n == 0 || q.decisions[n-1].Dictated != h.Command) {
		token.Text = h.Command.Spelled
		q.push([]data.Token{token})
		q.decisions[n].Dictated, q.decisions[n].Styled = h.Command, h.Styled
		return
	}
	q.open = append(q.open, false)
	q.decisions = append(q.decisions, data.Decision{Dictated: h.Command, Styled: h.Styled})
	if h.Command.Ends() {
		q.stream.Cut()
	}
}

// change changes the first n tokens as commands say that come behind them or among them.
func (q *queue) change(ctx context.Context, p *pipeline.Pipeline, n int, caseless bool) error {
	for t := range q.decisions {
		c := q.decisions[t].Dictated
		if c == nil || c.Instead == "" || c.Void || t > 0 && q.decisions[t-1].Dictated == c || t-c.Back >= n {
			continue
		}
		if err := change(ctx, p, q.decisions[:n], t-c.Back, c, caseless); err != nil {
			return err
		}
	}
	return nil
}

// due reports whether next may decide about more; over says that no more tokens come.
func (q *queue) due(over bool) bool { return q.stream.Ready() || over && q.stream.Pending() > 0 }

// next asks the models for the decisions that are final by now. problem is that of an Outcome,
// the error that of ctx.
func (q *queue) next(ctx context.Context) (problem, err error) {
	out, err := q.stream.Next(ctx)
	if err != nil {
		return nil, err
	}
	q.put(&out)
	return out.Problem, nil
}

// early is next for who cannot wait: see pipeline.Stream.Early.
func (q *queue) early(ctx context.Context, behind int) (problem, err error) {
	out, err := q.stream.Early(ctx, behind)
	if err != nil {
		return nil, err
	}
	q.put(&out)
	return out.Problem, nil
}

// put puts decisions about the first words that are open in their places.
func (q *queue) put(out *pipeline.Outcome) {
	at := 0
	for i := range out.Decisions {
		for !q.open[at] {
			at++
		}
		own := q.decisions[at]
		q.decisions[at], q.open[at] = out.Decisions[i], false
		if q.decisions[at].Styled = own.Styled; own.Dictated != nil { // it is spelled
			keep(&q.decisions[at])
			q.decisions[at].Dictated = own.Dictated
		}
	}
}

// final returns how many tokens there are before the first that is open.
func (q *queue) final() int {
	n := 0
	for n < len(q.open) && !q.open[n] {
		n++
	}
	return n
}

// drop forgets the first tokens.
func (q *queue) drop(n int) { q.decisions, q.open = q.decisions[n:], q.open[n:] }
