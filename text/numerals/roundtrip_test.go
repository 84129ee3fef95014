package numerals

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// forms are the ways in which numbers are written, by kind, with how each is said.
var forms = []struct {
	kind string
	form *regexp.Regexp
	say  func(s speller, m []string, scale string) string
}{
	{"money", regexp.MustCompile(`^([$€])([0-9,]+)(?:\.([0-9]+))?$`), func(s speller, m []string, scale string) string {
		name := map[string]string{"$": " dollars", "€": " euros"}[m[1]]
		switch {
		case m[3] != "" && scale == "" && len(m[3]) == 2 && m[3] != "00":
			return s.cardinal(value(m[2])) + name + " and " + s.below100(int(value(m[3]))) + " cents"
		case m[3] != "":
			return s.decimal(value(m[2]), m[3]) + scale + name
		case m[2] == "1" && scale == "":
			name = name[:len(name)-1]
		}
		return s.cardinal(value(m[2])) + scale + name
	}},
	{"percent", regexp.MustCompile(`^([0-9,]+)(?:\.([0-9]+))?%$`), func(s speller, m []string, _ string) string {
		if m[2] != "" {
			return s.decimal(value(m[1]), m[2]) + " percent"
		}
		return s.cardinal(value(m[1])) + " percent"
	}},
	{"time", regexp.MustCompile(`^(1[0-2]|[1-9]):([0-5][0-9])$`), func(s speller, m []string, _ string) string {
		return s.clock(int(value(m[1])), int(value(m[2])))
	}},
	{"ordinal", regexp.MustCompile(`^([0-9,]+)(?:st|nd|rd|th)$`), func(s speller, m []string, _ string) string { return s.ordinal(value(m[1])) }},
	{"decimal", regexp.MustCompile(`^([0-9,]+)\.([0-9]+)$`), func(s speller, m []string, _ string) string { return s.decimal(value(m[1]), m[2]) }},
	{"decade", regexp.MustCompile(`^(1[5-9]|20)([1-9]0)s$`), func(s speller, m []string, _ string) string {
		return s.below100(int(value(m[1]))) + " " + strings.TrimSuffix(strings.TrimSuffix(tensWords[value(m[2])/10], "y")+"ies", "n")
	}},
	{"year", regexp.MustCompile(`^(1[6-9][0-9][0-9]|20[0-9][0-9])$`), func(s speller, m []string, _ string) string { return s.year(int(value(m[1]))) }},
	{"telephone", regexp.MustCompile(`^(?:1-)?(?:[2-9][0-9]{2}-)?[2-9][0-9]{2}-[0-9]{4}$`), func(s speller, m []string, _ string) string {
		return s.digits(strings.ReplaceAll(m[0], "-", ""))
	}},
	{"count from 10 on", regexp.MustCompile(`^([1-9][0-9]{1,2}|[1-9][0-9]{0,2}(?:,[0-9]{3})+)$`), func(s speller, m []string, scale string) string {
		return s.cardinal(value(m[1]))
	}},
	{"count below 10", regexp.MustCompile(`^([0-9])$`), func(s speller, m []string, scale string) string { return s.cardinal(value(m[1])) }},
}

func value(figure string) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(figure, ",", ""), 10, 64)
	return n
}

// said is a line with its numbers spelled out.
type said struct {
	words []Word
	marks []string
	of    []figure
}

// figure is a number that was spelled out.
type figure struct {
	kind       string
	start, end int // words
	text       string
}

// spell spells out the numbers of a written text, or only cuts it into words.
func spell(s speller, text string, spelled bool) said {
	var out said
	apart, opens := true, true
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i++ {
		core, lead, trail := cut(fields[i])
		if core == "" {
			apart = true
			continue
		}
		f := figure{start: len(out.words), text: core}
		spoken := []string{core}
		for _, x := range forms {
			m := x.form.FindStringSubmatch(core)
			if m == nil || !spelled {
				continue
			}
			scale := ""
			if x.kind == "money" && trail == "" && i+1 < len(fields) {
				if next, before, after := cut(fields[i+1]); before == "" && (next == "million" || next == "billion" || next == "trillion" || next == "thousand") {
					scale, trail = " "+next, after
					f.text += " " + next
					i++
				}
			}
			f.kind, spoken = x.kind, strings.Fields(x.say(s, m, scale))
			break
		}
		for k, w := range spoken {
			out.words = append(out.words, Word{Text: w, Apart: k == 0 && (apart || lead != ""), Opens: k == 0 && opens})
			out.marks = append(out.marks, "")
		}
		if f.end = len(out.words); f.kind != "" {
			out.of = append(out.of, f)
		}
		apart, opens = trail != "", strings.ContainsAny(trail, ".?!")
		out.marks[len(out.marks)-1] = trail
	}
	return out
}

