package translation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	few "github.com/tidytalk/tidytalk/internal/drawn"
)

// naive takes rules as the papers define them: every phrase with every choice of marks at
// its borders, and of it every phrase within cut out. What it returns are counts of sources
// and of rules, each place of the text counted once for each different rule.
func naive(segments []Segment, o ExtractOptions) (sources map[string]int, rules map[string]int) {
	sources, rules = make(map[string]int), make(map[string]int)
	type block struct{ from, to, left, right int } // words, and how many marks around them
	for _, s := range segments {
		n := len(s.Words)
		var blocks []block
		for from := range n {
			for to := from + 1; to <= min(n, from+max(o.Span, o.Length)); to++ {
				for l := range s.Gaps[from].Len() + 1 {
					for r := range s.Gaps[to].Len() + 1 {
						if o.Borders || l == 0 && r == 0 {
							blocks = append(blocks, block{from, to, l, r})
						}
					}
				}
			}
		}
		// target writes a block as tokens, with another one cut out.
		target := func(b block, x *block) (source, target []string) {
			put := func(m Marks) {
				for ; m != 0; m = m.From(1) {
					target = append(target, m.At(0).Token())
				}
			}
			left := s.Gaps[b.from]
			left = left.From(left.Len() - b.left)
			if x != nil && x.from == b.from {
				if x.left > b.left {
					return nil, nil
				}
				put(left.First(b.left - x.left))
			} else {
				put(left)
			}
			for w := b.from; w < b.to; w++ {
				if x != nil && w == x.from {
					source, target = append(source, "X"), append(target, "X")
					w = x.to - 1
					if x.to == b.to {
						if x.right > b.right {
							return nil, nil
						}
						right := s.Gaps[b.to].First(b.right)
						put(right.From(x.right))
						return source, target
					}
					after := s.Gaps[x.to].From(x.right)
					put(after)
				} else {
					source, target = append(source, s.Words[w]), append(target, s.Words[w])
					if w+1 < b.to {
						m := s.Gaps[w+1]
						if x != nil && w+1 == x.from {
							m = m.First(m.Len() - x.left)
						}
						put(m)
					}
				}
			}
			put(s.Gaps[b.to].First(b.right))
			return source, target
		}
		seen := make(map[string]bool)
		add := func(b block, x *block) {
			source, to := target(b, x)
			if source == nil {
				return
			}
			f, e := strings.Join(source, " "), strings.Join(to, " ")
			at := fmt.Sprint(b.from, b.to, x != nil, f, e)
			if x != nil {
				at += fmt.Sprint(x.from, x.to)
			}
			if !seen[at] {
				seen[at] = true
				sources[f]++
				rules[f+" -> "+e]++
			}
		}
		for _, b := range blocks {
			if b.to-b.from <= o.Length {
				add(b, nil)
			}
			if !o.Hierarchical || b.to-b.from > o.Span {
				continue
			}
			for _, x := range blocks {
				if x.from >= b.from && x.to <= b.to && x.to-x.from < b.to-b.from && b.to-b.from-(x.to-x.from) <= o.Terminals {
					add(b, &x)
				}
			}
		}
	}
	return sources, rules
}

func randomSegments(r *rand.Rand, n int) []Segment {
	out := make([]Segment, n)
	for i := range out {
		s := &out[i]
		s.Gaps = []Marks{0}
		mark := func() {
			g := &s.Gaps[len(s.Gaps)-1]
			for r.IntN(3) == 0 && g.Len() < 3 {
				*g = g.With([]Mark{Comma, Period, OpenQuote}[r.IntN(3)])
			}
		}
		mark()
		for range r.IntN(8) {
			s.Words, s.Gaps = append(s.Words, string(rune('a'+r.IntN(3)))), append(s.Gaps, 0)
			mark()
		}
	}
	return out
}

// show writes a rule of a table as naive does.
func show(source string, t *Table, rule int) string {
	var out []string
	symbols := strings.Fields(source)
	places := t.Placed(rule)
	for at := 0; at <= len(symbols); at++ {
		for _, p := range places {
			if p.At() == at {
				for m := p.Marks(); m != 0; m = m.From(1) {
					out = append(out, m.At(0).Token())
				}
			}
		}
		if at < len(symbols) {
			out = append(out, symbols[at])
		}
	}
	return source + " -> " + strings.Join(out, " ")
}

