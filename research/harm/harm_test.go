package harm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/research/quality"
	"github.com/tidytalk/tidytalk/training/train"
)

// without returns a Clean that leaves words out.
func without(words ...string) Clean {
	return func(_ context.Context, text string, remove ...data.Disfluencies) ([]string, error) {
		var lines []string
		for line := range strings.Lines(text) {
			var kept []string
			for _, w := range strings.Fields(line) {
				if !slices.Contains(words, strings.Trim(w, outerMarks)) {
					kept = append(kept, w)
				}
			}
			lines = append(lines, strings.Join(kept, " ")+"\n")
		}
		return slices.Repeat([]string{strings.Join(lines, "")}, len(remove)), nil
	}
}

func removedWords(said string, gone []bool) string {
	out := strings.Fields(said)
	for i := range out {
		if gone[i] {
			out[i] = "(" + out[i] + ")"
		}
	}
	return strings.Join(out, " ")
}

func TestRemovedByEditor(t *testing.T) {
	for _, c := range []struct{ said, clean, want string }{
		{"i want it", "i want it", "i want it"},
		{"i i want it", "i want it", "(i) i want it"},
		{"on monday no wait on tuesday", "on tuesday", "(on) (monday) (no) (wait) on tuesday"},
		// One stretch, where later copies would make it two.
		{"we go or we may go", "we go", "we (go) (or) (we) (may) go"},
		{"uh yes", "", "(uh) (yes)"},
		{"", "", ""},
		{"i want it", "it want", ""},
		{"i", "i i", ""},
	} {
		gone, ok := removedByEditor(strings.Fields(c.said), strings.Fields(c.clean))
		if ok != (c.want != "" || c.said == "") {
			t.Errorf("%q, %q: a text with words left out: %v", c.said, c.clean, ok)
		} else if ok && removedWords(c.said, gone) != c.want {
			t.Errorf("%q, %q: %s, want %s", c.said, c.clean, removedWords(c.said, gone), c.want)
		}
	}
}

// TestLeftOut compares what is left out with the best of all ways.
func TestLeftOut(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		said := drawn.Several(c, "said", 0, 7, "a", "b")
		kept := drawn.Several(c, "kept", 0, 5, "a", "b")
		cost := func(i int, out, before bool) int {
			switch {
			case out && !before:
				return 2
			case !out && i%3 == 0:
				return 1
			}
			return 0
		}
		total := func(gone []bool) int {
			sum := 0
			for i := range gone {
				sum += cost(i, gone[i], i > 0 && gone[i-1])
			}
			return sum
		}
		best := -1
		for ways := range 1 << len(said) {
			gone, rest := make([]bool, len(said)), []string{}
			for i := range said {
				if gone[i] = ways>>i&1 == 1; !gone[i] {
					rest = append(rest, said[i])
				}
			}
			if n := total(gone); slices.Equal(rest, kept) && (best < 0 || n < best) {
				best = n
			}
		}
		gone, ok := leftOut(said, kept, cost)
		if ok != (best >= 0) || ok && total(gone) != best {
			c.Errorf("cost %d of %v (%v), the best is %d", total(gone), gone, ok, best)
		}
	})
}

func TestLost(t *testing.T) {
	for _, c := range []struct {
		words, among string
		want         int
	}{{"a b c", "a b c", 0}, {"a b c", "c", 2}, {"a b", "b a", 1}, {"", "a", 0}, {"a", "", 1}, {"one one two", "one x two", 1}} {
		if got := lost(strings.Fields(c.words), strings.Fields(c.among)); got != c.want {
			t.Errorf("%q among %q: %d, want %d", c.words, c.among, got, c.want)
		}
	}
}

func TestPairs(t *testing.T) {
	pairs := []Pair{
		{ID: "1", Verbatim: "Uh, I like it.", Clean: "I like it."},
		{ID: "2", Verbatim: "I I like like it.", Clean: "I like it."},
		{ID: "3", Verbatim: "No like.", Clean: "No like."},
	}
	m := &Measurer{Clean: without("uh", "Uh", "like", "S"), Workers: 2}
	s, err := m.Pairs(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	// Of the second text, one "like" had to go, and both went.
	if s.Pairs != 3 || s.Exact != 0 || s.Words != 11 || s.Removed.TP != 2 || s.Removed.FP != 3 || s.Removed.FN != 1 || s.Unaligned != 0 || len(s.Examples) != 3 {
		t.Errorf("%+v", s)
	}
	if _, err := m.Pairs(t.Context(), []Pair{{ID: "4", Verbatim: "One.", Clean: "Two."}}); err == nil {
		t.Error("a clean text with other words is scored")
	}
	other := &Measurer{Clean: func(context.Context, string, ...data.Disfluencies) ([]string, error) {
		return []string{"S: Two.\n"}, nil
	}}
	if s, err := other.Pairs(t.Context(), pairs[:1]); err != nil || s.Unaligned != 1 || s.Words != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	failing := errors.New("no models")
	broken := &Measurer{Clean: func(context.Context, string, ...data.Disfluencies) ([]string, error) { return nil, failing }}
	if _, err := broken.Pairs(t.Context(), pairs); err != failing {
		t.Error(err)
	}
}

func TestReadPairs(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pairs.tsv")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a\tUh, yes.\tYes.\r\n\nb\tSame.\tSame.\nc\tI [noise] I.\tI.\nd\tMy.\tThy.\n")
	pairs, err := train.ReadPairs(name)
	if err != nil || len(pairs) != 4 {
		t.Fatalf("%q, %v", pairs, err)
	}
	if got := Edits(pairs); !slices.Equal(got, []Pair{{ID: "a", Verbatim: "Uh, yes.", Clean: "Yes."}}) {
		t.Errorf("edits: %q", got)
	}
	write("a\tb\tc\nonly one\n")
	if _, err := train.ReadPairs(name); err == nil || !strings.Contains(err.Error(), name+":2: ") {
		t.Errorf("the error does not name the line: %v", err)
	}
}

