package tidytalk_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestApostrophes: what is missing comes back in text without punctuation and case, live as well.
func TestApostrophes(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, x := range []struct{ name, text, want string }{
		{"unpunctuated", "i dont know if im going\n", "I don't know if I'm going.\n"},
		{"capitals", "I DONT KNOW IF IM GOING\n", "I don't know if I'm going.\n"},
		{"what may be another word", "i think its going to rain\n", "I think it's going to rain.\n"},
		{"another word", "the dog lost its ball\n", "The dog lost its ball.\n"},
		{"text with some", "i don't think its going to rain\n", "I don't think its going to rain.\n"},
		{"punctuation", "i dont know. its fine. it is.\n", "I dont know. Its fine. It is.\n"},
		{"punctuation and case", "I dont know. Its fine. It is.\n", "I dont know. Its fine. It is.\n"},
		{"case", "Bob and I dont know Ann\n", "Bob and I dont know Ann.\n"},
		{"another language", "ich weiß nicht was im haus los ist und warum wir nicht einfach im garten sitzen können\n", "ich weiß nicht was im haus los ist und warum wir nicht einfach im garten sitzen können\n"},
		{"a repair", "i dont uh i dont know\n", "I don't know.\n"},
		{"a possessive", "my mothers house was there\n", "My mothers house was there.\n"},
	} {
		if got := batch(t, c, x.text); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
		if got := live(t, c, strings.SplitAfter(x.text, "")); got != x.want {
			t.Errorf("%s, live: %q, want %q", x.name, got, x.want)
		}
	}
}

// label matches the label of a line.
var label = regexp.MustCompile(`(?m)^(?:\[[^\]\n]*\] *)?[\pL\pN .]{1,30}: `)

// TestApostrophesLive: text without any, whatever the parts it comes in, is what it is as a
// whole. Nobody knows who speaks: live, a speaker's other lines tell nothing.
func TestApostrophesLive(t *testing.T) {
	all := transcripts(t)
	for _, name := range slices.Sorted(maps.Keys(all))[:drawn.Few(len(all), 1)] {
		text := strings.NewReplacer("'", "", "’", "").Replace(label.ReplaceAllString(all[name], ""))
		c := newCleaner(t, tidytalk.Options{Mode: tidytalk.ModeBaseline, Level: tidytalk.LevelFull, LookAhead: 4})
		want := batch(t, c, text)
		for _, size := range []int{100, 7, 1}[:drawn.Few(3, 1)] {
			var parts []string
			for rest := text; rest != ""; {
				n := min(size, len(rest))
				parts, rest = append(parts, rest[:n]), rest[n:]
			}
			// Where sentences end may depend on the parts.
			if got := live(t, c, parts); !slices.Equal(wordsOf(got), wordsOf(want)) {
				t.Errorf("%s in parts of %d bytes:\n%s\nwant\n%s", name, size, got, want)
			}
		}
	}
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string { return written.FindAllString(strings.ToLower(text), -1) }

// written matches the words of a text, with their apostrophes.
var written = regexp.MustCompile(`[\pL\pN]+(?:'\pL+)*`)

// restored counts words that are spelled like contractions without their apostrophe.
type restored struct{ right, wrong, missed, others int }

func (r restored) String() string {
	p, q := 100.0, 100.0
	if n := r.right + r.wrong; n > 0 {
		p = 100 * float64(r.right) / float64(n)
	}
	if n := r.right + r.missed; n > 0 {
		q = 100 * float64(r.right) / float64(n)
	}
	return fmt.Sprintf("%6d contractions %6d others  P %6.2f  R %6.2f  (%d wrong)", r.right+r.missed, r.others, p, q, r.wrong)
}

func (r *restored) add(o restored) {
	r.right, r.wrong, r.missed, r.others = r.right+o.right, r.wrong+o.wrong, r.missed+o.missed, r.others+o.others
}

// TestApostrophesMeasured takes apostrophes, punctuation and case out of texts that have them, and
// counts what comes back. docs/results.md has what it says.
func TestApostrophesMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: cleans 276,000 words")
	}
	transcribed := []string{"committee", "dailydialog", "earnings21", "earnings22", "scotus", "spacelog", "ted"}
	typed := []string{"multiwoz", "sgd", "taskmaster3", "taskmaster4", "topicalchat"}
	cleaner := newCleaner(t, tidytalk.Options{Mode: tidytalk.ModeBaseline, Language: "en"})
	for _, kind := range []struct {
		name  string
		texts [][]string
		least float64 // precision, in percent
	}{
		{"conversations", [][]string{conversations(t)}, 99.5},
		{"transcribed", sources(t, transcribed), 99.5},
		{"typed", sources(t, typed), 0}, // by people who leave apostrophes out themselves
	} {
		words := make(map[string]restored)
		for _, lines := range kind.texts {
			count(t, cleaner, lines, words)
		}
		var sure, unsure, all restored
		var names []string
		for w, r := range words {
			if all.add(r); language.English().Missing(w).Sure() {
				sure.add(r)
			} else {
				unsure.add(r)
				names = append(names, w)
			}
		}
		t.Logf("%s, sure   %v", kind.name, sure)
		t.Logf("%s, unsure %v", kind.name, unsure)
		slices.Sort(names)
		for _, w := range names {
			t.Logf("    %-6s %v", w, words[w])
		}
		t.Logf("%s, all    %v", kind.name, all)
		for _, r := range []restored{sure, unsure} {
			if n := r.right + r.wrong; 100*float64(r.right) < kind.least*float64(n) {
				t.Errorf("%s: %v", kind.name, r)
			}
		}
	}
}

