package translation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	few "github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/lm"
)

// grammar is a small random grammar with its rules as they are, for oracles that do not
// need the table.
type grammar struct {
	words []string
	model *Model
	rules map[string][]int // of the table, by source: words, the gap as "X", any word as "*"
	// advice about the sentence at hand, for oracles and decoders; nil: none.
	advice []float32
}

// advise draws advice about a sentence, or none.
func (g *grammar) advise(rng *rand.Rand, words []string) {
	if g.advice = nil; rng.IntN(2) == 0 {
		g.advice = make([]float32, (len(words)+1)*int(NumMarks))
		for i := range g.advice {
			g.advice[i] = rng.Float32() - 0.5
		}
	}
}

func randomGrammar(t testing.TB, rng *rand.Rand, order int) *grammar {
	g := &grammar{words: strings.Fields("a b c d"), rules: make(map[string][]int)}
	word := func() string { return g.words[rng.IntN(len(g.words))] }
	marks := func() Marks {
		var m Marks
		for rng.IntN(3) == 0 {
			m = m.With([]Mark{Period, Comma, OpenQuote, CloseQuote}[rng.IntN(4)])
		}
		return m
	}
	sources := make(map[string]bool)
	var order2 []string
	add := func(symbols ...string) {
		s := strings.Join(symbols, " ")
		if !sources[s] {
			sources[s] = true
			order2 = append(order2, s)
		}
	}
	for _, w := range g.words {
		if w != "d" || rng.IntN(2) == 0 { // else a word that no rule knows
			add(w)
		}
	}
	for range 5 {
		add(word(), word())
		add(word(), word(), word())
		add("X", word())
		add(word(), "X")
		add(word(), "X", word())
		add(word(), word(), "X", word())
	}
	if rng.IntN(2) == 0 {
		add("*")
	}
	var entries []Entry
	for _, s := range order2 {
		symbols := strings.Fields(s)
		targets := make(map[string]bool)
		of := 1 + rng.IntN(20)
		for range 1 + rng.IntN(4) {
			var p []Placed
			for at := range len(symbols) + 1 {
				if m := marks(); m != 0 {
					p = append(p, placed(at, m))
				}
			}
			if k := fmt.Sprintf("%d", p); !targets[k] {
				targets[k] = true
				entries = append(entries, Entry{Key: g.key(s), Placed: p, Count: 1 + rng.IntN(of), Of: of})
			}
		}
	}
	table, err := NewTable(entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range order2 {
		from, to := table.Find(g.key(s))
		for r := from; r < to; r++ {
			g.rules[s] = append(g.rules[s], r)
		}
	}
	c, err := lm.NewCounter(order)
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		var tokens []string
		for range 1 + rng.IntN(8) {
			if rng.IntN(3) > 0 {
				tokens = append(tokens, g.words[rng.IntN(3)])
			} else {
				tokens = append(tokens, []Mark{Period, Comma, OpenQuote}[rng.IntN(3)].Token())
			}
		}
		if err := c.Add(tokens); err != nil {
			t.Fatal(err)
		}
	}
	model, _, err := c.Estimate(lm.EstimateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var segments []Segment
	for range 20 {
		s := Segment{Words: g.sentence(rng, 1+rng.IntN(6))}
		for range len(s.Words) + 1 {
			s.Gaps = append(s.Gaps, marks())
		}
		segments = append(segments, s)
	}
	g.model = &Model{Rules: table, LM: model, Lexicon: NewLexicon(segments)}
	for i := range g.model.Weights {
		g.model.Weights[i] = rng.Float64() - 0.5
	}
	g.model.Weights[FeatureLM] = rng.Float64()
	return g
}

// key is that of a source.
func (g *grammar) key(source string) Key {
	if source == "*" {
		return UnknownKey
	}
	return sourceKey(source)
}

func (g *grammar) sentence(rng *rand.Rand, n int) []string {
	var out []string
	for range n {
		out = append(out, g.words[rng.IntN(len(g.words))])
	}
	return out
}

// result is a derivation as the oracle makes it: its marks and its features but the
// language model's.
type result struct {
	gaps     []Marks
	features Features
}

// join puts results together, which follow each other in the sentence.
func joinResults(a, b result) (result, bool) {
	out := result{slices.Clone(a.gaps), a.features}
	last := len(out.gaps) - 1
	if out.gaps[last].Len()+b.gaps[0].Len() > MostMarks {
		return out, false
	}
	out.gaps[last] = out.gaps[last].Then(b.gaps[0])
	out.gaps = append(out.gaps, b.gaps[1:]...)
	out.features.Add(&b.features, 1)
	return out, true
}

// part is a part of a target: its words, which begin at a position of the sentence, with the
// marks of places.
func (g *grammar) part(sentence []string, from int, placed []Placed, first, words int) result {
	r := result{gaps: make([]Marks, words+1)}
	hash := func(k int) uint64 {
		if k < 0 || k == len(sentence) {
			return Edge
		}
		return WordHash(sentence[k])
	}
	for _, p := range placed {
		if k := p.At() - first; k >= 0 && k <= words {
			r.gaps[k] = p.Marks()
			r.features[FeatureBefore] += g.model.Lexicon.Before(hash(from+k-1), p.Marks())
			r.features[FeatureAfter] += g.model.Lexicon.After(hash(from+k), p.Marks())
			for m := p.Marks(); m != 0 && g.advice != nil; m = m.From(1) {
				r.features[FeatureAdvice] += float64(g.advice[(from+k)*int(NumMarks)+int(m.At(0))])
			}
		}
	}
	return r
}

// lexical returns the derivations of the words [from, to) by one phrase.
func (g *grammar) lexical(sentence []string, from, to int) []result {
	var out []result
	for _, rule := range g.rules[strings.Join(sentence[from:to], " ")] {
		r := g.part(sentence, from, g.model.Rules.Placed(rule), 0, to-from)
		g.model.Rules.Features(rule, &r.features)
		out = append(out, r)
	}
	if to > from+1 {
		return out
	}
	known := len(out)
	for _, rule := range g.rules["*"] {
		placed := g.model.Rules.Placed(rule)
		if slices.ContainsFunc(g.rules[sentence[from]], func(own int) bool { return slices.Equal(g.model.Rules.Placed(own), placed) }) || known > 0 && len(placed) == 0 {
			continue
		}
		r := g.part(sentence, from, placed, 0, 1)
		g.model.Rules.Features(rule, &r.features)
		r.features[FeatureUnknown]++
		out = append(out, r)
	}
	if len(out) == 0 {
		out = append(out, result{gaps: make([]Marks, 2), features: Features{FeatureUnknown: 1}})
	}
	return out
}

// items returns all derivations of X over the words [from, to).
func (g *grammar) items(sentence []string, from, to, span, terminals int) []result {
	out := g.lexical(sentence, from, to)
	n := to - from
	if n > span {
		return out
	}
	for a := 0; a < n; a++ {
		for b := 0; a+b < n; b++ {
			if a+b == 0 || a+b > terminals {
				continue
			}
			symbols := append(append(slices.Clone(sentence[from:from+a]), "X"), sentence[to-b:to]...)
			rules := g.rules[strings.Join(symbols, " ")]
			if len(rules) == 0 {
				continue
			}
			inner := g.items(sentence, from+a, to-b, span, terminals)
			for _, rule := range rules {
				placed := g.model.Rules.Placed(rule)
				pre, post := g.part(sentence, from, placed, 0, a), g.part(sentence, to-b, placed, a+1, b)
				g.model.Rules.Features(rule, &pre.features)
				pre.features[FeatureHierarchical]++
				if a == 0 || b == 0 {
					pre.features[FeatureBorder]++
				}
				for _, x := range inner {
					if y, ok := joinResults(pre, x); ok {
						if y, ok = joinResults(y, post); ok {
							out = append(out, y)
						}
					}
				}
			}
		}
	}
	return out
}

// all returns all derivations of a sentence: of phrases, or of rules that are glued.
func (g *grammar) all(words []string, glue bool, span int) []result {
	joined := [][]result{{{gaps: make([]Marks, 1)}}}
	for to := 1; to <= len(words); to++ {
		var here []result
		for from := range to {
			var xs []result
			if glue {
				xs = g.items(words, from, to, span, defaultTerminals)
			} else {
				xs = g.lexical(words, from, to)
			}
			for _, s := range joined[from] {
				for _, x := range xs {
					if y, ok := joinResults(s, x); ok {
						if glue && from > 0 {
							y.features[FeatureGlue]++
						}
						here = append(here, y)
					}
				}
			}
		}
		joined = append(joined, here)
	}
	return joined[len(words)]
}

// languageModel returns the logarithm of the probability of words with marks.
func languageModel(m *lm.Model, words []string, gaps []Marks) float64 {
	var ids []uint32
	for _, w := range Tokens(nil, words, gaps, Mark.Token) {
		ids = append(ids, m.Vocabulary().ID(w))
	}
	return m.Sentence(ids)
}

// ranked returns the best score of each different marks, best first.
func (g *grammar) ranked(words []string, results []result) []Translation {
	best := make(map[string]int)
	var out []Translation
	for _, r := range results {
		r.features[FeatureLM] = languageModel(g.model.LM, words, r.gaps)
		t := Translation{Gaps: r.gaps, Features: r.features, Score: r.features.Dot(&g.model.Weights)}
		k := fmt.Sprintf("%d", r.gaps)
		if i, ok := best[k]; !ok {
			best[k] = len(out)
			out = append(out, t)
		} else if t.Score > out[i].Score {
			out[i] = t
		}
	}
	slices.SortFunc(out, func(a, b Translation) int {
		if a.Score > b.Score {
			return -1
		}
		return 1
	})
	return out
}

// check verifies what holds of all translations.
func check(t *testing.T, m *Model, words []string, got []Translation) {
	t.Helper()
	if len(got) == 0 {
		t.Fatalf("%v: no translation", words)
	}
	seen := make(map[string]bool)
	for i := range got {
		r := &got[i]
		if len(r.Gaps) != len(words)+1 {
			t.Fatalf("%v: %d gaps", words, len(r.Gaps))
		}
		if seen[fmt.Sprintf("%d", r.Gaps)] {
			t.Errorf("%v: %v are there twice", words, r.Gaps)
		}
		seen[fmt.Sprintf("%d", r.Gaps)] = true
		if i > 0 && r.Score > got[i-1].Score {
			t.Errorf("%v: score %d is %g after %g", words, i, r.Score, got[i-1].Score)
		}
		if r.Score != r.Features.Dot(&m.Weights) {
			t.Errorf("%v: score %g, features %v", words, r.Score, r.Features)
		}
		if p := languageModel(m.LM, words, r.Gaps); math.Abs(p-r.Features[FeatureLM]) > 1e-9*math.Abs(p) {
			t.Errorf("%v %v: language model %g, want %g", words, r.Gaps, r.Features[FeatureLM], p)
		}
		// All marks are put by steps, and all words are covered once.
		n, covered := 0, 0
		for _, s := range r.Derivation {
			if s.From >= s.To || s.Gap.From < s.Gap.To && (s.Gap.From < s.From || s.Gap.To > s.To) {
				t.Errorf("%v: step %+v", words, s)
			}
			if !s.Glue {
				covered += s.To - s.From - (s.Gap.To - s.Gap.From)
			}
			for _, p := range s.Placed {
				n += p.Marks.Len()
			}
		}
		for _, m := range r.Gaps {
			n -= m.Len()
		}
		if n != 0 || covered != len(words) {
			t.Errorf("%v: the steps of %+v do not put its marks", words, *r)
		}
	}
}

// agree compares lists with different marks; where scores are equal, order is free.
func agree(t *testing.T, words []string, got, want []Translation) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%v: %d translations, want %d", words, len(got), len(want))
		return
	}
	for i := range got {
		if math.Abs(got[i].Score-want[i].Score) > 1e-9 {
			t.Errorf("%v: translation %d has score %.12g, want %.12g\n got %v\nwant %v", words, i, got[i].Score, want[i].Score, got[i].Gaps, want[i].Gaps)
			return
		}
	}
}

