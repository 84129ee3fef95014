package corrections

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Result is a transcript as people have changed it.
type Result struct {
	File    *formats.File
	Cleaned *tidytalk.Cleaned // of the document of File
	Plan    *formats.Plan
	Refused []Refused // what is left out, in the order of the Edit; not nil
}

// refusal is something that is refused, and its place in its list.
type refusal struct {
	at int
	Refused
}

// Options returns the options of a cleaner whose decisions an Edit chooses from: all that it may ask for is there, whatever
// is removed by default.
func Options(o tidytalk.Options) tidytalk.Options {
	o.Level, o.Confidence, o.AsWritten = tidytalk.LevelStandard, 0, false
	o.Explain, o.Posteriors = true, true
	o.Editors.Set(data.Editorial, data.DefaultShare)
	return o
}

// Apply carries an Edit out on a file and the decisions about its words, by a cleaner that has Options. f holds the rest of the
// settings, as Asked makes them, of which the level and the rewriting count. Neither file nor cleaned is changed.
func (e *Edit) Apply(f *cleaning.Cleaning, file *formats.File, cleaned *tidytalk.Cleaned) *Result {
	out := &Result{File: file, Refused: []Refused{}}
	decided := *cleaned
	var refused []Refused
	decided.Decisions, refused = e.Decisions(f, file.Document, cleaned)
	out.Refused = append(out.Refused, refused...)
	own, wrong := file.Rework(e.rework())
	out.Refused = append(out.Refused, refusedOf(wrong)...)
	if own != file {
		out.File = own
		follow(&decided, own.Document)
	}
	out.Cleaned = &decided
	out.Plan = decided.Plan(f.Rewriting)
	out.Plan.KeepEmpty, out.Plan.Revisions = f.KeepEmpty, f.Revisions
	for _, c := range e.Comments {
		x := formats.Comment{Words: transcript.Span{Start: c.From, End: c.End}, Text: c.Text, Highlight: c.Highlight}
		if err := own.CheckComment(x); err != nil {
			out.Refused = append(out.Refused, Refused{OfComments, c.From, strings.TrimPrefix(err.Error(), formats.ErrComment.Error()+": ")})
			continue
		}
		out.Plan.Comments = append(out.Plan.Comments, x)
	}
	return out
}

// Decisions returns what is decided about the tokens of a document: what the models have decided, as far as the level or the
// confidence lets it happen, with what people have corrected, and which of that is left out.
func (e *Edit) Decisions(f *cleaning.Cleaning, doc *transcript.Document, cleaned *tidytalk.Cleaned) ([]data.Decision, []Refused) {
	removes := e.removes(f)
	out := slices.Clone(cleaned.Decisions)
	for t := range out {
		x := &out[t]
		switch would := removes(x); {
		case would == (x.Why&^data.Editorial != 0): // what editors alone take out, a style decides about
		case would:
			x.Why = x.Would
			x.Label, x.Kind = x.Would.Labelled()
		default:
			x.Label, x.Kind, x.Why = data.O, data.NoKind, 0
		}
	}
	by, at, all := e.words()
	out, wrong := doc.Correct(out, by)
	for _, x := range wrong {
		all = append(all, refusal{at[x.Correction], Refused{OfWords, by[x.Correction].Word, bare(x.Err)}})
	}
	slices.SortStableFunc(all, func(a, b refusal) int { return a.at - b.at })
	var refused []Refused
	for _, x := range all {
		refused = append(refused, x.Refused)
	}
	return out, refused
}

// bare returns what an error says beside that it is one of corrections.
func bare(err error) string {
	return strings.TrimPrefix(err.Error(), transcript.ErrCorrection.Error()+": ")
}

// removes returns whether a token is removed for its disfluencies, of whatever kind.
func (e *Edit) removes(f *cleaning.Cleaning) func(d *data.Decision) bool {
	if e.Confidence != nil {
		const always = data.FilledPauses | data.PartialWords | data.Loops
		return func(d *data.Decision) bool {
			return d.Would&always != 0 || d.Would != 0 && d.Confidence >= *e.Confidence
		}
	}
	level := slices.Index(engine.Levels, f.Options.Level)
	return func(d *data.Decision) bool { return d.Would != 0 && int(d.Level) <= level }
}

// Held returns the Edit without the corrections of words that are left out of a document.
func (e *Edit) Held(doc *transcript.Document, cleaned *tidytalk.Cleaned) *Edit {
	by, at, _ := e.words()
	_, wrong := doc.Correct(cleaned.Decisions, by)
	out := *e
	out.Corrections = nil
	for i, x := range at {
		if len(wrong) > 0 && wrong[0].Correction == i {
			wrong = wrong[1:]
			continue
		}
		out.Corrections = append(out.Corrections, e.Corrections[x])
	}
	return &out
}
