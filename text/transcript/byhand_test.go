package transcript

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestCorrect(t *testing.T) {
	mark := func(s string) *string { return &s }
	const typed, bare = "Bob: I, uh, I went to the, you know, shop. It was fine.", "i uh i went to the shop it was fine"
	tests := []struct {
		name, src string
		rewriting Rewriting
		by        []Correction
		want      string
	}{
		{"nothing", typed, Rewriting{}, nil, "Bob: I went to the shop. It was fine."},
		{"comes back", typed, Rewriting{}, []Correction{{Word: 1, Fate: Keep}}, "Bob: Uh, I went to the shop. It was fine."},
		{"goes", typed, Rewriting{}, []Correction{{Word: 10, Fate: Remove}, {Word: 8, Fate: Remove, Kind: data.DiscourseMarkers}}, "Bob: I went to the. It fine."},
		{"goes though its kind stays", typed, Rewriting{Remove: data.NoDisfluencies}, []Correction{{Word: 11, Fate: Remove}}, "Bob: I, uh, I went to the, you know, shop. It was."},
		{"mark", typed, Rewriting{}, []Correction{{Word: 8, Mark: mark("!")}, {Word: 3, Mark: mark(";")}}, "Bob: I went; to the shop! It was fine."},
		{"mark that ends a sentence", typed, Rewriting{}, []Correction{{Word: 3, Mark: mark(".")}}, "Bob: I went. To the shop. It was fine."},
		{"no punctuation mark", typed, Rewriting{}, []Correction{{Word: 11, Mark: mark("")}}, "Bob: I went to the shop. It was fine"},
		{"case", typed, Rewriting{}, []Correction{{Word: 8, Form: "Shop"}, {Word: 9, Form: "it"}}, "Bob: I went to the Shop. it was fine."},
		{"restored", bare, Rewriting{}, []Correction{{Word: 6, Mark: mark("?")}}, "I went to the shop? It was fine."},
		{"restored, by hand", bare, Rewriting{}, []Correction{{Word: 6, Mark: mark(""), Form: "SHOP"}}, "I went to the SHOP it was fine."},
		{"strip wins", typed, Rewriting{Punct: PunctStrip, Case: CaseLower}, []Correction{{Word: 8, Mark: mark("!"), Form: "Shop"}}, "Bob: i went to the shop it was fine"},
		{"plain", typed, Rewriting{Plain: true}, []Correction{{Word: 8, Mark: mark("!"), Form: "Shop"}, {Word: 1, Fate: Keep}}, "Bob: Uh, I went to the shop. It was fine."},
		{"what stays in lower case", bare, Rewriting{Case: CaseKeep, Punct: PunctKeep}, []Correction{{Word: 0, Fate: Keep}, {Word: 2, Form: "I"}}, "i I went to the shop it was fine"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			d, err := ParseText(x.src, "text")
			if err != nil {
				t.Fatal(err)
			}
			decisions := make([]data.Decision, len(d.Tokens))
			decisions[0].Why, decisions[1].Why = data.Repairs, data.FilledPauses
			for i := range d.Tokens {
				switch d.Tokens[i].Text {
				case "you", "know":
					decisions[i].Why = data.DiscourseMarkers
				case "shop", "fine":
					decisions[i].Punct = data.Period
				}
				decisions[i].Cased = d.Tokens[i].Text
			}
			before := slices.Clone(decisions)
			out, err := d.Correct(decisions, x.by)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Edit(out, x.rewriting).Text(); got != x.want {
				t.Errorf("%q\nnot %q", got, x.want)
			}
			if !slices.Equal(decisions, before) {
				t.Error("the decisions were changed")
			}
		})
	}
}

func TestCorrectRefuses(t *testing.T) {
	mark := func(s string) *string { return &s }
	d, err := ParseText("Bob: I went [laughter] to Denver* gestern", "text")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	decisions[len(decisions)-1].Left = true
	for _, x := range []struct {
		by   []Correction
		says string
	}{
		{[]Correction{{Word: -1}}, "no word -1"},
		{[]Correction{{Word: 6}}, "no word 6"},
		{[]Correction{{Word: 1, Fate: Remove}, {Word: 1, Mark: mark("")}}, "two of word 1"},
		{[]Correction{{Word: 2, Fate: Remove}}, "a note"},
		{[]Correction{{Word: 1, Fate: 7}}, "fate 7"},
		{[]Correction{{Word: 1, Fate: Remove, Kind: data.Repairs | data.Loops}}, "one"},
		{[]Correction{{Word: 1, Form: "go"}}, "only its case"},
		{[]Correction{{Word: 1, Form: "w ent"}}, "only its case"},
		{[]Correction{{Word: 1, Mark: mark("x")}}, "no punctuation mark"},
		{[]Correction{{Word: 1, Mark: mark("\n")}}, "no punctuation mark"},
		{[]Correction{{Word: 1, Mark: mark("*")}}, "no punctuation mark"},
		{[]Correction{{Word: 1, Mark: mark(strings.Repeat(".", 17))}}, "more than"},
		{[]Correction{{Word: 5, Fate: Remove}}, "another language"},
	} {
		_, err := d.Correct(decisions, x.by)
		if !errors.Is(err, ErrCorrection) || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%+v: %v, which does not say %q", x.by, err, x.says)
		}
	}
	if _, err := d.Correct(nil, []Correction{{Word: 4, Mark: mark("*!")}, {Word: 0, Form: "i"}}); err != nil {
		t.Error(err)
	}
}

func BenchmarkCorrected(b *testing.B) {
	d, err := ParseText(strings.Repeat("Bob: Well, I, uh, I went to the, you know, the shop -- and then... we didn't buy it.\n", 5000), "bench")
	if err != nil {
		b.Fatal(err)
	}
	var by []Correction
	for w := 0; w < len(d.Words); w += 100 {
		by = append(by, Correction{Word: w, Fate: Remove})
	}
	b.ReportAllocs()
	for b.Loop() {
		decisions, err := d.Correct(nil, by)
		if err != nil {
			b.Fatal(err)
		}
		d.Edit(decisions, Rewriting{})
	}
	b.ReportMetric(float64(len(d.Words)), "words/op")
}
