package quality

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/research/marked"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestAgain(t *testing.T) {
	calls := 0
	clean := func(texts []string, _ ...string) ([]string, error) {
		calls++
		out := make([]string, len(texts))
		for i, text := range texts {
			out[i] = strings.Replace(text, "um ", "", 1)
		}
		return out, nil
	}
	// What is left is "a um b c" and "d e": one of six words goes the second time.
	got, err := measureAgain(clean, []string{"um a um b c\n", "d e\n"})
	if err != nil || calls != 2 || !near(got, 1000.0/6) {
		t.Errorf("%v after %d calls, %v", got, calls, err)
	}
	if got := bareTexts([]string{"It's A.\nNo, b!\n"}); got[0] != "it's a\nno b\n" {
		t.Errorf("%q", got)
	}
}

func TestHarm(t *testing.T) {
	sources := [][]string{{"It’s, it's a cat.", "Yes!", "left out"}, {"One two three four."}}
	var flags []string
	clean := func(texts []string, f ...string) ([]string, error) {
		flags = f
		out := make([]string, len(texts))
		for i, text := range texts {
			out[i] = text
			if strings.HasPrefix(text, "it's") {
				out[i] = strings.TrimPrefix(text, "it's ")
			}
		}
		return out, nil
	}
	h, err := measureHarm(clean, sources, 2)
	if err != nil || h.typed != 0 || !near(h.bare, 1000.0/9) {
		t.Errorf("%+v, %v", h, err)
	}
	if !strings.Contains(strings.Join(flags, " "), "--remove repairs") {
		t.Errorf("flags %v", flags)
	}
}

func TestMarks(t *testing.T) {
	sources := [][]string{{"Too short here.", "We met Ann, at noon.", "Did you go there?"}}
	bare := "S0: we met ann at noon\nS1: did you go there\n"
	for _, c := range []struct {
		out                 string
		all, ends, capitals float64
	}{
		{"S0: We met Ann, at noon.\nS1: Did you go there?\n", 100, 100, 100},
		{bare, 0, 0, 0},
		// A full stop for a question is an end, but the wrong mark.
		{"S0: We met ann, at noon.\nS1: Did you go there.\n", 200.0 * 2 / 6, 100, 200.0 * 2 / 5},
		{"S0: We met.\nS0: Ann at noon.\nS1: did you go there\n", 200.0 * 1 / 5, 200.0 * 1 / 4, 200.0 * 2 / 5},
	} {
		clean := func(texts []string, flags ...string) ([]string, error) {
			if len(texts) != 1 || texts[0] != bare {
				t.Errorf("cleaned is %q, want %q", texts, bare)
			}
			return []string{c.out}, nil
		}
		m, err := measureMarks(clean, sources, 2)
		if err != nil || !near(m.All.F1(), c.all) || !near(m.Ends.F1(), c.ends) || !near(m.Capitals.F1(), c.capitals) {
			t.Errorf("%q: %+v, %v", c.out, m, err)
		}
	}
}

func TestTyped(t *testing.T) {
	var tsv strings.Builder
	for _, w := range []string{"Uh UH F 0 ,", "do VBP - 1 -", "n't RB - 1 ,", "do VBP - 0 -", "n't RB - 0 -", "th- DT - 1 -", "go VB - 0 ."} {
		f := strings.Fields(w)
		fmt.Fprintf(&tsv, "2001\tA\t1.1\tsd\t%s\t%s\t%s\t%s\t%s\t-\t-\t-\n", f[0], f[1], f[2], f[3], f[4])
	}
	sides, err := typedSides(tsv.String())
	if err != nil || len(sides) != 1 || sides[0].text != "Uh, don't, don't go." {
		t.Fatalf("%+v, %v", sides, err)
	}
	clean := func(texts []string, flags ...string) ([]string, error) {
		return []string{"Uh/F:F/NONE do/E/NONE n't/O/NONE do/O/NONE n't/O/NONE\n\ngo/E/PERIOD\n"}, nil
	}
	edit, filler, err := measureTyped(clean, sides)
	if err != nil || edit != (marked.Counts{Gold: 2, Found: 2, Right: 1}) || filler != (marked.Counts{Gold: 1, Found: 1, Right: 1}) {
		t.Errorf("edit %+v, filler %+v, %v", edit, filler, err)
	}
	if _, err := typedSides("too\tfew\n"); err == nil {
		t.Error("a row of two columns is read")
	}
}

func TestEvalFigures(t *testing.T) {
	eval := func(flags ...string) (string, error) {
		if strings.Contains(strings.Join(flags, " "), "auto") {
			return `{"edit": {"f1": 0.5}, "filler": {"f1": 0.25}, "punctuation": {"f1": 0}}`, nil
		}
		return `{"edit": {"f1": 0.75}, "filler": {"f1": 1}}`, nil
	}
	figures, err := evalFigures(eval, "dev.tsv")
	want := "edit 75.00\nfiller 100.00\nedit-untimed 75.00\nfiller-untimed 100.00\n" +
		"stream-edit 50.00\nstream-filler 25.00\nstream-marks 0.00\n" +
		"stream-edit-untimed 50.00\nstream-filler-untimed 25.00\nstream-marks-untimed 0.00\n" +
		"stream-edit-alone 50.00\nstream-filler-alone 25.00\nstream-marks-alone 0.00\n"
	if got := List(figures); got != want || err != nil {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := evalFigures(func(...string) (string, error) { return `{"edit": {}}`, nil }, ""); err == nil {
		t.Error("an output without scores is read")
	}
}

func TestCompare(t *testing.T) {
	file := []Figure{{"edit", 80}, {"harm-bare", 5}, {"gone", 1}, {"same", 50}, {"better", 60}}
	worse, better := Compare(file, []Figure{{"edit", 79.6}, {"harm-bare", 5.4}, {"same", 49.75}, {"better", 60.4}, {"new", 3}, {"marks", math.NaN()}})
	want := []string{"edit is worse: 79.60, on file 80.00", "harm-bare is worse: 5.40, on file 5.00",
		"new is not on file: 3.00", "marks is not on file: NaN", "gone is on file, but is not measured"}
	if !reflect.DeepEqual(worse, want) || len(better) != 1 {
		t.Errorf("worse %q, better %q", worse, better)
	}
	if worse, better := Compare([]Figure{{"harm", 5}}, []Figure{{"harm", 4}}); len(worse) != 0 || len(better) != 1 {
		t.Errorf("less harm: worse %q, better %q", worse, better)
	}
	figures := []Figure{{"edit", 80.25}, {"harm-bare", 5}}
	if got, err := Parse(Format(figures)); err != nil || !reflect.DeepEqual(got, figures) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Parse("edit much\n"); err == nil {
		t.Error("a figure that is no number is read")
	}
}

func TestSources(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("A\tYes.\r\n\nB\tNo.\n"))
	z.Close()
	for name, text := range map[string]string{"one.dev.txt": "A\tOne.\n", "two.dev.txt.gz": packed.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Sources(dir, []string{"one", "two"})
	if err != nil || !reflect.DeepEqual(got, [][]string{{"One."}, {"Yes.", "No."}}) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Sources(dir, []string{"three"}); err == nil {
		t.Error("a source that is not there is read")
	}
}
