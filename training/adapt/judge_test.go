package adapt

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/metric"
)

// counted returns scores of one form of 60 parts with 10 edit words and 10 fillers each, of which
// so many, in the mean, are found.
func counted(edits, fillers float64) scores {
	some := func(kind uint64, mean float64) func() metric.Counts {
		r := rand.New(rand.NewPCG(kind, uint64(100*mean)))
		return func() metric.Counts {
			n := int(mean + 2*r.Float64() - 0.5)
			return metric.Counts{TP: n, FN: 10 - n}
		}
	}
	edit, filler := some(1, edits), some(2, fillers)
	out := make(scores)
	for range 60 {
		out[engine.Sentences] = append(out[engine.Sentences], Counts{Edit: edit(), Filler: filler()})
	}
	return out
}

// judged returns a task that was at such scores, the first of which are those of the bundle, after each
// of as many steps.
func judged(tt *testing.T, at ...scores) (*task, *Result) {
	t := &task{ctx: tt.Context(), forms: []string{engine.Sentences}, first: at[0]}
	out := &Result{}
	for i, s := range at {
		if t.full, t.scores = new(version), maps.Clone(s); i > 0 {
			out.Steps = append(out.Steps, StepScore{Step: Steps[i], Taken: true})
		}
		t.reached(i)
	}
	return t, out
}

// What is kept in the end is what gains most of what is certain.
func TestJudge(t *testing.T) {
	before := counted(7, 5)
	for name, c := range map[string]struct {
		at   []scores
		kept int
		why  string
	}{
		"all":            {[]scores{before, counted(7, 7), counted(7.2, 8)}, 2, ""},
		"fillers alone":  {[]scores{before, counted(7, 7)}, 1, ""},
		"less at last":   {[]scores{before, counted(7, 8), counted(7, 7)}, 1, ""},
		"nothing":        {[]scores{before}, 0, "no step has gained"},
		"the same":       {[]scores{before, before}, 0, "not certain (p 1.00)"},
		"first too few":  {[]scores{before, before, counted(8, 8)}, 2, ""},
		"nonsense":       {[]scores{counted(1, 1), counted(1.2, 1.3)}, 0, "labelled right"},
		"nonsense, then": {[]scores{counted(1, 1), counted(1.2, 1.3), counted(8, 8)}, 2, ""},
	} {
		x, out := judged(t, c.at...)
		x.judge(out)
		if !strings.Contains(out.Why, c.why) || (out.Why == "") != (c.why == "") {
			t.Errorf("%s: %q", name, out.Why)
		}
		if len(x.taken) != c.kept+1 && c.kept == 0 || !slices.Equal(x.scores[engine.Sentences], c.at[c.kept][engine.Sentences]) {
			t.Errorf("%s: %d states are left", name, len(x.taken))
		}
		for i, s := range out.Steps {
			if s.Taken != (i < c.kept) || s.Taken != (s.Why == "") {
				t.Errorf("%s: step %d: %+v", name, i+1, s)
			}
		}
	}
}

// Of offers that do no harm the smallest change is taken that is as good as the best; harm to either
// kind is seen, and what gains alone.
func TestBest(t *testing.T) {
	before := counted(7, 5)
	for name, c := range map[string]struct {
		offers []scores
		best   int
		taken  bool
		why    string
		alone  Lesson
	}{
		"gain":            {[]scores{counted(7.1, 6), counted(7.3, 8)}, 1, true, "", Both},
		"as good":         {[]scores{counted(7.3, 8), counted(7.3, 8)}, 0, true, "", Both},
		"none":            {[]scores{before}, 0, false, "no gain", Both},
		"edits for it":    {[]scores{counted(5, 8)}, 0, false, "edit words of sentences are done worse", Fillers},
		"fillers for it":  {[]scores{counted(9, 3)}, 0, false, "no gain", EditWords},
		"harmless rather": {[]scores{counted(7.1, 6), counted(5, 9)}, 0, true, "", Both},
	} {
		x, _ := judged(t, before)
		var all []offer
		for i, s := range c.offers {
			all = append(all, offer{share: float64(i+1) / 2, scores: s})
		}
		best, s := x.best(StepEdit, x.forms, all)
		if best != &all[c.best] && best.share != all[c.best].share || s.Taken != c.taken || !strings.Contains(s.Why, c.why) {
			t.Errorf("%s: share %v, %+v", name, best.share, s)
		}
		if l := x.alone(x.forms, best, s.Taken); l != c.alone {
			t.Errorf("%s: %q alone", name, l)
		}
	}
}

// Small losses of many steps may not add up to a certain one.
func TestHarmedFirst(t *testing.T) {
	x, _ := judged(t, counted(7, 5))
	x.scores = counted(6.6, 8)
	if why := x.harmed(x.forms, counted(6.6, 8)); !strings.Contains(why, "worse than at first") {
		t.Errorf("harm %q", why)
	}
}

