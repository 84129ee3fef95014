package language

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var makeWritten = flag.String("scowl", "", "make written.txt.gz from the lists of SCOWL in this folder (Debian's package scowl has them in /usr/share/dict/scowl)")

// How common words are, at most, by the numbers of SCOWL: the larger, the rarer.
const (
	mostCommonWord = 60 // and from 35 on: what is more common is in every vocabulary
	mostCommonName = 50
)

// scowl returns the forms of words in lists of SCOWL, up to a number.
func scowl(t *testing.T, folder string, most int, lists ...string) map[string]bool {
	t.Helper()
	plain := regexp.MustCompile(`^[A-Za-z]{2,}$`)
	out := make(map[string]bool)
	for _, list := range lists {
		files, err := filepath.Glob(filepath.Join(folder, list+".*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no list %s in %s", list, folder)
		}
		for _, f := range files {
			if n, err := strconv.Atoi(filepath.Ext(f)[1:]); err != nil || n > most {
				continue
			}
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range strings.Fields(string(src)) {
				if plain.MatchString(w) {
					out[w] = true
				}
			}
		}
	}
	return out
}

// writtenList makes the list from SCOWL: words of one form alone, of all forms up to a larger number.
func writtenList(t *testing.T, folder string) string {
	words := []string{"english-words", "american-words", "british-words"}
	names := []string{"english-upper", "american-upper", "british-upper", "english-proper-names", "american-proper-names", "british-proper-names"}
	short := []string{"english-abbreviations", "american-abbreviations"}
	all := slices.Concat(words, names, short)
	forms := make(map[string]map[string]bool)
	for form := range scowl(t, folder, 70, all...) {
		w := strings.ToLower(form)
		if forms[w] == nil {
			forms[w] = make(map[string]bool)
		}
		forms[w][form] = true
	}
	common := scowl(t, folder, 20, words...)
	take := scowl(t, folder, mostCommonWord, words...)
	maps.Copy(take, scowl(t, folder, mostCommonName, slices.Concat(names, short)...))
	var out []string
	for form := range take {
		if !common[form] && len(forms[strings.ToLower(form)]) == 1 {
			out = append(out, form)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return compareLower(a, strings.ToLower(b)) })
	return strings.Join(out, "\n") + "\n"
}

// TestWritten looks all words of the list up, and others; with -scowl it makes the list first.
func TestWritten(t *testing.T) {
	if *makeWritten != "" {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = io.WriteString(z, writtenList(t, *makeWritten))
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("written.txt.gz", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		writtenFile = b.Bytes()
	}
	n := 0
	for line := range strings.Lines(written()[1:]) {
		form := strings.TrimSuffix(line, "\n")
		if got := Written(strings.ToLower(form)); got != form {
			t.Fatalf("%q is written %q", form, got)
		}
		n++
	}
	if n < 50_000 {
		t.Errorf("%d words", n)
	}
	for word, want := range map[string]string{
		"acne": "acne", "harmonica": "harmonica", "espn": "ESPN", "fbi": "FBI", "lisbon": "Lisbon",
		"": "", "a": "", "rose": "", "will": "", "the": "", "zzzz": "", "aaaaaaaa": "",
	} {
		if got := Written(word); got != want {
			t.Errorf("%q is written %q, not %q", word, got, want)
		}
	}
}
