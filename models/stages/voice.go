package stages

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// voiceColumn is a continuous column that holds a feature of the voice at the boundary after
// a word.
type voiceColumn struct {
	name    string
	feature int // in data.Token.Voice
}

// voiceColumns are those of the features of package prosody that are numbers. A column has
// the name of its feature with "v_" in front and "_" for ".": v_pause_after.
var voiceColumns = func() []voiceColumn {
	var out []voiceColumn
	for i, f := range prosody.Features() {
		if f.Values == nil {
			out = append(out, voiceColumn{"v_" + strings.ReplaceAll(f.Name, ".", "_"), i})
		}
	}
	return out
}()

// numFeatures is the length of data.Token.Voice.
var numFeatures = prosody.NumFeatures()

// WithVoice returns a schema with the columns of the voice after its continuous ones. They are
// present or absent as the pauses are: there are thresholds of their values, and none is
// reached where nothing is known.
func WithVoice(s *m3n.Schema) *m3n.Schema {
	out := *s
	out.Reals = slices.Clone(s.Reals)
	for _, c := range voiceColumns {
		out.Reals = append(out.Reals, c.name)
	}
	return &out
}

// ReadsVoice reports whether templates read a column of the voice. Models are trained with
// these columns where they do.
func ReadsVoice(t *m3n.Templates) bool {
	return slices.ContainsFunc(t.Continuous(), func(name string) bool {
		return slices.ContainsFunc(voiceColumns, func(c voiceColumn) bool { return c.name == name })
	})
}

// fillVoice fills the columns of the voice, which begin at a continuous one.
func (in *instance) fillVoice(seq *m3n.Sequence, first int) {
	if len(in.voice) == 0 {
		return
	}
	for k := range voiceColumns {
		to, feature := seq.Real(first+k), voiceColumns[k].feature
		for t, v := range in.voice {
			if v != nil {
				to[t] = float64(v[feature])
			}
		}
	}
}

// FillVoice fills the columns of the voice of a sequence that ReadingColumns has filled, with
// a schema WithVoice.
func (r *Reading) FillVoice(seq *m3n.Sequence) { r.in.fillVoice(seq, len(stageSchema.Reals)) }

// HideTimes makes unknown what the times of words give, and what a voice says at them, in a
// sequence with the columns of StageSchema, or WithVoice of that.
func HideTimes(seq *m3n.Sequence, s *m3n.Schema) {
	hide := func(i int) {
		for t := range seq.Real(i) {
			seq.Real(i)[t] = unknown
		}
	}
	for i := range pauses {
		hide(i)
	}
	for i := len(stageSchema.Reals); i < len(s.Reals); i++ {
		hide(i)
	}
}
