package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestAddGiven(t *testing.T) {
	keeping, err := fillers.Parse("- uh\n", "list")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		list  *fillers.List
		given data.Disfluencies // of the second word
		left  bool
		want  string
	}{
		{"nothing", fillers.Default(), 0, false, "R--"},
		{"a repair", fillers.Default(), data.Repairs, false, "RR-"},
		{"a filled pause", fillers.Default(), data.FilledPauses, false, "RF-"},
		{"a filled pause that the list keeps", keeping, data.FilledPauses, false, "R--"},
		{"a repair that the list keeps", keeping, data.FilledPauses | data.Repairs, false, "RR-"},
		{"what is left", fillers.Default(), data.Repairs, true, "R--"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := transcript.Build("test", []transcript.Utterance{{Pieces: []transcript.Piece{{Text: "so "}, {Text: "uh ", Given: c.given}, {Text: "yes"}}}})
			w := workOn(t, doc, decidedAs("R--"))
			if w.options.Fillers = c.list; c.left {
				w.segments[0].way = isLeft
			}
			w.decisions[1].Level = 2
			w.addGiven()
			if got := why(w.decisions, removedAs); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if given := c.want[1] != '-'; given == (w.decisions[1].Level == 2) && c.given == 0 {
				t.Errorf("level %d", w.decisions[1].Level)
			}
		})
	}
}