// cut cuts the punctuation off a word.
func cut(s string) (core, lead, trail string) {
	core = strings.TrimLeft(s, "\"'([-—–.…,:;!?")
	lead = s[:len(s)-len(core)]
	rest := strings.TrimRight(core, "\"')].,:;?!-—–…")
	if h := strings.ToLower(core); strings.HasPrefix(h, "a.m.") || strings.HasPrefix(h, "p.m.") {
		rest = core[:4]
	}
	return rest, lead, core[len(rest):]
}

// count says what became of numbers.
type count struct{ all, same, other, left int }

func (c *count) add(want, got string) {
	c.all++
	switch {
	case got == want:
		c.same++
	case !strings.ContainsAny(got, "0123456789"):
		c.left++
	default:
		c.other++
	}
}

// result returns what is written for a number that was spelled out, with what is written
// together with it.
func (x *said) result(spans []Span, n *figure) string {
	var got []string
	at := n.start
	for _, s := range spans {
		if s.End <= n.start || s.Start >= n.end {
			continue
		}
		for ; at < s.Start; at++ {
			got = append(got, x.words[at].Text)
		}
		got, at = append(got, s.Text), s.End
	}
	for ; at < n.end; at++ {
		got = append(got, x.words[at].Text)
	}
	if at > n.end {
		got = append(got, "...") // along with what is not part of it
	}
	return strings.Join(got, " ")
}

// TestRoundTrip spells out the numbers of texts of many kinds, and counts how many are
// written again as they were, and what becomes of the numbers that their writers have in
// words. With -v the figures of docs/results.md are printed, and examples.
func TestRoundTrip(t *testing.T) {
	folder := datatest.Path(t, "punct", "en-mixed")
	files, err := filepath.Glob(filepath.Join(folder, "*.dev.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts in %s: %v", folder, err)
	}
	kinds, sources := make(map[string]*count), make(map[string]*count)
	examples := make(map[string]int)
	words, changes, touched, numbers := 0, 0, 0, 0
	all, bare := new(count), new(count)
	add := func(of map[string]*count, name string) *count {
		if of[name] == nil {
			of[name] = new(count)
		}
		return of[name]
	}
	for _, file := range files {
		source := strings.TrimSuffix(filepath.Base(file), ".dev.txt")
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			_, text, _ := strings.Cut(lines.Text(), "\t")
			x := spell(speller{and: len(text)%2 == 0}, text, true)
			spans := Digits(x.words, 0)
			for _, n := range x.of {
				result := x.result(spans, &n)
				add(kinds, n.kind).add(n.text, result)
				add(sources, source).add(n.text, result)
				all.add(n.text, result)
				if result != n.text {
					examples[fmt.Sprintf("%s: %q becomes %q", n.kind, n.text, result)]++
				}
			}
			// The same without punctuation.
			for i := range x.words {
				x.words[i].Apart, x.words[i].Opens = i == 0, i == 0
			}
			spans = Digits(x.words, 0)
			for _, n := range x.of {
				bare.add(n.text, x.result(spans, &n))
			}
			// The text as it is written.
			x = spell(speller{}, text, false)
			words += len(x.words)
			for _, w := range x.words {
				if cardinalWord(strings.ToLower(w.Text)) {
					numbers++
				}
			}
			for _, s := range Digits(x.words, 0) {
				changes++
				touched += s.End - s.Start
				var old []string
				for _, w := range x.words[s.Start:s.End] {
					old = append(old, w.Text)
				}
				var around []string
				for _, w := range x.words[max(0, s.Start-3):min(len(x.words), s.End+3)] {
					around = append(around, w.Text)
				}
				examples[fmt.Sprintf("words: %q becomes %q in %q", strings.Join(old, " "), s.Text, strings.Join(around, " "))]++
			}
		}
		f.Close()
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	row := func(name string, c *count) {
		share := func(n int) float64 { return 100 * float64(n) / float64(max(c.all, 1)) }
		t.Logf("%-18s %5d  as written %5.1f%%  in words %5.1f%%  otherwise %5.1f%%", name, c.all, share(c.same), share(c.left), share(c.other))
	}
	for _, of := range []map[string]*count{kinds, sources} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			row(name, of[name])
		}
	}
	row("all", all)
	row("all, unpunctuated", bare)
	t.Logf("%d words, %d of them number words: %d changes (%.2f in 1,000 words) of %d words", words, numbers, changes, 1000*float64(changes)/float64(words), touched)
	byCount := slices.SortedFunc(maps.Keys(examples), func(a, b string) int { return cmp.Or(examples[b]-examples[a], cmp.Compare(a, b)) })
	for _, x := range byCount[:min(len(byCount), 400)] {
		t.Logf("%4d %s", examples[x], x)
	}
	if 10*all.same < 6*all.all {
		t.Errorf("only %d of %d numbers are written as they were", all.same, all.all)
	}
}
