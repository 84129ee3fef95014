package languages

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// written returns a sample as text: "[" before what is taken back, "(" before a filled pause.
func written(s *multilingual.Sample) string {
	var b strings.Builder
	for i, u := range s.Units {
		b.WriteString([]string{"", "¿", "¡"}[max(0, s.Labels[multilingual.HeadOpen][i])])
		b.WriteString([]string{"", "(", "["}[max(0, s.Labels[multilingual.HeadEdit][i])])
		b.WriteString(multilingual.Case(max(0, s.Labels[multilingual.HeadCase][i])).Spell(u.Text, s.Language, ""))
		b.WriteString([]string{"", ",", ".", "?", "!"}[max(0, s.Labels[multilingual.HeadMark][i])])
		if !u.Joined {
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

func sampleOf(c *Corpus, p *Part) *multilingual.Sample {
	s := &multilingual.Sample{Language: p.Language}
	c.append(s, p, 0, len(p.units))
	return s
}

func TestText(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"de", "Anna\tWer ist das, \"Peter\"?", "Wer ist das, Peter?"},
		{"de", "-\tJa... vielleicht. Ja... Nein!", "Ja, vielleicht. Ja. Nein!"},
		{"de", "Um 2,5 Uhr; 10:30 Uhr", "Um 2,5 Uhr, 10:30 Uhr"},
		{"de", "(leise) S-Bahn - ja", "leise S-Bahn ja"},
		{"es", "¿Qué? ¡No! Bueno, ¿sí?", "¿Qué? ¡No! Bueno, ¿sí?"},
		{"fr", "L'homme, qu'est-ce ?", "L'homme, qu'est-ce?"},
		{"ja", "はい、元気です。どう？", "はい, 元気です. どう?"},
		{"el", "Τι είναι; Ναι.", "Τι είναι? Ναι."},
	} {
		corpus := NewCorpus()
		if err := corpus.Text(strings.NewReader(c.text+"\n"), "x", c.language); err != nil {
			t.Fatal(err)
		}
		if got := written(sampleOf(corpus, corpus.parts[0])); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestSpeech(t *testing.T) {
	rows := "a\ts\t1\tje\tje\tPRON\t-\t1\t,\t-\t-\na\ts\t1\teuh\teuh\tINTJ\tF\t0\t,\t-\t-\na\ts\t1\tj'\tje\tPRON\t-\t0\t-\t-\t+\na\ts\t1\tai\tavoir\tVERB\t-\t0\t,\t/\t-\na\ts\t2\tet~\tet\tX\t-\t0\t.\t/\t-\n"
	corpus := NewCorpus()
	if err := corpus.Speech(strings.NewReader(rows), "x", "fr", true); err != nil {
		t.Fatal(err)
	}
	p := corpus.parts[0]
	if got, want := written(sampleOf(corpus, p)), "[je (euh j'ai, et-."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(p.lines) != 3 || p.lines[1] != 4 {
		t.Errorf("lines begin at %v", p.lines)
	}
}

// What is wrong with a file is said with its line.
func TestReadErrors(t *testing.T) {
	read := func(speech bool, text string) error {
		if speech {
			return NewCorpus().Speech(strings.NewReader(text), "f", "de", false)
		}
		return NewCorpus().Text(strings.NewReader(text), "f", "de")
	}
	for _, c := range []struct {
		speech bool
		text   string
		want   string
	}{
		{false, "gut\n\xff\n", "f:2: the text is not UTF-8"},
		{false, "\n", "f: there is no text in it"},
		{true, "a\tb\n", "f:1: 2 columns, not 11"},
		{true, strings.Repeat("x\t", 10) + "-\n", `f:1: column 8, edit, is "x", not 0 or 1`},
		{true, "", "f: there are no words in it"},
	} {
		if err := read(c.speech, c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	for text, want := range map[string]string{"de\täh\n": "f:1: a line is", "# x\nde\täh\t-1\n": "f:2: the weight"} {
		if _, err := ReadFillers(strings.NewReader(text), "f"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// fluentCorpus has text of which all words are different in a row.
func fluentCorpus(t *testing.T) *Corpus {
	t.Helper()
	c := NewCorpus()
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "Gestern kam w%d nach Hause, und v%d blieb. Wo war u%d?\n", i, i%7, i%11)
	}
	if err := c.Text(strings.NewReader(b.String()), "x", "de"); err != nil {
		t.Fatal(err)
	}
	return c
}

// Without what was put into it, a sample is what it was: words, marks and case.
func TestArtificial(t *testing.T) {
	c := fluentCorpus(t)
	a := newArtificial(c, "de", []Filler{{"ähm", 2}, {"äh", 1}})
	r := rand.New(rand.NewPCG(1, 1))
	edited, filled, units := 0, 0, 0
	for range 100 {
		s := sampleOf(c, c.parts[0])
		want := written(s)
		a.put(s, r)
		units += len(s.Units)
		kept := multilingual.Sample{Language: "de"}
		for i, u := range s.Units {
			switch multilingual.Edit(s.Labels[multilingual.HeadEdit][i]) {
			case multilingual.Edited:
				edited++
			case multilingual.Filled:
				filled++
			default:
				kept.Units = append(kept.Units, u)
				for h := range s.Labels {
					kept.Labels[h] = append(kept.Labels[h], s.Labels[h][i])
				}
			}
		}
		if got := written(&kept); got != want {
			t.Fatalf("%s\nwas\n%s", got, want)
		}
	}
	// 1 of 40 words begins a repair, on average, and 1 of 50 is a filled pause, or more.
	if e, f := float64(edited)/float64(units), float64(filled)/float64(units); e < 0.02 || e > 0.1 || f < 0.01 || f > 0.05 {
		t.Errorf("%.3f of the words are taken back, %.3f are filled pauses", e, f)
	}
}

func TestHoldOut(t *testing.T) {
	c := fluentCorpus(t)
	train, held := c.HoldOut(0.25)
	a, b := train.parts[0], held.parts[0]
	if n := len(a.units) + len(b.units); n != len(c.parts[0].units) {
		t.Errorf("%d units of %d", n, len(c.parts[0].units))
	}
	if got := len(b.lines) - 1; got < 45 || got > 55 || b.lines[0] != 0 || int(b.lines[got]) != len(b.units) {
		t.Errorf("%d lines are held out, from %d to %d", got, b.lines[0], b.lines[got])
	}
	if _, none := c.HoldOut(0); len(none.parts) != 0 {
		t.Error("something is held out where nothing should be")
	}
}

func TestLowest(t *testing.T) {
	runs := []Run{{Mean: 0.9, Units: 2}, {Mean: 0.5, Units: 9}, {Mean: 0.8, Units: 1}, {Mean: 0.7, Units: 4}}
	for _, c := range []struct {
		units float64
		above float64 // the highest mean that is not removed
	}{{1, 0.9}, {2, 0.8}, {3, 0.7}, {8, 0}} {
		got := lowest(runs, c.units, 0.6)
		n := 0
		for _, r := range runs {
			if r.Mean >= got {
				n += r.Units
			}
		}
		if float64(n) > c.units || c.above > 0 && (got <= c.above || got > c.above+1e-6) || got < 0.6 {
			t.Errorf("%v units: %v, which removes %d", c.units, got, n)
		}
	}
}

// Words in mixed case are written as they mostly are.
func TestSpellings(t *testing.T) {
	c := NewCorpus()
	text := strings.Repeat("Das iPhone von McDonald's, und eBay.\n", 3) + "Ein iPHone.\n"
	if err := c.Text(strings.NewReader(text), "x", "de"); err != nil {
		t.Fatal(err)
	}
	got := c.about()[0].Spellings
	if len(got) != 3 || got["iphone"] != "iPhone" || got["mcdonald'"] != "McDonald'" || got["ebay"] != "eBay" {
		t.Errorf("%v", got)
	}
}