func TestEdited(t *testing.T) {
	m := &Measurer{Clean: func(_ context.Context, text string, remove ...data.Disfluencies) ([]string, error) {
		if !slices.Equal(remove, []data.Disfluencies{data.Repairs, data.DefaultRemoved &^ data.Repairs}) {
			t.Errorf("what goes: %v", remove)
		}
		return []string{strings.Replace(text, "two ", "", 1), strings.ToUpper(text)}, nil
	}}
	got, err := m.Edited(t.Context(), []string{"One, two three.", "Four.", "Not this."}, 2)
	if err != nil || got.Words != 4 || got.Repairs != [2]int{1, 1} || got.Fillers != [2]int{} {
		t.Errorf("%+v, %v", got, err)
	}
	if repairs, _ := got.Rates(); repairs != [2]float64{250, 250} {
		t.Error(repairs)
	}
}

// TestNumbers checks that texts with numbers are what they say: fluent, all different, and
// each with its number.
func TestNumbers(t *testing.T) {
	const n = 10000
	texts := Numbers(n)
	if len(texts) != n || !slices.Equal(texts[:100], Numbers(100)) {
		t.Fatal("the same numbers do not come again")
	}
	disfluent := regexp.MustCompile(`(?i)\b(uh|um|er|i mean|you know|sorry|rather|no)\b|\w- |\w-$`)
	seen := make(map[string]bool)
	kinds := make(map[string]int)
	for _, x := range texts {
		if seen[x.Text] {
			t.Errorf("%q comes twice", x.Text)
		}
		seen[x.Text] = true
		kinds[x.Kind]++
		if !strings.Contains(wrapped(x.Text), wrapped(x.Number)) || len(strings.TrimSpace(wrapped(x.Number))) == 0 {
			t.Errorf("%q has no %q", x.Text, x.Number)
		}
		if w := disfluent.FindString(x.Text); w != "" {
			t.Errorf("%q has %q", x.Text, w)
		}
		if strings.Contains(x.Text, "%!") || strings.Contains(x.Text, "  ") {
			t.Errorf("%q", x.Text)
		}
	}
	for _, k := range NumberKinds() {
		if kinds[k] < n/len(numberKinds) {
			t.Errorf("%d texts of kind %s", kinds[k], k)
		}
	}
}

