package adapt_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/training/adapt"
	"github.com/tidytalk/tidytalk/training/train"
)

// labels returns the words of sides, each with its label behind a slash, but for fluent ones.
func labels(sides []data.Side) string {
	var out []string
	for i := range sides {
		for k := range sides[i].Tokens {
			x := &sides[i].Tokens[k]
			w := x.Text
			switch x.Label() {
			case data.E:
				w += "/E"
			case data.F:
				w += "/" + string("-FDEC"[x.Kind])
			}
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// What was taken out gets the label of what it is; what is not clear is left out.
func TestFromEdited(t *testing.T) {
	for _, c := range []struct {
		said, edited, want string
		taken              adapt.Taken
	}{
		{"We went home.", "We went home.", "We went home", adapt.Taken{Sentences: 1}},
		{"We, uh, went home.", "We went home.", "We uh/F went home", adapt.Taken{Sentences: 1}},
		{"We, we went home.", "We went home.", "We/E we went home", adapt.Taken{Sentences: 1}},
		{"We went to the, to that house.", "We went to that house.", "We went to/E the/E to that house", adapt.Taken{Sentences: 1}},
		{"It was, you know, cold.", "It was cold.", "It was you/D know/D cold", adapt.Taken{Sentences: 1}},
		{"And it was cold.", "It was cold.", "And/C it was cold", adapt.Taken{Sentences: 1}},
		{"It was cold outside yesterday.", "It was cold yesterday.", "", adapt.Taken{Unclear: 1}},
		{"It was cold.", "It was rather cold.", "It was cold", adapt.Taken{Sentences: 1}},
		{"It was cold there. We, uh, went home.", "It was warm there. We went home.", "It was cold there We uh/F went home", adapt.Taken{Sentences: 2}},
		{"They're, uh, gonna go.", "They're going to go.", "They 're uh/F gonna go", adapt.Taken{Sentences: 1}},
		{"It was cold and all that. We, uh, went home.", "It was freezing. We went home.", "We uh/F went home", adapt.Taken{Sentences: 1, Changed: 1}},
		{"Then if it nobody went home.", "Then nobody went home.", "Then if/E it/E nobody went home", adapt.Taken{Sentences: 1}},
		{"Then old men of nob- women went home.", "Then women went home.", "Then old/E men/E of/E women went home", adapt.Taken{Sentences: 1}},
		{"Then they left if it.", "Then they left.", "", adapt.Taken{Unclear: 1}},
	} {
		texts, err := adapt.EditedTexts([]train.Pair{{ID: "call-1", Verbatim: c.said, Clean: c.edited}})
		if err != nil {
			t.Fatal(err)
		}
		sides, taken, err := adapt.FromEdited(t.Context(), bundletest.Default(t), texts, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := labels(sides); got != c.want || taken != c.taken {
			t.Errorf("%q: %q, %+v", c.said, got, taken)
		}
	}
}

// Pairs of a conversation are one text, whose speakers are told apart in transcripts; punctuation and ends of
// sentences are kept.
func TestReadEdited(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	pairs := write("p.tsv", "a-1\tWe, uh, left.\tWe left.\na-2\tIt was cold, no?\tIt was cold, no?\nb-1\tYes, I know it.\tYes, I know it.\n")
	raw := write("raw.txt", "Ann\tWe, uh, left.\nBob\tIt was cold, no?\nAnn\tYes, we know it.\n")
	clean := write("clean.srt", "1\n00:00:01,000 --> 00:00:02,000\nWe left. It was cold, no?\n\n2\n00:00:03,000 --> 00:00:04,000\nYes, we know it.\n")
	for what, want := range map[string][]string{
		pairs:             {"a A We uh/F left It was cold no", "b A Yes I know it"},
		raw + "=" + clean: {"raw A We uh/F left Yes we know it", "raw B It was cold no"},
	} {
		texts, err := adapt.ReadEdited(what)
		if err != nil {
			t.Fatal(err)
		}
		sides, _, err := adapt.FromEdited(t.Context(), bundletest.Default(t), texts, 2)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range sides {
			s := &sides[i]
			name, _, _ := strings.Cut(s.Name, "-")
			got = append(got, name+" "+string(rune(s.Speaker))+" "+labels(sides[i:i+1]))
			if last := s.Tokens[len(s.Tokens)-1]; last.Boundary != data.Complete || last.Punct == 0 {
				t.Errorf("%s: the end is %+v", what, last)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	for what, says := range map[string]string{
		raw:                           "columns",
		raw + "=" + dir + "/none.txt": "none.txt",
		dir + "/none.tsv":             "none.tsv",
	} {
		if _, err := adapt.ReadEdited(what); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
