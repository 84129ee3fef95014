package transcript

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/numerals"
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
		{"retyped", typed, Rewriting{}, []Correction{{Word: 8, Text: "bishop"}}, "Bob: I went to the bishop. It was fine."},
		{"retyped as several, with another mark", typed, Rewriting{}, []Correction{{Word: 8, Text: "New York", Mark: mark("!")}, {Word: 1, Fate: Keep, Text: "er"}}, "Bob: er, I went to the New York! It was fine."},
		{"retyped, and removed all the same", typed, Rewriting{}, []Correction{{Word: 1, Text: "er"}}, "Bob: I went to the shop. It was fine."},
		{"retyped, and case is as typed", bare, Rewriting{}, []Correction{{Word: 2, Text: "they"}, {Word: 6, Text: "O'Shea's"}}, "they went to the O'Shea's. It was fine."},
		{"retyped, and all is small", typed, Rewriting{Case: CaseLower}, []Correction{{Word: 8, Text: "New York"}}, "Bob: i went to the new york. it was fine."},
		{"retyped in files of words", typed, Rewriting{Plain: true}, []Correction{{Word: 8, Text: "bishop"}}, "Bob: I went to the bishop. It was fine."},
		{"retyped as it was", typed, Rewriting{}, []Correction{{Word: 8, Text: "shop"}}, "Bob: I went to the shop. It was fine."},
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
			out, refused := d.Correct(decisions, x.by)
			if len(refused) > 0 {
				t.Fatal(refused)
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
		{[]Correction{{Word: 1, Text: "go\nBob:"}}, "line ends"},
		{[]Correction{{Word: 1, Text: "go\u2028"}}, "line ends"},
		{[]Correction{{Word: 1, Text: "g\xff"}}, "control"},
		{[]Correction{{Word: 1, Text: " went"}}, "blanks around"},
		{[]Correction{{Word: 1, Text: "a  b"}}, "several at a place"},
		{[]Correction{{Word: 1, Text: "--"}}, "is no word"},
		{[]Correction{{Word: 1, Text: strings.Repeat("a", 1001)}}, "more than"},
	} {
		// What is wrong is left out, and the rest holds.
		last := len(x.by)
		out, refused := d.Correct(decisions, append(x.by, Correction{Word: 4, Form: "denver"}))
		if len(refused) != 1 || refused[0].Correction != last-1 || !errors.Is(refused[0].Err, ErrCorrection) || !strings.Contains(refused[0].Err.Error(), x.says) {
			t.Errorf("%+v: %v, which does not say %q of the last", x.by, refused, x.says)
		}
		if got := d.Edit(out, Rewriting{Case: CaseKeep}).Text(); !strings.Contains(got, " denver* gestern") || strings.Contains(got, "went") != (x.by[0].Fate != Remove || last == 1) {
			t.Errorf("%+v: %s", x.by, got)
		}
	}
	if _, refused := d.Correct(nil, []Correction{{Word: 4, Mark: mark("*!")}, {Word: 0, Form: "i"}}); refused != nil {
		t.Error(refused)
	}
}

// A word that is retyped is no part of a number, and is a change of its own, whole.
func TestRetyped(t *testing.T) {
	d, err := ParseText("I paid twenty five dollars there.", "text")
	if err != nil {
		t.Fatal(err)
	}
	out, _ := d.Correct(nil, []Correction{{Word: 2, Text: "thirty"}, {Word: 5, Text: "then"}})
	e := d.Edit(out, Rewriting{Numbers: NumberDigits, NumberStyle: numerals.All})
	if got, want := e.Text(), "I paid thirty $5 then."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	var retyped []Change
	for _, c := range e.Changes() {
		if c.Kind == Retype {
			retyped = append(retyped, c)
		}
	}
	want := []Change{{Span: Span{7, 13}, Text: "thirty", Kind: Retype, Words: Span{2, 3}}, {Span: Span{27, 32}, Text: "then", Kind: Retype, Words: Span{5, 6}}}
	if !slices.Equal(retyped, want) {
		t.Errorf("%+v, not %+v", retyped, want)
	}
}

// What is retyped stands in another document that says the same, whichever words are one there.
func TestRetypedLike(t *testing.T) {
	const first, other = "and we went to St. John's--and back", "and we went to St . John 's -- and back"
	a, err := ParseText(first, "first")
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParseText(other, "other")
	if err != nil {
		t.Fatal(err)
	}
	word := slices.IndexFunc(a.Words, func(w Word) bool { return strings.Contains(a.Text(w.Bytes), "John") })
	out, refused := a.Correct(nil, []Correction{{Word: word, Text: "James"}})
	if refused != nil {
		t.Fatal(refused)
	}
	like := make([]int32, len(b.Tokens))
	for i := range like {
		like[i] = LikeNone
		if at := slices.IndexFunc(a.Tokens, func(x Token) bool { return x.Text == b.Tokens[i].Text }); at >= 0 {
			like[i] = int32(at)
		}
	}
	e := a.Edit(out, Rewriting{Case: CaseKeep, Punct: PunctKeep})
	got := b.EditLike(e, like, Rewriting{Case: CaseKeep, Punct: PunctKeep}).Text()
	if strings.Count(got, "James") != 1 || strings.Contains(got, "John") || strings.Contains(got, "'s") {
		t.Errorf("%q", got)
	}
}

// What says all twice has what is retyped in both places, though nothing that is retyped is between them.
func TestRetypedLikeTwice(t *testing.T) {
	for _, c := range []struct{ first, other, want string }{
		{"so I went", "so I went\n\nso I went", "so the zebra went\n\nso the zebra went"},
		{"I", "I\n\nI", "the zebra\n\nthe zebra"},
		{"so I.E. went", "so I. E. went\n\nso I.E. went", "so the zebra. went\n\nso the zebra went"},
	} {
		a, err := ParseText(c.first, "first")
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParseText(c.other, "other")
		if err != nil {
			t.Fatal(err)
		}
		word := slices.IndexFunc(a.Words, func(w Word) bool { return a.Text(w.Bytes)[0] == 'I' })
		out, refused := a.Correct(nil, []Correction{{Word: word, Text: "the zebra"}})
		if refused != nil {
			t.Fatal(refused)
		}
		like := make([]int32, len(b.Tokens))
		for i := range like {
			like[i] = int32(slices.IndexFunc(a.Tokens, func(x Token) bool { return strings.HasPrefix(x.Text, b.Tokens[i].Text[:1]) }))
			if b.Tokens[i].Text[0] == 'E' || b.Tokens[i].Text[0] == 'e' {
				like[i] = int32(a.Words[word].Tokens.Start) // the other part of the word
			}
		}
		as := Rewriting{Case: CaseKeep, Punct: PunctKeep}
		if got := b.EditLike(a.Edit(out, as), like, as).Text(); strings.TrimSpace(got) != c.want {
			t.Errorf("%q becomes %q, not %q", c.other, got, c.want)
		}
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
		decisions, refused := d.Correct(nil, by)
		if refused != nil {
			b.Fatal(refused)
		}
		d.Edit(decisions, Rewriting{})
	}
	b.ReportMetric(float64(len(d.Words)), "words/op")
}
