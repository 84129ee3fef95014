package iwslt2014

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/translation"
)

// invented returns invented text: questions, statements with clauses, and what people say.
func invented(t testing.TB, seed uint64, lines int) []translation.Segment {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	var out strings.Builder
	for range lines {
		who, what, where := pick("du", "er", "sie", "Anna"), pick("Brot", "Kaffee", "nichts", "Wein", "Tee"), pick("hier", "dort", "heute", "morgen")
		switch rng.IntN(4) {
		case 0:
			fmt.Fprintf(&out, "was %s %s %s?\n", pick("kauft", "trinkt", "macht"), who, where)
		case 1:
			fmt.Fprintf(&out, "%s sagt, dass %s %s %s kauft.\n", pick("Otto", "Eva"), who, where, what)
		case 2:
			fmt.Fprintf(&out, "%s ruft: \"%s trinkt %s!\"\n", pick("Otto", "Eva"), who, what)
		default:
			fmt.Fprintf(&out, "%s trinkt %s, und %s kauft %s.\n", who, what, pick("Otto", "Eva"), what)
		}
	}
	text, err := Read(strings.NewReader(out.String()), "invented", "de")
	if err != nil {
		t.Fatal(err)
	}
	return text.Segments
}

func smallStudy(t testing.TB) *Study {
	return &Study{
		Language: "de", Train: invented(t, 1, 120), Tune: invented(t, 2, 30), Tests: []*Text{{Name: "one", Segments: invented(t, 3, 40)}, {Name: "two", Segments: invented(t, 4, 20)}},
		Order: 3, NBest: 10, Rounds: 2, Restarts: 1, Least: 2, Events: 20, Passes: 4, L2: 0.1, Seed: 1, Workers: 1,
	}
}

func TestStudy(t *testing.T) {
	s := smallStudy(t)
	s.Dir = t.TempDir()
	var done []string
	s.Done = func(r *Row) { done = append(done, r.Name) }
	rows, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
		if len(r.Tests) != 2 || (r.Weights != nil) != r.System.translates() || r.Tuned <= 0 {
			t.Errorf("%s: %d texts, weights %v, tuned to %v", r.Name, len(r.Tests), r.Weights, r.Tuned)
		}
		all := r.Tests[0].Total().All()
		if f := all.F1(); r.System != Plain && f < 0.8 {
			t.Errorf("%s: F1 %v", r.Name, f)
		}
		rules := r.Tests[0].Rules
		if (rules.Lexical.Rules > 0) != r.System.translates() || rules.Gapped.Rules > 0 && !r.System.hierarchical() {
			t.Errorf("%s: %+v", r.Name, rules)
		}
	}
	if !slices.Equal(done, names) {
		t.Errorf("rows %q, told of %q", names, done)
	}
	// Each row of the paper is one of ours.
	for _, language := range Languages {
		for name := range papers[language] {
			if !slices.Contains(names, name) {
				t.Errorf("%s: the paper has %q", language, name)
			}
		}
	}
	// What is finished is taken, whatever the number of goroutines; without the folder all is
	// made again, and the same.
	again := smallStudy(t)
	again.Dir, again.Workers = s.Dir, 3
	again.Report = func(e stages.Event) {
		if e.File != "" && !e.Taken {
			t.Errorf("%s is made again", e.Step)
		}
	}
	taken, err := again.Run(t.Context())
	if err != nil || !reflect.DeepEqual(taken, rows) {
		t.Errorf("from finished steps there are other rows, or %v", err)
	}
	again.Dir = ""
	if made, err := again.Run(t.Context()); err != nil || !reflect.DeepEqual(made, rows) {
		t.Errorf("with more goroutines there are other rows, or %v", err)
	}
	// Another text is another study.
	again.Dir, again.Systems = s.Dir, []System{Hidden}
	again.Tests = again.Tests[:1]
	trained := 0
	again.Report = func(e stages.Event) {
		if e.File != "" && !e.Taken {
			trained++
		}
	}
	if few, err := again.Run(t.Context()); err != nil || len(few) != 3 || trained != 1 {
		t.Errorf("%d rows, %d steps made, %v", len(few), trained, err)
	}
	if got := string(s.Text(&rows[0], 1)); strings.Count(got, "\n") != 20 {
		t.Errorf("the text with marks is %q", got)
	}
}

