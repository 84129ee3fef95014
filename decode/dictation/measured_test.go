package dictation

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/datatest"
)

var token = regexp.MustCompile(`[A-Za-z0-9]+(?:['’&.-][A-Za-z0-9]+)*?(?:n't|'(?:s|re|ll|ve|d|m))?\b|[,.?!:;]`)

// TestMarksSpoken speaks the marks of development text, and counts which of them are found, and what else is.
func TestMarksSpoken(t *testing.T) {
	folder := datatest.Path(t, "punct")
	b, err := engine.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFinder(b.Sentences().Stages().LanguageModels().Fluent)
	say := map[string]string{",": "comma", ".": "full stop", "?": "question mark", "!": "exclamation point", ":": "colon", ";": "semicolon"}
	type counts struct{ said, found, right int }
	by := make(map[string]*counts)
	at := func(w string) *counts {
		if by[w] == nil {
			by[w] = new(counts)
		}
		return by[w]
	}
	files, _ := filepath.Glob(filepath.Join(folder, "en-*", "*.dev.txt"))
	for _, path := range files {
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		lines := bufio.NewScanner(in)
		for n := 0; n < 300 && lines.Scan(); n++ {
			_, text, _ := strings.Cut(lines.Text(), "\t")
			var tokens []string
			said := make(map[int]string)
			for _, w := range token.FindAllString(text, -1) {
				if c := say[w]; c != "" {
					if w == "." && n%2 == 0 {
						c = "period"
					}
					said[len(tokens)] = c
					tokens = append(tokens, strings.Fields(c)...)
					continue
				}
				w = strings.ToLower(w)
				if i := strings.LastIndexByte(w, '\''); i > 0 {
					if strings.HasSuffix(w, "n't") {
						i--
					}
					tokens, w = append(tokens, w[:i]), w[i:]
				}
				tokens = append(tokens, w)
			}
			for _, c := range said {
				at(c).said++
			}
			for from, to := range commands(f, tokens) {
				own := strings.Join(tokens[from:to], " ")
				if at(own).found++; said[from] == own {
					at(own).right++
				}
			}
		}
	}
	if len(by) == 0 {
		t.Fatal("there is no text")
	}
	for w, c := range by {
		if c.said == 0 {
			continue
		}
		recall, precision := float64(c.right)/float64(c.said), float64(c.right)/float64(c.found)
		t.Logf("%-18s %5d said, %.1f%% found; %.2f%% of what is found is said", w, c.said, 100*recall, 100*precision)
		if recall < 0.94 || precision < 0.99 {
			t.Errorf("%s: recall %.3f, precision %.3f", w, recall, precision)
		}
	}
}

// TestOrdinaryTalk counts what is taken for a command in talk of people who do not dictate, without marks and case.
func TestOrdinaryTalk(t *testing.T) {
	b, err := engine.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFinder(b.Sentences().Stages().LanguageModels().Fluent)
	for _, part := range []struct {
		name, files string
		least       float64 // words for each command
	}{
		{"swbd", "swbd/dev.tsv", 40000}, {"fresh", "fresh/bare/*.txt", 12000}, {"en-mixed", "punct/en-mixed/*.dev.txt", 14000}, {"verbatim", "verbatim/*.dev.txt", 25000},
	} {
		files, err := filepath.Glob(datatest.Path(t, filepath.Dir(part.files)) + "/" + filepath.Base(part.files))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, error %v", part.name, err)
		}
		words, fired := 0, 0
		for _, path := range files {
			l := f.Listen()
			for _, tokens := range turnsOf(t, path) {
				words += len(tokens)
				l.Open()
				heard := l.Take(tokens, len(tokens), true)
				for i, h := range heard {
					if h.Command == nil || i > 0 && heard[i-1].Command == h.Command {
						continue
					}
					if fired++; fired <= 60 {
						t.Logf("%s: %s >> %s", filepath.Base(path), strings.Join(tokens[max(0, i-6):i], " "), strings.Join(tokens[i:min(len(tokens), i+8)], " "))
					}
				}
			}
		}
		t.Logf("%s: %d commands in %d words, %.2f in 10,000", part.name, fired, words, 1e4*float64(fired)/float64(words))
		if float64(fired) > float64(words)/part.least {
			t.Errorf("%s: %d commands in %d words", part.name, fired, words)
		}
	}
}

// turnsOf reads the turns of a file of a corpus as tokens, without marks.
func turnsOf(t *testing.T, path string) (turns [][]string) {
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	side := ""
	for lines.Scan() {
		if columns := strings.Split(lines.Text(), "\t"); len(columns) >= 12 { // a token a line
			if own := columns[0] + columns[1]; own != side {
				side, turns = own, append(turns, nil)
			}
			turns[len(turns)-1] = append(turns[len(turns)-1], strings.ToLower(columns[4]))
			continue
		}
		_, text, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			text = lines.Text()
		}
		var tokens []string
		for _, w := range token.FindAllString(strings.ToLower(text), -1) {
			if strings.ContainsAny(w, ",.?!:;") && len(w) == 1 {
				continue
			}
			if i := strings.LastIndexByte(w, '\''); i > 0 {
				if strings.HasSuffix(w, "n't") {
					i--
				}
				tokens, w = append(tokens, w[:i]), w[i:]
			}
			tokens = append(tokens, w)
		}
		turns = append(turns, tokens)
	}
	return turns
}
