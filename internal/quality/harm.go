package quality

import (
	"regexp"
	"strings"
)

var plainWord = regexp.MustCompile(`[a-z0-9]+(?:'[a-z]+)*`)

func plainWords(text string) []string {
	return plainWord.FindAllString(strings.ReplaceAll(strings.ToLower(text), "’", "'"), -1)
}

// harm is how many words of 1,000 are taken out as repairs of edited text, which has next
// to none: as it was typed, and without marks and case.
type harm struct{ typed, bare float64 }

// measureHarm looks at the first lines of each source.
func measureHarm(clean Clean, sources [][]string, lines int) (harm, error) {
	var texts [2][]string
	for _, s := range sources {
		s = s[:min(lines, len(s))]
		bare := make([]string, len(s))
		for i, line := range s {
			bare[i] = strings.Join(plainWords(line), " ")
		}
		texts[0] = append(texts[0], strings.Join(s, "\n")+"\n")
		texts[1] = append(texts[1], strings.Join(bare, "\n")+"\n")
	}
	var out [2]float64
	for i := range texts {
		cleaned, err := clean(texts[i], "--from", "text", "--to", "text", "--remove", "repairs")
		if err != nil {
			return harm{}, err
		}
		before, after := 0, 0
		for j := range cleaned {
			before += len(plainWords(texts[i][j]))
			after += len(plainWords(cleaned[j]))
		}
		out[i] = 1000 * float64(before-after) / float64(max(1, before))
	}
	return harm{out[0], out[1]}, nil
}
