package translation_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tidytalk/tidytalk/research/translation"
)

// A rule with a gap ties a question word to its mark at a distance that no phrase spans
// (Peitz et al. 2014, Table 7).
func ExampleChart() {
	reader := translation.NewReader("de")
	var segments []translation.Segment
	for _, text := range []string{
		"Was machst du da?", "Was machst du heute?", "Was ist das?", "Was machst du hier?", "Was liest du da?",
		"Das ist gut.", "Ich bin da.", "Ich lese nur.", "Er arbeitet nur hier.", "Sie liest nur das.", "Er liest nur gut.",
	} {
		segments = append(segments, *reader.Read(text))
	}
	rules, err := translation.Extract(context.Background(), segments, translation.ExtractOptions{Borders: true, Hierarchical: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := translation.Features{translation.FeatureLM: 0.1, translation.FeaturePhrase: 0.3, translation.FeatureMarks: 0.2, translation.FeatureRules: -0.1}
	m := &translation.Model{Rules: rules, Weights: weights}
	if m.LM, err = translation.EstimateLM(segments, 3, false); err != nil {
		fmt.Println(err)
		return
	}
	words := strings.Fields("Was machst du nur")
	for _, d := range []translation.Decoder{translation.NewPhrases(m, translation.PhraseOptions{}), translation.NewChart(m, translation.ChartOptions{})} {
		best := d.Decode(words, 1)[0]
		if err := best.WriteTrace(os.Stdout, words, m); err != nil {
			fmt.Println(err)
		}
		fmt.Println()
	}
	// Output:
	// Was machst du nur .
	// score -1.553 (lm -10.7, phrase -1.609, marks 1, rules 2, rare 1)
	//
	// marks
	//   .  after word 4, nur: X -> <nur, nur .>
	//
	// rules
	//   X -> <Was machst du, Was machst du>  -0.1 (rules 1)
	//   X -> <nur, nur .>  -0.3828 (phrase -1.609, marks 1, rules 1, rare 1)
	//
	// Was machst du nur ?
	// score -1.545 (lm -12.7, phrase -0.9165, marks 1, questions 1, rules 2, hierarchical 1, border 1)
	//
	// marks
	//   ?  after word 4, nur: X -> <Was machst du X~0, Was machst du X~0 ?>
	//
	// rules
	//   X -> <Was machst du X~0, Was machst du X~0 ?>  -0.108 (phrase -0.6934, marks 1, questions 1, rules 1, hierarchical 1, border 1)
	//     X -> <nur, nur>  -0.1669 (phrase -0.2231, rules 1)
}