// sources returns the lines of texts, in words.
func sources(t *testing.T, names []string) [][]string {
	var out [][]string
	for _, name := range names {
		b, err := os.ReadFile(datatest.Path(t, "punct", "en-mixed", name+".dev.txt"))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(b)) {
			_, text, _ := strings.Cut(line, "\t")
			lines = append(lines, text)
		}
		out = append(out, lines)
	}
	return out
}

// conversations returns the turns of the development conversations.
func conversations(t *testing.T) []string {
	f, err := os.Open(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	last := ""
	for s := bufio.NewScanner(f); s.Scan(); {
		c := strings.Split(s.Text(), "\t")
		if len(c) < 5 {
			continue
		}
		turn, _, _ := strings.Cut(c[2], ".")
		if key := c[0] + c[1] + turn; key != last {
			lines, last = append(lines, ""), key
		}
		if n := len(lines) - 1; language.English().IsClitic(c[4]) {
			lines[n] += c[4]
		} else {
			lines[n] += " " + c[4]
		}
	}
	return lines
}

// count cleans the words of lines without apostrophes, punctuation and case.
func count(t *testing.T, cleaner *tidytalk.Cleaner, lines []string, counts map[string]restored) {
	var words []string
	var stripped strings.Builder
	for _, line := range lines {
		own := written.FindAllString(strings.ToLower(strings.ReplaceAll(line, "’", "'")), -1)
		stripped.WriteString(strings.ReplaceAll(strings.Join(own, " "), "'", "") + "\n")
		words = append(words, own...)
	}
	d, err := transcript.ParseText(stripped.String(), "text")
	if err != nil {
		t.Fatal(err)
	}
	cleaned, err := cleaner.Clean(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	kept := cleaned.Edit(transcript.Rewriting{Remove: data.NoDisfluencies})
	if len(d.Words) != len(words) {
		t.Fatalf("%d words of %d", len(d.Words), len(words))
	}
	i := 0
	for l := range d.Lines {
		for _, w := range kept.Kept(nil, l) {
			core := d.Text(d.Words[i].Core)
			m := language.English().Missing(core)
			if m == nil {
				i++
				continue
			}
			contraction := core[:m.At] + "'" + core[m.At:]
			r, back := counts[core], strings.ToLower(w.Core) == contraction
			switch is := words[i] == contraction; {
			case is && back:
				r.right++
			case is:
				r.missed++
			case back:
				r.wrong++
			}
			if words[i] != contraction {
				r.others++
			}
			counts[core] = r
			i++
		}
	}
}
