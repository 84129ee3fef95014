package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestTimeScale writes words at a usual pace in all units, as lists and as answers of Riva, with long
// vowels and pauses: they are read at their times.
func TestTimeScale(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		unit := drawn.Of(t, "units in a second", 1.0, 1e2, 1e3, 1e6, 1e7, 1e9)
		fraction := unit == 1 || t.Bool("fractions") && unit == 1e3
		at, n := float64(t.Int("start", 0, 500)), t.Int("words", 1, 12)
		var list, riva []string
		var want []float64
		for i := range n {
			length := drawn.Of(t, "length", 0.15, 0.2, 0.25, 0.3, 0.6)
			if unit == 1e2 {
				length = max(length, 0.25) // fewer may be seconds
			}
			if i == 1 && n > 4 {
				length = 3
			}
			from, to := fmt.Sprintf("%.0f", at*unit), fmt.Sprintf("%.0f", (at+length)*unit)
			if fraction {
				from, to = fmt.Sprintf("%.3f", at*unit), fmt.Sprintf("%.3f", (at+length)*unit)
			}
			list = append(list, fmt.Sprintf(`{"word":"so","start":%s,"end":%s}`, from, to))
			riva = append(riva, fmt.Sprintf(`{"word":"so","startTime":%s,"endTime":%s}`, from, to))
			want = append(want, at)
			at += length + drawn.Of(t, "pause", 0, 0.1, 0.8, 5)
		}
		for format, src := range map[Format]string{
			List:   `{"words":[` + strings.Join(list, ",") + `]}`,
			Google: `{"results":[{"alternatives":[{"words":[` + strings.Join(riva, ",") + `]}]}]}`,
		} {
			f, err := Read(src, "a.json", format)
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range words(f, nil) {
				if d := w.Time.Start - want[i]; !w.Time.Known || d > 0.01 || d < -0.01 {
					t.Fatalf("word %d of %s is at %v, not %v, in %s", i, format, w.Time, want[i], src)
				}
			}
		}
	})
}

// TestHundredths reads segments whose times are hundredths of a second, as programs around whisper.cpp write them.
func TestHundredths(t *testing.T) {
	f := mustRead(t, `[{"start":40,"stop":356,"text":"So, um, I think we should start with the budget.","speaker":"1"},{"start":440,"stop":852,"text":"Yeah, I, I mean, the travel budget is, uh, forty thousand this year.","speaker":"2"}]`, "a.json", "")
	if got := f.views[0].utterances[1].Time; got.Start != 4.4 || got.End != 8.52 {
		t.Errorf("the second segment is at %v", got)
	}
}
