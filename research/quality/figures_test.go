package quality_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/research/quality"
)

var (
	figures = flag.Bool("figures", false, "measure the figures of docs/figures.txt")
	update  = flag.Bool("update", false, "with -figures, write the figures anew")
)

var openModels = filepath.Join("..", "..", "data", "bundle", "open", "tidytalk-open.tt")

// build builds the command, and returns its path.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./cmd/tidytalk")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	found, err := filepath.Glob(filepath.Join(dir, "tidytalk*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the command is %q: %v", found, err)
	}
	return found[0]
}

// output returns what a command writes, which has to be fine.
func output(command string, args ...string) (string, error) {
	cmd := exec.Command(command, args...)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err == nil && problems.Len() > 0 {
		err = fmt.Errorf("%s: %s", strings.Join(args, " "), problems.String())
	} else if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, problems.String())
	}
	return string(out), err
}

// cleanAll cleans texts, each by itself.
func cleanAll(t *testing.T, command string, texts []string, flags ...string) ([]string, error) {
	from, to := t.TempDir(), t.TempDir()
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(from, fmt.Sprintf("%04d.txt", i)), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if _, err := output(command, slices.Concat([]string{"clean", "--out-dir", to}, flags, []string{from})...); err != nil {
		return nil, err
	}
	out := make([]string, len(texts))
	for i := range texts {
		written, err := filepath.Glob(filepath.Join(to, fmt.Sprintf("%04d.*", i)))
		if err != nil || len(written) != 1 {
			return nil, fmt.Errorf("text %d is written as %v: %v", i, written, err)
		}
		text, err := os.ReadFile(written[0])
		if err != nil {
			return nil, err
		}
		out[i] = string(text)
	}
	return out, nil
}

// TestFigures measures how good the output is, and compares that with docs/figures.txt.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("SKIPPED: .ci/run measures the figures apart, with -figures")
	}
	corpus := datatest.Path(t, "swbd", "dev.tsv")
	texts := datatest.Path(t, "punct", "en-mixed")
	meetings := datatest.Path(t, "ami", "disfluency.dev.tsv.gz")
	tidytalk := build(t)
	with := func(models ...string) (quality.Eval, quality.Clean) {
		return func(flags ...string) (string, error) {
				return output(tidytalk, slices.Concat([]string{"eval", "-q", "-j", fmt.Sprint(runtime.NumCPU())}, models, flags)...)
			}, func(texts []string, flags ...string) ([]string, error) {
				return cleanAll(t, tidytalk, texts, slices.Concat(models, flags)...)
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
		if err := os.WriteFile(name, []byte(quality.Format(measured)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := quality.Parse(string(text))
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