// TestExhaustive compares decoders without limits to all derivations of short sentences.
func TestExhaustive(t *testing.T) {
	const n = 30
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range few.Few(60, 10) {
		order := 1 + round%lm.MaxOrder
		g := randomGrammar(t, rng, order)
		span := 3 + rng.IntN(4)
		phrases := NewPhrases(g.model, PhraseOptions{Beam: -1, Targets: -1})
		chart := NewChart(g.model, ChartOptions{Cube: -1, Span: span, Targets: -1})
		for range 6 {
			words := g.sentence(rng, 1+rng.IntN(5))
			g.advise(rng, words)
			for _, c := range []struct {
				name    string
				decoder Decoder
				glue    bool
			}{{"phrases", phrases, false}, {"chart", chart, true}} {
				t.Run(fmt.Sprintf("%s/order %d", c.name, order), func(t *testing.T) {
					want := g.ranked(words, g.all(words, c.glue, span))
					c.decoder.Advise(g.advice)
					got := c.decoder.Decode(words, n)
					check(t, g.model, words, got)
					if len(want) == 0 { // all would put too many marks together
						if len(got) != 1 || slices.Max(got[0].Gaps) != 0 {
							t.Errorf("%v: %v, but no derivation is possible", words, got)
						}
						return
					}
					agree(t, words, got, want[:min(n, len(want))])
					c.decoder.Advise(g.advice)
					best := c.decoder.Decode(words, 1)
					check(t, g.model, words, best)
					agree(t, words, best, want[:1])
				})
				if t.Failed() {
					return
				}
			}
		}
	}
}

