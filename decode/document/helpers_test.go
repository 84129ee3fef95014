package document

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// newDecider returns a decider with the default models, at the standard level where none is
// said.
func newDecider(t testing.TB, o Options) *Decider {
	t.Helper()
	if o.Level == "" {
		o.Level = engine.LevelStandard
	}
	d, err := New(bundletest.Default(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func optionsOf(level engine.Level, language string) Options {
	return Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: level}}, Language: language}
}

func parse(t testing.TB, text string) *transcript.Document {
	t.Helper()
	d, err := transcript.ParseText(text, "test")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// clean cleans text as a whole.
func clean(t testing.TB, d *Decider, text string) string {
	t.Helper()
	out, err := d.Decide(t.Context(), parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return out.Edit(transcript.Rewriting{}).Text()
}

// workOn returns work on a document all of which is one segment, as the models have decided.
func workOn(t *testing.T, doc *transcript.Document, decisions []data.Decision) *work {
	t.Helper()
	if decisions == nil {
		decisions = make([]data.Decision, len(doc.Tokens))
	}
	all := transcript.Segment{Words: transcript.Span{End: len(doc.Words)}, Tokens: transcript.Span{End: len(doc.Tokens)}}
	return &work{
		Decider: &Decider{options: Options{}}, doc: doc, segments: []segment{{Segment: all}}, loops: &loops{},
		decisions: decisions, problems: make([]error, 1),
	}
}

// why returns the kinds of each token as letters: R for repairs, F for filled pauses, - for none.
func why(decisions []data.Decision, of func(*data.Decision) data.Disfluencies) string {
	var b strings.Builder
	for i := range decisions {
		switch set := of(&decisions[i]); {
		case set&data.Repairs != 0:
			b.WriteByte('R')
		case set&data.FilledPauses != 0:
			b.WriteByte('F')
		case set&data.Loops != 0:
			b.WriteByte('L')
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

func removedAs(d *data.Decision) data.Disfluencies { return d.Why }
func would(d *data.Decision) data.Disfluencies     { return d.Would }

// decidedAs returns decisions of which letters say what is removed, as why does.
func decidedAs(letters string) []data.Decision {
	out := make([]data.Decision, len(letters))
	for i, c := range letters {
		switch c {
		case 'R':
			out[i].Label, out[i].Why = data.E, data.Repairs
		case 'F':
			out[i].Label, out[i].Kind, out[i].Why = data.F, data.FilledPause, data.FilledPauses
		}
		out[i].Would = out[i].Why
	}
	return out
}
