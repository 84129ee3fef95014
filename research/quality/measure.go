package quality

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Lines of each source that are looked at: as many as take seconds, not minutes.
const (
	harmLines  = 400
	markLines  = 150
	againLines = 400
	againSides = 100 // of the corpus
)

// Edited names sources of edited text, or of text that was written to be spoken. The last,
// court hearings, has its repairs left in.
var Edited = []string{"ted", "committee", "dailydialog", "sgd", "multiwoz", "topicalchat", "scotus"}

// Measure returns all figures. corpus is the token TSV of development conversations,
// texts the folder of edited texts.
func Measure(eval Eval, clean Clean, corpus, texts string) ([]Figure, error) {
	out, err := evalFigures(eval, corpus)
	if err != nil {
		return nil, err
	}
	tsv, err := readFile(corpus)
	if err != nil {
		return nil, err
	}
	sides, err := typedSides(string(tsv))
	if err != nil {
		return nil, err
	}
	edit, filler, err := measureTyped(clean, sides)
	if err != nil {
		return nil, err
	}
	sources, err := Sources(texts, Edited)
	if err != nil {
		return nil, err
	}
	h, err := measureHarm(clean, sources, harmLines)
	if err != nil {
		return nil, err
	}
	m, err := measureMarks(clean, sources, markLines)
	if err != nil {
		return nil, err
	}
	again, err := againFigures(clean, sides, sources)
	if err != nil {
		return nil, err
	}
	return append(append(out, []Figure{
		{"typed-edit", edit.F1()}, {"typed-filler", filler.F1()},
		{"harm-typed", h.typed}, {"harm-bare", h.bare},
		{"marks-all", m.All.F1()}, {"marks-ends", m.Ends.F1()}, {"marks-capitals", m.Capitals.F1()},
	}...), again...), nil
}

// MeasureOpen returns the figures of the open models, which eval and clean use: corpora are the
// token TSVs of home, the development conversations, and meetings, those like what they were
// trained on.
func MeasureOpen(eval Eval, clean Clean, home, meetings, texts string) ([]Figure, error) {
	out, err := evalSettings(eval, meetings, []evalSetting{
		{"open-ami-", "", nil},
		{"open-ami-stream-", "", []string{"--segment", "auto"}},
	})
	if err != nil {
		return nil, err
	}
	own, err := evalSettings(eval, home, []evalSetting{{"open-", "-untimed", []string{"--no-times"}}})
	if err != nil {
		return nil, err
	}
	sources, err := Sources(texts, Edited)
	if err != nil {
		return nil, err
	}
	h, err := measureHarm(clean, sources, harmLines)
	if err != nil {
		return nil, err
	}
	return append(append(out, own...), Figure{"harm-open-typed", h.typed}, Figure{"harm-open-bare", h.bare}), nil
}

// evalFigures are those that the command measures itself.
func evalFigures(eval Eval, corpus string) ([]Figure, error) {
	return evalSettings(eval, corpus, []evalSetting{
		{"", "", nil},
		{"", "-untimed", []string{"--no-times"}},
		{"stream-", "", []string{"--segment", "auto"}},
		{"stream-", "-untimed", []string{"--segment", "auto", "--no-times"}},
		{"stream-", "-alone", []string{"--segment", "auto", "--no-times", "--no-turns"}},
	})
}

// evalSetting is one of eval, with what stands before and after the names of its figures.
type evalSetting struct {
	prefix, suffix string
	flags          []string
}

func evalSettings(eval Eval, corpus string, settings []evalSetting) ([]Figure, error) {
	var out []Figure
	for _, setting := range settings {
		text, err := eval(append([]string{"--json", "--corpus", corpus}, setting.flags...)...)
		if err != nil {
			return nil, err
		}
		type score struct {
			F1 *float64 `json:"f1"`
		}
		var scores struct{ Edit, Filler, Punctuation score }
		if err := json.Unmarshal([]byte(text), &scores); err != nil {
			return nil, fmt.Errorf("the output of eval: %w", err)
		}
		for _, s := range []struct {
			name string
			score
		}{{"edit", scores.Edit}, {"filler", scores.Filler}, {"marks", scores.Punctuation}} {
			if s.F1 == nil && s.name == "marks" && !slices.Contains(setting.flags, "--segment") {
				continue // sentences have none
			}
			if s.F1 == nil {
				return nil, fmt.Errorf("eval %v says nothing of %s", setting.flags, s.name)
			}
			out = append(out, Figure{setting.prefix + s.name + setting.suffix, 100 * *s.F1})
		}
	}
	return out, nil
}
