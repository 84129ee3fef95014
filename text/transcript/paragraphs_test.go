package transcript

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// on are sentences about one thing, of ten words each.
func on(topic string, sentences int) string {
	return strings.TrimSpace(strings.Repeat("The "+topic+" and the other "+topic+" were near a "+topic+". ", sentences))
}

var asIs = Rewriting{Remove: data.NoDisfluencies, Punct: PunctKeep, Case: CaseKeep}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"topics", "Ann: " + on("boat", 5) + " " + on("horse", 5) + "\nBob: Yes.\n", "Ann: " + on("boat", 5) + "\n\n" + on("horse", 5) + "\nBob: Yes.\n"},
		{"an opener", on("boat", 5) + " So " + on("boat", 5), on("boat", 5) + "\n\nSo " + on("boat", 5)},
		{"no end of a sentence", strings.ReplaceAll(on("boat", 10), ".", ",") + ".", strings.ReplaceAll(on("boat", 10), ".", ",") + "."},
		{"a short turn", "Ann: " + on("boat", 3) + " So " + on("horse", 2), "Ann: " + on("boat", 3) + " So " + on("horse", 2)},
		{"paragraphs of its own", on("boat", 5) + " " + on("horse", 5) + "\n\nYes.\n", on("boat", 5) + " " + on("horse", 5) + "\n\nYes.\n"},
		{"blank lines between speakers", "Ann: " + on("boat", 5) + " " + on("horse", 5) + "\n\nBob: Yes.\n", "Ann: " + on("boat", 5) + "\n\n" + on("horse", 5) + "\n\nBob: Yes.\n"},
		{"line ends of its own", on("boat", 5) + " " + on("horse", 5) + "\r\n", on("boat", 5) + "\r\n\r\n" + on("horse", 5) + "\r\n"},
		{"nothing", "", ""},
	} {
		d, err := ParseText(c.source, "test")
		if err != nil {
			t.Fatal(err)
		}
		r := asIs
		r.Paragraphs = 50
		if got := d.Edit(nil, r).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := d.Edit(nil, asIs).Text(); got != c.source {
			t.Errorf("%s, nothing asked: %q", c.name, got)
		}
	}
}

// TestParagraphsPauses: where nothing else tells, a pause does.
func TestParagraphsPauses(t *testing.T) {
	for long := 2; long < 8; long++ {
		var u Utterance
		now := 0.0
		for s := range 10 {
			if s == long {
				now += 3
			}
			for _, w := range strings.Fields(on("boat", 1)) {
				u.Pieces = append(u.Pieces, Piece{Text: w + " ", Time: Interval{now, now + 0.3, true}})
				now += 0.35
			}
		}
		d := Build("test", []Utterance{u})
		r := asIs
		r.Paragraphs = 50
		ends := make(map[int]bool) // sentences up to the end of each paragraph
		n := 0
		for p := range strings.SplitSeq(d.Edit(nil, r).Text(), "\n\n") {
			n += strings.Count(p, ".")
			ends[n] = true
		}
		if !ends[long] || n != 10 {
			t.Errorf("a pause after %d sentences: paragraphs end with %v", long, ends)
		}
	}
}

// TestParagraphsAnything: paragraphs change blanks alone, and start after sentences.
func TestParagraphsAnything(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		source := texts(c)
		for range c.Int("times", 0, 4) {
			source += " " + texts(c)
		}
		d, err := ParseText(source, "test")
		if err != nil {
			return
		}
		decisions := make([]data.Decision, len(d.Tokens))
		seed := c.Uint64("decisions")
		for i := range decisions {
			decisions[i].End = seed>>(i%61)&3 == 0
			if seed>>(i%53)&7 == 0 {
				decisions[i].Why = data.Repairs
			}
		}
		r := drawn.Of(c, "rewriting", asIs, Rewriting{}, Rewriting{Punct: PunctStrip})
		want := d.Edit(decisions, r).Text()
		r.Paragraphs = c.Int("words", 1, 30)
		e := d.Edit(decisions, r)
		blank := " "
		if language.HasHan(source) {
			blank = "" // no blank is between two sentences
		}
		if got := e.Text(); strings.Join(strings.Fields(got), blank) != strings.Join(strings.Fields(want), blank) {
			c.Fatalf("%q, without paragraphs %q", got, want)
		}
		if e.Text() != d.Edit(decisions, r).Text() {
			c.Fatalf("twice, and not the same")
		}
		for w := range e.words {
			if !e.words[w].opens {
				continue
			}
			before := w - 1
			for before >= 0 && e.words[before].removed && !e.endsAt(before) {
				before--
			}
			if e.words[w].removed || e.isNote(w) || before < 0 || !e.endsAt(before) {
				c.Fatalf("a paragraph starts with word %d of %q", w, source)
			}
		}
	})
}