func TestStudyNeedsText(t *testing.T) {
	s := smallStudy(t)
	s.Tune = nil
	if _, err := s.Run(t.Context()); err == nil {
		t.Error("a study without text to tune to runs")
	}
}

func TestMarked(t *testing.T) {
	s := smallStudy(t)
	marks := 0
	for _, x := range s.Tests[0].Segments {
		marks += x.Marks()
	}
	if got, want := s.Marked(0, true).Total().All(), (metric.Counts{TP: marks}); got != want {
		t.Errorf("as it is: %+v, want %+v", got, want)
	}
	if got, want := s.Marked(0, false).Total().All(), (metric.Counts{FN: marks}); got != want {
		t.Errorf("without marks: %+v, want %+v", got, want)
	}
	if got := SumBLEU(s.Marked(0, true).BLEU).Score(); got != 1 {
		t.Errorf("BLEU of the text itself is %v", got)
	}
}

// Targets of rules have words, marks and at most a gap: "machst du X ?" has four symbols.
func TestRules(t *testing.T) {
	put := func(marks ...translation.Mark) []translation.Put {
		return []translation.Put{{Marks: translation.MarksOf(marks...)}}
	}
	var r Rules
	r.add([]translation.Step{
		{Span: translation.Span{From: 2, To: 5}, Placed: put(translation.Comma)},
		{Span: translation.Span{From: 5, To: 6}},
		{Span: translation.Span{From: 0, To: 6}, Gap: translation.Span{From: 2, To: 6}, Placed: put(translation.Question)},
		{Span: translation.Span{From: 0, To: 6}, Glue: true, Rule: -1},
	})
	if want := (Rules{RuleCount{1, 4}, RuleCount{1, 4}}); r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
	if got := (RuleCount{}).MeanLength(); got != 0 {
		t.Errorf("the mean of nothing is %v", got)
	}
}

func TestLabels(t *testing.T) {
	text := invented(t, 1, 200)
	labels := labelsOf(text, 5, 100)
	want := []translation.Marks{0}
	for _, m := range labels[1:] {
		n := 0
		for _, s := range text {
			for _, g := range s.Gaps {
				if g == m {
					n++
				}
			}
		}
		if n < 5 {
			t.Errorf("%q stands together %d times", m, n)
		}
	}
	if labels[0] != want[0] || len(labels) < 6 {
		t.Errorf("labels %v", labels)
	}
	if few := labelsOf(text, 5, 3); !slices.Equal(few, labels[:3]) {
		t.Errorf("few labels are %v, of %v", few, labels)
	}
	index := map[translation.Marks]uint8{0: 0, translation.MarksOf(translation.Period): 1}
	for m, want := range map[translation.Marks]uint8{
		0: 0, translation.MarksOf(translation.Period): 1, translation.MarksOf(translation.Period, translation.CloseQuote): 1, translation.MarksOf(translation.Comma): 0,
	} {
		if got := labelOf(index, m); got != want {
			t.Errorf("the label of %q is %d, want %d", m, got, want)
		}
	}
}

func TestHeaviest(t *testing.T) {
	p := []float32{0.6, 0.3, 0.1}
	for weight, want := range map[float64]int{1: 0, 1.9: 0, 2.1: 1, 10: 1} {
		if got := heaviest(p, weight); got != want {
			t.Errorf("with weight %v it is %d, want %d", weight, got, want)
		}
	}
	if got := heaviest([]float32{0.1, 0.3, 0.6}, 0.1); got != 0 {
		t.Errorf("with a small weight it is %d", got)
	}
}

// Marks before the first word are found, too.
func TestEventsBeforeWords(t *testing.T) {
	s := smallStudy(t)
	read := func(text string) []translation.Segment {
		x, err := Read(strings.NewReader(text), "x", "de")
		if err != nil {
			t.Fatal(err)
		}
		return x.Segments
	}
	s.Train = append(read(strings.Repeat("\"Komm her!\"\n", 30)), s.Train...)
	s.Tests = []*Text{{Name: "quotes", Segments: read("\"Komm her!\"\n")}}
	s.Systems = []System{Hidden, Chain}
	rows, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if got, want := s.Text(&r, 0), []byte("\" Komm her ! \"\n"); !bytes.Equal(got, want) {
			t.Errorf("%s: %q", r.Name, got)
		}
	}
}
