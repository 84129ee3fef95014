package quality

import (
	"regexp"
	"strings"
)

var plainWord = regexp.MustCompile(`[a-z0-9]+(?:'[a-z]+)*`)

// Words returns the words of a text in lower case, without marks: what two texts are compared by.
func Words(text string) []string {
	return plainWord.FindAllString(strings.ReplaceAll(strings.ToLower(text), "’", "'"), -1)
}

// harm is how many words of 1,000 are taken out as repairs of edited text, which has next
// to none: as it was typed, and without marks and case.
type harm struct{ typed, bare float64 }

// TypedAndBare returns the first lines of a source as one text, as they were typed and
// without marks and case.
func TypedAndBare(source []string, lines int) [2]string {
	source = source[:min(lines, len(source))]
	bare := make([]string, len(source))
	for i, line := range source {
		bare[i] = strings.Join(Words(line), " ")
	}
	return [2]string{strings.Join(source, "\n") + "\n", strings.Join(bare, "\n") + "\n"}
}

// measureHarm looks at the first lines of each source.
func measureHarm(clean Clean, sources [][]string, lines int) (harm, error) {
	var texts [2][]string
	for _, s := range sources {
		for i, text := range TypedAndBare(s, lines) {
			texts[i] = append(texts[i], text)
		}
	}
	var out [2]float64
	for i := range texts {
		cleaned, err := clean(texts[i], "--from", "text", "--to", "text", "--remove", "repairs")
		if err != nil {
			return harm{}, err
		}
		before, after := 0, 0
		for j := range cleaned {
			before += len(Words(texts[i][j]))
			after += len(Words(cleaned[j]))
		}
		out[i] = 1000 * float64(before-after) / float64(max(1, before))
	}
	return harm{out[0], out[1]}, nil
}
