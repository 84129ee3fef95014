package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/quality"
)

var figures = flag.Bool("figures", false, "measure the figures of docs/figures.txt")

var openModels = filepath.Join("..", "..", "data", "bundle", "open", "tidytalk-open.tt")

// TestFigures measures how good the output is, and compares that with docs/figures.txt.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("SKIPPED: .ci/run measures the figures apart, with -figures")
	}
	corpus := datatest.Path(t, "swbd", "dev.tsv")
	texts := datatest.Path(t, "punct", "en-mixed")
	meetings := datatest.Path(t, "ami", "disfluency.dev.tsv.gz")
	with := func(models ...string) (quality.Eval, quality.Clean) {
		return func(flags ...string) (string, error) {
				return output(t, "", slices.Concat([]string{"eval", "-q", "-j", fmt.Sprint(runtime.NumCPU())}, models, flags)...), nil
			}, func(texts []string, flags ...string) ([]string, error) {
				return cleanAll(t, texts, slices.Concat(models, flags)...), nil
			}
	}
	eval, clean := with()
	measured, err := quality.Measure(eval, clean, corpus, texts)
	if err != nil {
		t.Fatal(err)
	}
	eval, clean = with("--bundle", openModels)
	open, err := quality.MeasureOpen(eval, clean, corpus, meetings, texts)
	if err != nil {
		t.Fatal(err)
	}
	measured = append(measured, open...)
	t.Logf("measured:\n%s", quality.List(measured))
	name := filepath.Join("..", "..", "docs", "figures.txt")
	if *update {
		writeText(t, name, quality.Format(measured))
		return
	}
	file, err := quality.Parse(readText(t, name))
	if err != nil {
		t.Fatalf("docs/figures.txt: %v", err)
	}
	worse, better := quality.Compare(file, measured)
	if len(better) > 0 {
		t.Logf("better than docs/figures.txt says, which -update writes anew:\n%s", strings.Join(better, "\n"))
	}
	if len(worse) > 0 {
		t.Errorf("if this is meant, write it down with -update:\n%s", strings.Join(worse, "\n"))
	}
}
