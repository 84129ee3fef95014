package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestCommaAroundFillers takes out fillers that are set off by commas: one is kept where
// it would stand between the words beside them anyway. Words have their tags after a slash.
func TestCommaAroundFillers(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Objection/NN, uh, Your/PRP$ Honor/NNP.", "Objection, Your Honor."},
		{"Thank/VB you/PRP, um, Mr./NNP Smith/NNP.", "Thank you, Mr. Smith."},
		{"That/DT is/VBZ right/JJ, uh, sir/NN.", "That is right, sir."},
		{"I/PRP saw/VBD, um, John/NNP.", "I saw John."},
		{"We/PRP went/VBD to/TO, uh, Denver/NNP.", "We went to Denver."},
		{"I/PRP asked/VBD President/NNP, uh, Jones/NNP about/IN it/PRP.", "I asked President Jones about it."},
		{"Yes/UH, um, sir/NN.", "Yes, sir."},
		{"So/RB, um, we/PRP left/VBD.", "So, we left."},
		{"We/PRP want/VBP, uh, we/PRP want/VBP it/PRP.", "We want, we want it."},
		{"I/PRP, uh, went/VBD home/NN.", "I went home."},
		{"the/DT second/JJ half/NN, uh, our/PRP$ sales/NNS grew/VBD.", "the second half, our sales grew."},
		{"in/IN the/DT second/JJ, uh, half/NN.", "in the second half."},
		{"We/PRP sold/VBD dividends/NNS, um, which/WDT fell/VBD.", "We sold dividends, which fell."},
		{"the/DT tool/NN, uh, and/CC the/DT grade/NN.", "the tool and the grade."},
		{"We/PRP had/VBD apples/NNS, uh, oranges/NNS, and/CC pears/NNS.", "We had apples, oranges, and pears."},
		{"THANK/VB YOU/PRP, UM, THE/DT COURT/NN.", "THANK YOU THE COURT."},
	} {
		var text strings.Builder
		var tags []string
		for i, w := range strings.Fields(c.in) {
			core, rest, _ := strings.Cut(w, "/")
			n := strings.IndexFunc(rest, func(r rune) bool { return (r < 'A' || r > 'Z') && r != '$' })
			if n < 0 {
				n = len(rest)
			}
			if i > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(core + rest[n:])
			tags = append(tags, rest[:n])
		}
		d, err := ParseText(text.String(), "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i, tok := range d.Tokens {
			decisions[i].Tag = tags[tok.Word]
			if isPause(strings.ToLower(tok.Text)) {
				decisions[i].Why = data.FilledPauses
			}
		}
		if got := d.Edit(decisions, removing(data.DefaultRemoved)).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", text.String(), got, c.want)
		}
	}
}