// decoders are both decoders of a model.
func decoders(m *Model, beam, cube int) map[string]Decoder {
	return map[string]Decoder{
		"phrases": NewPhrases(m, PhraseOptions{Beam: beam}),
		"chart":   NewChart(m, ChartOptions{Cube: cube}),
	}
}

// TestAgain decodes with decoders that have decoded other sentences, and such with limits.
func TestAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 10 {
		g := randomGrammar(t, rng, 1+rng.IntN(5))
		used := decoders(g.model, 5, 5)
		var sentences [][]string
		for range 6 {
			sentences = append(sentences, g.sentence(rng, rng.IntN(30)))
		}
		for range 2 {
			for _, words := range sentences {
				n := 1 + rng.IntN(40)
				for name, fresh := range decoders(g.model, 5, 5) {
					got, want := used[name].Decode(words, n), fresh.Decode(words, n)
					check(t, g.model, words, got)
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("round %d, %s, %v: another result than of a decoder that is new", round, name, words)
					}
					if best := used[name].Decode(words, 1); !slices.Equal(best[0].Gaps, got[0].Gaps) && math.Abs(best[0].Score-got[0].Score) > 1e-9 {
						t.Errorf("round %d, %s, %v: the best one is another one of %d", round, name, words, n)
					}
				}
			}
		}
	}
}

