package languages

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
)

// What makes a word of fluent text one that comes twice in a row by mistake: nobody stops behind it, and text hardly
// ever has it twice. What is seen in so few places is not known.
const (
	leastSeen    = 50
	mostStops    = 0.2  // share of places with a mark behind
	mostDoubled  = 6e-3 // share of places where it comes again at once, with half a place added
	surelySeen   = 2    // so often, and
	mostSeen     = 4e-4 // in more than this share of places, it is said twice
	mostParted   = 2e-3 // share of places where it comes again behind a mark
	mostDangling = 0.03 // mostStops of words that nobody ends with
	mostRepeated = 400  // words of a language
)

// seen is what was counted of a word.
type seen struct{ places, stops, doubled, comma, sentence int }

// Repeated returns the words that may be repeated by mistake in a language, and those that nobody ends with,
// each sorted, from the training parts of its
// texts below a folder, and how many words those have.
func Repeated(folder, code string) (words, dangling []string, of int, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "languages", "text", code+"-*.train.txt*"))
	if err != nil {
		return nil, nil, 0, err
	}
	if len(paths) == 0 {
		return nil, nil, 0, fmt.Errorf("there is no text in languages/text/%s-*.train.txt below %s", code, folder)
	}
	counts := make(map[string]*seen)
	for _, path := range paths {
		lines, err := read(path)
		if err != nil {
			return nil, nil, 0, err
		}
		for _, file := range turns(lines) {
			for _, turn := range file {
				of += countRepeated(counts, turn)
			}
		}
	}
	words, dangling = chooseRepeated(counts)
	return words, dangling, of, nil
}

// countRepeated counts the words of a turn, and returns how many they are.
func countRepeated(counts map[string]*seen, turn string) int {
	before, mark, n := "", "", 0
	for chunk := range strings.FieldsSeq(turn) {
		core := strings.TrimFunc(chunk, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
		if core == "" {
			mark += chunk
			continue
		}
		at := strings.Index(chunk, core)
		word := strings.ToLower(strings.ReplaceAll(core, "’", "'"))
		mark += chunk[:at]
		if b := counts[before]; b != nil {
			b.note(mark, word == before)
		}
		if counts[word] == nil {
			counts[word] = new(seen)
		}
		counts[word].places++
		before, mark = word, chunk[at+len(core):]
		n++
	}
	if b := counts[before]; b != nil {
		b.stops++
	}
	return n
}

// note counts what is behind a word: marks, and whether it comes again.
func (s *seen) note(mark string, again bool) {
	if mark != "" {
		s.stops++
	}
	switch {
	case !again:
	case mark == "":
		s.doubled++
	case mark == "," || mark == "...":
		s.comma++
	default:
		s.sentence++
	}
}

// repeats reports whether the word comes twice by mistake alone.
func (s *seen) repeats() bool {
	share := func(n int) float64 { return float64(n) / float64(s.places) }
	return s.places >= leastSeen && share(s.stops) < mostStops && (float64(s.doubled)+0.5)/float64(s.places) < mostDoubled &&
		(s.doubled < surelySeen || share(s.doubled) < mostSeen) && share(s.comma) < mostParted && share(s.sentence) < mostParted
}

func chooseRepeated(counts map[string]*seen) (words, dangling []string) {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b].places, counts[a].places), cmp.Compare(a, b))
	})
	for _, w := range all {
		c := counts[w]
		if c.places < leastSeen || strings.ContainsFunc(w, unicode.IsNumber) {
			continue
		}
		if float64(c.stops) < mostDangling*float64(c.places) && len(dangling) < mostRepeated {
			dangling = append(dangling, w)
		}
		if c.repeats() && len(words) < mostRepeated {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	slices.Sort(dangling)
	return words, dangling
}

// RepeatedFile returns the file of a language's folder with its words that may be repeated by mistake, and those
// that nobody ends with.
func RepeatedFile(words, dangling []string, of int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Words that fluent text hardly ever has twice in a row: made by 'tidytalk-lab train repeated' of %d words.\n", of)
	writeWords(&b, words)
	b.WriteString("\n" + language.DanglingList + "\n")
	writeWords(&b, dangling)
	return []byte(b.String())
}

// writeWords writes words in lines.
func writeWords(b *strings.Builder, words []string) {
	const most = 110 // bytes of a line
	line := 0
	for i, w := range words {
		switch {
		case i == 0:
		case line+len(w) > most:
			b.WriteByte('\n')
			line = 0
		default:
			b.WriteByte(' ')
		}
		b.WriteString(w)
		line += len(w) + 1
	}
	b.WriteByte('\n')
}
