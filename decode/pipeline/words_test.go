package pipeline

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/fillers"
)

func newReader(t testing.TB) *wordReader {
	r := &wordReader{fluent: bundletest.Default(t).Sentences().Stages().LanguageModels().Fluent, bare: true}
	r.start(fillers.Default())
	return r
}

func (r *wordReader) takeAll(text string) {
	for w := range strings.FieldsSeq(text) {
		r.take(w, data.Token{Text: strings.ToLower(w)})
	}
}

func (r *wordReader) String() string {
	var texts []string
	for i := range r.words {
		texts = append(texts, r.words[i].Text)
	}
	return strings.Join(texts, " ")
}

// TestWordReader: models read contractions whose apostrophe is missing as their tokens,
// where that is sure, and fillers as they know them.
func TestWordReader(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"i dont know umm", "i do n't know um"},
		{"I DONT KNOW", "i do n't know"},
		{"we met at five oclock", "we met at five o'clock"},
		{"i think its going to rain", "i think it 's going to rain"},
		{"i think its its going to rain", "i think it 's it 's going to rain"},
		{"its its its its its its its its ball", "its its its its its its its its ball"},
		{"the dog lost its ball", "the dog lost its ball"},
		{"we were there", "we were there"},
		{"id like to go", "i 'd like to go"},
		{"show me your id card", "show me your id card"},
		{"it 's late and i know its late", "it 's late and i know its late"}, // it has its apostrophes
		{"its", "its"},
		{"johns house", "johns house"},
	} {
		r := newReader(t)
		r.takeAll(c.text)
		r.finish()
		if got := r.String(); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if len(r.words) != len(r.parts) || len(r.words) != len(r.listed) {
			t.Errorf("%q: %d words, %d parts, %d of the list", c.text, len(r.words), len(r.parts), len(r.listed))
		}
		r = newReader(t)
		r.bare = false
		r.takeAll(c.text)
		if len(r.words) != len(strings.Fields(c.text)) || len(r.awaiting) > 0 {
			t.Errorf("%q is not bare: %q", c.text, r)
		}
	}
}

// TestWordReaderWaits: words wait for few others, and those that wait are read as soon as
// it is known how.
func TestWordReaderWaits(t *testing.T) {
	words := strings.Fields("its were dont um well the i lets going to id its its")
	drawn.Check(t, func(c *drawn.Case) {
		r := newReader(t)
		n := 0
		for _, w := range drawn.Several(c, "words", 1, 40, words...) {
			r.takeAll(w)
			n++
			if len(r.awaiting) > 2*around+1 {
				c.Fatalf("%d words wait", len(r.awaiting))
			}
		}
		r.finish()
		// No word is lost, and each is what it was but for its apostrophe.
		if m := len(r.parts) - countRest(r.parts); m != n || len(r.awaiting) > 0 {
			c.Fatalf("%d words of %d", m, n)
		}
	})
}

func countRest(parts []int) int {
	n := 0
	for _, p := range parts {
		if p == rest {
			n++
		}
	}
	return n
}

// TestWhole joins decisions about parts.
func TestWhole(t *testing.T) {
	repair := data.Decision{Label: data.E, Why: data.Repairs, Confidence: 0.9, Cased: "I"}
	fluent := data.Decision{Confidence: 1, Cased: "'m", Punct: data.Comma, End: true}
	for _, c := range []struct {
		name  string
		in    []data.Decision
		parts []int
		want  []data.Decision
	}{
		{"a word", []data.Decision{repair}, []int{0}, []data.Decision{repair}},
		{"of which a part is removed", []data.Decision{repair, fluent}, []int{1, rest},
			[]data.Decision{{Confidence: 0.9, Cased: "I'm", Punct: data.Comma, End: true, Apostrophe: 1}}},
		{"of which the rest is removed", []data.Decision{fluent, repair}, []int{1, rest},
			[]data.Decision{{Confidence: 0.9, Cased: "'mI", Punct: data.Comma, Apostrophe: 1}}},
		{"which is removed", []data.Decision{fluent, repair, repair}, []int{0, 2, rest},
			[]data.Decision{fluent, {Label: data.E, Why: data.Repairs, Confidence: 0.9, Cased: "II", Apostrophe: 2}}},
		{"of one token", []data.Decision{fluent}, []int{1},
			[]data.Decision{{Confidence: 1, Cased: "'m", Punct: data.Comma, End: true, Apostrophe: 1}}},
	} {
		if got := whole(slices.Clone(c.in), c.parts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
