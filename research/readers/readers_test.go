package readers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/research/marked"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReadSources(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "one.dev.txt"), "A\tYes.\r\nB\tNo.\n\n\nA\tWell.\n")
	write(t, filepath.Join(dir, "two.dev.txt.gz"), filetest.Gzip("C\tTwo, too.\n"))
	write(t, filepath.Join(dir, "one.train.txt"), "A\tTraining.\n")
	one := Source{"one", [][]Turn{{{"A", "Yes."}, {"B", "No."}}, {{"A", "Well."}}}}
	two := Source{"two", [][]Turn{{{"C", "Two, too."}}}}
	for _, c := range []struct {
		names []string
		want  []Source
	}{
		{nil, []Source{one, two}},
		{[]string{"two"}, []Source{two}},
		{[]string{"two", "one"}, []Source{two, one}},
	} {
		if got, err := ReadSources(dir, c.names...); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, %v", c.names, got, err)
		}
	}
	if lines := one.Lines(); !slices.Equal(lines, []string{"Yes.", "No.", "Well."}) {
		t.Errorf("%q", lines)
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"no tab":  {"bad.dev.txt", "A\tYes.\nNo.\n", "bad.dev.txt:2: a line is"},
		"empty":   {"bad.dev.txt", "\n\n", "nothing is said"},
		"no gzip": {"bad.dev.txt.gz", "A\tYes.\n", "bad.dev.txt.gz"},
		"cut off": {"bad.dev.txt.gz", filetest.Gzip("A\tYes.\nB\tNo.\n")[:18], "bad.dev.txt.gz: unexpected EOF"},
		"unknown": {"good.dev.txt", "A\tYes.\n", `no source "bad": there are good`},
		"none":    {"good.txt", "A\tYes.\n", "no source in it"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, c.file), c.text)
		if _, err := ReadSources(dir, "bad"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := ReadSources(filepath.Join(dir, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestConversations(t *testing.T) {
	side := data.Side{Conv: 1, Speaker: 'B', Tokens: []data.Token{
		{Text: "No", Punct: ',', Boundary: data.Complete}, {Text: "th-"}, {Text: "that"}, {Text: "'s", Punct: '.'}, {Text: "-", Punct: '.'}, {Text: "so"},
	}}
	got := Conversations("talk", []data.Side{side, {Conv: 2, Speaker: 'A'}})
	want := Source{"talk", [][]Turn{{{"B", "No, that's."}, {"B", "so"}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// source returns one of so many dialogues of 30 lines of 15 words.
func source(name string, dialogues int) Source {
	s := Source{Name: name}
	for d := range dialogues {
		var lines []Turn
		for l := range 30 {
			text := fmt.Sprintf("%s%dx%d", name, d, l) + strings.Repeat(" word", 14) + "."
			lines = append(lines, Turn{string(rune('A' + l/2%2)), text})
		}
		s.Dialogues = append(s.Dialogues, lines)
	}
	return s
}

func TestChoose(t *testing.T) {
	long := Source{"long", [][]Turn{{{"A", strings.Repeat("word ", 81)}, {"A", "Short."}}}}
	sources := []Source{source("a", 3), long, source("b", 1), source("c", 3)}
	got := Choose(sources, 32, 1)
	counts := make(map[string]int)
	lines := make(map[string]bool)
	for _, p := range got {
		counts[p.Source]++
		text := textOf(p.Turns)
		if n := len(marked.Words(text)) - len(p.Turns); n < fewest || n > most {
			t.Errorf("%d words: %s", n, text)
		}
		for _, w := range strings.Fields(text) {
			if strings.Contains(w, "x") {
				if lines[w] {
					t.Errorf("%s is there twice", w)
				}
				lines[w] = true
			}
		}
		for i, turn := range p.Turns {
			if i > 0 && turn.Speaker == p.Turns[i-1].Speaker || i == 0 && turn.Speaker != "S1" {
				t.Errorf("turn %d: %s", i, text)
			}
		}
		if back := turnsOf(text); !reflect.DeepEqual(back, p.Turns) {
			t.Errorf("%v of %v", back, p.Turns)
		}
	}
	// Of the small source all that there is room for.
	if b := counts["b"]; len(got) != 32 || b == 0 || b > 10 || max(counts["a"], counts["c"])-min(counts["a"], counts["c"]) > 1 {
		t.Errorf("%v", counts)
	}
	if !reflect.DeepEqual(Choose(sources, 32, 1), got) || reflect.DeepEqual(Choose(sources, 32, 2), got) {
		t.Error("the seed does not say what is chosen")
	}
	if alone := Choose(sources[:1], counts["a"], 1); !reflect.DeepEqual(alone, got[:counts["a"]]) {
		t.Error("what is chosen depends on other sources")
	}
	if none := Choose([]Source{long}, 5, 1); none != nil {
		t.Errorf("%v", none)
	}
}

// turns makes turns of a text, in which bars part them.
func turns(text string) []Turn {
	var out []Turn
	for i, s := range strings.Split(text, " | ") {
		out = append(out, Turn{fmt.Sprintf("S%d", 1+i%2), s})
	}
	return out
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ own, cleaned, want string }{
		{"We met Ann, at noon. Did you?", "We met Ann, at noon. Did you?", ""},
		{"We met Ann. Did you?", "We met Ann did you.", "end missing Ann{→.}; question missed you{.→?}"},
		{"We met. Did you?", "We met? Did you, go?", "question wrong met{?→.}; end missing you{,→?}"},
		{"we met Ann, too", "We. met ann too.", "end wrong We{.→}; capital missing {ann→Ann}; comma missing ann{→,}; end wrong too{.→}"},
		{"the dog, it barks", "the Dog it, barks", "capital wrong {Dog→dog}; comma missing Dog{→,}; comma wrong it{,→}"},
		{"In NASA we have iPhones.", "In Nasa we have Iphones.", "capital missing {Nasa→NASA}; capital wrong {Iphones→iPhones}"},
		// What opens a sentence in one of the texts is not inside.
		{"We went. Then home.", "We went then home.", "end missing went{→.}"},
		// Where words went, the strongest mark stays, and a comma is nobody's error.
		{"We went, uh. Then home.", "We went. Then home.", ""},
		{"We went, uh, home.", "We went home.", ""},
		{"We went uh home.", "We went, home.", ""},
		{"We went, uh, you know. Home?", "We went home.", "end missing went{→.}; question missed home{.→?}"},
		{"We went | Uh. | home.", "We went | home.", ""},
		// Turns begin sentences.
		{"yes, | well | No.", "yes. | Well | no.", "end wrong yes{.→,}"},
	} {
		p := Cleaned{Passage{"x", turns(c.own)}, turns(c.cleaned), Compare(turns(c.own), turns(c.cleaned))}
		var got []string
		for i, s := range p.compact() {
			got = append(got, p.Differences[i].Kind.String()+" "+s)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%q and %q:\n%s, want\n%s", c.own, c.cleaned, g, c.want)
		}
	}
}

func TestPassages(t *testing.T) {
	passages := []Passage{{"talk", turns("Uh, we met Ann. | Did <I> it?")}, {"one", turns("No. Yes.")}}
	m := Measurer{Workers: 2, Clean: func(_ context.Context, text string, remove data.Disfluencies) (string, error) {
		if remove != data.DefaultRemoved {
			t.Errorf("%v is removed", remove)
		}
		switch text {
		case "S1: uh we met ann\nS2: did i it\n":
			return "S1: We met ann,\nand so on.\nS2: Did <I> it.\n", nil
		case "S1: no yes\n":
			return "S1: No. Yes.\n", nil
		}
		return "", fmt.Errorf("cleaned is %q", text)
	}}
	got, err := m.Passages(t.Context(), passages)
	if err != nil {
		t.Fatal(err)
	}
	if c := Count(got); c != [NumKinds]int{EndMissing: 1, QuestionMissed: 1, CapitalMissing: 1} {
		t.Errorf("%v", c)
	}
	before := slices.Clone(got)
	before[1].Turns = turns("No yes.")
	var b strings.Builder
	if err := WriteText(&b, got, before); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "\n\n")
	want := `1  talk
bare   S1: uh we met ann
       S2: did i it
clean  S1: We met ann, and so on.
       S2: Did <I> it.
own    S1: Uh, we met Ann.
       S2: Did <I> it?
diff   {ann→Ann}  ann{,→.}  it{.→?}

2  one
bare   no yes
before No yes.
clean  No. Yes.
own    No. Yes.
`
	if text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	b.Reset()
	if err := WritePage(&b, got, before); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<h2>1 talk</h2>`,
		`<p class="clean"><small>S1</small> We met <del title="capital missing">ann</del><ins title="capital missing">Ann</ins><del title="end missing">,</del><ins title="end missing">.</ins> and so on.</p>`,
		`<p class="clean"><small>S2</small> Did &lt;I&gt; it<del title="question missed">.</del><ins title="question missed">?</ins></p>`,
		`<p class="before">No yes.</p>`, "</html>\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	m.Clean = func(context.Context, string, data.Disfluencies) (string, error) { return "", errors.New("no models") }
	if _, err := m.Passages(t.Context(), passages); err == nil {
		t.Error("an error is lost")
	}
	if _, err := m.Marks(t.Context(), &Source{}, 1); err == nil {
		t.Error("an error is lost")
	}
}

func TestMarks(t *testing.T) {
	s := Source{"a", [][]Turn{{{"A", "Too short."}, {"A", "We met Ann, at noon."}}, {{"B", "Did you go there?"}, {"B", "This is left out."}}}}
	m := Measurer{Workers: 1, Clean: func(_ context.Context, text string, remove data.Disfluencies) (string, error) {
		if text != "S0: we met ann at noon\nS1: did you go there\n" || remove != data.NoDisfluencies {
			t.Errorf("%q, %v is removed", text, remove)
		}
		return "S0: We met ann, at noon.\nS1: Did you go there.\n", nil
	}}
	got, err := m.Marks(t.Context(), &s, 2)
	if err != nil || got.Words != 9 || got.Ends != (marked.Counts{Gold: 2, Found: 2, Right: 2}) || got.Miscased != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}
