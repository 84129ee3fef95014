package translation

import (
	"encoding/json"
	"strings"
	"testing"
)

// questions is a model in which rules alone matter, by their probabilities.
func questions(t testing.TB) *Model {
	t.Helper()
	rule := func(source string, count, of int, p ...Placed) Entry {
		return Entry{Key: sourceKey(source), Placed: p, Count: count, Of: of}
	}
	table, err := NewTable([]Entry{
		rule("was", 4, 4), rule("das", 4, 4),
		rule("was X", 9, 10, placed(2, MarksOf(Question))),
		rule("sag X so", 9, 10, placed(0, MarksOf(OpenQuote)), placed(1, MarksOf(Comma)), placed(3, MarksOf(Period, CloseQuote))),
	})
	if err != nil {
		t.Fatal(err)
	}
	model, err := EstimateLM([]Segment{{Words: []string{"das"}, Gaps: []Marks{0, 0}}}, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	return &Model{Rules: table, LM: model, Weights: Features{FeaturePhrase: 1, FeatureHierarchical: 1, FeatureUnknown: -1, FeatureGlue: -0.5}}
}

func TestTrace(t *testing.T) {
	m := questions(t)
	words := strings.Fields("sag was das so ja")
	got := NewChart(m, ChartOptions{}).Decode(words, 1)[0]
	var out strings.Builder
	if err := got.WriteTrace(&out, words, m); err != nil {
		t.Fatal(err)
	}
	want := `" sag , was das ? so . " ja
score 0.2891 (lm -39.61, phrase -0.2109, marks 5, questions 1, commas 1, others 2, rules 3, hierarchical 2, border 1, glue 1, unknown 1)

marks
  "  at the beginning: X -> <sag X~0 so, " sag , X~0 so . ">
  ,  after word 1, sag: X -> <sag X~0 so, " sag , X~0 so . ">
  ?  after word 3, das: X -> <was X~0, was X~0 ?>
  .  after word 4, so: X -> <sag X~0 so, " sag , X~0 so . ">
  "  after word 4, so: X -> <sag X~0 so, " sag , X~0 so . ">

rules
  X -> <sag X~0 so, " sag , X~0 so . ">  0.8945 (phrase -0.1055, marks 4, commas 1, others 2, rules 1, hierarchical 1)
    X -> <was X~0, was X~0 ?>  0.8945 (phrase -0.1055, marks 1, questions 1, rules 1, hierarchical 1, border 1)
      X -> <das, das>  0 (rules 1)
  X -> <ja, ja>  -1 (unknown 1)
  S -> <S~0 X~1, S~0 X~1>  -0.5 (glue 1)
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	trace, err := got.Trace(words, m)
	if err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	var again Trace
	if err := json.Unmarshal(file, &again); err != nil {
		t.Fatal(err)
	}
	again2, err := json.Marshal(&again)
	if err != nil || string(again2) != string(file) {
		t.Errorf("%v: %s is read as %s", err, file, again2)
	}
}

func TestTraceRefuses(t *testing.T) {
	m := questions(t)
	words := strings.Fields("was ist")
	best := func() Translation { return NewChart(m, ChartOptions{}).Decode(words, 1)[0] }
	for name, change := range map[string]func(*Translation){
		"gaps":    func(t *Translation) { t.Gaps = t.Gaps[1:] },
		"outside": func(t *Translation) { t.Derivation[0].To = 3 },
		"empty":   func(t *Translation) { t.Derivation[0].To = t.Derivation[0].From },
		"filling": func(t *Translation) { t.Derivation = t.Derivation[1:] },
	} {
		x := best()
		change(&x)
		if trace, err := x.Trace(words, m); err == nil {
			t.Errorf("%s: %+v", name, trace)
		}
	}
}
