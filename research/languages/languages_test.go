package languages_test

import (
	"flag"
	"os"
	"testing"

	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/research/languages"
)

var measured = flag.Bool("languages", false, "measure languages that are taken for others")

// TestMeasured writes the tables of docs/results.md.
func TestMeasured(t *testing.T) {
	if !*measured {
		t.Skip("SKIPPED: -languages measures")
	}
	sets, err := languages.Sets(datatest.Path(t))
	if err != nil {
		t.Fatal(err)
	}
	d, err := document.New(bundletest.Default(t), document.Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := languages.Measure(d, sets)
	if err != nil {
		t.Fatal(err)
	}
	languages.Write(os.Stdout, rows)
}
