package stages

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/m3n"
)

// TestRoughCopy shows which words a rough copy covers: as reparandum (r, with
// place 1 first, 2 inside, 3 last, 4 only) and as repair (p).
func TestRoughCopy(t *testing.T) {
	for _, c := range []struct{ words, tags, fillers, want string }{
		{"to boston uh i mean to denver", "TO NNP UH PRP VBP TO NNP", "0011100", "r1 r3 - - - p1 p2"},
		{"the the dog", "DT DT NN", "000", "r4 p1 -"},
		{"go home now", "VB NN RB", "000", "- - -"},
	} {
		words, tags := strings.Fields(c.words), strings.Fields(c.tags)
		in := &instance{}
		for i, w := range words {
			in.words = append(in.words, newLexeme(w))
			in.start, in.end = append(in.start, unknown), append(in.end, unknown)
			in.tag = append(in.tag, m3n.Symbol(tags[i]))
			in.filler = append(in.filler, m3n.Bool(c.fillers[i] == '1'))
		}
		seq := m3n.NewSequence(stageSchema)
		in.fillStage(seq, &editScratch{}, nil)
		var got []string
		for t := range words {
			s := ""
			if v := seq.Column(stageCopy.repair)[t]; v != m3n.Absent {
				s = fmt.Sprintf("p%d", v-m3n.Int(0))
			}
			if v := seq.Column(stageCopy.place)[t]; v != m3n.Absent {
				if s != "" {
					s += "+"
				}
				s += fmt.Sprintf("r%d", v-m3n.Int(0))
			}
			if s == "" {
				s = "-"
			}
			got = append(got, s)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.words, g, c.want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, same := range [][]string{{"was", "is", "'re"}, {"walk", "walked", "walking", "walks"}, {"the", "a", "an"}, {"house", "houses"}} {
		for _, w := range same[1:] {
			if stem(w) != stem(same[0]) {
				t.Errorf("%q has the stem %q, %q has %q", w, stem(w), same[0], stem(same[0]))
			}
		}
	}
}
