package engine

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestAlone: each word is written with its label and, of fillers, the kind; what belongs to no repair is in
// the wanted text.
func TestAlone(t *testing.T) {
	for text, want := range map[string]string{
		"he/O said/O excuse/FE me/FE and/O left/O":      "excuse me",
		"excuse/FE me/FE where/O is/O it/O":             "excuse me",
		"on/E monday/E excuse/FE me/FE on/O friday/O":   "",
		"monday/E uh/FF sorry/FE friday/O":              "",
		"monday/E sorry/FE uh/FF or/FE friday/O":        "",
		"monday/O sorry/FE friday/O":                    "sorry",
		"i/FE mean/FE it/O is/O late/O":                 "",
		"it/O is/O or/FE i/FE mean/FE it/O was/O":       "or i mean",
		"or/FC we/O go/O you/FD know/FD":                "",
		"well/FD you/FE know/FE sorry/FE that/O is/O":   "you know sorry",
		"a/E big/E uh/FF you/FD know/FD or/FE small/O":  "",
		"it/O was/O no/FE it/E was/E it/O is/O no/FE a": "no no",
	} {
		s := &data.Sentence{}
		var d []data.Decision
		for w := range strings.FieldsSeq(text) {
			w, mark, _ := strings.Cut(w, "/")
			s.Tokens = append(s.Tokens, data.Token{Text: w})
			label := map[byte]data.Label{'E': data.E, 'F': data.F, 'O': data.O}[(mark + "O")[0]]
			kind := map[string]data.Kind{"FE": data.EditingTerm, "FF": data.FilledPause, "FD": data.DiscourseMarker, "FC": data.Conjunction}[mark]
			d = append(d, data.Decision{Label: label, Kind: kind})
		}
		var got []string
		for i := range d {
			if alone(s, d, i) {
				got = append(got, s.Tokens[i].Text)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
