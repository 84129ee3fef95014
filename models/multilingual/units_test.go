package multilingual

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/models/rnn"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		word, language string
		units          string // with | between them
		cases          []Case
	}{
		{"Haus", "de", "haus", []Case{Capital}},
		{"L'Italia", "it", "l'|italia", []Case{Capital, Capital}},
		{"qu’il", "fr", "qu'|il", []Case{LowerCase, LowerCase}},
		{"S-Bahn", "de", "s-|bahn", []Case{Capital, Capital}},
		{"ver-", "de", "ver-", []Case{LowerCase}},
		{"peut-être", "fr", "peut-|être", []Case{LowerCase, LowerCase}},
		{"aujourd'hui", "fr", "aujourd'|hui", []Case{LowerCase, LowerCase}},
		{"NATO", "es", "nato", []Case{UpperCase}},
		{"iPhone", "de", "iphone", []Case{MixedCase}},
		{"İstanbul", "tr", "istanbul", []Case{Capital}},
		{"IŞIK", "tr", "ışık", []Case{UpperCase}},
		{"はい", "ja", "は|い", []Case{LowerCase, LowerCase}},
		{"Tシャツ", "ja", "t|シ|ャ|ツ", []Case{Capital, LowerCase, LowerCase, LowerCase}},
		{"한국어", "ko", "한국어", []Case{LowerCase}},
		{"2,5", "de", "2,5", []Case{LowerCase}},
	} {
		units, cases := Split(nil, nil, c.word, c.language)
		var texts []string
		for i, u := range units {
			texts = append(texts, u.Text)
			if u.Joined != (i+1 < len(units)) {
				t.Errorf("%s: unit %d is joined: %v", c.word, i, u.Joined)
			}
		}
		if got := strings.Join(texts, "|"); got != c.units || !slices.Equal(cases, c.cases) {
			t.Errorf("%s: %s %v, want %s %v", c.word, got, cases, c.units, c.cases)
		}
	}
}

// Written in the case that was found, the units are the word.
func TestSpell(t *testing.T) {
	for _, c := range [][2]string{{"L'Italia", "it"}, {"S-Bahn", "de"}, {"İstanbul", "tr"}, {"IŞIK", "tr"}, {"übel", "de"}, {"Tシャツ", "ja"}, {"d'Artagnan", "fr"}, {"Ǆ", "hr"}} {
		units, cases := Split(nil, nil, c[0], c[1])
		var b strings.Builder
		for i, u := range units {
			b.WriteString(cases[i].Spell(u.Text, c[1], ""))
		}
		if got := b.String(); got != c[0] && c[0] != "Ǆ" {
			t.Errorf("%s becomes %s", c[0], got)
		}
	}
	if got := MixedCase.Spell("iphone", "de", "iPhone"); got != "iPhone" {
		t.Errorf("mixed case: %s", got)
	}
	if got := MixedCase.Spell("iphone", "de", ""); got != "Iphone" {
		t.Errorf("mixed case without a spelling: %s", got)
	}
}

func TestBare(t *testing.T) {
	for in, want := range map[string]string{"\"Haus\"": "Haus", "(ver-)": "ver-", "'n'": "n", "l’": "l", "--": "", "¿Qué": "Qué", "…": "", "Wort--": "Wort", "-eins": "eins"} {
		got, ok := Bare(in)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// Splitting loses nothing, whatever the word.
func FuzzSplit(f *testing.F) {
	for _, w := range []string{"L'Italia", "はいTシャツ", "a-b-c'", "''--", "\xff'x", "ǅ", "İ"} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, word string) {
		units, cases := Split(nil, nil, word, "de")
		if len(units) != len(cases) {
			t.Fatalf("%d units, %d cases", len(units), len(cases))
		}
		var b strings.Builder
		for _, u := range units {
			if u.Text == "" {
				t.Fatalf("%q has an empty unit", word)
			}
			b.WriteString(u.Text)
		}
		if got, want := b.String(), strings.ReplaceAll(Lower(word, "de"), "’", "'"); got != want && strings.ToValidUTF8(got, "") != strings.ToValidUTF8(want, "") {
			t.Fatalf("%q: the units are %q, not %q", word, got, want)
		}
	})
}

// Where blanks or marks stand between characters of a script without blanks does not show in what the network reads: in
// text that it is trained on they stand where marks were.
func TestUnbrokenBlanks(t *testing.T) {
	c := DefaultConfig()
	m := &Model{shape: c.shape()}
	read := func(joined bool) (in rnn.Input) {
		in.Reset(numColumns)
		units, _ := Split(nil, nil, "はいTシャツですか", "ja")
		for i := range units {
			units[i].Joined = joined
		}
		var cols columns
		cols.fill(&in, m, units, 0, Turn{}, hidden{})
		return in
	}
	if a, b := read(true), read(false); !slices.Equal(a.Flags, b.Flags) || !slices.Equal(a.From, b.From) {
		t.Error("flags tell where blanks are")
	}
}