func sourceKey(source string) Key {
	k := NoKey
	for _, w := range strings.Fields(source) {
		if w == "X" {
			k = k.Gap()
		} else {
			k = k.Word(WordHash(w))
		}
	}
	return k
}

// TestExtract compares with the definition, on drawn text.
func TestExtract(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		segments := append(randomSegments(r, 1+r.IntN(6)), Segment{Words: []string{"a"}, Gaps: []Marks{0, 0}})
		o := ExtractOptions{
			Length: 1 + r.IntN(5), Borders: r.IntN(3) > 0, Hierarchical: r.IntN(3) > 0, Span: 2 + r.IntN(5), Terminals: 1 + r.IntN(4),
			MinPhrase: 1, MinHierarchical: 1, Targets: 1 << 20, Workers: 1 + r.IntN(2),
		}
		table, err := Extract(context.Background(), segments, o)
		if err != nil {
			t.Fatal(err)
		}
		sources, rules := naive(segments, o)
		kept := 0
		for source, of := range sources {
			gap := strings.Contains(source, "X")
			want := make(map[string]int)
			for rule, n := range rules {
				if strings.HasPrefix(rule, source+" -> ") && (!gap || n > 1 && strings.TrimPrefix(rule, source+" -> ") != source) {
					want[rule] = n
				}
			}
			from, to := table.Find(sourceKey(source))
			kept += to - from
			if to-from != len(want) {
				t.Fatalf("round %d: %d targets of %q, not %d: %v", round, to-from, source, len(want), want)
			}
			last := 0.0
			for i := from; i < to; i++ {
				rule := show(source, table, i)
				n, ok := want[rule]
				if !ok {
					t.Fatalf("round %d: %s", round, rule)
				}
				var f Features
				table.Features(i, &f)
				if p := math.Log(float64(n) / float64(of)); math.Abs(f[FeaturePhrase]-p) > 1e-3 {
					t.Errorf("round %d: %s: %v, not %v", round, rule, f[FeaturePhrase], p)
				}
				if i > from && f[FeaturePhrase] > last {
					t.Errorf("round %d: %s before a likelier one", round, rule)
				}
				last = f[FeaturePhrase]
			}
		}
		if kept != table.Rules() {
			t.Errorf("round %d: %d rules, %d of them of known sources", round, table.Rules(), kept)
		}
	}
}

// TestExtractParts checks that parts and goroutines change nothing.
func TestExtractParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	defer func(before int) { wordsAtOnce = before }(wordsAtOnce)
	wordsAtOnce = few.Few(wordsAtOnce, wordsAtOnce/8)
	segments := randomSegments(r, 3*wordsAtOnce/4)
	o := ExtractOptions{Borders: true, Hierarchical: true, Span: 4, Terminals: 2}
	one, err := Extract(context.Background(), segments, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Workers = 3
	two, err := Extract(context.Background(), segments, o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one.keys, two.keys) || !slices.Equal(one.scores, two.scores) || !slices.Equal(one.placement, two.placement) || !slices.Equal(one.placed, two.placed) {
		t.Error("the number of goroutines changes the table")
	}
	sources, _ := naive(segments[:50], ExtractOptions{Length: 6, Borders: true})
	for source := range sources {
		if from, to := one.Find(sourceKey(source)); from == to && len(strings.Fields(source)) < 3 {
			t.Errorf("%q is lost", source)
		}
	}
}

func TestExtractOptions(t *testing.T) {
	segments := []Segment{{Words: []string{"a"}, Gaps: []Marks{0, 0}}}
	for _, c := range []struct {
		o    ExtractOptions
		want string
	}{
		{ExtractOptions{Length: 8}, "words of a phrase: 8 is not from 1 to 7"},
		{ExtractOptions{Span: 1}, "covers: 1 is not"},
		{ExtractOptions{Terminals: 7}, "words of a rule with a gap: 7"},
	} {
		if _, err := Extract(context.Background(), segments, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	if _, err := Extract(context.Background(), nil, ExtractOptions{}); err != ErrNoText {
		t.Error(err)
	}
	segments[0].Gaps = nil
	if _, err := Extract(context.Background(), segments, ExtractOptions{}); err == nil || !strings.Contains(err.Error(), "segment 1 has 1 words and 0 gaps") {
		t.Error(err)
	}
}
