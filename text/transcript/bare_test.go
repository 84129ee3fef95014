package transcript

import "testing"

// TestBareTurns tells turns without punctuation in text that has some from parts of sentences and short answers.
func TestBareTurns(t *testing.T) {
	const around = "Ann: So, we went there. It was fine.\nBo: Yes. I think so, too.\n"
	for _, c := range []struct {
		name, src string
		want      int // turns without punctuation
	}{
		{"all have it", around, 0},
		{"none has it", "Ann: so we went there and it was fine again today\nBo: yes i think so too\n", 2},
		{"one has none", around + "Ann: and then i went to the shop to get some bread\nBo: Right.\n", 1},
		{"with a note", around + "Ann: and then i went to the shop [laughs] to get some bread\nBo: Right.\n", 1},
		{"two of a speaker", around + "Ann: and then i went to the shop to get some bread\nBo: Right.\nAnn: but they had no bread so i went home again\n", 2},
		{"short", around + "Ann: and then i went home\nBo: Right.\n", 0},
		{"a capital", around + "Ann: Then we went to the shop to get some bread\nBo: Right.\n", 0},
		{"a comma", around + "Ann: and then, we went to the shop to get some bread\nBo: Right.\n", 0},
		{"a dash that stands alone", around + "Ann: and then we went to the shop to get some -\nBo: Right.\n", 0},
		{"it goes on", around + "Ann: and then i went to the shop to get some bread\nBo: Right.\nAnn: and some milk.\n", 0},
		{"it goes on from before", "Ann: So we went there. It was fine and\nBo: Yes. I think so, too.\nAnn: and then i went to the shop to get some bread\nBo: Right.\n", 0},
		{"a paragraph of nobody", "So, we went there. It was fine.\n\nand then i went to the shop to get some bread\n\nYes. I think so, too.\n", 1},
		{"a paragraph that goes on", "So, we went there. It was fine\n\nand then i went to the shop to get some bread\n\nYes. I think so, too.\n", 0},
		{"a paragraph with another line", "So, we went there. It was fine.\n\nand then i went to the shop to get some bread\nYes. I think so, too.\n", 0},
		{"nobody is named", "So, we went there. It was fine.\nYes. I think so, too.\nand then i went to the shop to get some bread\n", 0},
	} {
		d, err := ParseText(c.src, "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, turn := range d.Turns {
			if !turn.Punctuated {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d turns have no punctuation, not %d", c.name, got, c.want)
		}
	}
}
