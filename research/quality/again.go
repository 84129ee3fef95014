package quality

import (
	"strings"

	"github.com/tidytalk/tidytalk/research/marked"
)

// measureAgain cleans texts, and what comes out once more, and returns how many of 1,000
// words, with their marks and case, are others then: a clean text should stay.
func measureAgain(clean Clean, texts []string) (float64, error) {
	once, err := clean(texts, "--quiet", "--from", "text", "--to", "text")
	if err != nil {
		return 0, err
	}
	twice, err := clean(once, "--quiet", "--from", "text", "--to", "text")
	if err != nil {
		return 0, err
	}
	words, changed := 0, 0
	for i := range once {
		a, b := strings.Fields(once[i]), strings.Fields(twice[i])
		words += len(a)
		changed += max(len(a), len(b)) - len(marked.Align(a, b))
	}
	return 1000 * float64(changed) / float64(max(1, words)), nil
}

// bareTexts returns texts without marks and case, line by line.
func bareTexts(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		var lines []string
		for line := range strings.Lines(text) {
			lines = append(lines, strings.Join(Words(line), " "))
		}
		out[i] = strings.Join(lines, "\n") + "\n"
	}
	return out
}

// againFigures are those of measureAgain for conversations, each side a text, and for
// other sources, as typed and bare.
func againFigures(clean Clean, sides []typedSide, sources [][]string) ([]Figure, error) {
	var home, elsewhere []string
	for _, s := range sides[:min(againSides, len(sides))] {
		home = append(home, s.text+"\n")
	}
	for _, s := range sources {
		elsewhere = append(elsewhere, TypedAndBare(s, againLines)[0])
	}
	var out []Figure
	for _, x := range []struct {
		name  string
		texts []string
	}{
		{"harm-again-typed", home}, {"harm-again-bare", bareTexts(home)},
		{"harm-again-elsewhere-typed", elsewhere}, {"harm-again-elsewhere-bare", bareTexts(elsewhere)},
	} {
		value, err := measureAgain(clean, x.texts)
		if err != nil {
			return nil, err
		}
		out = append(out, Figure{x.name, value})
	}
	return out, nil
}
