package translation

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Trace tells how a translation came about, in words.
type Trace struct {
	Text     string             `json:"text"` // words and marks
	Score    float64            `json:"score"`
	Features map[string]float64 `json:"features"` // by name, those that are not 0
	Marks    []TracedMark       `json:"marks"`    // in the order of the text
	Rules    []TracedRule       `json:"rules"`    // from left to right, without those that fill gaps of others
	Glue     int                `json:"glue"`     // how often the glue rule joined them

	glueWeight float64
}

// TracedMark is a mark and the rule that put it.
type TracedMark struct {
	Mark  string `json:"mark"`
	Gap   int    `json:"gap"` // words before it
	After string `json:"after"`
	Rule  string `json:"rule"`
}

// TracedRule is a rule at a place of the text.
type TracedRule struct {
	Rule     string             `json:"rule"` // "X -> <was X~0, was X~0 ?>"
	From     int                `json:"from"` // words that it covers: [From, To)
	To       int                `json:"to"`
	Score    float64            `json:"score"`    // of its features, which the language model is not among
	Features map[string]float64 `json:"features"` // those that are not 0
	Gap      *TracedRule        `json:"gap,omitempty"`

	step *Step
}

// Trace returns the trace of a translation of words by a decoder of a model.
func (t *Translation) Trace(words []string, m *Model) (*Trace, error) {
	if len(t.Gaps) != len(words)+1 {
		return nil, fmt.Errorf("translation: %d gaps are not of a translation of %d words", len(t.Gaps), len(words))
	}
	out := &Trace{
		Text:  strings.Join(Tokens(nil, words, t.Gaps, Mark.String), " "),
		Score: t.Score, Features: nonzero(&t.Features), Marks: []TracedMark{}, Rules: []TracedRule{}, glueWeight: m.Weights[FeatureGlue],
	}
	r := newReading(m)
	r.read(words)
	for i := range t.Derivation {
		s := &t.Derivation[i]
		if s.Glue {
			out.Glue++
			continue
		}
		if s.From < 0 || s.From >= s.To || s.To > len(words) {
			return nil, fmt.Errorf("translation: a step from word %d to %d of %d words", s.From, s.To, len(words))
		}
		f := r.stepFeatures(s)
		rule := TracedRule{Rule: s.text(words), From: s.From, To: s.To, Score: f.Dot(&m.Weights), Features: nonzero(f), step: s}
		if s.Gap.From < s.Gap.To {
			last := len(out.Rules) - 1
			if last < 0 || out.Rules[last].step.Span != s.Gap {
				return nil, fmt.Errorf("translation: nothing fills the gap of %s", rule.Rule)
			}
			filling := out.Rules[last]
			rule.Gap, out.Rules = &filling, out.Rules[:last]
		}
		out.Rules = append(out.Rules, rule)
	}
	for i := range out.Rules {
		out.mark(&out.Rules[i], words)
	}
	return out, nil
}

// mark lists the marks of a rule and of what fills its gap.
func (t *Trace) mark(r *TracedRule, words []string) {
	inside := r.Gap != nil
	for _, p := range r.step.Placed {
		if inside && p.Gap >= r.Gap.To {
			t.mark(r.Gap, words)
			inside = false
		}
		after := ""
		if p.Gap > 0 {
			after = words[p.Gap-1]
		}
		for m := p.Marks; m != 0; m = m.From(1) {
			t.Marks = append(t.Marks, TracedMark{m.At(0).String(), p.Gap, after, r.Rule})
		}
	}
	if inside {
		t.mark(r.Gap, words)
	}
}

// text returns the rule of a step in the notation of the paper.
func (s *Step) text(words []string) string {
	var source, target []string
	placed := s.Placed
	for g := s.From; ; g++ {
		for len(placed) > 0 && placed[0].Gap <= g {
			target = append(target, placed[0].Marks.String())
			placed = placed[1:]
		}
		if g == s.To {
			break
		}
		symbol := ""
		if s.Gap.From < s.Gap.To && g == s.Gap.From {
			symbol = "X~0"
			g = s.Gap.To - 1
		} else {
			symbol = words[g]
		}
		source, target = append(source, symbol), append(target, symbol)
	}
	return fmt.Sprintf("X -> <%s, %s>", strings.Join(source, " "), strings.Join(target, " "))
}

func nonzero(f *Features) map[string]float64 {
	out := make(map[string]float64)
	for i, v := range f {
		if v != 0 {
			out[FeatureNames[i]] = v
		}
	}
	return out
}

// WriteTrace writes the trace of a translation of words by a decoder of a model.
func (t *Translation) WriteTrace(w io.Writer, words []string, m *Model) error {
	trace, err := t.Trace(words, m)
	if err != nil {
		return err
	}
	return trace.Write(w)
}

// Write writes the trace as text: which rule put each mark, and the derivation, what fills a
// gap below the rule that has it, with the values of features.
func (t *Trace) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\nscore %s\n\nmarks\n", t.Text, values(t.Score, t.Features))
	for _, x := range t.Marks {
		where := "at the beginning"
		if x.Gap > 0 {
			where = fmt.Sprintf("after word %d, %s", x.Gap, x.After)
		}
		fmt.Fprintf(out, "  %s  %s: %s\n", x.Mark, where, x.Rule)
	}
	fmt.Fprintf(out, "\nrules\n")
	var write func(r *TracedRule, indent string)
	write = func(r *TracedRule, indent string) {
		fmt.Fprintf(out, "%s%s  %s\n", indent, r.Rule, values(r.Score, r.Features))
		if r.Gap != nil {
			write(r.Gap, indent+"  ")
		}
	}
	for i := range t.Rules {
		write(&t.Rules[i], "  ")
	}
	if t.Glue > 0 {
		fmt.Fprintf(out, "  S -> <S~0 X~1, S~0 X~1>  %s\n", values(float64(t.Glue)*t.glueWeight, map[string]float64{FeatureNames[FeatureGlue]: float64(t.Glue)}))
	}
	return out.Flush()
}

// values writes a score, and features in their order.
func values(score float64, features map[string]float64) string {
	var named []string
	for _, name := range FeatureNames {
		if v, ok := features[name]; ok {
			named = append(named, fmt.Sprintf("%s %.4g", name, v))
		}
	}
	return fmt.Sprintf("%.4g (%s)", score, strings.Join(named, ", "))
}
