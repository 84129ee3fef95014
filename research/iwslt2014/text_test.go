package iwslt2014

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/research/translation"
)

// shown returns segments as text, marks as tokens of language models.
func shown(text []translation.Segment) []string {
	var out []string
	for i := range text {
		out = append(out, strings.Join(translation.Tokens(nil, text[i].Words, text[i].Gaps, translation.Mark.Token), " "))
	}
	return out
}

func TestRead(t *testing.T) {
	const talks = "7\tHe said, \"We go now, all of us together.\" \"Yes (we do).\" They went.\n" +
		"7\tIs it far? No.\n" +
		"8\tA last one, with many more words than one sentence needs to have. It ends here too soon for all.\n"
	for _, c := range []struct {
		name, text string
		want       []string
		talks      []int
	}{
		{"segments", "Ja.\r\n\nSie sagte: \"Nein!\" Das war es.\n", []string{"Ja .", "Sie sagte : “ Nein ! ” Das war es ."}, nil},
		{"talks", talks, []string{
			"He said , “ We go now , all of us together . ”", "“ Yes ( we do ) . ” They went .",
			"Is it far ? No .",
			"A last one , with many more words than one sentence needs to have .", "It ends here too soon for all .",
		}, []int{0, 3}},
	} {
		got, err := Read(strings.NewReader(c.text), c.name, "de")
		if err != nil || !slices.Equal(shown(got.Segments), c.want) || !slices.Equal(got.Talks, c.talks) {
			t.Errorf("%s: %q, talks %v, %v", c.name, shown(got.Segments), got.Talks, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "x: no words in it"},
		{" \n", "x: no words in it"},
		{"7\tYes.\nNo.\n", "x:2: some lines have a tab"},
		{"No.\n7\tYes.\n", "x:2: some lines have a tab"},
		{"a\n\xff\n", "x:2: invalid UTF-8"},
		{strings.Repeat("x", maxLine+1), "x:1: a line longer than"},
	} {
		if _, err := Read(strings.NewReader(c.text), "x", "de"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: %v, want %q", c.text, err, c.want)
		}
	}
}

// What is too long is cut where a sentence ends, where there is a mark, or anywhere; no word
// and no mark is lost.
func TestShort(t *testing.T) {
	many := strings.Repeat("w ", 150)
	for _, c := range []struct {
		name, text string
		lengths    []int
	}{
		{"a sentence", many + "a, b. " + many + "c", []int{152, 151}},
		{"a mark", many + "a, b " + many, []int{151, 151}},
		{"neither", many + many, []int{200, 100}},
		{"exactly", strings.Repeat("w ", 200), []int{200}},
		{"quotes", many + `a." "` + many + `b`, []int{151, 151}},
	} {
		s := translation.NewReader("en").Read(c.text)
		whole := strings.Join(shown([]translation.Segment{*s}), " ")
		cut := short(s)
		var lengths []int
		for _, p := range cut {
			lengths = append(lengths, len(p.Words))
		}
		if got := strings.Join(shown(cut), " "); got != whole || !slices.Equal(lengths, c.lengths) {
			t.Errorf("%s: %v words, %q", c.name, lengths, got)
		}
	}
	cut := short(translation.NewReader("en").Read(many + `a." "` + many + `b`))
	if got := cut[0].Gaps[151].String() + "|" + cut[1].Gaps[0].String(); got != `. "|"` {
		t.Errorf("between two parts stand %q", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("7\tHe said, \"We go now.\" Yes.\n", "en")
	f.Add("Ja.\n\nNein (am 3. Mai)...\n", "de")
	f.Fuzz(func(t *testing.T, text, language string) {
		got, err := Read(strings.NewReader(text), "x", language)
		if err != nil {
			return
		}
		for _, s := range got.Segments {
			if len(s.Words) == 0 || len(s.Words) > mostWords || len(s.Gaps) != len(s.Words)+1 {
				t.Fatalf("a segment of %d words and %d gaps", len(s.Words), len(s.Gaps))
			}
		}
	})
}

// The segments of English talks are as long as those of German ones, which are the paper's:
// 18.6 words and 1.2 sentences in its development set.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		path, language string
		from, to       float64
	}{{"punct/ted-de/dev.ted.dev2010.txt", "de", 18.5, 18.7}, {"punct/ted-en/train.cased.txt.gz", "en", 17.5, 19}} {
		x, err := ReadFile(datatest.Path(t, strings.Split(c.path, "/")...), c.language)
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		for _, s := range x.Segments {
			for _, g := range s.Gaps {
				if endsSentence(g) {
					ends++
				}
			}
		}
		n := float64(len(x.Segments))
		mean, sentences := float64(translation.Words(x.Segments))/n, float64(ends)/n
		if mean < c.from || mean > c.to || sentences < 1.1 || sentences > 1.25 {
			t.Errorf("%s: %.2f words and %.2f sentences a segment", c.path, mean, sentences)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"train.a.txt.gz", "train.ted.tst2014.txt", "train.b.txt", "train.b.tsv", "dev.x.txt", "dev.ted.dev2010.txt.gz", "README.md", "dev.y.tsv.gz"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(filetest.Gzip("a.\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := func(names ...string) []string {
		var out []string
		for _, n := range names {
			out = append(out, filepath.Join(dir, n))
		}
		return out
	}
	for _, c := range []struct {
		name        string
		named, want Files
	}{
		{"all", Files{}, Files{in("train.a.txt.gz", "train.b.txt"), in("train.ted.tst2014.txt"), in("dev.ted.dev2010.txt.gz", "dev.x.txt")}},
		{"as in the paper", Files{Test: []string{"test.txt"}}, Files{in("train.a.txt.gz", "train.b.txt", "train.ted.tst2014.txt"), in("dev.ted.dev2010.txt.gz"), []string{"test.txt"}}},
		{"held out", Files{Tune: in("train.b.txt"), Test: in("train.a.txt.gz")}, Files{in("train.ted.tst2014.txt"), in("train.b.txt"), in("train.a.txt.gz")}},
	} {
		got, err := Find(dir, c.named)
		if err != nil || !slices.Equal(got.Train, c.want.Train) || !slices.Equal(got.Tune, c.want.Tune) || !slices.Equal(got.Test, c.want.Test) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	for _, c := range []struct {
		dir, want string
		named     Files
	}{
		{filepath.Join(dir, "none"), "none", Files{}},
		{t.TempDir(), "no train.*.txt in it", Files{}},
		{dir, "all of the text", Files{Train: in("train.b.txt"), Tune: in("train.b.txt")}},
	} {
		if _, err := Find(c.dir, c.named); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// Talks at the end are scored, and those before them tuned to.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "train.talks.txt")
	var text strings.Builder
	for _, talk := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		text.WriteString(talk + "\tThis is what the talk says: " + talk + ".\n")
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	of := func(talks string) (out []string) {
		for _, x := range talks {
			out = append(out, "This is what the talk says : "+string(x)+" .")
		}
		return out
	}
	s := &Study{Language: "en"}
	if err := s.Load(Files{Train: []string{path}}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(shown(s.Train), of("abcd")) || !slices.Equal(shown(s.Tune), of("e")) || len(s.Tests) != 1 || !slices.Equal(shown(s.Tests[0].Segments), of("fg")) || s.Tests[0].Name != "the last 2 talks of train.talks" {
		t.Errorf("%q, %q, %v", shown(s.Train), shown(s.Tune), s.Tests)
	}
	if err := s.Load(Files{Train: []string{path}, Test: []string{path}}); err != nil || !slices.Equal(shown(s.Tune), of("fg")) {
		t.Errorf("%q, %v", shown(s.Tune), err)
	}
	lines := filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(lines, []byte("No talks.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Load(Files{Train: []string{lines}}); err == nil || !strings.Contains(err.Error(), "there is no text to score on") {
		t.Error(err)
	}
}