// agreement counts how paragraphs that are found agree with those of the author.
type agreement struct{ pk, wd, windows, exact, near, found, given int }

// add compares two lists, of an element for each sentence: whether a paragraph ends with it.
func (a *agreement) add(gold, found []bool) {
	n := len(gold)
	upTo := func(ends []bool) []int { // paragraphs that ended before each sentence
		out := make([]int, n+1)
		for i, end := range ends {
			if out[i+1] = out[i]; end {
				out[i+1]++
			}
		}
		return out
	}
	g, f := upTo(gold), upTo(found)
	k := max(1, n/max(1, 2*g[n])) // half of a paragraph of the author's
	for i := 0; i+k < n; i++ {
		a.windows++
		if (g[i] == g[i+k]) != (f[i] == f[i+k]) {
			a.pk++
		}
		if g[i+k]-g[i] != f[i+k]-f[i] {
			a.wd++
		}
	}
	taken := make([]bool, n)
	for i := range n - 1 {
		if gold[i] {
			a.given++
		}
		if !found[i] {
			continue
		}
		if a.found++; gold[i] {
			a.exact++
		}
		for _, at := range []int{i, i - 1, i + 1} {
			if at >= 0 && at < n-1 && gold[at] && !taken[at] {
				taken[at] = true
				a.near++
				break
			}
		}
	}
}

func (a *agreement) String() string {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(of) }
	return fmt.Sprintf("Pk %.1f  WindowDiff %.1f  F1 %.1f  F1 within a sentence %.1f  (%d found, %d given)",
		share(a.pk, a.windows), share(a.wd, a.windows), share(2*a.exact, a.found+a.given), share(2*a.near, a.found+a.given), a.found, a.given)
}

// TestParagraphsMeasured joins the paragraphs of talks, and finds them again, beside
// paragraphs of even length. docs/results.md has what it says.
func TestParagraphsMeasured(t *testing.T) {
	f, err := os.Open(datatest.Path(t, "punct", "ted-en", "train.cased.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var talks [][]string
	last := ""
	s := bufio.NewScanner(z)
	for s.Buffer(nil, 1<<20); s.Scan(); {
		talk, text, _ := strings.Cut(s.Text(), "\t")
		if talk != last {
			talks, last = append(talks, nil), talk
		}
		talks[len(talks)-1] = append(talks[len(talks)-1], text)
	}
	const every = 10 // talks: about a hundred
	for _, length := range []int{84, DefaultParagraph} {
		var own, even, topics agreement
		for i := 0; i < len(talks); i += every {
			gold, found, alike := measure(t, talks[i], length)
			if len(gold) < 20 {
				continue
			}
			own.add(gold, gold)
			topics.add(gold, found)
			even.add(gold, alike)
		}
		t.Logf("%3d words, even   %v", length, &even)
		t.Logf("%3d words, found  %v", length, &topics)
		if own.pk+own.wd > 0 || own.exact != own.given {
			t.Errorf("the author's own: %v", &own)
		}
		if topics.pk >= even.pk || 2*topics.near*(even.found+even.given) <= 2*even.near*(topics.found+topics.given) {
			t.Errorf("%d words: no better than even ones", length)
		}
	}
}

// measure returns, for each sentence of a talk, whether a paragraph of the author's ends with
// it, one that is found, and one of even length.
func measure(t *testing.T, talk []string, length int) (gold, found, even []bool) {
	ends := make(map[int]bool) // offsets
	var b strings.Builder
	for _, p := range talk {
		b.WriteString(strings.TrimSpace(p))
		ends[b.Len()] = true
		b.WriteByte(' ')
	}
	d, err := ParseText(b.String(), "talk")
	if err != nil {
		t.Fatal(err)
	}
	r := asIs
	r.Paragraphs = length
	e := d.Edit(nil, r)
	words := 0
	for w := range d.Words {
		words++
		if !d.Words[w].Final {
			continue
		}
		gold = append(gold, ends[d.Words[w].Bytes.End])
		found = append(found, w+1 < len(d.Words) && e.words[w+1].opens)
		even = append(even, words >= length)
		if words >= length {
			words = 0
		}
	}
	return gold, found, even
}