// A kind that gains at the cost of the other is tried alone, and taken where that does no harm.
func TestChoose(t *testing.T) {
	before := counted(7, 5)
	offers := func(s scores) ([]offer, error) {
		return []offer{{share: 1, scores: s, full: func() (*version, error) { return new(version), nil }}}, nil
	}
	for name, c := range map[string]struct {
		both, alone scores
		taken       string // of each row, whether
	}{
		"harm":          {counted(5, 8), counted(7, 7.5), "false true"},
		"harm in both":  {counted(5, 8), counted(5, 7), "false false"},
		"both gain":     {counted(7.5, 8), nil, "true"},
		"a small loss":  {counted(7.02, 8), counted(7, 8), "false true"},
		"and much less": {counted(7.02, 8), counted(7, 6), "true false"},
	} {
		x, _ := judged(t, before)
		var tried []Lesson
		s, err := x.choose(StepEdit, x.forms, func(l Lesson) ([]offer, error) {
			if tried = append(tried, l); l == Both {
				return offers(c.both)
			}
			return offers(c.alone)
		})
		if err != nil {
			t.Fatal(err)
		}
		var taken []string
		want := before
		for i, row := range s {
			taken = append(taken, fmt.Sprint(row.Taken))
			if row.Taken {
				want = []scores{c.both, c.alone}[i]
			}
		}
		if got := strings.Join(taken, " "); got != c.taken || !maps.EqualFunc(x.scores, want, slices.Equal) {
			t.Errorf("%s: %s (%q): %+v", name, got, tried, s)
		}
	}
}

// A lesson changes the labels of the other kind to what the models say, and no more.
func TestLesson(t *testing.T) {
	const letters = "OFE"
	token := func(y byte) data.Token {
		x := data.Token{Text: "w", Edit: y == 'E'}
		if y == 'F' {
			x.Kind = data.Conjunction
		}
		return x
	}
	said := func(y byte) data.Decision {
		return data.Decision{Label: data.Label(strings.IndexByte(letters, y)), Kind: map[byte]data.Kind{'F': data.EditingTerm}[y]}
	}
	for l, want := range map[Lesson]string{
		Fillers:   "OOE FFE OFE", // gold O, F, E by what the models say: O, F, E
		EditWords: "OFO OFF EEE",
	} {
		var got []string
		for _, gold := range []byte(letters) {
			var own []byte
			for _, y := range []byte(letters) {
				partial := data.Token{Text: "w-"}
				out := l.of([]data.Token{partial, token(gold)}, []data.Decision{said(y)})
				if out[0].Edit || out[0].Kind != data.NoKind {
					t.Fatalf("a partial word became %+v", out[0])
				}
				own = append(own, letters[out[1].Label()])
			}
			got = append(got, string(own))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", l, text, want)
		}
	}
}

// Annotators who say two things of the same words are seen, and no others.
func TestContradictions(t *testing.T) {
	var s data.Side
	add := func(text string, fillers ...string) {
		for w := range strings.FieldsSeq(text) {
			x := data.Token{Text: w}
			if slices.Contains(fillers, strings.ToLower(w)) {
				x.Kind = data.DiscourseMarker
			}
			s.Tokens = append(s.Tokens, x)
		}
		s.Tokens[len(s.Tokens)-1].Boundary = data.Complete
	}
	for range 4 {
		add("it was you know good", "you", "know")
		add("It was you know good")
		add("it was like cold", "like")
		add("it was like that")
		add("so we went", "so")
	}
	add("so we went")
	if got := contradictions([]part{{side: s}}); len(got) != 1 || got[0] != `"you know" (4 of 8)` {
		t.Errorf("contradictions %q", got)
	}
}

// The surer the gain, the fewer sentences are asked for; where there is none, others.
func TestMoreSentences(t *testing.T) {
	asked := func(p ...float64) string {
		out := &Result{Sentences: 500, Why: "not certain"}
		for _, p := range p {
			out.Steps = append(out.Steps, StepScore{P: p})
		}
		return moreSentences(out)
	}
	for _, c := range []struct {
		p    []float64
		want string
	}{
		{[]float64{0.9, 0.1, math.NaN()}, "about 900 sentences"}, // 500 * (1.645/1.282)^2
		{[]float64{0.001}, "about 800 sentences"},
		{[]float64{0.3}, "about 5000 sentences"},
		{[]float64{0.38}, "nearly as it is labelled"},
		{[]float64{0.6}, "nearly as it is labelled"},
		{nil, "nearly as it is labelled"},
	} {
		if got := asked(c.p...); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.p, got)
		}
	}
}

// A kind that gains nothing in all forms together is named.
func TestRefusedKind(t *testing.T) {
	form := func(edit, filler int) FormScore {
		of := func(n int) metric.Counts { return metric.Counts{TP: n, FN: 10 - n} }
		return FormScore{Before: Counts{Edit: of(5), Filler: of(5)}, After: Counts{Edit: of(edit), Filler: of(filler)}}
	}
	for want, forms := range map[Lesson][]FormScore{
		Both:      {form(6, 6), form(4, 6), form(6, 6)},
		EditWords: {form(5, 6), form(4, 7)},
		Fillers:   {form(10, 5), form(10, 5)},
	} {
		if got := refusedKind(&Result{Forms: forms}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
