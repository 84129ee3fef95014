package training

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/training/train"
)

// evalByClass prints Tables 6 and 7 of COLING 2014 for a bundle.
func evalByClass(c *cli.Context, b *engine.Bundle, sentences []data.Sentence) error {
	for _, name := range append(cleaning.NamesOf(cleaning.SearchOn(cleaning.EvalCommand)), "confidence") {
		if c.IsSet(name) {
			return usage.Errorf("--by-class scores the experts alone: it does not go with --%s", name)
		}
	}
	s, err := train.ScoreByClass(c.Context, b.Sentences(), sentences, c.Int("jobs"))
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		if c.Bool("json") {
			return writeByClassJSON(w, s)
		}
		return writeByClass(w, s)
	})
}

func writeByClass(to io.Writer, s *train.ByClass) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	f := func(c metric.Counts) float64 { return 100 * c.F1() }
	fmt.Fprintln(w, "edit F1\ton its class:\t\t\ton all words\t\t\t")
	fmt.Fprintln(w, "expert\texpert\tbaseline\tgain\texpert\tshare %\tboost\ttags")
	for _, k := range s.Classes {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%+.2f\t%.2f\t%.1f\t%g\t%s\n", k.Class.Name, f(k.Expert), f(k.Baseline), f(k.Expert)-f(k.Baseline), f(k.All),
			100*float64(k.Baseline.TP+k.Baseline.FN)/float64(max(1, s.Baseline.TP+s.Baseline.FN)), k.Class.Boost, strings.Join(k.Class.Tags, " "))
	}
	fmt.Fprintf(w, "baseline\t\t\t\t%.2f\t\t\t\n", f(s.Baseline))
	fmt.Fprintf(w, "direct combination\t\t\t%+.2f\t%.2f\t\t\t\n", f(s.Combined)-f(s.Baseline), f(s.Combined))
	return w.Flush()
}

func writeByClassJSON(w io.Writer, s *train.ByClass) error {
	type class struct {
		Name     string   `json:"name"`
		Boost    float64  `json:"boost"`
		Tags     []string `json:"tags"`
		Baseline scores   `json:"baseline"`
		Expert   scores   `json:"expert"`
		All      scores   `json:"expert_on_all"`
	}
	classes := make([]class, 0, len(s.Classes))
	for _, k := range s.Classes {
		classes = append(classes, class{k.Class.Name, k.Class.Boost, k.Class.Tags, scoresOf(k.Baseline), scoresOf(k.Expert), scoresOf(k.All)})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"classes": classes, "baseline": scoresOf(s.Baseline), "combined": scoresOf(s.Combined)})
}