func TestNumberScores(t *testing.T) {
	texts := []Number{
		{"a", "My number is five five, sir.", "five five"},
		{"a", "Call six today.", "six"},
		{"b", "I have 2.2 of them.", "2.2"},
	}
	m := &Measurer{Clean: without("today", "five"), Workers: 1}
	got, err := m.Numbers(t.Context(), texts, 1)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got["a"], got["b"]; a.Texts != 2 || a.Changed != 1 || a.Around != 1 || len(a.Examples) != 1 || b.Texts != 1 || b.Changed != 0 {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestProbes(t *testing.T) {
	probes, err := Probes()
	if err != nil || len(probes) < fluentTexts+20 {
		t.Fatalf("%d probes, %v", len(probes), err)
	}
	for _, p := range probes {
		if p.Kind == "" || p.Text == "" || p.Stays == "" {
			t.Errorf("%+v", p)
		}
	}
	for _, bad := range []string{"kind\n", "a\tb\tc\td\n", "a\tSome text.\tOther text.\n"} {
		if _, err := parseProbes("# fine\n"+bad, "x.txt"); err == nil || !strings.Contains(err.Error(), "x.txt:2: ") {
			t.Errorf("%q: the error does not name the line: %v", bad, err)
		}
	}
	m := &Measurer{Clean: without("so", "like"), Workers: 2}
	scores, kinds, err := m.Probes(t.Context(), []Probe{{"x", "It was so, so cold.", "It was so cold."}, {"y", "Yes.", "Yes."}, {"x", "I like it.", "I like it."}})
	if err != nil || !slices.Equal(kinds, []string{"x", "y"}) {
		t.Fatal(kinds, err)
	}
	if x, y := scores["x"], scores["y"]; x.Texts != 2 || x.Words != 7 || x.Hurt != [2]int{2, 2} || x.Lost != [2]int{2, 2} || y.Hurt != [2]int{} {
		t.Errorf("%+v, %+v", x, y)
	}
}

// TestWrittenCorrections checks that the sets are what their groups say.
func TestWrittenCorrections(t *testing.T) {
	pairs, err := WrittenProbes()
	if err != nil {
		t.Fatal(err)
	}
	sizes := make(map[string]int)
	for _, set := range Grouped("set", pairs) {
		sizes[set.Name] = len(set.Pairs)
	}
	for name, want := range map[string]int{"set, seen": 100, "set, held-out": 50, "set, implicit": 150, "set, fluent": 50} {
		if sizes[name] != want {
			t.Errorf("%s: %d pairs, want %d", name, sizes[name], want)
		}
	}
	ids := make(map[string]bool)
	for _, p := range pairs {
		if ids[p.ID] {
			t.Errorf("two pairs are %s", p.ID)
		}
		ids[p.ID] = true
		checkCorrection(t, p)
	}
}

// checkCorrection checks a correction: what goes is one stretch, with a term of its group.
func checkCorrection(t *testing.T, p Pair) {
	t.Helper()
	said, clean := quality.Words(p.Verbatim), quality.Words(p.Clean)
	gone, ok := removedByEditor(said, clean)
	stretches := 0
	var words []string
	for i := range gone {
		if gone[i] {
			words = append(words, said[i])
			if i == 0 || !gone[i-1] {
				stretches++
			}
		}
	}
	group, _, _ := strings.Cut(p.ID, "/")
	if group == Fluent {
		if !ok || stretches != 0 {
			t.Errorf("%s: something goes: %q", p.ID, words)
		}
		return
	}
	if !ok || stretches != 1 {
		t.Errorf("%s: %q, %q: not one stretch goes, but %d", p.ID, p.Verbatim, p.Clean, stretches)
	}
	has := func(text string, terms []Term) bool {
		return slices.ContainsFunc(terms, func(term Term) bool { return strings.Contains(text, wrapped(term.Text)) })
	}
	removed := " " + strings.Join(words, " ") + " "
	held, seen := has(removed, HeldOutTerms()), has(removed, SeenTerms())
	switch { // in "that minute, make that day" a word of the term may stay for another
	case group == HeldOut && has(wrapped(p.Verbatim), HeldOutTerms()):
	case group == Seen && has(wrapped(p.Verbatim), SeenTerms()) && !held:
	case group == Implicit && !seen && !held:
	default:
		t.Errorf("%s: %q is no correction of this group", p.ID, p.Verbatim)
	}
}

// sides is a corpus of a few fluent sentences, and one with a repair.
func sides() []data.Side {
	var out []data.Side
	for i, text := range []string{
		"i/PRP went/VBD there/RB on/IN Monday/NNP after/IN a/DT game/NN",
		"my/PRP$ brother/NN has/VBZ a/DT red/JJ car/NN in/IN Texas/NNP",
		"we/PRP ate/VBD an/DT apple/NN and/CC the/DT pear/NN there/RB",
		"she/PRP she/PRP came/VBD to/TO the/DT school/NN on/IN Friday/NNP",
	} {
		side := data.Side{Conv: i, Speaker: 'A'}
		for _, field := range strings.Fields(text) {
			word, tag, _ := strings.Cut(field, "/")
			side.Tokens = append(side.Tokens, data.Token{Text: word, POS: tag})
		}
		last := &side.Tokens[len(side.Tokens)-1]
		last.Boundary, last.Punct = data.Complete, '.'
		out = append(out, side)
	}
	return out
}

func TestMadeCorrections(t *testing.T) {
	pairs := MadeProbes(sides(), 10)
	if len(pairs) != 3 {
		t.Fatalf("%d corrections of three fluent sentences: %q", len(pairs), pairs)
	}
	if !slices.Equal(pairs, MadeProbes(sides(), 10)) {
		t.Error("another time the corrections are others")
	}
	for _, p := range pairs {
		checkCorrection(t, p)
		if strings.Contains(p.Verbatim, "she") {
			t.Errorf("a repair in the clean text: %q", p)
		}
	}
}

// TestMadeOfCorpus checks the corrections that are measured.
func TestMadeOfCorpus(t *testing.T) {
	sides, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	pairs := MadeProbes(sides, 500)
	if len(pairs) != 500 {
		t.Fatalf("%d corrections", len(pairs))
	}
	for _, p := range pairs {
		checkCorrection(t, p)
	}
}
