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
