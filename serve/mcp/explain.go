package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// mostReasons is how many features are told of a decision.
const mostReasons = 3

// explanation says why a transcript is cleaned as it is.
type explanation struct {
	Removed   []stretch         `json:"removed"`
	Kept      []stretch         `json:"kept"` // what the models take for disfluent, and the options keep
	Decisions []decision        `json:"decisions,omitempty"`
	Want      []json.RawMessage `json:"want,omitempty"` // where the wanted text was lost: see docs/formats.md
	Note      string            `json:"note,omitempty"`
}

// stretch is words that stand together.
type stretch struct {
	Line        int      `json:"line"`
	Speaker     string   `json:"speaker,omitempty"`
	Text        string   `json:"text"`
	Kinds       []string `json:"kinds"`
	Probability float64  `json:"probability"` // the least of its words: that removing them is right; of what stays, that they are disfluent
}

// decision is what the decoder has chosen for a sentence, or a stretch of one.
type decision struct {
	Clean   string   `json:"clean"`
	Removes []string `json:"removes"`
	Instead []string `json:"instead"` // what the second best removes
	By      float64  `json:"by"`      // by how much its score is less
	Because []reason `json:"because"`
}

// reason is a feature that spoke for the best.
type reason struct {
	Feature string  `json:"feature"`
	Gain    float64 `json:"gain"`
}

// anyConfidence is an option that changes nothing but that the probability of each removal is there.
const anyConfidence = "1e-9"

// runExplain says why a transcript is cleaned as it is.
func (s *Server) runExplain(ctx context.Context, x *arguments) *result {
	x.query.Set("to", "jsonl")
	if !x.query.Has("confidence") {
		x.query.Set("confidence", anyConfidence)
	}
	a := service.Do(ctx, s.service, http.MethodPost, "/v1/clean", x.query, x.body)
	if err := a.Err(); err != nil {
		return refused(err)
	}
	list, err := decisions.Read(&a.Body, "the decisions")
	if err != nil {
		return refused(err)
	}
	e := &explanation{Removed: []stretch{}, Kept: []stretch{}}
	for i := range list {
		e.add(&list[i])
	}
	if err := s.trace(ctx, e, said(list), x.want); err != nil {
		if x.want != "" {
			return refused(err)
		}
		e.Note = "the decoder was not asked: " + err.Error()
	}
	return structured(e)
}

// said returns the words of sentences, a line a turn.
func said(list []decisions.Sentence) string {
	var b strings.Builder
	for i := range list {
		for _, w := range list[i].Words {
			b.WriteString(w.Text + " ")
		}
		if i+1 < len(list) && list[i+1].Turn != list[i].Turn {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// add adds the disfluent stretches of a sentence.
func (e *explanation) add(s *decisions.Sentence) {
	for _, o := range s.Operations {
		if o.Op == "delete" && o.Words != nil {
			e.Removed = append(e.Removed, stretchOf(s, o.Words[0], o.Words[1], o.Reasons))
		}
	}
	for from := 0; from < len(s.Words); from++ {
		kinds := stays(s, from)
		if kinds == 0 {
			continue
		}
		to := from + 1
		for to < len(s.Words) && stays(s, to) == kinds {
			to++
		}
		e.Kept = append(e.Kept, stretchOf(s, from, to, strings.Split(kinds.String(), ",")))
		from = to - 1
	}
}

// stays returns what kinds of disfluency a word is that is kept; 0: none.
func stays(s *decisions.Sentence, word int) data.Disfluencies {
	var kinds data.Disfluencies
	for t := s.Words[word].Tokens[0]; t < s.Words[word].Tokens[1]; t++ {
		label, kind := s.Annotation(t)
		if s.Removed[t] || label == data.O {
			return 0
		}
		kinds |= data.DisfluenciesOf(s.Tokens[t], label, kind)
	}
	return kinds
}

// stretchOf describes words of a sentence.
func stretchOf(s *decisions.Sentence, from, to int, kinds []string) stretch {
	x := stretch{Line: s.Line, Speaker: s.Speaker, Kinds: kinds, Probability: 1}
	var text []string
	for i := from; i < to; i++ {
		w := &s.Words[i]
		text = append(text, w.Text)
		for t := w.Tokens[0]; t < w.Tokens[1]; t++ {
			switch {
			case s.Removed[t] && s.Confidence != nil:
				x.Probability = min(x.Probability, rounded(float64(s.Confidence[t])))
			case !s.Removed[t] && s.Posteriors != nil:
				x.Probability = min(x.Probability, rounded(1-float64(s.Posteriors.O[t])))
			}
		}
	}
	x.Text = strings.Join(text, " ")
	return x
}

// rounded is for people and models: more digits tell them nothing.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

// trace adds how the decoder has decided about a text. The error is about the text, or the wanted one.
func (s *Server) trace(ctx context.Context, e *explanation, text, want string) error {
	query := url.Values{"to": {"json"}}
	if want != "" {
		query.Set("want", want)
	}
	a := service.Do(ctx, s.service, http.MethodPost, "/v1/trace", query, []byte(text))
	if err := a.Err(); err != nil {
		return err
	}
	var traces []pipeline.Traced
	if err := json.Unmarshal(a.Body.Bytes(), &traces); err != nil {
		return fmt.Errorf("the trace: %w", err)
	}
	for i := range traces {
		t := &traces[i]
		if t.Want != nil {
			wanted, err := json.Marshal(t.Want)
			if err != nil {
				return err
			}
			e.Want = append(e.Want, wanted)
		}
		if t.RunnerUp < 0 || len(t.Hypotheses[t.Winner].Removed) == 0 && want == "" {
			continue // nothing was to be decided
		}
		e.Decisions = append(e.Decisions, decisionOf(t))
	}
	return nil
}

// decisionOf says what a trace has come to, and by which features.
func decisionOf(t *pipeline.Traced) decision {
	best, next := &t.Hypotheses[t.Winner], &t.Hypotheses[t.RunnerUp]
	d := decision{Clean: t.Clean, Removes: best.Removed, Instead: next.Removed, By: rounded(best.Score - next.Score), Because: []reason{}}
	for i, f := range t.Features {
		if gain := rounded(best.Terms[i] - next.Terms[i]); gain > 0 {
			d.Because = append(d.Because, reason{f, gain})
		}
	}
	slices.SortStableFunc(d.Because, func(a, b reason) int { return cmp.Compare(b.Gain, a.Gain) })
	d.Because = d.Because[:min(len(d.Because), mostReasons)]
	return d
}
