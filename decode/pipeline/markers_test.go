package pipeline_test

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// What is surely a discourse marker once there is punctuation goes, as it does from text that has it, and
// as far as it may.
func TestLateMarkers(t *testing.T) {
	s := bundletest.Sentence("now let me check my schedule ok you could to my office then")
	kept, err := fillers.Parse("- now", "list")
	if err != nil {
		t.Fatal(err)
	}
	o := func(set func(*engine.LabelOptions)) engine.LabelOptions {
		out := engine.LabelOptions{Level: engine.LevelStandard}
		set(&out)
		return out
	}
	for _, c := range []struct {
		name string
		o    pipeline.Options
		late bool
	}{
		{"as clean does", pipeline.Options{LabelOptions: o(func(*engine.LabelOptions) {})}, true},
		{"light", pipeline.Options{LabelOptions: o(func(l *engine.LabelOptions) { l.Level = engine.LevelLight })}, false},
		{"only what is surer", pipeline.Options{LabelOptions: o(func(l *engine.LabelOptions) { l.Confidence = 1 })}, false},
		{"without the model", pipeline.Options{LabelOptions: o(func(l *engine.LabelOptions) { l.Decoder.Without = []string{"discourse-markers"} })}, false},
		{"kept by the list", pipeline.Options{LabelOptions: o(func(*engine.LabelOptions) {}), Fillers: kept}, false},
	} {
		out, err := newPipeline(t, c.o).Whole(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range out.Decisions {
			late := c.late && s.Tokens[i].Text == "now"
			if (d.Late > 0 && d.Why != 0) != late || late && (d.Label != data.F || d.Why != data.DiscourseMarkers) {
				t.Errorf("%s: %q is %v, of the kinds %q, late %v", c.name, s.Tokens[i].Text, d.Label, d.Why, d.Late)
			}
		}
	}
}

// A trace tells of words that go once there is punctuation.
func TestTraceLate(t *testing.T) {
	s := bundletest.Sentence("excuse me dr steward i wonder if i could talk with you about my paper yes of course when will you be free this afternoon say from 3 to 4")
	s.Talk.Words = 2000 // without a sign of talk
	p := newPipeline(t, pipeline.Options{})
	traces, err := p.TraceWith(t.Context(), s, pipeline.TraceOptions{Stream: true})
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Whole(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	told, n := make(map[int]bool), 0
	for i := range traces {
		for _, w := range traces[i].Late {
			told[w.Token] = true
			if w.Text != s.Tokens[w.Token].Text || w.Token < traces[i].Tokens[0] || w.Token >= traces[i].Tokens[1] || w.Probability < 0.9 {
				t.Errorf("a trace of %v has %+v", traces[i].Tokens, w)
			}
		}
	}
	for i, d := range out.Decisions {
		if late := d.Late > 0; late != told[i] {
			t.Errorf("%q goes late: %v, and the trace says %v", s.Tokens[i].Text, late, told[i])
		} else if late {
			n++
		}
	}
	if n == 0 {
		t.Error("nothing goes late")
	}
}

// No mark stands within a number.
func TestCompoundNumbers(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	for _, text := range []string{"we meet at forty two no sorry forty three", "we meet at forty two no sorry forty three uh o'clock", "the the third of may nineteen eighty eight"} {
		s := bundletest.Sentence(text)
		out, err := p.Whole(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range out.Decisions {
			if w := s.Tokens[i].Text; d.Why == 0 && (w == "forty" || w == "eighty") && (d.Punct != data.NoPunct || d.End) {
				t.Errorf("%q: %v after %q, and an end %v", text, d.Punct, w, d.End)
			}
		}
	}
}
