package document

import (
	"strings"
	"testing"
)

func TestHear(t *testing.T) {
	const (
		english = "we went there with my grandmother every day of the week because it was near"
		german  = "ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte"
	)
	d := newDecider(t, Options{})
	for _, c := range []struct{ name, said, text, want string }{
		{"English", "", english, "en"},
		{"German", "", german, "de"},
		{"a word of many", "", "ja", "und"},
		{"too short", "", "Gilbert", "en"},
		{"too short, as the file", "", "A: " + german + "\nB: Gilbert", "de"},
		{"as the speaker, not the file", "", "A: " + german + "\nA: " + german + "\nB: " + english + "\nB: Gilbert", "de en"},
		{"as the speaker", "", "A: " + german + "\nB: " + english + "\nA: um vier", "de en de"},
		{"what is before in the turn", "", english + ". Ja. Um.", "en"},
		{"two in a turn", "", english + ".\n" + german + ".\n", "en de"},
		{"it is said", "sl", english, "sl"},
		{"it is said, and other turns are known", "de", english, "en"},
		{"it is said, and what is short is of it", "de", "A: " + german + "\nB: Gilbert", "de"},
		{"it is said and known", "en", "A: " + german, "de"},
		{"no words", "", "[noise]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &work{Decider: d, doc: parse(t, c.text)}
			w.doc.Language = c.said
			w.hear()
			var got []string
			for i, code := range w.spoken {
				if w.doc.Words[i].Tokens.Len() > 0 && (len(got) == 0 || got[len(got)-1] != code) {
					got = append(got, code)
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	w := &work{Decider: newDecider(t, Options{Language: "en"}), doc: parse(t, german)}
	if w.hear(); w.spoken != nil {
		t.Errorf("it is known: %q", w.spoken)
	}
}
