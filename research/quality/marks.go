package quality

import "github.com/tidytalk/tidytalk/research/marked"

// measureMarks takes marks and case away from the first lines of each source that have
// more than three words, and compares what is put in with what was there. A line is a
// speaker's.
func measureMarks(clean Clean, sources [][]string, lines int) (marked.Score, error) {
	golds := make([][][]marked.Word, len(sources))
	texts := make([]string, len(sources))
	for i, s := range sources {
		golds[i], texts[i] = marked.Turns(s, lines)
	}
	cleaned, err := clean(texts, "--from", "text", "--to", "text", "--remove", "none")
	if err != nil {
		return marked.Score{}, err
	}
	var out marked.Score
	for i, text := range cleaned {
		out = out.Plus(marked.OfTurns(golds[i], text))
	}
	return out, nil
}