// TestLimits checks that wider searches find what is as good or better.
func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	better := 0
	for range 10 {
		g := randomGrammar(t, rng, 3)
		words := g.sentence(rng, 12)
		exact := decoders(g.model, -1, -1)
		for name, d := range decoders(g.model, 1, 2) {
			narrow, wide := d.Decode(words, 1)[0].Score, exact[name].Decode(words, 1)[0].Score
			if narrow > wide+1e-9 {
				t.Errorf("%s: %g with limits, %g without", name, narrow, wide)
			}
			if narrow < wide-1e-9 {
				better++
			}
		}
	}
	if better == 0 {
		t.Error("limits make no difference")
	}
}

func TestEmpty(t *testing.T) {
	g := randomGrammar(t, rand.New(rand.NewPCG(7, 8)), 3)
	for name, d := range decoders(g.model, 0, 0) {
		for _, n := range []int{-1, 0, 1, 5} {
			got := d.Decode(nil, n)
			if check(t, g.model, nil, got); len(got) != 1 || got[0].Gaps[0] != 0 || got[0].Derivation != nil {
				t.Errorf("%s: %+v of no words", name, got)
			}
		}
	}
}

// TestUnknown checks that words which no rule knows, nor the language model, pass.
func TestUnknown(t *testing.T) {
	g := randomGrammar(t, rand.New(rand.NewPCG(9, 10)), 3)
	words := strings.Fields("x y <s> a </s> <unk> .")
	for name, d := range decoders(g.model, 0, 0) {
		got := d.Decode(words, 3)
		for i := range got {
			if f := got[i].Features[FeatureUnknown]; f != 6 {
				t.Errorf("%s: %g unknown words, want 6", name, f)
			}
		}
		if got[0].Score != got[0].Features.Dot(&g.model.Weights) || len(got[0].Gaps) != len(words)+1 {
			t.Errorf("%s: %+v", name, got[0])
		}
	}
}

// TestLong decodes sentences much longer than spans.
func TestLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	g := randomGrammar(t, rng, 4)
	words := g.sentence(rng, 300)
	for name, d := range decoders(g.model, 0, 0) {
		got := d.Decode(words, 20)
		check(t, g.model, words, got)
		if len(got) != 20 {
			t.Errorf("%s: %d translations", name, len(got))
		}
	}
}

// TestTextModel decodes with all parts of a model that is learned from text.
func TestTextModel(t *testing.T) {
	m, segments := smallModel(t, 7, 60)
	m.Weights[FeatureHierarchical] = 0.5
	for name, d := range decoders(m, 0, 0) {
		gapped := 0
		for i := range segments {
			got := d.Decode(segments[i].Words, 10)
			check(t, m, segments[i].Words, got)
			for _, s := range got[0].Derivation {
				if s.Gap.From < s.Gap.To && !s.Glue {
					gapped++
				}
			}
		}
		if (gapped > 0) != (name == "chart") {
			t.Errorf("%s: %d rules with gaps", name, gapped)
		}
	}
}

// TestNoAllocations checks that searching a sentence again allocates for the result only.
func TestNoAllocations(t *testing.T) {
	m, segments := smallModel(t, 8, 60)
	for name, d := range decoders(m, 0, 0) {
		allocations := func(words []string) float64 {
			return testing.AllocsPerRun(5, func() { d.Decode(words, 1) })
		}
		long := slices.Concat(segments[0].Words, segments[1].Words, segments[2].Words, segments[3].Words)
		if n := allocations(long); n > float64(40+4*len(long)) {
			t.Errorf("%s: %g allocations for %d words", name, n, len(long))
		}
	}
}
